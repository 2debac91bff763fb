"""The syntactic classes, against Manna and Pnueli's examples and against Spot."""

import warnings
from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings

from proctor.logic import classes
from proctor.logic.classes import Promise, promises
from proctor.logic.formula import Formula, negation
from proctor.logic.parser import parse
from proctor.logic.printer import spot_text
from strategies import formulas

FROM_THE_PAPER = {
    "G p": "SAFETY OBLIGATION RECURRENCE PERSISTENCE",
    "F p": "GUARANTEE OBLIGATION RECURRENCE PERSISTENCE",
    "G p | F q": "OBLIGATION RECURRENCE PERSISTENCE",
    "GF p": "RECURRENCE",
    "FG p": "PERSISTENCE",
    "GF p | FG q": "",
    "G(p -> F q)": "RECURRENCE",
    "p -> G q": "SAFETY OBLIGATION RECURRENCE PERSISTENCE",
    "p U q": "GUARANTEE OBLIGATION RECURRENCE PERSISTENCE",
    "p W q": "SAFETY OBLIGATION RECURRENCE PERSISTENCE",
    "!(p W q)": "GUARANTEE OBLIGATION RECURRENCE PERSISTENCE",
}


@pytest.mark.parametrize(("text", "names"), FROM_THE_PAPER.items())
def test_examples_of_manna_and_pnueli_are_where_they_belong(text: str, names: str) -> None:
    assert promises(parse(text)) == sum_of(names)


def sum_of(names: str) -> Promise:
    result = Promise(0)
    for name in names.split():
        result |= Promise[name]
    return result


def test_each_question_reads_its_own_class() -> None:
    assert classes.is_syntactic_safety(parse("G !a"))
    assert classes.is_syntactic_guarantee(parse("F(a & F b)"))
    assert classes.is_syntactic_obligation(parse("F a & G !b"))
    assert classes.is_syntactic_recurrence(parse("F a & G(b -> F c)"))
    assert classes.is_syntactic_persistence(parse("FG a"))
    assert not classes.is_syntactic_recurrence(parse("FG a"))
    assert not classes.is_syntactic_guarantee(parse("G a"))
    assert not classes.is_syntactic_safety(parse("F a"))
    assert not classes.is_syntactic_obligation(parse("GF a"))
    assert not classes.is_syntactic_persistence(parse("GF a"))


@settings(max_examples=200, deadline=None)
@given(formulas())
def test_negation_swaps_the_classes(formula: Formula) -> None:
    here, there = promises(formula), promises(negation(formula))

    for one, other in (("SAFETY", "GUARANTEE"), ("RECURRENCE", "PERSISTENCE")):
        assert (Promise[one] in here) == (Promise[other] in there)
    assert (Promise.OBLIGATION in here) == (Promise.OBLIGATION in there)


@pytest.fixture(name="spot")
def _spot() -> ModuleType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        spot: ModuleType = pytest.importorskip("spot", reason="Spot is not installed")
    return spot


# What Spot's classes, by letter, are contained in.
CONTAINED = {
    "B": Promise.SAFETY | Promise.GUARANTEE,
    "S": Promise.SAFETY | Promise.OBLIGATION | Promise.RECURRENCE | Promise.PERSISTENCE,
    "G": Promise.GUARANTEE | Promise.OBLIGATION | Promise.RECURRENCE | Promise.PERSISTENCE,
    "O": Promise.OBLIGATION | Promise.RECURRENCE | Promise.PERSISTENCE,
    "R": Promise.RECURRENCE,
    "P": Promise.PERSISTENCE,
    "T": Promise(0),
}
CONTAINED["B"] |= CONTAINED["O"]


@settings(
    max_examples=250,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(formula=formulas(max_leaves=6, constants=False))
def test_what_we_claim_is_what_spot_decides(spot: ModuleType, formula: Formula) -> None:
    decided = CONTAINED[spot.mp_class(spot.formula(spot_text(formula)))]

    assert promises(formula) & ~decided == Promise(0)
