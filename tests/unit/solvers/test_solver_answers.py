"""Both solvers find what brute force finds, and say how sure they are."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proctor.errors import InputError
from proctor.solvers.client import Solver
from proctor.solvers.messages import Kind
from proctor.solvers.program import Number, ProgramBuilder
from unit.solvers.programs import brute_force, market_split, random_program, wide

KINDS: tuple[Kind, ...] = ("cp-sat", "highs")


@pytest.fixture(scope="module")
def solver() -> Iterator[Solver]:
    with Solver() as made:
        yield made


@pytest.mark.parametrize("kind", KINDS)
@given(seed=st.integers(0, 100_000))
def test_small_programs_have_the_optimum_of_brute_force(
    solver: Solver, kind: Kind, seed: int
) -> None:
    program = random_program(seed)
    least = brute_force(program)

    found = solver.solve(program, kind=kind, seconds=20)

    assert found.status == ("infeasible" if least is None else "optimal"), found.reason
    assert found.objective == least
    assert found.bound == least
    assert found.values is None or program.check(found.values) is None


@pytest.mark.parametrize("kind", KINDS)
def test_an_assignment_is_solved(solver: Solver, kind: Kind) -> None:
    costs = [[4, 2, 8], [4, 3, 7], [3, 1, 6]]
    builder = ProgramBuilder("assignment")
    chosen = [[builder.boolean() for _ in row] for row in costs]
    for line in (*chosen, *zip(*chosen, strict=True)):
        builder.exactly_one([v + 1 for v in line])
    builder.minimise(
        (cost, v)
        for row, line in zip(costs, chosen, strict=True)
        for cost, v in zip(row, line, strict=True)
    )

    found = solver.solve(builder.build(), kind=kind, seconds=20)

    # 4 + 7 + 1 and 2 + 4 + 6; the other four assignments cost 13 or more.
    assert (found.status, found.objective) == ("optimal", 12)
    assert found.values is not None
    assert sum(found.holds(v + 1) for row in chosen for v in row) == 3
    assert all(found.holds(-(v + 1)) != found.holds(v + 1) for v in chosen[0])


def test_a_relaxed_knapsack_is_filled_greedily(solver: Solver) -> None:
    builder = ProgramBuilder("knapsack")
    weights, prices = [3, 5, 7, 4], [6, 9, 10, 3]
    chosen = list(builder.booleans(4))
    builder.row(zip(weights, chosen, strict=True), high=10)
    builder.minimise((-price, v) for price, v in zip(prices, chosen, strict=True))
    program = builder.build()

    # The best by price per weight are taken whole, and 2 of 7 of the third.
    relaxed = solver.solve(program.relaxed(), kind="highs", seconds=20)
    assert relaxed.status == "optimal"
    assert relaxed.objective == pytest.approx(-(6 + 9 + 10 * 2 / 7))
    assert relaxed.bound == pytest.approx(relaxed.objective)
    for kind in KINDS:
        # The first and third weigh 10 together.
        assert solver.solve(program, kind=kind, seconds=20).objective == -16


def test_whole_and_continuous_variables_mix(solver: Solver) -> None:
    builder = ProgramBuilder("mixed")
    door, flow = builder.boolean(), builder.number(0, 2.5, whole=False)
    builder.row([(1, flow), (-2, door)], high=0.25)
    builder.row([(1, flow)], low=1.5)
    builder.minimise([(2, door), (1, flow)])

    found = solver.solve(builder.build(), kind="highs", seconds=20)

    assert found.values == pytest.approx((1, 1.5))
    assert found.values is not None
    assert isinstance(found.values[0], int)
    assert found.bound == pytest.approx(3.5)


@pytest.mark.parametrize("kind", KINDS)
def test_programs_without_variables_or_objective_are_solved(solver: Solver, kind: Kind) -> None:
    assert solver.solve(ProgramBuilder("nothing").build(), kind=kind, seconds=20).values == ()
    builder = ProgramBuilder("no objective")
    a = builder.boolean()
    builder.clause([a + 1])
    found = solver.solve(builder.build(), kind=kind, seconds=20)
    assert (found.status, found.values, found.objective) == ("optimal", (1,), 0)
    builder.clause([])
    assert solver.solve(builder.build(), kind=kind, seconds=20).status == "infeasible"


@pytest.mark.parametrize("kind", KINDS)
def test_better_solutions_and_bounds_are_told_while_it_works(
    solver: Solver, kind: Kind
) -> None:
    heard: list[tuple[float | None, float | None, tuple[Number, ...] | None]] = []
    program = market_split()

    found = solver.solve(
        program, kind=kind, seconds=0.8, on_progress=lambda *news: heard.append(news)
    )

    assert found.status == "feasible"
    assert "the limit of 0.8 seconds" in found.reason
    objectives = [objective for objective, _, values in heard if values is not None]
    assert objectives == sorted(set(map(float, objectives)), reverse=True)  # type: ignore[arg-type]
    assert objectives[-1] == found.objective
    bounds = [bound for _, bound, values in heard if values is None]
    assert bounds == sorted(bounds)  # type: ignore[type-var]
    assert found.bound == 0
    assert all(program.check(values) is None for _, _, values in heard if values)


@pytest.mark.parametrize("kind", KINDS)
def test_a_search_stops_at_what_is_good_enough(solver: Solver, kind: Kind) -> None:
    found = solver.solve(market_split(), kind=kind, seconds=20, stop_at=2000)

    assert found.status == "feasible"
    assert found.objective is not None
    assert found.objective <= 2000
    assert found.seconds < 5
    assert found.reason == "it is good enough"


@pytest.mark.parametrize("kind", KINDS)
def test_a_complete_hint_is_a_first_solution(solver: Solver, kind: Kind) -> None:
    builder = ProgramBuilder("hinted")
    chosen = builder.booleans(3)
    builder.clause([v + 1 for v in chosen])
    builder.minimise((v + 1, v) for v in chosen)
    for v in chosen:
        builder.hint(v, 1)

    assert solver.solve(builder.build(), kind=kind, seconds=20).objective == 1
    at_once = solver.solve(builder.build(), kind=kind, seconds=0)
    assert (at_once.values is not None, at_once.status != "unknown") == (True, True)


@pytest.mark.parametrize("kind", KINDS)
def test_a_bad_or_partial_hint_changes_no_optimum(solver: Solver, kind: Kind) -> None:
    # HiGHS would take a hint for some of the variables as the last word on them.
    builder = ProgramBuilder("misled")
    chosen = builder.booleans(4)
    builder.clause([v + 1 for v in chosen])
    builder.minimise((v + 1, v) for v in chosen)
    builder.hint(chosen[3], 1)
    assert solver.solve(builder.build(), kind=kind, seconds=20).objective == 1
    for v in chosen:
        builder.hint(v, 0)
    assert solver.solve(builder.build(), kind=kind, seconds=20).objective == 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_large_program_is_solved(solver: Solver, kind: Kind) -> None:
    found = solver.solve(wide(4_000, 20_000), kind=kind, seconds=60)

    # Every clause has a negated literal, so nothing need be chosen.
    assert (found.status, found.objective) == ("optimal", 0)


@pytest.mark.parametrize("linearization", [0, 1, 2])
def test_every_level_of_linearization_gives_the_same_optimum(
    solver: Solver, linearization: int
) -> None:
    for seed in range(10):
        program = random_program(seed)
        found = solver.solve(program, seconds=20, linearization=linearization)
        assert found.objective == brute_force(program)


def test_the_last_solution_is_remembered(solver: Solver) -> None:
    builder = ProgramBuilder("impossible")
    builder.clause([])

    found = solver.solve(builder.build(), seconds=20)

    assert solver.last == found
    assert found.status == "infeasible"


def test_proved_optima_do_not_depend_on_seed_threads_or_hashes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    programs = [random_program(seed) for seed in range(40)]
    expected = [brute_force(program) for program in programs]
    for hashes in ("0", "12345"):
        monkeypatch.setenv("PYTHONHASHSEED", hashes)
        with Solver() as other:
            for kind in KINDS:
                for seed, threads in ((0, 1), (1, 1), (7, 2)):
                    some = programs if kind == "cp-sat" else programs[: 4 * threads]
                    found = [
                        other.solve(p, kind=kind, seconds=20, seed=seed, threads=threads)
                        for p in some
                    ]
                    assert [s.objective for s in found] == expected[: len(some)]
                    assert {s.status for s in found} <= {"optimal", "infeasible"}


def test_what_does_not_suit_a_solver_is_refused(solver: Solver) -> None:
    builder = ProgramBuilder("continuous")
    builder.number(0, 1, whole=False)
    program = builder.build()

    with pytest.raises(InputError, match="CP-SAT cannot solve 'continuous'"):
        solver.solve(program, seconds=1)
    with pytest.raises(InputError, match="the solver 'cpsat' is not known"):
        solver.solve(program, kind="cpsat", seconds=1)  # type: ignore[arg-type]
    for wrong in ({"seconds": -1.0}, {"seconds": float("nan")}, {"seconds": 1.0, "threads": 0}):
        with pytest.raises(InputError, match="or more"):
            solver.solve(program, kind="highs", **wrong)  # type: ignore[arg-type]
