"""Why there is no test: sentences that a person can act on."""

from typing import Final

from proctor.artefacts.environment import Grade
from proctor.engines.route.result import Result
from proctor.engines.route.walks import easiest_way
from proctor.engines.route.world import World

__all__ = ["grade_fails", "told_way"]

_GRADES: Final = {
    "strict": "it cannot know beforehand, nor that a door will open later",
    "announced": "it was told of the walls, but it cannot know that a door will open later",
    "paper": "it cannot know that a door will open later",
}


def grade_fails(world: World, found: Result, grade: Grade) -> str:
    """Return why a complete search found no test of this grade."""
    everything = frozenset(range(len(world.units)))
    way = easiest_way(world, world.blocked(everything), everything)
    if way is not None:
        return f"the harness cannot block this way around the test: {told_way(world, way)}"
    if found.dead_end is not None and found.dead_end.what == "rule":
        return "no choice that keeps the rules of the harness closes every way around the test"
    if found.dead_end is not None and found.dead_end.node is not None:
        name = world.product.name(found.dead_end.node)
        return (
            "whoever closes every way around the test takes the objective away from somebody, "
            f"for example from a system at {name}: with what is closed there it sees no way to "
            f"its objective, or has none ({_GRADES[grade]})"
        )
    rules = ", within the rules of the harness" if world.product.problem.places.rules else ""
    return (
        "no choice of closings closes every way around the test and leaves a way to success"
        f"{rules}"
    )


def told_way(world: World, way: list[int] | tuple[int, ...], limit: int = 8) -> str:
    """Return a way as people read it, cut in the middle when it is long."""
    product = world.product
    heads = product.graph.heads
    nodes = [world.start, *(int(heads[edge]) for edge in way)]
    names = [product.problem.model.name(int(product.state[v])) for v in nodes]
    if len(names) > limit:
        names = [*names[: limit // 2], "...", *names[-limit // 2 :]]
    return " -> ".join(names)
