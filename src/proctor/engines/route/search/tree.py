"""The tree search itself: cut a unit, look what follows, then protect it.

A node is given up when a clause is broken, when too few ways are left, or when what is cut and
a lower bound on what must still be cut reach the limit.
"""

from typing import Final

from proctor.engines.route.search.bound import (
    learn_stranded,
    learn_way,
    list_active,
    lower_bound,
)
from proctor.engines.route.search.clauses import assign, learn, propagate, undo
from proctor.engines.route.search.memory import (
    ACTIVE,
    BAD,
    BITS,
    BOUNDED,
    BY_FIRST,
    CAN_START,
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
    FLOW_SETS,
    FLOWS,
    FOUND,
    FREE,
    FRESH,
    FULL,
    HISTORY,
    KEEP_FLOWS,
    KEPT,
    LAST_USE,
    LIMIT,
    LIT,
    LIT_FIRST,
    LITERALS,
    LIVE,
    LOST,
    LOWER,
    MENDS,
    MORE,
    MOST_CLAUSES,
    MOST_LITERALS,
    NODES,
    NODES_IN,
    OPEN,
    OUT_FIRST,
    PAYS,
    PHASE,
    PRICE,
    REST,
    SCORE,
    SOLVED,
    STAMP,
    STRICT,
    TRAIL,
    TRIED,
    UNITS_IN,
    VALUE,
    VIEWS,
    VISITED,
    WORDS,
    WORTH,
    Tape,
)
from proctor.engines.route.search.ways import (
    close_over,
    easiest,
    max_flow,
    note_boundary,
    note_flow,
    note_flow_cut,
    saved,
)

__all__ = ["run"]

# What a node is.
DEAD: Final = 0
BRANCH: Final = 1
LEAF: Final = 2


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
    """Draw all conclusions; leave in CHOICE units of which one must be cut."""
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
        if not lower_bound(tape):
            return DEAD
        if tape[COST] + tape[LOWER] >= tape[LIMIT]:
            tape[BOUNDED] = 1
            return DEAD
        if _too_dear(tape) or tape[FRESH] == 1:
            continue
        if not _open_set(tape):
            return LEAF
        if tape[FOUND] == 0:
            return DEAD
        if tape[FOUND] == 1:
            assign(tape, tape[tape[CHOICE]], CUT)
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
    """Leave in OPEN the set of units that all standing flows rest on; is there one?"""
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
    """Leave in CHOICE units of which one must be cut; is there such a set?"""
    list_active(tape)
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
        end = easiest(tape, BY_FIRST, BAD, 0)
        if end >= 0:
            learn_way(tape, end)
            return True
    if tape[FAIRNESS] >= STRICT:
        end = easiest(tape, OUT_FIRST, LOST, 0)
        if end >= 0:
            learn_stranded(tape, end)
            return True
    return False


def _chosen(tape: Tape) -> int:
    """Return the unit to try: one that satisfies many short clauses for its price."""
    for unit in range(tape[UNITS_IN]):
        tape[tape[SCORE] + unit] = 0
    for x in range(tape[ACTIVE]):
        clause, free = tape[tape[LIVE] + 2 * x], tape[tape[LIVE] + 2 * x + 1]
        gain = 1 << (30 - min(free, 24))
        for i in range(tape[tape[LIT_FIRST] + clause], tape[tape[LIT_FIRST] + clause + 1]):
            tape[tape[SCORE] + tape[tape[LIT] + i]] += gain
    best, most = -1, -1
    for i in range(tape[FOUND]):
        unit = tape[tape[CHOICE] + i]
        price = max(1, tape[tape[PRICE] + tape[tape[PAYS] + unit]])
        score = tape[tape[SCORE] + unit] * 64 // price
        if score > most:
            best, most = unit, score
    return best
