"""What the search works on: flat lists of numbers, so that the same code can be compiled.

The plain search uses lists, the compiled one arrays; neither uses more than an index.
"""

from collections.abc import MutableSequence
from typing import Final, NamedTuple

__all__ = ["BITS", "Cells", "Net", "Tree"]

Cells = MutableSequence[int]

BITS: Final = 62  # units in one word of a set, so that a word is never negative

# What a unit is.
FREE: Final = 0
CUT: Final = 1
KEPT: Final = 2

# What a step along an edge costs in the search for a way.
SHUT: Final = 2

# The unit of an edge: none, or several.
NOBODY: Final = -1
SEVERAL: Final = -2

# Which fairness is kept: none beyond F, (c8), what is lost at once, or walls were told.
NO_FAIRNESS: Final = 0
ENTRIES: Final = 1
STRICT: Final = 2
ANNOUNCED: Final = 3

# Cells of ``Tree.at``, the numbers that change.
COST: Final = 0  # of what is cut
LIMIT: Final = 1  # look only for less than this
FLOW: Final = 2  # edge-disjoint ways that must be left
TRAIL: Final = 3  # how many units are decided
DEPTH: Final = 4  # how many of them were decided by trying
CLAUSES: Final = 5
LITERALS: Final = 6
FLOWS: Final = 7  # flows remembered, counted for ever
NODES: Final = 8
BOUNDED: Final = 9  # whether something was given up for its cost alone
FOUND: Final = 10  # length of ``found``
NEEDS: Final = 11
MENDS: Final = 12
LOWER: Final = 13  # what must still be paid
FRESH: Final = 14  # whether a clause was learned that decides something
STAMP: Final = 15
USED: Final = 16  # length of ``used_list``
SEEN: Final = 17  # length of ``queue`` after a search
PHASE: Final = 18  # what to do next, see below
MARK: Final = 19
ACTIVE: Final = 20  # clauses listed in ``active``
LISTED: Final = 21  # clauses looked at for it
CELLS: Final = 22

# Cells of ``Net.size``.
NODES_IN: Final = 0
EDGES_IN: Final = 1
UNITS_IN: Final = 2
PAYERS_IN: Final = 3
WORDS: Final = 4
START: Final = 5
FAIRNESS: Final = 6
VIEWS: Final = 7
KEEP_FLOWS: Final = 8
MOST_CLAUSES: Final = 9
MOST_LITERALS: Final = 10
CAPS: Final = 11
CAN_START: Final = 12  # whether a bypass can begin at all
SIZES: Final = 13

# What a piece of search ends with, and where the next one begins.
MORE: Final = 0
SOLVED: Final = 1
DONE: Final = 2
FULL: Final = 3

FAR: Final = 1 << 40


class Net(NamedTuple):
    """What does not change: nodes from which T could be reached, and their edges.

    Rows of a list of lists are ``first[i]`` to ``first[i + 1]``.

    Attributes:
        size: how many there are of everything, see the names above.
        out_first, out_head, out_edge: the edges that leave a node; none leaves a target.
        in_first, in_tail, in_edge: the same edges, by head.
        by_first, by_head, by_edge: those on some bypass.
        tail: the tail of each edge.
        target, bad: whether a node is one.
        history: the history of each node.
        entry: whether a node is an entry of its history.
        one: the unit of an edge, or `NOBODY` or `SEVERAL`.
        many_first, many: all units of an edge.
        sight_first, sight: the same, for view ``v`` at row ``v * edges + edge``; a missing unit
            is -1.
        wall: whether a unit is a wall.
        pays: who pays for a unit: itself, or its place.
        price: what a payer costs.
        joint_first, joint: for a unit the sets of units that it shares an edge with.
        joint_size, joint_price: how many units such a set has, what it costs when all are cut.
        worth: whether it can be of use to cut a unit.
        implied_first, implied: what is cut when a unit is.
        cap_first, cap, cap_limit: of these units at most so many are cut.
    """

    size: Cells
    out_first: Cells
    out_head: Cells
    out_edge: Cells
    in_first: Cells
    in_tail: Cells
    in_edge: Cells
    by_first: Cells
    by_head: Cells
    by_edge: Cells
    tail: Cells
    target: Cells
    bad: Cells
    history: Cells
    entry: Cells
    one: Cells
    many_first: Cells
    many: Cells
    sight_first: Cells
    sight: Cells
    wall: Cells
    pays: Cells
    price: Cells
    joint_first: Cells
    joint: Cells
    joint_size: Cells
    joint_price: Cells
    worth: Cells
    implied_first: Cells
    implied: Cells
    cap_first: Cells
    cap: Cells
    cap_limit: Cells


class Tree(NamedTuple):
    """What changes: the decisions, what was learned, and room to work in.

    A clause says: when all its ``need`` are cut, one of its ``mend`` is cut as well. It holds
    in every valid choice with enough flow, so it is never forgotten on the way back.

    Attributes:
        at: single numbers, see the names above.
        value: what each unit is.
        trail: decided units in order; ``tried`` are the positions of those that were tried.
        cut, kept: the same as sets of bits.
        paid: how many units of a payer are cut.
        shut: for a set of units that block edges together, how many are cut.
        rest: what is left of each payer's price after the lower bound.
        need, mend: the clauses as sets of bits; ``lit_first`` and ``lit`` list the mends.
        last_use: the node at which a clause did something.
        lasting: whether a clause holds for every F.
        flows: sets of units that some flow rests on.

    The others are room for one function or two: what was found, seen, counted.
    """

    at: Cells
    value: Cells
    trail: Cells
    tried: Cells
    cut: Cells
    kept: Cells
    paid: Cells
    shut: Cells
    rest: Cells
    need: Cells
    mend: Cells
    lit_first: Cells
    lit: Cells
    last_use: Cells
    lasting: Cells
    flows: Cells
    active: Cells
    open: Cells
    found: Cells
    needs: Cells
    mends: Cells
    dist: Cells
    before: Cells
    via: Cells
    now: Cells
    later: Cells
    seen: Cells
    queue: Cells
    forth: Cells
    used: Cells
    used_list: Cells
    mark: Cells
    charged: Cells
    came: Cells
    lost: Cells
    lost_in: Cells
