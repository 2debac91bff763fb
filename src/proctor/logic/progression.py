"""What remains of a formula after a letter.

The word ``a w`` satisfies a formula if and only if ``w`` satisfies its rest after ``a``
(Bacchus and Kabanza 1998). A rest is kept in one canonical form, so that the rests of a
formula are finitely many, and equal ones are recognised.
"""

from typing import assert_never

from proctor.logic.formula import Formula, propositions
from proctor.logic.lasso import Letter
from proctor.logic.ops import Op
from proctor.logic.rests import IMPOSSIBLE, NOTHING, Obligations, Rest, Term
from proctor.logic.simplify import negation_normal_form

__all__ = ["Progression", "Rest", "Term"]


class Progression:
    """The rests of one formula, with a memory of those already computed.

    Attributes:
        formula: the formula.
        start: its rest before the first letter.
        limit: how many terms and obligations a rest may have.

    Examples:
        >>> from proctor.logic.parser import parse
        >>> progression = Progression(parse("F(a & F b)"))
        >>> rest = progression.after(progression.start, frozenset("a"))
        >>> str(rest)
        'F b'
        >>> progression.after(rest, frozenset("b")).is_true
        True
    """

    __slots__ = ("_after", "_names", "_parts", "_rests", "_unit", "formula", "limit", "start")

    def __init__(self, formula: Formula, *, limit: int = 4096) -> None:
        self.formula = formula
        self.limit = limit
        self._names = frozenset(propositions(formula))
        self._after: dict[tuple[Rest, Letter], Rest] = {}
        self._parts: dict[Letter, dict[Formula, Rest]] = {}
        self._rests = Obligations(limit)
        self._unit: dict[Formula, Rest] = {}
        self.start = self._obliged(negation_normal_form(formula))

    def after(self, rest: Rest, letter: Letter) -> Rest:
        """Return what remains of ``rest`` after ``letter``.

        For every word w, ``letter w`` satisfies ``rest`` if and only if w satisfies the
        result. Propositions that the formula does not mention are ignored.

        Raises:
            BudgetExceeded: a rest would have more than ``limit`` terms and obligations.
        """
        seen = letter & self._names
        key = (rest, seen)
        found = self._after.get(key)
        if found is None:
            # In a fixed order, so that the limit is reached on every run or on none.
            terms = [
                self._rests.meet([self._part_after(obligation, seen) for obligation in term])
                for term in self._rests.ordered(rest)
            ]
            found = self._after[key] = self._rests.join(terms)
        return found

    def _part_after(self, root: Formula, letter: Letter) -> Rest:
        """Return the rest of one formula in negation normal form after ``letter``."""
        done = self._parts.setdefault(letter, {})
        stack = [root]
        while stack:
            part = stack[-1]
            if part in done:
                stack.pop()
                continue
            # The rest of X f does not look into f.
            inner = () if part.op in {Op.NEXT, Op.NOT} else part.args
            missing = [a for a in inner if a not in done]
            if missing:
                stack.extend(missing)
            else:
                done[stack.pop()] = self._stepped(part, [done[a] for a in inner], letter)
        return done[root]

    def _stepped(self, part: Formula, inner: list[Rest], letter: Letter) -> Rest:
        """Apply the unrolling law of the operator at the top of ``part``."""
        match part.op:
            case Op.TRUE:
                return NOTHING
            case Op.FALSE:
                return IMPOSSIBLE
            case Op.ATOM:
                return NOTHING if part.name in letter else IMPOSSIBLE
            case Op.NOT:
                return IMPOSSIBLE if part.args[0].name in letter else NOTHING
            case Op.AND:
                return self._rests.meet(inner)
            case Op.OR:
                return self._rests.join(inner)
            case Op.NEXT:
                return self._obliged(part.args[0])
            case Op.XOR | Op.IMPLIES | Op.IFF:
                raise AssertionError("negation normal form has no such operator")
            case op:
                again = self._obliged(part)
        match op:
            case Op.FINALLY:
                return self._rests.join([inner[0], again])
            case Op.GLOBALLY:
                return self._rests.meet([inner[0], again])
            case Op.UNTIL | Op.WEAK:
                return self._rests.join([inner[1], self._rests.meet([inner[0], again])])
            case Op.RELEASE | Op.STRONG:
                return self._rests.meet([inner[1], self._rests.join([inner[0], again])])
            case _:
                assert_never(op)

    def _obliged(self, root: Formula) -> Rest:
        """Return the rest that demands ``root`` from the next letter on."""
        if root in self._unit:
            return self._unit[root]
        stack = [root]
        while stack:
            part = stack[-1]
            missing = [a for a in part.args if a not in self._unit]
            if part.op in {Op.AND, Op.OR} and missing:
                stack.extend(missing)
                continue
            stack.pop()
            if part.op is Op.AND:
                result = self._rests.meet([self._unit[a] for a in part.args])
            elif part.op is Op.OR:
                result = self._rests.join([self._unit[a] for a in part.args])
            elif part.op in {Op.TRUE, Op.FALSE}:
                result = NOTHING if part.op is Op.TRUE else IMPOSSIBLE
            else:
                result = self._rests.single(part)
            self._unit[part] = result
        return self._unit[root]
