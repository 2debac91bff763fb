"""An omega-automaton: states, guarded edges, and a condition on what is seen for ever.

One representation for every kind, deterministic or not. Marks stand on edges; an automaton
whose states carry marks has them on all edges that leave those states.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from proctor.automata.acceptance import BUCHI, Acceptance
from proctor.automata.guard import Guard, are_disjoint, covers_all
from proctor.errors import InputError, did_you_mean, shown

__all__ = ["MAX_PROPOSITIONS", "MAX_STATES", "Automaton", "Edge", "letter_of"]

MAX_PROPOSITIONS: Final = 256
MAX_STATES: Final = 5_000_000


@dataclass(frozen=True, slots=True)
class Edge:
    """From ``source``, on a letter that ``guard`` reads, to ``target``, seeing ``marks``."""

    source: int
    guard: Guard
    target: int
    marks: frozenset[int] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Automaton:
    """States ``0..states-1`` and edges over the letters of ``propositions``.

    Attributes:
        propositions: their names; position n is bit n of a letter.
        states: how many there are.
        starts: where a run may begin; none means that no word is accepted.
        edges: ordered by source.
        acceptance: what an infinite run must see.
        name: as its author calls it.
        controllable: propositions that a file called controllable, if it said so.

    Examples:
        >>> from proctor.automata.acceptance import BUCHI
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
        >>> eventually_a.is_deterministic, eventually_a.is_complete, eventually_a.accepting
        (True, True, (False, True))
    """

    propositions: tuple[str, ...]
    states: int
    starts: tuple[int, ...]
    edges: tuple[Edge, ...]
    acceptance: Acceptance
    name: str = ""
    controllable: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        _check_names(self.propositions)
        if not 0 <= self.states <= MAX_STATES:
            raise InputError(f"{self.states} states; 0 to {MAX_STATES} are supported")
        for start in self.starts:
            if not 0 <= start < self.states:
                raise InputError(
                    f"the start state {start} does not exist",
                    hint=f"the automaton has {self.states} states, numbered from 0",
                )
        last = 0
        for edge in self.edges:
            if not (last <= edge.source < self.states and 0 <= edge.target < self.states):
                raise InputError(
                    f"the edge from {edge.source} to {edge.target} is out of place",
                    hint=f"edges are ordered by source; there are {self.states} states",
                )
            if any(not 0 <= mark < self.acceptance.count for mark in edge.marks):
                raise InputError(
                    f"the edge from {edge.source} to {edge.target} has the marks "
                    f"{sorted(edge.marks)}; the condition has {self.acceptance.count} sets"
                )
            last = edge.source

    def outgoing(self, state: int) -> tuple[Edge, ...]:
        """Return the edges that leave ``state``."""
        return self.edges[self._begins[state] : self._begins[state + 1]]

    def edge_numbers(self, state: int) -> range:
        """Return where in ``edges`` those that leave ``state`` stand."""
        return range(self._begins[state], self._begins[state + 1])

    @cached_property
    def is_deterministic(self) -> bool:
        """Whether there is one start, and no letter leads to two edges of one state."""
        return len(self.starts) == 1 and all(
            are_disjoint([edge.guard for edge in self.outgoing(state)])
            for state in range(self.states)
        )

    @cached_property
    def is_complete(self) -> bool:
        """Whether there is a start, and every state reads every letter."""
        return bool(self.starts) and all(
            covers_all(cube for edge in self.outgoing(state) for cube in edge.guard.cubes)
            for state in range(self.states)
        )

    @cached_property
    def state_marks(self) -> tuple[frozenset[int], ...]:
        """For each state the marks that all edges leaving it carry; none if it has no edges."""
        return tuple(
            frozenset.intersection(*(e.marks for e in leaving)) if leaving else frozenset()
            for leaving in map(self.outgoing, range(self.states))
        )

    @cached_property
    def state_based(self) -> bool:
        """Whether all edges that leave a state carry the same marks."""
        marks = self.state_marks
        return all(edge.marks == marks[edge.source] for edge in self.edges)

    @cached_property
    def accepting(self) -> tuple[bool, ...]:
        """For each state whether all edges that leave it carry mark 0."""
        return tuple(0 in marks for marks in self.state_marks)

    def after(self, state: int, letter: int) -> int | None:
        """Return the first state that ``letter`` leads to from ``state``, or ``None``."""
        for edge in self.outgoing(state):
            if edge.guard.accepts(letter):
                return edge.target
        return None

    def letter(self, names: Iterable[str]) -> int:
        """Return the letter in which those of ``names`` hold that the automaton knows."""
        wanted = frozenset(names)
        return sum(1 << bit for bit, name in enumerate(self.propositions) if name in wanted)

    def over(self, propositions: Sequence[str]) -> "Automaton":
        """Return the same automaton over ``propositions``, which include its own."""
        names = tuple(propositions)
        _check_names(names)
        missing = [name for name in self.propositions if name not in names]
        if missing:
            raise InputError(
                f"the automaton reads {shown(missing[0])}, which is not declared",
                hint=did_you_mean(missing[0], names),
            )
        if names == self.propositions:
            return self
        place = [names.index(name) for name in self.propositions]
        edges = tuple(replace(e, guard=e.guard.renumbered(place)) for e in self.edges)
        return replace(self, propositions=names, edges=edges)

    def as_buchi(self) -> "Automaton":
        """Return the same automaton with the condition ``Inf(0)``, if it is that or trivial."""
        if self.acceptance.is_buchi:
            return self
        if self.acceptance.name not in {"all", "none"}:
            raise InputError(
                f"the automaton accepts by {shown(str(self.acceptance))}, not by Inf(0)",
                hint="`autfilt -B -S -D -C` makes a Büchi automaton where possible",
            )
        marks = frozenset({0} if self.acceptance.name == "all" else ())
        edges = tuple(replace(edge, marks=marks) for edge in self.edges)
        return replace(self, edges=edges, acceptance=BUCHI)

    @cached_property
    def _begins(self) -> list[int]:
        begins = [0] * (self.states + 1)
        for edge in self.edges:
            begins[edge.source + 1] += 1
        for state in range(self.states):
            begins[state + 1] += begins[state]
        return begins


def letter_of(names: Collection[str], propositions: Sequence[str]) -> int:
    """Return the letter over ``propositions`` in which exactly ``names`` hold.

    >>> letter_of({"b"}, ("a", "b", "c"))
    2
    """
    unknown = sorted(set(names) - set(propositions))
    if unknown:
        raise InputError(
            f"{shown(unknown[0])} is not a proposition here",
            hint=did_you_mean(unknown[0], propositions),
        )
    return sum(1 << bit for bit, name in enumerate(propositions) if name in names)


def _check_names(names: tuple[str, ...]) -> None:
    if len(names) > MAX_PROPOSITIONS:
        raise InputError(
            f"{len(names)} propositions; at most {MAX_PROPOSITIONS} are supported",
            hint="leave out those that no formula mentions",
        )
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(
            f"the proposition {shown(twice)} is declared twice", hint="names are unique"
        )
