"""The synchronous product of two deterministic automata, which remembers both halves."""

from collections import deque
from dataclasses import dataclass

from proctor.automata.acceptance import generalised_buchi
from proctor.automata.automaton import Automaton, Edge
from proctor.automata.guard import NEVER, Guard
from proctor.errors import InputError

__all__ = ["Product", "synchronous_product"]

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """The reachable part of a product.

    Attributes:
        automaton: reads the propositions of both; mark 0 where the left half accepts, mark 1
            where the right half does, and it accepts when both come again and again.
        pairs: for each state of the product, the state of the left and of the right half.
    """

    automaton: Automaton
    pairs: tuple[tuple[int, int], ...]


def synchronous_product(left: Automaton, right: Automaton) -> Product:
    """Return the product of two deterministic, complete Büchi automata.

    States are numbered breadth-first from the start. There is one edge for each pair of
    states that some letter joins; its guard reads all of these letters.

    Examples:
        >>> from proctor.automata.acceptance import BUCHI
        >>> from proctor.automata.guard import EVERY, Guard
        >>> a = Guard.literal(0)
        >>> def eventually(name: str) -> Automaton:
        ...     return Automaton(
        ...         propositions=(name,),
        ...         states=2,
        ...         starts=(0,),
        ...         edges=(
        ...             Edge(0, a.negation(), 0),
        ...             Edge(0, a, 1),
        ...             Edge(1, EVERY, 1, frozenset({0})),
        ...         ),
        ...         acceptance=BUCHI,
        ...     )
        >>> both = synchronous_product(eventually("p"), eventually("q"))
        >>> both.automaton.states, len(both.automaton.edges), both.pairs
        (4, 9, ((0, 0), (0, 1), (1, 0), (1, 1)))
    """
    names = tuple(dict.fromkeys((*left.propositions, *right.propositions)))
    one, other = left.over(names), right.over(names)
    for half in (one, other):
        if not (half.is_deterministic and half.acceptance.is_buchi and half.state_based):
            raise InputError(
                "a product needs two deterministic, state-based Büchi automata",
                hint="`autfilt -B -S -D -C` makes one where possible",
            )
    numbers = {(one.starts[0], other.starts[0]): 0}
    pending = deque(numbers)
    edges: list[Edge] = []
    while pending:
        pair = pending.popleft()
        steps = _steps(one, other, pair)
        for target in sorted(steps.keys() - numbers.keys()):
            numbers[target] = len(numbers)
            pending.append(target)
        marks = _marks(one, other, pair)
        edges.extend(
            Edge(numbers[pair], guard, numbers[target], marks)
            for target, guard in sorted(steps.items())
        )
    automaton = Automaton(
        propositions=names,
        states=len(numbers),
        starts=(0,),
        edges=tuple(edges),
        acceptance=generalised_buchi(2),
    )
    return Product(automaton=automaton, pairs=tuple(numbers))


def _steps(one: Automaton, other: Automaton, pair: Pair) -> dict[Pair, Guard]:
    """Return which pairs follow ``pair``, and on which letters."""
    steps: dict[Pair, Guard] = {}
    for ours in one.outgoing(pair[0]):
        for theirs in other.outgoing(pair[1]):
            guard = ours.guard.intersection(theirs.guard)
            if not guard.is_never:
                target = (ours.target, theirs.target)
                steps[target] = steps.get(target, NEVER).union(guard)
    return steps


def _marks(one: Automaton, other: Automaton, pair: Pair) -> frozenset[int]:
    accepting = (one.accepting[pair[0]], other.accepting[pair[1]])
    return frozenset(mark for mark, accepts in enumerate(accepting) if accepts)
