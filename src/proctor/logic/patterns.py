"""The patterns that missions are made of, as formulas.

Table I of Badithela et al., "Flow-based synthesis of reactive tests" (2024).
"""

from proctor.errors import InputError
from proctor.logic.formula import (
    Formula,
    atom,
    binary,
    conjunction,
    negation,
    unary,
)
from proctor.logic.names import check_name
from proctor.logic.ops import Op

__all__ = ["eventually_after", "instantly", "never", "sequence", "visit"]


def visit(*goals: str | Formula) -> Formula:
    """Return that every goal is reached, in any order: ``F p1 & F p2 & ...``.

    >>> str(visit("a", "b"))
    'F a & F b'
    """
    _demand_goals("visit", goals)
    return conjunction(unary(Op.FINALLY, _formula(p)) for p in goals)


def sequence(*goals: str | Formula) -> Formula:
    """Return that the goals are reached in this order: ``F(p0 & F(p1 & ...))``.

    One step may reach several goals.

    >>> str(sequence("a", "b", "c"))
    'F(a & F(b & F c))'
    """
    _demand_goals("sequence", goals)
    *earlier, last = (_formula(p) for p in goals)
    result = unary(Op.FINALLY, last)
    for goal in reversed(earlier):
        result = unary(Op.FINALLY, conjunction([goal, result]))
    return result


def never(bad: str | Formula) -> Formula:
    """Return that ``bad`` never holds: ``G !bad``.

    >>> str(never("empty"))
    'G !empty'
    """
    return unary(Op.GLOBALLY, negation(_formula(bad)))


def instantly(cause: str | Formula, effect: str | Formula) -> Formula:
    """Return that ``effect`` holds whenever ``cause`` does: ``G(cause -> effect)``.

    >>> str(instantly("rain", "roof"))
    'G(rain -> roof)'
    """
    return unary(Op.GLOBALLY, binary(Op.IMPLIES, _formula(cause), _formula(effect)))


def eventually_after(cause: str | Formula, effect: str | Formula) -> Formula:
    """Return that ``effect`` follows every ``cause``: ``G(cause -> F effect)``.

    >>> str(eventually_after("call", "reply"))
    'G(call -> F reply)'
    """
    answer = unary(Op.FINALLY, _formula(effect))
    return unary(Op.GLOBALLY, binary(Op.IMPLIES, _formula(cause), answer))


def _demand_goals(pattern: str, goals: tuple[str | Formula, ...]) -> None:
    if not goals:
        raise InputError(f"{pattern}() has nothing to reach", hint=f'write {pattern}("goal")')


def _formula(part: str | Formula) -> Formula:
    if isinstance(part, Formula):
        return part
    check_name(part)
    return atom(part)
