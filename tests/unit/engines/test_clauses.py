"""Learned clauses: proofs that there is no test, with a small conflict, and optima."""

from collections.abc import Iterator

import pytest

from proctor.budget import Budget
from proctor.engines.route.boolean_descent import Solving
from proctor.engines.route.clauses import clauses
from proctor.engines.route.violations import first_violation
from proctor.engines.route.world import World, make_world
from proctor.gallery import example
from proctor.io.problem_file import read_problem
from proctor.models.product import build_product
from proctor.solvers.client import Solver
from worlds import EXAMPLE_2, read


@pytest.fixture(scope="module")
def solving() -> Iterator[Solving]:
    with Solver() as solver:
        yield Solving(solver=solver)


def world_of(name: str) -> World:
    return make_world(build_product(read_problem(name, text=example(name).text)))


def grid(map_text: str, *, extra: str = "") -> World:
    text = f'''
format = 1
[system]
map = """
{map_text}
"""
start = "S"
terminal = ["T"]
[objective]
system = "F T"
test = "F a"
[environment]
kind = "static"
protect = ["stay"]
{extra}
'''
    return make_world(build_product(read_problem("w", text=text)))


@pytest.mark.parametrize("name", ["refueling", "refueling-paper"])
def test_no_strictly_fair_refueling_test_exists_and_a_small_conflict_says_why(
    name: str, solving: Solving
) -> None:
    """design.md, section 2: impossible, by two other methods."""
    world = world_of(name)
    result = clauses(world, "strict", Budget(seconds=60), solving=solving)

    assert result.complete
    assert result.best is None
    assert result.flow_bound == 0
    assert 2 <= len(result.conflict) <= 20
    assert {wrong.what for wrong in result.conflict} <= {"bypass", "stranded", "flow"}
    assert result.dead_end in result.conflict
    heads = world.product.graph.heads.tolist()
    for wrong in result.conflict:
        if wrong.what == "bypass":
            assert heads[wrong.way[-1]] in world.bad
        if wrong.what == "stranded":
            assert wrong.way == () or heads[wrong.way[-1]] == wrong.node


def test_a_way_that_nothing_can_block_is_the_whole_conflict(solving: Solving) -> None:
    world = grid("S a .\n. . T", extra='[[environment.harness]]\ncells = "row == 0"')
    result = clauses(world, "strict", Budget(), solving=solving)

    assert result.complete
    (wrong,) = result.conflict
    assert wrong.what == "bypass"
    assert not wrong.remedies


def test_where_rules_forbid_every_test_the_ways_that_they_leave_open_are_named(
    solving: Solving,
) -> None:
    world = grid("S a .\n. . T", extra='[[environment.rule]]\nat_most = 0\namong = "true"')
    result = clauses(world, "paper", Budget(), solving=solving)

    assert result.complete
    assert [wrong.what for wrong in result.conflict] == ["bypass"]


def test_an_answer_leaves_no_conflict(solving: Solving) -> None:
    """Flow-based synthesis (2024), Example 2: F = 2, 4 edges."""
    world = make_world(build_product(read(EXAMPLE_2, conventions="paper")))
    result = clauses(world, "paper", Budget(), solving=solving)

    assert result.best is not None
    assert (result.best.flow, result.best.cost[0]) == (2, 4)
    assert result.complete
    assert result.conflict == ()


@pytest.mark.parametrize(
    ("name", "expected"), [("maze2-paper", (2, 8)), ("motion-paper", (3, 15))]
)
def test_the_papers_doors_are_found_by_learning_alone(
    name: str, expected: tuple[int, int], solving: Solving
) -> None:
    """Thesis, Experiments 4.8 and 4.11."""
    result = clauses(world_of(name), "paper", Budget(seconds=60), solving=solving)

    assert result.complete
    assert result.best is not None
    assert (result.best.flow, result.best.cost[0]) == expected


def test_a_limit_keeps_the_bound_on_the_flow(solving: Solving) -> None:
    result = clauses(world_of("mars"), "strict", Budget(steps=1), solving=solving)

    assert not result.complete
    assert result.flow_bound == 2
    assert result.conflict == ()


def test_a_short_limit_is_kept_and_leaves_what_was_found(solving: Solving) -> None:
    world = world_of("refueling-paper")
    budget = Budget(seconds=1.0)
    result = clauses(world, "announced", budget, solving=solving)

    assert budget.elapsed < 3
    assert not result.complete
    assert result.flow_bound == 2
    if result.best is not None:
        assert first_violation(world, result.best.closed, frozenset(), "announced") is None
