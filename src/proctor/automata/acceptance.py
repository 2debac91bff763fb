"""Acceptance as data: which sets of edges a good run must, or must not, see for ever.

A condition is a Boolean tree over ``Inf(n)`` ("edges with mark n come again and again") and
``Fin(n)`` ("they come only finitely often"); ``Inf(!n)`` and ``Fin(!n)`` speak about the
edges without mark n. The tree is kept in postfix order, so that no depth is too deep.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from proctor.errors import InputError

__all__ = ["ALL", "BUCHI", "MAX_SETS", "NONE", "Acceptance", "Term", "generalised_buchi"]

MAX_SETS: Final = 64
Seen = tuple[int, bool]  # a mark, and whether it is its absence that is meant


@dataclass(frozen=True, slots=True)
class Term:
    """``Inf`` or ``Fin`` of the edges with a mark, or (``negated``) of those without it."""

    kind: Literal["Inf", "Fin"]
    mark: int
    negated: bool = False

    def __str__(self) -> str:
        return f"{self.kind}({'!' if self.negated else ''}{self.mark})"


Token = Term | bool | Literal["&", "|"]


@dataclass(frozen=True, slots=True)
class Acceptance:
    """A condition over ``count`` marks, in postfix order.

    Examples:
        >>> fair = Acceptance(2, (Term("Inf", 0), Term("Fin", 1), "&"))
        >>> str(fair)
        'Inf(0) & Fin(1)'
        >>> fair.holds([frozenset({0}), frozenset()]), fair.holds([frozenset({0, 1})])
        (True, False)
        >>> BUCHI.is_buchi, BUCHI.name
        (True, 'Buchi')
    """

    count: int
    code: tuple[Token, ...]

    def __post_init__(self) -> None:
        if not 0 <= self.count <= MAX_SETS:
            raise InputError(f"{self.count} acceptance sets; 0 to {MAX_SETS} are supported")
        for token in self.code:
            if isinstance(token, Term) and not 0 <= token.mark < self.count:
                raise InputError(
                    f"{token} names a set that does not exist",
                    hint=f"with {self.count} sets they are numbered from 0 to {self.count - 1}",
                )

    @property
    def is_buchi(self) -> bool:
        """Whether it is ``Inf(0)`` over one set."""
        return self.count == 1 and self.code == (Term("Inf", 0),)

    @property
    def is_generalised_buchi(self) -> bool:
        """Whether it is a conjunction of ``Inf`` of plain marks only, or true."""
        return all(
            _plain_inf(part) if isinstance(part, Term) else part in {True, "&"}
            for part in self.code
        )

    @property
    def name(self) -> str | None:
        """What HOA calls the condition (``acc-name``), or ``None`` if it has no name there."""
        if self.count == 0:
            return {"t": "all", "f": "none"}.get(str(self))
        if self.count == 1 and len(self.code) == 1:
            simple = {"Inf(0)": "Buchi", "Fin(0)": "co-Buchi"}
            if str(self) in simple:
                return simple[str(self)]
        shape = re.sub(r"\s", "", str(self))
        sets = range(self.count)
        if shape == "&".join(f"Inf({n})" for n in sets):
            return f"generalized-Buchi {self.count}"
        if shape == "|".join(f"Fin({n})" for n in sets):
            return f"generalized-co-Buchi {self.count}"
        pairs = range(0, self.count - 1, 2)
        if self.count % 2 == 0:
            rabin = [f"Fin({n})&Inf({n + 1})" for n in pairs]
            if shape in {"|".join(rabin), "|".join(f"({p})" for p in rabin)}:
                return f"Rabin {self.count // 2}"
            streett = [f"Fin({n})|Inf({n + 1})" for n in pairs]
            if shape in {streett[0], "&".join(f"({p})" for p in streett)}:
                return f"Streett {self.count // 2}"
        return self._parity_name(shape)

    def holds(self, edges: Iterable[frozenset[int]]) -> bool:
        """Whether a run is good that sees exactly edges with these mark sets for ever."""
        return self.evaluate(seen_by(edges, self.count))

    def evaluate(self, seen: frozenset[Seen]) -> bool:
        """Whether the condition is true when ``seen`` is what comes again and again."""
        stack: list[bool] = []
        for part in self.code:
            if isinstance(part, bool):
                stack.append(part)
            elif isinstance(part, Term):
                stack.append(((part.mark, part.negated) in seen) == (part.kind == "Inf"))
            else:
                right, left = stack.pop(), stack.pop()
                stack.append((left and right) if part == "&" else (left or right))
        return stack[0]

    def __str__(self) -> str:
        stack: list[tuple[str, str]] = []
        for token in self.code:
            if isinstance(token, bool):
                stack.append(("t" if token else "f", ""))
            elif isinstance(token, Term):
                stack.append((str(token), ""))
            else:
                right, left = stack.pop(), stack.pop()
                parts = [
                    f"({text})" if top not in {"", token} else text
                    for text, top in (left, right)
                ]
                stack.append((f" {token} ".join(parts), token))
        return stack[0][0]

    def _parity_name(self, shape: str) -> str | None:
        for order in ("max", "min"):
            for kind in ("even", "odd"):
                if shape == _parity_shape(order, kind, self.count):
                    return f"parity {order} {kind} {self.count}"
        return None


def seen_by(edges: Iterable[frozenset[int]], count: int) -> frozenset[Seen]:
    """Return the marks, and the absences of marks, that occur on at least one of the edges.

    >>> sorted(seen_by([frozenset({0}), frozenset()], 1))
    [(0, False), (0, True)]
    """
    distinct = set(edges)
    return frozenset((mark, mark not in marks) for marks in distinct for mark in range(count))


def generalised_buchi(count: int) -> Acceptance:
    """Return the condition that every one of ``count`` marks comes again and again.

    >>> str(generalised_buchi(2)), str(generalised_buchi(0))
    ('Inf(0) & Inf(1)', 't')
    """
    if not count:
        return ALL
    code: list[Token] = [Term("Inf", 0)]
    for mark in range(1, count):
        code += [Term("Inf", mark), "&"]
    return Acceptance(count, tuple(code))


ALL: Final = Acceptance(0, (True,))
NONE: Final = Acceptance(0, (False,))
BUCHI: Final = Acceptance(1, (Term("Inf", 0),))


def _plain_inf(term: Term) -> bool:
    return term.kind == "Inf" and not term.negated


def _parity_shape(order: str, kind: str, count: int) -> str:
    """Spell a parity condition as HOA does, from the least important set outwards."""
    marks = range(count) if order == "max" else range(count - 1, -1, -1)
    shape, last = "", ""
    for mark in marks:
        good = (mark % 2 == 0) == (kind == "even")
        term, op = (f"Inf({mark})", "|") if good else (f"Fin({mark})", "&")
        if not shape:
            shape = term
        else:
            # A parenthesis stands only where the operator changes.
            shape = f"{term}{op}({shape})" if last and last != op else f"{term}{op}{shape}"
            last = op
    return shape
