"""A tester's memory is a table that strangers wrote: its letters must fit and leave no gap."""

from proctor.artefacts.certificate import Claim
from proctor.artefacts.environment import Environment
from proctor.budget import Budget
from proctor.errors import CheckFailed, shown
from proctor.verify.claims import many, proved, refuted
from proctor.verify.product import Product, explore

__all__ = ["check_memory"]


def check_memory(environment: Environment, budget: Budget) -> tuple[Claim, Product | None]:
    """Return whether the table can be followed, and the unrestricted product if so.

    Places may only close what exists.
    """
    defect = _letters(environment)
    if defect:
        return refuted("memory", defect), None
    try:
        product = explore(environment, budget)
    except CheckFailed as gap:
        return refuted("memory", gap.message), None
    edges = sum(map(len, product.successors))
    figures = (
        f"{many(len(product.states), 'pair')} of state and history, {many(edges, 'edge')}, "
        f"{many(len(product.memories_met()), 'history')}"
    )
    return proved("memory", figures), product


def _letters(environment: Environment) -> str:
    labels = {tuple(sorted(set(label))) for label in environment.model.labels}
    seen: set[tuple[str, ...]] = set()
    for letter in environment.memory.letters:
        name = shown("{" + ", ".join(letter) + "}")
        if letter in seen:
            return f"the letter {name} is listed twice"
        if letter not in labels:
            return f"the letter {name} is the label of no state"
        seen.add(letter)
    return ""
