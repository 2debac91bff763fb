"""The Boolean model: the papers' optima, and what is kept when something ends the search.

The numbers are from Graebener, Badithela, Goktas, Ubellacker, Mazumdar, Ames and Murray,
"Flow-Based Synthesis of Reactive Tests for Discrete Decision-Making Systems with Temporal Logic
Specifications" (2024), Tables V and VI, and Badithela's thesis (2024), chapter 4.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from proctor.artefacts.environment import Grade
from proctor.budget import Budget
from proctor.engines.route.boolean import boolean
from proctor.engines.route.boolean_descent import Solving
from proctor.engines.route.enumerate import enumerated
from proctor.engines.route.violations import first_violation
from proctor.engines.route.world import World, make_world
from proctor.errors import SolverFault
from proctor.gallery import example
from proctor.io.problem_file import read_problem
from proctor.models.product import build_product
from proctor.progress import Event, silent
from proctor.solvers.client import Solver
from proctor.solvers.program import Program
from proctor.solvers.search import Solution


@pytest.fixture(scope="module")
def solving() -> Iterator[Solving]:
    with Solver() as solver:
        yield Solving(solver=solver)


def world_of(name: str, count: str | None = None) -> World:
    problem = read_problem(name, text=example(name).text)
    return make_world(build_product(replace(problem, count=count) if count else problem))


def proved(world: World, grade: Grade, solving: Solving, seconds: float = 60) -> object:
    """Return (F, count), or ``None`` if there is no test; either must be proved."""
    result = boolean(world, grade, Budget(seconds=seconds), solving=solving)
    assert result.complete, result.reason
    assert result.proved_by == "CP-SAT"
    if result.best is None:
        return None
    assert first_violation(world, result.best.closed, frozenset(), grade) is None
    return result.best.flow, result.best.cost[0]


@pytest.mark.parametrize(
    ("name", "flow", "cuts"),
    [
        ("example1-paper", 3, 14),
        ("example2-paper", 2, 4),
        ("beaver-paper", 2, 2),
        ("motion-paper", 3, 15),
        ("maze1-paper", 1, 3),
        ("maze2-paper", 2, 8),
        ("refueling-paper", 2, 199),
        ("patrolling-paper", 1, 13),
    ],
)
def test_the_published_optimum_is_proved(
    name: str, flow: int, cuts: int, solving: Solving
) -> None:
    assert proved(world_of(name), "paper", solving) == (flow, cuts)


def test_triggered_reaction_needs_23_cuts(solving: Solving) -> None:
    """Nothing is published; two other methods say so."""
    assert proved(world_of("triggered-paper"), "paper", solving) == (1, 23)


def test_refueling_needs_eight_walls_if_walls_are_counted(solving: Solving) -> None:
    """A search of another kind says so (cut or protect, with flow propagation)."""
    assert proved(world_of("refueling-paper", "obstacles"), "paper", solving) == (2, 8)


def test_refueling_announced_needs_eight_walls(solving: Solving) -> None:
    """design.md, section 2."""
    assert proved(world_of("refueling"), "announced", solving) == (2, 8)


def test_no_strictly_fair_refueling_test_exists(solving: Solving) -> None:
    """design.md, section 2; by learned clauses."""
    assert proved(world_of("refueling"), "strict", solving) is None
    assert proved(world_of("refueling-paper"), "strict", solving) is None


def test_progress_tells_flow_count_and_bound(solving: Solving) -> None:
    events: list[Event] = []
    boolean(world_of("maze2-paper"), "paper", Budget(), events.append, solving=solving)

    assert (events[-1].flow, events[-1].count, events[-1].bound) == (2, 8, 8)
    assert all("F = 2" in event.phase or "fewest" in event.phase for event in events)


def test_without_a_solver_one_is_started_and_ended() -> None:
    result = boolean(world_of("beaver-paper"), "paper", Budget())

    assert result.complete


def test_no_time_means_no_answer_and_no_claim(solving: Solving) -> None:
    result = boolean(world_of("refueling-paper"), "paper", Budget(seconds=0), solving=solving)

    assert not result.complete
    assert result.best is None
    assert result.flow_bound == 2


def test_no_steps_keep_what_is_known(solving: Solving) -> None:
    world = world_of("example1-paper")
    known = boolean(world, "paper", Budget(), solving=solving).best
    result = boolean(world, "paper", Budget(steps=0), silent, known, solving=solving)

    assert result.best == known
    assert not result.complete


class Stopping(Solver):
    """A solver during which somebody presses Ctrl-C once it has a solution."""

    def solve(self, program: Program, **options: Any) -> Solution:
        super().solve(program, **options)
        raise KeyboardInterrupt


def test_ctrl_c_keeps_the_best_so_far() -> None:
    world = world_of("example1-paper")
    with Stopping() as solver:
        result = boolean(world, "paper", Budget(), solving=Solving(solver=solver))

    assert result.interrupted
    assert not result.complete
    assert result.best is not None
    assert first_violation(world, result.best.closed, frozenset(), "paper") is None


class Impatient(Solver):
    """A solver during which somebody presses Ctrl-C once everything is proved."""

    def solve(self, program: Program, **options: Any) -> Solution:
        if program.hints:
            raise KeyboardInterrupt
        return super().solve(program, **options)


def test_ctrl_c_while_ties_are_polished_takes_no_proof_away() -> None:
    world = world_of("example1-paper")
    with Impatient() as solver:
        result = boolean(world, "paper", Budget(), solving=Solving(solver=solver))

    assert result.interrupted
    assert result.complete
    assert result.best is not None
    assert (result.best.flow, result.best.cost[0]) == (3, 14)


class Faulty(Solver):
    """A solver that is caught lying."""

    def solve(self, program: Program, **_options: Any) -> Solution:
        raise SolverFault(f"on {program.name}, the solver says nonsense")


def test_a_solver_that_is_caught_lying_gives_an_incomplete_result_with_a_reason() -> None:
    with Faulty() as solver:
        result = boolean(
            world_of("beaver-paper"), "paper", Budget(), solving=Solving(solver=solver)
        )

    assert not result.complete
    assert "says nonsense" in result.reason


class Forgetful(Solver):
    """A solver that was given another program: it calls an empty test an optimum."""

    def solve(self, program: Program, **_options: Any) -> Solution:
        values = (0,) * len(program.lower)
        return Solution(
            status="optimal", values=values, objective=0, bound=0, seconds=0, reason=""
        )


def test_an_optimum_that_is_no_test_is_never_accepted() -> None:
    with Forgetful() as solver:
        result = boolean(
            world_of("beaver-paper"), "paper", Budget(), solving=Solving(solver=solver)
        )

    assert result.best is None
    assert not result.complete
    assert "none" in result.reason


def test_a_solver_that_cannot_be_started_gives_a_reason() -> None:
    with Solver(command=[sys.executable, "-c", ""]) as solver:
        result = boolean(
            world_of("beaver-paper"), "paper", Budget(), solving=Solving(solver=solver)
        )

    assert not result.complete
    assert result.reason.startswith("the solver failed")


def test_ties_are_broken_as_the_enumeration_breaks_them(solving: Solving) -> None:
    world = world_of("example1-paper")
    by_definition = enumerated(world, "paper", Budget())
    result = boolean(world, "paper", Budget(), solving=solving)

    assert result.best is not None
    assert by_definition.best is not None
    assert result.best.cost == by_definition.best.cost


def test_the_proved_count_does_not_depend_on_the_seed(solving: Solving) -> None:
    world = world_of("maze2-paper")
    for seed in range(3):
        again = replace(solving, seed=seed)
        assert proved(world, "paper", again) == (2, 8)
