"""An environment at work: follows the system through the model and blocks what it must."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from proctor.artefacts.examiner import Letter, Turn
from proctor.artefacts.memory import Memory
from proctor.artefacts.model import Barriers, ExplicitModel
from proctor.errors import SystemFault, did_you_mean, shown
from proctor.logic.formula import Formula
from proctor.logic.progression import Progression, Rest
from proctor.logic.semantics import holds_at_end

__all__ = ["Goals", "Placing", "Stepper"]

# Instantaneous: all doors of a history close as it begins. Accumulative: a door closes when the
# system first stands before it in that history (flow paper, VI.A).
Placing = Literal["instantaneous", "accumulative"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Goals:
    """Both objectives, and whether the label of the start is part of the word."""

    system: Formula
    test: Formula
    reads_start: bool


class Stepper:
    """One examination by an environment.

    The tester moves first: before each move of the system it publishes what is blocked. What
    is blocked in the present state is the same in both ways of placing.
    """

    def __init__(
        self,
        model: ExplicitModel,
        harness: Barriers,
        memory: Memory,
        goals: Goals,
        *,
        placing: Placing = "instantaneous",
    ) -> None:
        self._model = model
        self._harness = harness
        self._memory = memory
        self._goals = goals
        self._number = {name: i for i, name in enumerate(model.states)}
        self._letter = {letter: x for x, letter in enumerate(memory.letters)}
        self._moves: list[list[int]] = [[] for _ in model.states]
        for index, move in enumerate(model.moves):
            self._moves[move.source].append(index)
        self._progress = [Progression(goals.system), Progression(goals.test)]
        self._rests: list[Rest] = [p.start for p in self._progress]
        self._state: int | None = None
        self._history = memory.start
        self._placing = placing
        self._placed: frozenset[int] = frozenset()
        self._walls = frozenset(
            p for p in memory.closed[memory.start] if harness.places[p].wall
        )

    @property
    def history(self) -> int:
        """The tester's memory state."""
        return self._history

    @property
    def state(self) -> int | None:
        """Where the system is, or ``None`` before the first output."""
        return self._state

    def move(self, output: Letter, /) -> Turn:
        """Follow the system to ``output["state"]`` and return what is blocked there."""
        state = self._read(output)
        before, history = self._placed, self._history
        if self._state is None:
            self._begin(state)
        else:
            self._follow(self._state, state)
        self._state = state
        self._place(state, is_new=self._history != history)
        return self._turn(state, before)

    def open_moves(self) -> tuple[int, ...]:
        """Return the numbers of the moves that the system may take now."""
        assert self._state is not None
        closed = self._closed_moves()
        return tuple(m for m in self._moves[self._state] if m not in closed)

    def _read(self, output: Letter) -> int:
        name = output.get("state")
        if not isinstance(name, str) or name not in self._number:
            raise SystemFault(
                f"the system says that it is at {shown(name)}, which is no state of the model",
                hint=did_you_mean(str(name), self._near()),
            )
        return self._number[name]

    def _near(self) -> Sequence[str]:
        if self._state is None:
            return [self._model.states[self._model.start]]
        return [
            self._model.states[self._model.moves[m].target] for m in self._moves[self._state]
        ]

    def _begin(self, state: int) -> None:
        if state != self._model.start:
            raise SystemFault(
                f"the system starts at {self._model.states[state]}, "
                f"not at {self._model.states[self._model.start]}"
            )
        if self._goals.reads_start:
            self._hear(state)

    def _follow(self, source: int, target: int) -> None:
        names, moves = self._model.states, self._model.moves
        ways = [m for m in self._moves[source] if moves[m].target == target]
        if not ways:
            raise SystemFault(
                f"the model has no move from {names[source]} to {names[target]}",
                hint=did_you_mean(names[target], self._near()),
            )
        closed = self._closed_moves()
        if all(m in closed for m in ways):
            raise SystemFault(f"the move from {names[source]} to {names[target]} is blocked")
        self._history = self._memory.after[self._history][
            self._letter[self._model.labels[target]]
        ]
        self._hear(target)

    def _place(self, state: int, *, is_new: bool) -> None:
        """Close the places of the present history, all at once or where the system stands."""
        wanted = frozenset(self._memory.closed[self._history])
        if self._placing == "accumulative":
            here = set(self._moves[state])
            kept = frozenset() if is_new else self._placed
            met = {p for p in wanted if not here.isdisjoint(self._harness.places[p].moves)}
            wanted = kept | met | self._walls
        self._placed = wanted

    def _hear(self, state: int) -> None:
        letter = frozenset(self._model.labels[state])
        self._rests = [
            p.after(rest, letter) for p, rest in zip(self._progress, self._rests, strict=True)
        ]

    def _closed_moves(self) -> frozenset[int]:
        places = self._memory.closed[self._history]
        return frozenset(m for p in places for m in self._harness.places[p].moves)

    def _turn(self, state: int, before: frozenset[int]) -> Turn:
        names = [place.name for place in self._harness.places]
        now = self._placed
        closed = self._closed_moves()
        blocked = {self._model.moves[m].action for m in self._moves[state] if m in closed}
        return Turn(
            inputs={"blocked": tuple(sorted(blocked))},
            history=self._memory.names[self._history],
            closed=tuple(names[p] for p in sorted(now)),
            closing=tuple(names[p] for p in sorted(now - before)),
            opening=tuple(names[p] for p in sorted(before - now)),
            shown=self._shown(state),
            success=self._success(state),
        )

    def _shown(self, state: int) -> bool:
        if self._memory.test_marks:
            return self._memory.test_marks[self._history]
        return self._ends_well(1, state)

    def _success(self, state: int) -> bool:
        if self._memory.system_marks:
            return self._memory.system_marks[self._history]
        return state in self._model.terminal and self._ends_well(0, state)

    def _ends_well(self, which: int, state: int) -> bool:
        """Return whether the run, ended here with its last letter repeated, is as it should."""
        letter = frozenset(self._model.labels[state])
        return holds_at_end(self._rests[which].formula(), [letter])
