"""Where a bypass can run and where ways that count can run, whatever is closed."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from proctor.artefacts.environment import Grade
from proctor.engines.route.world import World
from proctor.graphs.disjoint import disjoint_ways

__all__ = ["Arcs", "Region", "allowed_units", "region_of"]

Arcs = list[list[tuple[int, int]]]


@dataclass(frozen=True, kw_only=True)
class Region:
    """The parts of a product that matter for a bypass and for F.

    Attributes:
        bypass: for each node its (edge, head) pairs on some bypass, when nothing is closed.
        ways: the same for the ways that may count for F. In a valid test no way to a bad
            target is open, so edges that only a bypass can use at the end are left out.
        reached: the edges that the system can come to, when nothing is closed.
        early: nodes that no way reaches after a node of ``avoided``; on the way to them and
            in them a run is as on a bypass.
        goals: the targets at which a way that counts may end.
        flow_bound: no valid test has a larger F.
    """

    bypass: Arcs
    ways: Arcs
    reached: Arcs
    early: frozenset[int]
    goals: frozenset[int]
    flow_bound: int


def region_of(world: World) -> Region:
    """Return the region of ``world``; three searches and up to three small flows."""
    tails_into = _tails(world)
    goals = world.target - world.bad if not world.avoided else world.target
    bypass = _arcs(
        world,
        tails_into,
        goals=world.bad,
        keep=lambda _tail, head: head not in world.avoided,
        starts=[] if world.start in world.avoided else [world.start],
    )
    late = _forward(world, world.avoided)
    early = frozenset(range(world.n)) - late - world.avoided

    def counts(tail: int, head: int) -> bool:
        """An edge into a bad target ends a bypass, unless something was avoided before."""
        return head != world.start and (head not in world.bad or tail not in early)

    ways = _arcs(world, tails_into, goals=goals, keep=counts, starts=[world.start])
    seen = _forward(world, [world.start]) | {world.start}
    return Region(
        bypass=bypass,
        ways=ways,
        reached=[
            row if v in seen and v not in world.target else []
            for v, row in enumerate(world.out)
        ],
        early=early,
        goals=goals,
        flow_bound=_flow_bound(world, ways, goals),
    )


def allowed_units(world: World, region: Region, grade: Grade) -> frozenset[int]:
    """Return the units that some best choice is made of.

    A closing that blocks no edge of a bypass costs and takes ways away, and may be left out,
    unless a rule demands it, or unless it keeps systems away from where they would be
    stranded. With walls alone an announced test cannot strand: what walls take away was
    announced, and nothing else takes anything away.
    """
    everything = frozenset(range(len(world.units)))
    if grade == "strict" or (grade == "announced" and world.kind != "static"):
        return everything
    useful = {u for row in region.bypass for edge, _ in row for u in world.edge_units[edge]}
    rules = world.product.problem.places.rules
    asked = {p for rule in rules if rule.kind == "implies" for p in rule.second}
    return frozenset(u for u in everything if u in useful or world.units[u].place in asked)


def _arcs(
    world: World,
    tails_into: list[list[tuple[int, int]]],
    *,
    goals: frozenset[int],
    keep: Callable[[int, int], bool],
    starts: Iterable[int],
) -> Arcs:
    """Return the edges on the ways from ``starts`` to ``goals`` over edges to be kept."""
    seen = set(starts)
    stack = list(seen)
    while stack:
        v = stack.pop()
        if v in world.target:
            continue
        for _, head in world.out[v]:
            if head not in seen and keep(v, head):
                seen.add(head)
                stack.append(head)
    alive = goals & seen
    found, stack = set(alive), list(alive)
    while stack:
        v = stack.pop()
        for _, tail in tails_into[v]:
            is_new = tail in seen and tail not in found and tail not in world.target
            if is_new and keep(tail, v):
                found.add(tail)
                stack.append(tail)
    return [
        [(e, h) for e, h in row if h in found and keep(v, h)]
        if v in found and v not in world.target
        else []
        for v, row in enumerate(world.out)
    ]


def _tails(world: World) -> list[list[tuple[int, int]]]:
    found: list[list[tuple[int, int]]] = [[] for _ in range(world.n)]
    for tail, row in enumerate(world.out):
        for edge, head in row:
            found[head].append((edge, tail))
    return found


def _forward(world: World, starts: Collection[int]) -> frozenset[int]:
    """Return the nodes that some step from, or behind, ``starts`` leads to."""
    seen: set[int] = set()
    stack = list(starts)
    while stack:
        v = stack.pop()
        for _, head in world.out[v] if v not in world.target else ():
            if head not in seen:
                seen.add(head)
                stack.append(head)
    return frozenset(seen)


def _flow_bound(world: World, ways: Arcs, goals: frozenset[int]) -> int:
    """Return F when nothing is closed, or less: under ``paper`` all ways pass I as well."""
    most = len(disjoint_ways(ways, world.start, goals).ways)
    if not world.avoided or not most or world.start in world.avoided:
        return most
    inside = sorted(world.avoided)
    before = len(disjoint_ways(ways, world.start, world.avoided, limit=most).ways)
    # A new source with as many edges to each node of I as could ever be used.
    number = 1 + max((e for row in world.out for e, _ in row), default=0)
    fan = [(number + i * most + j, v) for i, v in enumerate(inside) for j in range(most)]
    onward = disjoint_ways([*ways, fan], len(ways), goals, limit=most)
    return min(most, before, len(onward.ways))
