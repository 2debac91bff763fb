"""Why a grade is impossible, as a small conflict: what must be closed, and who kept alive.

The method `clauses` learns such conditions, each true of every valid test; few of them that
cannot all be met are a proof that people can read.
"""

from typing import Final

from proctor.artefacts.environment import Grade
from proctor.artefacts.outcome import Conflict
from proctor.budget import Budget
from proctor.engines.route.methods import method_called
from proctor.engines.route.result import Result
from proctor.engines.route.violations import Violation
from proctor.engines.route.world import World
from proctor.errors import ProctorError
from proctor.progress import silent

__all__ = ["conflict_of"]

_SECONDS: Final = 4.0


def conflict_of(world: World, grade: Grade, found: Result, budget: Budget) -> Conflict | None:
    """Return a conflict for a grade that ``found`` proved impossible, if one is found soon."""
    learned = found.conflict
    if not learned:
        seconds = _SECONDS if budget.left is None else min(_SECONDS, budget.left / 2)
        try:
            again = method_called("clauses")(
                world, grade, Budget(seconds=seconds), silent, None
            )
        except ProctorError:
            return None  # a proof stands all the same; it only cannot be told so well
        if again.best is not None or not again.complete:
            return None
        learned = again.conflict
    if found.dead_end is None or found.dead_end.node is None:
        stranded = (v for v in learned if v.what == "stranded")
        found.dead_end = next(stranded, found.dead_end)
    ways = tuple(_states(world, v.way) for v in learned if v.what == "bypass")
    pairs = tuple(_pair(world, v) for v in learned if v.what == "stranded")
    return Conflict(grade=grade, ways=ways, pairs=pairs) if ways or pairs else None


def _pair(world: World, wrong: Violation) -> tuple[str, tuple[str, ...]]:
    assert wrong.node is not None
    return (world.product.name(wrong.node), _states(world, wrong.way))


def _states(world: World, way: tuple[int, ...]) -> tuple[str, ...]:
    product, heads = world.product, world.product.graph.heads
    nodes = [world.start, *(int(heads[edge]) for edge in way)]
    return tuple(product.problem.model.name(int(product.state[node])) for node in nodes)
