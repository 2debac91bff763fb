"""Other answers that are just as good: other sets of places, with the same F and count."""

from dataclasses import dataclass, replace
from typing import Final

from proctor.artefacts.environment import Environment
from proctor.artefacts.outcome import Found
from proctor.budget import Budget
from proctor.engines.route.dispatch import Attempt
from proctor.engines.route.methods import MethodName, method_called
from proctor.engines.route.world import make_world
from proctor.errors import InputError
from proctor.models.problem import Problem
from proctor.models.product import build_product
from proctor.progress import Progress, silent

__all__ = ["Alternatives", "alternatives"]

# The methods that can be told which answers are known already.
_EXCLUDING: Final = ("auto", "enumerate", "boolean", "clauses")


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternatives:
    """Environments as good as a first one, and whether there are no more.

    Attributes:
        found: each closes another set of places; the first one is not among them.
        complete: whether it is proved that there is no other.
    """

    found: tuple[Found[Environment], ...]
    complete: bool


def alternatives(
    problem: Problem,
    first: Found[Environment],
    *,
    count: int = 1,
    method: MethodName = "auto",
    budget: Budget | None = None,
    seed: int = 0,
    progress: Progress = silent,
) -> Alternatives:
    """Return up to ``count`` other optimal environments for ``problem``.

    None of them closes all places of one that is known; so with places that cost nothing, or
    when edges are counted, there may be others that close more for the same count.

    Each is solved as a problem of its own, in which the sets of places known so far must not
    all be closed together; so each has a certificate of its own.
    """
    if count < 1:
        raise InputError(f"{count} alternatives are none", hint="ask for 1 or more")
    if not first.stats.optimal:
        return Alternatives(found=(), complete=False)
    world = make_world(build_product(problem))
    limit = budget or Budget()
    solve = method_called(method if method in _EXCLUDING else "boolean")
    grade, flow = first.test.fairness, first.test.flow
    known = [_places(first.test)]
    found: list[Found[Environment]] = []
    while len(found) < count:
        if not known[-1]:
            return Alternatives(found=tuple(found), complete=True)  # nothing is blocked at all
        attempt = Attempt(replace(world, excluded=tuple(known)), solve, limit, seed, progress)
        result = attempt.one(grade, is_last=True)
        best = result.best
        same = best is not None and (best.flow, best.cost[0]) == (flow, _count(first.test))
        if best is None or not same:
            return Alternatives(found=tuple(found), complete=result.complete)
        answer = attempt.answer(grade, replace(result, proved_by=first.test.proved_by), best)
        found.append(answer)
        known.append(_places(answer.test))
    return Alternatives(found=tuple(found), complete=False)


def _count(environment: Environment) -> int:
    return environment.cuts if environment.count == "edges" else environment.obstacles


def _places(environment: Environment) -> frozenset[int]:
    return frozenset(place for closed in environment.memory.closed for place in closed)
