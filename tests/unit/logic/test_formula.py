"""Formulas are compared by value, never change, and may be very deep or wide."""

import pytest

from proctor.errors import InputError
from proctor.logic.formula import (
    FALSE,
    TRUE,
    atom,
    conjunction,
    disjunction,
    negation,
    postorder,
    propositions,
    unary,
)
from proctor.logic.ops import Op
from proctor.logic.parser import parse


def test_formulas_are_equal_by_value() -> None:
    assert parse("G(a -> F b)") == parse("[](a => <>b)")
    assert len({parse("F a"), parse("<>a"), parse("F b")}) == 2
    assert parse("a & b") != parse("b & a")
    assert parse("a") != "a"


def test_a_formula_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="cannot be changed"):
        atom("a").name = "b"


def test_chains_are_flat() -> None:
    a, b, c = map(atom, "abc")

    assert conjunction([conjunction([a, b]), c]) == conjunction([a, b, c])
    assert disjunction([]) == FALSE
    assert conjunction([]) == TRUE
    assert conjunction([a]) is a


def test_deep_formulas_are_compared_and_walked() -> None:
    one = two = atom("a")
    for _ in range(100_000):
        one, two = negation(one), negation(two)

    assert one == two
    assert sum(1 for _ in postorder(one)) == 100_001
    assert propositions(one) == ("a",)


def test_too_many_parts_are_refused() -> None:
    formula = atom("a")
    while formula.size < 400_000:
        formula = conjunction([unary(Op.NEXT, formula), unary(Op.FINALLY, formula)])

    with pytest.raises(InputError, match="the limit is 1000000"):
        conjunction([formula, formula, formula])
