"""The truth of a formula on a lasso word: the slow, obvious reference.

Every operator is a column of truth values, one for each position of the lasso; until and its
relatives are fixpoints of their unrolling. Everything else that decides the truth of formulas
is tested against this.
"""

from collections.abc import Callable, Sequence
from typing import assert_never

from proctor.errors import InputError
from proctor.logic.formula import Formula, postorder
from proctor.logic.lasso import Lasso, Letter
from proctor.logic.ops import Op

__all__ = ["holds", "holds_at_end"]


def holds(formula: Formula, lasso: Lasso) -> bool:
    """Return whether the word of ``lasso`` satisfies ``formula``.

    Takes time proportional to the parts of the formula times the positions of the lasso.

    Examples:
        >>> from proctor.logic.parser import parse
        >>> word = Lasso((frozenset("a"),), (frozenset(), frozenset("b")))
        >>> holds(parse("a & GF b"), word), holds(parse("G a"), word)
        (True, False)
    """
    letters = (*lasso.prefix, *lasso.cycle)
    following = [*range(1, len(letters)), len(lasso.prefix)]
    columns: dict[Formula, list[bool]] = {}
    for part in postorder(formula):
        inner = [columns[a] for a in part.args]
        columns[part] = _column(part, inner, letters, following)
    return columns[formula][0]


def holds_at_end(formula: Formula, letters: Sequence[Letter]) -> bool:
    """Return whether a finite run satisfies ``formula`` if its last letter repeats for ever.

    Examples:
        >>> from proctor.logic.parser import parse
        >>> holds_at_end(parse("F goal"), [frozenset(), frozenset({"goal"})])
        True
    """
    if not letters:
        raise InputError(
            "an empty run has no last letter", hint="a run has a start state at least"
        )
    return holds(formula, Lasso(tuple(letters[:-1]), (letters[-1],)))


def _column(
    part: Formula, inner: list[list[bool]], letters: Sequence[Letter], following: list[int]
) -> list[bool]:
    """Return where ``part`` is true, given where its arguments are."""
    here = range(len(letters))

    def least(step: Callable[[int, bool], bool]) -> list[bool]:
        return _fixpoint(False, step, following)  # noqa: FBT003 - the value to start from

    def greatest(step: Callable[[int, bool], bool]) -> list[bool]:
        return _fixpoint(True, step, following)  # noqa: FBT003 - the value to start from

    match part.op:
        case Op.TRUE:
            return [True for _ in here]
        case Op.FALSE:
            return [False for _ in here]
        case Op.ATOM:
            return [part.name in letters[i] for i in here]
        case Op.AND:
            return [all(column[i] for column in inner) for i in here]
        case Op.OR:
            return [any(column[i] for column in inner) for i in here]
        case _:
            a, b = inner[0], inner[-1]
    match part.op:
        case Op.NOT:
            return [not a[i] for i in here]
        case Op.XOR:
            return [a[i] != b[i] for i in here]
        case Op.IMPLIES:
            return [not a[i] or b[i] for i in here]
        case Op.IFF:
            return [a[i] == b[i] for i in here]
        case Op.NEXT:
            return [a[following[i]] for i in here]
        case Op.FINALLY:
            return least(lambda i, later: a[i] or later)
        case Op.GLOBALLY:
            return greatest(lambda i, later: a[i] and later)
        case Op.UNTIL:
            return least(lambda i, later: b[i] or (a[i] and later))
        case Op.WEAK:
            return greatest(lambda i, later: b[i] or (a[i] and later))
        case Op.STRONG:
            return least(lambda i, later: b[i] and (a[i] or later))
        case Op.RELEASE:
            return greatest(lambda i, later: b[i] and (a[i] or later))
        case _:
            assert_never(part.op)


def _fixpoint(
    start: bool,  # noqa: FBT001 - the value to start from
    step: Callable[[int, bool], bool],
    following: list[int],
) -> list[bool]:
    """Iterate ``step(position, value at the following position)`` until nothing changes."""
    column = [start] * len(following)
    while True:
        before = column.copy()
        for i in reversed(range(len(following))):
            column[i] = step(i, column[following[i]])
        if column == before:
            return column
