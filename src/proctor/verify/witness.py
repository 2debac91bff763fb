"""A closed place is explained by the way around the test objective that it closes."""

from dataclasses import replace
from itertools import pairwise

from proctor.artefacts.environment import Environment, Step
from proctor.budget import Budget
from proctor.errors import CheckFailed, InputError
from proctor.verify.harness import check_harness
from proctor.verify.history import check_history
from proctor.verify.judged import Judged
from proctor.verify.marks import check_marks
from proctor.verify.search import forward
from proctor.verify.table import check_memory
from proctor.verify.ways import bypass

__all__ = ["bypass_closed_by", "separate_ways"]


def bypass_closed_by(
    environment: Environment, place: int, *, budget: Budget | None = None
) -> tuple[Step, ...] | None:
    """Return a shortest way around the test objective that is open without ``place``.

    The place is opened in every history; all else stays closed. ``None`` says that there is no
    such way then: the place stands for fairness, or is needless.

    Raises:
        InputError: when there is no such place, or an objective cannot be read.
        CheckFailed: when the memory or the harness does not hold together.
    """
    budget = budget or Budget()
    count = len(environment.harness.places)
    if not 0 <= place < count:
        hint = f"places are numbered 0..{count - 1}" if count else "this harness has no places"
        raise InputError(f"there is no place {place}", hint=hint)
    closed = tuple(
        tuple(other for other in row if other != place) for row in environment.memory.closed
    )
    judged = _judged(_closing(environment, closed), budget)
    way = bypass(judged, budget)
    return None if way is None else tuple(judged.product.step(node) for node in way)


def separate_ways(
    environment: Environment, *, budget: Budget | None = None
) -> tuple[tuple[Step, ...], ...]:
    """Return ways around the test objective, open when nothing is closed, that share no place.

    Each of them must lose an edge, so at least as many places must be closed as there are
    ways. They are found greedily, shortest first; there may be sets with more of them.
    """
    budget = budget or Budget()
    nothing = tuple(() for _ in environment.memory.closed)
    judged = _judged(_closing(environment, nothing), budget)
    product = judged.product
    taken: set[int] = set()
    found: list[tuple[Step, ...]] = []
    while True:
        way = bypass(judged, budget)
        if way is None:
            return tuple(found)
        places = {
            product.joined.place_of[move]
            for one, two in pairwise(way)
            for move in product.joined.moves[product.states[one], product.states[two]]
        } - {-1}
        if not places:
            return tuple(found)  # nothing can close this way
        found.append(tuple(product.step(node) for node in way))
        taken |= places
        judged = _without(judged, taken, budget)


def _closing(environment: Environment, closed: tuple[tuple[int, ...], ...]) -> Environment:
    return replace(environment, memory=replace(environment.memory, closed=closed))


def _judged(environment: Environment, budget: Budget) -> Judged:
    """Return the judged product of an environment that must hold together."""
    broken = check_harness(environment)
    if broken.status == "refuted":
        raise CheckFailed(broken.reason)
    broken, product = check_memory(environment, budget)
    if product is None:
        raise CheckFailed(broken.reason)
    paper = environment.conventions == "paper"
    broken, judged = (check_marks if paper else check_history)(product, budget)
    if judged is None:
        raise CheckFailed(broken.reason)
    return judged


def _without(judged: Judged, places: set[int], budget: Budget) -> Judged:
    """Return the same product without any edge that one of ``places`` helps to block."""
    product = judged.product
    gone = {pair for place in places for pair in product.joined.members[place]}
    onward = [
        [k for k in row if (product.states[node], product.states[k]) not in gone]
        for node, row in enumerate(judged.onward)
    ]
    return replace(judged, onward=onward, reached=forward(0, onward.__getitem__, budget))
