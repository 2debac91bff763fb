"""Pairs of states that moves join: a product has one edge for a pair, whatever the actions."""

from dataclasses import dataclass

import numpy as np

from proctor.graphs.csr import Bools, Graph, Ints
from proctor.models.system import SystemModel

__all__ = ["Pairs", "find_pairs"]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Pairs:
    """The distinct (from, to) pairs of a model's moves.

    Attributes:
        graph: one edge for each pair.
        of_move: for each move its pair.
    """

    graph: Graph
    of_move: Ints

    def blocked(self, move_blocked: Bools) -> Bools:
        """Return the pairs all of whose moves are blocked."""
        found = np.ones(self.graph.m, dtype=np.bool_)
        found[self.of_move[~move_blocked]] = False
        return found

    def places(self, place_of_move: Ints) -> list[frozenset[int]]:
        """Return for each pair the places that must all be closed to block it, or none.

        A pair with a move that can never be blocked has no places.
        """
        found: list[set[int]] = [set() for _ in range(self.graph.m)]
        for pair, place in zip(self.of_move.tolist(), place_of_move.tolist(), strict=True):
            found[pair].add(place)
        return [frozenset() if -1 in places else frozenset(places) for places in found]


def find_pairs(model: SystemModel) -> Pairs:
    """Return the pairs of ``model``, sorted by tail, then head."""
    key = model.tails * model.n + model.heads
    unique, of_move = np.unique(key, return_inverse=True)
    tails, heads = np.divmod(unique, model.n)
    return Pairs(graph=Graph.from_sorted(model.n, tails, heads), of_move=of_move)
