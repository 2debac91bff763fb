"""From a world to the flat lists of the search: only nodes and edges that can matter."""

from collections import Counter, deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Final

from proctor.artefacts.environment import Grade
from proctor.engines.route.search.memory import (
    ANNOUNCED,
    BAD,
    BEFORE,
    BITS,
    BY_EDGE,
    BY_FIRST,
    BY_HEAD,
    CAME,
    CAN_START,
    CAP,
    CAP_FIRST,
    CAP_LIMIT,
    CAPS,
    CHARGED,
    CHOICE,
    CUT_SET,
    DIST,
    EDGES_IN,
    ENTRIES,
    ENTRY,
    FAIRNESS,
    FLOW_SETS,
    FORTH,
    HISTORY,
    IMPLIED,
    IMPLIED_FIRST,
    IN_EDGE,
    IN_FIRST,
    IN_TAIL,
    IN_USE,
    JOINT,
    JOINT_FIRST,
    JOINT_PRICE,
    JOINT_SHUT,
    JOINT_SIZE,
    KEEP_FLOWS,
    KEPT_SET,
    LAST_USE,
    LASTING,
    LATER,
    LIT,
    LIT_FIRST,
    LIVE,
    LOST,
    LOST_IN,
    MANY,
    MANY_FIRST,
    MARKED,
    MEND,
    MEND_LIST,
    MOST_CLAUSES,
    MOST_LITERALS,
    NEED,
    NEED_LIST,
    NO_FAIRNESS,
    NOBODY,
    NODES_IN,
    NOW,
    ONE,
    OPEN,
    OUT_EDGE,
    OUT_FIRST,
    OUT_HEAD,
    PAID,
    PAYERS_IN,
    PAYS,
    PRICE,
    QUEUE,
    REST,
    SCORE,
    SEVERAL,
    SIGHT,
    SIGHT_FIRST,
    START,
    STEP,
    STRICT,
    TAIL,
    TARGET,
    TOTAL,
    TRAIL,
    TRIED,
    UNITS_IN,
    USED_LIST,
    VALUE,
    VIA,
    VIEWS,
    VISITED,
    WALL,
    WORDS,
    WORTH,
    Tape,
    make_tape,
)
from proctor.engines.route.world import Unit, World

__all__ = ["make_net"]

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


def make_net(world: World, grade: Grade, *, flow: int, clauses: int = CLAUSES_KEPT) -> Tape:
    """Return ``world`` as a tape for one grade of fairness.

    There is room for flows up to ``flow`` and for so many clauses.
    """
    fairness = _fairness(world, grade)
    part = _part(world, everywhere=fairness == ENTRIES)
    out, into = _rows(part, forwards=True), _rows(part, forwards=False)
    around = _around(part, out, into)
    many = [sorted(world.edge_units[edge]) for edge, _, _ in part.edges]
    views = 0 if fairness == NO_FAIRNESS or world.kind == "static" else _histories(world)
    every = range(len(many))
    useful = every if fairness >= STRICT else {e for row in around for e, _ in row}
    lists = _fixed(part) | _prices(world) | _rules(world)
    for cells, rows in (
        ((OUT_FIRST, OUT_HEAD, OUT_EDGE), out),
        ((IN_FIRST, IN_TAIL, IN_EDGE), into),
        ((BY_FIRST, BY_HEAD, BY_EDGE), around),
    ):
        lists |= dict(zip(cells, _graph(rows), strict=True))
    lists[MANY_FIRST], lists[MANY] = _flat(many)
    lists[ONE] = [
        NOBODY if not units else units[0] if len(units) == 1 else SEVERAL for units in many
    ]
    lists[SIGHT_FIRST], lists[SIGHT] = _flat(
        _view(world, edge, history) for history in range(views) for edge, _, _ in part.edges
    )
    of_use = {unit for e in useful for unit in many[e]}
    lists[WORTH] = [int(unit in of_use) for unit in range(len(world.units))]
    numbers = {
        NODES_IN: len(part.nodes),
        EDGES_IN: len(part.edges),
        UNITS_IN: len(world.units),
        PAYERS_IN: len(lists[PRICE]),
        WORDS: max(1, -(-len(world.units) // BITS)),
        START: part.number.get(world.start, -1),
        FAIRNESS: fairness,
        VIEWS: views,
        KEEP_FLOWS: FLOWS_KEPT,
        MOST_CLAUSES: clauses,
        MOST_LITERALS: clauses * 24 + 40 * len(world.units),
        CAPS: len(lists[CAP_LIMIT]),
        TOTAL: sum(lists[PRICE]) + sum(lists[JOINT_PRICE]),
        STEP: max(1, gcd(*lists[PRICE], *lists[JOINT_PRICE])),
        CAN_START: int(world.start not in world.avoided),
    }
    return make_tape(numbers, lists, _room(numbers, len(lists[JOINT_SIZE]), flow))


def _room(numbers: dict[int, int], joints: int, flow: int) -> dict[int, int]:
    """Return how much room the search needs for what it writes."""
    nodes, units, words = numbers[NODES_IN], numbers[UNITS_IN], numbers[WORDS]
    clauses = numbers[MOST_CLAUSES]
    room = {
        JOINT_SHUT: joints,
        NEED: clauses * words,
        MEND: clauses * words,
        LIT: numbers[MOST_LITERALS],
        FLOW_SETS: numbers[KEEP_FLOWS] * words,
        LIVE: 2 * clauses,
        NOW: 2 * nodes,
        LATER: 2 * nodes,
        IN_USE: numbers[EDGES_IN],
        USED_LIST: (flow + 1) * nodes,
    }
    room |= dict.fromkeys((LIT_FIRST, LAST_USE, LASTING), clauses)
    room |= dict.fromkeys((CUT_SET, KEPT_SET, OPEN), words)
    room |= dict.fromkeys((PAID, REST, CHARGED), numbers[PAYERS_IN])
    by_unit = (VALUE, TRAIL, TRIED, CHOICE, NEED_LIST, MEND_LIST, MARKED, SCORE)
    by_node = (DIST, BEFORE, VIA, VISITED, QUEUE, FORTH, CAME, LOST, LOST_IN)
    return room | dict.fromkeys(by_unit, units) | dict.fromkeys(by_node, nodes)


def _fixed(part: _Part) -> dict[int, list[int]]:
    """Return what is known of nodes, edges and units one by one."""
    world, entries = part.world, set(part.world.entries)
    return {
        TAIL: [tail for _, tail, _ in part.edges],
        TARGET: [int(v in world.target) for v in part.nodes],
        BAD: [int(v in world.bad) for v in part.nodes],
        HISTORY: [world.history[v] for v in part.nodes],
        ENTRY: [int(v in entries) for v in part.nodes],
        WALL: [int(unit.history is None) for unit in world.units],
    }


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


def _prices(world: World) -> dict[int, list[int]]:
    """Return who pays for each unit, the prices, and what sets of units cost together."""
    joints: Counter[tuple[int, ...]] = Counter()
    if world.product.problem.counted == "obstacles":
        weights = world.product.problem.places.weights
        places = sorted({unit.place for unit in world.units})
        number = {place: i for i, place in enumerate(places)}
        pays = [number[unit.place] for unit in world.units]
        price = [int(weights[place]) for place in places]
    else:
        pays = list(range(len(world.units)))
        price = [0] * len(world.units)
        for units in world.edge_units:
            if len(units) == 1:
                price[min(units)] += 1
            elif units:
                joints[tuple(sorted(units))] += 1
    first, joint = _flat(
        [i for i, units in enumerate(joints) if unit in units]
        for unit in range(len(world.units))
    )
    return {
        PAYS: pays,
        PRICE: price,
        JOINT_FIRST: first,
        JOINT: joint,
        JOINT_SIZE: [len(units) for units in joints],
        JOINT_PRICE: list(joints.values()),
    }


def _rules(world: World) -> dict[int, list[int]]:
    """Return what the rules of the harness mean for units."""
    caps = _caps(world)
    implied_first, implied = _flat(_implications(world))
    cap_first, cap = _flat(units for _, units in caps)
    return {
        IMPLIED_FIRST: implied_first,
        IMPLIED: implied,
        CAP_FIRST: cap_first,
        CAP: cap,
        CAP_LIMIT: [limit for limit, _ in caps],
    }


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
    first = [0]
    values: list[int] = []
    for row in rows:
        values += row
        first.append(len(values))
    return first, values
