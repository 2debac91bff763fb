"""Labels and acceptance conditions of HOA files: expressions over ``! & | t f``, any depth.

Both are read with an explicit stack of operators; nesting is limited so that a hostile file
cannot make it long.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final, Generic, TypeVar

from proctor.automata.acceptance import MAX_SETS, Acceptance, Term, Token
from proctor.automata.guard import EVERY, NEVER, Cube, Guard
from proctor.automata.hoa_lexer import Lexer
from proctor.automata.hoa_lexer import Token as Word
from proctor.errors import InputError, SpecSyntaxError, shown

__all__ = ["MAX_NESTING", "number", "plain_label", "read_acceptance", "read_label"]

MAX_NESTING: Final = 2_000

Value = TypeVar("Value")
Code = tuple[Token, ...]
_LITERAL: Final = re.compile(r"\s*(!?)([0-9]{1,3})\s*")
_RANK: Final = {"|": 1, "&": 2, "!": 3}


def read_label(lexer: Lexer, aliases: Mapping[str, Guard], propositions: int) -> Guard:
    """Read a label expression, without its brackets, as far as it goes.

    >>> guard = read_label(Lexer("0 & !(1 | 0&1)"), {}, 2)
    >>> guard.text(("a", "b"))
    'a&!b'
    """

    def operand(word: Word) -> Guard | None:
        if word.kind == "number":
            bit = number(lexer, word, propositions - 1, "the label", "propositions")
            return Guard.literal(bit)
        if word.kind == "alias":
            if word.text not in aliases:
                raise lexer.error(
                    f"the alias {shown(word.text)[1:-1]} is not defined before this place",
                    word.offset,
                    "an alias may only use aliases that stand above it",
                )
            return aliases[word.text]
        return {"t": EVERY, "f": NEVER}.get(word.text) if word.kind == "name" else None

    def combined(op: str, left: Guard, right: Guard) -> Guard:
        return left.intersection(right) if op == "&" else left.union(right)

    return _Expression(lexer, "label", operand, combined, Guard.negation).read()


def plain_label(text: str, propositions: int) -> Guard | None:
    """Return the guard of a label such as ``0&!1 | 2``, or ``None`` if it is less plain.

    Most labels in large files are so plain; this is several times as fast as `read_label`.

    >>> plain_label("0&!1 | 2", 3) == read_label(Lexer("0&!1 | 2"), {}, 3)
    True
    >>> plain_label("!(0)", 3) is None
    True
    """
    cubes: list[Cube] = []
    for product in text.split("|"):
        care = value = 0
        for literal in product.split("&"):
            match = _LITERAL.fullmatch(literal)
            if match is None or int(match[2]) >= propositions:
                return None
            bit = 1 << int(match[2])
            if care & bit:
                return None
            care |= bit
            value |= 0 if match[1] else bit
        cubes.append((care, value))
    return Guard.of(cubes)


def read_acceptance(lexer: Lexer, count: int) -> Acceptance:
    """Read an acceptance condition over ``count`` sets, as far as it goes.

    >>> str(read_acceptance(Lexer("(Fin(0) & Inf(1)) | Inf(!1)"), 2))
    '(Fin(0) & Inf(1)) | Inf(!1)'
    """

    def operand(word: Word) -> list[Token] | None:
        if word.kind != "name":
            return None
        if word.text in {"Inf", "Fin"}:
            return [_term(lexer, word, count)]
        return [word.text == "t"] if word.text in {"t", "f"} else None

    def combined(op: str, left: list[Token], right: list[Token]) -> list[Token]:
        left.extend(right)
        left.append("&" if op == "&" else "|")
        return left

    code = _Expression(lexer, "acceptance condition", operand, combined, None).read()
    return Acceptance(count, tuple(code))


def number(lexer: Lexer, word: Word, most: int, what: str, of: str) -> int:
    """Return the number that ``word`` is, between 0 and ``most``."""
    if word.kind != "number":
        raise lexer.error(
            f"a number of {of} is missing, {_called(word)} stands there", word.offset
        )
    if len(word.text) > 12 or int(word.text) > most:
        limit = f"numbers up to {most} are possible" if most >= 0 else f"there are no {of}"
        raise lexer.error(
            f"{what} mentions {shown(word.text)[1:-1]} of the {of}; {limit}", word.offset
        )
    return int(word.text)


class _Expression(Generic[Value]):
    """Shunting-yard over one kind of operand; ``negated`` is ``None`` where ``!`` is not."""

    def __init__(
        self,
        lexer: Lexer,
        what: str,
        operand: Callable[[Word], Value | None],
        combined: Callable[[str, Value, Value], Value],
        negated: Callable[[Value], Value] | None,
    ) -> None:
        self._lexer = lexer
        self._what = what
        self._operand = operand
        self._combined = combined
        self._negated = negated
        self._values: list[Value] = []
        self._operators: list[Word] = []

    def read(self) -> Value:
        """Read up to the first word that cannot belong to the expression."""
        while True:
            self._read_operand()
            while self._next_is(")") and self._close():
                self._lexer.take()
            if not (self._next_is("&") or self._next_is("|")):
                break
            operator = self._lexer.take()
            self._reduce(_RANK[operator.text])
            self._push(operator)
        self._reduce(0)
        if self._operators:
            raise self._lexer.error(
                "this parenthesis is never closed", self._operators[-1].offset
            )
        return self._values[-1]

    def _read_operand(self) -> None:
        while True:
            word = self._lexer.take()
            if word.text == "(" or (word.text == "!" and self._negated):
                self._push(word)
                continue
            value = self._operand(word)
            if value is None:
                raise self._lexer.error(
                    f"the {self._what} misses an operand, {_called(word)} stands there",
                    word.offset,
                )
            self._values.append(value)
            return

    def _next_is(self, sign: str) -> bool:
        word = self._lexer.peek()
        return word.kind == "sign" and word.text == sign

    def _push(self, word: Word) -> None:
        if len(self._operators) >= MAX_NESTING:
            raise self._lexer.error(
                f"the {self._what} is nested more than {MAX_NESTING} levels deep", word.offset
            )
        self._operators.append(word)

    def _close(self) -> bool:
        """Finish the innermost parenthesis; whether there was one."""
        self._reduce(0)
        if not self._operators:
            return False
        self._operators.pop()
        return True

    def _reduce(self, rank: int) -> None:
        """Apply the waiting operators that bind at least as tightly as ``rank``."""
        while self._operators:
            operator = self._operators[-1]
            if operator.text == "(" or _RANK[operator.text] < rank:
                return
            self._operators.pop()
            try:
                if operator.text == "!" and self._negated:
                    self._values.append(self._negated(self._values.pop()))
                else:
                    right, left = self._values.pop(), self._values.pop()
                    self._values.append(self._combined(operator.text, left, right))
            except SpecSyntaxError:
                raise
            except InputError as error:
                raise self._lexer.error(error.message, operator.offset, error.hint) from None


def _term(lexer: Lexer, word: Word, count: int) -> Term:
    _sign(lexer, "(")
    negated = lexer.peek().text == "!" and lexer.peek().kind == "sign"
    if negated:
        lexer.take()
    mark = number(lexer, lexer.take(), min(count, MAX_SETS) - 1, "the condition", "sets")
    _sign(lexer, ")")
    return Term("Inf" if word.text == "Inf" else "Fin", mark, negated)


def _sign(lexer: Lexer, sign: str) -> None:
    word = lexer.take()
    if word.kind != "sign" or word.text != sign:
        raise lexer.error(f'"{sign}" is missing, {_called(word)} stands there', word.offset)


def _called(word: Word) -> str:
    return "the end of the file" if word.kind == "end" else shown(word.text)
