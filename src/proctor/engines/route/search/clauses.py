"""What was learned, as clauses over sets of bits, and what follows from it."""

from typing import Final

from proctor.engines.route.search.memory import (
    BITS,
    CAP,
    CAP_FIRST,
    CAP_LIMIT,
    CAPS,
    CLAUSES,
    COST,
    CUT,
    CUT_SET,
    DECIDED,
    FREE,
    FRESH,
    IMPLIED,
    IMPLIED_FIRST,
    JOINT,
    JOINT_FIRST,
    JOINT_PRICE,
    JOINT_SHUT,
    JOINT_SIZE,
    KEPT,
    KEPT_SET,
    LAST_USE,
    LASTING,
    LIT,
    LIT_FIRST,
    LITERALS,
    MEND,
    MEND_LIST,
    MENDS,
    MOST_CLAUSES,
    MOST_LITERALS,
    NEED,
    NEED_LIST,
    NEEDS,
    NODES,
    PAID,
    PAYS,
    PRICE,
    TRAIL,
    UNITS_IN,
    VALUE,
    WORDS,
    Tape,
)

__all__ = ["assign", "learn", "propagate", "undo"]

# What a clause tells.
CONFLICT: Final = 0
MUST_CUT: Final = 1
MUST_KEEP: Final = 2
SETTLED: Final = 3
UNDECIDED: Final = 4


def assign(tape: Tape, unit: int, value: int) -> None:
    """Decide a free unit."""
    tape[tape[VALUE] + unit] = value
    tape[tape[TRAIL] + tape[DECIDED]] = unit
    tape[DECIDED] += 1
    bit = 1 << (unit % BITS)
    if value == KEPT:
        tape[tape[KEPT_SET] + unit // BITS] |= bit
        return
    tape[tape[CUT_SET] + unit // BITS] |= bit
    payer = tape[tape[PAYS] + unit]
    tape[tape[PAID] + payer] += 1
    if tape[tape[PAID] + payer] == 1:
        tape[COST] += tape[tape[PRICE] + payer]
    for i in range(tape[tape[JOINT_FIRST] + unit], tape[tape[JOINT_FIRST] + unit + 1]):
        joint = tape[tape[JOINT] + i]
        tape[tape[JOINT_SHUT] + joint] += 1
        if tape[tape[JOINT_SHUT] + joint] == tape[tape[JOINT_SIZE] + joint]:
            tape[COST] += tape[tape[JOINT_PRICE] + joint]


def undo(tape: Tape) -> None:
    """Take the last decision back."""
    tape[DECIDED] -= 1
    unit = tape[tape[TRAIL] + tape[DECIDED]]
    bit = 1 << (unit % BITS)
    if tape[tape[VALUE] + unit] == KEPT:
        tape[tape[KEPT_SET] + unit // BITS] ^= bit
    else:
        tape[tape[CUT_SET] + unit // BITS] ^= bit
        payer = tape[tape[PAYS] + unit]
        tape[tape[PAID] + payer] -= 1
        if tape[tape[PAID] + payer] == 0:
            tape[COST] -= tape[tape[PRICE] + payer]
        for i in range(tape[tape[JOINT_FIRST] + unit], tape[tape[JOINT_FIRST] + unit + 1]):
            joint = tape[tape[JOINT] + i]
            if tape[tape[JOINT_SHUT] + joint] == tape[tape[JOINT_SIZE] + joint]:
                tape[COST] -= tape[tape[JOINT_PRICE] + joint]
            tape[tape[JOINT_SHUT] + joint] -= 1
    tape[tape[VALUE] + unit] = FREE


def learn(tape: Tape, lasting: int) -> None:
    """Keep the clause in the lists, unless it is satisfied or there is no room."""
    words = tape[WORDS]
    number, literals = tape[CLAUSES], tape[LITERALS]
    if number >= tape[MOST_CLAUSES] or literals + tape[MENDS] > tape[MOST_LITERALS]:
        return
    for i in range(tape[MENDS]):
        if tape[tape[VALUE] + tape[tape[MEND_LIST] + i]] == CUT:
            return
    base = number * words
    for j in range(words):
        tape[tape[NEED] + base + j] = 0
        tape[tape[MEND] + base + j] = 0
    for i in range(tape[NEEDS]):
        unit = tape[tape[NEED_LIST] + i]
        tape[tape[NEED] + base + unit // BITS] |= 1 << (unit % BITS)
    for i in range(tape[MENDS]):
        unit = tape[tape[MEND_LIST] + i]
        tape[tape[MEND] + base + unit // BITS] |= 1 << (unit % BITS)
        tape[tape[LIT] + literals + i] = unit
    tape[LITERALS] += tape[MENDS]
    tape[CLAUSES] += 1
    tape[tape[LIT_FIRST] + tape[CLAUSES]] = tape[LITERALS]
    tape[tape[LAST_USE] + number] = tape[NODES]
    tape[tape[LASTING] + number] = lasting
    if _weigh(tape, number) != UNDECIDED:
        tape[FRESH] = 1


def _weigh(tape: Tape, clause: int) -> int:
    """Return what a clause tells now."""
    words = tape[WORDS]
    base = clause * words
    missing, left = 0, 0
    for j in range(words):
        need = tape[tape[NEED] + base + j] & ~tape[tape[CUT_SET] + j]
        mend = tape[tape[MEND] + base + j]
        if (need & tape[tape[KEPT_SET] + j]) != 0 or (mend & tape[tape[CUT_SET] + j]) != 0:
            return SETTLED
        mend &= ~tape[tape[KEPT_SET] + j]
        if need != 0:
            missing += 1 if need & (need - 1) == 0 else 2
        if mend != 0:
            left += 1 if mend & (mend - 1) == 0 else 2
    if missing + left > 1:
        return UNDECIDED
    if missing == 1:
        return MUST_KEEP
    return MUST_CUT if left == 1 else CONFLICT


def propagate(tape: Tape) -> bool:
    """Draw all conclusions from the clauses and rules; return whether there is no conflict."""
    tape[FRESH] = 0
    quiet, clause = 0, 0
    while True:
        before = tape[DECIDED]
        if not _rules(tape):
            return False
        if tape[DECIDED] != before:
            quiet = 0
            continue
        while quiet < tape[CLAUSES] and tape[DECIDED] == before:
            if clause >= tape[CLAUSES]:
                clause = 0
            told = _weigh(tape, clause)
            if told == CONFLICT:
                tape[tape[LAST_USE] + clause] = tape[NODES]
                return False
            if told == MUST_CUT:
                tape[tape[LAST_USE] + clause] = tape[NODES]
                assign(tape, _lone(tape, clause, 1), CUT)
                quiet = 0
            elif told == MUST_KEEP:
                tape[tape[LAST_USE] + clause] = tape[NODES]
                assign(tape, _lone(tape, clause, 0), KEPT)
                quiet = 0
            else:
                quiet += 1
            clause += 1
        if tape[DECIDED] == before:
            return True


def _lone(tape: Tape, clause: int, mending: int) -> int:
    """Return the only free unit among the needs or mends of a clause."""
    base = clause * tape[WORDS]
    for j in range(tape[WORDS]):
        some = tape[tape[MEND] + base + j] if mending == 1 else tape[tape[NEED] + base + j]
        some &= ~(tape[tape[CUT_SET] + j] | tape[tape[KEPT_SET] + j])
        if some != 0:
            unit = j * BITS
            while some & 1 == 0:
                some >>= 1
                unit += 1
            return unit
    return -1


def _rules(tape: Tape) -> bool:
    """Apply the rules of the harness; return whether none is broken."""
    for unit in range(tape[UNITS_IN]):
        if (
            tape[tape[IMPLIED_FIRST] + unit] == tape[tape[IMPLIED_FIRST] + unit + 1]
            or tape[tape[VALUE] + unit] == KEPT
        ):
            continue
        for i in range(tape[tape[IMPLIED_FIRST] + unit], tape[tape[IMPLIED_FIRST] + unit + 1]):
            other = tape[tape[IMPLIED] + i]
            if tape[tape[VALUE] + unit] == CUT:
                if tape[tape[VALUE] + other] == KEPT:
                    return False
                if tape[tape[VALUE] + other] == FREE:
                    assign(tape, other, CUT)
            elif tape[tape[VALUE] + unit] == FREE and tape[tape[VALUE] + other] == KEPT:
                assign(tape, unit, KEPT)
    for cap in range(tape[CAPS]):
        count, free = 0, 0
        for i in range(tape[tape[CAP_FIRST] + cap], tape[tape[CAP_FIRST] + cap + 1]):
            value = tape[tape[VALUE] + tape[tape[CAP] + i]]
            count += 1 if value == CUT else 0
            free += 1 if value == FREE else 0
        if count > tape[tape[CAP_LIMIT] + cap]:
            return False
        if count == tape[tape[CAP_LIMIT] + cap] and free > 0:
            for i in range(tape[tape[CAP_FIRST] + cap], tape[tape[CAP_FIRST] + cap + 1]):
                if tape[tape[VALUE] + tape[tape[CAP] + i]] == FREE:
                    assign(tape, tape[tape[CAP] + i], KEPT)
    return True
