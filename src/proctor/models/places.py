"""The places of a problem: groups of moves that are blocked together, numbered and named."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from proctor.artefacts.model import Place, Rule
from proctor.graphs.csr import Bools, Ints
from proctor.models.harness import Harness
from proctor.models.system import SystemModel

__all__ = ["Places"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Places:
    """The usable places of a problem.

    Attributes:
        model: the model whose moves they hold.
        of: for each move the number of its place, or -1.
        weights: what blocking each place costs.
        walls: which places are static.
        exact: whether doors tell all values of all counters apart, ignored ones as well.
        titles: names given by the user, by place number.
        rules: the rules, over place numbers.
    """

    model: SystemModel
    harness: Harness
    of: Ints
    weights: Ints
    walls: Bools
    titles: Mapping[int, str]
    exact: bool = False
    rules: tuple[Rule, ...] = ()

    @property
    def n(self) -> int:
        """How many places there are."""
        return len(self.weights)

    @cached_property
    def moves(self) -> tuple[tuple[int, ...], ...]:
        """The moves of each place, rising."""
        found: list[list[int]] = [[] for _ in range(self.n)]
        for move, place in enumerate(self.of.tolist()):
            if place >= 0:
                found[place].append(move)
        return tuple(tuple(moves) for moves in found)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """A name for each place: the user's, or its first move's ends."""
        return tuple(self.titles.get(p) or self._described(p) for p in range(self.n))

    def _described(self, place: int) -> str:
        model, moves = self.model, self.moves[place]
        ends = [(int(model.tails[m]), int(model.heads[m])) for m in moves]
        whole = self.exact and not self.walls[place]
        pairs = {(self._end(s, whole=whole), self._end(t, whole=whole)) for s, t in ends}
        source, target = (self._end(state, whole=whole) for state in ends[0])
        if self.harness.bidirectional:
            arrow = "<->" if (target, source) in pairs else "->"
            more = len({frozenset(pair) for pair in pairs}) - 1
            return f"{source} {arrow} {target}" + (f" and {more} more" if more else "")
        action = model.actions[model.action[moves[0]]]
        plain = model.base.map or action == f"to {target}"
        return f"{source} -> {target}" if plain else f"{source} -> {target} by {action}"

    def _end(self, state: int, *, whole: bool) -> str:
        model = self.model
        kept = [c for c in model.values if whole or c not in self.harness.ignore]
        cell = model.base.names[model.ground[state]]
        return ",".join([cell, *(f"{c}={model.values[c][state]}" for c in kept)])

    def explicit(self) -> tuple[Place, ...]:
        """Return the places as plain data."""
        return tuple(
            Place(name=name, moves=moves, weight=weight, wall=wall)
            for name, moves, weight, wall in zip(
                self.names, self.moves, self.weights.tolist(), self.walls.tolist(), strict=True
            )
        )
