"""The decisions of a world as Boolean variables: units, edges, places, rules, the count."""

from collections import Counter
from collections.abc import Collection, Sequence

from proctor.engines.route.world import Unit, World
from proctor.solvers.program import ProgramBuilder

__all__ = ["Decisions", "Terms"]

Terms = list[tuple[int, int]]  # (factor, variable)


class Decisions:
    """Variables for closings, written into a program, with the rules of the harness.

    ``allowed`` are the units that may be closed at all; the others get no variable.
    """

    def __init__(self, world: World, builder: ProgramBuilder, allowed: Collection[int]) -> None:
        self.world = world
        self.builder = builder
        self.unit: dict[int, int] = {u: builder.boolean() for u in sorted(allowed)}
        self._together: dict[frozenset[int], int] = {}
        self._place: dict[int, int] = {}
        self._demand_rules()
        self._demand_another_answer()

    def can_block(self, units: frozenset[int]) -> bool:
        """Tell whether an edge with these units can be blocked."""
        return bool(units) and all(u in self.unit for u in units)

    def blocked(self, units: frozenset[int]) -> int:
        """Return the literal that says: an edge with these units is blocked."""
        if len(units) == 1:
            return self.unit[min(units)] + 1
        if units not in self._together:
            builder, members = self.builder, [self.unit[u] for u in sorted(units)]
            whole = self._together[units] = builder.boolean()
            for member in members:
                builder.clause([-(whole + 1), member + 1])
            builder.clause([whole + 1, *(-(member + 1) for member in members)])
        return self._together[units] + 1

    def open(self, units: Collection[int]) -> list[int]:
        """Return literals of which one holds if and only if one of ``units`` is open."""
        return [-(self.unit[u] + 1) for u in sorted(units)]

    def place(self, place: int) -> int | None:
        """Return the variable that is 1 when a place is closed at any time."""
        units = [u for u in self.unit if self.world.units[u].place == place]
        if len(units) <= 1:
            return self.unit[units[0]] if units else None
        if place not in self._place:
            used = self._place[place] = self.builder.boolean()
            for u in units:
                self.builder.clause([-(self.unit[u] + 1), used + 1])
        return self._place[place]

    def counted(self) -> Terms:
        """Return what the first entry of the cost adds up."""
        by_places = self.world.product.problem.counted == "obstacles"
        return self._weight() if by_places else self._edges()

    def ties(self) -> Terms:
        """Return what breaks ties, the entries of the cost behind the first in one sum."""
        closings = [(1, variable) for variable in self.unit.values()]
        if self.world.product.problem.counted == "obstacles":
            return _in_order(closings, self._edges())
        return _in_order(self._weight(), closings)

    def closed(self, values: Sequence[float]) -> frozenset[int]:
        """Return the units that a solution closes."""
        return frozenset(u for u, variable in self.unit.items() if values[variable] > 0.5)

    def _weight(self) -> Terms:
        weights = self.world.product.problem.places.weights.tolist()
        found = [(weights[p], self.place(p)) for p in self._places()]
        return [(weight, used) for weight, used in found if used is not None and weight]

    def _places(self) -> list[int]:
        return sorted({self.world.units[u].place for u in self.unit})

    def _edges(self) -> Terms:
        sizes = Counter(units for units in self.world.edge_units if self.can_block(units))
        order = sorted(sizes, key=sorted)
        return [(sizes[units], self.blocked(units) - 1) for units in order]

    def _demand_rules(self) -> None:
        """Write down the rules, which hold in every history."""
        if not self.world.product.problem.places.rules:
            return
        seen: set[tuple[int, ...]] = set()
        for history in range(self.world.product.histories.n):
            self._demand_rules_in(history, seen)

    def _demand_rules_in(self, history: int, seen: set[tuple[int, ...]]) -> None:
        places = self.world.product.problem.places
        shut = {p: self._shut(p, history) for r in places.rules for p in r.first + r.second}
        for number, rule in enumerate(places.rules):
            first = [x for p in sorted(set(rule.first)) if (x := shut[p]) is not None]
            if rule.kind == "at_most":
                if (number, *first) not in seen and len(first) > rule.limit:
                    self.builder.row([(1, x) for x in first], high=rule.limit)
                seen.add((number, *first))
                continue
            for p in set(rule.first):
                for q in set(rule.second) - {p}:
                    one, other = shut[p], shut[q]
                    if one is None or (other is None and rule.kind == "never_both"):
                        continue
                    if other is None:
                        clause = [-(one + 1)]
                    else:
                        sign = 1 if rule.kind == "implies" else -1
                        clause = [-(one + 1), sign * (other + 1)]
                    if tuple(clause) not in seen:
                        self.builder.clause(clause)
                    seen.add(tuple(clause))

    def _demand_another_answer(self) -> None:
        """Forbid to close all places of an answer that is known already."""
        for known in self.world.excluded:
            used = [self.place(p) for p in sorted(known)]
            if None not in used:
                self.builder.clause([-(x + 1) for x in used if x is not None])

    def _shut(self, place: int, history: int) -> int | None:
        """Return the variable that closes ``place`` in ``history``, if one does."""
        for when in (None, history):
            unit = self.world.number.get(Unit(place, when))
            if unit is not None and unit in self.unit:
                return self.unit[unit]
        return None


def _in_order(first: Terms, second: Terms) -> Terms:
    """Return one sum that compares as (first, second) does."""
    large = sum(factor for factor, _ in second) + 1
    return [(factor * large, variable) for factor, variable in first] + second
