"""Places must be well formed, and every history must keep the rules over them."""

from collections.abc import Iterator
from itertools import pairwise

from proctor.artefacts.certificate import Claim
from proctor.artefacts.environment import Environment
from proctor.artefacts.model import Rule
from proctor.errors import shown
from proctor.verify.claims import many, proved, refuted
from proctor.verify.moves import is_wall, joined
from proctor.verify.product import Product

__all__ = ["check_harness", "check_rules", "check_walls"]


def check_harness(environment: Environment) -> Claim:
    """Return whether only existing places are closed and each place holds what it must.

    No move is in two places, no self-loop in any; all moves of one action from one state are
    in one place together; with ``bidirectional`` so are all moves between two states, both
    ways; no weight is below 0.
    """
    defect = (
        _missing(environment)
        or _overlap(environment)
        or _half_an_action(environment)
        or _one_way(environment)
    )
    if defect:
        return refuted("harness", defect)
    places = environment.harness.places
    moves = sum(len(place.moves) for place in places)
    return proved("harness", f"{many(len(places), 'place')}, {many(moves, 'move')}")


def check_rules(product: Product) -> Claim:
    """Return whether every rule holds in every history that comes about."""
    environment = product.environment
    met = product.memories_met()
    for rule in environment.harness.rules:
        for memory in met:
            if not _holds(rule, frozenset(environment.memory.closed[memory])):
                name = shown(environment.memory.names[memory])
                return refuted("rules", f"history {name} breaks {_sentence(environment, rule)}")
    rules = many(len(environment.harness.rules), "rule")
    return proved("rules", f"{rules}, {many(len(met), 'history')}")


def check_walls(product: Product) -> Claim:
    """Return whether each wall is closed in all histories that come about or in none."""
    environment = product.environment
    met = product.memories_met()
    walls = [p for p in range(len(environment.harness.places)) if is_wall(environment, p)]
    closed = {memory: frozenset(environment.memory.closed[memory]) for memory in met}
    for place in walls:
        shut = [memory for memory in met if place in closed[memory]]
        if shut and len(shut) < len(met):
            name = shown(environment.harness.places[place].name)
            other = next(memory for memory in met if place not in closed[memory])
            names = environment.memory.names
            return refuted(
                "walls",
                f"the wall {name} is closed in history {shown(names[shut[0]])} and open in "
                f"{shown(names[other])}",
            )
    return proved("walls", f"{many(len(walls), 'wall')}, {many(len(met), 'history')}")


def _missing(environment: Environment) -> str:
    harness, moves = environment.harness, len(environment.model.moves)
    count = len(harness.places)
    for place in harness.places:
        if any(not 0 <= move < moves for move in place.moves):
            return f"the place {shown(place.name)} holds a move that the model does not have"
        if place.weight < 0:
            return f"the place {shown(place.name)} has the weight {place.weight}"
    for name, closed in zip(environment.memory.names, environment.memory.closed, strict=True):
        if any(not 0 <= place < count for place in closed):
            return f"history {shown(name)} closes a place that does not exist"
        if any(one >= two for one, two in pairwise(closed)):
            return f"history {shown(name)} lists its closed places twice or out of order"
    for rule in harness.rules:
        if any(not 0 <= place < count for place in (*rule.first, *rule.second)):
            return f"a rule {rule.kind} speaks of a place that does not exist"
    return ""


def _overlap(environment: Environment) -> str:
    model = environment.model
    owner: dict[int, int] = {}
    for number, place in enumerate(environment.harness.places):
        for index in place.moves:
            move = model.moves[index]
            if index in owner:
                other = environment.harness.places[owner[index]].name
                return (
                    f"the move {shown(move.action)} from {shown(model.states[move.source])} "
                    f"is in {shown(other)} and again in {shown(place.name)}"
                )
            if move.source == move.target:
                state = shown(model.states[move.source])
                return f"the place {shown(place.name)} holds a self-loop of {state}"
            owner[index] = number
    return ""


def _half_an_action(environment: Environment) -> str:
    model = environment.model
    place_of = joined(model, environment.harness).place_of
    first: dict[tuple[int, str], int] = {}
    for number, move in enumerate(model.moves):
        if first.setdefault((move.source, move.action), place_of[number]) != place_of[number]:
            return (
                f"the moves {shown(move.action)} from {shown(model.states[move.source])} are "
                "not in one place together"
            )
    return ""


def _one_way(environment: Environment) -> str:
    if not environment.harness.bidirectional:
        return ""
    model = environment.model
    moves = joined(model, environment.harness)
    for number, place in enumerate(environment.harness.places):
        for source, target in sorted(moves.members[number]):
            both = (*moves.moves[source, target], *moves.moves.get((target, source), ()))
            if any(moves.place_of[move] != number for move in both):
                return (
                    f"the place {shown(place.name)} holds only some of the moves between "
                    f"{shown(model.states[source])} and {shown(model.states[target])}"
                )
    return ""


def _holds(rule: Rule, closed: frozenset[int]) -> bool:
    first = closed.intersection(rule.first)
    second = closed.intersection(rule.second)
    if rule.kind == "implies":
        return not first or second == frozenset(rule.second)
    if rule.kind == "never_both":
        return not any(one != two for one in first for two in second)
    return len(first) <= rule.limit


def _sentence(environment: Environment, rule: Rule) -> str:
    first = ", ".join(_names(environment, rule.first))
    second = ", ".join(_names(environment, rule.second))
    if rule.kind == "implies":
        return f"the rule that {first} implies {second}"
    if rule.kind == "never_both":
        return f"the rule that {first} and {second} are never both closed"
    return f"the rule that at most {rule.limit} of {first} are closed"


def _names(environment: Environment, places: tuple[int, ...]) -> Iterator[str]:
    for place in places[:5]:
        yield shown(environment.harness.places[place].name)
    if len(places) > 5:
        yield f"{len(places) - 5} more"
