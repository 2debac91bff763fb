"""Which vertices can be reached, forwards or backwards, over open edges."""

import numpy as np

from proctor.graphs.csr import Bools, Graph, Ints

__all__ = ["can_reach", "out_edges", "reachable"]


def reachable(
    graph: Graph, starts: Ints, *, open_edges: Bools | None = None, stop: Bools | None = None
) -> Bools:
    """Return for each vertex whether a way leads to it from ``starts``.

    Only edges that are ``open_edges`` are used; a vertex in ``stop`` is reached but not left.
    Each edge is looked at once.

    >>> g = Graph.from_edges(4, np.array([[0, 1], [1, 2], [3, 0]]))
    >>> reachable(g, np.array([0])).tolist()
    [True, True, True, False]
    """
    seen = np.zeros(graph.n, dtype=np.bool_)
    seen[starts] = True
    frontier = np.unique(starts)
    while len(frontier):
        if stop is not None:
            frontier = frontier[~stop[frontier]]
        edges = out_edges(graph, frontier)
        if open_edges is not None:
            edges = edges[open_edges[edges]]
        heads = graph.heads[edges]
        frontier = np.unique(heads[~seen[heads]])
        seen[frontier] = True
    return seen


def can_reach(
    graph: Graph, targets: Bools, *, open_edges: Bools | None = None, stop: Bools | None = None
) -> Bools:
    """Return for each vertex whether a way leads from it to a target.

    A vertex in ``stop`` is never passed through, though a way may begin or end in it.
    """
    turned, original = graph.reverse
    usable = np.ones(graph.m, dtype=np.bool_) if open_edges is None else open_edges.copy()
    if stop is not None:
        usable &= ~stop[graph.tails]
    return reachable(turned, np.flatnonzero(targets), open_edges=usable[original])


def out_edges(graph: Graph, vertices: Ints) -> Ints:
    """Return the numbers of all edges that leave ``vertices``, in their order."""
    begin = graph.indptr[vertices]
    count = graph.indptr[vertices + 1] - begin
    total = int(count.sum())
    if not total:
        return np.empty(0, dtype=np.int64)
    shift = np.repeat(begin - np.concatenate(([0], np.cumsum(count)[:-1])), count)
    return np.arange(total, dtype=np.int64) + shift
