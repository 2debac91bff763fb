"""How formulas are written, and what is too long to write."""

from time import perf_counter

import pytest

from proctor.errors import InputError
from proctor.logic.formula import atom, binary, negation, unary
from proctor.logic.ops import Op
from proctor.logic.parser import parse
from proctor.logic.printer import spin_text, spot_text, words_text

WRITTEN = [
    ("G(a -> F b)", "[](a -> <>b)", "always (a implies eventually b)"),
    ("GF !a & X(b U c)", "[]<>!a && X(b U c)", "always eventually not a and next (b until c)"),
    ("a R b | 1", "a V b || true", "a release b or true"),
    ('F "door 3"', '<>"door 3"', 'eventually "door 3"'),
    ("a W b", "[]a || a U b", "a weak until b"),
    ("a M b", "b U (a && b)", "a strong release b"),
    ("a xor b", "!(a <-> b)", "a xor b"),
    ("a xor b xor (c xor d)", None, "a xor b xor (c xor d)"),
    ("(a -> b) -> c -> d", "(a -> b) -> c -> d", "(a implies b) implies c implies d"),
    ("(a U b) U c U d", "(a U b) U c U d", "(a until b) until c until d"),
]


@pytest.mark.parametrize(("spot", "spin", "words"), WRITTEN)
def test_each_syntax_has_its_own_signs(spot: str, spin: str | None, words: str) -> None:
    formula = parse(spot)

    assert spot_text(formula) == spot
    assert words_text(formula) == words
    assert spin is None or spin_text(formula) == spin


def test_names_that_would_be_read_otherwise_are_quoted() -> None:
    for name in ("F", "GF", "U", "always", "two words", "1", "é"):
        assert spot_text(negation(atom(name))) == f'!"{name}"'


def test_very_deep_formulas_are_printed() -> None:
    formula = atom("a")
    for _ in range(50_000):
        formula = unary(Op.NEXT, formula)

    assert spot_text(formula) == "X" * 50_000 + " a"


def test_what_doubles_at_every_level_in_spin_is_refused() -> None:
    formula = atom("a")
    for _ in range(60):
        formula = binary(Op.WEAK, formula, atom("b"))
    begin = perf_counter()

    with pytest.raises(InputError, match="pieces in Spin's syntax"):
        spin_text(formula)
    assert perf_counter() - begin < 20
    assert parse(spot_text(formula)) == formula
