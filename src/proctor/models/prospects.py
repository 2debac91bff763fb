"""Whether a test can exist at all, whatever is blocked: what the product graph alone says."""

import numpy as np

from proctor.graphs.reach import can_reach, reachable
from proctor.models.product import Product

__all__ = ["closings", "hopeless", "shows_anyway"]


def shows_anyway(product: Product) -> bool:
    """Return whether every way to success shows the test objective with nothing blocked."""
    if product.problem.conventions == "paper":
        start = np.array([product.start])
        if product.intermediate[product.start]:
            return True
        open_edges = ~product.intermediate[product.graph.heads]
        seen = reachable(product.graph, start, open_edges=open_edges, stop=product.target)
        return not bool((seen & product.target).any())
    seen = reachable(product.graph, np.array([product.start]), stop=product.target)
    return not bool((seen & product.target & ~product.shown).any())


def closings(product: Product) -> int:
    """Return how many closings are possible: walls, and doors in each of their histories."""
    places = product.problem.places
    walls = places.walls.tolist()
    of_pair = product.pairs.places(places.of)
    used = np.unique(np.stack([product.pair, product.history[product.graph.tails]]), axis=1)
    found = {
        (place, -1 if walls[place] else history)
        for pair, history in used.T.tolist()
        for place in of_pair[pair]
    }
    return len(found)


def hopeless(product: Product) -> str | None:
    """Return why no test can exist whatever is blocked, or ``None`` if one may."""
    graph, problem = product.graph, product.problem
    seen = reachable(graph, np.array([product.start]), stop=product.target)
    if product.target[product.start]:
        return (
            "the run is over before it begins: the start already satisfies the system objective"
        )
    if not (seen & product.target).any():
        ends = bool(problem.model.terminal[product.state].any())
        if problem.conventions == "default" and not ends:
            return "no way at all: no terminal state can be reached from the start"
        return (
            "no way at all: no way from the start satisfies the system objective "
            f"({problem.system_objective})"
        )
    if _shown_on_a_way(product):
        return None
    if not (seen & product.shown).any():
        return (
            "no way shows the test objective: nothing that the system can do makes "
            f"{problem.test_objective} true"
        )
    return (
        f"no way to success shows the test objective ({problem.test_objective}): "
        "wherever it comes true, the system objective can no longer be reached"
    )


def _shown_on_a_way(product: Product) -> bool:
    graph, target = product.graph, product.target
    seen = reachable(graph, np.array([product.start]), stop=target)
    if product.problem.conventions == "default":
        return bool((seen & target & product.shown).any())
    onward = can_reach(graph, target, stop=target)
    return bool((seen & product.intermediate & onward).any())
