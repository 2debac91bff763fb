"""The system model: states, moves and labels as arrays, with names made on demand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from proctor.artefacts.model import ExplicitModel, Move
from proctor.errors import ModelError, shown
from proctor.graphs.csr import Bools, Graph, Ints
from proctor.models.base import Base

__all__ = ["Labelling", "SystemModel"]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Labelling:
    """The letters over ``propositions``: ``letters[of[s]]`` is what holds in state ``s``."""

    propositions: tuple[str, ...]
    letters: tuple[frozenset[str], ...]
    of: Ints


@dataclass(frozen=True, eq=False, kw_only=True)
class SystemModel:
    """What the system can do, as the tester knows it.

    Attributes:
        base: the places and moves before counters.
        ground: for each state its place.
        values: for each counter its value in each state.
        tails: for each move the state that it leaves, rising.
        action: for each move the number of its action in ``actions``.
        heads: for each move the state that it leads to.
        holds: for each proposition the states in which it holds.
        terminal: the states in which a run may end with success.
        starts: the candidates for the initial state.
        start: the candidate in use.
    """

    base: Base
    actions: tuple[str, ...]
    ground: Ints
    values: Mapping[str, Ints]
    tails: Ints
    action: Ints
    heads: Ints
    holds: Mapping[str, Bools]
    terminal: Bools
    starts: tuple[int, ...]
    start: int

    @property
    def n(self) -> int:
        """How many states there are."""
        return len(self.ground)

    @property
    def propositions(self) -> tuple[str, ...]:
        """All declared propositions, sorted."""
        return tuple(sorted(self.holds))

    @cached_property
    def graph(self) -> Graph:
        """One edge for each move, in the same order."""
        return Graph.from_sorted(self.n, self.tails, self.heads)

    def name(self, state: int) -> str:
        """Return the state's name: ``r0c1``, and with counters ``r0c1,fuel=3``."""
        place = self.base.names[self.ground[state]]
        return ",".join([place, *(f"{c}={v[state]}" for c, v in self.values.items())])

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all states."""
        return tuple(self.name(s) for s in range(self.n))

    def at(self, place: int) -> Ints:
        """Return the states in one place of the ground."""
        return np.flatnonzero(self.ground == place)

    def place(self, name: str) -> int:
        """Return the place of the ground with this name, or the only one with this token."""
        found = self.base.find(name, "a move")
        if len(found) != 1:
            raise ModelError(
                f"{shown(name)} names {len(found)} places", hint="use the name of one cell"
            )
        return int(found[0])

    def columns(self) -> dict[str, Ints]:
        """Return what conditions may speak of: row, column and counters, for each state."""
        found = dict(self.values)
        if self.base.rows is not None and self.base.columns is not None:
            found["row"] = self.base.rows[self.ground]
            found["column"] = self.base.columns[self.ground]
        return found

    def labelling(self, propositions: Sequence[str]) -> Labelling:
        """Return the distinct labels over ``propositions``, and which state has which.

        Letters are numbered in the order of the states that first carry them.
        """
        code = np.zeros(self.n, dtype=np.int64)
        known: list[frozenset[str]] = [frozenset()]
        for name in propositions:
            pairs, code = np.unique(code * 2 + self.holds[name], return_inverse=True)
            known = [known[v // 2] | ({name} if v % 2 else frozenset()) for v in pairs.tolist()]
        used, first, of = np.unique(code, return_index=True, return_inverse=True)
        order = np.argsort(first)
        rank = np.empty(len(used), dtype=np.int64)
        rank[order] = np.arange(len(used))
        return Labelling(
            propositions=tuple(sorted(propositions)),
            letters=tuple(known[used[i]] for i in order.tolist()),
            of=rank[of],
        )

    def explicit(self, labelling: Labelling) -> ExplicitModel:
        """Return the model as plain data, with the labels of ``labelling``."""
        rows, columns = self.base.rows, self.base.columns
        cells: tuple[tuple[int, int], ...] = ()
        if rows is not None and columns is not None:
            r, c = rows[self.ground].tolist(), columns[self.ground].tolist()
            cells = tuple(zip(r, c, strict=True))
        label = [tuple(sorted(x)) for x in labelling.letters]
        actions = self.actions
        return ExplicitModel(
            propositions=labelling.propositions,
            states=self.names,
            labels=tuple(label[x] for x in labelling.of.tolist()),
            start=self.start,
            terminal=tuple(np.flatnonzero(self.terminal).tolist()),
            moves=tuple(
                Move(t, actions[a], h)
                for t, a, h in zip(
                    self.tails.tolist(), self.action.tolist(), self.heads.tolist(), strict=True
                )
            ),
            cells=cells,
            map=self.base.map,
        )
