"""The exact methods against the enumeration, on random small worlds of every kind and grade."""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest
from numpy.random import default_rng

from proctor.artefacts.environment import Grade
from proctor.budget import Budget
from proctor.engines.route import boolean as boolean_module
from proctor.engines.route.boolean import boolean
from proctor.engines.route.boolean_descent import Solving
from proctor.engines.route.clauses import clauses
from proctor.engines.route.enumerate import enumerated
from proctor.engines.route.result import Choice, Result, flow_of
from proctor.engines.route.violations import first_violation
from proctor.engines.route.world import World, make_world
from proctor.models.product import build_product
from proctor.models.prospects import hopeless
from proctor.progress import silent
from proctor.solvers.client import Solver
from worlds import random_problem

GRADES: Final[tuple[Grade, ...]] = ("strict", "announced", "paper")
METHODS: Final = {"boolean": boolean, "clauses": clauses}
BLOCKS: Final = 4  # so that several workers can share the worlds
WORLDS: Final = 400 if os.environ.get("PROCTOR_DEEP") else 30
MOST_UNITS: Final = 18


@pytest.fixture(scope="module")
def solving() -> Iterator[Solving]:
    with Solver() as solver:
        yield Solving(solver=solver)


def worlds(block: int) -> Iterator[World]:
    """Draw the worlds of a block, those that a test may exist for."""
    found = number = 0
    while found < WORLDS:
        problem = random_problem(default_rng([7, block, number]))
        number += 1
        if problem is None:
            continue
        product = build_product(problem)
        world = make_world(product)
        if world.units and len(world.units) <= MOST_UNITS and hopeless(product) is None:
            found += 1
            yield world


def answer(world: World, grade: Grade, result: Result) -> tuple[int, int] | None:
    """Return (F, count) of a result that is complete, confirmed by the definition."""
    assert result.complete, result.reason
    assert not result.reason
    best = result.best
    if best is None:
        return None
    assert first_violation(world, best.closed, frozenset(), grade) is None
    assert best.flow == flow_of(world, best.closed) == result.flow_bound
    assert best.cost == world.cost(best.closed)
    assert result.bound == best.cost[0]
    return best.flow, best.cost[0]


@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("method", METHODS)
def test_a_method_agrees_with_the_enumeration(
    method: str, block: int, solving: Solving
) -> None:
    seen = Counter[str]()
    for world in worlds(block):
        for grade in GRADES:
            expected = answer(world, grade, enumerated(world, grade, Budget()))
            result = METHODS[method](world, grade, Budget(), solving=solving)

            assert answer(world, grade, result) == expected, (world.product.problem, grade)
            seen[str(expected is not None)] += 1
    assert min(seen["True"], seen["False"]) > WORLDS / 4


def test_the_whole_program_agrees_when_nothing_was_learned_before(
    solving: Solving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boolean_module, "_SOON", 0.0)
    for world in worlds(BLOCKS):
        for grade in GRADES:
            expected = answer(world, grade, enumerated(world, grade, Budget()))
            result = boolean(world, grade, Budget(), solving=solving)

            assert answer(world, grade, result) == expected, (world.product.problem, grade)


@pytest.mark.parametrize("method", METHODS)
def test_an_answer_that_is_known_already_is_not_given_again(
    method: str, solving: Solving
) -> None:
    others = Counter[bool]()
    for world in worlds(BLOCKS + 2):
        for grade in GRADES:
            first = enumerated(world, grade, Budget()).best
            if first is None:
                continue
            places = frozenset(world.units[u].place for u in first.closed)
            rest = replace(world, excluded=(places,))
            expected = answer(rest, grade, enumerated(rest, grade, Budget()))
            result = METHODS[method](rest, grade, Budget(), solving=solving)

            assert answer(rest, grade, result) == expected, (world.product.problem, grade)
            others[expected is not None] += 1
    assert min(others[True], others[False]) > 5


@pytest.mark.parametrize("method", METHODS)
def test_what_is_known_is_beaten_or_proved(method: str, solving: Solving) -> None:
    beaten = kept = 0
    for world in worlds(BLOCKS + 1):
        best = enumerated(world, "paper", Budget()).best
        for known in valid_choices(world):
            result = METHODS[method](
                world, "paper", Budget(), silent, known=known, solving=solving
            )

            assert best is not None
            assert answer(world, "paper", result) == (best.flow, best.cost[0])
            beaten += known.rank < best.rank
            kept += known.rank == best.rank
    assert beaten
    assert kept


def valid_choices(world: World) -> list[Choice]:
    """Return up to two valid choices: with everything closed that may be, and the best."""
    best = enumerated(world, "paper", Budget()).best
    if best is None:
        return []
    everything = best.closed
    for unit in range(len(world.units)):
        more = everything | {unit}
        valid = first_violation(world, more, frozenset(), "paper") is None
        if valid and flow_of(world, more) >= 1:
            everything = more
    worst = Choice(
        closed=everything, flow=flow_of(world, everything), cost=world.cost(everything)
    )
    return [best, worst]
