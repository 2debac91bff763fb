"""Which kind of promise a formula makes, read off its syntax.

The hierarchy of Manna and Pnueli, "A hierarchy of temporal properties" (1990), in its
syntactic form (Chang, Manna and Pnueli 1992; Cerna and Pelanek 2003). A formula may belong to
a class without looking like it: true answers are certain, false ones are not.
"""

from collections.abc import Sequence
from enum import Flag, auto
from typing import assert_never

from proctor.logic.formula import Formula, postorder
from proctor.logic.ops import Op

__all__ = [
    "Promise",
    "is_syntactic_guarantee",
    "is_syntactic_obligation",
    "is_syntactic_persistence",
    "is_syntactic_recurrence",
    "is_syntactic_safety",
    "promises",
]


class Promise(Flag):
    """The classes of the hierarchy; a formula may be in several."""

    SAFETY = auto()
    GUARANTEE = auto()
    OBLIGATION = auto()
    RECURRENCE = auto()
    PERSISTENCE = auto()


def is_syntactic_safety(formula: Formula) -> bool:
    """Return whether a word that breaks ``formula`` does so within finitely many letters."""
    return Promise.SAFETY in promises(formula)


def is_syntactic_guarantee(formula: Formula) -> bool:
    """Return whether a word that meets ``formula`` does so within finitely many letters.

    Once met it stays met, whatever comes.
    """
    return Promise.GUARANTEE in promises(formula)


def is_syntactic_obligation(formula: Formula) -> bool:
    """Return whether ``formula`` combines safety and guarantee formulas."""
    return Promise.OBLIGATION in promises(formula)


def is_syntactic_recurrence(formula: Formula) -> bool:
    """Return whether a deterministic Büchi automaton for ``formula`` exists for sure."""
    return Promise.RECURRENCE in promises(formula)


def is_syntactic_persistence(formula: Formula) -> bool:
    """Return whether the negation of ``formula`` is a recurrence for sure."""
    return Promise.PERSISTENCE in promises(formula)


def promises(formula: Formula) -> Promise:
    """Return all classes to which ``formula`` belongs by its syntax.

    Examples:
        >>> from proctor.logic.parser import parse
        >>> for promise in promises(parse("G(call -> F reply)")):
        ...     print(promise.name)
        RECURRENCE
    """
    known: dict[Formula, Promise] = {}
    for part in postorder(formula):
        known[part] = _closed(_promise(part.op, [known[a] for a in part.args]))
    return known[formula]


_ALL = ~Promise(0)
_SAFE, _SURE, _BOTH = Promise.SAFETY, Promise.GUARANTEE, Promise.OBLIGATION
_AGAIN, _LAST = Promise.RECURRENCE, Promise.PERSISTENCE


def _closed(promise: Promise) -> Promise:
    """Add the classes that contain a class of ``promise``."""
    if promise & (_SAFE | _SURE):
        promise |= _BOTH
    return promise | _AGAIN | _LAST if _BOTH in promise else promise


def _promise(op: Op, inner: Sequence[Promise]) -> Promise:
    match op:
        case Op.TRUE | Op.FALSE | Op.ATOM:
            return _ALL
        case Op.NOT:
            return _negated(inner[0])
        case Op.NEXT:
            return inner[0]
        case Op.AND | Op.OR:
            return _common(inner)
        case Op.IMPLIES:
            return _common([_negated(inner[0]), inner[1]])
        case Op.IFF | Op.XOR:
            return _common([*inner, *map(_negated, inner)])
        case Op.FINALLY:
            return _until(_ALL, inner[0])
        case Op.GLOBALLY:
            return _weak(inner[0], _ALL)
        case Op.UNTIL:
            return _until(inner[0], inner[1])
        case Op.STRONG:
            return _until(inner[1], inner[0])
        case Op.WEAK:
            return _weak(inner[0], inner[1])
        case Op.RELEASE:
            return _weak(inner[1], inner[0])
        case _:
            assert_never(op)


def _common(inner: Sequence[Promise]) -> Promise:
    result = _ALL
    for promise in inner:
        result &= promise
    return result


def _negated(promise: Promise) -> Promise:
    """Return the classes of the negation: safety and guarantee change places, and so on."""
    result = promise & _BOTH
    for one, other in ((_SAFE, _SURE), (_AGAIN, _LAST)):
        result |= other if one in promise else Promise(0)
        result |= one if other in promise else Promise(0)
    return result


def _until(path: Promise, end: Promise) -> Promise:
    """Return the classes of ``path U end``; for M, ``path`` is its right side."""
    result = path & end & (_SURE | _LAST)
    if _SURE in end:
        result |= path & (_BOTH | _AGAIN)
    return result


def _weak(path: Promise, end: Promise) -> Promise:
    """Return the classes of ``path W end``; for R, ``path`` is its right side."""
    result = path & end & (_SAFE | _AGAIN)
    if _SAFE in path:
        result |= end & (_BOTH | _LAST)
    return result
