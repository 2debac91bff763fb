"""The routing question on one product graph, as plain lists that small searches walk quickly.

A *unit* is one decision: a place blocked in every history (a wall), or a place blocked in one
history (a door). An edge of the product is blocked when all its units are closed.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from proctor.graphs.reach import can_reach
from proctor.models.product import Product

__all__ = ["Cost", "Unit", "World", "make_world"]

Cost = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """A place, and the history in which it is closed; ``None`` means in all of them."""

    place: int
    history: int | None


@dataclass(frozen=True, eq=False, kw_only=True)
class World:
    """A product graph with its units.

    Attributes:
        product: where it comes from.
        units: all decisions that block at least one edge.
        number: the number of each unit.
        out: for each node its (edge, head) pairs.
        edge_places: for each edge the places that block it together; empty if nothing does.
        edge_units: the same as units.
        target: the nodes T; a way ends at the first of them.
        bad: the nodes of T at which a way is a bypass.
        avoided: nodes that no bypass visits (I under ``paper``).
        could: for each node whether T can be reached when nothing is blocked.
        entries: the entry states: some predecessor has another history; and the start.
        excluded: sets of places that must not all be closed: answers that are known already.
    """

    product: Product
    units: tuple[Unit, ...]
    number: dict[Unit, int]
    out: list[list[tuple[int, int]]]
    edge_places: list[frozenset[int]]
    edge_units: list[frozenset[int]]
    history: list[int]
    start: int
    target: frozenset[int]
    bad: frozenset[int]
    avoided: frozenset[int]
    could: list[bool]
    entries: tuple[int, ...]
    excluded: tuple[frozenset[int], ...] = ()

    @property
    def n(self) -> int:
        """How many nodes there are."""
        return len(self.out)

    @property
    def kind(self) -> str:
        """Static, reactive or mixed."""
        return self.product.problem.kind

    @cached_property
    def edges_of(self) -> list[list[int]]:
        """For each unit the edges that it blocks, alone or with others."""
        found: list[list[int]] = [[] for _ in self.units]
        for edge, units in enumerate(self.edge_units):
            for unit in units:
                found[unit].append(edge)
        return found

    def blocked(self, closed: Collection[int]) -> set[int]:
        """Return the edges that are blocked when the units ``closed`` are."""
        touched = {e for unit in closed for e in self.edges_of[unit]}
        return {e for e in touched if self.edge_units[e].issubset(closed)}

    def blocked_in_view(self, closed: Collection[int], history: int) -> set[int]:
        """Return the edges blocked when the closings of one history are held for ever."""
        places = {
            self.units[u].place for u in closed if self.units[u].history in (None, history)
        }
        return {e for e, p in enumerate(self.edge_places) if p and p <= places}

    def walls(self, closed: Collection[int]) -> list[int]:
        """Return the closed units that are walls."""
        return [u for u in closed if self.units[u].history is None]

    def cost(self, closed: Collection[int]) -> Cost:
        """Return what ``closed`` costs, as a tuple that compares in the order asked for."""
        weights = self.product.problem.places.weights
        weight = sum(int(weights[p]) for p in {self.units[u].place for u in closed})
        edges = len(self.blocked(closed))
        if self.product.problem.counted == "obstacles":
            return (weight, len(closed), edges)
        return (edges, weight, len(closed))


def make_world(product: Product) -> World:
    """Return the routing question on ``product``."""
    problem, graph = product.problem, product.graph
    places = problem.places
    pair_places = product.pairs.places(places.of)
    walls = places.walls.tolist()
    history = product.history.tolist()
    number: dict[Unit, int] = {}
    out: list[list[tuple[int, int]]] = [[] for _ in range(graph.n)]
    edge_places: list[frozenset[int]] = []
    edge_units: list[frozenset[int]] = []
    rows = zip(graph.tails.tolist(), graph.heads.tolist(), product.pair.tolist(), strict=True)
    for edge, (tail, head, pair) in enumerate(rows):
        out[tail].append((edge, head))
        edge_places.append(pair_places[pair])
        edge_units.append(
            frozenset(
                number.setdefault(Unit(p, None if walls[p] else history[tail]), len(number))
                for p in sorted(pair_places[pair])
            )
        )
    # A rule may ask for a closing that blocks nothing; it is a decision all the same.
    for place in sorted({p for rule in places.rules for p in rule.second}):
        for when in [None] if walls[place] else range(product.histories.n):
            number.setdefault(Unit(place, when), len(number))
    target = frozenset(product.target.nonzero()[0].tolist())
    if problem.conventions == "paper":
        bad, avoided = target, frozenset(product.intermediate.nonzero()[0].tolist())
    else:
        bad, avoided = frozenset(v for v in target if not product.shown[v]), frozenset()
    return World(
        product=product,
        units=tuple(number),
        number=number,
        out=out,
        edge_places=edge_places,
        edge_units=edge_units,
        history=history,
        start=product.start,
        target=target,
        bad=bad,
        avoided=avoided,
        could=can_reach(graph, product.target, stop=product.target).tolist(),
        entries=tuple(product.entry.nonzero()[0].tolist()),
    )
