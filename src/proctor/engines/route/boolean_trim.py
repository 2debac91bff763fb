"""From a solution to a valid choice: needless closings are left out, the rest is checked."""

from proctor.artefacts.environment import Grade
from proctor.engines.route.result import Choice, Units, choice_of, flow_of
from proctor.engines.route.violations import first_violation
from proctor.engines.route.world import World

__all__ = ["trimmed"]


def trimmed(world: World, closed: Units, grade: Grade) -> Choice | None:
    """Return a valid choice within ``closed`` that costs no more, or ``None``.

    Closings are left out one after the other, the dearest first, as long as the choice stays
    valid. More open units never lower F and never cost more, but they may bring a system to
    where it is stranded; so not every valid choice can be trimmed.
    """
    if not _is_valid(world, closed, grade) or flow_of(world, closed) < 1:
        return None
    weights = world.product.problem.places.weights
    dear = sorted(closed, key=lambda u: (-int(weights[world.units[u].place]), u))
    for unit in dear:
        if _is_valid(world, closed - {unit}, grade):
            closed -= {unit}
    return choice_of(world, closed)


def _is_valid(world: World, closed: Units, grade: Grade) -> bool:
    return first_violation(world, closed, frozenset(), grade) is None
