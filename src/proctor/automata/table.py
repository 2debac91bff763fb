"""A deterministic automaton as arrays over the letters that occur, and its smallest form."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from proctor.automata.automaton import Automaton
from proctor.automata.guard import Guard
from proctor.errors import InputError
from proctor.logic.lasso import Letter

__all__ = ["Table", "minimise", "tabulate"]

Ints = NDArray[np.int32]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Table:
    """What every letter does in every state, and how runs that end there are judged.

    Attributes:
        letters: the distinct letters; a column each.
        start: the state before any letter was read.
        after: ``after[q, x]`` is the state after reading letter ``x`` in state ``q``.
        ends_well: ``ends_well[q, x]`` says whether reading ``x`` for ever from ``q`` is
            accepted. A run that ends with letter ``x`` read in state ``q`` is judged so.
        accepting: the automaton's own marks; ``None`` where it has none to tell.
    """

    letters: tuple[Letter, ...]
    start: int
    after: Ints
    ends_well: Bools
    accepting: Bools | None = None

    @property
    def states(self) -> int:
        """How many states there are."""
        return int(self.after.shape[0])


def tabulate(automaton: Automaton, letters: Iterable[Letter]) -> Table:
    """Return the table of a deterministic, complete, state-based Büchi automaton.

    Letters are projected: propositions that the automaton does not know do not matter.

    Examples:
        >>> from proctor.automata.acceptance import BUCHI
        >>> from proctor.automata.automaton import Edge
        >>> from proctor.automata.guard import EVERY
        >>> a = Guard.literal(0)
        >>> eventually_a = Automaton(
        ...     propositions=("a",),
        ...     states=2,
        ...     starts=(0,),
        ...     edges=(
        ...         Edge(0, a.negation(), 0),
        ...         Edge(0, a, 1),
        ...         Edge(1, EVERY, 1, frozenset({0})),
        ...     ),
        ...     acceptance=BUCHI,
        ... )
        >>> table = tabulate(eventually_a, [frozenset(), frozenset({"a"})])
        >>> table.after.tolist(), table.ends_well.tolist()
        ([[0, 1], [1, 1]], [[False, True], [True, True]])
    """
    columns = tuple(letters)
    buchi = automaton.as_buchi()
    if not buchi.state_based:
        raise InputError(
            "the automaton has its marks on edges; a state-based one is needed",
            hint="`autfilt -B -S -D -C` makes one where possible",
        )
    reading = _Reading(automaton.propositions, columns)
    after = np.full((automaton.states, len(columns)), -1, dtype=np.int32)
    seen = np.zeros(after.shape, dtype=np.int32)
    for edge in automaton.edges:
        reads = reading.columns(edge.guard)
        after[edge.source, reads] = edge.target
        seen[edge.source] += reads
    if len(automaton.starts) != 1 or np.any(seen != 1):
        raise InputError(
            "the automaton is not deterministic and complete over these letters",
            hint="every state needs exactly one edge for each letter",
        )
    accepting = np.array(buchi.accepting, dtype=np.bool_)
    return Table(
        letters=columns,
        start=automaton.starts[0],
        after=after,
        ends_well=_ends_well(after, accepting),
        accepting=accepting,
    )


def minimise(table: Table) -> tuple[Table, Ints]:
    """Return the smallest table that judges every finite run alike, and where states went.

    Two states are merged exactly when every nonempty word ``x1 .. xk`` is judged alike from
    both: ``ends_well[after(q, x1 .. x(k-1)), xk]``. States that cannot be reached from the
    start are dropped; their number is -1. The rest is numbered breadth-first from the start,
    letters in order. Marks are kept where all merged states agree on them.
    """
    reached = _breadth_first(table.after, table.start)
    block = _classes(table, reached)
    first = _breadth_first(*_quotient(table, reached, block))
    number = np.empty(len(first), dtype=np.int32)
    number[first] = np.arange(len(first), dtype=np.int32)
    new = np.full(table.states, -1, dtype=np.int32)
    new[reached] = number[block]
    chosen = np.empty(len(first), dtype=np.int64)
    chosen[new[reached[::-1]]] = reached[::-1]
    smaller = Table(
        letters=table.letters,
        start=0,
        after=new[table.after[chosen]].astype(np.int32),
        ends_well=table.ends_well[chosen],
        accepting=_merged_marks(table.accepting, chosen, reached, new),
    )
    return smaller, new


class _Reading:
    """Which letters a guard reads, with one bit per letter; equal guards are read once."""

    def __init__(self, propositions: Sequence[str], letters: Sequence[Letter]) -> None:
        self._count = len(letters)
        self._all = (1 << len(letters)) - 1
        self._holds = [
            sum(1 << column for column, letter in enumerate(letters) if name in letter)
            for name in propositions
        ]
        self._known: dict[Guard, Bools] = {}

    def columns(self, guard: Guard) -> Bools:
        """Return for each letter whether ``guard`` reads it."""
        if guard not in self._known:
            bits = 0
            for care, value in guard.cubes:
                bits |= self._cube(care, value)
            octets = np.frombuffer(
                bits.to_bytes(self._count // 8 + 1, "little"), dtype=np.uint8
            )
            unpacked = np.unpackbits(octets, count=self._count, bitorder="little")
            self._known[guard] = unpacked.astype(np.bool_)
        return self._known[guard]

    def _cube(self, care: int, value: int) -> int:
        bits = self._all
        while care:
            low = care & -care
            holds = self._holds[low.bit_length() - 1]
            bits &= holds if value & low else ~holds
            care ^= low
        return bits


def _ends_well(after: Ints, accepting: Bools) -> Bools:
    """Judge every letter repeated for ever from every state.

    Doubling: after k rounds ``at`` is 2^k steps ahead, and ``meets`` says whether one of the
    2^k states from there on is accepting. Beyond as many steps as there are states, every
    run is on its cycle, and a stretch that long goes all the way round.
    """
    states, letters = after.shape
    column = np.arange(letters)
    at = after.copy()
    meets = np.broadcast_to(accepting[:, None], after.shape).copy()
    steps = 1
    while steps < states:
        meets = meets | meets[at, column]
        at = at[at, column]
        steps *= 2
    result: Bools = meets[at, column]
    return result


def _breadth_first(after: NDArray[np.integer], start: int) -> Ints:
    """Return the states that can be reached, in breadth-first order, letters in order."""
    order = [start]
    known = {start}
    rows = after.tolist()
    for state in order:
        for target in rows[state]:
            if target not in known:
                known.add(target)
                order.append(target)
    return np.array(order, dtype=np.int32)


def _classes(table: Table, reached: Ints) -> Ints:
    """Return for each reached state the number of its class: Moore's partition refinement."""
    place = np.full(table.states, -1, dtype=np.int32)
    place[reached] = np.arange(len(reached), dtype=np.int32)
    after = place[table.after[reached]]
    _, block = np.unique(table.ends_well[reached], axis=0, return_inverse=True)
    block = block.reshape(-1)
    count = int(block.max()) + 1
    while True:
        signature = np.column_stack((block, block[after]))
        _, block = np.unique(signature, axis=0, return_inverse=True)
        block = block.reshape(-1)
        if int(block.max()) + 1 == count:
            return block.astype(np.int32)
        count = int(block.max()) + 1


def _quotient(table: Table, reached: Ints, block: Ints) -> tuple[Ints, int]:
    """Return the transitions between classes, and the class of the start."""
    of_state = np.full(table.states, -1, dtype=np.int32)
    of_state[reached] = block
    _, members = np.unique(block, return_index=True)
    return of_state[table.after[reached[members]]], int(of_state[table.start])


def _merged_marks(
    accepting: Bools | None, chosen: NDArray[np.int64], reached: Ints, new: Ints
) -> Bools | None:
    if accepting is None:
        return None
    marks = accepting[chosen]
    agree = bool(np.all(marks[new[reached]] == accepting[reached]))
    return marks if agree else None
