"""A formula is explained by words that were judged by its meaning, not by its automaton."""

import pytest
from hypothesis import given, settings

from proctor.automata.explain import explain
from proctor.errors import InputError, SpecSyntaxError
from proctor.logic.examples import telling_word
from proctor.logic.formula import Formula
from proctor.logic.parser import parse
from proctor.logic.semantics import holds
from strategies import formulas


@given(formula=formulas(max_leaves=5))
@settings(deadline=None, max_examples=60)
def test_the_word_for_a_formula_satisfies_it(formula: Formula) -> None:
    word = telling_word(formula)

    assert word is None or holds(formula, word)


@given(formula=formulas(max_leaves=4))
@settings(deadline=None, max_examples=40)
def test_one_of_two_words_is_always_found_and_both_are_right(formula: Formula) -> None:
    told = explain(str(formula))

    assert told.accepts is not None or told.rejects is not None
    assert told.accepts is None or holds(formula, told.accepts)
    assert told.rejects is None or not holds(formula, told.rejects)


@pytest.mark.parametrize(
    ("text", "accepts", "rejects"),
    [
        ("F(a & F b)", "{a} ({b})^w", "{b} ({a})^w"),
        ("G(call -> F reply)", "{call} ({reply})^w", "{reply} ({call})^w"),
        ("G !crash", "({})^w", "({crash})^w"),
        ("F a", "({a})^w", "({})^w"),
        ("GF a", "({a})^w", "{a} ({})^w"),
        ("F(a & b)", "({a,b})^w", "{a} ({b})^w"),
    ],
)
def test_words_are_short_and_telling(text: str, accepts: str, rejects: str) -> None:
    told = explain(text)

    assert (str(told.accepts), str(told.rejects)) == (accepts, rejects)


def test_what_is_always_true_or_never_has_one_word_only() -> None:
    assert explain("a | !a").rejects is None
    assert explain("a & !a").accepts is None
    assert "no word satisfies it" in explain("a & !a").notes


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("G p", "safety"),
        ("F p", "guarantee"),
        ("GF p", "recurrence"),
        ("FG p", "persistence"),
        ("FG p | GF q", "reactivity"),
        ("X p", "bounded number"),
        ("G p | F q", "obligation"),
    ],
)
def test_the_class_of_a_formula_is_named_and_described(text: str, kind: str) -> None:
    told = explain(text)

    assert kind in told.class_name
    assert told.promise


def test_the_automaton_is_deterministic_when_there_is_such_a_one() -> None:
    one, other = explain("GF a").automaton, explain("FG a").automaton

    assert one is not None
    assert one.is_deterministic
    assert other is not None
    assert not other.is_deterministic


def test_spellings_parse_to_the_same() -> None:
    told = explain("always (call implies eventually reply)")

    assert parse(told.spot) == parse(told.spin) == parse(told.spelled) == told.formula


def test_only_declared_propositions_may_be_spoken_of() -> None:
    with pytest.raises(InputError, match="gaol"):
        explain("F gaol", ["goal"])
    with pytest.raises(SpecSyntaxError):
        explain("F (goal")


def test_deep_formulas_are_explained_without_recursion() -> None:
    told = explain("!" * 1999 + "a")

    assert told.accepts is not None
    assert told.rejects is not None
