"""A formula of linear temporal logic: an immutable tree that is compared by value.

Trees may be thousands of levels deep, so nothing here recurses: every walk goes through
`postorder`, children first, and hashes are made once, when a node is built.
"""

from collections.abc import Iterable, Iterator
from typing import Final, final

from proctor.errors import InputError, shown
from proctor.logic.names import check_spelling
from proctor.logic.ops import BINARY, UNARY, Op
from proctor.logic.printer import spot_text

__all__ = [
    "FALSE",
    "MAX_NODES",
    "TRUE",
    "Formula",
    "atom",
    "binary",
    "conjunction",
    "disjunction",
    "negation",
    "postorder",
    "propositions",
    "unary",
]

MAX_NODES: Final = 1_000_000


@final
class Formula:
    """One operator over smaller formulas, or a proposition.

    ``&`` and ``|`` take two or more arguments and never nest in themselves. ``size`` counts
    the nodes of the tree (a shared part counts each time), ``depth`` its levels.

    Examples:
        >>> f = conjunction([unary(Op.FINALLY, atom("a")), atom("b")])
        >>> str(f), f.size, f.depth
        ('F a & b', 4, 3)
        >>> f == conjunction([unary(Op.FINALLY, atom("a")), atom("b")])
        True
    """

    __slots__ = ("_hash", "args", "depth", "name", "op", "size")

    op: Op
    name: str
    args: "tuple[Formula, ...]"
    depth: int
    size: int
    _hash: int

    def __init__(self, op: Op, args: "tuple[Formula, ...]" = (), name: str = "") -> None:
        fix = object.__setattr__
        fix(self, "op", op)
        fix(self, "name", name)
        fix(self, "args", args)
        fix(self, "depth", 1 + max((a.depth for a in args), default=0))
        fix(self, "size", 1 + sum(a.size for a in args))
        fix(self, "_hash", hash((op, name, tuple(map(hash, args)))))
        if self.size > MAX_NODES:
            raise InputError(
                f"the formula has {self.size} parts; the limit is {MAX_NODES}",
                hint="shorten bounds such as F[0:n], or split the requirement",
            )

    def __setattr__(self, key: str, value: object) -> None:
        raise AttributeError(f"a formula cannot be changed: {key} = {shown(value)}")

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Formula):
            return NotImplemented
        stack = [(self, other)]
        seen: set[tuple[int, int]] = set()
        while stack:
            left, right = stack.pop()
            if left is right or (id(left), id(right)) in seen:
                continue
            seen.add((id(left), id(right)))
            if (
                left._hash != right._hash
                or left.op is not right.op
                or left.name != right.name
                or len(left.args) != len(right.args)
            ):
                return False
            stack.extend(zip(left.args, right.args, strict=True))
        return True

    def __str__(self) -> str:
        return spot_text(self)

    def __repr__(self) -> str:
        return f"formula({spot_text(self)!r})"


TRUE: Final = Formula(Op.TRUE)
FALSE: Final = Formula(Op.FALSE)


def atom(name: str) -> Formula:
    """Return the proposition ``name``, which must be one that can be written."""
    check_spelling(name)
    return Formula(Op.ATOM, (), name)


def negation(argument: Formula) -> Formula:
    """Return ``!argument``, without simplifying."""
    return Formula(Op.NOT, (argument,))


def unary(op: Op, argument: Formula) -> Formula:
    """Return ``op argument`` for one of ``! X F G``."""
    assert op in UNARY
    return Formula(op, (argument,))


def binary(op: Op, left: Formula, right: Formula) -> Formula:
    """Return ``left op right`` for one of ``xor -> <-> U R W M``."""
    assert op in BINARY
    return Formula(op, (left, right))


def conjunction(parts: Iterable[Formula]) -> Formula:
    """Return ``&`` of the parts, flattened; nothing is true, one part is itself."""
    return _chain(Op.AND, parts, TRUE)


def disjunction(parts: Iterable[Formula]) -> Formula:
    """Return ``|`` of the parts, flattened; nothing is false, one part is itself."""
    return _chain(Op.OR, parts, FALSE)


def _chain(op: Op, parts: Iterable[Formula], empty: Formula) -> Formula:
    flat: list[Formula] = []
    for part in parts:
        flat.extend(part.args if part.op is op else (part,))
    if not flat:
        return empty
    return flat[0] if len(flat) == 1 else Formula(op, tuple(flat))


def postorder(root: Formula) -> Iterator[Formula]:
    """Yield every distinct part of ``root`` once, parts before wholes.

    >>> [str(f) for f in postorder(unary(Op.FINALLY, conjunction([atom("a"), atom("b")])))]
    ['a', 'b', 'a & b', 'F(a & b)']
    """
    seen: set[Formula] = set()
    stack = [(root, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            yield node
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((a, False) for a in reversed(node.args))


def propositions(root: Formula) -> tuple[str, ...]:
    """Return the names of the propositions in ``root``, sorted."""
    return tuple(sorted(f.name for f in postorder(root) if f.op is Op.ATOM))
