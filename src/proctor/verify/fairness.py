"""A test is fair when restrictions take the objective from no system that could still have it.

Two questions are asked at a pair of state and history. As the system sees it: can it succeed if
all places that are closed in the present history stay closed for ever? In the test itself: can
it succeed with each history's own closings?
"""

from collections.abc import Iterator
from functools import cached_property

from proctor.artefacts.certificate import Claim
from proctor.budget import Budget
from proctor.verify.claims import many, proved, refuted
from proctor.verify.judged import Judged
from proctor.verify.moves import Blocked, is_wall
from proctor.verify.search import backward, reverse

__all__ = ["Views", "check_fair", "stranded"]


class Views:
    """From which nodes success can be reached: freely, in a view, in the test itself."""

    def __init__(self, judged: Judged, budget: Budget) -> None:
        self.judged = judged
        self._budget = budget
        self._lost: dict[tuple[int, ...], frozenset[int]] = {}

    @cached_property
    def could(self) -> dict[int, int]:
        """Nodes that succeed when nothing is blocked, with the next node on such a way."""
        judged = self.judged
        targets = [node for node, success in enumerate(judged.success) if success]
        return backward(targets, self._before, self._budget)

    @cached_property
    def under_restrictions(self) -> dict[int, int]:
        """Nodes that succeed when every node has its own memory's closings."""
        judged = self.judged
        targets = [node for node in judged.reached if judged.success[node]]
        return backward(targets, reverse(judged.onward), self._budget)

    def lost(self, closed: tuple[int, ...]) -> frozenset[int]:
        """Return which nodes of ``could`` cannot succeed with ``closed`` closed everywhere."""
        known = self._lost.get(closed)
        if known is None:
            blocked = self.judged.product.joined.blocked(closed)
            known = self._lost[closed] = frozenset(self._losers(blocked))
        return known

    def survives(self, node: int) -> bool:
        """Return whether ``node`` succeeds in its own view and under the restrictions."""
        return self.sees_success(node) and node in self.under_restrictions

    def sees_success(self, node: int) -> bool:
        """Return whether ``node`` succeeds with all that is closed there closed for ever."""
        product = self.judged.product
        closed = product.environment.memory.closed[product.memories[node]]
        return node in self.could and node not in self.lost(closed)

    @cached_property
    def _before(self) -> list[list[int]]:
        return reverse(self.judged.product.successors)

    @cached_property
    def _nodes_of(self) -> list[list[int]]:
        nodes: list[list[int]] = [[] for _ in self.judged.product.environment.model.states]
        for node, state in enumerate(self.judged.product.states):
            nodes[state].append(node)
        return nodes

    def _losers(self, blocked: Blocked) -> set[int]:
        # Suspects are all whose known way to success uses a blocked edge; those that find an
        # open edge to somebody who is no suspect are cleared, and then those that rely on them.
        product, could, before = self.judged.product, self.could, self._before
        stack = [
            node
            for state, targets in blocked.items()
            for node in self._nodes_of[state]
            if could.get(node, -1) >= 0 and product.states[could[node]] in targets
        ]
        suspects = set(stack)
        while stack:
            self._budget.spend()
            node = stack.pop()
            relying = [k for k in before[node] if could.get(k) == node and k not in suspects]
            suspects.update(relying)
            stack.extend(relying)
        stack = [
            node
            for node in suspects
            if any(
                k in could and k not in suspects for k in product.open_successors(node, blocked)
            )
        ]
        suspects.difference_update(stack)
        while stack:
            self._budget.spend()
            node = stack.pop()
            state = product.states[node]
            for k in before[node]:
                if k in suspects and state not in blocked.get(product.states[k], ()):
                    suspects.discard(k)
                    stack.append(k)
        return suspects


def stranded(views: Views) -> list[int]:
    """Return the reached nodes that lose success to the restrictions, at the strict reading."""
    return [n for n in views.judged.reached if n in views.could and not views.survives(n)]


def check_fair(views: Views) -> Claim:
    """Return whether the environment keeps what its grade of fairness promises."""
    environment = views.judged.product.environment
    if environment.fairness == "paper":
        return _published(views)
    asked = [node for node in views.judged.reached if node in views.could]
    if environment.fairness == "announced":
        told = views.lost(_walls(views))
        asked = [node for node in asked if node not in told]
    for node in asked:
        if not views.survives(node):
            return refuted("fair", _sentence(views, node))
    return proved(
        "fair", f"{environment.fairness}, {many(len(asked), 'pair')} looked at, 0 lose success"
    )


def _published(views: Views) -> Claim:
    # Constraint (c8) of the flow paper speaks of doors; of walls it asks for a way, no more.
    if views.judged.product.environment.kind == "static":
        return proved("fair", "paper, which asks nothing of walls but one way to success")
    asked = [node for node in _entries(views.judged) if node in views.could]
    for node in asked:
        if not views.sees_success(node):
            return refuted("fair", _sentence(views, node))
    return proved("fair", f"paper, {many(len(asked), 'entry')} looked at, 0 lose success")


def _entries(judged: Judged) -> Iterator[int]:
    product = judged.product
    found = {0}
    for node, successors in enumerate(product.successors):
        memory = product.memories[node]
        found.update(k for k in successors if product.memories[k] != memory)
    yield from sorted(found)


def _walls(views: Views) -> tuple[int, ...]:
    environment = views.judged.product.environment
    closed = environment.memory.closed[environment.memory.start]
    return tuple(place for place in closed if is_wall(environment, place))


def _sentence(views: Views, node: int) -> str:
    judged = views.judged
    place = judged.product.shown(node)
    way = f", reached by {judged.way(node)}," if node in judged.reached else ""
    if views.sees_success(node):
        return f"{place}{way} has no way left to success in the test"
    return f"{place}{way} sees no way to success past what is closed there"
