"""What is wrong with a choice of closed units, and which further closings could mend it.

Every function returns ``None`` when nothing is wrong, else a `Violation`: any valid choice that
closes at least these units closes one of ``remedies`` as well. Without remedies nothing helps.
"""

from collections.abc import Collection
from dataclasses import dataclass

from proctor.artefacts.environment import Grade
from proctor.engines.route.walks import Parents, easiest_way, lost, reached, way_to
from proctor.engines.route.world import Unit, World

__all__ = ["Violation", "broken_rule", "bypass", "first_violation", "stranded", "unfair"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """Something that a valid test must not have.

    Attributes:
        what: ``rule``, ``bypass``, ``stranded``, or ``known`` for an excluded answer.
        remedies: units, one of which any valid superset closes.
        way: the edges of the bypass, or of the way to the stranded node.
        node: the node that is stranded.
    """

    what: str
    remedies: frozenset[int]
    way: tuple[int, ...] = ()
    node: int | None = None


def first_violation(
    world: World, closed: frozenset[int], fixed: frozenset[int], grade: Grade
) -> Violation | None:
    """Return the first thing that is wrong: a rule, a bypass, or an unfair state."""
    return (
        broken_rule(world, closed, fixed)
        or bypass(world, closed, fixed)
        or unfair(world, closed, fixed, grade)
    )


def bypass(world: World, closed: frozenset[int], fixed: frozenset[int]) -> Violation | None:
    """Find a way to success around the test objective."""
    way = easiest_way(world, world.blocked(closed), fixed)
    if way is None:
        return None
    return Violation(
        what="bypass", remedies=_cutting(world, way, closed, fixed), way=tuple(way)
    )


def unfair(
    world: World, closed: frozenset[int], fixed: frozenset[int], grade: Grade
) -> Violation | None:
    """Find a state-history pair that loses its objective, by the grade of fairness."""
    if grade == "paper":
        return _unfair_entry(world, closed)
    if grade == "announced" and world.kind == "static":
        return None  # all that is blocked is announced, so F >= 1 says it all
    parents = reached(world, world.blocked(closed))
    if grade == "strict":
        for node in _lost_in_either(world, closed, parents, world.could):
            way = way_to(parents, node)
            remedies = _cutting(world, way, closed, fixed)
            return Violation(what="stranded", remedies=remedies, way=tuple(way), node=node)
        return None
    walled = world.blocked(world.walls(closed))
    gone = lost(world, range(world.n), walled)
    could = [v not in gone for v in range(world.n)]
    for node in _lost_in_either(world, closed, parents, could):
        way = way_to(parents, node)
        onward = _onward(world, node, walled)
        walls = frozenset(
            u for u in _cutting(world, onward, closed, fixed) if world.units[u].history is None
        )
        remedies = _cutting(world, way, closed, fixed) | walls
        return Violation(what="stranded", remedies=remedies, way=tuple(way), node=node)
    return None


def stranded(world: World, closed: frozenset[int]) -> int:
    """Return how many pairs lose their objective in either view, at the strict reading."""
    parents = reached(world, world.blocked(closed))
    return len(_lost_in_either(world, closed, parents, world.could))


def broken_rule(
    world: World, closed: frozenset[int], fixed: frozenset[int]
) -> Violation | None:
    """Find a rule that is broken in some history, or an answer that is known already."""
    if world.excluded:
        places = {world.units[u].place for u in closed}
        if any(known <= places for known in world.excluded):
            return Violation(what="known", remedies=frozenset())
    rules = world.product.problem.places.rules
    if not rules:
        return None
    for history in range(world.product.histories.n):
        shut = {
            world.units[u].place: u for u in closed if world.units[u].history in (None, history)
        }
        for rule in rules:
            first = shut.keys() & set(rule.first)
            second = shut.keys() & set(rule.second)
            if rule.kind == "at_most" and len(first) > rule.limit:
                return Violation(what="rule", remedies=frozenset())
            if rule.kind == "never_both" and any(p != q for p in first for q in second):
                return Violation(what="rule", remedies=frozenset())
            if rule.kind == "implies" and first:
                missing = [p for p in rule.second if p not in shut]
                if missing:
                    return _missing(world, missing[0], history, fixed)
    return None


def _missing(world: World, place: int, history: int, fixed: frozenset[int]) -> Violation:
    """A place must be closed in a history: the only remedy is its unit, if it has one."""
    wall = bool(world.product.problem.places.walls[place])
    unit = world.number[Unit(place, None if wall else history)]
    remedies = frozenset() if unit in fixed else frozenset({unit})
    return Violation(what="rule", remedies=remedies)


def _unfair_entry(world: World, closed: frozenset[int]) -> Violation | None:
    """(c8): from every entry of a history, T is reached under what that history blocks."""
    if world.kind == "static":
        return None  # Lemma 2: F >= 1 stands for it.
    for history in sorted({world.history[v] for v in world.entries}):
        entries = [v for v in world.entries if world.history[v] == history and world.could[v]]
        gone = lost(world, entries, world.blocked_in_view(closed, history))
        if gone:
            return Violation(what="stranded", remedies=frozenset(), node=min(gone))
    return None


def _lost_in_either(
    world: World, closed: frozenset[int], parents: Parents, could: list[bool]
) -> list[int]:
    """Return the reached nodes that could reach T but do not: as seen, or in the test."""
    alive = [v for v in parents if could[v]]
    gone = lost(world, alive, world.blocked(closed))
    by_history: dict[int, list[int]] = {}
    for v in alive:
        by_history.setdefault(world.history[v], []).append(v)
    for history, nodes in by_history.items():
        gone |= lost(world, nodes, world.blocked_in_view(closed, history))
    return [v for v in alive if v in gone]


def _onward(world: World, node: int, blocked: set[int]) -> list[int]:
    parents = reached(world, blocked, start=node)
    return way_to(parents, next(v for v in parents if v in world.target))


def _cutting(
    world: World, way: Collection[int], closed: frozenset[int], fixed: frozenset[int]
) -> frozenset[int]:
    """Return the open units that help to block some edge of ``way``."""
    found: set[int] = set()
    for edge in way:
        units = world.edge_units[edge]
        if units and units.isdisjoint(fixed):
            found |= units - closed
    return frozenset(found)
