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
    BITS,
    BOUNDED,
    CAN_START,
    CLAUSES,
    COST,
    CUT,
    DEPTH,
    DONE,
    ENTRIES,
    FAIRNESS,
    FAR,
    FLOW,
    FLOWS,
    FOUND,
    FREE,
    FRESH,
    FULL,
    KEEP_FLOWS,
    KEPT,
    LIMIT,
    LISTED,
    LITERALS,
    LOWER,
    MARK,
    MENDS,
    MORE,
    MOST_CLAUSES,
    MOST_LITERALS,
    NEEDS,
    NO_FAIRNESS,
    NODES,
    NODES_IN,
    PAYERS_IN,
    PHASE,
    SHUT,
    SOLVED,
    STAMP,
    TRAIL,
    UNITS_IN,
    VIEWS,
    WORDS,
    Cells,
    Net,
    Tree,
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


def run(net: Net, tree: Tree, nodes: int) -> int:
    """Search on for some nodes; return what ended it: `MORE`, `SOLVED`, `DONE` or `FULL`.

    All decisions are in ``tree``, so the next call goes on where this one stopped.
    """
    at = tree.at
    end = at[NODES] + nodes
    while at[NODES] < end:
        if at[PHASE] == 1:
            if not _retreat(net, tree):
                return DONE
            at[PHASE] = 0
        if (
            at[CLAUSES] + 100 > net.size[MOST_CLAUSES]
            or at[LITERALS] + 20 * net.size[UNITS_IN] > net.size[MOST_LITERALS]
        ):
            return FULL
        at[NODES] += 1
        what = _node(net, tree)
        if what == BRANCH:
            unit = _chosen(net, tree)
            tree.tried[at[DEPTH]] = at[TRAIL]
            at[DEPTH] += 1
            assign(net, tree, unit, CUT)
            continue
        at[PHASE] = 1
        if what == LEAF:
            return SOLVED
    return MORE


def _retreat(net: Net, tree: Tree) -> bool:
    """Go back to the last unit that was tried, and protect it."""
    at = tree.at
    if at[DEPTH] == 0:
        return False
    at[DEPTH] -= 1
    position = tree.tried[at[DEPTH]]
    unit = tree.trail[position]
    while at[TRAIL] > position:
        undo(net, tree)
    assign(net, tree, unit, KEPT)
    return True


def _node(net: Net, tree: Tree) -> int:
    """Draw all conclusions; leave in ``found`` units of which one must be cut."""
    at = tree.at
    while True:
        if not propagate(net, tree):
            return DEAD
        if at[COST] >= at[LIMIT]:
            at[BOUNDED] = 1
            return DEAD
        before = at[TRAIL]
        if not _flows(net, tree):
            return DEAD
        if at[TRAIL] > before:
            continue
        if not _fair_entries(net, tree):
            return DEAD
        if not _bound(net, tree):
            return DEAD
        if at[COST] + at[LOWER] >= at[LIMIT]:
            at[BOUNDED] = 1
            return DEAD
        if _too_dear(net, tree) or at[FRESH] == 1:
            continue
        found = _open_set(net, tree)
        if found == 0:
            return LEAF
        if at[FOUND] == 0:
            return DEAD
        if at[FOUND] == 1:
            assign(net, tree, tree.found[0], CUT)
            continue
        return BRANCH


def _flows(net: Net, tree: Tree) -> bool:
    """Return whether enough ways are left, and protect what all of them need."""
    at, words = tree.at, net.size[WORDS]
    if not _all_rest_on(net, tree):
        if max_flow(net, tree, -1) < at[FLOW]:
            _learn_flow(net, tree, -1)
            return False
        note_flow(net, tree)
        _all_rest_on(net, tree)
    for unit in range(net.size[UNITS_IN]):
        if (
            tree.value[unit] != FREE
            or net.worth[unit] == 0
            or (tree.open[unit // BITS] >> (unit % BITS)) & 1 == 0
        ):
            continue
        if max_flow(net, tree, unit) < at[FLOW]:
            _learn_flow(net, tree, unit)
            assign(net, tree, unit, KEPT)
            continue
        note_flow(net, tree)
        base = ((at[FLOWS] - 1) % net.size[KEEP_FLOWS]) * words
        for j in range(words):
            tree.open[j] &= tree.flows[base + j]
    return True


def _all_rest_on(net: Net, tree: Tree) -> bool:
    """Leave in ``open`` the set of units that all standing flows rest on; is there one?"""
    at, words = tree.at, net.size[WORDS]
    stands = False
    for i in range(min(at[FLOWS], net.size[KEEP_FLOWS])):
        base = i * words
        fallen = False
        for j in range(words):
            if tree.flows[base + j] & tree.cut[j] != 0:
                fallen = True
                break
        if fallen:
            continue
        for j in range(words):
            if stands:
                tree.open[j] &= tree.flows[base + j]
            else:
                tree.open[j] = tree.flows[base + j]
        stands = True
    return stands


def _learn_flow(net: Net, tree: Tree, without: int) -> None:
    note_flow_cut(net, tree, without)
    tree.at[MENDS] = 0
    learn(net, tree, 0)


def _fair_entries(net: Net, tree: Tree) -> bool:
    """Return whether from every entry T is reached under what its history blocks: (c8)."""
    if net.size[FAIRNESS] != ENTRIES:
        return True
    at = tree.at
    for view in range(net.size[VIEWS]):
        saved(net, tree, view)
        for v in range(net.size[NODES_IN]):
            if net.entry[v] == 0 or net.history[v] != view or tree.seen[v] == at[STAMP]:
                continue
            close_over(net, tree, v, view)
            note_boundary(net, tree, view, -1)
            at[MENDS] = 0
            learn(net, tree, 1)
            return False
    return True


def _bound(net: Net, tree: Tree) -> bool:
    """Leave in ``at[LOWER]`` what must still be paid; return whether there is no conflict."""
    at = tree.at
    at[LOWER] = 0
    for p in range(net.size[PAYERS_IN]):
        tree.rest[p] = 0 if tree.paid[p] > 0 else net.price[p]
    _charge_known(net, tree)
    dodge = 1
    while at[COST] + at[LOWER] < at[LIMIT]:
        if net.size[CAN_START] == 0:
            break
        end = easiest(net, tree, net.by_first, net.by_head, net.by_edge, net.bad, dodge)
        if end < 0:
            break
        _way(net, tree, end)
        if at[FOUND] == 0:
            return False
        at[LOWER] += _charge_found(net, tree)
    if net.size[FAIRNESS] < STRICT:
        return True
    _mark_lost(net, tree)
    while at[COST] + at[LOWER] < at[LIMIT]:
        end = easiest(net, tree, net.out_first, net.out_head, net.out_edge, tree.lost, dodge)
        if end < 0:
            break
        _stranded(net, tree, end)
        if at[FOUND] == 0:
            return False
        low = _charge_found(net, tree)
        if low == 0:
            break
        at[LOWER] += low
    return True


def _charge_known(net: Net, tree: Tree) -> None:
    """Charge the clauses that must still be satisfied, those with fewest free units first."""
    at = tree.at
    at[ACTIVE], at[LISTED] = 0, 0
    _list_active(net, tree)
    for size in range(2, 10):
        for i in range(at[ACTIVE]):
            free = tree.active[2 * i + 1]
            if free == size or (size == 9 and free > 9):
                clause = tree.active[2 * i]
                low = _charge(
                    net, tree, tree.lit, tree.lit_first[clause], tree.lit_first[clause + 1]
                )
                if low > 0:
                    tree.last_use[clause] = at[NODES]
                    at[LOWER] += low
        if at[COST] + at[LOWER] >= at[LIMIT]:
            return


def _list_active(net: Net, tree: Tree) -> None:
    """List the clauses, from number `LISTED` on, that are not satisfied yet and apply."""
    at, words = tree.at, net.size[WORDS]
    for clause in range(at[LISTED], at[CLAUSES]):
        base = clause * words
        applies = True
        for j in range(words):
            missing = tree.need[base + j] & ~tree.cut[j]
            if missing != 0 or tree.mend[base + j] & tree.cut[j] != 0:
                applies = False
                break
        if not applies:
            continue
        free = 0
        for i in range(tree.lit_first[clause], tree.lit_first[clause + 1]):
            free += 1 if tree.value[tree.lit[i]] == FREE else 0
        tree.active[2 * at[ACTIVE]] = clause
        tree.active[2 * at[ACTIVE] + 1] = free
        at[ACTIVE] += 1
    at[LISTED] = at[CLAUSES]


def _charge_found(net: Net, tree: Tree) -> int:
    return _charge(net, tree, tree.found, 0, tree.at[FOUND])


def _charge(net: Net, tree: Tree, units: Cells, first: int, last: int) -> int:
    """Lower what is left of the prices of the free units by the least of them; return it."""
    at = tree.at
    low = FAR
    for i in range(first, last):
        if tree.value[units[i]] == FREE:
            low = min(low, tree.rest[net.pays[units[i]]])
            if low == 0:
                return 0
    if low == FAR:
        return 0
    at[MARK] += 2
    for i in range(first, last):
        payer = net.pays[units[i]]
        # Several doors at one place are paid for together.
        if tree.value[units[i]] == FREE and tree.charged[payer] < at[MARK]:
            tree.charged[payer] = at[MARK]
            tree.rest[payer] -= low
    return low


def _way(net: Net, tree: Tree, end: int) -> None:
    """Learn that the bypass found must be closed."""
    tree.at[NEEDS], tree.at[MENDS] = 0, 0
    collect(net, tree, end)
    learn(net, tree, 1)


def _mark_lost(net: Net, tree: Tree) -> None:
    """Mark in ``lost`` who cannot reach T any more, in the test or as it sees the world."""
    at = tree.at
    saved(net, tree, -1)
    for v in range(net.size[NODES_IN]):
        tree.lost[v] = 0 if tree.seen[v] == at[STAMP] else 1
        tree.lost_in[v] = -1
    for view in range(net.size[VIEWS]):
        saved(net, tree, view)
        for v in range(net.size[NODES_IN]):
            if tree.lost[v] == 0 and net.history[v] == view and tree.seen[v] != at[STAMP]:
                tree.lost[v] = 1
                tree.lost_in[v] = view
    if net.size[FAIRNESS] == ANNOUNCED:
        # What walls take away was told: it does not count.
        saved(net, tree, -2)
        for v in range(net.size[NODES_IN]):
            if tree.seen[v] != at[STAMP]:
                tree.lost[v] = 0


def _stranded(net: Net, tree: Tree, end: int) -> None:
    """Learn that the way to a lost node must be closed, as long as the node is lost."""
    at = tree.at
    at[MENDS] = 0
    collect(net, tree, end)
    if net.size[FAIRNESS] == ANNOUNCED:
        _add_onward_walls(net, tree, end)
    view = tree.lost_in[end]
    close_over(net, tree, end, view)
    note_boundary(net, tree, view, -1)
    learn(net, tree, 1)


def _add_onward_walls(net: Net, tree: Tree, end: int) -> None:
    """Walls on the way from a lost node to T would mend it too: then it was told."""
    at = tree.at
    mark = at[MARK]
    close_over(net, tree, end, -2)
    v = -1
    for i in range(at[SEEN]):
        if net.target[tree.queue[i]] == 1:
            v = tree.queue[i]
            break
    # ``came`` holds the step by which the search came to each node.
    while v != end:
        edge = tree.came[v]
        v = net.tail[edge]
        for i in range(net.many_first[edge], net.many_first[edge + 1]):
            unit = net.many[i]
            if net.wall[unit] == 0:
                continue
            if tree.mark[unit] < mark:
                tree.mark[unit] = mark
                tree.mends[at[MENDS]] = unit
                at[MENDS] += 1
            if tree.value[unit] == FREE and tree.mark[unit] == mark:
                tree.mark[unit] = mark + 1
                tree.found[at[FOUND]] = unit
                at[FOUND] += 1


def _too_dear(net: Net, tree: Tree) -> bool:
    """Protect the units whose price on top of the bound reaches the limit; were there any?"""
    at = tree.at
    room = at[LIMIT] - at[COST] - at[LOWER]
    before = at[TRAIL]
    for unit in range(net.size[UNITS_IN]):
        if tree.value[unit] == FREE and tree.rest[net.pays[unit]] >= room:
            assign(net, tree, unit, KEPT)
    if at[TRAIL] > before:
        at[BOUNDED] = 1
    return at[TRAIL] > before


def _open_set(net: Net, tree: Tree) -> bool:
    """Leave in ``found`` units of which one must be cut; is there such a set?"""
    at = tree.at
    _list_active(net, tree)
    best, least = -1, FAR
    for i in range(at[ACTIVE]):
        if tree.active[2 * i + 1] < least:
            best, least = tree.active[2 * i], tree.active[2 * i + 1]
    if best >= 0:
        tree.last_use[best] = at[NODES]
        at[FOUND] = 0
        for i in range(tree.lit_first[best], tree.lit_first[best + 1]):
            if tree.value[tree.lit[i]] == FREE:
                tree.found[at[FOUND]] = tree.lit[i]
                at[FOUND] += 1
        return True
    if net.size[CAN_START] == 1:
        end = easiest(net, tree, net.by_first, net.by_head, net.by_edge, net.bad, 0)
        if end >= 0:
            _way(net, tree, end)
            return True
    if net.size[FAIRNESS] >= STRICT:
        end = easiest(net, tree, net.out_first, net.out_head, net.out_edge, tree.lost, 0)
        if end >= 0:
            _stranded(net, tree, end)
            return True
    return False


def _chosen(net: Net, tree: Tree) -> int:
    """Return the unit to try: one that the bound has paid for, and a cheap one."""
    best, least = -1, FAR
    for i in range(tree.at[FOUND]):
        unit = tree.found[i]
        price = tree.rest[net.pays[unit]]
        price = net.price[net.pays[unit]] if price == 0 else FAR // 2 + price
        if price < least:
            best, least = unit, price
    return best
