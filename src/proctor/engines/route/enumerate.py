"""Route by definition: try every choice of closed units that could matter, keep the best.

A choice that breaks something is extended by each closing that could mend it, in turn; what
was tried before stays open from then on. So every valid choice is reached once, or lies above
a valid one that is at least as good: more closings never raise F and never cost less.
"""

from dataclasses import dataclass, field

from proctor.artefacts.environment import Grade
from proctor.budget import Budget
from proctor.engines.route.violations import Violation, first_violation
from proctor.engines.route.world import Cost, World
from proctor.errors import BudgetExceeded
from proctor.graphs.disjoint import disjoint_ways

__all__ = ["MAX_UNITS", "Choice", "Search", "flow_of", "search"]

MAX_UNITS = 48


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Closed units, with F and cost."""

    closed: frozenset[int]
    flow: int
    cost: Cost


@dataclass(slots=True)
class Search:
    """How far an enumeration came.

    Attributes:
        best: the best valid choice so far.
        complete: whether nothing was left untried.
        dead_end: the violation without remedy that had the fewest closings.
        steps: choices looked at.
    """

    best: Choice | None = None
    complete: bool = False
    dead_end: Violation | None = None
    dead_end_size: int = 0
    steps: int = 0
    found_at: list[float] = field(default_factory=list)


def search(world: World, grade: Grade, budget: Budget) -> Search:
    """Return the best valid choice for ``grade``: largest F, then least cost.

    When the budget ends first, what was found so far is returned with ``complete`` False.
    """
    progress = Search()
    stack: list[tuple[frozenset[int], frozenset[int]]] = [(frozenset(), frozenset())]
    while stack:
        closed, fixed = stack.pop()
        progress.steps += 1
        if not _spend(budget):
            return progress
        flow = flow_of(world, closed)
        cost = world.cost(closed)
        best = progress.best
        if flow < 1 or (
            best and (flow, [-c for c in cost]) <= (best.flow, [-c for c in best.cost])
        ):
            continue
        wrong = first_violation(world, closed, fixed, grade)
        if wrong is None:
            progress.best = Choice(closed=closed, flow=flow, cost=cost)
            progress.found_at.append(budget.elapsed)
            continue
        if not wrong.remedies:
            _remember(progress, wrong, len(closed))
        tried = fixed
        branches = []
        for unit in sorted(wrong.remedies):
            branches.append((closed | {unit}, tried))
            tried |= {unit}
        stack.extend(reversed(branches))
    progress.complete = True
    return progress


def flow_of(world: World, closed: frozenset[int]) -> int:
    """Return F: the number of edge-disjoint ways from the start to T over open edges."""
    blocked = world.blocked(closed)
    arcs = [[(e, h) for e, h in row if e not in blocked] for row in world.out]
    return len(disjoint_ways(arcs, world.start, world.target).ways)


def _spend(budget: Budget) -> bool:
    try:
        budget.spend()
    except BudgetExceeded:
        return False
    return True


def _remember(progress: Search, wrong: Violation, size: int) -> None:
    if progress.dead_end is None or size < progress.dead_end_size:
        progress.dead_end, progress.dead_end_size = wrong, size
