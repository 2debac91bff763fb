"""Route by learned clauses alone: the method for fairness and for proofs that there is no test.

The program knows the closings, the rules and the count, nothing of the graph. What a cheapest
assignment gets wrong is learned: bypasses that must be closed, pairs that must be kept alive,
cuts that must let k ways pass. This is a search by implicit hitting sets.
"""

from collections.abc import Callable
from contextlib import suppress
from time import perf_counter
from typing import Final

from proctor.artefacts.environment import Grade
from proctor.budget import Budget
from proctor.engines.route.boolean_descent import Asked, Descent, Solving, solving_with
from proctor.engines.route.boolean_region import allowed_units, region_of
from proctor.engines.route.clauses_learned import Lessons
from proctor.engines.route.clauses_program import Learning, Lesson, told
from proctor.engines.route.result import Choice, Result
from proctor.engines.route.violations import Violation
from proctor.engines.route.world import World
from proctor.errors import SolverFault
from proctor.progress import Progress, silent

__all__ = ["clauses"]

_SHRINKING: Final = 2.0  # seconds for a small conflict


def clauses(
    world: World,
    grade: Grade,
    budget: Budget,
    progress: Progress = silent,
    known: Choice | None = None,
    *,
    solving: Solving | None = None,
) -> Result:
    """Return the best valid choice for ``grade``, or that there is none, with a conflict.

    The first assignment that nothing is wrong with is optimal for its F, because it is a
    cheapest one among all that keep what every valid test keeps.
    """
    region = region_of(world)
    allowed = allowed_units(world, region, grade)
    lessons = Lessons(world, region, grade, allowed)
    learning = Learning(world=world, grade=grade, allowed=allowed, lessons=lessons)
    result = Result(method="clauses", best=known)
    with solving_with(solving) as mine:
        Descent(
            world=world,
            grade=grade,
            budget=budget,
            progress=progress,
            result=result,
            solving=mine,
            plan=[Asked(approach=learning)],
        ).run(region.flow_bound)
        if result.complete and result.best is None and region.flow_bound:
            result.conflict = _conflict(learning, mine, budget)
            result.dead_end = _most_telling(result.conflict)
    return result


def _conflict(learning: Learning, solving: Solving, budget: Budget) -> tuple[Violation, ...]:
    """Return few of the things learned that no choice can mend together.

    Parts are left out as long as the rest stays impossible, until the time is over; so it is
    a conflict in any case, and irredundant if there was time.
    """
    seconds = _SHRINKING
    if budget.seconds is not None:
        seconds = min(seconds, budget.seconds - budget.elapsed)
    until = perf_counter() + seconds

    def is_impossible(some: list[Lesson]) -> bool:
        left = until - perf_counter()
        if left <= 0:
            return False
        program = learning.demanding(some)
        return solving.solver.solve(program, seconds=left).status == "infeasible"

    kept = list(learning.learned.values())
    with suppress(SolverFault):
        kept = _shrunk(kept, is_impossible)
    return tuple(told(lesson) for lesson in kept)


def _shrunk(items: list[Lesson], holds: Callable[[list[Lesson]], bool]) -> list[Lesson]:
    """Return few of ``items`` for which ``holds`` stays true; large parts are tried first."""
    size = max(1, len(items) // 2)
    while True:
        begin = 0
        while begin < len(items):
            rest = items[:begin] + items[begin + size :]
            if holds(rest):
                items = rest
            else:
                begin += size
        if size == 1:
            return items
        size = max(1, size // 2)


def _most_telling(conflict: tuple[Violation, ...]) -> Violation | None:
    """Return a stranded pair, if there is one, else the first thing; a rule if nothing."""
    if not conflict:
        return Violation(what="rule", remedies=frozenset())
    return next((v for v in conflict if v.what == "stranded"), conflict[0])
