"""Bounds found again in a formula that has them written out: within so many steps."""

from dataclasses import dataclass
from typing import Literal

from proctor.logic.formula import Formula, conjunction, disjunction, postorder
from proctor.logic.ops import Op

__all__ = ["Window", "windows"]


@dataclass(frozen=True, slots=True)
class Window:
    """``goal`` from ``low`` to ``high`` steps from now: at some of these steps, or at all."""

    goal: Formula
    low: int
    high: int
    kind: Literal["some", "every"] = "some"

    @property
    def is_moment(self) -> bool:
        """Whether it is a single step, as ``X[3] p`` says."""
        return self.low == self.high


def windows(formula: Formula) -> dict[Formula, Window]:
    """Return the parts of ``formula`` that `proctor.logic.bounds.expanded` may have written.

    Examples:
        >>> from proctor.logic.parser import parse
        >>> bounded = parse("G[2:5] p")
        >>> found = windows(bounded)[bounded]
        >>> str(found.goal), found.low, found.high, found.kind
        ('p', 2, 5, 'every')
    """
    found: dict[Formula, Window] = {}
    for part in postorder(formula):
        window = _window(part, found)
        if window is not None:
            found[part] = window
    return found


def _window(part: Formula, found: dict[Formula, Window]) -> Window | None:
    match part.op:
        case Op.NEXT:
            (inner,) = part.args
            within = found.get(inner, Window(inner, 0, 0))
            return Window(within.goal, within.low + 1, within.high + 1, within.kind)
        case Op.OR | Op.AND:
            last = part.args[-1]
            later = found.get(last)
            if later is None or later.low != 1:
                return None
            join = disjunction if part.op is Op.OR else conjunction
            here = join(part.args[:-1])
            kind: Literal["some", "every"] = "some" if part.op is Op.OR else "every"
            if last.args[0] == here:
                return Window(here, 0, 1, kind)
            if later.goal != here:
                return None
            # One step alone is the beginning of either kind.
            if later.is_moment or later.kind == kind:
                return Window(here, 0, later.high, kind)
        case _:
            pass
    return None
