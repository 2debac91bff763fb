"""The tree search itself: cut a unit, look what follows, then protect it.

A node is given up when a clause is broken, when too few ways are left, or when what is cut and
a lower bound on what must still be cut reach the limit. The bound is dual ascent on the ways
that are still open: each lowers the price of all its units by the cheapest of them.
"""

from proctor.engines.route.search.clauses import (
    assign,
    learn,
    propagate,
    undo,
    weigh,
)
from proctor.engines.route.search.memory import (
    ACTIVE,
    ANNOUNCED,
    BAD,
    BITS,
    BOUNDED,
    BY_EDGE,
    BY_FIRST,
    BY_HEAD,
    CAME,
    CAN_START,
    CHARGED,
    CHOICE,
    CLAUSES,
    COST,
    CUT,
    CUT_SET,
    DECIDED,
    DEPTH,
    DONE,
    ENTRIES,
    ENTRY,
    FAIRNESS,
    FAR,
    FLOW,
    FLOWS,
    FLOW_SETS,
    FOUND,
    FREE,
    FRESH,
    FULL,
    HISTORY,
    KEEP_FLOWS,
    KEPT,
    LAST_USE,
    LIMIT,
    LISTED,
    LIT,
    LITERALS,
    LIT_FIRST,
    LIVE,
    LOST,
    LOST_IN,
    LOWER,
    MANY,
    MANY_FIRST,
    MARK,
    MARKED,
    MEND,
    MENDS,
    MEND_LIST,
    MORE,
    MOST_CLAUSES,
    MOST_LITERALS,
    NEED,
    NEEDS,
    NODES,
    NODES_IN,
    OPEN,
    OUT_EDGE,
    OUT_FIRST,
    OUT_HEAD,
    PAID,
    PAYERS_IN,
    PAYS,
    PHASE,
    PRICE,
    QUEUE,
    REST,
    SEEN,
    SOLVED,
    STAMP,
    STRICT,
    TAIL,
    TARGET,
    TRAIL,
    TRIED,
    UNITS_IN,
    VALUE,
    VIEWS,
    VISITED,
    WALL,
    WORDS,
    WORTH,
    Tape,
)
from proctor.engines.route.search.ways import (
    close_over,
    collect,
    easiest,
    max_flow,
    note_boundary,
    note_flow,
    note_flow_cut,
    saved,
    shut_in,
)

__all__ = ["run"]

# What a node is.
DEAD = 0
BRANCH = 1
LEAF = 2


def run(tape: Tape, nodes: int) -> int:
    """Search on for some nodes; return what ended it: `MORE`, `SOLVED`, `DONE` or `FULL`.

    All decisions are on the tape, so the next call goes on where this one stopped.
    """
    end = tape[NODES] + nodes
    while tape[NODES] < end:
        if tape[PHASE] == 1:
            if not _retreat(tape):
                return DONE
            tape[PHASE] = 0
        if (
            tape[CLAUSES] + 100 > tape[MOST_CLAUSES]
            or tape[LITERALS] + 20 * tape[UNITS_IN] > tape[MOST_LITERALS]
        ):
            return FULL
        tape[NODES] += 1
        what = _node(tape)
        if what == BRANCH:
            unit = _chosen(tape)
            tape[tape[TRIED] + tape[DEPTH]] = tape[DECIDED]
            tape[DEPTH] += 1
            assign(tape, unit, CUT)
            continue
        tape[PHASE] = 1
        if what == LEAF:
            return SOLVED
    return MORE


def _retreat(tape: Tape) -> bool:
    """Go back to the last unit that was tried, and protect it."""
    if tape[DEPTH] == 0:
        return False
    tape[DEPTH] -= 1
    position = tape[tape[TRIED] + tape[DEPTH]]
    unit = tape[tape[TRAIL] + position]
    while tape[DECIDED] > position:
        undo(tape)
    assign(tape, unit, KEPT)
    return True


def _node(tape: Tape) -> int:
    """Draw all conclusions; leave in ``found`` units of which one must be cut."""
    while True:
        if not propagate(tape):
            return DEAD
        if tape[COST] >= tape[LIMIT]:
            tape[BOUNDED] = 1
            return DEAD
        before = tape[DECIDED]
        if not _flows(tape):
            return DEAD
        if tape[DECIDED] > before:
            continue
        if not _fair_entries(tape):
            return DEAD
        if not _bound(tape):
            return DEAD
        if tape[COST] + tape[LOWER] >= tape[LIMIT]:
            tape[BOUNDED] = 1
            return DEAD
        if _too_dear(tape) or tape[FRESH] == 1:
            continue
        found = _open_set(tape)
        if found == 0:
            return LEAF
        if tape[FOUND] == 0:
            return DEAD
        if tape[FOUND] == 1:
            assign(tape, tape[tape[CHOICE] + 0], CUT)
            continue
        return BRANCH


def _flows(tape: Tape) -> bool:
    """Return whether enough ways are left, and protect what all of them need."""
    words = tape[WORDS]
    if not _all_rest_on(tape):
        if max_flow(tape, -1) < tape[FLOW]:
            _learn_flow(tape, -1)
            return False
        note_flow(tape)
        _all_rest_on(tape)
    for unit in range(tape[UNITS_IN]):
        if (
            tape[tape[VALUE] + unit] != FREE
            or tape[tape[WORTH] + unit] == 0
            or (tape[tape[OPEN] + unit // BITS] >> (unit % BITS)) & 1 == 0
        ):
            continue
        if max_flow(tape, unit) < tape[FLOW]:
            _learn_flow(tape, unit)
            assign(tape, unit, KEPT)
            continue
        note_flow(tape)
        base = ((tape[FLOWS] - 1) % tape[KEEP_FLOWS]) * words
        for j in range(words):
            tape[tape[OPEN] + j] &= tape[tape[FLOW_SETS] + base + j]
    return True


def _all_rest_on(tape: Tape) -> bool:
    """Leave in ``open`` the set of units that all standing flows rest on; is there one?"""
    words = tape[WORDS]
    stands = False
    for i in range(min(tape[FLOWS], tape[KEEP_FLOWS])):
        base = i * words
        fallen = False
        for j in range(words):
            if tape[tape[FLOW_SETS] + base + j] & tape[tape[CUT_SET] + j] != 0:
                fallen = True
                break
        if fallen:
            continue
        for j in range(words):
            if stands:
                tape[tape[OPEN] + j] &= tape[tape[FLOW_SETS] + base + j]
            else:
                tape[tape[OPEN] + j] = tape[tape[FLOW_SETS] + base + j]
        stands = True
    return stands


def _learn_flow(tape: Tape, without: int) -> None:
    note_flow_cut(tape, without)
    tape[MENDS] = 0
    learn(tape, 0)


def _fair_entries(tape: Tape) -> bool:
    """Return whether from every entry T is reached under what its history blocks: (c8)."""
    if tape[FAIRNESS] != ENTRIES:
        return True
    for view in range(tape[VIEWS]):
        saved(tape, view)
        for v in range(tape[NODES_IN]):
            if (
                tape[tape[ENTRY] + v] == 0
                or tape[tape[HISTORY] + v] != view
                or tape[tape[VISITED] + v] == tape[STAMP]
            ):
                continue
            close_over(tape, v, view)
            note_boundary(tape, view, -1)
            tape[MENDS] = 0
            learn(tape, 1)
            return False
    return True


def _bound(tape: Tape) -> bool:
    """Leave in ``tape[LOWER]`` what must still be paid; return whether there is no conflict."""
    tape[LOWER] = 0
    for p in range(tape[PAYERS_IN]):
        tape[tape[REST] + p] = 0 if tape[tape[PAID] + p] > 0 else tape[tape[PRICE] + p]
    _charge_known(tape)
    dodge = 1
    while tape[COST] + tape[LOWER] < tape[LIMIT]:
        if tape[CAN_START] == 0:
            break
        end = easiest(tape, tape[BY_FIRST], tape[BY_HEAD], tape[BY_EDGE], tape[BAD], dodge)
        if end < 0:
            break
        _way(tape, end)
        if tape[FOUND] == 0:
            return False
        tape[LOWER] += _charge_found(tape)
    if tape[FAIRNESS] < STRICT:
        return True
    _mark_lost(tape)
    while tape[COST] + tape[LOWER] < tape[LIMIT]:
        end = easiest(tape, tape[OUT_FIRST], tape[OUT_HEAD], tape[OUT_EDGE], tape[LOST], dodge)
        if end < 0:
            break
        _stranded(tape, end)
        if tape[FOUND] == 0:
            return False
        low = _charge_found(tape)
        if low == 0:
            break
        tape[LOWER] += low
    return True


def _charge_known(tape: Tape) -> None:
    """Charge the clauses that must still be satisfied, those with fewest free units first."""
    tape[ACTIVE], tape[LISTED] = 0, 0
    _list_active(tape)
    for size in range(2, 10):
        for i in range(tape[ACTIVE]):
            free = tape[tape[LIVE] + 2 * i + 1]
            if free == size or (size == 9 and free > 9):
                clause = tape[tape[LIVE] + 2 * i]
                low = _charge(
                    tape,
                    tape[LIT],
                    tape[tape[LIT_FIRST] + clause],
                    tape[tape[LIT_FIRST] + clause + 1],
                )
                if low > 0:
                    tape[tape[LAST_USE] + clause] = tape[NODES]
                    tape[LOWER] += low
        if tape[COST] + tape[LOWER] >= tape[LIMIT]:
            return


def _list_active(tape: Tape) -> None:
    """List the clauses, from number `LISTED` on, that are not satisfied yet and apply."""
    words = tape[WORDS]
    for clause in range(tape[LISTED], tape[CLAUSES]):
        base = clause * words
        applies = True
        for j in range(words):
            missing = tape[tape[NEED] + base + j] & ~tape[tape[CUT_SET] + j]
            if missing != 0 or tape[tape[MEND] + base + j] & tape[tape[CUT_SET] + j] != 0:
                applies = False
                break
        if not applies:
            continue
        free = 0
        for i in range(tape[tape[LIT_FIRST] + clause], tape[tape[LIT_FIRST] + clause + 1]):
            free += 1 if tape[tape[VALUE] + tape[tape[LIT] + i]] == FREE else 0
        tape[tape[LIVE] + 2 * tape[ACTIVE]] = clause
        tape[tape[LIVE] + 2 * tape[ACTIVE] + 1] = free
        tape[ACTIVE] += 1
    tape[LISTED] = tape[CLAUSES]


def _charge_found(tape: Tape) -> int:
    return _charge(tape, tape[CHOICE], 0, tape[FOUND])


def _charge(tape: Tape, units: int, first: int, last: int) -> int:
    """Lower what is left of the prices of the free units by the least of them; return it."""
    low = FAR
    for i in range(first, last):
        if tape[tape[VALUE] + tape[units + i]] == FREE:
            low = min(low, tape[tape[REST] + tape[tape[PAYS] + tape[units + i]]])
            if low == 0:
                return 0
    if low == FAR:
        return 0
    tape[MARK] += 2
    for i in range(first, last):
        payer = tape[tape[PAYS] + tape[units + i]]
        # Several doors at one place are paid for together.
        if (
            tape[tape[VALUE] + tape[units + i]] == FREE
            and tape[tape[CHARGED] + payer] < tape[MARK]
        ):
            tape[tape[CHARGED] + payer] = tape[MARK]
            tape[tape[REST] + payer] -= low
    return low


def _way(tape: Tape, end: int) -> None:
    """Learn that the bypass found must be closed."""
    tape[NEEDS], tape[MENDS] = 0, 0
    collect(tape, end)
    learn(tape, 1)


def _mark_lost(tape: Tape) -> None:
    """Mark in ``lost`` who cannot reach T any more, in the test or as it sees the world."""
    saved(tape, -1)
    for v in range(tape[NODES_IN]):
        tape[tape[LOST] + v] = 0 if tape[tape[VISITED] + v] == tape[STAMP] else 1
        tape[tape[LOST_IN] + v] = -1
    for view in range(tape[VIEWS]):
        saved(tape, view)
        for v in range(tape[NODES_IN]):
            if (
                tape[tape[LOST] + v] == 0
                and tape[tape[HISTORY] + v] == view
                and tape[tape[VISITED] + v] != tape[STAMP]
            ):
                tape[tape[LOST] + v] = 1
                tape[tape[LOST_IN] + v] = view
    if tape[FAIRNESS] == ANNOUNCED:
        # What walls take away was told: it does not count.
        saved(tape, -2)
        for v in range(tape[NODES_IN]):
            if tape[tape[VISITED] + v] != tape[STAMP]:
                tape[tape[LOST] + v] = 0


def _stranded(tape: Tape, end: int) -> None:
    """Learn that the way to a lost node must be closed, as long as the node is lost."""
    tape[MENDS] = 0
    collect(tape, end)
    if tape[FAIRNESS] == ANNOUNCED:
        _add_onward_walls(tape, end)
    view = tape[tape[LOST_IN] + end]
    close_over(tape, end, view)
    note_boundary(tape, view, -1)
    learn(tape, 1)


def _add_onward_walls(tape: Tape, end: int) -> None:
    """Walls on the way from a lost node to T would mend it too: then it was told."""
    mark = tape[MARK]
    close_over(tape, end, -2)
    v = -1
    for i in range(tape[SEEN]):
        if tape[tape[TARGET] + tape[tape[QUEUE] + i]] == 1:
            v = tape[tape[QUEUE] + i]
            break
    # ``came`` holds the step by which the search came to each node.
    while v != end:
        edge = tape[tape[CAME] + v]
        v = tape[tape[TAIL] + edge]
        for i in range(tape[tape[MANY_FIRST] + edge], tape[tape[MANY_FIRST] + edge + 1]):
            unit = tape[tape[MANY] + i]
            if tape[tape[WALL] + unit] == 0:
                continue
            if tape[tape[MARKED] + unit] < mark:
                tape[tape[MARKED] + unit] = mark
                tape[tape[MEND_LIST] + tape[MENDS]] = unit
                tape[MENDS] += 1
            if tape[tape[VALUE] + unit] == FREE and tape[tape[MARKED] + unit] == mark:
                tape[tape[MARKED] + unit] = mark + 1
                tape[tape[CHOICE] + tape[FOUND]] = unit
                tape[FOUND] += 1


def _too_dear(tape: Tape) -> bool:
    """Protect the units whose price on top of the bound reaches the limit; were there any?"""
    room = tape[LIMIT] - tape[COST] - tape[LOWER]
    before = tape[DECIDED]
    for unit in range(tape[UNITS_IN]):
        if (
            tape[tape[VALUE] + unit] == FREE
            and tape[tape[REST] + tape[tape[PAYS] + unit]] >= room
        ):
            assign(tape, unit, KEPT)
    if tape[DECIDED] > before:
        tape[BOUNDED] = 1
    return tape[DECIDED] > before


def _open_set(tape: Tape) -> bool:
    """Leave in ``found`` units of which one must be cut; is there such a set?"""
    _list_active(tape)
    best, least = -1, FAR
    for i in range(tape[ACTIVE]):
        if tape[tape[LIVE] + 2 * i + 1] < least:
            best, least = tape[tape[LIVE] + 2 * i], tape[tape[LIVE] + 2 * i + 1]
    if best >= 0:
        tape[tape[LAST_USE] + best] = tape[NODES]
        tape[FOUND] = 0
        for i in range(tape[tape[LIT_FIRST] + best], tape[tape[LIT_FIRST] + best + 1]):
            if tape[tape[VALUE] + tape[tape[LIT] + i]] == FREE:
                tape[tape[CHOICE] + tape[FOUND]] = tape[tape[LIT] + i]
                tape[FOUND] += 1
        return True
    if tape[CAN_START] == 1:
        end = easiest(tape, tape[BY_FIRST], tape[BY_HEAD], tape[BY_EDGE], tape[BAD], 0)
        if end >= 0:
            _way(tape, end)
            return True
    if tape[FAIRNESS] >= STRICT:
        end = easiest(tape, tape[OUT_FIRST], tape[OUT_HEAD], tape[OUT_EDGE], tape[LOST], 0)
        if end >= 0:
            _stranded(tape, end)
            return True
    return False


def _chosen(tape: Tape) -> int:
    """Return the unit to try: one that the bound has paid for, and a cheap one."""
    best, least = -1, FAR
    for i in range(tape[FOUND]):
        unit = tape[tape[CHOICE] + i]
        price = tape[tape[REST] + tape[tape[PAYS] + unit]]
        price = tape[tape[PRICE] + tape[tape[PAYS] + unit]] if price == 0 else FAR // 2 + price
        if price < least:
            best, least = unit, price
    return best
