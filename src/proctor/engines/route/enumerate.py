"""Route by definition: try every choice of closed units that could matter, keep the best.

A choice that breaks something is extended by each closing that could mend it, in turn; what
was tried before stays open from then on. So every valid choice is reached once, or lies above
a valid one that is at least as good: more closings never raise F and never cost less.
"""

from typing import Final

from proctor.artefacts.environment import Grade
from proctor.budget import Budget
from proctor.engines.route.result import Choice, Result, Units, choice_of, news
from proctor.engines.route.violations import first_violation
from proctor.engines.route.world import World
from proctor.errors import BudgetExceeded
from proctor.progress import Progress, silent

__all__ = ["MAX_UNITS", "enumerated"]

MAX_UNITS: Final = 48
_NEWS: Final = 500  # steps between two pieces of news


def enumerated(
    world: World,
    grade: Grade,
    budget: Budget,
    progress: Progress = silent,
    known: Choice | None = None,
) -> Result:
    """Return the best valid choice for ``grade``: largest F, then least cost.

    When the budget ends first, or on Ctrl-C, what was found so far is returned.
    """
    result = Result(method="enumerate", best=known)
    if len(world.units) > MAX_UNITS:
        result.reason = (
            f"this problem has {len(world.units)} possible closings; "
            f"the enumeration is exact but only for {MAX_UNITS} or fewer. "
            "Restrict the harness to the places that matter, or choose another method"
        )
        return result
    try:
        _explore(world, grade, budget, progress, result)
    except BudgetExceeded:
        return result
    except KeyboardInterrupt:
        result.interrupted = True
        return result
    result.complete = True
    result.proved_by = "brute-force"
    if result.best is not None:
        result.flow_bound, result.bound = result.best.flow, result.best.cost[0]
    return result


def _explore(
    world: World, grade: Grade, budget: Budget, progress: Progress, result: Result
) -> None:
    phase = f"looking for a test of grade {grade}"
    stack: list[tuple[Units, Units]] = [(frozenset(), frozenset())]
    while stack:
        closed, fixed = stack.pop()
        budget.spend()
        result.steps += 1
        if result.steps % _NEWS == 0:
            progress(news(phase, result))
        choice = choice_of(world, closed)
        if choice.flow < 1 or (result.best and choice.rank <= result.best.rank):
            continue
        wrong = first_violation(world, closed, fixed, grade)
        if wrong is None:
            result.accept(choice, budget)
            progress(news(phase, result))
            continue
        if not wrong.remedies:
            result.remember(wrong, len(closed))
        branches = []
        for unit in sorted(wrong.remedies):
            branches.append((closed | {unit}, fixed))
            fixed |= {unit}
        stack.extend(reversed(branches))
