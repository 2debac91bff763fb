"""What is known of one search: the best solution and bound that hold, whatever a solver says.

Every solution is checked against the program before anybody sees it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil, isfinite
from time import perf_counter
from typing import NoReturn

from proctor.errors import SolverFault
from proctor.solvers.messages import Status
from proctor.solvers.program import Number, Program

__all__ = ["OnProgress", "Search", "Solution"]

# Is told the objective and the bound, and the values where they are new.
OnProgress = Callable[[float | None, float | None, tuple[Number, ...] | None], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """How a search ended.

    Attributes:
        status: ``optimal`` and ``infeasible`` are proved, by the word of the solver;
            ``feasible`` has values, ``unknown`` has none.
        values: one for each variable; whole variables have whole values.
        objective: the objective at ``values``.
        bound: no solution has a smaller objective.
        seconds: from the call to the answer.
        reason: why there is neither optimum nor proof, as a sentence, else empty.
    """

    status: Status
    values: tuple[Number, ...] | None
    objective: Number | None
    bound: float | None
    seconds: float
    reason: str = ""

    def holds(self, literal: int) -> bool:
        """Whether a literal holds; there must be values."""
        assert self.values is not None
        return (self.values[abs(literal) - 1] >= 0.5) == (literal > 0)


class Search:
    """Collects what is told of one program."""

    def __init__(self, program: Program, on_progress: OnProgress | None) -> None:
        self.program = program
        self.values = program.hinted()
        self.objective = None if self.values is None else program.value(self.values)
        self.bound: float | None = None
        self.ended: Solution | None = None
        self._tell = on_progress
        self._begin = perf_counter()

    def take_bound(self, bound: float) -> None:
        """Keep a bound if it says more than the one before."""
        bound = self._rounded(bound)
        if self.objective is not None:
            bound = min(bound, self.objective)
        if isfinite(bound) and (self.bound is None or bound > self.bound):
            self.bound = bound
            if self._tell:
                self._tell(self.objective, self.bound, None)

    def take_values(self, values: Sequence[Number]) -> None:
        """Keep a solution if it is better than the one before, and is one."""
        broken = self.program.check(values)
        if broken is not None:
            self._fault(f"returned a solution that is none: {broken}")
        whole = self.program.whole
        mine = tuple(int(v) if w else v for v, w in zip(values, whole, strict=True))
        objective = self.program.value(mine)
        if self.objective is None or objective < self.objective:
            self.values, self.objective = mine, objective
            if self._tell:
                self._tell(self.objective, self.bound, mine)

    def end(self, status: Status, bound: float | None, reason: str) -> Solution:
        """Return how the search ended, if that agrees with what is known."""
        best = self.objective
        if status == "infeasible" and best is not None:
            self._fault(f"says that there is no solution, but there is one of {best}")
        if status == "optimal" and bound is not None and best is not None:
            if self._rounded(bound) < best - self._doubt(best):
                self._fault(f"says that {bound:g} is the best bound and {best} the optimum")
            self.bound = best
        if bound is not None and status != "infeasible":
            bound = self._rounded(bound)
            if best is not None and bound > best + self._doubt(best):
                self._fault(f"says that nothing is below {bound:g}, but {best} is a solution")
            self.take_bound(bound)
        self.ended = self.so_far(reason, proved=status)
        return self.ended

    def give_up(self, reason: str) -> Solution:
        """Return how the search ended without a word of the solver."""
        self.ended = self.so_far(reason)
        return self.ended

    def begun(self) -> Program:
        """Return the program with the best solution as its hints, for another try."""
        if self.values is None:
            return self.program
        return replace(self.program, hints=tuple(enumerate(self.values)))

    def so_far(self, reason: str, *, proved: Status = "unknown") -> Solution:
        """Return what is known now."""
        status: Status = "unknown" if self.values is None else "feasible"
        closed = self.objective is not None and self.bound is not None
        if closed and self.program.whole_cost and self.bound == self.objective:
            status = "optimal"
        if proved in {"optimal", "infeasible"}:
            status = proved
        return Solution(
            status=status,
            values=self.values,
            objective=self.objective,
            bound=self.bound,
            seconds=perf_counter() - self._begin,
            reason="" if status in {"optimal", "infeasible"} else reason,
        )

    def _rounded(self, bound: float) -> float:
        # Where only whole objectives exist, the next one above is a bound as well.
        if not self.program.whole_cost or not isfinite(bound):
            return bound
        return ceil(bound - 1e-6 * max(1.0, abs(bound)))

    def _doubt(self, best: float) -> float:
        # Whole objectives are compared as they are, others with what rounding does to them.
        return 0.0 if self.program.whole_cost else 1e-4 * max(1.0, abs(best))

    def _fault(self, what: str) -> NoReturn:
        raise SolverFault(
            f"on {self.program.name}, the solver {what}",
            hint="try the other solver; an answer of this one cannot be relied on",
        )
