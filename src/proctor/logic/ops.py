"""The operators of linear temporal logic, by name."""

from enum import StrEnum

__all__ = ["BINARY", "TEMPORAL", "UNARY", "Op"]


class Op(StrEnum):
    """One operator; the value is how Spot writes it."""

    TRUE = "1"
    FALSE = "0"
    ATOM = "atom"
    NOT = "!"
    AND = "&"
    OR = "|"
    XOR = "xor"
    IMPLIES = "->"
    IFF = "<->"
    NEXT = "X"
    FINALLY = "F"
    GLOBALLY = "G"
    UNTIL = "U"
    RELEASE = "R"
    WEAK = "W"
    STRONG = "M"


UNARY = frozenset({Op.NOT, Op.NEXT, Op.FINALLY, Op.GLOBALLY})
BINARY = frozenset({Op.XOR, Op.IMPLIES, Op.IFF, Op.UNTIL, Op.RELEASE, Op.WEAK, Op.STRONG})
TEMPORAL = frozenset(
    {Op.NEXT, Op.FINALLY, Op.GLOBALLY, Op.UNTIL, Op.RELEASE, Op.WEAK, Op.STRONG}
)
