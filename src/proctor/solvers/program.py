"""A program is arrays of plain numbers: variables, clauses, linear rows and an objective.

A literal is ``v + 1`` where variable ``v`` must be 1, and ``-(v + 1)`` where it must be 0.
Every variable has finite bounds, so no program is unbounded.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import fsum
from operator import index
from typing import Final, NoReturn, SupportsIndex

from proctor.errors import InputError, shown

__all__ = ["Number", "Program", "ProgramBuilder"]

Number = int | float

# How far a solver may stray, in a row with continuous variables: HiGHS allows itself 1e-6 for
# the row and as much for every whole variable, which is rounded afterwards.
TOLERANCE: Final = 2e-6

# Beyond this a whole number is no longer exact in floating point, nor its sums in 64 bits.
LARGEST: Final = 1 << 52


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """What is to be minimised, under which constraints.

    Clauses and rows lie one behind the other; ``clause_ends`` and ``row_ends`` say where each
    one ends. ``None`` in ``row_low`` or ``row_high`` stands for no limit.

    Examples:
        >>> builder = ProgramBuilder("two of three")
        >>> a, b, c = (builder.boolean() for _ in range(3))
        >>> builder.row([(1, a), (1, b), (1, c)], low=2)
        >>> builder.minimise([(5, a), (1, b), (2, c)])
        >>> program = builder.build()
        >>> program.check((0, 1, 1)), program.value((0, 1, 1))
        (None, 3)
        >>> program.check((0, 0, 1))
        'row 0 comes to 1, below its limit 2'
    """

    name: str
    lower: tuple[Number, ...]
    upper: tuple[Number, ...]
    whole: tuple[bool, ...]
    clause_literals: tuple[int, ...]
    clause_ends: tuple[int, ...]
    row_variables: tuple[int, ...]
    row_coefficients: tuple[Number, ...]
    row_ends: tuple[int, ...]
    row_low: tuple[Number | None, ...]
    row_high: tuple[Number | None, ...]
    cost: tuple[tuple[int, int], ...]
    hints: tuple[tuple[int, Number], ...]

    @property
    def counts(self) -> tuple[int, int, int]:
        """Variables, binaries, and rows with the clauses among them."""
        binaries = sum(
            whole and low >= 0 and high <= 1
            for whole, low, high in zip(self.whole, self.lower, self.upper, strict=True)
        )
        return (len(self.lower), binaries, len(self.clause_ends) + len(self.row_ends))

    @property
    def whole_cost(self) -> bool:
        """Whether the objective is a whole number in every solution."""
        return all(self.whole[v] for _, v in self.cost)

    @property
    def is_whole(self) -> bool:
        """Whether all numbers are whole, as CP-SAT demands."""
        numbers = (self.lower, self.upper, self.row_coefficients, self.row_low, self.row_high)
        return all(self.whole) and all(
            n is None or isinstance(n, int) for each in numbers for n in each
        )

    def value(self, values: Sequence[Number]) -> Number:
        """Return the objective at ``values``."""
        terms = [factor * values[v] for factor, v in self.cost]
        return sum(terms) if self.whole_cost else fsum(terms)

    def check(self, values: Sequence[Number]) -> str | None:
        """Return what ``values`` breaks first, or ``None``; exact over whole variables."""
        if len(values) != len(self.lower):
            return f"there are {len(values)} values for {len(self.lower)} variables"
        return (
            self._broken_bound(values)
            or self._broken_clause(values)
            or self._broken_row(values)
        )

    def hinted(self) -> tuple[Number, ...] | None:
        """Return the hints as values where they are a solution of the whole program."""
        known = dict(self.hints)
        values = tuple(known.get(v, 0) for v in range(len(self.lower)))
        whole = len(known) == len(values) and self.check(values) is None
        return values if whole else None

    def relaxed(self) -> "Program":
        """Return the same program with every variable continuous."""
        return replace(self, whole=(False,) * len(self.whole))

    def _broken_bound(self, values: Sequence[Number]) -> str | None:
        for v, (value, whole) in enumerate(zip(values, self.whole, strict=True)):
            room = 0 if whole else TOLERANCE
            # Written so that a value that is no number breaks its bounds.
            if not self.lower[v] - room <= value <= self.upper[v] + room:
                return f"variable {v} is {value}, outside {self.lower[v]} to {self.upper[v]}"
            if whole and value != int(value):
                return f"variable {v} is {value}, which is not whole"
        return None

    def _broken_clause(self, values: Sequence[Number]) -> str | None:
        begin = 0
        literals = self.clause_literals
        for number, end in enumerate(self.clause_ends):
            for literal in literals[begin:end]:
                if values[literal - 1] >= 1 if literal > 0 else values[-literal - 1] <= 0:
                    break
            else:
                if not self._nearly(literals[begin:end], values):
                    return f"clause {number} does not hold: {list(literals[begin:end])}"
            begin = end
        return None

    def _nearly(self, clause: Sequence[int], values: Sequence[Number]) -> bool:
        # In a relaxed program a clause is the row that says: the literals come to 1 or more.
        if all(self.whole[abs(each) - 1] for each in clause):
            return False
        total = fsum(values[n - 1] if n > 0 else 1 - values[-n - 1] for n in clause)
        return total >= 1 - TOLERANCE * (1 + len(clause))

    def _broken_row(self, values: Sequence[Number]) -> str | None:
        begin = 0
        for number, end in enumerate(self.row_ends):
            total: Number = 0
            size: Number = 1
            exact = True
            for at in range(begin, end):
                v, factor = self.row_variables[at], self.row_coefficients[at]
                total += factor * values[v]
                size += abs(factor)
                exact = exact and self.whole[v] and isinstance(factor, int)
            begin = end
            room = 0.0 if exact else size * TOLERANCE
            low, high = self.row_low[number], self.row_high[number]
            if low is not None and not total >= low - room:
                return f"row {number} comes to {total}, below its limit {low}"
            if high is not None and not total <= high + room:
                return f"row {number} comes to {total}, above its limit {high}"
        return None


class ProgramBuilder:
    """Collects variables, clauses and rows; ``build`` returns the program.

    ``name`` stands in messages. A variable is the number that ``boolean`` or ``number``
    returned; a literal is ``v + 1`` or ``-(v + 1)``; a term is ``(factor, variable)``.
    Rows whose factors and variables are whole suit both solvers, others HiGHS alone.

    Examples:
        >>> builder = ProgramBuilder("a door or a wall")
        >>> door, wall = builder.boolean(), builder.boolean()
        >>> builder.clause([door + 1, wall + 1])
        >>> builder.minimise([(1, door), (3, wall)])
        >>> builder.build().counts
        (2, 2, 1)
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._lower: list[Number] = []
        self._upper: list[Number] = []
        self._whole: list[bool] = []
        # The literals that a clause may have, so that a clause is checked at one stroke.
        self._known: set[int] = set()
        self._literals: list[int] = []
        self._clause_ends: list[int] = []
        self._row_variables: list[int] = []
        self._row_factors: list[Number] = []
        self._row_ends: list[int] = []
        self._row_low: list[Number | None] = []
        self._row_high: list[Number | None] = []
        self._cost: dict[int, int] = {}
        self._hints: dict[int, Number] = {}

    def boolean(self) -> int:
        """Return a new variable that is 0 or 1."""
        return self.number(0, 1)

    def booleans(self, count: int) -> range:
        """Return ``count`` new variables that are 0 or 1."""
        begin = len(self._lower)
        for _ in range(count):
            self.boolean()
        return range(begin, begin + count)

    def number(self, low: Number, high: Number, *, whole: bool = True) -> int:
        """Return a new variable between ``low`` and ``high``, both included."""
        low, high = self._usable(low), self._usable(high)
        if low > high:
            self._refuse(f"a variable from {low} to {high} has no value")
        if whole and not (isinstance(low, int) and isinstance(high, int)):
            self._refuse(f"a whole variable has limits {low} and {high} that are not whole")
        self._lower.append(low)
        self._upper.append(high)
        self._whole.append(whole)
        count = len(self._lower)
        if whole and low >= 0 and high <= 1:
            self._known.update((count, -count))
        return count - 1

    def clause(self, literals: Iterable[int]) -> None:
        """Demand that at least one of ``literals`` holds."""
        chosen = self._checked(literals)
        if len(set(map(abs, chosen))) < len(chosen):
            chosen = [*dict.fromkeys(chosen)]
            if len(set(map(abs, chosen))) < len(chosen):
                return  # A literal and its opposite: it always holds.
        self._literals += chosen
        self._clause_ends.append(len(self._literals))

    def row(
        self,
        terms: Iterable[tuple[Number, int]],
        *,
        low: Number | None = None,
        high: Number | None = None,
    ) -> None:
        """Demand that the sum of ``terms`` lies between ``low`` and ``high``."""
        total: dict[int, Number] = {}
        for factor, variable in terms:
            v = self._variable(variable)
            total[v] = total.get(v, 0) + self._usable(factor)
        limits = [None if each is None else self._usable(each) for each in (low, high)]
        for v, factor in total.items():
            if factor:
                self._row_variables.append(v)
                self._row_factors.append(factor)
        self._row_ends.append(len(self._row_variables))
        self._row_low.append(limits[0])
        self._row_high.append(limits[1])

    def exactly_one(self, literals: Iterable[int]) -> None:
        """Demand that one of ``literals`` holds, and no other."""
        self._count(literals, low=1, high=1)

    def at_most_one(self, literals: Iterable[int]) -> None:
        """Demand that no two of ``literals`` hold."""
        self._count(literals, low=None, high=1)

    def minimise(self, terms: Iterable[tuple[int, int]]) -> None:
        """Add ``terms`` to what is minimised; their factors are whole numbers."""
        for factor, variable in terms:
            v, whole = self._variable(variable), self._usable(factor)
            if isinstance(whole, float):
                self._refuse(f"the factor {factor} in the objective is not whole")
            self._cost[v] = self._cost.get(v, 0) + int(whole)

    def hint(self, variable: int, value: Number) -> None:
        """Propose ``value``; hints for all variables that form a solution are kept as one."""
        self._hints[self._variable(variable)] = self._usable(value)

    def build(self) -> Program:
        """Return the program as it stands."""
        return Program(
            name=self.name,
            lower=tuple(self._lower),
            upper=tuple(self._upper),
            whole=tuple(self._whole),
            clause_literals=tuple(self._literals),
            clause_ends=tuple(self._clause_ends),
            row_variables=tuple(self._row_variables),
            row_coefficients=tuple(self._row_factors),
            row_ends=tuple(self._row_ends),
            row_low=tuple(self._row_low),
            row_high=tuple(self._row_high),
            cost=tuple((factor, v) for v, factor in self._cost.items() if factor),
            hints=tuple(self._hints.items()),
        )

    def _count(self, literals: Iterable[int], *, low: int | None, high: int) -> None:
        chosen = self._checked(literals)
        # A negated literal counts 1 - x; the ones move to the limits.
        negated = sum(literal < 0 for literal in chosen)
        self.row(
            [(1 if literal > 0 else -1, abs(literal) - 1) for literal in chosen],
            low=None if low is None else low - negated,
            high=high - negated,
        )

    def _checked(self, literals: Iterable[int]) -> list[int]:
        # Numbers of numpy become numbers of Python, which can be written down.
        chosen = [*map(index, literals)]
        if not self._known.issuperset(chosen):
            (wrong, *_) = (each for each in chosen if each not in self._known)
            self._refuse(f"the literal {wrong} speaks of no variable that is 0 or 1")
        return chosen

    def _variable(self, variable: int) -> int:
        v = index(variable)
        if not 0 <= v < len(self._lower):
            self._refuse(f"there is no variable {v}")
        return v

    def _usable(self, number: Number) -> Number:
        n = index(number) if isinstance(number, SupportsIndex) else float(number)
        if not abs(n) <= LARGEST:
            self._refuse(f"the number {n} is too large, or none")
        return n

    def _refuse(self, message: str) -> NoReturn:
        raise InputError(f"the program {shown(self.name)} is malformed: {message}")
