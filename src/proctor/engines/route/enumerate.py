"""Route by definition: try every choice of closed units that could matter, keep the best.

A choice that breaks something is extended by each closing that could mend it, in turn; what
was tried before stays open from then on. So every valid choice is reached once, or lies above
a valid one that is at least as good: more closings never raise F and never cost less.
"""

from dataclasses import dataclass, field
from typing import Final

from proctor.artefacts.environment import Grade
from proctor.budget import Budget
from proctor.engines.route.violations import Violation, first_violation
from proctor.engines.route.world import Cost, World
from proctor.errors import BudgetExceeded
from proctor.graphs.disjoint import disjoint_ways
from proctor.progress import Event, Progress, silent

__all__ = ["MAX_UNITS", "Choice", "Search", "flow_of", "search"]

MAX_UNITS: Final = 48
_NEWS: Final = 500  # steps between two pieces of news

Units = frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Closed units, with F and cost."""

    closed: Units
    flow: int
    cost: Cost

    @property
    def rank(self) -> tuple[int, tuple[int, ...]]:
        """What is compared: larger is better."""
        return (self.flow, tuple(-c for c in self.cost))


@dataclass(slots=True)
class Search:
    """How far an enumeration came.

    Attributes:
        best: the best valid choice so far.
        complete: whether nothing was left untried.
        interrupted: whether somebody pressed Ctrl-C.
        dead_end: the violation without remedy that had the fewest closings.
        steps: choices looked at.
        found_at: seconds at which each better choice was found.
    """

    best: Choice | None = None
    complete: bool = False
    interrupted: bool = False
    dead_end: Violation | None = None
    dead_end_size: int = 0
    steps: int = 0
    found_at: list[float] = field(default_factory=list)


def search(world: World, grade: Grade, budget: Budget, progress: Progress = silent) -> Search:
    """Return the best valid choice for ``grade``: largest F, then least cost.

    When the budget ends first, or on Ctrl-C, what was found so far is returned.
    """
    found = Search()
    try:
        _explore(world, grade, budget, progress, found)
    except BudgetExceeded:
        return found
    except KeyboardInterrupt:
        found.interrupted = True
        return found
    found.complete = True
    return found


def flow_of(world: World, closed: Units) -> int:
    """Return F: the number of edge-disjoint ways from the start to T over open edges."""
    blocked = world.blocked(closed)
    arcs = [[(e, h) for e, h in row if e not in blocked] for row in world.out]
    return len(disjoint_ways(arcs, world.start, world.target).ways)


def _explore(
    world: World, grade: Grade, budget: Budget, progress: Progress, found: Search
) -> None:
    stack: list[tuple[Units, Units]] = [(frozenset(), frozenset())]
    while stack:
        closed, fixed = stack.pop()
        budget.spend()
        found.steps += 1
        if found.steps % _NEWS == 0:
            progress(_news(grade, found))
        choice = Choice(closed=closed, flow=flow_of(world, closed), cost=world.cost(closed))
        if choice.flow < 1 or (found.best and choice.rank <= found.best.rank):
            continue
        wrong = first_violation(world, closed, fixed, grade)
        if wrong is None:
            found.best = choice
            found.found_at.append(budget.elapsed)
            progress(_news(grade, found))
            continue
        if not wrong.remedies:
            _remember(found, wrong, len(closed))
        branches = []
        for unit in sorted(wrong.remedies):
            branches.append((closed | {unit}, fixed))
            fixed |= {unit}
        stack.extend(reversed(branches))


def _news(grade: Grade, found: Search) -> Event:
    best = found.best
    return Event(
        phase=f"looking for a {grade} test",
        done=found.steps,
        flow=best.flow if best else None,
        count=best.cost[0] if best else None,
    )


def _remember(found: Search, wrong: Violation, size: int) -> None:
    if found.dead_end is None or size < found.dead_end_size:
        found.dead_end, found.dead_end_size = wrong, size
