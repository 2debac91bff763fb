"""Route by learned clauses alone: the method for fairness and for proofs that there is no test.

The program knows the closings, the rules and the count, nothing of the graph. What a cheapest
assignment gets wrong is learned: bypasses that must be closed, pairs that must be kept alive,
cuts that must let k ways pass (`routing by implicit hitting sets`).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final

from proctor.artefacts.environment import Grade
from proctor.budget import Budget
from proctor.engines.route.boolean import descend, given_or_own
from proctor.engines.route.boolean_descent import Solving
from proctor.engines.route.boolean_model import Model
from proctor.engines.route.boolean_region import allowed_units, region_of
from proctor.engines.route.boolean_units import Decisions
from proctor.engines.route.clauses_learned import Learned, Lessons
from proctor.engines.route.result import Choice, Result, Units
from proctor.engines.route.violations import Violation
from proctor.engines.route.world import World
from proctor.errors import SolverFault
from proctor.progress import Progress, silent
from proctor.solvers.program import ProgramBuilder

__all__ = ["clauses"]

Lesson = Learned | tuple[int, ...]  # a condition, or the edges of a cut that ways must pass

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
    approach = _Learning(
        world=world,
        grade=grade,
        allowed=allowed,
        lessons=Lessons(world, region, grade, allowed),
    )
    result = Result(method="clauses", best=known)
    with given_or_own(solving) as mine:
        descend(world, grade, budget, progress, result, mine, approach, region.flow_bound)
        if result.complete and result.best is None:
            result.conflict = approach.conflict(mine, budget)
            if region.flow_bound:
                result.dead_end = _most_telling(result.conflict)
    return result


@dataclass(frozen=True, slots=True, kw_only=True)
class _Learning:
    """Nothing is in the program but what was learned."""

    world: World
    grade: Grade
    allowed: Units
    lessons: Lessons
    learned: dict[object, Lesson] = field(default_factory=dict)

    def model(self, flow: int) -> Model:
        """Return the program for ``flow`` ways, with all that was learned."""
        return self._model_of(list(self.learned.values()), flow, counts=True)

    def learn(self, model: Model, closed: Units, flow: int) -> bool:
        """Learn all that is wrong with ``closed``."""
        conditions = [*self.lessons.ways(closed), *self.lessons.pairs(closed)]
        found: dict[object, Lesson] = {lesson.key: lesson for lesson in conditions}
        found |= {cut: cut for cut in self.lessons.narrows(closed, flow)}
        for lesson in found.values():
            self._tell(model, lesson, flow)
        self.learned.update(found)
        return bool(found)

    def conflict(self, solving: Solving, budget: Budget) -> tuple[Violation, ...]:
        """Return few of the things learned that no choice can mend together.

        What is left out one by one, as long as the rest stays impossible, until the time is
        over; so the result is a conflict in any case, and irredundant if there was time.
        """
        left = _SHRINKING
        if budget.seconds is not None:
            left = min(left, max(0.0, budget.seconds - budget.elapsed))
        until = perf_counter() + left

        def is_impossible(some: list[Lesson]) -> bool:
            program = self._model_of(some, 1, counts=False).builder.build()
            seconds = until - perf_counter()
            if seconds <= 0:
                return False
            solution = solving.solver.solve(program, seconds=seconds, seed=solving.seed)
            return solution.status == "infeasible"

        try:
            kept = _shrunk(list(self.learned.values()), is_impossible)
        except SolverFault:
            kept = list(self.learned.values())
        return tuple(self._told(lesson) for lesson in kept)

    def _model_of(self, lessons: list[Lesson], flow: int, *, counts: bool) -> Model:
        builder = ProgramBuilder(f"what a {self.grade} test with {flow} ways must keep")
        model = Model(builder=builder, decisions=Decisions(self.world, builder, self.allowed))
        for lesson in lessons:
            self._tell(model, lesson, flow)
        if counts:
            builder.minimise(model.decisions.counted())
        return model

    def _tell(self, model: Model, lesson: Lesson, flow: int) -> None:
        if isinstance(lesson, Learned):
            model.add(lesson)
            return
        sets = [self.world.edge_units[e] for e in lesson]
        movable = [s for s in sets if model.decisions.can_block(s)]
        terms = [(1, model.decisions.blocked(s) - 1) for s in movable]
        model.builder.row(terms, high=len(sets) - flow)

    def _told(self, lesson: Lesson) -> Violation:
        if isinstance(lesson, Learned):
            return lesson.about
        return Violation(what="flow", remedies=frozenset(), way=lesson)


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
