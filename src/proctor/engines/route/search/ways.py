"""Searches in the graph: the easiest way, a largest flow, and who is lost.

Everything here is plain loops over numbers; see `compiled` for how it becomes fast.
"""

from proctor.engines.route.search.memory import (
    BITS,
    CUT,
    EDGES_IN,
    FAR,
    FLOW,
    FLOWS,
    FOUND,
    FREE,
    KEEP_FLOWS,
    KEPT,
    MARK,
    MENDS,
    NEEDS,
    NOBODY,
    NODES_IN,
    SEEN,
    SHUT,
    STAMP,
    START,
    USED,
    WORDS,
    Cells,
    Net,
    Tree,
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


def edge_price(net: Net, tree: Tree, edge: int, dodge: int) -> int:
    """Return 1 if the edge could still be blocked, 0 if never, `SHUT` if no way goes there.

    With ``dodge``, nor does a way go where blocking is already paid for by the lower bound.
    """
    unit = net.one[edge]
    if unit == NOBODY:
        return 0
    if unit >= 0:
        value = tree.value[unit]
        if value == CUT:
            return SHUT
        if value == KEPT:
            return 0
        return SHUT if dodge == 1 and tree.rest[net.pays[unit]] == 0 else 1
    free, paid = 0, 0
    for i in range(net.many_first[edge], net.many_first[edge + 1]):
        value = tree.value[net.many[i]]
        if value == KEPT:
            return 0
        if value == FREE:
            free = 1
            if tree.rest[net.pays[net.many[i]]] == 0:
                paid = 1
    if free == 0 or (dodge == 1 and paid == 1):
        return SHUT
    return 1


def easiest(
    net: Net, tree: Tree, first: Cells, head: Cells, by: Cells, goal: Cells, dodge: int
) -> int:
    """Return the end of a way to ``goal`` with as few edges as can be that could be blocked.

    The way is left in ``before`` and ``via``; -1 if there is none.
    """
    for v in range(net.size[NODES_IN]):
        tree.dist[v] = FAR
    now, later = tree.now, tree.later
    start = net.size[START]
    tree.dist[start] = 0
    tree.before[start] = -1
    now[0] = start
    count, level = 1, 0
    while count > 0:
        coming = 0
        while count > 0:
            count -= 1
            v = now[count]
            if tree.dist[v] != level:
                continue
            if goal[v] == 1:
                return v
            for i in range(first[v], first[v + 1]):
                step = edge_price(net, tree, by[i], dodge)
                w = head[i]
                if step == SHUT or level + step >= tree.dist[w]:
                    continue
                tree.dist[w] = level + step
                tree.before[w] = v
                tree.via[w] = by[i]
                if step == 0:
                    now[count] = w
                    count += 1
                else:
                    later[coming] = w
                    coming += 1
        now, later = later, now
        count = coming
        level += 1
    return -1


def collect(net: Net, tree: Tree, end: int) -> None:
    """List the free units that could block the way found, and all that help to block it."""
    at = tree.at
    at[FOUND] = 0
    at[MARK] += 2
    mark = at[MARK]  # one more: also listed in ``found``
    v = end
    while tree.before[v] >= 0:
        edge = tree.via[v]
        v = tree.before[v]
        could = edge_price(net, tree, edge, 0) == 1
        for i in range(net.many_first[edge], net.many_first[edge + 1]):
            unit = net.many[i]
            if tree.mark[unit] < mark:
                tree.mark[unit] = mark
                tree.mends[at[MENDS]] = unit
                at[MENDS] += 1
            if could and tree.value[unit] == FREE and tree.mark[unit] == mark:
                tree.mark[unit] = mark + 1
                tree.found[at[FOUND]] = unit
                at[FOUND] += 1


def shut_in(net: Net, tree: Tree, edge: int, view: int, without: int) -> bool:
    """Return whether the edge is blocked when ``without`` is cut as well.

    View -1 is the test itself, -2 the walls alone; others are what one history sees.
    """
    if view < 0:
        unit = net.one[edge]
        if unit == NOBODY:
            return False
        if unit >= 0 and view == -1:
            return tree.value[unit] == CUT or unit == without
        for i in range(net.many_first[edge], net.many_first[edge + 1]):
            unit = net.many[i]
            if view == -2 and net.wall[unit] == 0:
                return False
            if tree.value[unit] != CUT and unit != without:
                return False
        return True
    row = view * net.size[EDGES_IN] + edge
    if net.sight_first[row] == net.sight_first[row + 1]:
        return False
    for i in range(net.sight_first[row], net.sight_first[row + 1]):
        unit = net.sight[i]
        if unit < 0 or tree.value[unit] != CUT:
            return False
    return True


def max_flow(net: Net, tree: Tree, without: int) -> int:
    """Return how many edge-disjoint ways are left, counted up to the flow that must be.

    The edges of the ways are left in ``used_list``, and what the last search saw in
    ``queue``: if the flow is too small, the edges that leave it are a cut.
    """
    at = tree.at
    for i in range(at[USED]):
        tree.used[tree.used_list[i]] = 0
    at[USED] = 0
    flow = 0
    while flow < at[FLOW] and _augment(net, tree, without):
        flow += 1
    return flow


def _augment(net: Net, tree: Tree, without: int) -> bool:
    at, queue, start = tree.at, tree.queue, net.size[START]
    at[STAMP] += 1
    stamp = at[STAMP]
    tree.seen[start] = stamp
    tree.before[start] = -1
    queue[0] = start
    at[SEEN] = 1
    done = 0
    while done < at[SEEN]:
        v = queue[done]
        done += 1
        for i in range(net.out_first[v], net.out_first[v + 1]):
            edge, w = net.out_edge[i], net.out_head[i]
            if tree.seen[w] == stamp or tree.used[edge] == 1:
                continue
            if shut_in(net, tree, edge, -1, without):
                continue
            tree.seen[w] = stamp
            tree.before[w] = v
            tree.via[w] = edge
            tree.forth[w] = 1
            if net.target[w] == 1:
                _push(tree, w)
                return True
            queue[at[SEEN]] = w
            at[SEEN] += 1
        for i in range(net.in_first[v], net.in_first[v + 1]):
            edge, w = net.in_edge[i], net.in_tail[i]
            if tree.used[edge] == 0 or tree.seen[w] == stamp:
                continue
            tree.seen[w] = stamp
            tree.before[w] = v
            tree.via[w] = edge
            tree.forth[w] = 0
            queue[at[SEEN]] = w
            at[SEEN] += 1
    return False


def _push(tree: Tree, end: int) -> None:
    at = tree.at
    v = end
    while tree.before[v] >= 0:
        edge = tree.via[v]
        tree.used[edge] = tree.forth[v]
        if tree.forth[v] == 1:
            tree.used_list[at[USED]] = edge
            at[USED] += 1
        v = tree.before[v]


def note_flow(net: Net, tree: Tree) -> None:
    """Remember the units that the flow rests on: as long as none of them is cut, it stands."""
    at, words = tree.at, net.size[WORDS]
    base = (at[FLOWS] % net.size[KEEP_FLOWS]) * words
    at[FLOWS] += 1
    for j in range(words):
        tree.flows[base + j] = 0
    for i in range(at[USED]):
        edge = tree.used_list[i]
        if tree.used[edge] == 0:
            continue
        # One open unit keeps an edge open; which one does not matter.
        for j in range(net.many_first[edge], net.many_first[edge + 1]):
            unit = net.many[j]
            if tree.value[unit] != CUT:
                tree.flows[base + unit // BITS] |= 1 << (unit % BITS)
                break


def note_flow_cut(net: Net, tree: Tree, without: int) -> None:
    """List in ``needs`` the cut units because of which there is no larger flow."""
    note_boundary(net, tree, -1, without)


def note_boundary(net: Net, tree: Tree, view: int, without: int) -> None:
    """List in ``needs`` the units that block what leaves the nodes in ``queue``."""
    at = tree.at
    at[NEEDS] = 0
    at[MARK] += 2
    for i in range(at[SEEN]):
        v = tree.queue[i]
        for j in range(net.out_first[v], net.out_first[v + 1]):
            edge = net.out_edge[j]
            if tree.seen[net.out_head[j]] == at[STAMP]:
                continue
            if not shut_in(net, tree, edge, view, without):
                continue
            if view >= 0:
                row = view * net.size[EDGES_IN] + edge
                for x in range(net.sight_first[row], net.sight_first[row + 1]):
                    need_unit(tree, net.sight[x])
            else:
                for x in range(net.many_first[edge], net.many_first[edge + 1]):
                    need_unit(tree, net.many[x])


def need_unit(tree: Tree, unit: int) -> None:
    """Put one unit into ``needs``, once."""
    at = tree.at
    if tree.mark[unit] < at[MARK]:
        tree.mark[unit] = at[MARK]
        tree.needs[at[NEEDS]] = unit
        at[NEEDS] += 1


def saved(net: Net, tree: Tree, view: int) -> None:
    """Mark in ``seen`` the nodes from which a target is reached over open edges."""
    at, queue = tree.at, tree.queue
    at[STAMP] += 1
    stamp = at[STAMP]
    count = 0
    for v in range(net.size[NODES_IN]):
        if net.target[v] == 1:
            tree.seen[v] = stamp
            queue[count] = v
            count += 1
    done = 0
    while done < count:
        v = queue[done]
        done += 1
        for i in range(net.in_first[v], net.in_first[v + 1]):
            w = net.in_tail[i]
            if tree.seen[w] == stamp or shut_in(net, tree, net.in_edge[i], view, -1):
                continue
            tree.seen[w] = stamp
            queue[count] = w
            count += 1


def close_over(net: Net, tree: Tree, start: int, view: int) -> None:
    """Leave in ``queue`` the nodes that ``start`` reaches over open edges."""
    at, queue = tree.at, tree.queue
    at[STAMP] += 1
    stamp = at[STAMP]
    tree.seen[start] = stamp
    queue[0] = start
    at[SEEN] = 1
    done = 0
    while done < at[SEEN]:
        v = queue[done]
        done += 1
        for i in range(net.out_first[v], net.out_first[v + 1]):
            w = net.out_head[i]
            if tree.seen[w] == stamp or shut_in(net, tree, net.out_edge[i], view, -1):
                continue
            tree.seen[w] = stamp
            tree.came[w] = net.out_edge[i]
            queue[at[SEEN]] = w
            at[SEEN] += 1
