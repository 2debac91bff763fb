"""A formula rewritten so that only propositions are negated."""

from typing import Final

from proctor.logic.formula import (
    FALSE,
    TRUE,
    Formula,
    binary,
    conjunction,
    disjunction,
    negation,
    unary,
)
from proctor.logic.ops import Op

__all__ = ["negation_normal_form"]

_DUAL: Final = {
    Op.AND: Op.OR,
    Op.OR: Op.AND,
    Op.NEXT: Op.NEXT,
    Op.FINALLY: Op.GLOBALLY,
    Op.GLOBALLY: Op.FINALLY,
    Op.UNTIL: Op.RELEASE,
    Op.RELEASE: Op.UNTIL,
    Op.WEAK: Op.STRONG,
    Op.STRONG: Op.WEAK,
}

_Signed = tuple[Formula, bool]  # a formula, and whether it is meant as it stands or negated


def negation_normal_form(formula: Formula) -> Formula:
    """Return an equivalent formula over literals, ``& | X F G U R W M`` and constants.

    Equal parts of the result are one object. Nested ``<->`` and ``xor`` double at each level.

    Examples:
        >>> from proctor.logic.parser import parse
        >>> str(negation_normal_form(parse("!(a U (b -> c))")))
        '!a R (b & !c)'
    """
    done: dict[_Signed, Formula] = {}
    stack: list[_Signed] = [(formula, True)]
    while stack:
        signed = stack[-1]
        if signed in done:
            stack.pop()
            continue
        missing = [part for part in _needs(signed) if part not in done]
        if missing:
            stack.extend(reversed(missing))
        else:
            done[stack.pop()] = _rewritten(signed, done)
    return done[formula, True]


def _needs(signed: _Signed) -> list[_Signed]:
    """Return the parts that must be rewritten before ``signed`` can be."""
    formula, positive = signed
    match formula.op:
        case Op.NOT:
            return [(formula.args[0], not positive)]
        case Op.IMPLIES:
            left, right = formula.args
            return [(left, not positive), (right, positive)]
        case Op.IFF | Op.XOR:
            return [(part, sign) for part in formula.args for sign in (True, False)]
        case _:
            return [(part, positive) for part in formula.args]


def _rewritten(signed: _Signed, done: dict[_Signed, Formula]) -> Formula:
    formula, positive = signed
    parts = [done[part] for part in _needs(signed)]
    match formula.op:
        case Op.TRUE | Op.FALSE:
            return TRUE if (formula.op is Op.TRUE) is positive else FALSE
        case Op.ATOM:
            return formula if positive else negation(formula)
        case Op.NOT:
            return parts[0]
        case Op.IMPLIES:
            return (disjunction if positive else conjunction)(parts)
        case Op.IFF | Op.XOR:
            a, not_a, b, not_b = parts
            if (formula.op is Op.IFF) is not positive:
                b, not_b = not_b, b
            return disjunction([conjunction([a, b]), conjunction([not_a, not_b])])
        case op:
            return _applied(op if positive else _DUAL[op], parts)


def _applied(op: Op, parts: list[Formula]) -> Formula:
    match op:
        case Op.AND:
            return conjunction(parts)
        case Op.OR:
            return disjunction(parts)
        case Op.NEXT | Op.FINALLY | Op.GLOBALLY:
            return unary(op, parts[0])
        case _:
            return binary(op, parts[0], parts[1])
