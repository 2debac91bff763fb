"""What must still be paid: dual ascent on the ways that are open, and the clauses they become.

Each way lowers the price of all its units by the cheapest of them, and the sum of what was
taken off is a lower bound. Then a way is looked for that avoids all units at price nought.
"""

from proctor.engines.route.search.clauses import learn
from proctor.engines.route.search.memory import (
    ACTIVE,
    ANNOUNCED,
    BAD,
    BY_FIRST,
    CAME,
    CAN_START,
    CHARGED,
    CHOICE,
    CLAUSES,
    COST,
    CUT_SET,
    FAIRNESS,
    FAR,
    FOUND,
    FREE,
    HISTORY,
    LAST_USE,
    LIMIT,
    LISTED,
    LIT,
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
    MEND_LIST,
    MENDS,
    NEED,
    NEEDS,
    NODES,
    NODES_IN,
    OUT_FIRST,
    PAID,
    PAYERS_IN,
    PAYS,
    PRICE,
    QUEUE,
    REST,
    SEEN,
    STAMP,
    STRICT,
    TAIL,
    TARGET,
    VALUE,
    VIEWS,
    VISITED,
    WALL,
    WORDS,
    Tape,
)
from proctor.engines.route.search.ways import close_over, collect, easiest, note_boundary, saved

__all__ = ["learn_stranded", "learn_way", "list_active", "lower_bound"]


def lower_bound(tape: Tape) -> bool:
    """Leave in LOWER what must still be paid; return whether there is no conflict."""
    tape[LOWER] = 0
    for p in range(tape[PAYERS_IN]):
        tape[tape[REST] + p] = 0 if tape[tape[PAID] + p] > 0 else tape[tape[PRICE] + p]
    _charge_known(tape)
    while tape[COST] + tape[LOWER] < tape[LIMIT]:
        if tape[CAN_START] == 0:
            break
        end = easiest(tape, BY_FIRST, BAD, 1)
        if end < 0:
            break
        learn_way(tape, end)
        if tape[FOUND] == 0:
            return False
        tape[LOWER] += _charge_found(tape)
    if tape[FAIRNESS] < STRICT:
        return True
    _mark_lost(tape)
    while tape[COST] + tape[LOWER] < tape[LIMIT]:
        end = easiest(tape, OUT_FIRST, LOST, 1)
        if end < 0:
            break
        learn_stranded(tape, end)
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
    list_active(tape)
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


def list_active(tape: Tape) -> None:
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


def learn_way(tape: Tape, end: int) -> None:
    """Learn that the bypass found must be closed."""
    tape[NEEDS], tape[MENDS] = 0, 0
    collect(tape, end)
    learn(tape, 1)


def _mark_lost(tape: Tape) -> None:
    """Mark in LOST who cannot reach T any more, in the test or as it sees the world."""
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


def learn_stranded(tape: Tape, end: int) -> None:
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
    # CAME holds the step by which the search came to each node.
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
