"""What is wrong with a choice, as conditions that hold in every valid test.

A condition says: some of these edges is blocked, or some of these units is open; or, of the
edges that leave a set of nodes, at least so many are open. Each is broken by the choice that it
was learned from, so that a solver that is told never comes back to it.
"""

from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

from proctor.artefacts.environment import Grade
from proctor.engines.route.boolean_region import Region
from proctor.engines.route.boolean_views import units_in_view
from proctor.engines.route.violations import Violation
from proctor.engines.route.walks import Parents, way_to
from proctor.engines.route.world import World
from proctor.graphs.disjoint import disjoint_ways

__all__ = ["Learned", "Lessons"]

_PAIRS = 24  # stranded pairs that are learned from in one round


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """A condition: an edge with one of these sets of units is blocked, or a unit is open.

    Attributes:
        blocked: units of edges, one of which must be blocked.
        opened: units, one of which must be open.
        about: the way that must be closed, or the pair that must be kept alive.
    """

    blocked: frozenset[frozenset[int]]
    opened: frozenset[int]
    about: Violation

    @property
    def key(self) -> tuple[frozenset[frozenset[int]], frozenset[int]]:
        """What makes two conditions the same."""
        return (self.blocked, self.opened)


class Lessons:
    """Finds what is wrong with choices on one world, at one grade.

    ``allowed`` are the units that are ever closed.
    """

    def __init__(
        self, world: World, region: Region, grade: Grade, allowed: Collection[int]
    ) -> None:
        self.world = world
        self.region = region
        self.grade = grade
        self.allowed = frozenset(allowed)
        # Under ``paper`` only entries count, and walls that were announced strand nobody.
        self.has_pairs = grade == "strict" or (grade == "announced" and world.kind != "static")
        self._blockable = [bool(u) and u <= self.allowed for u in world.edge_units]
        self._in_view: dict[int, list[frozenset[int]]] = {}

    def ways(self, closed: Collection[int]) -> Iterator[Learned]:
        """Yield bypasses that share no unit: each needs a closing of its own."""
        taken = set(closed)
        while True:
            parents = self._easiest(self.region.bypass, self.world.blocked(taken))
            ends = [v for v in self.world.bad if v in parents]
            if not ends or self.world.start in self.world.avoided:
                return
            way = way_to(parents, min(ends, key=lambda v: (self._hurdles(parents, v), v)))
            sets = frozenset(self.world.edge_units[e] for e in way if self._blockable[e])
            about = Violation(what="bypass", remedies=frozenset().union(*sets), way=tuple(way))
            yield Learned(blocked=sets, opened=frozenset(), about=about)
            if not sets:
                return
            taken.update(*sets)

    def pairs(self, closed: Collection[int]) -> list[Learned]:
        """Return conditions for pairs that lose their objective, as many as are useful."""
        if self.grade == "paper":
            return list(self._entries(closed))
        if not self.has_pairs:
            return []
        found: dict[object, Learned] = {}
        for learned in self._stranded(closed):
            found.setdefault(learned.key, learned)
            if len(found) >= _PAIRS:
                break
        return list(found.values())

    def narrows(self, closed: Collection[int], flow: int) -> list[tuple[int, ...]]:
        """Return cuts that fewer than ``flow`` ways can pass, as all edges that leave a side.

        One lies as near to the start as can be, one as near to the targets.
        """
        blocked = self.world.blocked(closed)
        goals = self.region.goals
        arcs = [[(e, h) for e, h in row if e not in blocked] for row in self.region.ways]
        ways = disjoint_ways(arcs, self.world.start, goals, limit=flow).ways
        if len(ways) >= flow:
            return []
        used = {e for way in ways for e in way}
        onward: list[list[int]] = [[] for _ in arcs]
        back: list[list[int]] = [[] for _ in arcs]
        for tail, row in enumerate(arcs):
            for edge, head in row:
                a, b = (head, tail) if edge in used else (tail, head)
                onward[a].append(b)
                back[b].append(a)
        near = _reach(onward, [self.world.start])
        far = set(range(len(arcs))) - _reach(back, goals)
        return list(dict.fromkeys(self._leaving(side) for side in (near, far)))

    def _leaving(self, side: set[int]) -> tuple[int, ...]:
        return tuple(
            edge
            for tail, row in enumerate(self.region.ways)
            for edge, head in row
            if tail in side and head not in side
        )

    def _entries(self, closed: Collection[int]) -> Iterator[Learned]:
        """(c8), where it is broken."""
        world = self.world
        if world.kind == "static":
            return
        for history in sorted({world.history[v] for v in world.entries}):
            shut = world.blocked_in_view(closed, history)
            alive = self._alive(shut)
            for v in world.entries:
                if world.history[v] == history and world.could[v] and v not in alive:
                    opened = self._barrier(v, shut, self._view(history))
                    about = Violation(what="stranded", remedies=frozenset(), node=v)
                    yield Learned(blocked=frozenset(), opened=opened, about=about)

    def _stranded(self, closed: Collection[int]) -> Iterator[Learned]:
        """Reached pairs that could reach T and do not, in the test or as they see it."""
        world = self.world
        blocked = world.blocked(closed)
        parents = self._easiest(world.out, blocked)
        could, walled = world.could, set[int]()
        if self.grade == "announced":
            walled = world.blocked(world.walls(closed))
            shown = self._alive(walled)
            could = [v in shown for v in range(world.n)]
        histories = sorted({world.history[v] for v in parents})
        cases: list[tuple[int | None, set[int], list[frozenset[int]]]] = [
            (None, blocked, [u if b else frozenset() for u, b in self._own])
        ]
        cases += [(q, world.blocked_in_view(closed, q), self._view(q)) for q in histories]
        for history, shut, units in cases:
            alive = self._alive(shut)
            gone = {
                v
                for v in parents
                if could[v] and v not in alive and history in (None, world.history[v])
            }
            for v in gone:
                step = parents[v]
                if step is None or step[0] not in gone:
                    # Whoever comes here through another lost pair is lost there already.
                    yield self._kept(v, parents, self._barrier(v, shut, units), walled)

    def _kept(
        self, node: int, parents: Parents, opened: frozenset[int], walled: set[int]
    ) -> Learned:
        """A pair is not reached, or not shut in, or under ``announced`` lost by its walls."""
        world = self.world
        way = way_to(parents, node)
        sets = {world.edge_units[e] for e in way if self._blockable[e]}
        if self.grade == "announced":
            walls = [self._is_walled(e) for e in range(len(world.edge_units))]
            onward = self._easiest(world.out, walled, start=node, hurdles=walls)
            end = min(
                (v for v in world.target if v in onward),
                key=lambda v: sum(walls[e] for e in way_to(onward, v)),
            )
            sets |= {world.edge_units[e] for e in way_to(onward, end) if walls[e]}
        about = Violation(
            what="stranded",
            remedies=frozenset().union(*sets),
            way=tuple(way),
            node=node,
        )
        return Learned(blocked=frozenset(sets), opened=opened, about=about)

    def _is_walled(self, edge: int) -> bool:
        units = self.world.edge_units[edge]
        return self._blockable[edge] and all(self.world.units[u].history is None for u in units)

    @cached_property
    def _own(self) -> list[tuple[frozenset[int], bool]]:
        return list(zip(self.world.edge_units, self._blockable, strict=True))

    @cached_property
    def _tails(self) -> list[list[tuple[int, int]]]:
        found: list[list[tuple[int, int]]] = [[] for _ in self.world.out]
        for tail, row in enumerate(self.world.out):
            for edge, head in row if tail not in self.world.target else ():
                found[head].append((edge, tail))
        return found

    def _view(self, history: int) -> list[frozenset[int]]:
        """Return for each edge the units that block it in a history's view."""
        if history not in self._in_view:
            known: dict[frozenset[int], frozenset[int]] = {}
            for places in self.world.edge_places:
                if places not in known:
                    known[places] = units_in_view(self.world, places, history, self.allowed)
            self._in_view[history] = [known[places] for places in self.world.edge_places]
        return self._in_view[history]

    def _alive(self, blocked: Collection[int]) -> set[int]:
        """Return the nodes from which T is reached over open edges."""
        seen, stack = set(self.world.target), list(self.world.target)
        while stack:
            for edge, tail in self._tails[stack.pop()]:
                if tail not in seen and edge not in blocked:
                    seen.add(tail)
                    stack.append(tail)
        return seen

    def _barrier(
        self, node: int, shut: Collection[int], units: list[frozenset[int]]
    ) -> frozenset[int]:
        """Return few closed units that alone shut in a node, whatever else is open."""
        world = self.world
        seen, stack, border = {node}, [node], set[int]()
        while stack:
            for edge, head in world.out[stack.pop()]:
                if edge in shut:
                    if world.could[head]:
                        border |= units[edge]
                elif head not in seen:
                    seen.add(head)
                    stack.append(head)
        needed = set(border)
        for unit in sorted(border):
            if self._is_shut_in(node, needed - {unit}, units):
                needed.remove(unit)
        return frozenset(needed)

    def _is_shut_in(self, node: int, closed: set[int], units: list[frozenset[int]]) -> bool:
        world = self.world
        if node in world.target:
            return False
        seen, stack = {node}, [node]
        while stack:
            for edge, head in world.out[stack.pop()]:
                if head in seen or not world.could[head]:
                    continue
                if units[edge] and units[edge] <= closed:
                    continue
                if head in world.target:
                    return False
                seen.add(head)
                stack.append(head)
        return True

    def _easiest(
        self,
        arcs: list[list[tuple[int, int]]],
        blocked: Collection[int],
        *,
        start: int | None = None,
        hurdles: list[bool] | None = None,
    ) -> Parents:
        """Return the nodes reached, each by a way with as few edges as can be blocked."""
        world = self.world
        counts = hurdles or self._blockable
        begin = world.start if start is None else start
        best, parents = {begin: 0}, Parents()
        parents[begin] = None
        queue = deque([(0, begin)])
        while queue:
            cost, v = queue.popleft()
            if cost > best[v] or v in world.target:
                continue
            for edge, head in arcs[v]:
                if edge in blocked:
                    continue
                step = int(counts[edge])
                if cost + step < best.get(head, len(arcs) + 1):
                    best[head] = cost + step
                    parents[head] = (v, edge)
                    (queue.append if step else queue.appendleft)((cost + step, head))
        return parents

    def _hurdles(self, parents: Parents, node: int) -> int:
        return sum(self._blockable[e] for e in way_to(parents, node))


def _reach(onward: list[list[int]], starts: Collection[int]) -> set[int]:
    seen, stack = set(starts), list(starts)
    while stack:
        for head in onward[stack.pop()]:
            if head not in seen:
                seen.add(head)
                stack.append(head)
    return seen
