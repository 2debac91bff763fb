"""Rests of formulas agree with the reference semantics, one letter at a time."""

from hypothesis import given, settings

from proctor.logic.formula import Formula
from proctor.logic.lasso import Lasso, Letter
from proctor.logic.progression import Progression
from proctor.logic.semantics import holds, holds_at_end
from proctor.logic.simplify import negation_normal_form
from strategies import formulas, lassos, letters


def after_first(lasso: Lasso) -> Lasso:
    """Return the lasso without its first letter."""
    if lasso.prefix:
        return Lasso(lasso.prefix[1:], lasso.cycle)
    return Lasso((), (*lasso.cycle[1:], lasso.cycle[0]))


def first(lasso: Lasso) -> Letter:
    return (*lasso.prefix, *lasso.cycle)[0]


@settings(max_examples=1000, deadline=None)
@given(formulas(), lassos())
def test_a_word_satisfies_a_formula_iff_the_next_word_satisfies_the_rest(
    formula: Formula, lasso: Lasso
) -> None:
    progression = Progression(formula)
    rest = progression.start
    word = lasso
    truth = holds(formula, lasso)

    assert holds(rest.formula(), lasso) is truth
    for _ in range(4):
        rest = progression.after(rest, first(word))
        word = after_first(word)
        assert holds(rest.formula(), word) is truth


@settings(max_examples=300, deadline=None)
@given(formulas(max_leaves=5), lassos())
def test_a_rest_that_is_true_or_false_decides_the_formula(
    formula: Formula, lasso: Lasso
) -> None:
    progression = Progression(formula)
    rest = progression.start
    word = lasso
    for _ in range(6):
        rest = progression.after(rest, first(word))
        word = after_first(word)
    if rest.is_true or rest.is_false:
        assert holds(formula, lasso) is rest.is_true


@settings(max_examples=400, deadline=None)
@given(formulas(max_leaves=6), letters(), letters())
def test_equal_rests_come_from_equal_formulas_only(
    formula: Formula, one: Letter, two: Letter
) -> None:
    progression = Progression(formula)
    left = progression.after(progression.start, one)
    right = progression.after(progression.start, two)

    assert (left == right) == (left.formula() == right.formula())


@settings(max_examples=500, deadline=None)
@given(formulas(), lassos())
def test_negation_normal_form_keeps_the_meaning(formula: Formula, lasso: Lasso) -> None:
    assert holds(negation_normal_form(formula), lasso) is holds(formula, lasso)


@settings(max_examples=300, deadline=None)
@given(formulas(max_leaves=6), lassos())
def test_a_finite_run_is_judged_by_its_last_letter_for_ever(
    formula: Formula, lasso: Lasso
) -> None:
    run = (*lasso.prefix, *lasso.cycle)
    progression = Progression(formula)
    rest = progression.start
    for letter in run[:-1]:
        rest = progression.after(rest, letter)

    assert holds(rest.formula(), Lasso((), (run[-1],))) is holds_at_end(formula, run)
