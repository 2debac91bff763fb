"""The textbook MILPs as programs: MILP-STATIC, -REACTIVE and -MIXED, plus F >= k.

``literal`` writes what the papers write: one binary for each edge, d = d' for each pair of
edges that are closed together, every bound as a row. ``grouped`` says the same with one binary
for each unit, and with bounds as bounds. Which of the three MILPs it is follows from the parts.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from proctor.engines.route.textbook_parts import Arc, Network, Parts, SystemGraph
from proctor.engines.route.world import Unit
from proctor.solvers.program import Program, ProgramBuilder

__all__ = ["Formulation", "write"]

Term = tuple[int, int]  # a factor and a variable


@dataclass(frozen=True, slots=True, kw_only=True)
class Formulation:
    """A program, and the unit that each of its binaries closes."""

    program: Program
    unit_of: dict[int, int]

    def closed(self, values: Sequence[int | float]) -> frozenset[int]:
        """Return the units that a solution closes."""
        return frozenset(unit for d, unit in self.unit_of.items() if values[d] >= 0.5)


def write(parts: Parts, *, grouped: bool, flow: int, most: int | None = None) -> Formulation:
    """Return the program: the least count such that F >= ``flow``.

    The papers' weighted sum of F and the count is replaced by this: ``flow`` is what a first
    solve proved to be the largest F, or hopes to be it. ``most`` is a count that is enough.
    """
    writer = _Writer(parts, grouped=grouped)
    writer.ways(flow)
    writer.partition()
    for network in parts.networks:
        assert parts.system is not None
        writer.network(parts.system, network)
    return writer.finished(most)


class _Writer:
    """Writes the constraints one after the other."""

    def __init__(self, parts: Parts, *, grouped: bool) -> None:
        self.parts = parts
        self.grouped = grouped
        form = "textbook-grouped" if grouped else "textbook"
        self.builder = ProgramBuilder(f"{form}, {parts.world.kind}")
        tied = parts.tied()
        self.unit_of: dict[int, int] = {}
        self.cut: dict[int, int] = {}  # for each edge with a d, its variable
        for unit, edges in tied.items():
            for group in [edges] if grouped else [[edge] for edge in edges]:
                d = self.builder.boolean()
                self.unit_of[d] = unit
                self.cut |= dict.fromkeys(group, d)
        self._bounds(self.unit_of)
        for edges in () if grouped else tied.values():
            for one, other in combinations(edges, 2):  # (c9), (c14)
                self.builder.row([(1, self.cut[one]), (-1, self.cut[other])], low=0, high=0)

    def ways(self, least: int) -> None:
        """Write F >= ``least``, (c2) and (c3)."""
        world = self.parts.world
        flows = self._flow(world.n, self.parts.arcs, world.start, world.target, least)
        for edge, d in self.cut.items():
            self.builder.row([(1, flows[edge]), (1, d)], high=1)

    def partition(self) -> None:
        """Write (c4) and (c5): no way from S to T around I is left."""
        parts, world, builder = self.parts, self.parts.world, self.builder
        fixed: dict[int, int] = {}
        if self.grouped and world.start not in world.avoided:
            fixed = dict.fromkeys(world.bad, 0) | {world.start: 1}
        potential = {
            v: builder.number(fixed.get(v, 0), fixed.get(v, 1), whole=False)
            for v in parts.nodes
        }
        self._bounds(potential.values())
        if world.start in potential and not self.grouped:
            for v in sorted(world.bad):
                builder.row([(1, potential[world.start]), (-1, potential[v])], low=1)
        for edge in parts.crossing:
            tail, head = parts.arcs[edge]
            terms = [(-1, potential[tail]), (1, potential[head])]
            if edge in self.cut:
                terms.append((1, self.cut[edge]))
            builder.row(terms, low=0)

    def network(self, system: SystemGraph, network: Network) -> None:
        """Write (c6) to (c8) for one flow network."""
        flows = self._flow(system.n, system.arcs, network.source, system.target, 1)
        by_place: dict[int, list[int]] = {}
        for place, flow in zip(system.places, flows, strict=True):
            if place is not None:
                by_place.setdefault(place, []).append(flow)
        for d, number in self.unit_of.items():
            unit = self.parts.world.units[number]
            if unit.history in (None, network.history):
                for flow in by_place.get(unit.place, ()):
                    self.builder.row([(1, flow), (1, d)], high=1)

    def finished(self, most: int | None) -> Formulation:
        """Write the objective, and return everything."""
        terms = self._count()
        self.builder.minimise(terms)
        if most is not None:
            self.builder.row(terms, high=most)
        return Formulation(program=self.builder.build(), unit_of=self.unit_of)

    def _count(self) -> list[Term]:
        world = self.parts.world
        if world.product.problem.counted == "edges":
            each = [len(world.edges_of[u]) for u in self.unit_of.values()]
            return list(
                zip(each if self.grouped else [1] * len(each), self.unit_of, strict=True)
            )
        weights = world.product.problem.places.weights.tolist()
        doors: dict[int, list[int]] = {}
        for d, number in self.unit_of.items():
            doors.setdefault(self._unit(number).place, []).append(d)
        terms = []
        for place, all_d in doors.items():
            paid = all_d[0] if len(all_d) == 1 else self.builder.boolean()
            for d in all_d if len(all_d) > 1 else ():
                self.builder.row([(1, paid), (-1, d)], low=0)
            terms.append((weights[place], paid))
        return terms

    def _unit(self, number: int) -> Unit:
        return self.parts.world.units[number]

    def _flow(
        self, n: int, arcs: Sequence[Arc], source: int, target: frozenset[int], least: int
    ) -> list[int]:
        """Write a flow of ``least`` or more, and return its variables."""
        builder = self.builder
        balance: list[list[Term]] = [[] for _ in range(n)]
        flows, still = [], []
        for tail, head in arcs:
            stays = head == source or tail in target
            flow = builder.number(0, int(not (stays and self.grouped)), whole=False)
            flows.append(flow)
            balance[tail].append((-1, flow))
            balance[head].append((1, flow))
            if stays:
                still.append(flow)
        self._bounds(flows)
        builder.row([(1, f) for factor, f in balance[source] if factor < 0], low=least)
        for v in range(n):
            if v != source and v not in target:
                builder.row(balance[v], low=0, high=0)
        for flow in () if self.grouped else still:
            builder.row([(1, flow)], low=0, high=0)
        return flows

    def _bounds(self, variables: Iterable[int]) -> None:
        for v in () if self.grouped else variables:
            self.builder.row([(1, v)], low=0)
            self.builder.row([(1, v)], high=1)
