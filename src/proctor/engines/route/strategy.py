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
    try:
        return _in_turn(world, grade, budget, progress, result)
    except KeyboardInterrupt:
        result.interrupted = True
        return result


def _in_turn(
    world: World, grade: Grade, budget: Budget, progress: Progress, result: Result
) -> Result:
    """Ask one method after the other; what is best so far is always in ``result``."""
    known = result.best
    if len(world.units) <= _FEW_UNITS:
        small = budget.part(1.0, steps=_FEW_STEPS)
        found = enumerated(world, grade, small, progress, known)
        if found.complete or found.interrupted:
            return found
        _keep(result, found)
    is_static = all(unit.history is None for unit in world.units) and not world.excluded
    if is_static and result.best is None:
        progress(Event(phase="a first test from a corridor"))
        _try_corridors(world, grade, result, budget, seconds=_FIRST, enough=1)
    for name in _order(world, is_static=is_static):
        progress(Event(phase=f"method {name}"))
        share = 1.0 if name == "clauses" else _MAIN
        found = method_called(name)(world, grade, budget.part(share), progress, result.best)
        _keep(result, found)
        if found.complete or found.interrupted:
            return _joined(result, found)
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


def _keep(result: Result, found: Result) -> None:
    """Take over what a method found out."""
    if found.best is not None and (result.best is None or found.best.rank > result.best.rank):
        result.best = found.best
        result.bound = found.bound
    result.method = found.method
    result.reason = found.reason
    result.found_at += found.found_at
    result.steps += found.steps
    bounds = [r.flow_bound for r in (result, found) if r.flow_bound is not None]
    result.flow_bound = min(bounds, default=None)


def _joined(result: Result, found: Result) -> Result:
    """Return a method's last word, with what was known before."""
    if result.best is not None and (found.best is None or result.best.rank > found.best.rank):
        found.best = result.best
    found.found_at, found.steps = result.found_at, result.steps
    return found
