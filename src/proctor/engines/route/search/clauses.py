"""What was learned, as clauses over sets of bits, and what follows from it."""

from proctor.engines.route.search.memory import (
    BITS,
    CAPS,
    CLAUSES,
    COST,
    CUT,
    FOUND,
    FREE,
    FRESH,
    KEPT,
    LITERALS,
    MENDS,
    MOST_CLAUSES,
    MOST_LITERALS,
    NEEDS,
    NODES,
    TRAIL,
    UNITS_IN,
    WORDS,
    Net,
    Tree,
)

__all__ = ["SETTLED", "assign", "learn", "propagate", "undo", "weigh"]

# What a clause tells; anything larger is the number of units that could mend it.
CONFLICT = 0
MUST_CUT = 1
SETTLED = -1
MUST_KEEP = -2
UNDECIDED = 2


def assign(net: Net, tree: Tree, unit: int, value: int) -> None:
    """Decide a free unit."""
    at = tree.at
    tree.value[unit] = value
    tree.trail[at[TRAIL]] = unit
    at[TRAIL] += 1
    bit = 1 << (unit % BITS)
    if value == KEPT:
        tree.kept[unit // BITS] |= bit
        return
    tree.cut[unit // BITS] |= bit
    payer = net.pays[unit]
    tree.paid[payer] += 1
    if tree.paid[payer] == 1:
        at[COST] += net.price[payer]
    for i in range(net.joint_first[unit], net.joint_first[unit + 1]):
        joint = net.joint[i]
        tree.shut[joint] += 1
        if tree.shut[joint] == net.joint_size[joint]:
            at[COST] += net.joint_price[joint]


def undo(net: Net, tree: Tree) -> None:
    """Take the last decision back."""
    at = tree.at
    at[TRAIL] -= 1
    unit = tree.trail[at[TRAIL]]
    bit = 1 << (unit % BITS)
    if tree.value[unit] == KEPT:
        tree.kept[unit // BITS] ^= bit
    else:
        tree.cut[unit // BITS] ^= bit
        payer = net.pays[unit]
        tree.paid[payer] -= 1
        if tree.paid[payer] == 0:
            at[COST] -= net.price[payer]
        for i in range(net.joint_first[unit], net.joint_first[unit + 1]):
            joint = net.joint[i]
            if tree.shut[joint] == net.joint_size[joint]:
                at[COST] -= net.joint_price[joint]
            tree.shut[joint] -= 1
    tree.value[unit] = FREE


def learn(net: Net, tree: Tree, lasting: int) -> None:
    """Keep the clause in ``needs`` and ``mends``, unless it is satisfied or there is no room."""
    at, words = tree.at, net.size[WORDS]
    number, literals = at[CLAUSES], at[LITERALS]
    if number >= net.size[MOST_CLAUSES] or literals + at[MENDS] > net.size[MOST_LITERALS]:
        return
    for i in range(at[MENDS]):
        if tree.value[tree.mends[i]] == CUT:
            return
    base = number * words
    for j in range(words):
        tree.need[base + j] = 0
        tree.mend[base + j] = 0
    for i in range(at[NEEDS]):
        unit = tree.needs[i]
        tree.need[base + unit // BITS] |= 1 << (unit % BITS)
    for i in range(at[MENDS]):
        unit = tree.mends[i]
        tree.mend[base + unit // BITS] |= 1 << (unit % BITS)
        tree.lit[literals + i] = unit
    at[LITERALS] += at[MENDS]
    at[CLAUSES] += 1
    tree.lit_first[at[CLAUSES]] = at[LITERALS]
    tree.last_use[number] = at[NODES]
    tree.lasting[number] = lasting
    if weigh(net, tree, number) != UNDECIDED:
        at[FRESH] = 1


def weigh(net: Net, tree: Tree, clause: int) -> int:
    """Return what a clause tells now."""
    words = net.size[WORDS]
    base = clause * words
    missing, left = 0, 0
    for j in range(words):
        need = tree.need[base + j] & ~tree.cut[j]
        mend = tree.mend[base + j]
        if (need & tree.kept[j]) != 0 or (mend & tree.cut[j]) != 0:
            return SETTLED
        mend &= ~tree.kept[j]
        if need != 0:
            missing += 1 if need & (need - 1) == 0 else 2
        if mend != 0:
            left += 1 if mend & (mend - 1) == 0 else 2
    if missing + left > 1:
        return UNDECIDED
    if missing == 1:
        return MUST_KEEP
    return MUST_CUT if left == 1 else CONFLICT


def propagate(net: Net, tree: Tree) -> bool:
    """Draw all conclusions from the clauses and rules; return whether there is no conflict."""
    at = tree.at
    at[FRESH] = 0
    quiet, clause = 0, 0
    while True:
        before = at[TRAIL]
        if not _rules(net, tree):
            return False
        if at[TRAIL] != before:
            quiet = 0
            continue
        while quiet < at[CLAUSES] and at[TRAIL] == before:
            if clause >= at[CLAUSES]:
                clause = 0
            told = weigh(net, tree, clause)
            if told == CONFLICT:
                tree.last_use[clause] = at[NODES]
                return False
            if told == MUST_CUT:
                tree.last_use[clause] = at[NODES]
                assign(net, tree, _lone(net, tree, clause, 1), CUT)
                quiet = 0
            elif told == MUST_KEEP:
                tree.last_use[clause] = at[NODES]
                assign(net, tree, _lone(net, tree, clause, 0), KEPT)
                quiet = 0
            else:
                quiet += 1
            clause += 1
        if at[TRAIL] == before:
            return True


def _lone(net: Net, tree: Tree, clause: int, mending: int) -> int:
    """Return the only free unit among the needs or mends of a clause."""
    base = clause * net.size[WORDS]
    for j in range(net.size[WORDS]):
        some = tree.mend[base + j] if mending == 1 else tree.need[base + j]
        some &= ~(tree.cut[j] | tree.kept[j])
        if some != 0:
            unit = j * BITS
            while some & 1 == 0:
                some >>= 1
                unit += 1
            return unit
    return -1


def _rules(net: Net, tree: Tree) -> bool:
    """Apply the rules of the harness; return whether none is broken."""
    for unit in range(net.size[UNITS_IN]):
        if net.implied_first[unit] == net.implied_first[unit + 1] or tree.value[unit] == KEPT:
            continue
        for i in range(net.implied_first[unit], net.implied_first[unit + 1]):
            other = net.implied[i]
            if tree.value[unit] == CUT:
                if tree.value[other] == KEPT:
                    return False
                if tree.value[other] == FREE:
                    assign(net, tree, other, CUT)
            elif tree.value[unit] == FREE and tree.value[other] == KEPT:
                assign(net, tree, unit, KEPT)
    for cap in range(net.size[CAPS]):
        count, free = 0, 0
        for i in range(net.cap_first[cap], net.cap_first[cap + 1]):
            value = tree.value[net.cap[i]]
            count += 1 if value == CUT else 0
            free += 1 if value == FREE else 0
        if count > net.cap_limit[cap]:
            return False
        if count == net.cap_limit[cap] and free > 0:
            for i in range(net.cap_first[cap], net.cap_first[cap + 1]):
                if tree.value[net.cap[i]] == FREE:
                    assign(net, tree, net.cap[i], KEPT)
    return True
