"""When no test exists: the fewest rules and protections without which one would.

Each rule, each protected action, and the zones of the harness together are one demand. Sets of
demands are left out by rising size until a test exists; so the first that is found is smallest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from proctor.budget import Budget
from proctor.engines.route.result import Method
from proctor.engines.route.world import make_world
from proctor.errors import InputError
from proctor.models.harness import Harness
from proctor.models.problem import Problem
from proctor.models.product import build_product
from proctor.progress import silent

__all__ = ["Demand", "blamed", "demands"]

_MOST: Final = 3  # larger sets tell a person little


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    """Something that the harness asks for, and how people call it.

    Exactly one of the three is meant: a rule by its number, an action, or the zones.
    """

    text: str
    rule: int | None = None
    action: str | None = None
    zones: bool = False


def demands(harness: Harness) -> tuple[Demand, ...]:
    """Return all that the harness demands."""
    found = [
        Demand(text=f"rule {i + 1} ({rule.kind})", rule=i)
        for i, rule in enumerate(harness.rules)
        if rule.kind != "together"
    ]
    found += [Demand(text=f"the protected action {a}", action=a) for a in harness.protect]
    if harness.zones:
        found.append(Demand(text="the zones of [[environment.harness]]", zones=True))
    return tuple(found)


def blamed(problem: Problem, solve: Method, budget: Budget) -> tuple[str, ...] | None:
    """Return a smallest set of demands without which a test exists, by their texts.

    ``None`` says that no set of up to three does, or that the limit came first.
    """
    every = demands(problem.harness)
    for chosen in _by_size(every):
        if budget.left is not None and budget.left <= 0:
            return None
        if _has_test(_without(problem, chosen), solve, budget):
            return tuple(demand.text for demand in chosen)
    return None


def _by_size(every: Sequence[Demand]) -> Iterator[tuple[Demand, ...]]:
    for size in range(1, min(_MOST, len(every)) + 1):
        yield from combinations(every, size)


def _without(problem: Problem, chosen: Sequence[Demand]) -> Problem:
    harness = problem.harness
    rules = {demand.rule for demand in chosen}
    actions = {demand.action for demand in chosen}
    return replace(
        problem,
        harness=replace(
            harness,
            rules=tuple(r for i, r in enumerate(harness.rules) if i not in rules),
            protect=tuple(a for a in harness.protect if a not in actions),
            zones=() if any(demand.zones for demand in chosen) else harness.zones,
        ),
    )


def _has_test(problem: Problem, solve: Method, budget: Budget) -> bool:
    try:
        world = make_world(build_product(problem))
    except InputError:
        return False  # a named place may no longer fit
    grade = "paper" if problem.asked == "fairest" else problem.asked
    result = solve(world, grade, budget, silent, None)
    if result.interrupted:
        raise KeyboardInterrupt
    return result.best is not None
