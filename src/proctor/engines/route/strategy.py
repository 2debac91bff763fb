"""The method `auto`: the cheapest one that can be expected to prove the optimum.

Small problems are enumerated. Then the Boolean model is asked, except for few places on a big
product graph, where the cut/protect search is stronger.
"""

from typing import Final

from proctor.artefacts.environment import Grade
from proctor.budget import Budget
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


def auto(
    world: World,
    grade: Grade,
    budget: Budget,
    progress: Progress = silent,
    known: Choice | None = None,
) -> Result:
    """Return the best answer of the methods that fit this world, one after the other."""
    if len(world.units) <= _FEW_UNITS:
        result = enumerated(world, grade, budget.part(1.0, steps=_FEW_STEPS), progress, known)
        if result.complete or result.interrupted:
            return result
        known = result.best
    first, second = _order(world)
    progress(Event(phase=f"method {first}"))
    result = method_called(first)(world, grade, budget.part(0.8), progress, known)
    if result.complete or result.interrupted:
        return result
    progress(Event(phase=f"method {second}"))
    other = method_called(second)(world, grade, budget, progress, result.best)
    return _joined(result, other)


def _order(world: World) -> tuple[str, str]:
    edges = len(world.edge_units)
    walls = all(unit.history is None for unit in world.units)
    if edges > _BIG_GRAPH and walls and len(world.units) <= _FEW_WALLS:
        return ("search", "boolean")
    return ("boolean", "clauses")


def _joined(first: Result, second: Result) -> Result:
    """Return the second result with what the first one knew."""
    if second.best is None:
        second.best = first.best
    second.found_at = first.found_at + second.found_at
    bounds = [r.flow_bound for r in (first, second) if r.flow_bound is not None]
    second.flow_bound = min(bounds, default=None)
    return second
