"""A formula as text, with as few parentheses as can be, in three ways of writing.

Works on anything with the shape of a formula, and never recurses.
"""

from dataclasses import dataclass
from typing import Final, Protocol

from proctor.errors import InputError
from proctor.logic.names import is_plain
from proctor.logic.ops import UNARY, Op

__all__ = ["MAX_PIECES", "TIGHTNESS", "Tree", "spin_text", "spot_text", "words_text"]

MAX_PIECES: Final = 1_000_000  # of a text in Spin's syntax

# How tightly an operator binds, as in Spot.
TIGHTNESS: Final = {
    **dict.fromkeys((Op.IMPLIES, Op.IFF), 1),
    Op.OR: 2,
    Op.XOR: 3,
    Op.AND: 4,
    **dict.fromkeys((Op.UNTIL, Op.RELEASE, Op.WEAK, Op.STRONG), 5),
    **dict.fromkeys(UNARY, 6),
    **dict.fromkeys((Op.TRUE, Op.FALSE, Op.ATOM), 7),
}


class Tree(Protocol):
    """What a printer needs to see of a formula."""

    @property
    def op(self) -> Op:
        """The operator at the top."""

    @property
    def name(self) -> str:
        """The name, where the operator is ``Op.ATOM``."""

    @property
    def args(self) -> "tuple[Tree, ...]":
        """What the operator is applied to."""


def spot_text(tree: Tree) -> str:
    """Return ``tree`` in Spot's syntax, such as ``GF a & (b U c)``; parses to the same."""
    return _text(tree, _SPOT)


def spin_text(tree: Tree) -> str:
    """Return ``tree`` in Spin's syntax; parses to something with the same meaning.

    Spin knows no W, M and xor: these are written with what it knows.
    """
    return _text(tree, _SPIN, in_spin=True)


def words_text(tree: Tree) -> str:
    """Return ``tree`` in words, such as ``always (a or next b)``; parses to the same."""
    return _text(tree, _WORDS)


_SPOT: Final = {op: op.value for op in Op}

_SPIN: Final = {
    **_SPOT,
    Op.TRUE: "true",
    Op.FALSE: "false",
    Op.AND: "&&",
    Op.OR: "||",
    Op.FINALLY: "<>",
    Op.GLOBALLY: "[]",
    Op.RELEASE: "V",
}

_WORDS: Final = {
    Op.TRUE: "true",
    Op.FALSE: "false",
    Op.NOT: "not",
    Op.AND: "and",
    Op.OR: "or",
    Op.XOR: "xor",
    Op.IMPLIES: "implies",
    Op.IFF: "iff",
    Op.NEXT: "next",
    Op.FINALLY: "eventually",
    Op.GLOBALLY: "always",
    Op.UNTIL: "until",
    Op.RELEASE: "release",
    Op.WEAK: "weak until",
    Op.STRONG: "strong release",
}


@dataclass(frozen=True, slots=True)
class _Node:
    """A tree that stands in for an operator that Spin does not know."""

    op: Op
    args: tuple[Tree, ...]
    name: str = ""


def _text(root: Tree, symbols: dict[Op, str], *, in_spin: bool = False) -> str:
    pieces: list[str] = []
    # What is still to be written, the next piece on top: text, or a tree and how tightly
    # the place where it stands binds.
    todo: list[str | tuple[Tree, int]] = [(root, 0)]
    while todo:
        if in_spin and len(pieces) > MAX_PIECES:
            raise InputError(
                f"the formula has more than {MAX_PIECES} pieces in Spin's syntax",
                hint="W and M double there whatever is nested in them: use Spot's syntax",
            )
        item = todo.pop()
        if isinstance(item, str):
            pieces.append(item)
            continue
        tree, around = item
        if in_spin:
            tree = _for_spin(tree)
        parts = _parts(tree, symbols)
        if TIGHTNESS[tree.op] < around:
            parts = ["(", *parts, ")"]
        todo.extend(reversed(parts))
    return _joined(pieces)


def _for_spin(tree: Tree) -> Tree:
    match tree.op:
        case Op.WEAK:
            left, _ = tree.args
            return _Node(Op.OR, (_Node(Op.GLOBALLY, (left,)), _Node(Op.UNTIL, tree.args)))
        case Op.STRONG:
            _, right = tree.args
            return _Node(Op.UNTIL, (right, _Node(Op.AND, tree.args)))
        case Op.XOR:
            return _Node(Op.NOT, (_Node(Op.IFF, tree.args),))
        case _:
            return tree


def _parts(tree: Tree, symbols: dict[Op, str]) -> list[str | tuple[Tree, int]]:
    op, binds = tree.op, TIGHTNESS[tree.op]
    match op:
        case Op.ATOM:
            return [tree.name if is_plain(tree.name) else f'"{tree.name}"']
        case Op.TRUE | Op.FALSE:
            return [symbols[op]]
        case Op.NOT | Op.NEXT | Op.FINALLY | Op.GLOBALLY:
            return [symbols[op], (tree.args[0], binds)]
        case Op.AND | Op.OR:
            parts: list[str | tuple[Tree, int]] = []
            for argument in tree.args:
                parts += [f" {symbols[op]} ", (argument, binds + 1)]
            return parts[1:]
        case _:
            left, right = tree.args
            # Only xor groups to the left.
            is_left = op is Op.XOR
            return [(left, binds + (not is_left)), f" {symbols[op]} ", (right, binds + is_left)]


def _joined(pieces: list[str]) -> str:
    """Set spaces after prefix operators: ``GF a``, ``F(a & b)``, ``G !a``, ``always (a)``."""
    spaced: list[str] = []
    last = ""
    for piece in pieces:
        if _needs_space(last, piece):
            spaced.append(" ")
        spaced.append(piece)
        last = piece
    return "".join(spaced)


def _needs_space(last: str, piece: str) -> bool:
    if piece.startswith((" ", ")")) or last.endswith(" "):
        return False
    if last in {"F", "G", "X"}:
        return piece not in {"F", "G", "X", "("}
    return last in {"not", "next", "eventually", "always"}
