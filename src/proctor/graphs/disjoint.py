"""Edge-disjoint ways from a source to targets: maximal flow with unit capacities.

Ford and Fulkerson (1956), with breadth-first augmentation (Edmonds and Karp, 1972). The flows
here are small, so a few searches do.
"""

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass

__all__ = ["Arcs", "DisjointWays", "disjoint_ways"]

Arcs = Sequence[Sequence[tuple[int, int]]]  # for each vertex its (edge, head) pairs


@dataclass(frozen=True, slots=True, kw_only=True)
class DisjointWays:
    """As many ways as there can be, and as few edges as all of them must use.

    ``ways`` are lists of edges. ``cut`` has as many edges as there are ways, unless the search
    stopped at its limit: then it is empty.
    """

    ways: tuple[tuple[int, ...], ...]
    cut: tuple[int, ...]


def disjoint_ways(
    arcs: Arcs, source: int, targets: Collection[int], *, limit: int | None = None
) -> DisjointWays:
    """Return edge-disjoint ways from ``source`` to ``targets``, at most ``limit`` of them.

    No way goes on from a target or comes back to the source. A source that is a target has
    no ways. Each augmentation looks at each edge at most twice.

    >>> arcs = [[(0, 1), (1, 2)], [(2, 3)], [(3, 3)], []]
    >>> found = disjoint_ways(arcs, 0, {3})
    >>> sorted(found.ways), len(found.cut)
    ([(0, 2), (1, 3)], 2)
    """
    if source in targets:
        return DisjointWays(ways=(), cut=())
    used_into: list[dict[int, int]] = [{} for _ in arcs]  # vertex -> {used edge: its tail}
    flow = 0
    while limit is None or flow < limit:
        parent, end = _augmenting(arcs, source, targets, used_into)
        if end is None:
            cut = [
                edge
                for v in sorted(parent)
                for edge, head in arcs[v]
                if head not in parent and head != source
            ]
            return DisjointWays(ways=_ways(source, targets, used_into), cut=tuple(cut))
        _push(end, parent, used_into)
        flow += 1
    return DisjointWays(ways=_ways(source, targets, used_into), cut=())


# From a vertex back to (the vertex before, the edge, whether the edge is taken forwards).
Parents = dict[int, tuple[int, int, bool] | None]


def _augmenting(
    arcs: Arcs, source: int, targets: Collection[int], used_into: list[dict[int, int]]
) -> tuple[Parents, int | None]:
    parent: Parents = {source: None}
    queue = deque([source])
    while queue:
        v = queue.popleft()
        for edge, head in arcs[v]:
            if head in parent or edge in used_into[head]:
                continue
            parent[head] = (v, edge, True)
            if head in targets:
                return parent, head
            queue.append(head)
        for edge, tail in used_into[v].items():
            if tail not in parent:
                parent[tail] = (v, edge, False)
                queue.append(tail)
    return parent, None


def _push(end: int, parent: Parents, used_into: list[dict[int, int]]) -> None:
    v = end
    while (step := parent[v]) is not None:
        before, edge, forwards = step
        if forwards:
            used_into[v][edge] = before
        else:
            del used_into[before][edge]
        v = before


def _ways(
    source: int, targets: Collection[int], used_into: list[dict[int, int]]
) -> tuple[tuple[int, ...], ...]:
    onward: dict[int, list[tuple[int, int]]] = {}
    for v, edges in enumerate(used_into):
        for edge, tail in edges.items():
            onward.setdefault(tail, []).append((edge, v))
    ways = []
    for first in sorted(onward.get(source, [])):
        way, v = [first[0]], first[1]
        while v not in targets:
            edge, v = onward[v].pop()
            way.append(edge)
        ways.append(tuple(way))
    return tuple(ways)
