"""What is wrong with a choice of closings, and which further closings could mend it.

Any valid choice that closes at least the given decisions closes one of the remedies as well:

* A way around must lose an edge.
* A pair that lost success stays lost under more closings as long as it is reached, so a way to
  it must lose an edge; where announced walls excuse, its way onward may be closed by walls.
* A rule ``implies`` says what is missing. The other rules cannot be mended by closing more.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from proctor.budget import Budget
from proctor.verify.choices import Choices, Decision, Edge
from proctor.verify.search import backward, forward, reverse, way_to

__all__ = ["remedies"]

Closed = frozenset[Decision]


def remedies(choices: Choices, closed: Closed, kept: Closed, budget: Budget) -> Closed | None:
    """Return what could mend the first thing that is wrong, or ``None`` if nothing is.

    ``kept`` are the decisions that stay open. An empty set means that nothing helps.
    """
    missing = _rules(choices, closed, kept)
    if missing is not None:
        return missing
    blocked = choices.blocked(closed)
    around = _bypass(choices, blocked, budget)
    if around is not None:
        return _cutting(choices, around, closed, kept)
    return _unfair(choices, closed, kept, blocked, budget)


def _rules(choices: Choices, closed: Closed, kept: Closed) -> Closed | None:
    product = choices.judged.product
    for memory in product.memories_met():
        shut = {place for place, when in closed if when in (-1, memory)}
        for rule in product.environment.harness.rules:
            first, second = shut.intersection(rule.first), shut.intersection(rule.second)
            if rule.kind == "at_most" and len(first) > rule.limit:
                return frozenset()
            if rule.kind == "never_both" and any(p != q for p in first for q in second):
                return frozenset()
            if rule.kind == "implies" and first and not shut.issuperset(rule.second):
                place = min(set(rule.second) - shut)
                wanted = {(place, -1), (place, memory)} & choices.edges.keys()
                return frozenset(wanted - kept)
    return None


def _bypass(choices: Choices, blocked: set[Edge], budget: Budget) -> list[int] | None:
    judged = choices.judged
    if judged.product.environment.conventions == "paper":
        barrier = [t and not s for t, s in zip(judged.shown, judged.success, strict=True)]
        if barrier[0]:
            return None
        found = forward(
            0, lambda n: [k for k in choices.onward(n, blocked) if not barrier[k]], budget
        )
        ends = [node for node in found if judged.success[node]]
    else:
        found = forward(0, lambda n: choices.onward(n, blocked), budget)
        ends = [node for node in found if judged.success[node] and not judged.shown[node]]
    return way_to(ends[0], found) if ends else None


def _unfair(
    choices: Choices, closed: Closed, kept: Closed, blocked: set[Edge], budget: Budget
) -> Closed | None:
    judged = choices.judged
    environment = judged.product.environment
    if environment.fairness == "paper":
        return _unfair_entry(choices, closed, budget)
    found = forward(0, lambda n: choices.onward(n, blocked), budget)
    excused: set[Edge] = set()
    if environment.fairness == "announced":
        excused = choices.blocked(d for d in closed if d[1] == -1)
    could = _succeeding(choices, excused, budget)
    in_test = _succeeding(choices, blocked, budget)
    seen = {
        memory: _succeeding(choices, choices.blocked_as_seen(closed, memory), budget)
        for memory in {judged.product.memories[node] for node in found}
    }
    for node in found:
        memory = judged.product.memories[node]
        if node in could and not (node in in_test and node in seen[memory]):
            mend = _cutting(choices, way_to(node, found), closed, kept)
            if environment.fairness == "announced":
                onward = _following(node, could)
                mend |= {d for d in _cutting(choices, onward, closed, kept) if d[1] == -1}
            return mend
    return None


def _unfair_entry(choices: Choices, closed: Closed, budget: Budget) -> Closed | None:
    """(c8) speaks of doors; entries do not depend on what is closed, so nothing mends it."""
    product = choices.judged.product
    if product.environment.kind == "static":
        return None
    entries = {0} | {
        after
        for node, successors in enumerate(product.successors)
        for after in successors
        if product.memories[after] != product.memories[node]
    }
    could = _succeeding(choices, set(), budget)
    for memory in product.memories_met():
        seen = _succeeding(choices, choices.blocked_as_seen(closed, memory), budget)
        for node in entries:
            if product.memories[node] == memory and node in could and node not in seen:
                return frozenset()
    return None


def _succeeding(choices: Choices, blocked: set[Edge], budget: Budget) -> dict[int, int]:
    """Return the nodes that reach success, each with the next node on a way there."""
    successors = [list(choices.onward(n, blocked)) for n in range(_size(choices))]
    targets = [node for node, success in enumerate(choices.judged.success) if success]
    return backward(targets, reverse(successors), budget)


def _size(choices: Choices) -> int:
    return len(choices.judged.product.states)


def _following(node: int, onward: dict[int, int]) -> Sequence[int]:
    way = [node]
    while onward[way[-1]] >= 0:
        way.append(onward[way[-1]])
    return way


def _cutting(choices: Choices, way: Iterable[int], closed: Closed, kept: Closed) -> Closed:
    """Return the open decisions that help to block some edge of a way."""
    found: set[Decision] = set()
    for edge in pairwise(way):
        needed = choices.needed.get(edge, frozenset())
        if needed.isdisjoint(kept):
            found |= needed - closed
    return frozenset(found)
