"""Bounds such as ``F[0:80] p``: operators that count steps, written out."""

import re
from dataclasses import dataclass
from typing import Final

from proctor.errors import SpecSyntaxError, shown
from proctor.logic.formula import Formula, conjunction, disjunction, unary
from proctor.logic.ops import Op

__all__ = ["MAX_STEPS", "Bound", "expanded", "read_bound"]

MAX_STEPS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Bound:
    """From ``low`` to ``high`` steps from now; ``high`` is ``None`` for ever."""

    low: int
    high: int | None


def read_bound(op: Op, content: str, *, text: str, at: int) -> Bound:
    """Return the bound in the brackets after ``op``, which is F, G or X.

    ``content`` has its brackets; ``text`` and ``at`` say where it stands.

    >>> read_bound(Op.FINALLY, "[2:5]", text="F[2:5] p", at=1)
    Bound(low=2, high=5)
    """

    def wrong(message: str, hint: str) -> SpecSyntaxError:
        return SpecSyntaxError(message, text=text, offset=at, hint=hint)

    match = _BOUND.fullmatch(content)
    if match is None:
        raise wrong(
            f"{shown(content)} is not a bound",
            f"write {op}[3] p"
            if op is Op.NEXT
            else f"write {op}[0:80] p, with two numbers of steps",
        )
    numbers = [_steps(n) for n in (match["low"], match["high"]) if n]
    if max(numbers) > MAX_STEPS:
        raise wrong(
            f"the bound {shown(content)} is too large: the limit is {MAX_STEPS} steps",
            "count in larger steps, or leave the bound away",
        )
    low = numbers[0]
    if (op is Op.NEXT) is not (match["to"] is None):
        need = "X takes one number" if op is Op.NEXT else "a range is needed"
        raise wrong(
            f"{op}{content} is not read: {need}",
            f"write X[{low}] p for exactly {low} steps from now, "
            f"F[0:{low}] p for at some time within {low} steps, G[0:{low}] p for all of them",
        )
    if len(numbers) == 2 and numbers[1] < low:
        raise wrong(
            f"the bound {shown(content)} ends before it begins",
            f"write {op}[{numbers[1]}:{low}] p",
        )
    return Bound(low, None if match["to"] and not match["high"] else numbers[-1])


def expanded(op: Op, bound: Bound, formula: Formula) -> Formula:
    """Return ``op`` with ``bound`` over ``formula``, written with X, ``|`` and ``&``.

    >>> from proctor.logic.formula import atom
    >>> str(expanded(Op.FINALLY, Bound(1, 3), atom("p")))
    'X(p | X(p | X p))'
    """
    result = formula
    if op is not Op.NEXT and bound.high is None:
        result = unary(op, formula)
    elif op is not Op.NEXT and bound.high is not None:
        join = disjunction if op is Op.FINALLY else conjunction
        for _ in range(bound.high - bound.low):
            result = join([formula, unary(Op.NEXT, result)])
    for _ in range(bound.low):
        result = unary(Op.NEXT, result)
    return result


_BOUND: Final = re.compile(
    r"\[ \s* (?P<low>[0-9]+) \s* (?: (?P<to>:|\.\.) \s* (?P<high>[0-9]*) \s* )? \]", re.VERBOSE
)


def _steps(digits: str) -> int:
    # Python refuses to read numbers of thousands of digits.
    return int(digits) if len(digits) < 20 else MAX_STEPS + 1
