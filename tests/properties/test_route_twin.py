"""The finder against a twin that tries every set of closings, on thousands of small worlds."""

import os
from collections import Counter
from dataclasses import replace

import pytest
from numpy.random import default_rng

from proctor.artefacts.environment import Environment, Grade
from proctor.artefacts.outcome import Found, Infeasible, Outcome
from proctor.engines.route.dispatch import route
from proctor.errors import InputError
from proctor.models.problem import Problem
from twin import GRADES, Answer, Board, best, board_of, figures_of
from worlds import (
    CORRIDOR,
    OPEN_GRID,
    RING,
    SMALL_FUEL,
    Variant,
    random_problem,
    random_text,
    read,
)

BLOCKS = 10  # so that several workers can share the worlds
DEEP = bool(os.environ.get("PROCTOR_DEEP"))
WORLDS = 2000 if DEEP else 200
MOST_DECISIONS = 10  # the twin tries 2^10 choices then
VARIANTS = {
    "with other names": Variant(names={"a": "zeta", "b": "beta", "T": "alpha", "bad": "omega"}),
    "mirrored": Variant(mirrored=True),
    "with an unreachable room": Variant(with_room=True),
    "with a redundant requirement": Variant(with_redundancy=True),
}


@pytest.mark.parametrize("block", range(BLOCKS))
def test_route_finds_what_trying_every_choice_finds(block: int) -> None:
    seen = Counter[str]()
    for number, (problem, board) in enumerate(_worlds(block)):
        answers = best(problem, board)
        for grade in GRADES:
            seen[_agrees(problem, board, grade, answers[grade], (block, number))] += 1

    assert seen["found"] > WORLDS / 2
    assert seen["infeasible"] > WORLDS / 2
    assert seen["undecided"] <= WORLDS / 50


@pytest.mark.parametrize("block", range(BLOCKS))
def test_the_fairest_test_has_the_first_grade_that_is_possible(block: int) -> None:
    for number, (problem, board) in enumerate(_worlds(block, share=5)):
        answers = best(problem, board)
        first = next((grade for grade in GRADES if answers[grade]), None)
        outcome = route(replace(problem, fairness="fairest"), method="enumerate")

        if isinstance(outcome, Found):
            assert outcome.test.fairness == first, (block, number)
            assert _answer(problem, outcome.test) == answers[outcome.test.fairness]
        elif isinstance(outcome, Infeasible):
            assert first is None, (block, number)


@pytest.mark.parametrize("change", VARIANTS)
def test_a_change_that_means_nothing_changes_nothing(change: str) -> None:
    compared = 0
    for number in range(WORLDS // 2):
        plain = _summary(number, Variant())
        changed = _summary(number, VARIANTS[change])

        assert changed == plain, number
        compared += plain not in {"refused", "undecided"}
    assert compared > WORLDS / 4


@pytest.mark.parametrize("text", [CORRIDOR, OPEN_GRID, RING, SMALL_FUEL])
@pytest.mark.parametrize("conventions", ["default", "paper"])
def test_the_named_worlds_are_solved_as_by_trying_everything(
    text: str, conventions: str
) -> None:
    problem = read(text, conventions=conventions)
    board = board_of(problem)

    answers = best(problem, board)
    for grade in GRADES:
        assert _agrees(problem, board, grade, answers[grade]) != "undecided"


@pytest.mark.parametrize("conventions", ["default", "paper"])
def test_a_proposition_that_holds_nowhere_may_be_spoken_of(conventions: str) -> None:
    problem = read(_corridor(system="F T & G !bad", test="F a"), conventions=conventions)

    for grade in GRADES:
        assert _agrees(problem, board_of(problem), grade, best(problem)[grade]) == "found"


@pytest.mark.parametrize("test", ["X here | F b", "F(b & X a)", "X !a & F a", "X X a"])
def test_a_test_objective_may_speak_of_the_next_step(test: str) -> None:
    problem = read(_corridor(system="F T", test=test))

    for grade in GRADES:
        _agrees(problem, board_of(problem), grade, best(problem)[grade])


def test_a_start_that_ends_the_run_leaves_no_way() -> None:
    problem = read(_corridor(system="F T", test="F T").replace("'S'", "'r0c0'"))

    for grade in GRADES:
        assert _agrees(problem, board_of(problem), grade, best(problem)[grade]) == "infeasible"


def _worlds(block: int, *, share: int = 1) -> list[tuple[Problem, Board]]:
    """The worlds of a block that are small enough for the twin; all, or one of ``share``."""
    found: list[tuple[Problem, Board]] = []
    number = 0
    while len(found) < WORLDS // share:
        problem = random_problem(default_rng([block, number]))
        number += 1
        if problem is not None:
            board = board_of(problem)
            if 0 < board.decisions <= MOST_DECISIONS:
                found.append((problem, board))
    return found


def _agrees(
    problem: Problem, board: Board, grade: Grade, expected: Answer | None, where: object = ""
) -> str:
    """Compare finder and twin at one grade; return how the finder ended."""
    outcome: Outcome[Environment] = route(replace(problem, fairness=grade), method="enumerate")
    if isinstance(outcome, Infeasible):
        assert expected is None, (where, grade, outcome.reason)
        return "infeasible"
    if not isinstance(outcome, Found):
        return "undecided"
    environment = outcome.test
    figures = figures_of(problem, environment, board)
    assert outcome.certificate.verdict == "confirmed", (where, grade)
    assert outcome.stats.optimal is True, (where, grade)
    assert environment.fairness == grade, where
    assert _answer(problem, environment) == expected, (where, grade)
    assert grade in figures.grades, (where, grade)
    for figure in ("flow", "obstacles", "closings", "cuts", "stranded"):
        assert getattr(environment, figure) == getattr(figures, figure), (where, grade, figure)
    return "found"


def _answer(problem: Problem, environment: Environment) -> Answer:
    weight, closings, cuts = environment.obstacles, environment.closings, environment.cuts
    if problem.counted == "edges":
        return environment.flow, (cuts, weight, closings)
    return environment.flow, (weight, closings, cuts)


def _summary(number: int, variant: Variant) -> object:
    """How good the best strict test of a world is, whatever it looks like."""
    try:
        problem = read(random_text(default_rng(number), variant))
    except InputError:
        return "refused"
    outcome = route(replace(problem, fairness="strict"))
    if isinstance(outcome, Found):
        return _answer(problem, outcome.test)
    return "infeasible" if isinstance(outcome, Infeasible) else "undecided"


def _corridor(*, system: str, test: str) -> str:
    return f"""
format = 1
[system]
map = '''
T . S a
b . . T
'''
start = 'S'
terminal = ['T']
[labels]
bad = "row == 5"
here = "row == 0 and column == 2"
[objective]
system = "{system}"
test = "{test}"
[environment]
kind = "static"
"""
