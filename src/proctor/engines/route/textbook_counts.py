"""How large the textbook MILPs are, as the papers count, from formulas rather than from rows.

Counted are, as in the papers' program: one binary d for each edge that may be cut; a flow for
each edge that is no self-loop, and for each such edge of G_sys in each network; a potential
for each node off I. Rows are

* two for the bounds of each variable (0 and 1);
* for each flow: conservation at every node but source and targets, f = 0 into the source and
  out of targets, and one row for its least value (F >= 1, and (c8));
* (c3) for each d; (c4) for each target; (c5) for each edge off I;
* (c9) and (c14): one row d = d' for each *pair* of edges that are closed together;
* (c7): for each network, each d of a wall or of the network's history, and each edge of G_sys
  that the same place blocks.

The thesis gives nodes of I a potential as well: ``Sizes.in_thesis``.
"""

from dataclasses import dataclass
from math import comb

from proctor.engines.route.textbook_parts import Arc, Parts, find_parts
from proctor.engines.route.world import make_world
from proctor.models.product import Product

__all__ = ["Sizes", "sizes_of", "textbook_sizes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """The size of the literal textbook model.

    Attributes:
        continuous: flows and potentials.
        binaries: edges with a d.
        parts: how many rows each part of the model has.
        left_out: nodes without a potential (I under ``paper``).
    """

    continuous: int
    binaries: int
    parts: tuple[tuple[str, int], ...]
    left_out: int

    @property
    def variables(self) -> int:
        """All variables."""
        return self.continuous + self.binaries

    @property
    def rows(self) -> int:
        """All rows, bounds among them."""
        return sum(count for _, count in self.parts)

    @property
    def in_thesis(self) -> tuple[int, int, int]:
        """Binaries, continuous variables and rows when nodes of I have a potential too."""
        return (self.binaries, self.continuous + self.left_out, self.rows + 2 * self.left_out)


def textbook_sizes(product: Product) -> Sizes:
    """Return the size of the papers' MILP for ``product``, without writing it down.

    (c7) is counted between cells, as the published figures are: there a door that is cut at
    one value of a counter is seen shut at all of them. As it is printed, (c7) speaks of states.
    """
    return sizes_of(find_parts(make_world(product)), by_cells=True)


def sizes_of(parts: Parts, *, by_cells: bool = False) -> Sizes:
    """Return the size of the literal model made of ``parts``."""
    world, system = parts.world, parts.system
    flows, binaries, potentials = len(parts.arcs), len(parts.unit_of), len(parts.nodes)
    ties = {"(c9)": 0, "(c14)": 0}
    for unit, edges in parts.tied().items():
        name = "(c9)" if world.units[unit].history is None else "(c14)"
        ties[name] += comb(len(edges), 2)
    starts_off = world.start not in world.avoided
    rows = {
        "bounds": 2 * (flows + binaries + potentials),
        "flow": _flow_rows(world.n, parts.arcs, world.start, world.target),
        "(c3)": binaries,
        "(c4)": len(world.bad) if starts_off else 0,
        "(c5)": len(parts.crossing),
        **ties,
    }
    small = 0
    if system is not None:
        small = len(system.arcs) * len(parts.networks)
        walls, doors = _blocking_pairs(parts, by_cells=by_cells)
        rows["(c6) bounds"] = 2 * small
        rows["(c6), (c8) flow"] = sum(
            _flow_rows(system.n, system.arcs, network.source, system.target)
            for network in parts.networks
        )
        rows["(c7)"] = sum(walls + doors.get(n.history, 0) for n in parts.networks)
    return Sizes(
        continuous=flows + potentials + small,
        binaries=binaries,
        parts=tuple(rows.items()),
        left_out=world.n - potentials,
    )


def _flow_rows(n: int, arcs: tuple[Arc, ...], source: int, target: frozenset[int]) -> int:
    still = sum(head == source or tail in target for tail, head in arcs)
    return n - len(target | {source}) + still + 1


def _blocking_pairs(parts: Parts, *, by_cells: bool) -> tuple[int, dict[int, int]]:
    """Return how many pairs of a d and an edge of G_sys block together: walls, and doors."""
    assert parts.system is not None
    drawn = _cells_of(parts) if by_cells else {}
    known: dict[object, int] = {}
    for place in parts.system.places:
        key = None if place is None else drawn.get(place, place)
        known[key] = known.get(key, 0) + 1
    walls, doors = 0, dict[int, int]()
    for number in parts.unit_of.values():
        unit = parts.world.units[number]
        count = known.get(drawn.get(unit.place, unit.place), 0)
        if unit.history is None:
            walls += count
        else:
            doors[unit.history] = doors.get(unit.history, 0) + count
    return walls, doors


def _cells_of(parts: Parts) -> dict[int, frozenset[tuple[int, int]]]:
    """Return for each place the pairs of cells that its moves join."""
    problem = parts.world.product.problem
    model, places = problem.model, problem.places
    return {
        place: frozenset(
            (int(model.ground[model.tails[m]]), int(model.ground[model.heads[m]]))
            for m in moves
        )
        for place, moves in enumerate(places.moves)
    }
