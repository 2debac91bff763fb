"""Where a run is a success, where the test objective is shown, and where it still may go."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from proctor.budget import Budget
from proctor.verify.product import Product
from proctor.verify.search import forward, way_to

__all__ = ["Judged", "judge"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The product with its successes, and the part of it that the restrictions leave.

    Attributes:
        product: every pair of a state and a memory that can come about if nothing is blocked.
        success: for each node whether a way ends there in success.
        shown: for each node whether the test objective is true by then.
        onward: for each node where it may go under the restrictions; nowhere from a success.
        reached: the nodes that the start reaches so, each with the node it was found from.
    """

    product: Product
    success: Sequence[bool]
    shown: Sequence[bool]
    onward: Sequence[Sequence[int]]
    reached: Mapping[int, int]

    def way(self, node: int) -> str:
        """Return a shortest way to a reached node, as it stands in a sentence."""
        return self.product.shown_way(way_to(node, self.reached))


def judge(
    product: Product, success: Sequence[bool], shown: Sequence[bool], budget: Budget
) -> Judged:
    """Return ``product`` judged: what the restrictions leave, up to the first success."""
    blocked = [product.blocked[memory] for memory in product.memories]
    onward = [
        () if success[node] else product.open_successors(node, blocked[node])
        for node in range(len(product.states))
    ]
    return Judged(
        product=product,
        success=success,
        shown=shown,
        onward=onward,
        reached=forward(0, onward.__getitem__, budget),
    )
