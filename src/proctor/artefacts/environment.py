"""A test environment: the model, the objectives, and a tester's memory that blocks places."""

from dataclasses import dataclass, field
from typing import Literal

from proctor.artefacts.examiner import Examination
from proctor.artefacts.memory import Memory
from proctor.artefacts.model import Barriers, ExplicitModel
from proctor.artefacts.stepper import Goals, Placing, Stepper
from proctor.logic.parser import parse

__all__ = [
    "Conventions",
    "Count",
    "Environment",
    "Fairness",
    "Grade",
    "Kind",
    "Memory",
    "Restriction",
    "Step",
]

Kind = Literal["static", "reactive", "mixed"]
Grade = Literal["strict", "announced", "paper"]
Fairness = Literal["fairest", "strict", "announced", "paper"]
Count = Literal["obstacles", "edges"]
Conventions = Literal["default", "paper"]
Step = tuple[int, int]  # a state, and the tester's memory when the system is there


@dataclass(frozen=True, slots=True, kw_only=True)
class Restriction:
    """One action blocked in one state; ``histories`` is ``None`` for a wall."""

    state: str
    action: str
    to: str
    place: str
    histories: tuple[str, ...] | None


@dataclass(frozen=True, kw_only=True)
class Environment:
    """A static, reactive or mixed test, with everything that is needed to check it.

    Attributes:
        title: as the problem is called.
        model: the explicit system model.
        harness: what might have been blocked.
        system_objective: what the system must do, in Spot's syntax.
        test_objective: what the test must bring to light.
        kind: static, reactive or mixed.
        conventions: default or paper.
        count: what was counted, obstacles or edges.
        fairness: the grade of fairness that is claimed.
        memory: the tester.
        flow: F, the number of edge-disjoint ways to success.
        ways: that many ways, each a list of (state, memory).
        cut: as many product edges ((state, memory), (state, memory)) that all ways must use.
        obstacles: the total weight of the places that are ever closed.
        closings: how many pairs of a door and a history, plus walls, are closed.
        cuts: how many edges of the reachable unrestricted product are blocked.
        stranded: pairs that lose their objective, at the strict reading.
        proved_by: who says that nothing better exists at this grade; ``none`` if nobody does.
        problem_digest: of the problem that it answers.
        seed: what it was made with.
        version: of Proctor.
    """

    title: str = ""
    model: ExplicitModel
    harness: Barriers
    system_objective: str
    test_objective: str
    kind: Kind
    conventions: Conventions = "default"
    count: Count = "obstacles"
    fairness: Grade = "strict"
    memory: Memory
    flow: int
    ways: tuple[tuple[Step, ...], ...] = ()
    cut: tuple[tuple[Step, Step], ...] = ()
    obstacles: int = 0
    closings: int = 0
    cuts: int = 0
    stranded: int = 0
    proved_by: str = "none"
    problem_digest: str = ""
    seed: int = 0
    version: str = ""
    warnings: tuple[str, ...] = field(default=())

    def start(self, *, seed: int, placing: Placing = "instantaneous") -> Examination:
        """Return a fresh examination; this tester is deterministic, so the seed is not used.

        ``placing`` says when doors close: all at once when a history begins, or one by one as
        the system comes before them.
        """
        del seed
        goals = Goals(
            system=parse(self.system_objective),
            test=parse(self.test_objective),
            reads_start=self.conventions == "default",
        )
        return Stepper(self.model, self.harness, self.memory, goals, placing=placing)

    @property
    def restrictions(self) -> tuple[Restriction, ...]:
        """Every move that is blocked, with the histories in which it is."""
        found: list[Restriction] = []
        everywhere = range(len(self.memory.names))
        for number, place in enumerate(self.harness.places):
            closed = [m for m in everywhere if number in self.memory.closed[m]]
            if not closed:
                continue
            wall = place.wall or self.kind == "static"
            histories = None if wall else tuple(self.memory.names[m] for m in closed)
            for index in place.moves:
                move = self.model.moves[index]
                found.append(
                    Restriction(
                        state=self.model.states[move.source],
                        action=move.action,
                        to=self.model.states[move.target],
                        place=place.name,
                        histories=histories,
                    )
                )
        return tuple(sorted(found, key=lambda r: (r.state, r.action, r.to)))
