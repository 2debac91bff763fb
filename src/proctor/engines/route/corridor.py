"""A first test for walls: one way to success stays open, all else is closed, then opened.

A random way that shows the test objective is kept; if closing all other places is a valid test,
closings are dropped one by one while it stays valid. It gives the exact methods something to
beat; it proves nothing.
"""

from heapq import heappop, heappush
from typing import Final

import numpy as np
from numpy.random import Generator, default_rng

from proctor.artefacts.environment import Grade
from proctor.budget import Budget
from proctor.engines.route.result import Choice, Units, choice_of
from proctor.engines.route.violations import first_violation
from proctor.engines.route.walks import reached
from proctor.engines.route.world import World
from proctor.errors import BudgetExceeded

__all__ = ["corridor"]

_TRIES: Final = 400
_NONE: Final[Units] = frozenset()


def corridor(
    world: World, grade: Grade, budget: Budget, *, seed: int = 0, enough: int = 1000
) -> Choice | None:
    """Return the best test that random corridors give within the budget, if any does.

    ``enough`` says after how many valid ones to stop.
    """
    valid = 0
    rng = default_rng(seed)
    every = frozenset(range(len(world.units)))
    best: Choice | None = None
    try:
        for _ in range(_TRIES):
            budget.spend()
            way = _random_way(world, rng)
            if way is None:
                return best
            kept = {unit for edge in way for unit in world.edge_units[edge]}
            if not _is_valid(world, every - kept, grade):
                continue
            found = choice_of(world, _trimmed(world, every - kept, grade, rng, budget))
            if best is None or found.rank > best.rank:
                best = found
            valid += 1
            if valid >= enough:
                return best
    except BudgetExceeded:
        pass
    return best


def _is_valid(world: World, closed: Units, grade: Grade) -> bool:
    met = reached(world, world.blocked(closed))
    if world.target.isdisjoint(met):
        return False
    return first_violation(world, closed, _NONE, grade) is None


def _trimmed(
    world: World, closed: Units, grade: Grade, rng: Generator, budget: Budget
) -> Units:
    """Open what need not be closed, in a random order."""
    for unit in rng.permutation(sorted(closed)).tolist():
        budget.spend()
        if _is_valid(world, closed - {unit}, grade):
            closed -= {unit}
    return closed


def _random_way(world: World, rng: Generator) -> list[int] | None:
    """Return a way from the start to a success that shows the objective, by random lengths.

    Places have lengths, so that ways through the same cells are equally long in all histories.
    Under ``paper`` a way passes a node of I; a node then counts twice, before and after.
    """
    places = rng.exponential(size=world.product.problem.places.n) + 0.05
    steps = rng.random(len(world.edge_places)) * 0.01
    needs_shown = bool(world.avoided)
    begin = (world.start, not needs_shown or world.start in world.avoided)
    best = {begin: 0.0}
    parents: dict[tuple[int, bool], tuple[tuple[int, bool], int] | None] = {begin: None}
    queue: list[tuple[float, tuple[int, bool]]] = [(0.0, begin)]
    while queue:
        length, node = heappop(queue)
        if length > best[node]:
            continue
        v, has_shown = node
        if v in world.target:
            if has_shown and v not in world.bad - (world.target if needs_shown else _NONE):
                return _edges(parents, node)
            continue
        for edge, head in world.out[v]:
            after = (head, has_shown or head in world.avoided)
            cost = sum(places[p] for p in world.edge_places[edge]) + steps[edge]
            if length + cost < best.get(after, np.inf):
                best[after] = length + cost
                parents[after] = (node, edge)
                heappush(queue, (length + cost, after))
    return None


def _edges(
    parents: dict[tuple[int, bool], tuple[tuple[int, bool], int] | None],
    node: tuple[int, bool],
) -> list[int]:
    edges: list[int] = []
    while (step := parents[node]) is not None:
        node, edge = step
        edges.append(edge)
    return edges[::-1]
