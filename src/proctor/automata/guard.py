"""A guard: which letters an edge reads, as a disjunction of cubes over numbered propositions.

A letter is a whole number whose bit ``n`` says whether proposition ``n`` holds. A cube is a
pair ``(care, value)``: it reads every letter that agrees with ``value`` on the bits of
``care``. Nothing here enumerates letters, so hundreds of propositions are no trouble.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import and_, or_
from typing import Final

from proctor.errors import InputError

__all__ = ["EVERY", "MAX_CUBES", "NEVER", "Cube", "Guard", "are_disjoint", "covers_all"]

Cube = tuple[int, int]

MAX_CUBES: Final = 16_384
# Comparing all pairs of cubes beyond this size costs more than the redundancy it finds.
_PAIRWISE: Final = 256


@dataclass(frozen=True, slots=True)
class Guard:
    """The letters that at least one cube reads.

    Guards made by the functions here are simplified: no cube lies within another one. Two
    guards with the same letters may still be written differently; `same` compares meanings.

    Examples:
        >>> a, b = Guard.literal(0), Guard.literal(1)
        >>> guard = a.union(b.negation())
        >>> [letter for letter in range(4) if guard.accepts(letter)]
        [0, 1, 3]
        >>> guard.text(("a", "b"))
        'a | !b'
    """

    cubes: tuple[Cube, ...]

    @classmethod
    def literal(cls, bit: int, *, holds: bool = True) -> "Guard":
        """Return the guard that only asks whether proposition ``bit`` holds."""
        return cls(((1 << bit, 1 << bit if holds else 0),))

    @classmethod
    def of(cls, cubes: Iterable[Cube]) -> "Guard":
        """Return the simplified guard over ``cubes``."""
        return cls(_simplified(cubes))

    @property
    def is_never(self) -> bool:
        """Whether no letter is read."""
        return not self.cubes

    @property
    def is_every(self) -> bool:
        """Whether every letter is read."""
        return covers_all(self.cubes)

    @property
    def bits(self) -> int:
        """The propositions that the guard asks about, as a bitmask."""
        return reduce(or_, (care for care, _ in self.cubes), 0)

    def accepts(self, letter: int) -> bool:
        """Whether ``letter`` is read."""
        return any(letter & care == value for care, value in self.cubes)

    def meets(self, other: "Guard") -> bool:
        """Whether some letter is read by both."""
        return any(_agree(x, y) for x in self.cubes for y in other.cubes)

    def intersection(self, other: "Guard") -> "Guard":
        """Return the guard that reads what both read."""
        if len(self.cubes) == 1 and not self.cubes[0][0]:
            return other
        if len(other.cubes) == 1 and not other.cubes[0][0]:
            return self
        _bounded(len(self.cubes) * len(other.cubes))
        return Guard.of(
            (x[0] | y[0], x[1] | y[1]) for x in self.cubes for y in other.cubes if _agree(x, y)
        )

    def union(self, other: "Guard") -> "Guard":
        """Return the guard that reads what either reads."""
        _bounded(len(self.cubes) + len(other.cubes))
        return Guard.of((*self.cubes, *other.cubes))

    def negation(self) -> "Guard":
        """Return the guard that reads all other letters."""
        rest = EVERY
        for cube in self.cubes:
            rest = rest.intersection(Guard.of(_outside(cube)))
        return rest

    def same(self, other: "Guard") -> bool:
        """Whether both read exactly the same letters."""
        return _within(self, other) and _within(other, self)

    def renumbered(self, place: Sequence[int]) -> "Guard":
        """Return the guard with bit ``n`` moved to bit ``place[n]``."""

        def moved(mask: int) -> int:
            return reduce(or_, (1 << place[bit] for bit in _bits(mask)), 0)

        return Guard(tuple(sorted((moved(care), moved(value)) for care, value in self.cubes)))

    def example(self) -> int | None:
        """Return a letter that is read, with as few propositions as a cube allows."""
        return min((value for _, value in self.cubes), default=None)

    def text(self, names: Sequence[str]) -> str:
        """Return the guard in words of ``names``, ``t`` and ``f`` for every and no letter."""
        if not self.cubes:
            return "f"
        return " | ".join(
            "&".join(
                ("" if value >> bit & 1 else "!") + names[bit] for bit in sorted(_bits(care))
            )
            or "t"
            for care, value in self.cubes
        )


EVERY: Final = Guard(((0, 0),))
NEVER: Final = Guard(())


def covers_all(cubes: Iterable[Cube]) -> bool:
    """Whether every letter is read by some cube.

    Splits on one proposition after the other; cubes that ask for a proposition which all
    others want the same way, or not at all, cannot matter and are dropped first.

    >>> covers_all([(1, 1), (3, 0), (3, 2)])
    True
    >>> covers_all([(1, 1), (2, 0)])
    False
    """
    stack = [tuple(set(cubes))]
    while stack:
        rest = stack.pop()
        if any(not care for care, _ in rest):
            continue
        wanted = reduce(or_, (value for _, value in rest), 0)
        unwanted = reduce(or_, (care & ~value for care, value in rest), 0)
        both = wanted & unwanted
        if not both:
            return False
        if any(care & ~both for care, _ in rest):
            stack.append(tuple(cube for cube in rest if not cube[0] & ~both))
            continue
        bit = both & -both
        stack.extend(
            tuple({(c & ~bit, v & ~bit) for c, v in rest if not c & bit or v & bit == side})
            for side in (0, bit)
        )
    return True


def are_disjoint(guards: Sequence[Guard]) -> bool:
    """Whether no letter is read by two of the guards.

    Splits on propositions that tell guards apart, so that a thousand guards need no million
    comparisons.

    >>> a, b = Guard.literal(0), Guard.literal(1)
    >>> are_disjoint([a, a.negation().intersection(b)]), are_disjoint([a, b])
    (True, False)
    """
    stack = [
        [(care, value, n) for n, guard in enumerate(guards) for care, value in guard.cubes]
    ]
    while stack:
        rest = stack.pop()
        if len({n for _, _, n in rest}) < 2:
            continue
        wanted = reduce(or_, (value for _, value, _ in rest), 0)
        unwanted = reduce(or_, (care & ~value for care, value, _ in rest), 0)
        both = wanted & unwanted
        if not both:
            return False
        bit = both & -both
        halves = [
            [(c & ~bit, v & ~bit, n) for c, v, n in rest if not c & bit or v & bit == side]
            for side in (0, bit)
        ]
        # Where a split would mostly copy, comparing all pairs is the safer way.
        if 2 * sum(map(len, halves)) <= 3 * len(rest):
            stack.extend(halves)
        elif any(x[2] != y[2] and _agree(x[:2], y[:2]) for x, y in combinations(rest, 2)):
            return False
    return True


def _agree(x: Cube, y: Cube) -> bool:
    return not (x[1] ^ y[1]) & x[0] & y[0]


def _bounded(count: int) -> None:
    if count > 16 * MAX_CUBES:
        raise InputError(
            f"a label has more than {MAX_CUBES} alternatives",
            hint="split the label over several edges",
        )


def _simplified(cubes: Iterable[Cube]) -> tuple[Cube, ...]:
    """Merge neighbours that differ in one literal, then drop cubes that others contain."""
    found = set(cubes)
    if len(found) < 2:
        return tuple(found)
    changed = True
    while changed:
        changed = False
        for position in _bits(reduce(or_, (care for care, _ in found), 0)):
            bit = 1 << position
            pairs = [
                x for x in found if x[0] & bit and x[1] & bit and (x[0], x[1] ^ bit) in found
            ]
            for care, value in pairs:
                found -= {(care, value), (care, value ^ bit)}
                found.add((care ^ bit, value ^ bit))
                changed = True
    if len(found) > MAX_CUBES:
        _bounded(16 * MAX_CUBES + 1)
    ordered = sorted(found, key=lambda x: (x[0].bit_count(), x))
    if len(ordered) > _PAIRWISE:
        return tuple(sorted(ordered))
    kept: list[Cube] = []
    for care, value in ordered:
        if not any(care & c == c and value & c == v for c, v in kept):
            kept.append((care, value))
    return tuple(sorted(_irredundant(kept)))


def _irredundant(cubes: list[Cube]) -> list[Cube]:
    """Drop, largest first to stay, every cube whose letters the others read anyway."""
    if len(cubes) < 3:
        return cubes
    kept = list(cubes)
    for cube in reversed(cubes):
        others = [x for x in kept if x != cube]
        if _covered(cube, others):
            kept = others
    return kept


def _covered(cube: Cube, others: Iterable[Cube]) -> bool:
    care, _ = cube
    return covers_all((c & ~care, v & ~care) for c, v in others if _agree(cube, (c, v)))


def _within(inner: Guard, outer: Guard) -> bool:
    return all(_covered(cube, outer.cubes) for cube in inner.cubes)


def _outside(cube: Cube) -> Iterator[Cube]:
    care, value = cube
    return ((1 << bit, ~value & 1 << bit) for bit in _bits(care))


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask = and_(mask, mask - 1)
