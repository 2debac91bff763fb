"""The verb `route`: asks a method for one grade of fairness after the other, and certifies."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from proctor.artefacts.certificate import Certificate
from proctor.artefacts.environment import Environment, Grade
from proctor.artefacts.outcome import Conflict, Found, Infeasible, Outcome, Stats, Undecided
from proctor.automata.by_spot.translate import available
from proctor.budget import Budget
from proctor.engines.route.answer import certified, make_environment
from proctor.engines.route.conflicts import conflict_of
from proctor.engines.route.methods import MethodName, method_called
from proctor.engines.route.reasons import grade_fails
from proctor.engines.route.relaxing import blamed
from proctor.engines.route.result import Choice, Method, Result, flow_of
from proctor.engines.route.violations import first_violation
from proctor.engines.route.world import World, make_world
from proctor.errors import BudgetExceeded, CheckFailed, ProctorError
from proctor.models.problem import Problem
from proctor.models.product import Product, build_product
from proctor.models.prospects import hopeless, shows_anyway
from proctor.progress import Event, Progress, silent

__all__ = ["route"]

GRADES: Final[tuple[Grade, ...]] = ("strict", "announced", "paper")
_SHARE: Final = 0.4  # of the time left, for a grade that is not the last


def route(
    problem: Problem,
    *,
    method: MethodName = "auto",
    budget: Budget | None = None,
    seed: int = 0,
    progress: Progress = silent,
) -> Outcome[Environment]:
    """Find where walls and doors must stand, so that every way to success shows the behaviour.

    The answer is lexicographically best: first the grade of fairness (under ``fairest``), then
    the number F of edge-disjoint ways, then what is blocked. It has been checked by code that
    cannot see how it was found.
    """
    solve = method_called(method)
    limit = budget or Budget()
    progress(Event(phase="building the product graph"))
    product = build_product(problem)
    reason = hopeless(product)
    if reason is not None:
        stats = Stats(seconds=limit.elapsed, method="product", proved_by="brute-force")
        return Infeasible(reason, stats)
    return Attempt(make_world(product), solve, limit, seed, progress).by_grades()


@dataclass(slots=True)
class Attempt:
    """One call of `route` on one world."""

    world: World
    solve: Method
    budget: Budget
    seed: int
    progress: Progress
    conflicts: tuple[Conflict, ...] = ()

    def by_grades(self) -> Outcome[Environment]:
        """Return the answer for the fairest grade that has one."""
        grades = asked(self.world.product.problem)
        stricter: list[tuple[str, str, str]] = []
        last = Result(method="")
        for position, grade in enumerate(grades):
            last = self.one(grade, is_last=position == len(grades) - 1)
            if last.best is not None and not (last.complete or last.interrupted):
                last = self._longer(grade, last)
            if last.best is not None:
                looser = self._looser(grades[position + 1 :], last)
                return self.answer(grade, last, last.best, tuple(stricter), looser)
            if last.interrupted:
                raise KeyboardInterrupt
            if last.complete:
                conflict = conflict_of(self.world, grade, last, self.budget)
                self.conflicts += (conflict,) if conflict else ()
            stricter.append((grade, *_verdict(self.world, last, grade)))
        stats = replace(self._stats(last), stricter=tuple(stricter))
        if all(state == "impossible" for _, state, _ in stricter):
            return Infeasible(self._blaming(stricter[-1][2]), stats)
        return Undecided(next(why for _, state, why in stricter if state == "open"), stats)

    def _blaming(self, reason: str) -> str:
        """Return the reason, and the fewest demands of the harness that are to blame."""
        budget = self.budget.part(_SHARE)
        left = 10.0 if budget.left is None else min(budget.left, 10.0)
        try:
            found = blamed(self.world.product.problem, self.solve, Budget(seconds=left))
        except (BudgetExceeded, KeyboardInterrupt):
            return reason
        return f"{reason}. A test exists without {' and '.join(found)}" if found else reason

    def one(self, grade: Grade, *, is_last: bool) -> Result:
        """Return what the method finds for one grade; an early one leaves time for the rest."""
        self.progress(Event(phase=f"looking for a test of grade {grade}"))
        budget = self.budget if is_last else self.budget.part(_SHARE)
        return self.solve(self.world, grade, budget, self.progress, None)

    def _longer(self, grade: Grade, found: Result) -> Result:
        """Return what the rest of the time makes of a test that is not proved to be best."""
        if self.budget.left is not None and self.budget.left < 1.0:
            return found
        try:
            again = self.solve(self.world, grade, self.budget, self.progress, found.best)
        except (KeyboardInterrupt, ProctorError):
            return found  # a test in hand is not lost to what comes after it
        again.found_at = found.found_at + again.found_at
        bounds = [r.flow_bound for r in (found, again) if r.flow_bound is not None]
        again.flow_bound = min(bounds, default=None)
        return again

    def answer(
        self,
        grade: Grade,
        found: Result,
        best: Choice,
        stricter: tuple[tuple[str, str, str], ...] = (),
        looser: tuple[tuple[str, int, int], ...] = (),
    ) -> Found[Environment]:
        """Return a choice as an environment with its certificate; a refuted one is our bug."""
        proved_by = found.proved_by if found.complete else "none"
        environment = make_environment(
            self.world, best, grade, seed=self.seed, proved_by=proved_by
        )
        certificate = certified(environment)
        if certificate.verdict == "refuted":
            lies = "; ".join(c.reason for c in certificate.claims if c.status == "refuted")
            raise CheckFailed(f"the checker refuted an answer of our own: {lies}")
        count = best.cost[0]
        bound = count if found.complete else found.bound
        stats = replace(
            self._stats(found),
            seconds_first=found.found_at[0] if found.found_at else None,
            optimal=found.complete,
            proved_by=_prover(proved_by, certificate),
            flow_bound=self._flow_bound(found, best),
            bound=bound,
            gap=_gap(count, bound),
            stricter=stricter,
            looser=looser,
            warnings=_warnings(self.world.product),
        )
        return Found(environment, certificate, stats)

    def _looser(
        self, grades: Sequence[Grade], found: Result
    ) -> tuple[tuple[str, int, int], ...]:
        """Return what the next looser grade would allow, when that is proved and better."""
        if not grades or found.best is None or not found.complete or found.interrupted:
            return ()
        budget = self.budget.part(_SHARE)
        nothing: frozenset[int] = frozenset()
        wrong = first_violation(self.world, found.best.closed, nothing, grades[0])
        known = found.best if wrong is None else None
        try:
            other = self.solve(self.world, grades[0], budget, self.progress, known)
        except (KeyboardInterrupt, ProctorError):
            return ()
        if not other.complete or other.best is None:
            return ()
        mine = (-found.best.flow, found.best.cost[0])
        theirs = (-other.best.flow, other.best.cost[0])
        return ((grades[0], other.best.flow, other.best.cost[0]),) if theirs < mine else ()

    def _flow_bound(self, found: Result, best: Choice) -> int:
        if found.complete:
            return best.flow
        free = flow_of(self.world, frozenset())
        return free if found.flow_bound is None else min(free, found.flow_bound)

    def _stats(self, found: Result) -> Stats:
        return Stats(
            seconds=self.budget.elapsed,
            method=found.method,
            steps=found.steps,
            proved_by=found.proved_by,
            conflicts=self.conflicts,
        )


def _gap(count: int, bound: int | None) -> float | None:
    if bound is None:
        return None
    return (count - bound) / count if count else 0.0


def asked(problem: Problem) -> tuple[Grade, ...]:
    """Return the grades to try, the strictest first.

    Doors are never announced; and where there are only walls, ``paper`` asks what
    ``announced`` does.
    """
    if problem.asked != "fairest":
        return (problem.asked,)
    same = {"reactive": "announced", "static": "paper"}.get(problem.kind)
    return tuple(grade for grade in GRADES if grade != same)


def _verdict(world: World, found: Result, grade: Grade) -> tuple[str, str]:
    """Return whether a grade without an answer is impossible or open, and why."""
    if found.complete:
        return "impossible", grade_fails(world, found, grade)
    return "open", found.reason or "the limit came before any test was found"


def _prover(said: str, certificate: Certificate) -> str:
    """Return who proved that nothing is better: the checker, if it could do it again."""
    proved = {claim.key for claim in certificate.claims if claim.status == "proved"}
    return "bound-rechecked" if "best" in proved else said


def _warnings(product: Product) -> tuple[str, ...]:
    found: list[str] = []
    if shows_anyway(product):
        found.append(
            "every way to success shows the test objective anyway, "
            "so nothing needs to be blocked"
        )
    if not available():
        found.append(
            "Spot is missing here: the finder used progression, as the checker does, "
            "so on the meaning of the formulas they are not independent"
        )
    return tuple(found)
