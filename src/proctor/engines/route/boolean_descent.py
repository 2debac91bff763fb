"""From the best bound on F downwards: solve, learn what the program does not know, solve again.

For each k the solver minimises the count among the choices with k ways. What it returns is
looked at by plain searches; if something is wrong that its program does not say, the program
learns a condition that every valid test keeps, and is solved again. The first k with an answer
that nothing is wrong with is F. Each round excludes the choice that it learned from, and there
are finitely many; what is learned holds in every valid test, so the answer is optimal.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import ceil, inf
from time import perf_counter
from typing import Final, Protocol

from proctor.artefacts.environment import Grade
from proctor.budget import Budget
from proctor.engines.route.boolean_model import Model
from proctor.engines.route.boolean_trim import trimmed
from proctor.engines.route.result import Choice, Result, Units, news
from proctor.engines.route.world import World
from proctor.errors import BudgetExceeded, SolverFault
from proctor.progress import Progress
from proctor.solvers.client import Solver
from proctor.solvers.program import Program
from proctor.solvers.search import Solution

__all__ = ["Approach", "Descent", "Solving", "solving_with"]

Cost = tuple[tuple[int, int], ...]  # what is minimised, as (factor, variable)

_LONG: Final = 1e6  # seconds, where nobody set a limit
FIRST: Final = 5.0  # seconds for what is tried first
_AT_ONCE: Final = 0.3  # seconds that polishing may take at least


class Approach(Protocol):
    """How a method asks its question for one k, and what it learns from wrong answers."""

    def model(self, flow: int) -> Model:
        """Return a fresh program for tests with ``flow`` ways, with all that was learned."""
        ...

    def learn(self, model: Model, closed: Units, flow: int) -> bool:
        """Add what is wrong with ``closed`` to the program; tell whether anything is."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Solving:
    """How the solver is to work."""

    solver: Solver
    seed: int = 0
    threads: int = 1


@contextmanager
def solving_with(given: Solving | None) -> Iterator[Solving]:
    """Yield ``given``, or a solver of one's own that is ended afterwards."""
    if given is not None:
        yield given
        return
    with Solver() as solver:
        yield Solving(solver=solver)


@dataclass(slots=True, kw_only=True)
class Descent:
    """One method at work on one world, at one grade.

    ``first`` is tried for a short while before ``approach``. ``linear`` is how much of the
    program CP-SAT also sees as a linear one, 0 to 2, or ``None`` for its own choice.
    """

    world: World
    grade: Grade
    budget: Budget
    progress: Progress
    result: Result
    solving: Solving
    approach: Approach
    first: Approach | None = None
    linear: int | None = None
    phase: str = ""
    _counts: bool = field(default=True, init=False)  # whether bounds speak of the count
    _trimming: float = field(default=0.0, init=False)
    _trimmed_at: float = field(default=-inf, init=False)

    def run(self, flow_bound: int) -> None:
        """Fill the result until it is proved, the budget ends or the solver fails."""
        self.result.flow_bound = flow_bound
        try:
            self._descend(flow_bound)
        except BudgetExceeded:
            pass
        except KeyboardInterrupt:
            self.result.interrupted = True
        except SolverFault as fault:
            self.result.complete = False
            self.result.reason = fault.message

    def _descend(self, flow_bound: int) -> None:
        is_closed = True  # whether every larger k is proved impossible
        flow = flow_bound
        while flow >= max(1, self.result.best.flow if self.result.best else 1):
            self.phase = f"{self.result.method}: {self.grade} tests with F = {flow}"
            ended = self._at(flow)
            if self.result.reason:
                break
            if ended == "optimal":
                self.result.complete = is_closed
                break
            if ended == "infeasible" and is_closed:
                self.result.flow_bound = flow - 1
            elif ended == "open":
                is_closed = False
                if self.result.best is not None and self.result.best.flow >= flow:
                    break
            flow -= 1
        else:
            self.result.complete = is_closed
        if self.result.complete:
            self.result.proved_by = "CP-SAT"
            best = self.result.best
            self.result.flow_bound = 0 if best is None else best.flow
            self.result.bound = None if best is None else best.cost[0]
        self.progress(news(self.phase, self.result))

    def _at(self, flow: int) -> str:
        """Solve for one k: ``optimal``, ``infeasible`` or ``open``; then polish the ties."""
        begin = perf_counter()
        self.result.bound, self._counts = None, True
        limit = self._left() if flow == 1 or self.result.best else self._left() / 2
        ended, approach = "open", self.approach
        if self.first is not None:
            approach = self.first
            ended = self._with(approach, flow, min(limit / 4, FIRST))
        if ended == "open" and not self.result.reason:
            approach = self.approach
            ended = self._with(approach, flow, limit)
        best = self.result.best
        if ended == "optimal" and best is not None:
            self.result.bound = best.cost[0]
            if best.closed:
                spare = min((perf_counter() - begin) / 4, self._left() / 5)
                self._polish(approach, flow, best, max(_AT_ONCE, spare))
        return ended

    def _with(self, approach: Approach, flow: int, seconds: float) -> str:
        """Ask for a choice with ``flow`` ways that is better than the best one known."""
        model = approach.model(flow)
        counted = tuple(model.decisions.counted())
        known = self.result.best
        beats = known is not None and known.flow == flow
        if known is not None and beats:
            model.builder.row(counted, high=known.cost[0] - 1)
        ended = self._rounds(approach, model, flow, counted, perf_counter() + seconds)
        return "optimal" if beats and ended == "infeasible" else ended

    def _rounds(
        self, approach: Approach, model: Model, flow: int, cost: Cost, until: float
    ) -> str:
        """Solve and learn until nothing is wrong, or nothing is left, or the time is over."""
        while True:
            self.budget.spend()
            self.result.steps += 1
            program = replace(model.builder.build(), cost=cost)
            solution = self._solve(program, model, flow, until)
            if solution.status == "infeasible":
                return "infeasible"
            if solution.reason.startswith("the solver failed"):
                self.result.reason = solution.reason
            if solution.values is None:
                return "open"
            closed = model.decisions.closed(solution.values)
            choice = self._offer(closed)
            is_wrong = approach.learn(model, closed, flow)
            if solution.status == "optimal" and not is_wrong:
                if choice is None or choice.flow < flow:
                    raise SolverFault("what the solver calls a test is none")
                return "optimal"
            if not is_wrong or self.result.reason or perf_counter() >= until:
                return "open"

    def _polish(self, approach: Approach, flow: int, best: Choice, seconds: float) -> None:
        """Look for a choice with the same count that wins the ties; nothing rests on it."""
        model = approach.model(flow)
        ties = tuple(model.decisions.ties())
        model.builder.row(model.decisions.counted(), high=best.cost[0])
        for unit, variable in model.decisions.unit.items():
            model.builder.hint(variable, int(unit in best.closed))
        self._counts = False
        self.phase = f"{self.result.method}: the fewest closings among equally good tests"
        self._rounds(approach, model, flow, ties, perf_counter() + seconds)

    def _solve(self, program: Program, model: Model, flow: int, until: float) -> Solution:
        def hear(
            _objective: float | None, bound: float | None, values: Sequence[float] | None
        ) -> None:
            if values is not None and self._may_trim():
                self._offer(model.decisions.closed(values))
            self._tell(flow, bound)

        solver = self.solving.solver
        try:
            solution = solver.solve(
                program,
                kind="cp-sat",
                seconds=min(max(0.0, until - perf_counter()), _LONG),
                seed=self.solving.seed,
                threads=self.solving.threads,
                linearization=self.linear,
                on_progress=hear,
            )
        except (KeyboardInterrupt, BudgetExceeded):
            if solver.last is not None and solver.last.values is not None:
                self._offer(model.decisions.closed(solver.last.values))
            raise
        self._tell(flow, solution.bound)
        return solution

    def _tell(self, flow: int, bound: float | None) -> None:
        if bound is not None and self._counts:
            proved = max(0, ceil(bound - 1e-6))
            best = self.result.best
            if best is not None and best.flow == flow:
                proved = min(proved, best.cost[0])
            self.result.bound = max(self.result.bound or 0, proved)
        self.progress(news(self.phase, self.result))

    def _offer(self, closed: Units) -> Choice | None:
        """Keep what a solution closes, trimmed, if that is valid; return it."""
        begin = perf_counter()
        choice = trimmed(self.world, closed, self.grade)
        if choice is not None:
            self.result.accept(choice, self.budget)
        self._trimmed_at = perf_counter()
        self._trimming = self._trimmed_at - begin
        return choice

    def _left(self) -> float:
        if self.budget.seconds is None:
            return _LONG
        return max(0.0, self.budget.seconds - self.budget.elapsed)

    def _may_trim(self) -> bool:
        """Tell whether looking at a passing solution takes a small part of the time."""
        return perf_counter() - self._trimmed_at > 5 * self._trimming
