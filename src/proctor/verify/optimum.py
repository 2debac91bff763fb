"""No better test exists: every choice of closings that could matter is tried again.

Better means a larger F, or the same F with a smaller count, at the same grade of fairness. The
search starts with nothing closed and branches on what is wrong, as `wrongs` says; it stops
where F has become too small, or where what is closed, and what ways around that share no
place must still cost, is as much as the test in hand costs.
"""

from itertools import pairwise
from typing import Final

from proctor.artefacts.certificate import Claim
from proctor.budget import Budget
from proctor.errors import BudgetExceeded
from proctor.verify.choices import Choices, Decision, Edge, choices
from proctor.verify.claims import many, proved, refuted, trusted
from proctor.verify.judged import Judged
from proctor.verify.search import forward, way_to
from proctor.verify.wrongs import remedies

__all__ = ["WORK", "check_best"]

WORK: Final = 400_000  # nodes looked at before the claim is left to whoever makes it

Closed = frozenset[Decision]


def check_best(judged: Judged, budget: Budget) -> Claim:
    """Return whether no environment of this grade has a larger F, or blocks less at this F.

    Proved for small problems only; else it is trusted, to whoever the artefact names.
    """
    environment = judged.product.environment
    options = choices(judged)
    work = Budget(steps=min(WORK, budget.steps or WORK))
    stack: list[tuple[Closed, Closed]] = [(frozenset(), frozenset())]
    tried = 0
    count = environment.cuts if environment.count == "edges" else environment.obstacles
    try:
        while stack:
            closed, kept = stack.pop()
            tried += 1
            if _no_better(options, closed, count, work):
                continue
            mend = remedies(options, closed, kept, work)
            if mend is None:
                return refuted("best", _better(options, closed, work))
            branches = []
            for decision in sorted(mend):
                branches.append((closed | {decision}, kept))
                kept |= {decision}
            stack.extend(reversed(branches))
    except BudgetExceeded:
        return trusted("best", f"{environment.proved_by} says so; too large to try again here")
    return proved("best", f"{many(tried, 'choice')} of closings tried, 0 are better")


def _no_better(options: Choices, closed: Closed, count: int, work: Budget) -> bool:
    """Return whether no superset of ``closed`` can be better than the test in hand."""
    environment = options.judged.product.environment
    blocked = options.blocked(closed)
    flow = _flow(options, blocked, environment.flow + 1, work)
    if flow != environment.flow:
        return flow < environment.flow
    left = count - options.count(closed)
    return left <= 0 or _still_to_pay(options, closed, blocked, left, work) >= left


def _flow(options: Choices, blocked: set[Edge], enough: int, work: Budget) -> int:
    """Return how many edge-disjoint ways lead to success, but at most ``enough``."""
    used: set[Edge] = set()
    into: dict[int, set[int]] = {}

    def residual(node: int) -> list[int]:
        forwards = [
            k for k in options.onward(node, blocked) if (node, k) not in used and k != 0
        ]
        return forwards + [k for k in into.get(node, ()) if (k, node) in used]

    for flow in range(enough):
        found = forward(0, residual, work)
        end = next((n for n in found if options.judged.success[n]), None)
        if end in (None, 0):
            return flow
        assert end is not None
        way = way_to(end, found)
        for one, two in pairwise(way):
            if (two, one) in used and one in into and two in into[one]:
                used.discard((two, one))
                into[one].discard(two)
            else:
                used.add((one, two))
                into.setdefault(two, set()).add(one)
    return enough


def _still_to_pay(
    options: Choices, closed: Closed, blocked: set[Edge], enough: int, work: Budget
) -> int:
    """Return what closing ways around that share no place costs at least."""
    judged, total = options.judged, 0
    charged: set[int] = set()
    gone = set(blocked)
    paper = judged.product.environment.conventions == "paper"
    while total < enough:
        found = forward(
            0,
            lambda n: [
                k
                for k in options.onward(n, gone)  # noqa: B023 - used at once, in this round
                if not (paper and judged.shown[k] and not judged.success[k])
            ],
            work,
        )
        if paper and judged.shown[0] and not judged.success[0]:
            return total
        ends = (n for n in found if judged.success[n] and (paper or not judged.shown[n]))
        end = next(ends, None)
        if end is None:
            return total
        way = way_to(end, found)
        edges = list(pairwise(way))
        needed = {d for edge in edges for d in options.needed.get(edge, ())} - closed
        if not needed:
            return enough  # this way around can never be closed
        total += min(options.price(decision, closed) for decision in needed)
        charged |= {place for place, _ in needed}
        gone |= {e for e, places in options.places.items() if places & charged}
    return total


def _better(options: Choices, closed: Closed, work: Budget) -> str:
    environment = options.judged.product.environment
    flow = _flow(options, options.blocked(closed), 1000, work)
    names = sorted({environment.harness.places[place].name for place, _ in closed})
    return f"closing {names} gives F = {flow} with a count of {options.count(closed)}"
