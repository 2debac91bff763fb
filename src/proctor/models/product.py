"""The product of a model with its histories: every test execution is a way in this graph.

A node is a state with a history. One edge joins a pair of nodes; it is blocked when all its
moves are. The product knows the way home: nodes to states, edges to moves and places.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from proctor.errors import ModelError
from proctor.graphs.csr import Bools, Graph, Ints
from proctor.graphs.reach import out_edges
from proctor.models.histories import Histories, find_histories
from proctor.models.pairs import Pairs, find_pairs
from proctor.models.problem import Problem

__all__ = ["MAX_NODES", "Product", "build_product"]

MAX_NODES = 50_000_000


@dataclass(frozen=True, eq=False, kw_only=True)
class Product:
    """The virtual product graph, reachable part only.

    Attributes:
        problem: what it was made from.
        histories: all of them, numbered as in ``history``.
        pairs: the model's pairs of states that moves join.
        graph: nodes and edges; edges are sorted by tail.
        state: for each node its state.
        history: for each node its history.
        pair: for each edge the pair of states that it joins.
        start: the source S.
        target: the nodes T: the run may end there with success.
        shown: the nodes in which the test objective has come true.
    """

    problem: Problem
    histories: Histories
    pairs: Pairs
    graph: Graph
    state: Ints
    history: Ints
    pair: Ints
    start: int
    target: Bools
    shown: Bools

    @cached_property
    def intermediate(self) -> Bools:
        """The nodes I: the test objective is reached, the system objective still open."""
        letter = self.histories.labelling.of[self.state]
        succeeds = self.histories.succeeds[self.history, letter]
        found: Bools = self.shown & ~succeeds
        return found

    @cached_property
    def entry(self) -> Bools:
        """The entry states: some predecessor has another history; and the start."""
        graph = self.graph
        new = self.history[graph.tails] != self.history[graph.heads]
        found = np.zeros(graph.n, dtype=np.bool_)
        found[graph.heads[new]] = True
        found[self.start] = True
        return found

    def moves(self, edge: int) -> tuple[int, ...]:
        """Return the model's moves that an edge stands for: it is blocked when all are."""
        return tuple(np.flatnonzero(self.pairs.of_move == self.pair[edge]).tolist())

    def cell(self, node: int) -> tuple[int, int] | None:
        """Return the (row, column) of a node's map cell, counted from 0 at the top left."""
        base = self.problem.model.base
        if base.rows is None or base.columns is None:
            return None
        place = self.problem.model.ground[self.state[node]]
        return int(base.rows[place]), int(base.columns[place])

    def name(self, node: int) -> str:
        """Return the node as people read it: ``r0c1 in q2``."""
        return f"{self.problem.model.name(int(self.state[node]))} in q{self.history[node]}"


def build_product(problem: Problem, histories: Histories | None = None) -> Product:
    """Return the product graph that is reachable from the start, by breadth-first search.

    Histories are renumbered in the order in which the search meets them.
    """
    model = problem.model
    known = histories or find_histories(problem)
    pairs = find_pairs(model)
    width, label = known.n, known.labelling.of
    if model.n * width > MAX_NODES:
        raise ModelError(
            f"{model.n} states times {width} histories are more than {MAX_NODES} nodes",
            hint="make the model smaller or the objectives shorter",
        )
    number = np.full(model.n * width, -1, dtype=np.int64)
    frontier = np.array([model.start * width + known.start], dtype=np.int64)
    number[frontier] = 0
    found, total = [frontier], 1
    while len(frontier):
        _, heads, _ = _step(frontier, pairs, known, label)
        fresh = heads[number[heads] < 0]
        unique, first = np.unique(fresh, return_index=True)
        frontier = unique[np.argsort(first)]
        number[frontier] = np.arange(total, total + len(frontier))
        total += len(frontier)
        found.append(frontier)
    nodes = np.concatenate(found)
    tails, heads, pair = _step(nodes, pairs, known, label)
    state, history = np.divmod(nodes, width)
    compact, history = _renumbered(known, history)
    letter = label[state]
    target = compact.succeeds[history, letter]
    if problem.conventions == "default":
        target &= model.terminal[state]
    return Product(
        problem=problem,
        histories=compact,
        pairs=pairs,
        graph=Graph.from_sorted(len(nodes), tails, number[heads]),
        state=state,
        history=history,
        pair=pair,
        start=0,
        target=target,
        shown=compact.shows[history, letter],
    )


def _step(
    nodes: Ints, pairs: Pairs, histories: Histories, label: Ints
) -> tuple[Ints, Ints, Ints]:
    """Return (position of the tail, dense head, pair) for every edge that leaves ``nodes``."""
    state, history = np.divmod(nodes, histories.n)
    pair = out_edges(pairs.graph, state)
    count = pairs.graph.indptr[state + 1] - pairs.graph.indptr[state]
    position = np.repeat(np.arange(len(nodes), dtype=np.int64), count)
    heads = pairs.graph.heads[pair]
    after = histories.after[history[position], label[heads]]
    return position, heads * histories.n + after, pair


def _renumbered(known: Histories, history: Ints) -> tuple[Histories, Ints]:
    unique, first, inverse = np.unique(history, return_index=True, return_inverse=True)
    order = np.argsort(first)
    kept = unique[order]
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    new = np.full(known.n + 1, -1, dtype=np.int64)  # the last entry keeps -1 at -1
    new[kept] = np.arange(len(kept))
    compact = Histories(
        labelling=known.labelling,
        start=int(new[known.start]),
        after=new[known.after[kept]],
        succeeds=known.succeeds[kept],
        shows=known.shows[kept],
    )
    return compact, rank[inverse]
