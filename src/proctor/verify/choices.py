"""All that a tester could close, as decisions on the product: what each closing does.

A *decision* is a place closed in every memory (a wall), or a place closed in one memory (a
door). Here no closing of the test in hand is believed or used: any choice can be asked about.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from proctor.verify.judged import Judged
from proctor.verify.moves import is_wall

__all__ = ["Choices", "Decision", "Edge", "choices"]

Decision = tuple[int, int]  # a place, and a memory, or -1 for all memories
Edge = tuple[int, int]  # two nodes of the product


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """The decisions of a problem and the edges that they block together.

    Attributes:
        judged: the product with its successes.
        needed: for each edge that can be blocked the decisions that block it together.
        places: for each such edge its places.
        edges: for each decision the edges that it helps to block.
    """

    judged: Judged
    needed: dict[Edge, frozenset[Decision]]
    places: dict[Edge, frozenset[int]]
    edges: dict[Decision, tuple[Edge, ...]]

    def blocked(self, closed: Iterable[Decision]) -> set[Edge]:
        """Return the edges that a choice blocks."""
        shut = frozenset(closed)
        return {e for d in shut for e in self.edges.get(d, ()) if self.needed[e] <= shut}

    def blocked_as_seen(self, closed: Iterable[Decision], memory: int) -> set[Edge]:
        """Return the edges that are blocked when one memory's closings are held for ever."""
        shut = frozenset(place for place, when in closed if when in (-1, memory))
        return {e for e, places in self.places.items() if places <= shut}

    def onward(self, node: int, blocked: set[Edge]) -> Iterator[int]:
        """Yield where a node may go; nowhere from a success."""
        if not self.judged.success[node]:
            for after in self.judged.product.successors[node]:
                if (node, after) not in blocked:
                    yield after

    def count(self, closed: frozenset[Decision]) -> int:
        """Return what a choice costs: the weight of its places, or its edges."""
        environment = self.judged.product.environment
        if environment.count == "edges":
            return len(self.blocked(closed))
        return sum(environment.harness.places[p].weight for p in {p for p, _ in closed})

    def price(self, decision: Decision, closed: frozenset[Decision]) -> int:
        """Return what closing one more surely adds, whatever else is closed with it."""
        environment = self.judged.product.environment
        if environment.count == "edges":
            return sum(1 for edge in self.edges[decision] if len(self.needed[edge]) == 1)
        if any(place == decision[0] for place, _ in closed):
            return 0
        return environment.harness.places[decision[0]].weight


def choices(judged: Judged) -> Choices:
    """Return the decisions that block something, or that a rule may ask for."""
    product = judged.product
    environment, joined = product.environment, product.joined
    needed: dict[Edge, frozenset[Decision]] = {}
    places: dict[Edge, frozenset[int]] = {}
    edges: dict[Decision, list[Edge]] = {}
    for node, successors in enumerate(product.successors):
        for after in successors:
            moves = joined.moves[product.states[node], product.states[after]]
            found = {joined.place_of[move] for move in moves}
            if -1 in found:
                continue
            edge = (node, after)
            places[edge] = frozenset(found)
            needed[edge] = frozenset(
                (p, -1 if is_wall(environment, p) else product.memories[node]) for p in found
            )
            for decision in needed[edge]:
                edges.setdefault(decision, []).append(edge)
    for decision in _asked_for(judged, product.memories_met()):
        edges.setdefault(decision, [])
    return Choices(
        judged=judged,
        needed=needed,
        places=places,
        edges={decision: tuple(found) for decision, found in sorted(edges.items())},
    )


def _asked_for(judged: Judged, memories: Sequence[int]) -> Iterator[Decision]:
    """Yield the closings that a rule may demand though they block nothing."""
    environment = judged.product.environment
    for place in sorted({p for rule in environment.harness.rules for p in rule.second}):
        for memory in [-1] if is_wall(environment, place) else memories:
            yield (place, memory)
