"""From the best bound on F downwards: solve, learn what the program does not know, solve again.

For each k the solver minimises the count among the choices with k ways. What it returns is
looked at by plain searches; if something is wrong that its program does not say, the program
learns a condition that every valid test keeps, and is solved again. The first k with an answer
that nothing is wrong with is F. Each round excludes the choice that it learned from, and there
are finitely many; what is learned holds in every valid test, so the answer is optimal.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
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

__all__ = ["Approach", "Asked", "Descent", "Solving", "solving_with"]

Cost = tuple[tuple[int, int], ...]  # what is minimised, as (factor, variable)

_LONG: Final = 1e6  # seconds, where nobody set a limit
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
class Asked:
    """One way to ask for a test with k ways, and how long to wait for the answer.

    Attributes:
        approach: what is asked.
        counts: whether the count is minimised, or any test will do.
        linear: how much of the program CP-SAT also sees as a linear one, 0 to 2; ``None``
            leaves it the choice.
        share: the part of the time that may be used,
        seconds: but not more than so much.
    """

    approach: Approach
    counts: bool = True
    linear: int | None = None
    share: float = 1.0
    seconds: float = inf


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

    The questions of ``plan`` are asked one after the other for each k, until one is answered.
    """

    world: World
    grade: Grade
    budget: Budget
    progress: Progress
    result: Result
    solving: Solving
    plan: Sequence[Asked]
    phase: str = ""
    _counts: bool = field(default=True, init=False)  # whether bounds speak of the count
    _bounds: dict[int, int] = field(default_factory=dict, init=False)  # by k
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
        """Go down again and again while time is left: what was learned stays."""
        result = self.result
        while True:
            self._once(result.flow_bound if result.flow_bound is not None else flow_bound)
            seconds = self.budget.seconds
            short = seconds is None or self._left() <= max(_AT_ONCE, seconds / 20)
            if result.complete or result.reason or short:
                break
        if flow_bound == 0:
            result.proved_by = "brute-force"  # there are no ways, and no solver was asked

    def _once(self, flow_bound: int) -> None:
        """Go down from ``flow_bound`` to the first k that has an answer."""
        result = self.result
        is_closed = True  # whether every larger k is proved impossible
        flow = flow_bound
        while flow >= max(1, result.best.flow if result.best else 1):
            self.phase = f"{result.method}: {self.grade} tests with F = {flow}"
            begin, again = perf_counter(), self._is_proved(flow)
            ended, asked = self._at(flow) if not again else ("optimal", self.plan[-1])
            if result.reason:
                return
            if ended == "optimal":
                self._close(is_closed=is_closed)
                if not again:
                    self._polish(asked, flow, perf_counter() - begin)
                return
            if ended == "infeasible" and is_closed:
                result.flow_bound = flow - 1
            elif ended == "open":
                is_closed = False
                if result.best is not None and result.best.flow >= flow:
                    return
            flow -= 1
        self._close(is_closed=is_closed)

    def _is_proved(self, flow: int) -> bool:
        best = self.result.best
        return best is not None and best.flow == flow and self._bounds.get(flow) == best.cost[0]

    def _close(self, *, is_closed: bool) -> None:
        """Write down what is proved: the best choice at its F, or that there is none."""
        best, result = self.result.best, self.result
        if best is not None:
            self._bounds[best.flow] = best.cost[0]
        if is_closed:
            result.complete = True
            result.proved_by = "CP-SAT"
            result.flow_bound = 0 if best is None else best.flow
        result.bound = None if best is None else best.cost[0]
        self.progress(news(self.phase, result))

    def _at(self, flow: int) -> tuple[str, Asked]:
        """Solve for one k; return ``optimal``, ``infeasible`` or ``open``, and who says so."""
        begin = perf_counter()
        best = self.result.best
        is_last = flow == 1 or (best is not None and best.flow >= flow)
        limit = self._left() if is_last else self._left() / 2
        ended, asked = "open", self.plan[-1]
        for asked in self.plan:
            left = begin + limit - perf_counter()
            ended = self._ask(asked, flow, min(left, asked.share * limit, asked.seconds))
            if ended != "open" or self.result.reason:
                break
        return ended, asked

    def _ask(self, asked: Asked, flow: int, seconds: float) -> str:
        """Ask for a choice with ``flow`` ways that is better than the best one known."""
        if seconds <= 0:
            return "open"
        model = asked.approach.model(flow)
        counted = tuple(model.decisions.counted())
        known = self.result.best
        beats = known is not None and known.flow == flow
        if known is not None and beats:
            if not asked.counts:
                return "open"
            model.builder.row(counted, high=known.cost[0] - 1)
        self._counts = asked.counts
        cost = counted if asked.counts else ()
        ended = self._rounds(asked, model, flow, cost, perf_counter() + seconds)
        if ended == "optimal" and not asked.counts:
            return "open"
        return "optimal" if beats and ended == "infeasible" else ended

    def _rounds(self, asked: Asked, model: Model, flow: int, cost: Cost, until: float) -> str:
        """Solve and learn until nothing is wrong, or nothing is left, or the time is over."""
        while True:
            self.budget.spend()
            self.result.steps += 1
            program = replace(model.builder.build(), cost=cost)
            solution = self._solve(program, model, flow, until, asked.linear)
            if solution.status == "infeasible":
                return "infeasible"
            if solution.reason.startswith("the solver failed"):
                self.result.reason = solution.reason
            if solution.values is None:
                return "open"
            closed = model.decisions.closed(solution.values)
            choice = self._offer(closed)
            is_wrong = asked.approach.learn(model, closed, flow)
            if solution.status == "optimal" and not is_wrong:
                if choice is None or choice.flow < flow:
                    raise SolverFault("what the solver calls a test is none")
                return "optimal"
            if not is_wrong or self.result.reason or perf_counter() >= until:
                return "open"

    def _polish(self, asked: Asked, flow: int, seconds: float) -> None:
        """Look for a choice with the same count that wins the ties; nothing rests on it.

        That may take a quarter of the ``seconds`` that the proof took.
        """
        best = self.result.best
        if best is None or not best.closed:
            return
        until = perf_counter() + min(max(_AT_ONCE, seconds / 4), self._left() / 5)
        model = asked.approach.model(flow)
        ties = tuple(model.decisions.ties())
        model.builder.row(model.decisions.counted(), high=best.cost[0])
        for unit, variable in model.decisions.unit.items():
            model.builder.hint(variable, int(unit in best.closed))
        self._counts = False
        self.phase = f"{self.result.method}: the fewest closings among equally good tests"
        with suppress(BudgetExceeded, SolverFault):
            self._rounds(asked, model, flow, ties, until)
        self.result.reason = ""

    def _solve(
        self, program: Program, model: Model, flow: int, until: float, linear: int | None
    ) -> Solution:
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
                linearization=linear,
                on_progress=hear,
            )
        except (KeyboardInterrupt, BudgetExceeded):
            if solver.last is not None and solver.last.values is not None:
                self._offer(model.decisions.closed(solver.last.values))
            raise
        self._tell(flow, solution.bound)
        return solution

    def _tell(self, flow: int, bound: float | None) -> None:
        """Keep a bound on the count at its k, and tell the one that belongs to the answer."""
        best = self.result.best
        if bound is not None and self._counts:
            proved = max(0, ceil(bound - 1e-6), self._bounds.get(flow, 0))
            beats = best is not None and best.flow == flow
            self._bounds[flow] = min(proved, best.cost[0]) if best and beats else proved
        self.result.bound = self._bounds.get(best.flow) if best is not None else None
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
