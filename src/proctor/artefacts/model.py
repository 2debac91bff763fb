"""The explicit model: every state, label and move by name, and the places that may be blocked.

This is what an artefact carries so that a checker needs nothing else. Everything is a tuple;
states, moves and places are numbered by their position.
"""

from dataclasses import dataclass
from typing import Literal

from proctor.errors import ModelError

__all__ = ["Barriers", "ExplicitModel", "Move", "Place", "Rule", "RuleKind"]

RuleKind = Literal["implies", "never_both", "at_most"]


@dataclass(frozen=True, slots=True)
class Move:
    """From state ``source``, the action ``action`` may lead to state ``target``."""

    source: int
    action: str
    target: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplicitModel:
    """States with labels, one start, moves, and which states are terminal.

    Attributes:
        propositions: declared names, sorted.
        states: a name for each state.
        labels: for each state the propositions that hold there, sorted.
        start: the number of the initial state.
        terminal: the numbers of the terminal states, rising.
        moves: all moves, ordered by source.
        cells: for each state its map cell as (row, column), rows and columns counted from 0
            at the top left; empty when the model was not drawn as a map.
        map: the lines of the map as they were written; empty when there is none.
    """

    propositions: tuple[str, ...]
    states: tuple[str, ...]
    labels: tuple[tuple[str, ...], ...]
    start: int
    terminal: tuple[int, ...]
    moves: tuple[Move, ...]
    cells: tuple[tuple[int, int], ...] = ()
    map: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        n = len(self.states)
        if len(set(self.states)) != n:
            raise ModelError("two states have the same name", hint="names of states are unique")
        if len(self.labels) != n or (self.cells and len(self.cells) != n):
            raise ModelError(
                f"{n} states, but {len(self.labels)} labels, {len(self.cells)} cells"
            )
        if not 0 <= self.start < n:
            raise ModelError(f"the start is state {self.start}; states are numbered 0..{n - 1}")
        known = set(self.propositions)
        for state, label in zip(self.states, self.labels, strict=True):
            if not known.issuperset(label):
                raise ModelError(f"state {state} is labelled {label}: not all are declared")
        if any(not 0 <= s < n for s in self.terminal):
            raise ModelError(f"a terminal state is outside 0..{n - 1}")
        last = 0
        for move in self.moves:
            if not (0 <= move.source < n and 0 <= move.target < n):
                raise ModelError(f"the move {move} is outside a model of {n} states")
            if move.source < last:
                raise ModelError(f"the move {move} is out of order: sources must not fall")
            last = move.source


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A group of moves that are blocked together, in one history or in all.

    Attributes:
        name: as people call it.
        moves: numbers of moves in the model, rising.
        weight: what blocking it costs.
        wall: whether it is static, blocked in every history or in none.
    """

    name: str
    moves: tuple[int, ...]
    weight: int = 1
    wall: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule over places that holds at any time, in every history.

    * ``implies``: as soon as a place of ``first`` is closed, all of ``second`` are.
    * ``never_both``: no place of ``first`` and other place of ``second`` are closed together.
    * ``at_most``: at most ``limit`` places of ``first`` are closed.
    """

    kind: RuleKind
    first: tuple[int, ...]
    second: tuple[int, ...] = ()
    limit: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Barriers:
    """What the tester may block: places, and rules over them.

    A move that is in no place is never blocked. ``bidirectional`` says that a place holds
    both directions of each pair of states that it touches.
    """

    places: tuple[Place, ...]
    rules: tuple[Rule, ...] = ()
    bidirectional: bool = False
