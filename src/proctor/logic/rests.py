"""What a word must still satisfy, in one canonical form: a choice between sets of obligations.

Rests form a distributive lattice. They are combined with *and* and *or* alone, and kept as
irredundant disjunctions, so that what is equal by the laws of the lattice is equal by value.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Final

from proctor.errors import BudgetExceeded
from proctor.logic.formula import Formula, conjunction, disjunction, unary
from proctor.logic.ops import Op

__all__ = ["IMPOSSIBLE", "NOTHING", "Obligations", "Rest", "Term"]

Term = frozenset[Formula]  # obligations that must all be met


@dataclass(frozen=True, slots=True)
class Rest:
    """What the word from the next letter on must satisfy: one of ``terms``.

    An obligation is a formula in negation normal form whose top is neither ``&`` nor ``|``.
    No obligation of a term follows from another by the rules of `_consequences`, and no term
    from another term. Two rests with equal terms are equal.
    """

    terms: frozenset[Term]

    @property
    def is_true(self) -> bool:
        """Whether nothing remains to be met. False does not say that something can fail."""
        return frozenset() in self.terms

    @property
    def is_false(self) -> bool:
        """Whether it is broken beyond repair. False does not say that it can be met."""
        return not self.terms

    @property
    def size(self) -> int:
        """How many terms and obligations there are."""
        return len(self.terms) + sum(map(len, self.terms))

    def formula(self) -> Formula:
        """Return the rest as a formula, the same on every run."""
        inner = [sorted(term, key=str) for term in self.terms]
        return disjunction(sorted(map(conjunction, inner), key=str))

    def __str__(self) -> str:
        return str(self.formula())


NOTHING: Final = Rest(frozenset([frozenset()]))
IMPOSSIBLE: Final = Rest(frozenset())


class Obligations:
    """Combines rests, and remembers which obligations follow from which.

    Attributes:
        limit: how many terms and obligations a rest may have.

    Examples:
        >>> from proctor.logic.parser import parse
        >>> rests = Obligations(limit=100)
        >>> visit, ordered = map(rests.single, (parse("F b"), parse("F(a & F b)")))
        >>> str(rests.meet([visit, ordered])), str(rests.join([visit, ordered]))
        ('F(a & F b)', 'F b')
    """

    __slots__ = ("_closures", "_numbers", "limit")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._closures: dict[Formula, Term] = {}
        self._numbers: dict[Formula, int] = {}  # obligations, in the order of their coming

    def single(self, obligation: Formula) -> Rest:
        """Return the rest that demands one obligation."""
        self._number(obligation)
        return Rest(frozenset([frozenset([obligation])]))

    def meet(self, rests: list[Rest]) -> Rest:
        """Return the conjunction of ``rests``."""
        different = dict.fromkeys(rests)
        if IMPOSSIBLE in different:
            return IMPOSSIBLE
        certain = [term for rest in different if len(rest.terms) == 1 for term in rest.terms]
        choices = [rest for rest in different if len(rest.terms) > 1]
        return reduce(self._both, choices, self._least([frozenset[Formula]().union(*certain)]))

    def join(self, rests: list[Rest]) -> Rest:
        """Return the disjunction of ``rests``."""
        different = set(rests)
        if NOTHING in different:
            return NOTHING
        if len(different) == 1:
            return different.pop()
        terms = {term for rest in different for term in rest.terms}
        if len(terms) > 2 * self.limit:
            raise self._too_large()
        return self._least(terms)

    def ordered(self, rest: Rest) -> list[list[Formula]]:
        """Return the terms of ``rest`` in an order that does not change from run to run."""
        lists = [sorted(term, key=self._number) for term in rest.terms]
        return sorted(lists, key=lambda term: [self._number(f) for f in term])

    def _number(self, obligation: Formula) -> int:
        return self._numbers.setdefault(obligation, len(self._numbers))

    def _both(self, left: Rest, right: Rest) -> Rest:
        if left.is_false:
            return left
        if len(left.terms) * len(right.terms) > 2 * self.limit:
            raise self._too_large()
        return self._least([a | b for a in left.terms for b in right.terms])

    def _least(self, terms: Iterable[Term]) -> Rest:
        """Return the canonical rest with these terms: none says more than it needs to."""
        kept: dict[Term, Term] = {}  # a term, with everything that follows from it
        for term in terms:
            full = self._closure(term)
            if any(f.op is Op.FALSE or (f.op is Op.NOT and f.args[0] in full) for f in full):
                continue
            if any(other <= full for other in kept):
                continue
            small = self._irredundant(term)
            kept = {other: more for other, more in kept.items() if not small <= more}
            kept[small] = full
        result = Rest(frozenset(kept))
        if result.size > self.limit:
            raise self._too_large()
        return result

    def _closure(self, term: Term) -> Term:
        return term.union(*(self._implied(f) for f in term))

    def _irredundant(self, term: Term) -> Term:
        # What follows from an obligation is smaller than it, so there are no circles.
        return term.difference(*(self._implied(f) for f in term))

    def _implied(self, obligation: Formula) -> Term:
        """Return all that follows from ``obligation`` by `_consequences`, without itself."""
        if obligation not in self._closures:
            found: set[Formula] = set()
            stack = _consequences(obligation)
            while stack:
                formula = stack.pop()
                if formula not in found:
                    found.add(formula)
                    stack.extend(_consequences(formula))
            self._closures[obligation] = frozenset(found)
        return self._closures[obligation]

    def _too_large(self) -> BudgetExceeded:
        return BudgetExceeded(
            f"what remains of the formula has more than {self.limit} parts",
            hint="split the requirement into several, or give a higher limit",
        )


def _consequences(formula: Formula) -> list[Formula]:
    """Return formulas that follow from ``formula`` and are smaller.

    Just enough for sequences and visits of the same place to be recognised as one.
    """
    match formula.op:
        case Op.FINALLY:
            (inner,) = formula.args
            found = [f for f in _conjuncts(inner) if f.op is Op.FINALLY]
            if inner.op is Op.AND:
                found += [unary(Op.FINALLY, f) for f in inner.args]
            return found
        case Op.GLOBALLY:
            return _conjuncts(formula.args[0])
        case Op.UNTIL:
            return [unary(Op.FINALLY, formula.args[1])]
        case Op.RELEASE:
            return _conjuncts(formula.args[1])
        case Op.STRONG:
            left, right = formula.args
            return [unary(Op.FINALLY, left), *_conjuncts(right)]
        case _:
            return []


def _conjuncts(formula: Formula) -> list[Formula]:
    return list(formula.args) if formula.op is Op.AND else [formula]
