"""Route by one Boolean per place and history, in CP-SAT: the method for small and odd graphs.

Bypasses, F and the view of ``paper`` are in the program; pairs that a ``strict`` or an
``announced`` test must keep alive are learned when they turn up.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from proctor.artefacts.environment import Grade
from proctor.budget import Budget
from proctor.engines.route.boolean_descent import Approach, Descent, Solving
from proctor.engines.route.boolean_model import Model, make_model
from proctor.engines.route.boolean_region import Region, allowed_units, region_of
from proctor.engines.route.clauses_learned import Learned, Lessons
from proctor.engines.route.result import Choice, Result, Units
from proctor.engines.route.world import World
from proctor.errors import BudgetExceeded, SolverFault
from proctor.progress import Progress, silent
from proctor.solvers.client import Solver

__all__ = ["boolean", "descend", "given_or_own"]


def boolean(
    world: World,
    grade: Grade,
    budget: Budget,
    progress: Progress = silent,
    known: Choice | None = None,
    *,
    solving: Solving | None = None,
) -> Result:
    """Return the best valid choice for ``grade``: largest F, then least count.

    Without ``solving`` a solver is started and ended. When the budget ends first, on Ctrl-C
    or when the solver fails, what was found so far is returned.
    """
    region = region_of(world)
    allowed = allowed_units(world, region, grade)
    approach = _Whole(
        world=world,
        region=region,
        grade=grade,
        allowed=allowed,
        lessons=Lessons(world, region, grade, allowed),
    )
    result = Result(method="boolean", best=known)
    with given_or_own(solving) as mine:
        descend(world, grade, budget, progress, result, mine, approach, region.flow_bound)
    return result


def descend(
    world: World,
    grade: Grade,
    budget: Budget,
    progress: Progress,
    result: Result,
    solving: Solving,
    approach: Approach,
    flow_bound: int,
) -> None:
    """Fill ``result`` until it is proved or something ends the search."""
    descent = Descent(
        world=world,
        grade=grade,
        budget=budget,
        progress=progress,
        result=result,
        solving=solving,
        approach=approach,
    )
    try:
        descent.run(flow_bound)
    except BudgetExceeded:
        pass
    except KeyboardInterrupt:
        result.interrupted = True
    except SolverFault as fault:
        result.reason = fault.message


@dataclass(frozen=True, slots=True, kw_only=True)
class _Whole:
    """Everything is in the program but the pairs that a fair test keeps alive."""

    world: World
    region: Region
    grade: Grade
    allowed: Units
    lessons: Lessons
    learned: dict[object, Learned] = field(default_factory=dict)

    def model(self, flow: int) -> Model:
        """Return the program for ``flow`` ways, with all that was learned."""
        model = make_model(self.world, self.region, self.grade, flow, self.allowed)
        for lesson in self.learned.values():
            model.add(lesson)
        return model

    def learn(self, model: Model, closed: Units, _flow: int) -> bool:
        """Learn from the pairs that ``closed`` strands; the rest is in the program."""
        if self.grade == "paper":
            return False
        found = self.lessons.pairs(closed)
        for lesson in found:
            self.learned[lesson.key] = lesson
            model.add(lesson)
        return bool(found)


@contextmanager
def given_or_own(given: Solving | None) -> Iterator[Solving]:
    if given is not None:
        yield given
        return
    with Solver() as solver:
        yield Solving(solver=solver)
