"""The routing question for one F as a Boolean program: potentials for bypasses, a flow, views.

One Boolean per unit. A node of the bypass region has a potential ``y``: it may be reached
without the test objective. A flow of value k stands for the k edge-disjoint ways, and for every
entry of a history a unit flow for the way that (c8) asks for (flow paper, c2 to c9).
"""

from collections.abc import Collection
from dataclasses import dataclass

from proctor.artefacts.environment import Grade
from proctor.engines.route.boolean_region import Arcs, Region
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
    """Return the program for tests with ``flow`` ways; fairness is in it as far as it goes.

    Its solutions are the choices of allowed units that keep the rules, close every bypass and
    leave ``flow`` ways open. Under ``strict`` and ``paper`` none of those that are fair is
    missing, and few that are not fair are left.
    """
    builder = ProgramBuilder(f"a {grade} test with {flow} ways")
    decisions = Decisions(world, builder, allowed)
    potential = _reached(world, decisions, region.bypass, world.bad)
    _keep_ways(world, region, decisions, potential, flow)
    if grade == "paper" and world.kind != "static":
        # A static test leaves (c8) to Lemma 2, see docs/decisions/002.
        for view in views(world, world.entries, allowed):
            for start in sorted({block for _, block in view.starts}):
                _keep_way(decisions, view, start)
    if grade == "strict":
        _keep_alive(world, region, decisions)
    return Model(builder=builder, decisions=decisions)


def _reached(
    world: World, decisions: Decisions, arcs: Arcs, never: Collection[int]
) -> dict[int, int]:
    """Return potentials: the start has one, it goes on over open edges, ``never`` has none."""
    builder = decisions.builder
    potential: dict[int, int] = {}

    def literals(node: int, *, holds: bool) -> list[int]:
        if node == world.start or node in never:
            return []
        if node not in potential:
            potential[node] = builder.boolean()
        return [potential[node] + 1 if holds else -(potential[node] + 1)]

    for tail, row in enumerate(arcs):
        for edge, head in row:
            if head in {world.start, tail}:
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


def _keep_way(decisions: Decisions, view: View, start: int) -> None:
    """Demand an open way in a view, as a flow of value 1: dear, but it proves much."""
    builder = decisions.builder
    balance: dict[int, list[tuple[int, int]]] = {start: []}
    for tail, head, units in view.onward(start):
        used = builder.boolean()
        if units:
            builder.clause([-(used + 1), *decisions.open(units)])
        balance.setdefault(tail, []).append((1, used))
        if head != view.end:
            balance.setdefault(head, []).append((-1, used))
    for node, terms in balance.items():
        wanted = 1 if node == start else 0
        builder.row(terms, low=wanted, high=wanted)


def _keep_alive(world: World, region: Region, decisions: Decisions) -> None:
    """Demand that every pair that is reached keeps its way, in the test and as it sees it.

    Ways in circles are not excluded, see `_keep_view`.
    """
    never = () if world.avoided else world.bad
    potential = _reached(world, decisions, region.reached, never)
    own = tuple(
        (tail, world.n if head in world.target else head, world.edge_units[edge])
        for tail, row in enumerate(region.reached)
        for edge, head in row
        if head != tail and world.could[head] and head not in never
    )
    nodes = [v for v in (world.start, *potential) if world.could[v] and v not in world.target]
    mine = tuple((v, v) for v in nodes)
    whole = View(history=0, starts=mine, end=world.n, arcs=own)
    _keep_view(decisions, whole, potential)
    if world.kind != "static":
        for view in views(world, nodes, decisions.unit):
            _keep_view(decisions, view, potential)


def _keep_view(decisions: Decisions, view: View, potential: dict[int, int]) -> None:
    """Demand that every start has a step onward that is open in the view, and so on.

    A start with a ``potential`` counts only if it is reached. Blocks could lean on each other
    in a circle; such answers are learned from afterwards. Moves that use up fuel make few
    circles, so this happens rarely where it would be dear.
    """
    builder = decisions.builder
    alive = {tail: builder.boolean() for tail in dict.fromkeys(arc[0] for arc in view.arcs)}
    onward: dict[int, list[int]] = {tail: [-(variable + 1)] for tail, variable in alive.items()}
    for tail, head, units in view.arcs:
        if head == view.end or head in alive:
            goal = alive[head] + 1 if head != view.end else 0
            onward[tail].append(_step(decisions, goal, units))
    for step in onward.values():
        # A step that nothing can close, straight to the end, is no condition.
        if 0 not in step:
            builder.clause(step)
    for node, block in view.starts:
        kept = [alive[block] + 1] if block in alive else []
        reached = [-(potential[node] + 1)] if node in potential else []
        builder.clause(reached + kept)


def _step(decisions: Decisions, goal: int, units: frozenset[int]) -> int:
    """Return a literal that implies an open step to where ``goal`` holds, or to the end.

    The literal is 0 where the step is always there.
    """
    if not decisions.can_block(units):
        return goal
    opened = decisions.open(units)
    if not goal and len(opened) == 1:
        return opened[0]
    taken = decisions.builder.boolean()
    decisions.builder.clause([-(taken + 1), *opened])
    if goal:
        decisions.builder.clause([-(taken + 1), goal])
    return taken + 1
