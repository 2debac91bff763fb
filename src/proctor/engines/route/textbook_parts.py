"""What the textbook MILPs speak of: edges that may be cut, potentials, and flow networks.

The names (c1) to (c9) and (c14) are those of Graebener, Badithela, Goktas, Ubellacker,
Mazumdar, Ames and Murray, "Flow-Based Synthesis of Reactive Tests" (2024), section V.
"""

from dataclasses import dataclass, replace

import numpy as np

from proctor.engines.route.world import World
from proctor.errors import InputError
from proctor.graphs.reach import can_reach
from proctor.logic.formula import TRUE
from proctor.models.product import Product, build_product

__all__ = ["Arc", "Network", "Parts", "SystemGraph", "find_parts"]

Arc = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Network:
    """A flow network on G_sys: what one history blocks, seen from one entry."""

    history: int
    source: int


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class SystemGraph:
    """G_sys, the product of the model with the system objective alone, without self-loops.

    ``places`` has the place that blocks each arc, or ``None``.
    """

    n: int
    arcs: tuple[Arc, ...]
    places: tuple[int | None, ...]
    target: frozenset[int]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Parts:
    """The parts of the textbook model of one world.

    Attributes:
        world: the question.
        edges: the edges of G that are no self-loops; everything below numbers these.
        arcs: their (tail, head) pairs.
        unit_of: for each edge that has a binary d, the unit that closes it.
        nodes: the nodes that have a potential: all but those that no bypass visits.
        crossing: the edges of (c5), between nodes with a potential.
        system: G_sys, where (c6) to (c8) are asked for.
        networks: its flow networks; none in a static problem (Lemma 2).
    """

    world: World
    edges: tuple[int, ...]
    arcs: tuple[Arc, ...]
    unit_of: dict[int, int]
    nodes: tuple[int, ...]
    crossing: tuple[int, ...]
    system: SystemGraph | None
    networks: tuple[Network, ...]

    def tied(self) -> dict[int, list[int]]:
        """Return for each unit with a binary its edges: (c9) for walls, (c14) for doors."""
        found: dict[int, list[int]] = {}
        for edge, unit in self.unit_of.items():
            found.setdefault(unit, []).append(edge)
        return found


def find_parts(world: World) -> Parts:
    """Return the parts of the textbook model; refuse a world that it cannot express.

    A d stands on each edge that some place blocks; in a reactive problem only if its unit has
    an edge off I, as in the published sizes.
    """
    _refuse_unknown(world)
    graph = world.product.graph
    rows = list(zip(graph.tails.tolist(), graph.heads.tolist(), strict=True))
    edges = tuple(e for e, (tail, head) in enumerate(rows) if tail != head)
    arcs = tuple(rows[e] for e in edges)
    off = [not world.avoided.intersection(arc) for arc in arcs]
    units = [next(iter(world.edge_units[e]), None) for e in edges]
    useful = {u for u, free in zip(units, off, strict=True) if free or world.kind != "reactive"}
    # Ways end at T: behind a target at which a way is no bypass, none can begin again.
    over = world.target - world.bad
    static = world.kind == "static"
    system = None if static else _system_graph(world)
    return Parts(
        world=world,
        edges=edges,
        arcs=arcs,
        unit_of={i: u for i, u in enumerate(units) if u is not None and u in useful},
        nodes=tuple(v for v in range(world.n) if v not in world.avoided),
        crossing=tuple(i for i, (tail, _) in enumerate(arcs) if off[i] and tail not in over),
        system=system[0] if system else None,
        networks=system[1] if system else (),
    )


def _refuse_unknown(world: World) -> None:
    if world.product.problem.places.rules:
        raise InputError(
            "the textbook model does not know rules between places",
            hint="use the method enumerate, or remove the rules",
        )
    for edge, units in enumerate(world.edge_units):
        if len(units) > 1:
            graph, name = world.product.graph, world.product.name
            tail, head = int(graph.tails[edge]), int(graph.heads[edge])
            raise InputError(
                "the textbook model does not know steps that several places block together, "
                f"such as {name(tail)} -> {name(head)}",
                hint="use the method enumerate, or join these places",
            )


def _system_graph(world: World) -> tuple[SystemGraph, tuple[Network, ...]]:
    """Return G_sys and its networks: each history with the image of each of its entries.

    The image is the projection of equation (10). An entry needs no network if it cannot reach
    its target anyway (14), or stands in it.
    """
    product = world.product
    small = build_product(replace(product.problem, test_objective=TRUE))
    graph, target = small.graph, small.target
    image = _projection(product, small)
    alive = (can_reach(graph, target) & ~target).tolist()
    networks = dict.fromkeys(
        Network(history=world.history[v], source=image[v])
        for v in world.entries
        if alive[image[v]]
    )
    place_of = product.pairs.places(product.problem.places.of)
    keep = np.flatnonzero(graph.tails != graph.heads)
    arcs = zip(graph.tails[keep].tolist(), graph.heads[keep].tolist(), strict=True)
    system = SystemGraph(
        n=graph.n,
        arcs=tuple(arcs),
        places=tuple(next(iter(place_of[pair]), None) for pair in small.pair[keep].tolist()),
        target=frozenset(np.flatnonzero(target).tolist()),
    )
    return system, tuple(networks)


def _projection(product: Product, small: Product) -> list[int]:
    """Return for each node of G the node of G_sys with the same state and system history."""
    heads = small.graph.heads.tolist()
    steps = {
        (tail, pair): heads[edge]
        for edge, (tail, pair) in enumerate(
            zip(small.graph.tails.tolist(), small.pair.tolist(), strict=True)
        )
    }
    indptr, onward = product.graph.indptr.tolist(), product.graph.heads.tolist()
    pairs = product.pair.tolist()
    image = [-1] * product.graph.n
    image[product.start] = small.start
    stack = [product.start]
    while stack:
        v = stack.pop()
        for edge in range(indptr[v], indptr[v + 1]):
            if image[onward[edge]] < 0:
                image[onward[edge]] = steps[image[v], pairs[edge]]
                stack.append(onward[edge])
    return image
