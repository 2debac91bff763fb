"""The tape of the search: one list of numbers, so that the same code can be compiled.

The plain search uses a list, the compiled one an array; neither does more than index it. The
first cells are single numbers. Then come the places at which the longer lists begin, and then
the lists: ``tape[tape[VALUE] + unit]`` is what a unit is. A single argument makes compiling
fast: with one array for each list it took minutes.
"""

from collections.abc import Mapping, MutableSequence, Sequence
from typing import Final

__all__ = ["BITS", "Tape", "make_tape"]

Tape = MutableSequence[int]

BITS: Final = 62  # units in one word of a set, so that a word is never negative
FAR: Final = 1 << 40

# What a unit is.
FREE: Final = 0
CUT: Final = 1
KEPT: Final = 2

# A step that no way takes; others cost 0 or 1.
SHUT: Final = 2

# The unit of an edge: none, or several.
NOBODY: Final = -1
SEVERAL: Final = -2

# Which fairness is kept: none beyond F, (c8), nobody is lost, or walls were told.
NO_FAIRNESS: Final = 0
ENTRIES: Final = 1
STRICT: Final = 2
ANNOUNCED: Final = 3

# What a piece of search ends with.
MORE: Final = 0
SOLVED: Final = 1
DONE: Final = 2
FULL: Final = 3

# Single numbers: what changes, then what does not.
COST: Final = 0  # of what is cut
LIMIT: Final = 1  # look only for less than this
FLOW: Final = 2  # edge-disjoint ways that must be left
DECIDED: Final = 3  # length of the trail
DEPTH: Final = 4  # how many units were decided by trying
CLAUSES: Final = 5
LITERALS: Final = 6
FLOWS: Final = 7  # flows remembered, counted for ever
NODES: Final = 8  # looked at so far
BOUNDED: Final = 9  # whether something was given up for its cost alone
FOUND: Final = 10  # length of the choice
NEEDS: Final = 11
MENDS: Final = 12
LOWER: Final = 13  # what must still be paid
FRESH: Final = 14  # whether a clause was learned that decides something
STAMP: Final = 15  # of the last search in the graph
MARK: Final = 16  # of the last list of units
USED: Final = 17  # length of the list of used edges
SEEN: Final = 18  # length of the queue after a search
PHASE: Final = 19  # 0: look at a node, 1: go back first
ACTIVE: Final = 20  # how many clauses are live
LISTED: Final = 21  # how many clauses were looked at for that
NODES_IN: Final = 22  # nodes of the graph
EDGES_IN: Final = 23
UNITS_IN: Final = 24
PAYERS_IN: Final = 25
WORDS: Final = 26  # of a set of units
START: Final = 27
FAIRNESS: Final = 28
VIEWS: Final = 29  # histories in which the world is looked at
KEEP_FLOWS: Final = 30
MOST_CLAUSES: Final = 31
MOST_LITERALS: Final = 32
CAPS: Final = 33
CAN_START: Final = 34  # whether a bypass can begin at all
TOTAL: Final = 35  # the price of everything
STEP: Final = 36  # every count is a multiple of this

# The graph: rows of a list of lists are FIRST[i] to FIRST[i + 1]. No edge leaves a target.
OUT_FIRST: Final = 37  # the edges that leave a node
OUT_HEAD: Final = 38
OUT_EDGE: Final = 39
IN_FIRST: Final = 40  # the same edges, by head
IN_TAIL: Final = 41
IN_EDGE: Final = 42
BY_FIRST: Final = 43  # those on some bypass, by tail
BY_HEAD: Final = 44
BY_EDGE: Final = 45
TAIL: Final = 46  # of each edge
TARGET: Final = 47  # whether a node is one
BAD: Final = 48  # whether a bypass may end here
HISTORY: Final = 49  # of each node
ENTRY: Final = 50  # whether a node is an entry of its history

# What blocks.
ONE: Final = 51  # the unit of an edge, or NOBODY or SEVERAL
MANY_FIRST: Final = 52  # all units of an edge
MANY: Final = 53
SIGHT_FIRST: Final = 54  # the same as history v sees it, at row v * edges + edge
SIGHT: Final = 55
WALL: Final = 56  # whether a unit is a wall
WORTH: Final = 57  # whether it may be of use to protect a unit

# What it costs.
PAYS: Final = 58  # who pays for a unit: itself, or its place
PRICE: Final = 59  # of a payer
PAID: Final = 60  # how many units of a payer are cut
JOINT_FIRST: Final = 61  # the sets of units that a unit shares edges with
JOINT: Final = 62
JOINT_SIZE: Final = 63  # how many units such a set has
JOINT_PRICE: Final = 64  # what it costs when all of them are cut
JOINT_SHUT: Final = 65  # how many of them are cut

# The rules of the harness.
IMPLIED_FIRST: Final = 66  # what is cut when a unit is
IMPLIED: Final = 67
CAP_FIRST: Final = 68  # of these units ...
CAP: Final = 69
CAP_LIMIT: Final = 70  # ... at most so many are cut

# The tree.
VALUE: Final = 71  # FREE, CUT or KEPT
TRAIL: Final = 72  # decided units in order
TRIED: Final = 73  # positions of those that were tried
CUT_SET: Final = 74  # as bits
KEPT_SET: Final = 75

# What was learned: when all of NEED are cut, so is one of MEND.
NEED: Final = 76  # sets of bits
MEND: Final = 77
LIT_FIRST: Final = 78  # the mends as a list
LIT: Final = 79
LAST_USE: Final = 80  # the node at which a clause did something
LASTING: Final = 81  # whether it holds for every F
FLOW_SETS: Final = 82  # sets of units on which some flow rests

# Room to work in.
REST: Final = 83  # what the bound leaves of a price
CHARGED: Final = 84
LIVE: Final = 85  # clauses that apply and are not satisfied, with their free units
OPEN: Final = 86  # the units on which all flows rest, as bits
CHOICE: Final = 87  # units of which one must be cut
NEED_LIST: Final = 88
MEND_LIST: Final = 89
MARKED: Final = 90
DIST: Final = 91
BEFORE: Final = 92
VIA: Final = 93
NOW: Final = 94
LATER: Final = 95
VISITED: Final = 96
QUEUE: Final = 97
FORTH: Final = 98
CAME: Final = 99
IN_USE: Final = 100
USED_LIST: Final = 101
LOST: Final = 102  # who cannot reach T any more
LOST_IN: Final = 103  # in which view; -1 is the test itself
SCORE: Final = 104  # of a unit: how many clauses it would satisfy, short ones first

HEADER: Final = 105


def make_tape(
    numbers: Mapping[int, int],
    lists: Mapping[int, Sequence[int]],
    room: Mapping[int, int],
) -> Tape:
    """Return a tape with these numbers, these lists, and lists of zeros of these lengths.

    >>> tape = make_tape({COST: 7}, {PRICE: [2, 3]}, {PAID: 2})
    >>> tape[COST], tape[tape[PRICE] + 1], tape[tape[PAID]]
    (7, 3, 0)
    """
    tape = [0] * HEADER
    for cell, number in numbers.items():
        tape[cell] = number
    for cell, values in lists.items():
        tape[cell] = len(tape)
        tape += values
    for cell, length in room.items():
        tape[cell] = len(tape)
        tape += [0] * (length + 1)
    return tape
