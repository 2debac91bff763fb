"""The routing question for one F as a Boolean program: potentials for bypasses, a flow, views.

One Boolean per unit. A node of the bypass region has a potential ``y``: it may be reached
without the test objective. A flow of value k stands for the k edge-disjoint ways, and for every
entry of a history a unit flow for the way that (c8) asks for (flow paper, c2 to c9).
"""

from collections.abc import Collection
from dataclasses import dataclass

from proctor.artefacts.environment import Grade
from proctor.engines.route.boolean_region import Region
from proctor.engines.route.boolean_units import Decisions
from proctor.engines.route.boolean_views import View, views
from proctor.engines.route.clauses_learned import Learned
from proctor.engines.route.world import World
from proctor.solvers.program import ProgramBuilder

__all__ = ["Model", "make_model"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A program under construction, and what its closings are called in it."""

    builder: ProgramBuilder
    decisions: Decisions

    def add(self, learned: Learned) -> None:
        """Add a condition that every valid test keeps."""
        sets = sorted(learned.blocked, key=sorted)
        self.builder.clause(
            [self.decisions.blocked(s) for s in sets] + self.decisions.open(learned.opened)
        )


def make_model(
    world: World, region: Region, grade: Grade, flow: int, allowed: Collection[int]
) -> Model:
    """Return the program for tests with ``flow`` ways, in everything but strict fairness.

    Its solutions are exactly the choices of allowed units that keep the rules, close every
    bypass and leave ``flow`` ways open; under ``paper`` they keep (c8) as well. The objective
    is the first entry of the cost.
    """
    builder = ProgramBuilder(f"a {grade} test with {flow} ways")
    decisions = Decisions(world, builder, allowed)
    potential = _close_bypasses(world, region, decisions)
    _keep_ways(world, region, decisions, potential, flow)
    if grade == "paper":
        for view in views(world, allowed):
            _keep_view(decisions, view)
    builder.minimise(decisions.counted())
    return Model(builder=builder, decisions=decisions)


def _close_bypasses(world: World, region: Region, decisions: Decisions) -> dict[int, int]:
    """Demand that no bad target gets a potential; return the potentials by node."""
    builder = decisions.builder
    potential: dict[int, int] = {}

    def literals(node: int, *, holds: bool) -> list[int]:
        if node == world.start or node in world.bad:
            return []  # the start has it, a bad target never has
        if node not in potential:
            potential[node] = builder.boolean()
        return [potential[node] + 1 if holds else -(potential[node] + 1)]

    for tail, row in enumerate(region.bypass):
        for edge, head in row:
            if head == world.start or head == tail:
                continue
            step = literals(tail, holds=False) + literals(head, holds=True)
            units = world.edge_units[edge]
            if not decisions.can_block(units):
                builder.clause(step)
            for unit in sorted(units) if decisions.can_block(units) else ():
                builder.clause([*step, decisions.unit[unit] + 1])
    return potential


def _keep_ways(
    world: World, region: Region, decisions: Decisions, potential: dict[int, int], flow: int
) -> None:
    """Demand ``flow`` edge-disjoint open ways."""
    builder = decisions.builder
    balance: dict[int, list[tuple[int, int]]] = {}
    for tail, row in enumerate(region.ways):
        for edge, head in row:
            if head == tail:
                continue
            used = builder.boolean()
            units = world.edge_units[edge]
            if decisions.can_block(units):
                builder.clause([-(used + 1), *decisions.open(units)])
            for node in (tail, head):
                # Whoever comes here comes without the test objective: it has a potential.
                if node in region.early and node in potential:
                    builder.clause([-(used + 1), potential[node] + 1])
            balance.setdefault(tail, []).append((1, used))
            if head not in region.goals:
                balance.setdefault(head, []).append((-1, used))
    for node, terms in balance.items():
        wanted = flow if node == world.start else 0
        builder.row(terms, low=wanted, high=wanted)
    if flow and world.start not in balance:
        builder.clause([])


def _keep_view(decisions: Decisions, view: View) -> None:
    """Demand a way in the view of a history, as a flow of value 1."""
    builder = decisions.builder
    balance: dict[int, list[tuple[int, int]]] = {view.start: []}
    for tail, head, units in view.arcs:
        used = builder.boolean()
        if units:
            builder.clause([-(used + 1), *decisions.open(units)])
        balance.setdefault(tail, []).append((1, used))
        if head != view.end:
            balance.setdefault(head, []).append((-1, used))
    for node, terms in balance.items():
        wanted = 1 if node == view.start else 0
        builder.row(terms, low=wanted, high=wanted)
