"""Printing and parsing are inverse, bind as Spot does, and never crash."""

import warnings
from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from proctor.errors import InputError
from proctor.logic.formula import Formula
from proctor.logic.lasso import Lasso
from proctor.logic.lexer import _SYMBOLS
from proctor.logic.names import KEYWORDS
from proctor.logic.parser import parse
from proctor.logic.printer import spin_text, spot_text, words_text
from proctor.logic.semantics import holds
from strategies import formulas, lassos

ODD_NAMES = ("a", "Goal", "GF", "U", "always", "door 3", "_1", "Fa", "never", "weak", "ä")


@settings(max_examples=1500, deadline=None)
@given(formulas(ODD_NAMES, max_leaves=12))
def test_text_in_spots_syntax_and_in_words_reads_back_exactly(formula: Formula) -> None:
    assert parse(spot_text(formula)) == formula
    assert parse(words_text(formula), ODD_NAMES) == formula


@settings(max_examples=500, deadline=None)
@given(formulas(max_leaves=6), lassos())
def test_text_in_spins_syntax_means_the_same(formula: Formula, lasso: Lasso) -> None:
    text = spin_text(formula)
    again = parse(text)

    assert holds(again, lasso) is holds(formula, lasso)
    assert "xor" not in text
    assert not {"W", "M", "R"} & set(text)


@settings(max_examples=400, deadline=None)
@given(formulas(max_leaves=8))
def test_no_pair_of_parentheses_is_superfluous(formula: Formula) -> None:
    text = spot_text(formula)
    for at, character in enumerate(text):
        if character != "(":
            continue
        end = matching(text, at)
        without = f"{text[:at]} {text[at + 1 : end]} {text[end + 1 :]}"

        assert parse(without) != formula


def matching(text: str, at: int) -> int:
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == "(") - (text[i] == ")")
        if not depth:
            return i
    raise AssertionError(text)


PIECES = [*_SYMBOLS, *sorted(KEYWORDS), "F", "GF", "a", "b", "3", '"x"', '"', "[1:2]", "[", "]"]
PIECES += ["visit(", "never(", " ", "\n", "\0", "\ud800", "é", "F[0:3]", "X[2]"]


@settings(max_examples=1000, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join) | st.text(max_size=20))
def test_any_text_is_a_formula_or_a_sentence_about_why_not(text: str) -> None:
    for known in (None, ["a", "b"]):
        try:
            formula = parse(text, known)
        except InputError as error:
            str(error).encode()
            continue

        assert parse(str(formula)) == formula


@pytest.fixture(name="spot", scope="module")
def _spot() -> ModuleType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        spot: ModuleType = pytest.importorskip("spot", reason="Spot is not installed")
    return spot


INFIXES = ["&", "|", "^", "xor", "->", "<->", "U", "R", "W", "M", "V", "&&", "||", "=>"]
OPERANDS = ["a", "b", "c", "!a", "F b", "GF c", "X a", "!(b)", "(c)"]
TAILS = st.lists(st.tuples(st.sampled_from(INFIXES), st.sampled_from(OPERANDS)), max_size=7)


@settings(
    max_examples=400,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(first=st.sampled_from(OPERANDS), tail=TAILS)
def test_operators_bind_as_in_spot(
    spot: ModuleType, first: str, tail: list[tuple[str, str]]
) -> None:
    text = " ".join([first, *(word for pair in tail for word in pair)])

    assert spot.formula(bracketed(parse(text))) == spot.formula(text)


@settings(
    max_examples=400,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(formula=formulas(max_leaves=10))
def test_spot_reads_our_text_as_we_mean_it(spot: ModuleType, formula: Formula) -> None:
    assert spot.formula(spot_text(formula)) == spot.formula(bracketed(formula))


def bracketed(formula: Formula) -> str:
    """Return the formula with all parentheses, written the obvious way."""
    inner = [bracketed(a) for a in formula.args]
    if not inner:
        return formula.name or formula.op.value
    if len(inner) == 1:
        return f"({formula.op.value} {inner[0]})"
    return "(" + f" {formula.op.value} ".join(inner) + ")"
