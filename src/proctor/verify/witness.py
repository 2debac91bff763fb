"""A closed place is explained by the way around the test objective that it closes."""

from dataclasses import replace

from proctor.artefacts.environment import Environment, Step
from proctor.budget import Budget
from proctor.errors import CheckFailed, InputError
from proctor.verify.harness import check_harness
from proctor.verify.history import check_history
from proctor.verify.marks import check_marks
from proctor.verify.table import check_memory
from proctor.verify.ways import bypass

__all__ = ["bypass_closed_by"]


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
    opened = replace(environment, memory=replace(environment.memory, closed=closed))
    broken = check_harness(opened)
    if broken.status == "refuted":
        raise CheckFailed(broken.reason)
    broken, product = check_memory(opened, budget)
    if product is None:
        raise CheckFailed(broken.reason)
    paper = environment.conventions == "paper"
    broken, judged = (check_marks if paper else check_history)(product, budget)
    if judged is None:
        raise CheckFailed(broken.reason)
    way = bypass(judged, budget)
    return None if way is None else tuple(product.step(node) for node in way)
