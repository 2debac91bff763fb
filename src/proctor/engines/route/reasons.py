"""Why there is no test: sentences that a person can act on."""

import numpy as np

from proctor.artefacts.environment import Grade
from proctor.engines.route.enumerate import Search
from proctor.engines.route.walks import easiest_way
from proctor.engines.route.world import World
from proctor.graphs.reach import can_reach, reachable
from proctor.models.product import Product

__all__ = ["grade_fails", "hopeless", "told_way"]


def hopeless(product: Product) -> str | None:
    """Return why no test can exist whatever is blocked, or ``None`` if one may."""
    graph, model = product.graph, product.problem.model
    start = np.array([product.start])
    seen = reachable(graph, start, stop=product.target)
    if product.target[product.start]:
        return "the run is over before it begins: the start already satisfies the system objective"
    if not (seen & product.target).any():
        ends = int(model.terminal[product.state].sum())
        if product.problem.conventions == "default" and not ends:
            return "no way at all: no terminal state can be reached from the start"
        return (
            "no way at all: whatever the system does, it cannot satisfy its objective "
            f"({product.problem.system_objective})"
        )
    if _shows_somewhere(product):
        return None
    objective = product.problem.test_objective
    if not (seen & product.shown).any():
        return f"no way shows the test objective ({objective}): it never comes true at all"
    return (
        f"no way to success shows the test objective ({objective}): "
        "where it comes true, the system objective is lost"
    )


def _shows_somewhere(product: Product) -> bool:
    """Return whether some way to success shows the test objective."""
    graph = product.graph
    if product.problem.conventions == "default":
        seen = reachable(graph, np.array([product.start]), stop=product.target)
        return bool((seen & product.target & product.shown).any())
    seen = reachable(graph, np.array([product.start]), stop=product.target)
    onward = can_reach(graph, product.target, stop=product.target)
    return bool((seen & product.intermediate & onward).any())


def grade_fails(world: World, found: Search, grade: Grade) -> str:
    """Return why a complete search found no test of this grade."""
    everything = frozenset(range(len(world.units)))
    way = easiest_way(world, world.blocked(everything), everything)
    if way is not None:
        return f"the harness cannot block this way around the test: {told_way(world, way)}"
    if found.dead_end is not None and found.dead_end.what == "rule":
        return "every choice that closes the ways around the test breaks a rule of the harness"
    if found.dead_end is not None and found.dead_end.node is not None:
        name = world.product.name(found.dead_end.node)
        return (
            f"not {grade}: closing every way around the test takes the objective away, "
            f"for example from a system at {name}"
        )
    return "closing every way around the test closes every way to success as well"


def told_way(world: World, way: list[int] | tuple[int, ...], limit: int = 8) -> str:
    """Return a way as people read it, cut in the middle when it is long."""
    product = world.product
    heads = product.graph.heads
    nodes = [world.start, *(int(heads[edge]) for edge in way)]
    names = [product.problem.model.name(int(product.state[v])) for v in nodes]
    if len(names) > limit:
        names = [*names[: limit // 2], "...", *names[-limit // 2 :]]
    return " -> ".join(names)
