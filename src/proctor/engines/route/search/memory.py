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

# The graph: rows of a list of lists are FIRST[i] to FIRST[i + 1]. No edge leaves a target.
OUT_FIRST: Final = 35  # the edges that leave a node
OUT_HEAD: Final = 36
OUT_EDGE: Final = 37
IN_FIRST: Final = 38  # the same edges, by head
IN_TAIL: Final = 39
IN_EDGE: Final = 40
BY_FIRST: Final = 41  # those on some bypass, by tail
BY_HEAD: Final = 42
BY_EDGE: Final = 43
TAIL: Final = 44  # of each edge
TARGET: Final = 45  # whether a node is one
BAD: Final = 46  # whether a bypass may end here
HISTORY: Final = 47  # of each node
ENTRY: Final = 48  # whether a node is an entry of its history

# What blocks.
ONE: Final = 49  # the unit of an edge, or NOBODY or SEVERAL
MANY_FIRST: Final = 50  # all units of an edge
MANY: Final = 51
SIGHT_FIRST: Final = 52  # the same as history v sees it, at row v * edges + edge
SIGHT: Final = 53
WALL: Final = 54  # whether a unit is a wall
WORTH: Final = 55  # whether it may be of use to protect a unit

# What it costs.
PAYS: Final = 56  # who pays for a unit: itself, or its place
PRICE: Final = 57  # of a payer
PAID: Final = 58  # how many units of a payer are cut
JOINT_FIRST: Final = 59  # the sets of units that a unit shares edges with
JOINT: Final = 60
JOINT_SIZE: Final = 61  # how many units such a set has
JOINT_PRICE: Final = 62  # what it costs when all of them are cut
JOINT_SHUT: Final = 63  # how many of them are cut

# The rules of the harness.
IMPLIED_FIRST: Final = 64  # what is cut when a unit is
IMPLIED: Final = 65
CAP_FIRST: Final = 66  # of these units ...
CAP: Final = 67
CAP_LIMIT: Final = 68  # ... at most so many are cut

# The tree.
VALUE: Final = 69  # FREE, CUT or KEPT
TRAIL: Final = 70  # decided units in order
TRIED: Final = 71  # positions of those that were tried
CUT_SET: Final = 72  # as bits
KEPT_SET: Final = 73

# What was learned: when all of NEED are cut, so is one of MEND.
NEED: Final = 74  # sets of bits
MEND: Final = 75
LIT_FIRST: Final = 76  # the mends as a list
LIT: Final = 77
LAST_USE: Final = 78  # the node at which a clause did something
LASTING: Final = 79  # whether it holds for every F
FLOW_SETS: Final = 80  # sets of units on which some flow rests

# Room to work in.
REST: Final = 81  # what the bound leaves of a price
CHARGED: Final = 82
LIVE: Final = 83  # clauses that apply and are not satisfied, with their free units
OPEN: Final = 84  # the units on which all flows rest, as bits
CHOICE: Final = 85  # units of which one must be cut
NEED_LIST: Final = 86
MEND_LIST: Final = 87
MARKED: Final = 88
DIST: Final = 89
BEFORE: Final = 90
VIA: Final = 91
NOW: Final = 92
LATER: Final = 93
VISITED: Final = 94
QUEUE: Final = 95
FORTH: Final = 96
CAME: Final = 97
IN_USE: Final = 98
USED_LIST: Final = 99
LOST: Final = 100  # who cannot reach T any more
LOST_IN: Final = 101  # in which view; -1 is the test itself

HEADER: Final = 102


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
