"""Which of the papers' sub-task patterns a formula is made of.

Graebener, Badithela and others (2024), Table I: visit, sequenced visit, safety, instantaneous
and delayed reaction.
"""

from dataclasses import dataclass
from typing import Literal

from proctor.logic.formula import Formula, postorder, propositions
from proctor.logic.ops import TEMPORAL, Op

__all__ = ["Part", "PartKind", "parts"]

PartKind = Literal["visit", "sequence", "safety", "instant", "delayed", "other"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One conjunct of an objective.

    Attributes:
        kind: its pattern, or ``other``.
        formula: the conjunct.
        goals: for visits the states to visit, in order; for reactions the trigger.
    """

    kind: PartKind
    formula: Formula
    goals: tuple[Formula, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """The propositions of the goals."""
        return frozenset(name for goal in self.goals for name in propositions(goal))


def parts(objective: Formula) -> tuple[Part, ...]:
    """Return the conjuncts of ``objective``, each with its pattern.

    >>> from proctor.logic.parser import parse
    >>> [part.kind for part in parts(parse("F(a & F b) & G !u & G(p -> F q) & G F a"))]
    ['sequence', 'safety', 'delayed', 'other']
    """
    conjuncts = objective.args if objective.op is Op.AND else (objective,)
    return tuple(_part(conjunct) for conjunct in conjuncts)


def _part(formula: Formula) -> Part:
    if formula.op is Op.FINALLY:
        goals = _sequence(formula)
        if goals:
            return Part(
                kind="visit" if len(goals) == 1 else "sequence", formula=formula, goals=goals
            )
    if formula.op is Op.GLOBALLY:
        (inner,) = formula.args
        if inner.op is Op.IMPLIES:
            cause, effect = inner.args
            if _is_state(cause) and _is_state(effect):
                return Part(kind="instant", formula=formula, goals=(cause,))
            if _is_state(cause) and effect.op is Op.FINALLY and _is_state(effect.args[0]):
                return Part(kind="delayed", formula=formula, goals=(cause,))
        elif _is_state(inner):
            return Part(kind="safety", formula=formula)
    return Part(kind="other", formula=formula)


def _sequence(formula: Formula) -> tuple[Formula, ...]:
    """Return p0, p1, ... of ``F(p0 & F(p1 & ...))``, or nothing."""
    goals: list[Formula] = []
    left: Formula | None = formula
    while left is not None:
        (inner,) = left.args
        conjuncts = inner.args if inner.op is Op.AND else (inner,)
        later = [c for c in conjuncts if c.op is Op.FINALLY]
        now = [c for c in conjuncts if c.op is not Op.FINALLY]
        if len(later) > 1 or not now or not all(_is_state(c) for c in now):
            return ()
        goals.append(now[0] if len(now) == 1 else Formula(Op.AND, tuple(now)))
        left = later[0] if later else None
    return tuple(goals)


def _is_state(formula: Formula) -> bool:
    return not any(part.op in TEMPORAL for part in postorder(formula))
