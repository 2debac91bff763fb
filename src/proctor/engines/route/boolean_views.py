"""What a system sees from the entries of a history, as small networks: constraint (c8).

A view holds the closings of one history for ever. The test's own memory plays no part in it, so
nodes that look alike from here on are merged first: the papers' system product G_sys, or
something smaller.
"""

from collections.abc import Collection
from dataclasses import dataclass

from proctor.engines.route.world import Unit, World

__all__ = ["View", "units_in_view", "views"]

Arc = tuple[int, int, frozenset[int]]  # tail, head, the units that block it in this view


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A network in which there must be a way to ``end``.

    Attributes:
        history: whose closings are held.
        starts: the nodes of the product that must have a way, with what they are here.
        end: what all targets are here.
        arcs: an arc without units is always open.
    """

    history: int
    starts: tuple[tuple[int, int], ...]
    end: int
    arcs: tuple[Arc, ...]

    def onward(self, start: int) -> list[Arc]:
        """Return the arcs on ways from one start that do not come back to it."""
        seen = _reach([(tail, head) for tail, head, _ in self.arcs], {start})
        return [arc for arc in self.arcs if arc[0] in seen and arc[1] != start]


def views(world: World, nodes: Collection[int], allowed: Collection[int]) -> list[View]:
    """Return the networks for those of ``nodes`` whose way to T can be cut off in their view.

    Nodes that have no way even when nothing is closed do not count.
    """
    alike = _alike(world)
    end = alike[min(world.target)] if world.target else -1
    rows: dict[int, dict[tuple[int, frozenset[int]], None]] = {}
    for v, block in enumerate(alike):
        if block != end and block not in rows and world.could[v]:
            rows[block] = {
                (alike[head], world.edge_places[edge]): None
                for edge, head in world.out[v]
                if world.could[head] and alike[head] != block
            }
    found = []
    for history in sorted({world.history[v] for v in nodes}):
        arcs = [
            (tail, head, units_in_view(world, places, history, allowed))
            for tail, row in rows.items()
            for head, places in row
        ]
        safe = _safe(arcs, end)
        starts = [
            (v, alike[v])
            for v in nodes
            if world.history[v] == history and world.could[v] and alike[v] not in safe
        ]
        if starts:
            near = _between(arcs, {block for _, block in starts}, safe, end)
            found.append(View(history=history, starts=tuple(starts), end=end, arcs=near))
    return found


def units_in_view(
    world: World, places: frozenset[int], history: int, allowed: Collection[int]
) -> frozenset[int]:
    """Return the units that together block an edge in a history's view; none if they cannot."""
    units = []
    for place in places:
        both = (world.number.get(Unit(place, when)) for when in (None, history))
        usable = [u for u in both if u is not None and u in allowed]
        if not usable:
            return frozenset()
        units += usable
    return frozenset(units)


def _alike(world: World) -> list[int]:
    """Return a block for each node; two nodes of a block have the same ways onward.

    The coarsest such partition, by refinement (Moore, 1956): at most n rounds.
    """
    block = [int(v in world.target) for v in range(world.n)]
    count = 0
    while True:
        number: dict[object, int] = {}
        refined = []
        for v, row in enumerate(world.out):
            onward = frozenset(
                (world.edge_places[edge], block[head])
                for edge, head in row
                if world.could[head] and v not in world.target
            )
            refined.append(number.setdefault((block[v], onward), len(number)))
        if len(number) == count:
            return refined
        block, count = refined, len(number)


def _safe(arcs: list[Arc], end: int) -> set[int]:
    """Return the blocks from which open arcs lead to ``end`` whatever is closed."""
    return _reach([(head, tail) for tail, head, units in arcs if not units], {end})


def _between(arcs: list[Arc], starts: set[int], safe: set[int], end: int) -> tuple[Arc, ...]:
    """Return the arcs on ways from ``starts`` to a safe block, which stand for the end."""
    unsafe = [(tail, head, units) for tail, head, units in arcs if tail not in safe]
    seen = _reach([(tail, head) for tail, head, _ in unsafe], starts)
    merged = {
        (tail, end if head in safe else head, units)
        for tail, head, units in unsafe
        if tail in seen
    }
    return tuple(sorted(merged, key=lambda arc: (arc[0], arc[1], sorted(arc[2]))))


def _reach(steps: list[tuple[int, int]], starts: set[int]) -> set[int]:
    onward: dict[int, list[int]] = {}
    for tail, head in steps:
        onward.setdefault(tail, []).append(head)
    seen, stack = set(starts), list(starts)
    while stack:
        for head in onward.get(stack.pop(), ()):
            if head not in seen:
                seen.add(head)
                stack.append(head)
    return seen
