"""The verb `route`: choose a method, ask it for the grades of fairness, certify its answer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from proctor.artefacts.certificate import Certificate
from proctor.artefacts.environment import Environment, Grade
from proctor.artefacts.outcome import Found, Infeasible, Outcome, Stats, Undecided
from proctor.automata.by_spot.translate import available
from proctor.budget import Budget
from proctor.engines.route.answer import certified, make_environment
from proctor.engines.route.enumerate import MAX_UNITS, enumerated
from proctor.engines.route.reasons import grade_fails
from proctor.engines.route.result import Choice, Result, flow_of
from proctor.engines.route.world import World, make_world
from proctor.errors import CheckFailed, InputError, did_you_mean, shown
from proctor.models.problem import Problem
from proctor.models.product import Product, build_product
from proctor.models.prospects import hopeless
from proctor.progress import Event, Progress, silent

__all__ = ["Method", "route"]

Method = Literal["auto", "enumerate"]
GRADES: Final[tuple[Grade, ...]] = ("strict", "announced", "paper")


def route(
    problem: Problem,
    *,
    method: Method = "auto",
    budget: Budget | None = None,
    seed: int = 0,
    progress: Progress = silent,
) -> Outcome[Environment]:
    """Find where walls and doors must stand, so that every way to success shows the behaviour.

    The answer is lexicographically best: first the grade of fairness (under ``fairest``), then
    the number F of edge-disjoint ways, then what is blocked. It has been checked by code that
    cannot see how it was found.
    """
    if method not in get_args(Method):
        raise InputError(
            f"the method {shown(method)} is not known",
            hint=did_you_mean(method, get_args(Method)),
        )
    limit = budget or Budget()
    progress(Event(phase="building the product graph"))
    product = build_product(problem)
    reason = hopeless(product)
    if reason is not None:
        return Infeasible(reason, _stats(limit, proved_by="brute-force"))
    world = make_world(product)
    if len(world.units) > MAX_UNITS:
        return Undecided(_too_many(world), _stats(limit))
    return _Attempt(world, limit, seed, progress).by_grades(_asked(problem))


@dataclass(slots=True)
class _Attempt:
    """One call of `route` on one world."""

    world: World
    budget: Budget
    seed: int
    progress: Progress

    def by_grades(self, grades: Sequence[Grade]) -> Outcome[Environment]:
        """Return the answer for the first of ``grades`` that has one."""
        stricter: list[tuple[str, str, str]] = []
        for position, grade in enumerate(grades):
            self.progress(Event(phase=f"looking for a {grade} test"))
            found = enumerated(self.world, grade, self.budget, self.progress)
            if found.interrupted and found.best is None:
                raise KeyboardInterrupt
            if found.best is not None:
                looser = self._looser(grades[position + 1 :], found)
                return self._answer(grade, found, found.best, tuple(stricter), looser)
            if found.complete:
                stricter.append((grade, "impossible", grade_fails(self.world, found, grade)))
            else:
                stricter.append((grade, "open", "the limit came first"))
        stats = replace(_stats(self.budget), stricter=tuple(stricter))
        if all(state == "impossible" for _, state, _ in stricter):
            return Infeasible(stricter[-1][2], replace(stats, proved_by="brute-force"))
        return Undecided("the limit came before any test was found", stats)

    def _looser(
        self, grades: Sequence[Grade], found: Result
    ) -> tuple[tuple[str, int, int], ...]:
        """Return what the next looser grade would allow, when that is proved and better."""
        if not grades or found.best is None or not found.complete:
            return ()
        other = enumerated(self.world, grades[0], self.budget, self.progress)
        if not other.complete or other.best is None:
            return ()
        mine = (-found.best.flow, found.best.cost)
        theirs = (-other.best.flow, other.best.cost)
        return ((grades[0], other.best.flow, other.best.cost[0]),) if theirs < mine else ()

    def _answer(
        self,
        grade: Grade,
        found: Result,
        best: Choice,
        stricter: tuple[tuple[str, str, str], ...],
        looser: tuple[tuple[str, int, int], ...],
    ) -> Outcome[Environment]:
        environment = make_environment(
            self.world, best, grade, seed=self.seed, proved_by=found.proved_by
        )
        certificate = certified(environment)
        if certificate.verdict == "refuted":
            lies = "; ".join(c.reason for c in certificate.claims if c.status == "refuted")
            raise CheckFailed(f"the checker refuted an answer of our own: {lies}")
        count, bound = best.cost[0], best.cost[0] if found.complete else 0
        stats = replace(
            _stats(self.budget),
            seconds_first=found.found_at[0],
            optimal=found.complete,
            proved_by=_prover(found, certificate),
            flow_bound=best.flow if found.complete else flow_of(self.world, frozenset()),
            bound=bound,
            gap=(count - bound) / count if count else 0.0,
            stricter=stricter,
            looser=looser,
            warnings=_warnings(self.world.product),
        )
        return Found(environment, certificate, stats)


def _asked(problem: Problem) -> tuple[Grade, ...]:
    """Return the grades to try, the strictest first; doors are never announced."""
    if problem.asked != "fairest":
        return (problem.asked,)
    return tuple(g for g in GRADES if g != "announced" or problem.kind != "reactive")


def _prover(found: Result, certificate: Certificate) -> str:
    """Return who proved that nothing is better: the checker, if it could do it again."""
    proved = {claim.key for claim in certificate.claims if claim.status == "proved"}
    return "bound-rechecked" if "best" in proved else found.proved_by


def _stats(budget: Budget, *, proved_by: str = "none") -> Stats:
    return Stats(
        seconds=budget.elapsed, method="enumerate", steps=budget.used, proved_by=proved_by
    )


def _too_many(world: World) -> str:
    return (
        f"this problem has {len(world.units)} possible closings; "
        f"the enumeration is exact but only for {MAX_UNITS} or fewer. "
        "Restrict the harness to the places that matter"
    )


def _warnings(product: Product) -> tuple[str, ...]:
    found: list[str] = []
    if product.shown[product.start]:
        found.append("the test objective is true at the start, so nothing needs to be blocked")
    if not available():
        found.append(
            "Spot is missing here: the finder used progression, as the checker does, "
            "so on the meaning of the formulas they are not independent"
        )
    return tuple(found)
