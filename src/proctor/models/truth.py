"""In which states a formula without temporal operators is true."""

from functools import reduce

import numpy as np

from proctor.graphs.csr import Bools
from proctor.logic.formula import Formula, postorder
from proctor.logic.ops import Op
from proctor.models.system import SystemModel

__all__ = ["states_satisfying"]


def states_satisfying(model: SystemModel, formula: Formula) -> Bools:
    """Return the states whose labels satisfy a propositional formula.

    >>> from proctor.logic.parser import parse
    >>> from proctor.models.worlds import GridWorld
    >>> model = GridWorld.parse("S a T").model()
    >>> states_satisfying(model, parse("a | T")).tolist()
    [False, True, True]
    """
    found: dict[Formula, Bools] = {}
    for part in postorder(formula):
        found[part] = _applied(model, part, [found[a] for a in part.args])
    return found[formula]


def _applied(model: SystemModel, part: Formula, inner: list[Bools]) -> Bools:
    match part.op:
        case Op.TRUE | Op.FALSE:
            return np.full(model.n, part.op is Op.TRUE, dtype=np.bool_)
        case Op.ATOM:
            return model.holds[part.name]
        case Op.NOT:
            return ~inner[0]
        case Op.AND:
            return reduce(np.logical_and, inner)
        case Op.OR:
            return reduce(np.logical_or, inner)
        case Op.XOR:
            return inner[0] ^ inner[1]
        case Op.IMPLIES:
            return ~inner[0] | inner[1]
        case Op.IFF:
            return ~(inner[0] ^ inner[1])
        case _:
            raise ValueError(f"{part.op} is a temporal operator")
