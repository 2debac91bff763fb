"""Route by one Boolean per place and history, in CP-SAT: the method for small and odd graphs.

Bypasses, F and the view of ``paper`` are in the program; pairs that a ``strict`` or an
``announced`` test must keep alive are learned when they turn up.
"""

from dataclasses import dataclass
from typing import Final

from proctor.artefacts.environment import Grade
from proctor.budget import Budget
from proctor.engines.route.boolean_descent import Asked, Descent, Solving, solving_with
from proctor.engines.route.boolean_model import Model, make_model
from proctor.engines.route.boolean_region import Region, allowed_units, region_of
from proctor.engines.route.clauses_learned import Learned, Lessons
from proctor.engines.route.clauses_program import Learning
from proctor.engines.route.result import Choice, Result, Units
from proctor.engines.route.world import World
from proctor.progress import Progress, silent

__all__ = ["boolean"]

# Flows are linear: seen in full they prove Patrolling in a second, by default in half a minute.
_LINEAR: Final = 2
# Seconds for each quick attempt: by clauses alone, or for any test, whatever it costs.
_SOON: Final = 5.0


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
    lessons = Lessons(world, region, grade, allowed)
    learning = Learning(world=world, grade=grade, allowed=allowed, lessons=lessons)
    whole = _Whole(world=world, region=region, grade=grade, allowed=allowed, learning=learning)
    result = Result(method="boolean", best=known)
    with solving_with(solving) as mine:
        Descent(
            world=world,
            grade=grade,
            budget=budget,
            progress=progress,
            result=result,
            solving=mine,
            plan=_plan(whole),
        ).run(region.flow_bound)
    return result


def _plan(whole: "_Whole") -> list[Asked]:
    learning = whole.learning
    soon = [Asked(approach=learning, share=0.25, seconds=_SOON)]
    return [
        *(soon if learning.lessons.has_pairs else []),
        Asked(approach=whole, linear=_LINEAR, share=0.25, seconds=_SOON),
        Asked(approach=whole, counts=False, share=0.25, seconds=_SOON),
        Asked(approach=whole, linear=_LINEAR),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Whole:
    """Everything is in the program but the pairs that a fair test keeps alive."""

    world: World
    region: Region
    grade: Grade
    allowed: Units
    learning: Learning

    def model(self, flow: int) -> Model:
        """Return the program for ``flow`` ways, with all that was learned about pairs."""
        model = make_model(self.world, self.region, self.grade, flow, self.allowed)
        for lesson in self.learning.learned.values():
            if isinstance(lesson, Learned) and lesson.about.what == "stranded":
                model.add(lesson)
        return model

    def learn(self, model: Model, closed: Units, _flow: int) -> bool:
        """Learn from the pairs that ``closed`` strands; the rest is in the program."""
        learning = self.learning
        found = learning.lessons.pairs(closed)
        for lesson in found:
            learning.learned[lesson.key] = lesson
            model.add(lesson)
        return bool(found)
