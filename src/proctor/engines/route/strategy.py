"""The method `auto`: the cheapest one that can be expected to prove the optimum.

Small problems are enumerated. For walls a corridor gives a first test to beat. Then the Boolean
model is asked, except for few walls on a big product graph, where the cut/protect search is
stronger. What is left of the time goes to more corridors and to another method.
"""

from typing import Final

from proctor.artefacts.environment import Grade
from proctor.budget import Budget
from proctor.engines.route.corridor import corridor
from proctor.engines.route.enumerate import enumerated
from proctor.engines.route.methods import method_called
from proctor.engines.route.result import Choice, Result
from proctor.engines.route.world import World
from proctor.progress import Event, Progress, silent

__all__ = ["auto"]

_FEW_UNITS: Final = 30
_FEW_STEPS: Final = 300
_BIG_GRAPH: Final = 5_000  # edges of the product
_FEW_WALLS: Final = 120
_FIRST: Final = 3.0  # seconds, at most, for a first test
_MAIN: Final = 0.7  # of the time left, for the method that fits best


def auto(
    world: World,
    grade: Grade,
    budget: Budget,
    progress: Progress = silent,
    known: Choice | None = None,
) -> Result:
    """Return the best answer of the methods that fit this world, one after the other."""
    result = Result(method="auto", best=known)
    if len(world.units) <= _FEW_UNITS:
        small = budget.part(1.0, steps=_FEW_STEPS)
        result = enumerated(world, grade, small, progress, known)
        if result.complete or result.interrupted:
            return result
    is_static = all(unit.history is None for unit in world.units) and not world.excluded
    if is_static and result.best is None:
        progress(Event(phase="a first test from a corridor"))
        _try_corridors(world, grade, result, budget, seconds=_FIRST, enough=1)
    for name in _order(world, is_static=is_static):
        progress(Event(phase=f"method {name}"))
        share = 1.0 if name == "clauses" else _MAIN
        found = method_called(name)(world, grade, budget.part(share), progress, result.best)
        result = _joined(result, found)
        if result.complete or result.interrupted:
            return result
        if is_static:
            for seed in (1, 0):
                _try_corridors(world, grade, result, budget, seconds=2 * _FIRST, seed=seed)
    return result


def _try_corridors(
    world: World,
    grade: Grade,
    result: Result,
    budget: Budget,
    *,
    seconds: float,
    seed: int = 0,
    enough: int = 1000,
) -> None:
    if budget.left is not None:
        seconds = min(seconds, budget.left / 2)
    choice = corridor(world, grade, Budget(seconds=seconds), seed=seed, enough=enough)
    if choice is not None:
        result.accept(choice, budget)


def _order(world: World, *, is_static: bool) -> tuple[str, ...]:
    if world.excluded:
        return ("boolean",)
    edges = len(world.edge_units)
    if edges > _BIG_GRAPH and is_static and len(world.units) <= _FEW_WALLS:
        return ("search", "clauses")
    return ("boolean", "clauses")


def _joined(first: Result, second: Result) -> Result:
    """Return the second result with what the first one knew."""
    if first.best is not None and (second.best is None or first.best.rank > second.best.rank):
        second.best = first.best
    second.found_at = first.found_at + second.found_at
    bounds = [r.flow_bound for r in (first, second) if r.flow_bound is not None]
    second.flow_bound = min(bounds, default=None)
    return second
