"""The papers' MILPs as methods: `textbook` as printed, `textbook_grouped` without its copies.

They know the grade ``paper``: constraint (c8) for doors and mixed problems, F >= 1 for walls.
Under the conventions ``default`` a bypass ends in a target at which the test objective has not
come true, instead of going around I; then every node has a potential. The answer is
lexicographic: for k from an upper bound on F downwards, the least count with F >= k.
"""

from dataclasses import dataclass
from math import ceil
from typing import Final

from proctor.artefacts.environment import Grade
from proctor.budget import Budget
from proctor.engines.route.result import Choice, Result, Units, choice_of, flow_of, news
from proctor.engines.route.textbook_counts import sizes_of
from proctor.engines.route.textbook_parts import Parts, find_parts
from proctor.engines.route.textbook_program import Formulation, write
from proctor.engines.route.violations import first_violation
from proctor.engines.route.world import World, make_world
from proctor.errors import BudgetExceeded, InputError, SolverFault
from proctor.models.product import Product
from proctor.progress import Event, Progress, silent
from proctor.solvers.client import Solver
from proctor.solvers.program import Number

__all__ = ["MAX_ROWS", "relaxation", "textbook", "textbook_grouped"]

MAX_ROWS: Final = 200_000  # more would only fill the memory
_NO_LIMIT: Final = 86_400.0


def textbook(
    world: World,
    grade: Grade,
    budget: Budget,
    progress: Progress = silent,
    known: Choice | None = None,
    *,
    solver: Solver | None = None,
) -> Result:
    """Return the best valid choice by the papers' MILP, written as they write it.

    Raises:
        InputError: it cannot express the question.
    """
    if world.product.problem.counted != "edges":
        raise InputError(
            'the textbook model does not know count = "obstacles", since it has no places',
            hint='use the method textbook-grouped, or count = "edges"',
        )
    return _method(
        "textbook", world, grade, budget=budget, progress=progress, known=known, solver=solver
    )


def textbook_grouped(
    world: World,
    grade: Grade,
    budget: Budget,
    progress: Progress = silent,
    known: Choice | None = None,
    *,
    solver: Solver | None = None,
) -> Result:
    """Return the best valid choice by the papers' MILP with one binary for each unit.

    Raises:
        InputError: it cannot express the question.
    """
    return _method(
        "textbook-grouped",
        world,
        grade,
        budget=budget,
        progress=progress,
        known=known,
        solver=solver,
    )


def relaxation(
    product: Product, *, flow: int, grouped: bool, solver: Solver | None = None
) -> float:
    """Return the bound at the root: the least count with F >= ``flow`` if cuts may be parts.

    Infinite if not even parts will do.
    """
    formulation = write(find_parts(make_world(product)), grouped=grouped, flow=flow)
    own = solver or Solver()
    try:
        found = own.solve(formulation.program.relaxed(), kind="highs", seconds=_NO_LIMIT)
    finally:
        if solver is None:
            own.close()
    if found.status == "infeasible":
        return float("inf")
    assert found.objective is not None
    return float(found.objective)


def _method(
    name: str,
    world: World,
    grade: Grade,
    *,
    budget: Budget,
    progress: Progress,
    known: Choice | None,
    solver: Solver | None,
) -> Result:
    if grade != "paper":
        raise InputError(
            f"the textbook model does not know the grade of fairness {grade}",
            hint='ask for fairness = "paper", or use another method',
        )
    parts = find_parts(world)
    result = Result(method=name, best=known)
    grouped = name != "textbook"
    rows = 0 if grouped else sizes_of(parts).rows
    if rows > MAX_ROWS:
        progress(Event(phase=f"the textbook model has {rows} rows, too many to write down"))
        return result
    own = solver or Solver()
    search = _Descent(parts, grouped, budget, progress, result, own)
    try:
        search.run()
    except BudgetExceeded:
        pass
    except SolverFault as fault:
        progress(Event(phase=str(fault)))
    except KeyboardInterrupt:
        result.interrupted = True
        search.rescue()
    finally:
        if solver is None:
            own.close()
    return result


@dataclass(slots=True)
class _Descent:
    """Tries F = k for falling k, until there is an answer."""

    parts: Parts
    grouped: bool
    budget: Budget
    progress: Progress
    result: Result
    solver: Solver
    now: Formulation | None = None

    def run(self) -> None:
        """Solve one program for each k; what is proved goes into the result."""
        result, world = self.result, self.parts.world
        known, proved = result.best, True
        result.flow_bound = flow_of(world, frozenset())
        least = max(1, known.flow if known else 1)
        for flow in range(result.flow_bound, least - 1, -1):
            beaten = known.cost[0] if known and known.flow == flow else None
            status = self._solve(flow, beaten, last=flow == least)
            best = result.best
            if status == "feasible" and best is not None and best.flow == flow > least:
                # Half of the time was kept for smaller F, which now needs none.
                beaten = best.cost[0]
                status = self._solve(flow, beaten, last=True)
            if status == "infeasible" and beaten is None:
                if proved:
                    result.flow_bound = flow - 1
                continue
            if proved and status in ("optimal", "infeasible"):
                self._proved(flow)
            if result.best is not None and result.best.flow >= flow:
                return
            proved = False
        if proved and result.best is None:
            result.complete, result.proved_by = True, "HiGHS"

    def rescue(self) -> None:
        """Keep what the solver had found when somebody pressed Ctrl-C."""
        last = self.solver.last
        if self.now is None or last is None or last.values is None:
            return
        # The solver may not have got as far as this program.
        if self.now.program.check(last.values) is None:
            self._take(last.values, clean=False)

    def _solve(self, flow: int, beaten: int | None, *, last: bool) -> str:
        """Solve for one k; return the solver's status, or ``fault`` if it is not believed."""
        if beaten == 0:
            return "infeasible"
        self.budget.spend()
        self.result.steps += 1
        self.progress(news(f"looking for a test with F = {flow}", self.result))
        most = None if beaten is None else beaten - 1
        self.now = write(self.parts, grouped=self.grouped, flow=flow, most=most)
        left = self._left()
        found = self.solver.solve(
            self.now.program,
            kind="highs",
            seconds=left if last else left / 2,
            on_progress=self._hear,
        )
        if found.values is not None:
            choice = self._take(found.values, clean=True)
            wrong = self._contradiction(choice, flow, found.status, found.objective)
            if wrong:
                self.progress(Event(phase=f"HiGHS is not believed: {wrong}"))
                return "fault"
        self._bound(flow, found.bound)
        return found.status

    def _bound(self, flow: int, bound: float | None) -> None:
        best, known = self.result.best, self.result.bound or 0
        if bound is not None and best is not None and best.flow == flow:
            # What a program says that asks for less than the best is about less than the best.
            self.result.bound = max(known, min(ceil(bound - 1e-6), best.cost[0]))

    def _left(self) -> float:
        seconds = self.budget.seconds
        if seconds is None:
            return _NO_LIMIT
        # At least a little, so that the clock and not the solver says that time is up.
        return max(0.1, seconds - self.budget.elapsed)

    def _hear(
        self, _objective: Number | None, _bound: float | None, values: tuple[Number, ...] | None
    ) -> None:
        if values is not None:
            self._take(values, clean=False)
            self.progress(news("looking for a better test", self.result))

    def _take(self, values: tuple[Number, ...], *, clean: bool) -> Choice | None:
        """Accept what a solution closes, if that is valid."""
        assert self.now is not None
        world = self.parts.world
        closed = self.now.closed(values)
        if not _is_valid(world, closed):
            return None
        choice = choice_of(world, _cleaned(world, closed) if clean else closed)
        self.result.accept(choice, self.budget)
        return choice

    def _contradiction(
        self, choice: Choice | None, flow: int, status: str, objective: Number | None
    ) -> str | None:
        """Return what in a solver's answer cannot be true."""
        if choice is None:
            return f"its solution at F = {flow} is no valid test"
        if choice.flow < flow:
            return f"its solution at F = {flow} has F = {choice.flow}"
        if self.result.flow_bound is not None and choice.flow > self.result.flow_bound:
            return f"it has proved F <= {self.result.flow_bound}, and found F = {choice.flow}"
        if status == "optimal" and choice.cost[0] != objective:
            return f"it says that {objective} is the least count, but it is {choice.cost[0]}"
        return None

    def _proved(self, flow: int) -> None:
        best = self.result.best
        if best is None or best.flow != flow:
            return
        self.result.complete, self.result.proved_by = True, "HiGHS"
        self.result.flow_bound, self.result.bound = best.flow, best.cost[0]


def _is_valid(world: World, closed: Units) -> bool:
    return first_violation(world, closed, frozenset(), "paper") is None and (
        flow_of(world, closed) >= 1
    )


def _cleaned(world: World, closed: Units) -> Units:
    """Return ``closed`` without what a valid choice does not need, the heaviest first."""
    kept = closed
    for unit in sorted(closed, key=lambda u: (-len(world.edges_of[u]), u)):
        if _is_valid(world, kept - {unit}):
            kept -= {unit}
    return kept
