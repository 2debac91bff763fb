"""A walk through a test: where the system is, what it may do, and what the test does."""

from collections.abc import Iterator
from dataclasses import dataclass

from proctor import Environment, Examination, Turn
from proctor.errors import SystemFault
from proctor.reports.prospects import Prospects, prospects

__all__ = ["Choice", "Walk"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One thing that the system might do next.

    Attributes:
        action: what it does.
        target: the number of the state that it comes to.
        shut: the closed places that forbid it; empty when it is open.
    """

    action: str
    target: int
    shut: tuple[int, ...]


class Walk:
    """One run through a test, step by step, with a way back."""

    def __init__(self, test: Environment, *, seed: int = 0) -> None:
        self.test = test
        self.seed = seed
        self.prospects: Prospects = prospects(test)
        self._letter = {letter: x for x, letter in enumerate(test.memory.letters)}
        self._examination: Examination
        self.turn: Turn
        self.states: list[int]
        self.actions: list[str]
        self._begin()

    @property
    def state(self) -> int:
        """The number of the state that the system is in."""
        return self.states[-1]

    @property
    def name(self) -> str:
        """The name of that state."""
        return self.test.model.states[self.state]

    @property
    def step(self) -> tuple[int, int]:
        """The state, and the tester's memory."""
        return (self.state, self.history)

    @property
    def closed(self) -> tuple[int, ...]:
        """The places that are closed now."""
        return self.test.memory.closed[self.history]

    @property
    def way(self) -> list[str]:
        """The names of the states that were visited, in order."""
        return [self.test.model.states[state] for state in self.states]

    @property
    def is_over(self) -> bool:
        """Whether the run has ended in success."""
        return self.turn.success and len(self.states) > 1

    def choices(self) -> list[Choice]:
        """Return what the system might do, in the order of the model."""
        model, places = self.test.model, self.test.harness.places
        found: dict[tuple[str, int], Choice] = {}
        for number, move in enumerate(model.moves):
            if move.source == self.state:
                shut = tuple(p for p in self.closed if number in places[p].moves)
                choice = Choice(action=move.action, target=move.target, shut=shut)
                found.setdefault((move.action, move.target), choice)
        return list(found.values())

    def take(self, choice: Choice) -> Turn:
        """Do it, and return what the tester does then.

        Raises:
            SystemFault: if it is closed.
        """
        if choice.shut:
            raise SystemFault(f"{choice.action} is closed from {self.name}")
        self._follow(choice.target, choice.action)
        return self.turn

    def undo(self) -> bool:
        """Take the last step back; return whether there was one."""
        if len(self.states) == 1:
            return False
        steps = list(zip(self.states[1:-1], self.actions[:-1], strict=True))
        self._begin()
        for state, action in steps:
            self._follow(state, action)
        return True

    def played(self, limit: int = 100_000) -> Iterator[Turn]:
        """Walk by itself to success, and yield what the tester does after each step.

        It walks as one who sees what is closed and plans anew each step. Once the plans go in
        circles it takes a way that is sure. Without a way it stops where it is.
        """
        met: set[tuple[int, int]] = set()
        for _ in range(limit):
            after = None if self.is_over else self._planned(sure=self.step in met)
            if after is None:
                return
            met.add(self.step)
            choice = next(c for c in self.choices() if not c.shut and c.target == after)
            yield self.take(choice)

    def _planned(self, *, sure: bool) -> int | None:
        options: tuple[tuple[int, int], ...] = ()
        if not sure:
            options = self.prospects.next_as_seen(self.step)
        if not options:
            step = self.prospects.next_for_sure(self.step)
            return None if step is None else step[0]
        return options[(self.seed + len(self.states) - 1) % len(options)][0]

    def _begin(self) -> None:
        self._examination = self.test.start(seed=self.seed)
        self.states, self.actions = [self.test.model.start], []
        self.history = self.test.memory.start
        self.turn = self._examination.move({"state": self.name})

    def _follow(self, state: int, action: str) -> None:
        model, memory = self.test.model, self.test.memory
        self.turn = self._examination.move({"state": model.states[state]})
        self.history = memory.after[self.history][self._letter[model.labels[state]]]
        self.states.append(state)
        self.actions.append(action)
