"""The textbook MILPs as methods, against enumeration and against solvers that lie."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from numpy.random import default_rng

from proctor.budget import Budget
from proctor.engines.route.enumerate import enumerated
from proctor.engines.route.result import Result, choice_of
from proctor.engines.route.textbook import relaxation, textbook, textbook_grouped
from proctor.engines.route.textbook_counts import sizes_of
from proctor.engines.route.textbook_parts import find_parts
from proctor.engines.route.textbook_program import write
from proctor.engines.route.violations import first_violation
from proctor.engines.route.world import World, make_world
from proctor.errors import InputError, SolverFault
from proctor.models.product import build_product
from proctor.progress import Event
from proctor.solvers.client import Solver
from proctor.solvers.program import Program
from worlds import CORRIDOR, EXAMPLE_1, EXAMPLE_2, OPEN_GRID, random_problem, read

WORLDS = 120
MOST_UNITS = 12


@pytest.fixture(scope="module")
def solver() -> Iterator[Solver]:
    with Solver() as one:
        yield one


def _world(text: str, *, conventions: str = "paper") -> World:
    return make_world(build_product(read(text, conventions=conventions)))


def _expressible(seed: int) -> World | None:
    problem = random_problem(default_rng(seed))
    if problem is None:
        return None
    world = make_world(build_product(problem))
    try:
        find_parts(world)
    except InputError:
        return None
    return world if len(world.units) <= MOST_UNITS else None


def _told(result: Result) -> tuple[int, int] | None:
    return (result.best.flow, result.best.cost[0]) if result.best else None


def test_both_forms_find_what_enumeration_finds_on_random_worlds(solver: Solver) -> None:
    seen = Counter[str]()
    for seed in range(WORLDS):
        world = _expressible(seed)
        if world is None:
            continue
        expected = enumerated(world, "paper", Budget())
        counted = world.product.problem.counted
        for method in (textbook_grouped, *([textbook] if counted == "edges" else [])):
            found = method(world, "paper", Budget(), solver=solver)

            assert found.complete, seed
            assert _told(found) == _told(expected), seed
            if found.best is not None:
                wrong = first_violation(world, found.best.closed, frozenset(), "paper")
                assert wrong is None, seed
            seen[world.kind] += 1
            seen["found" if found.best else "infeasible"] += 1

    assert min(seen[key] for key in ("static", "reactive", "mixed", "found", "infeasible")) > 5


def test_the_literal_program_has_the_size_that_the_formula_says() -> None:
    for seed in range(WORLDS):
        world = _expressible(seed)
        if world is None or world.product.problem.counted == "obstacles":
            continue
        parts = find_parts(world)
        sizes = sizes_of(parts)
        program = write(parts, grouped=False, flow=1).program

        assert program.counts == (sizes.variables, sizes.binaries, sizes.rows), seed


def test_both_forms_have_the_same_bound_at_the_root(solver: Solver) -> None:
    product = build_product(read(EXAMPLE_2, conventions="paper"))

    bounds = [
        relaxation(product, flow=2, grouped=grouped, solver=solver) for grouped in (False, True)
    ]

    assert bounds == pytest.approx([3.5, 3.5])
    assert relaxation(product, flow=3, grouped=True, solver=solver) == float("inf")


def test_a_known_optimum_is_kept_and_proved(solver: Solver) -> None:
    world = _world(EXAMPLE_2)
    best = enumerated(world, "paper", Budget()).best

    found = textbook(world, "paper", Budget(), known=best, solver=solver)

    assert found.best is best
    assert (found.complete, found.proved_by, found.bound) == (True, "HiGHS", 4)


def test_a_known_choice_is_beaten(solver: Solver) -> None:
    world = _world(EXAMPLE_1)
    best = enumerated(world, "paper", Budget()).best
    assert best is not None
    known = next(
        choice_of(world, best.closed | {unit})
        for unit in range(len(world.units))
        if unit not in best.closed
        and first_violation(world, best.closed | {unit}, frozenset(), "paper") is None
    )
    assert known.rank < best.rank

    found = textbook_grouped(world, "paper", Budget(), known=known, solver=solver)

    assert found.complete
    assert _told(found) == (3, 14)


def test_nothing_is_closed_where_nothing_need_be(solver: Solver) -> None:
    world = _world(CORRIDOR.replace("T . S a T", "S a T"))

    found = textbook(world, "paper", Budget(), solver=solver)

    assert found.complete
    assert _told(found) == (1, 0)


def test_a_limit_of_no_time_proves_nothing(solver: Solver) -> None:
    found = textbook(_world(EXAMPLE_1), "paper", Budget(seconds=0), solver=solver)

    assert not found.complete
    assert found.best is None


def test_ctrl_c_ends_the_search_and_keeps_what_is_known(solver: Solver) -> None:
    world = _world(EXAMPLE_1)
    best = enumerated(world, "paper", Budget()).best

    def interrupt(_event: Event) -> None:
        raise KeyboardInterrupt

    found = textbook(world, "paper", Budget(), interrupt, best, solver=solver)

    assert found.interrupted
    assert found.best is best
    assert not found.complete


@pytest.mark.parametrize("grade", ["strict", "announced"])
def test_only_the_papers_grade_is_known(grade: Any) -> None:
    with pytest.raises(InputError, match=f"does not know the grade of fairness {grade}"):
        textbook_grouped(_world(OPEN_GRID), grade, Budget())


def test_obstacles_are_counted_in_the_grouped_form_only(solver: Solver) -> None:
    problem = replace(read(EXAMPLE_1, conventions="paper"), count="obstacles")
    world = make_world(build_product(problem))

    with pytest.raises(InputError, match='count = "obstacles"'):
        textbook(world, "paper", Budget())
    found = textbook_grouped(world, "paper", Budget(), solver=solver)
    assert _told(found) == (3, 4)


def test_rules_are_not_known() -> None:
    rule = "rule = [{ at_most = 1, among = 'row == 0' }]\n"

    with pytest.raises(InputError, match="does not know rules"):
        textbook_grouped(_world(OPEN_GRID + rule), "paper", Budget())


def test_steps_that_two_places_block_together_are_not_known() -> None:
    text = """
format = 1
[system]
transitions = ["s -> a by walk", "s -> a by jump", "a -> t", "s -> t"]
start = "s"
terminal = ["t"]
[system.labels]
done = ["t"]
seen = ["a"]
[objective]
system = "F done"
test = "F seen"
[environment]
kind = "static"
bidirectional = false
"""
    with pytest.raises(InputError, match="that several places block together, such as s in q0"):
        textbook_grouped(_world(text), "paper", Budget())


class _Liar(Solver):
    """Passes on what a solver says, changed."""

    def __init__(self, closed: float | None) -> None:
        super().__init__()
        self.closed = closed

    def solve(self, program: Program, **options: Any) -> Any:
        truth = super().solve(program, **{**options, "on_progress": None})
        if self.closed is None or truth.values is None:
            return truth
        binaries = sum(program.whole)
        values = (self.closed,) * binaries + truth.values[binaries:]
        return replace(truth, values=values, objective=program.value(values))


@pytest.mark.parametrize(
    ("closed", "said"),
    [(0, "is no valid test"), (1, "is no valid test"), (None, "")],
)
def test_a_wrong_solution_is_not_believed(closed: float | None, said: str) -> None:
    told: list[str] = []
    with _Liar(closed) as liar:
        found = textbook(
            _world(EXAMPLE_2),
            "paper",
            Budget(),
            lambda event: told.append(event.phase),
            solver=liar,
        )

    assert found.complete is (not said)
    assert any("HiGHS is not believed" in phase and said in phase for phase in told) is bool(
        said
    )


class _Boaster(Solver):
    """Calls anything an optimum."""

    def solve(self, program: Program, **options: Any) -> Any:
        most = super().solve(
            replace(program, cost=tuple((-c, v) for c, v in program.cost)), **options
        )
        assert most.values is not None
        return replace(most, status="optimal", objective=program.value(most.values), bound=None)


def test_a_false_optimum_is_kept_as_a_test_but_not_believed() -> None:
    told: list[str] = []
    with _Boaster() as boaster:
        found = textbook(
            _world(EXAMPLE_2),
            "paper",
            Budget(),
            lambda event: told.append(event.phase),
            solver=boaster,
        )

    assert not found.complete
    assert found.best is not None
    assert any("HiGHS is not believed: it says that" in phase for phase in told)


class _Broken(Solver):
    """Finds that its worker contradicts the program."""

    def solve(self, program: Program, **_options: Any) -> Any:
        raise SolverFault(f"on {program.name}, the solver returned a solution that is none")


def test_a_fault_of_the_solver_is_told_and_proves_nothing() -> None:
    told: list[str] = []
    found = textbook_grouped(
        _world(EXAMPLE_2),
        "paper",
        Budget(),
        lambda event: told.append(event.phase),
        solver=_Broken(),
    )

    assert not found.complete
    assert any("a solution that is none" in phase for phase in told)
