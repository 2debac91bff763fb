"""Searches in the graph: the easiest way, a largest flow, and who is lost.

Everything here is plain loops over numbers; see `compiled` for how it becomes fast.
"""

from proctor.engines.route.search.memory import (
    BEFORE,
    BITS,
    CAME,
    CHOICE,
    CUT,
    DIST,
    EDGES_IN,
    FAR,
    FLOW,
    FLOW_SETS,
    FLOWS,
    FORTH,
    FOUND,
    FREE,
    IN_EDGE,
    IN_FIRST,
    IN_TAIL,
    IN_USE,
    KEEP_FLOWS,
    KEPT,
    LATER,
    MANY,
    MANY_FIRST,
    MARK,
    MARKED,
    MEND_LIST,
    MENDS,
    NEED_LIST,
    NEEDS,
    NOBODY,
    NODES_IN,
    NOW,
    ONE,
    OUT_EDGE,
    OUT_FIRST,
    OUT_HEAD,
    PAYS,
    QUEUE,
    REST,
    SEEN,
    SHUT,
    SIGHT,
    SIGHT_FIRST,
    STAMP,
    START,
    TARGET,
    USED,
    USED_LIST,
    VALUE,
    VIA,
    VISITED,
    WALL,
    WORDS,
    Tape,
)

__all__ = [
    "close_over",
    "collect",
    "easiest",
    "edge_price",
    "max_flow",
    "need_unit",
    "note_boundary",
    "note_flow",
    "note_flow_cut",
    "saved",
    "shut_in",
]


def edge_price(tape: Tape, edge: int, dodge: int) -> int:
    """Return 1 if the edge could still be blocked, 0 if never, `SHUT` if no way goes there.

    With ``dodge``, nor does a way go where blocking is already paid for by the lower bound.
    """
    unit = tape[tape[ONE] + edge]
    if unit == NOBODY:
        return 0
    if unit >= 0:
        value = tape[tape[VALUE] + unit]
        if value == CUT:
            return SHUT
        if value == KEPT:
            return 0
        return SHUT if dodge == 1 and tape[tape[REST] + tape[tape[PAYS] + unit]] == 0 else 1
    free, paid = 0, 0
    for i in range(tape[tape[MANY_FIRST] + edge], tape[tape[MANY_FIRST] + edge + 1]):
        value = tape[tape[VALUE] + tape[tape[MANY] + i]]
        if value == KEPT:
            return 0
        if value == FREE:
            free = 1
            if tape[tape[REST] + tape[tape[PAYS] + tape[tape[MANY] + i]]] == 0:
                paid = 1
    if free == 0 or (dodge == 1 and paid == 1):
        return SHUT
    return 1


def easiest(tape: Tape, rows: int, goal: int, dodge: int) -> int:
    """Return the end of a way to ``goal`` with as few edges as can be that could be blocked.

    The way is left in BEFORE and VIA; -1 if there is none.
    """
    for v in range(tape[NODES_IN]):
        tape[tape[DIST] + v] = FAR
    # ``rows`` is OUT_FIRST or BY_FIRST; what belongs to it comes after it.
    first, head, by = tape[rows], tape[rows + 1], tape[rows + 2]
    goal = tape[goal]
    now, later = tape[NOW], tape[LATER]
    start = tape[START]
    tape[tape[DIST] + start] = 0
    tape[tape[BEFORE] + start] = -1
    tape[now] = start
    count, level = 1, 0
    while count > 0:
        coming = 0
        while count > 0:
            count -= 1
            v = tape[now + count]
            if tape[tape[DIST] + v] != level:
                continue
            if tape[goal + v] == 1:
                return v
            for i in range(tape[first + v], tape[first + v + 1]):
                step = edge_price(tape, tape[by + i], dodge)
                w = tape[head + i]
                if step == SHUT or level + step >= tape[tape[DIST] + w]:
                    continue
                tape[tape[DIST] + w] = level + step
                tape[tape[BEFORE] + w] = v
                tape[tape[VIA] + w] = tape[by + i]
                if step == 0:
                    tape[now + count] = w
                    count += 1
                else:
                    tape[later + coming] = w
                    coming += 1
        now, later = later, now
        count = coming
        level += 1
    return -1


def collect(tape: Tape, end: int) -> None:
    """List the free units that could block the way found, and all that help to block it."""
    tape[FOUND] = 0
    tape[MARK] += 2
    mark = tape[MARK]  # one more: also listed in CHOICE
    v = end
    while tape[tape[BEFORE] + v] >= 0:
        edge = tape[tape[VIA] + v]
        v = tape[tape[BEFORE] + v]
        could = edge_price(tape, edge, 0) == 1
        for i in range(tape[tape[MANY_FIRST] + edge], tape[tape[MANY_FIRST] + edge + 1]):
            unit = tape[tape[MANY] + i]
            if tape[tape[MARKED] + unit] < mark:
                tape[tape[MARKED] + unit] = mark
                tape[tape[MEND_LIST] + tape[MENDS]] = unit
                tape[MENDS] += 1
            if could and tape[tape[VALUE] + unit] == FREE and tape[tape[MARKED] + unit] == mark:
                tape[tape[MARKED] + unit] = mark + 1
                tape[tape[CHOICE] + tape[FOUND]] = unit
                tape[FOUND] += 1


def shut_in(tape: Tape, edge: int, view: int, without: int) -> bool:
    """Return whether the edge is blocked when ``without`` is cut as well.

    View -1 is the test itself, -2 the walls alone; others are what one history sees.
    """
    if view < 0:
        unit = tape[tape[ONE] + edge]
        if unit == NOBODY:
            return False
        if unit >= 0 and view == -1:
            return tape[tape[VALUE] + unit] == CUT or unit == without
        for i in range(tape[tape[MANY_FIRST] + edge], tape[tape[MANY_FIRST] + edge + 1]):
            unit = tape[tape[MANY] + i]
            if view == -2 and tape[tape[WALL] + unit] == 0:
                return False
            if tape[tape[VALUE] + unit] != CUT and unit != without:
                return False
        return True
    row = view * tape[EDGES_IN] + edge
    if tape[tape[SIGHT_FIRST] + row] == tape[tape[SIGHT_FIRST] + row + 1]:
        return False
    for i in range(tape[tape[SIGHT_FIRST] + row], tape[tape[SIGHT_FIRST] + row + 1]):
        unit = tape[tape[SIGHT] + i]
        if unit < 0 or tape[tape[VALUE] + unit] != CUT:
            return False
    return True


def max_flow(tape: Tape, without: int) -> int:
    """Return how many edge-disjoint ways are left, counted up to the flow that must be.

    The edges of the ways are left in USED_LIST, and what the last search saw in
    QUEUE: if the flow is too small, the edges that leave it are a cut.
    """
    for i in range(tape[USED]):
        tape[tape[IN_USE] + tape[tape[USED_LIST] + i]] = 0
    tape[USED] = 0
    flow = 0
    while flow < tape[FLOW] and _augment(tape, without):
        flow += 1
    return flow


def _augment(tape: Tape, without: int) -> bool:
    queue, start = tape[QUEUE], tape[START]
    tape[STAMP] += 1
    stamp = tape[STAMP]
    tape[tape[VISITED] + start] = stamp
    tape[tape[BEFORE] + start] = -1
    tape[queue] = start
    tape[SEEN] = 1
    done = 0
    while done < tape[SEEN]:
        v = tape[queue + done]
        done += 1
        for i in range(tape[tape[OUT_FIRST] + v], tape[tape[OUT_FIRST] + v + 1]):
            edge, w = tape[tape[OUT_EDGE] + i], tape[tape[OUT_HEAD] + i]
            if tape[tape[VISITED] + w] == stamp or tape[tape[IN_USE] + edge] == 1:
                continue
            if shut_in(tape, edge, -1, without):
                continue
            tape[tape[VISITED] + w] = stamp
            tape[tape[BEFORE] + w] = v
            tape[tape[VIA] + w] = edge
            tape[tape[FORTH] + w] = 1
            if tape[tape[TARGET] + w] == 1:
                _push(tape, w)
                return True
            tape[queue + tape[SEEN]] = w
            tape[SEEN] += 1
        for i in range(tape[tape[IN_FIRST] + v], tape[tape[IN_FIRST] + v + 1]):
            edge, w = tape[tape[IN_EDGE] + i], tape[tape[IN_TAIL] + i]
            if tape[tape[IN_USE] + edge] == 0 or tape[tape[VISITED] + w] == stamp:
                continue
            tape[tape[VISITED] + w] = stamp
            tape[tape[BEFORE] + w] = v
            tape[tape[VIA] + w] = edge
            tape[tape[FORTH] + w] = 0
            tape[queue + tape[SEEN]] = w
            tape[SEEN] += 1
    return False


def _push(tape: Tape, end: int) -> None:
    v = end
    while tape[tape[BEFORE] + v] >= 0:
        edge = tape[tape[VIA] + v]
        tape[tape[IN_USE] + edge] = tape[tape[FORTH] + v]
        if tape[tape[FORTH] + v] == 1:
            tape[tape[USED_LIST] + tape[USED]] = edge
            tape[USED] += 1
        v = tape[tape[BEFORE] + v]


def note_flow(tape: Tape) -> None:
    """Remember the units that the flow rests on: as long as none of them is cut, it stands."""
    words = tape[WORDS]
    base = (tape[FLOWS] % tape[KEEP_FLOWS]) * words
    tape[FLOWS] += 1
    for j in range(words):
        tape[tape[FLOW_SETS] + base + j] = 0
    for i in range(tape[USED]):
        edge = tape[tape[USED_LIST] + i]
        if tape[tape[IN_USE] + edge] == 0:
            continue
        # One open unit keeps an edge open; which one does not matter.
        for j in range(tape[tape[MANY_FIRST] + edge], tape[tape[MANY_FIRST] + edge + 1]):
            unit = tape[tape[MANY] + j]
            if tape[tape[VALUE] + unit] != CUT:
                tape[tape[FLOW_SETS] + base + unit // BITS] |= 1 << (unit % BITS)
                break


def note_flow_cut(tape: Tape, without: int) -> None:
    """List in NEED_LIST the cut units because of which there is no larger flow."""
    note_boundary(tape, -1, without)


def note_boundary(tape: Tape, view: int, without: int) -> None:
    """List in NEED_LIST the units that block what leaves the nodes in QUEUE."""
    tape[NEEDS] = 0
    tape[MARK] += 2
    for i in range(tape[SEEN]):
        v = tape[tape[QUEUE] + i]
        for j in range(tape[tape[OUT_FIRST] + v], tape[tape[OUT_FIRST] + v + 1]):
            edge = tape[tape[OUT_EDGE] + j]
            if tape[tape[VISITED] + tape[tape[OUT_HEAD] + j]] == tape[STAMP]:
                continue
            if not shut_in(tape, edge, view, without):
                continue
            if view >= 0:
                row = view * tape[EDGES_IN] + edge
                for x in range(
                    tape[tape[SIGHT_FIRST] + row], tape[tape[SIGHT_FIRST] + row + 1]
                ):
                    need_unit(tape, tape[tape[SIGHT] + x])
            else:
                for x in range(
                    tape[tape[MANY_FIRST] + edge], tape[tape[MANY_FIRST] + edge + 1]
                ):
                    need_unit(tape, tape[tape[MANY] + x])


def need_unit(tape: Tape, unit: int) -> None:
    """Put one unit into NEED_LIST, once."""
    if tape[tape[MARKED] + unit] < tape[MARK]:
        tape[tape[MARKED] + unit] = tape[MARK]
        tape[tape[NEED_LIST] + tape[NEEDS]] = unit
        tape[NEEDS] += 1


def saved(tape: Tape, view: int) -> None:
    """Mark in VISITED the nodes from which a target is reached over open edges."""
    queue = tape[QUEUE]
    tape[STAMP] += 1
    stamp = tape[STAMP]
    count = 0
    for v in range(tape[NODES_IN]):
        if tape[tape[TARGET] + v] == 1:
            tape[tape[VISITED] + v] = stamp
            tape[queue + count] = v
            count += 1
    done = 0
    while done < count:
        v = tape[queue + done]
        done += 1
        for i in range(tape[tape[IN_FIRST] + v], tape[tape[IN_FIRST] + v + 1]):
            w = tape[tape[IN_TAIL] + i]
            if tape[tape[VISITED] + w] == stamp or shut_in(
                tape, tape[tape[IN_EDGE] + i], view, -1
            ):
                continue
            tape[tape[VISITED] + w] = stamp
            tape[queue + count] = w
            count += 1


def close_over(tape: Tape, start: int, view: int) -> None:
    """Leave in QUEUE the nodes that ``start`` reaches over open edges."""
    queue = tape[QUEUE]
    tape[STAMP] += 1
    stamp = tape[STAMP]
    tape[tape[VISITED] + start] = stamp
    tape[queue] = start
    tape[SEEN] = 1
    done = 0
    while done < tape[SEEN]:
        v = tape[queue + done]
        done += 1
        for i in range(tape[tape[OUT_FIRST] + v], tape[tape[OUT_FIRST] + v + 1]):
            w = tape[tape[OUT_HEAD] + i]
            if tape[tape[VISITED] + w] == stamp or shut_in(
                tape, tape[tape[OUT_EDGE] + i], view, -1
            ):
                continue
            tape[tape[VISITED] + w] = stamp
            tape[tape[CAME] + w] = tape[tape[OUT_EDGE] + i]
            tape[queue + tape[SEEN]] = w
            tape[SEEN] += 1
