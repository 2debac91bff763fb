"""How much is blocked is counted again: in edges, in places, in closings, in stranded pairs."""

from proctor.artefacts.certificate import Claim
from proctor.verify.claims import proved, refuted
from proctor.verify.fairness import Views, stranded
from proctor.verify.moves import is_wall
from proctor.verify.product import Product

__all__ = ["check_counts"]


def check_counts(views: Views) -> Claim:
    """Return whether ``cuts``, ``obstacles``, ``closings`` and ``stranded`` are as said."""
    product = views.judged.product
    environment = product.environment
    counted = (
        ("cuts", environment.cuts, _cuts(product)),
        ("obstacles", environment.obstacles, _obstacles(product)),
        ("closings", environment.closings, _closings(product)),
        ("stranded", environment.stranded, len(stranded(views))),
    )
    for name, said, found in counted:
        if said != found:
            return refuted("counts", f"{name} is said to be {said} and counted as {found}")
    return proved("counts", ", ".join(f"{name} {found}" for name, _, found in counted))


def _cuts(product: Product) -> int:
    total = 0
    for node, memory in enumerate(product.memories):
        lost = product.blocked[memory].get(product.states[node])
        if lost:
            total += sum(1 for k in product.successors[node] if product.states[k] in lost)
    return total


def _obstacles(product: Product) -> int:
    places = product.environment.harness.places
    return sum(places[place].weight for place in _ever_closed(product))


def _closings(product: Product) -> int:
    environment = product.environment
    doors = sum(
        not is_wall(environment, place)
        for memory in product.memories_met()
        for place in environment.memory.closed[memory]
    )
    return doors + sum(is_wall(environment, place) for place in _ever_closed(product))


def _ever_closed(product: Product) -> set[int]:
    closed = product.environment.memory.closed
    return {place for memory in product.memories_met() for place in closed[memory]}
