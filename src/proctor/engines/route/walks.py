"""Plain searches on a world: what is reached, by which way, and who still reaches T."""

from collections import deque
from collections.abc import Collection

from proctor.engines.route.world import World

__all__ = ["easiest_way", "lost", "reached", "way_to"]

Parents = dict[int, tuple[int, int] | None]  # node -> (node before, edge), None at the start


def reached(world: World, blocked: Collection[int], *, start: int | None = None) -> Parents:
    """Return the nodes reached over open edges, each with the step that led there.

    A target is reached but not left.
    """
    begin = world.start if start is None else start
    parents: Parents = {begin: None}
    queue = deque([begin])
    while queue:
        v = queue.popleft()
        if v in world.target:
            continue
        for edge, head in world.out[v]:
            if edge not in blocked and head not in parents:
                parents[head] = (v, edge)
                queue.append(head)
    return parents


def way_to(parents: Parents, node: int) -> list[int]:
    """Return the edges of the way that a search took to ``node``."""
    edges: list[int] = []
    while (step := parents[node]) is not None:
        node, edge = step
        edges.append(edge)
    return edges[::-1]


def lost(world: World, nodes: Collection[int], blocked: Collection[int]) -> set[int]:
    """Return those of ``nodes`` from which no target is reached over open edges."""
    saved: set[int] = set()
    gone: set[int] = set()
    for node in nodes:
        if node in saved or node in gone:
            continue
        seen, queue, safe = {node}, [node], False
        while queue and not safe:
            v = queue.pop()
            if v in world.target or v in saved:
                safe = True
                break
            if v in gone:
                continue
            for edge, head in world.out[v]:
                if edge not in blocked and head not in seen:
                    seen.add(head)
                    queue.append(head)
        # Everything seen from a lost node is lost; from a saved one only the node is known.
        if safe:
            saved.add(node)
        else:
            gone |= seen
    return gone.intersection(nodes)


def easiest_way(
    world: World, blocked: Collection[int], fixed: Collection[int]
) -> list[int] | None:
    """Return a bypass with as few edges as possible that could still be blocked, or ``None``.

    ``fixed`` are the units that stay open. Edges that nothing can block any more cost nothing.
    """
    if world.start in world.avoided:
        return None
    best: dict[int, int] = {world.start: 0}
    parents: Parents = {world.start: None}
    queue = deque([(0, world.start)])
    while queue:
        cost, v = queue.popleft()
        if cost > best[v]:
            continue
        if v in world.target:
            if v in world.bad:
                return way_to(parents, v)
            continue
        for edge, head in world.out[v]:
            if edge in blocked or head in world.avoided:
                continue
            units = world.edge_units[edge]
            step = 1 if units and units.isdisjoint(fixed) else 0
            if cost + step < best.get(head, world.n + 1):
                best[head] = cost + step
                parents[head] = (v, edge)
                (queue.append if step else queue.appendleft)((cost + step, head))
    return None
