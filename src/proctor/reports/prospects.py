"""Where a walk through a test can still go: to success, or nowhere any more."""

from collections.abc import Mapping
from dataclasses import dataclass

from proctor.artefacts.certificate import Claim
from proctor.artefacts.environment import Environment, Step
from proctor.budget import Budget
from proctor.errors import InputError
from proctor.verify.history import check_history
from proctor.verify.judged import Judged
from proctor.verify.marks import check_marks
from proctor.verify.search import backward, reverse
from proctor.verify.table import check_memory

__all__ = ["Prospects", "judged_product", "prospects"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospects:
    """For each pair of a state and a memory, what is still possible from there.

    Attributes:
        judged: the product with its successes.
        hopeful: nodes from which success can be reached if nothing more were blocked.
        onward: nodes from which the test itself leaves a way, each with the next node on a
            shortest one.
    """

    judged: Judged
    hopeful: frozenset[int]
    onward: Mapping[int, int]

    def is_lost(self, step: Step) -> bool:
        """Whether success is out of reach, even if nothing were blocked from here on."""
        return self.judged.product.find(step) not in self.hopeful

    def is_open(self, step: Step) -> bool:
        """Whether the test leaves a way to success from here."""
        return self.judged.product.find(step) in self.onward

    def next_as_seen(self, step: Step) -> tuple[Step, ...]:
        """Return the first steps of all shortest ways past what is closed at this moment.

        That is how a system plans that does not know what will close or open later.
        """
        node = self._node(step)
        if node is None:
            return ()
        product, success = self.judged.product, self.judged.success
        held = product.blocked[product.memories[node]]
        # For each node that was found, the first steps of the shortest ways to it.
        level = {k: {k} for k in product.open_successors(node, held) if k != node}
        found = {node, *level}
        while level and not any(success[k] for k in level):
            following: dict[int, set[int]] = {}
            for one, first in level.items():
                for k in product.open_successors(one, held):
                    if k not in found:
                        following.setdefault(k, set()).update(first)
            found.update(following)
            level = following
        chosen = {k for end, first in level.items() if success[end] for k in first}
        return tuple(product.step(k) for k in sorted(chosen))

    def next_for_sure(self, step: Step) -> Step | None:
        """Return the first step of a shortest way that the test really leaves open."""
        node = self._node(step)
        after = -1 if node is None else self.onward.get(node, -1)
        return None if after < 0 else self.judged.product.step(after)

    def _node(self, step: Step) -> int | None:
        return self.judged.product.find(step)


def prospects(environment: Environment, *, budget: Budget | None = None) -> Prospects:
    """Return where every walk through ``environment`` can still go.

    Raises:
        InputError: if the tester's memory does not fit its objectives.
        BudgetExceeded: if the test is too large for ``budget``.
    """
    limit = budget or Budget()
    judged = judged_product(environment, limit)
    ends = [node for node, good in enumerate(judged.success) if good]
    # A run is over where it succeeds; before that, anything might have been open.
    free = [
        () if judged.success[node] else after
        for node, after in enumerate(judged.product.successors)
    ]
    return Prospects(
        judged=judged,
        hopeful=frozenset(backward(ends, reverse(free), limit)),
        onward=backward(ends, reverse(judged.onward), limit),
    )


def judged_product(environment: Environment, budget: Budget) -> Judged:
    """Return every pair of a state and a memory, and where the run may end with success."""
    claim, product = check_memory(environment, budget)
    if product is None:
        raise _not_followed(claim)
    judge = check_marks if environment.conventions == "paper" else check_history
    claim, judged = judge(product, budget)
    if judged is None:
        raise _not_followed(claim)
    return judged


def _not_followed(claim: Claim) -> InputError:
    return InputError(
        f"this test cannot be followed, because its memory is wrong: {claim.reason}",
        hint="see `proctor check` for all that is wrong with it",
    )
