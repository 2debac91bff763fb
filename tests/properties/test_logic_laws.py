"""The laws of linear temporal logic hold in the reference semantics."""

import pytest
from hypothesis import given, settings

from proctor.logic.formula import Formula, postorder
from proctor.logic.lasso import Lasso
from proctor.logic.ops import Op
from proctor.logic.parser import parse
from proctor.logic.semantics import holds
from proctor.logic.simplify import negation_normal_form
from strategies import formulas, lassos

LAWS = [
    ("!X a", "X !a"),
    ("!F a", "G !a"),
    ("!(a U b)", "!a R !b"),
    ("!(a W b)", "!a M !b"),
    ("F a", "1 U a"),
    ("G a", "0 R a"),
    ("F a", "a | XF a"),
    ("G a", "a & XG a"),
    ("a U b", "b | a & X(a U b)"),
    ("a W b", "b | a & X(a W b)"),
    ("a R b", "b & (a | X(a R b))"),
    ("a M b", "b & (a | X(a M b))"),
    ("a W b", "G a | a U b"),
    ("a M b", "b U (a & b)"),
    ("a U b", "a W b & F b"),
    ("a R b", "b W (a & b)"),
    ("a -> b", "!a | b"),
    ("a xor b", "!(a <-> b)"),
    ("GF(a | b)", "GF a | GF b"),
    ("FG(a & b)", "FG a & FG b"),
]


@pytest.mark.parametrize(("left", "right"), LAWS)
@settings(max_examples=60, deadline=None)
@given(a=formulas(max_leaves=3), b=formulas(max_leaves=3), lasso=lassos())
def test_both_sides_of_a_law_agree(
    left: str, right: str, a: Formula, b: Formula, lasso: Lasso
) -> None:
    texts = [with_parts(side, a, b) for side in (left, right)]
    one, two = map(parse, texts)

    assert holds(one, lasso) is holds(two, lasso)


def with_parts(law: str, a: Formula, b: Formula) -> str:
    """Put formulas in the places of ``a`` and ``b``."""
    return "".join({"a": f"({a})", "b": f"({b})"}.get(c, c) for c in law)


@settings(max_examples=300, deadline=None)
@given(formulas(max_leaves=6), lassos())
def test_a_cycle_may_be_unrolled(formula: Formula, lasso: Lasso) -> None:
    longer = Lasso((*lasso.prefix, *lasso.cycle), (*lasso.cycle, *lasso.cycle))

    assert holds(formula, longer) is holds(formula, lasso)


@settings(max_examples=300, deadline=None)
@given(formulas())
def test_negation_normal_form_negates_propositions_only(formula: Formula) -> None:
    for part in postorder(negation_normal_form(formula)):
        assert part.op not in {Op.IMPLIES, Op.IFF, Op.XOR}
        assert part.op is not Op.NOT or part.args[0].op is Op.ATOM
