"""From a world to the flat lists of the search: only nodes and edges that can matter."""

from collections import Counter, deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from proctor.artefacts.environment import Grade
from proctor.engines.route.search.memory import (
    ANNOUNCED,
    BITS,
    CELLS,
    ENTRIES,
    KEEP_FLOWS,
    MOST_CLAUSES,
    MOST_LITERALS,
    NO_FAIRNESS,
    NOBODY,
    NODES_IN,
    PAYERS_IN,
    SEVERAL,
    STRICT,
    UNITS_IN,
    WORDS,
    Net,
    Tree,
)
from proctor.engines.route.world import Unit, World

__all__ = ["make_net", "make_tree"]

CLAUSES_KEPT: Final = 6000
FLOWS_KEPT: Final = 128

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """The nodes that matter, as numbered in the world, and the edges between them."""

    world: World
    nodes: list[int]
    number: dict[int, int]
    edges: list[tuple[int, int, int]]  # (edge in the world, tail, head), numbered anew


def make_net(world: World, grade: Grade) -> Net:
    """Return ``world`` as the search needs it for one grade of fairness."""
    fairness = _fairness(world, grade)
    part = _part(world, everywhere=fairness == ENTRIES)
    out, into = _rows(part, forwards=True), _rows(part, forwards=False)
    around = _around(part, out, into)
    many = [sorted(world.edge_units[edge]) for edge, _, _ in part.edges]
    views = 0 if fairness == NO_FAIRNESS or world.kind == "static" else _histories(world)
    pays, price, joints = _prices(world)
    caps = _caps(world)
    entries = set(world.entries)
    edge_of = [edge for edge, _, _ in part.edges]
    useful = {e for row in around for e, _ in row} if fairness < STRICT else set(range(len(many)))
    of_use = {unit for e in useful for unit in many[e]}
    joint_of: list[list[int]] = [[] for _ in world.units]
    for number, joint in enumerate(joints):
        for unit in joint:
            joint_of[unit].append(number)
    return Net(
        [
            len(part.nodes),
            len(part.edges),
            len(world.units),
            len(price),
            max(1, -(-len(world.units) // BITS)),
            part.number.get(world.start, -1),
            fairness,
            views,
            FLOWS_KEPT,
            CLAUSES_KEPT,
            CLAUSES_KEPT * 24 + 40 * len(world.units),
            len(caps),
            int(world.start not in world.avoided),
        ],
        *_graph(out),
        *_graph(into),
        *_graph(around),
        [tail for _, tail, _ in part.edges],
        [int(v in world.target) for v in part.nodes],
        [int(v in world.bad) for v in part.nodes],
        [world.history[v] for v in part.nodes],
        [int(v in entries) for v in part.nodes],
        [NOBODY if not units else units[0] if len(units) == 1 else SEVERAL for units in many],
        *_flat(many),
        *_flat(_view(world, edge, history) for history in range(views) for edge in edge_of),
        [int(unit.history is None) for unit in world.units],
        pays,
        price,
        *_flat(joint_of),
        [len(joint) for joint in joints],
        list(joints.values()),
        [int(unit in of_use) for unit in range(len(world.units))],
        *_flat(_implications(world)),
        *_flat(units for _, units in caps),
        [limit for limit, _ in caps],
    )


def make_tree(net: Net, *, flow: int) -> Tree:
    """Return an empty tree for ``net``, with room for flows up to ``flow``."""
    size = net.size
    nodes, units, words = size[NODES_IN], size[UNITS_IN], size[WORDS]
    clauses, edges = size[MOST_CLAUSES], len(net.tail)
    lengths = {
        "at": CELLS,
        "trail": units,
        "tried": units,
        "cut": words,
        "kept": words,
        "paid": size[PAYERS_IN],
        "shut": len(net.joint_size),
        "rest": size[PAYERS_IN],
        "need": clauses * words,
        "mend": clauses * words,
        "lit_first": clauses + 1,
        "lit": size[MOST_LITERALS],
        "last_use": clauses,
        "lasting": clauses,
        "flows": size[KEEP_FLOWS] * words,
        "active": 2 * clauses,
        "open": words,
        "charged": size[PAYERS_IN],
        "now": 2 * nodes,
        "later": 2 * nodes,
        "used": edges,
        "used_list": (flow + 1) * nodes,
    }
    lengths |= dict.fromkeys(("value", "found", "needs", "mends", "mark"), units)
    by_node = ("dist", "before", "via", "seen", "queue", "forth", "came", "lost", "lost_in")
    lengths |= dict.fromkeys(by_node, nodes)
    return Tree(**{name: [0] * (length + 1) for name, length in lengths.items()})


def _fairness(world: World, grade: Grade) -> int:
    if grade == "strict" or (grade == "announced" and world.kind == "reactive"):
        return STRICT
    if world.kind == "static":
        # Told of every wall, the system loses nothing; and Lemma 2 stands for (c8).
        return NO_FAIRNESS
    return ANNOUNCED if grade == "announced" else ENTRIES


def _part(world: World, *, everywhere: bool) -> _Part:
    if everywhere:
        nodes = [v for v in range(world.n) if world.could[v]]
    else:
        nodes = []
        seen, queue = {world.start}, deque([world.start])
        while queue:
            v = queue.popleft()
            if not world.could[v]:
                continue
            nodes.append(v)
            for _, head in world.out[v] if v not in world.target else ():
                if head not in seen:
                    seen.add(head)
                    queue.append(head)
    number = {v: i for i, v in enumerate(nodes)}
    edges = [
        (edge, number[v], number[head])
        for v in nodes
        if v not in world.target
        for edge, head in world.out[v]
        if head in number and head != v
    ]
    return _Part(world=world, nodes=nodes, number=number, edges=edges)


def _rows(part: _Part, *, forwards: bool) -> list[list[Pair]]:
    rows: list[list[Pair]] = [[] for _ in part.nodes]
    for number, (_, tail, head) in enumerate(part.edges):
        if forwards:
            rows[tail].append((number, head))
        else:
            rows[head].append((number, tail))
    return rows


def _around(part: _Part, out: list[list[Pair]], into: list[list[Pair]]) -> list[list[Pair]]:
    """Return for each node the edges by which it leaves on some bypass."""
    world, nodes = part.world, part.nodes
    allowed = {i for i, v in enumerate(nodes) if v not in world.avoided}
    begin = [part.number[world.start]] if world.start in part.number else []
    ahead = _closure(out, begin, allowed)
    ends = [i for i in ahead if nodes[i] in world.bad]
    both = _closure(into, ends, ahead)
    return [
        [(edge, head) for edge, head in row if head in both] if v in both else []
        for v, row in enumerate(out)
    ]


def _closure(
    rows: list[list[Pair]], begin: Iterable[int], allowed: Collection[int]
) -> set[int]:
    found = {v for v in begin if v in allowed}
    queue = list(found)
    while queue:
        for _, w in rows[queue.pop()]:
            if w in allowed and w not in found:
                found.add(w)
                queue.append(w)
    return found


def _histories(world: World) -> int:
    return max(world.history) + 1


def _view(world: World, edge: int, history: int) -> list[int]:
    return [
        -1 if unit is None else unit
        for unit in (_unit(world, p, history) for p in sorted(world.edge_places[edge]))
    ]


def _unit(world: World, place: int, history: int) -> int | None:
    """Return the unit that closes a place in a history, if it blocks anything."""
    wall = bool(world.product.problem.places.walls[place])
    return world.number.get(Unit(place, None if wall else history))


def _prices(world: World) -> tuple[list[int], list[int], dict[tuple[int, ...], int]]:
    """Return who pays for each unit, the prices, and what sets of units cost together."""
    if world.product.problem.counted == "obstacles":
        weights = world.product.problem.places.weights
        places = sorted({unit.place for unit in world.units})
        number = {place: i for i, place in enumerate(places)}
        return (
            [number[unit.place] for unit in world.units],
            [int(weights[place]) for place in places],
            {},
        )
    price = [0] * len(world.units)
    joints: Counter[tuple[int, ...]] = Counter()
    for units in world.edge_units:
        if len(units) == 1:
            price[min(units)] += 1
        elif units:
            joints[tuple(sorted(units))] += 1
    return list(range(len(price))), price, dict(joints)


def _caps(world: World) -> list[tuple[int, tuple[int, ...]]]:
    """Return sets of units of which at most so many are closed."""
    found: set[tuple[int, tuple[int, ...]]] = set()
    for history in range(world.product.histories.n):
        for rule in world.product.problem.places.rules:
            first = _known(world, rule.first, history)
            if rule.kind == "at_most":
                found.add((rule.limit, tuple(sorted(first))))
            elif rule.kind == "never_both":
                second = _known(world, rule.second, history)
                found |= {(1, (min(u, v), max(u, v))) for u in first for v in second if u != v}
    return sorted(cap for cap in found if cap[0] < len(cap[1]))


def _implications(world: World) -> list[list[int]]:
    """Return for each unit those that must be closed with it."""
    found: list[set[int]] = [set() for _ in world.units]
    for history in range(world.product.histories.n):
        for rule in world.product.problem.places.rules:
            if rule.kind != "implies":
                continue
            second = _known(world, rule.second, history)
            for unit in _known(world, rule.first, history):
                found[unit] |= second - {unit}
    return [sorted(units) for units in found]


def _known(world: World, places: Collection[int], history: int) -> set[int]:
    units = (_unit(world, place, history) for place in places)
    return {unit for unit in units if unit is not None}


def _graph(rows: Sequence[Sequence[Pair]]) -> tuple[list[int], list[int], list[int]]:
    first, ends = _flat([end for _, end in row] for row in rows)
    _, edges = _flat([edge for edge, _ in row] for row in rows)
    return first, ends, edges


def _flat(rows: Iterable[Collection[int]]) -> tuple[list[int], list[int]]:
    """Return rows one after the other, and where each begins."""
    first, values = [0], []
    for row in rows:
        values += row
        first.append(len(values))
    return first, values
