"""The search against the enumeration, and compiled against plain, on small random worlds."""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

import pytest
from numpy.random import default_rng

from proctor.artefacts.environment import Count, Grade
from proctor.budget import Budget
from proctor.engines.route.enumerate import enumerated
from proctor.engines.route.result import Result
from proctor.engines.route.search.method import search_in
from proctor.engines.route.search.stepping import COMPILED, PLAIN
from proctor.engines.route.world import World, make_world
from proctor.io.problem_file import read_problem
from proctor.models.product import build_product
from worlds import random_problem

GRADES: tuple[Grade, ...] = ("paper", "announced", "strict")
BLOCKS = 4  # so that several workers can share the worlds
WORLDS = 1000 if os.environ.get("PROCTOR_DEEP") else 60
STEPS = 3000


@pytest.mark.parametrize("block", range(BLOCKS))
def test_the_search_finds_what_the_enumeration_finds(block: int) -> None:
    seen = Counter[str]()
    for world in _worlds(block):
        for grade in GRADES:
            expected = enumerated(world, grade, Budget(steps=STEPS))
            if not expected.complete:
                seen["open"] += 1
                continue
            found = search_in(world, grade, Budget(), mode=PLAIN)

            assert found.complete
            assert _figures(found) == _figures(expected)
            seen["found" if found.best else "none"] += 1
            seen[world.kind] += 1
            if expected.best is not None:
                again = search_in(world, grade, Budget(), known=expected.best, mode=PLAIN)
                assert again.complete
                assert _figures(again) == _figures(expected)
    assert seen["found"] > WORLDS
    assert seen["none"] > WORLDS
    assert min(seen[kind] for kind in ("static", "reactive", "mixed")) > WORLDS / 4


@pytest.mark.parametrize("block", range(BLOCKS))
def test_the_search_finds_what_the_enumeration_finds_where_ways_abound(block: int) -> None:
    seen = Counter[str]()
    for number in range(WORLDS // 6):
        world = _dense(block, number)
        for grade in GRADES:
            expected = enumerated(world, grade, Budget(steps=STEPS))
            if not expected.complete:
                seen["open"] += 1
                continue
            found = search_in(world, grade, Budget(), mode=PLAIN)

            assert found.complete
            assert _figures(found) == _figures(expected), (block, number, grade)
            seen["found" if found.best else "none"] += 1
    assert seen["found"] > WORLDS / 6
    assert seen["open"] <= WORLDS / 12


def test_compiled_and_plain_search_go_the_same_way_node_for_node() -> None:
    nodes = 0
    worlds = [_dense(9, number) for number in range(WORLDS // 3)]
    for world in [*worlds, *_worlds(9, share=6)]:
        for grade in GRADES:
            plain = search_in(world, grade, Budget(steps=STEPS), mode=PLAIN)
            fast = search_in(world, grade, Budget(steps=STEPS), mode=COMPILED)
            if not plain.complete:
                continue
            nodes += plain.steps

            assert fast.steps == plain.steps
            assert fast.best == plain.best
    assert nodes > 10 * WORLDS


def _figures(result: Result) -> tuple[int, int] | None:
    return result.best and (result.best.flow, result.best.cost[0])


def _worlds(block: int, *, share: int = 1) -> Iterator[World]:
    for number in range(WORLDS // share):
        problem = random_problem(default_rng([11, block, number]))
        if problem is None:
            continue
        product = build_product(problem)
        for count in get_args(Count):
            yield make_world(replace(product, problem=replace(problem, count=count)))


def _dense(block: int, number: int) -> World:
    """A graph with many ways, where proofs take more than a few steps."""
    rng = default_rng([12, block, number])
    n = int(rng.integers(6, 9))
    one_way = bool(rng.random() < 0.5)
    moves: dict[str, None] = {f"s{i} -> s{i + 1}": None for i in range(n - 1)}
    for pair in rng.integers(0, n, (3 * n, 2)).tolist():
        i, j = sorted(pair) if one_way else pair
        if i not in (j, n - 1):
            moves[f"s{i} -> s{j}"] = None
            if rng.random() < 0.1:
                moves[f"s{i} -> s{j} by jump"] = None
    kind = ("static", "static", "reactive")[rng.integers(3)]
    test = ("F a", "F a & F b", "F(a & F b)")[rng.integers(3 if kind == "static" else 1)]
    conventions, count = ("default", "paper")[rng.integers(2)], get_args(Count)[rng.integers(2)]
    one, two = (f"s{i}" for i in rng.choice(range(1, n - 1), 2, replace=False).tolist())
    text = f"""
format = 1
[system]
transitions = {list(moves)}
start = "s0"
terminal = ["s{n - 1}"]
[system.labels]
T = ["s{n - 1}"]
a = ["{one}"]
b = ["{two}"]
[objective]
system = "F T"
test = "{test}"
[environment]
kind = "{kind}"
bidirectional = {str(not one_way and bool(rng.random() < 0.5)).lower()}
count = "{count}"
conventions = "{conventions}"
"""
    return make_world(build_product(read_problem("w.toml", text=text)))
