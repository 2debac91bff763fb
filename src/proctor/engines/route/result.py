"""What a method of routing returns: the best valid choice, and what is proved about it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from proctor.artefacts.environment import Grade
from proctor.budget import Budget
from proctor.engines.route.violations import Violation
from proctor.engines.route.world import Cost, World
from proctor.graphs.disjoint import disjoint_ways
from proctor.progress import Event, Progress

__all__ = ["Choice", "Method", "Result", "Units", "choice_of", "flow_of", "news"]

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
class Result:
    """How far a method came, for one grade of fairness.

    Attributes:
        method: its name.
        best: the best valid choice so far.
        complete: whether it is proved that no choice has a larger F, or the same F and a
            smaller count; without ``best``, that there is no valid choice.
        flow_bound: the best proved upper bound on F, if there is one.
        bound: the best proved lower bound on the count at the F of ``best``.
        proved_by: who says so.
        interrupted: whether somebody pressed Ctrl-C.
        conflict: where there is no valid choice, a few things that must be mended and cannot
            be mended together: ways that must be closed, pairs that must be kept alive.
        dead_end: something that was wrong and could not be mended, as an example.
        reason: why it is not complete, if there is more to say than that a limit came.
        steps: work done, in the method's own steps.
        found_at: seconds at which each better choice was found.
    """

    method: str
    best: Choice | None = None
    complete: bool = False
    flow_bound: int | None = None
    bound: int | None = None
    proved_by: str = "none"
    interrupted: bool = False
    conflict: tuple[Violation, ...] = ()
    dead_end: Violation | None = None
    dead_end_size: int = 0
    reason: str = ""
    steps: int = 0
    found_at: list[float] = field(default_factory=list)

    def accept(self, choice: Choice, budget: Budget) -> bool:
        """Keep ``choice`` if it is better than what was known."""
        if self.best is not None and choice.rank <= self.best.rank:
            return False
        self.best = choice
        self.found_at.append(budget.elapsed)
        return True

    def remember(self, wrong: Violation, size: int) -> None:
        """Keep the dead end that had the fewest closings."""
        if self.dead_end is None or size < self.dead_end_size:
            self.dead_end, self.dead_end_size = wrong, size


# A method is given a world, a grade, limits, a sink for news, and the best choice known.
Method = Callable[[World, Grade, Budget, Progress, Choice | None], Result]


def choice_of(world: World, closed: Units) -> Choice:
    """Return ``closed`` with its F and cost."""
    return Choice(closed=closed, flow=flow_of(world, closed), cost=world.cost(closed))


def flow_of(world: World, closed: Units) -> int:
    """Return F: the number of edge-disjoint ways from the start to T over open edges."""
    blocked = world.blocked(closed)
    arcs = [[(e, h) for e, h in row if e not in blocked] for row in world.out]
    return len(disjoint_ways(arcs, world.start, world.target).ways)


def news(phase: str, result: Result) -> Event:
    """Return what there is to tell of a result so far."""
    best = result.best
    return Event(
        phase=phase,
        done=result.steps,
        flow=best.flow if best else None,
        count=best.cost[0] if best else None,
        bound=result.bound,
    )
