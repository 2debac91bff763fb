"""A directed graph as two arrays: where each vertex's edges begin, and where they lead."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Bools", "Graph", "Ints", "owned"]

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


def owned(array: ArrayLike, dtype: type[np.generic]) -> NDArray[np.generic]:
    """Return a read-only copy that nobody else can write to."""
    copy = np.array(array, dtype=dtype)
    copy.flags.writeable = False
    return copy


@dataclass(frozen=True, eq=False)
class Graph:
    """Vertices ``0..n-1``; the edges of ``v`` are ``indptr[v] .. indptr[v + 1] - 1``.

    An edge is known by its number, so that whoever builds a graph can keep parallel arrays.

    Examples:
        >>> g = Graph.from_edges(3, np.array([[1, 2], [0, 1], [0, 2]]))
        >>> g.heads.tolist(), g.tails.tolist()
        ([1, 2, 2], [0, 0, 1])
    """

    indptr: Ints
    heads: Ints

    @classmethod
    def from_edges(cls, n: int, edges: ArrayLike) -> "Graph":
        """Return the graph with the given (tail, head) rows, sorted by tail, then head."""
        pairs = np.asarray(edges, dtype=np.int64).reshape(-1, 2)
        order = np.lexsort((pairs[:, 1], pairs[:, 0]))
        return cls.from_sorted(n, pairs[order, 0], pairs[order, 1])

    @classmethod
    def from_sorted(cls, n: int, tails: Ints, heads: Ints) -> "Graph":
        """Return the graph whose edges are given in order of their tails."""
        indptr = np.zeros(n + 1, dtype=np.int64)
        np.cumsum(np.bincount(tails, minlength=n), out=indptr[1:])
        return cls(indptr, heads)

    @property
    def n(self) -> int:
        """How many vertices there are."""
        return len(self.indptr) - 1

    @property
    def m(self) -> int:
        """How many edges there are."""
        return len(self.heads)

    @cached_property
    def tails(self) -> Ints:
        """For each edge the vertex that it leaves."""
        return np.repeat(np.arange(self.n, dtype=np.int64), np.diff(self.indptr))

    @cached_property
    def reverse(self) -> tuple["Graph", Ints]:
        """The graph with all edges turned, and for each of its edges the original's number."""
        order = np.argsort(self.heads, kind="stable")
        return Graph.from_sorted(self.n, self.heads[order], self.tails[order]), order
