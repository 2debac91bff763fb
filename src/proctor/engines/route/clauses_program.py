"""The program of learned conditions: closings, rules, the count, and nothing of the graph."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from proctor.artefacts.environment import Grade
from proctor.engines.route.boolean_model import Model
from proctor.engines.route.boolean_units import Decisions
from proctor.engines.route.clauses_learned import Learned, Lessons
from proctor.engines.route.result import Units
from proctor.engines.route.violations import Violation
from proctor.engines.route.world import World
from proctor.solvers.program import Program, ProgramBuilder

__all__ = ["Learning", "Lesson", "told"]

Lesson = Learned | tuple[int, ...]  # a condition, or the edges of a cut that ways must pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Learning:
    """Knows only what was learned, which may serve another method as well."""

    world: World
    grade: Grade
    allowed: Units
    lessons: Lessons
    learned: dict[object, Lesson] = field(default_factory=dict)

    def model(self, flow: int) -> Model:
        """Return the program for ``flow`` ways, with all that was learned."""
        return self._model_of(self.learned.values(), flow)

    def learn(self, model: Model, closed: Units, flow: int) -> bool:
        """Learn all that is wrong with ``closed``."""
        conditions = [*self.lessons.ways(closed), *self.lessons.pairs(closed)]
        found: dict[object, Lesson] = {lesson.key: lesson for lesson in conditions}
        found |= {cut: cut for cut in self.lessons.narrows(closed, flow)}
        for lesson in found.values():
            self._add(model, lesson, flow)
        self.learned.update(found)
        return bool(found)

    def demanding(self, lessons: Iterable[Lesson]) -> Program:
        """Return the program that asks for any choice that keeps the rules and ``lessons``."""
        return self._model_of(lessons, 1).builder.build()

    def _model_of(self, lessons: Iterable[Lesson], flow: int) -> Model:
        builder = ProgramBuilder(f"what a {self.grade} test with {flow} ways must keep")
        model = Model(builder=builder, decisions=Decisions(self.world, builder, self.allowed))
        for lesson in lessons:
            self._add(model, lesson, flow)
        return model

    def _add(self, model: Model, lesson: Lesson, flow: int) -> None:
        if isinstance(lesson, Learned):
            model.add(lesson)
            return
        sets = [self.world.edge_units[e] for e in lesson]
        movable = [s for s in sets if model.decisions.can_block(s)]
        terms = [(1, model.decisions.blocked(s) - 1) for s in movable]
        model.builder.row(terms, high=len(sets) - flow)


def told(lesson: Lesson) -> Violation:
    """Return what a lesson is about."""
    if isinstance(lesson, Learned):
        return lesson.about
    return Violation(what="flow", remedies=frozenset(), way=lesson)
