"""An environment is re-proved from its own data: no automaton and no search is believed."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from proctor.artefacts.certificate import Certificate, Claim
from proctor.artefacts.environment import Environment
from proctor.budget import Budget
from proctor.errors import BudgetExceeded, InputError
from proctor.verify.claims import TEXTS, refuted, trusted, unproved
from proctor.verify.counts import check_counts
from proctor.verify.fairness import Views, check_fair
from proctor.verify.harness import check_harness, check_rules, check_walls
from proctor.verify.history import check_history
from proctor.verify.judged import Judged
from proctor.verify.marks import check_marks
from proctor.verify.objectives import check_permanent, check_terminal
from proctor.verify.optimum import check_best
from proctor.verify.table import check_memory
from proctor.verify.ways import check_flow, check_no_bypass, check_possible

__all__ = ["check_environment"]

T = TypeVar("T")


def check_environment(environment: Environment, *, budget: Budget | None = None) -> Certificate:
    """Return what is proved and what is refuted of all that ``environment`` claims.

    Every pair of a model state and a memory state is searched again, and what remains of both
    objectives is followed letter by letter. A bad artefact is no exception but a refuted claim,
    whose reason names the place. When ``budget`` runs out, what was not decided by then is
    ``unproved``. A claim that would stand on a refuted one is not looked at: ``unproved`` too.

    Time grows with the edges of the product, plus, for each distinct set of closed places, the
    part of the product that needs those places to be open.
    """
    found = {claim.key: claim for claim in _claims(environment, budget or Budget())}
    first = next((c.key for c in found.values() if c.status in {"refuted", "unproved"}), "")
    return Certificate(
        claims=tuple(
            found.get(key) or unproved(key, f'not looked at, because "{first}" does not hold')
            for key in TEXTS
            if key not in _not_claimed(environment)
        )
    )


def _claims(environment: Environment, budget: Budget) -> Iterator[Claim]:
    yield trusted("model", "no problem file was given")
    harness = _decided("harness", lambda: check_harness(environment))
    yield harness
    if harness.status != "proved":
        return
    claim, product = _with_result("memory", lambda: check_memory(environment, budget))
    yield claim
    if product is None:
        return
    yield check_rules(product)
    yield check_walls(product)
    paper = environment.conventions == "paper"
    if not paper:
        yield check_terminal(environment)
    key, check = ("marks", check_marks) if paper else ("history", check_history)
    claim, judged = _with_result(key, lambda: check(product, budget))
    yield claim
    if judged is not None:
        yield from _claims_on_success(judged, budget)


def _claims_on_success(judged: Judged, budget: Budget) -> Iterator[Claim]:
    views = Views(judged, budget)
    yield _decided("no-bypass", lambda: check_no_bypass(judged, budget))
    yield _decided("possible", lambda: check_possible(judged))
    yield _decided("fair", lambda: check_fair(views))
    yield _decided("flow", lambda: check_flow(judged, budget))
    yield _decided("counts", lambda: check_counts(views))
    yield _decided("permanent", lambda: check_permanent(judged))
    if judged.product.environment.proved_by != "none":
        yield _decided("best", lambda: check_best(judged, budget))


def _decided(key: str, check: Callable[[], Claim]) -> Claim:
    return _with_result(key, lambda: (check(), None))[0]


def _with_result(
    key: str, check: Callable[[], tuple[Claim, T | None]]
) -> tuple[Claim, T | None]:
    # What a check raises is an answer about its claim: a limit came first, or bad input.
    try:
        return check()
    except BudgetExceeded as limit:
        return unproved(key, limit.message), None
    except InputError as error:
        return refuted(key, error.message), None


def _not_claimed(environment: Environment) -> tuple[str, ...]:
    # Marks stand for histories in ``paper``, and ways need not end in a terminal state there.
    paper = environment.conventions == "paper"
    left_out = ("history", "terminal") if paper else ("marks",)
    return left_out if environment.proved_by != "none" else (*left_out, "best")
