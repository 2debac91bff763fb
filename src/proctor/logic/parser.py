"""A formula from text: Spot's syntax, Spin's, words and mathematical signs, freely mixed.

Operators bind as in Spot, from loosest: ``-> <->``, ``|``, ``xor``, ``&``, ``U R W M``, and
what stands before its argument. ``->``, ``<->`` and ``U R W M`` group to the right. Everything
that waits for its end is on a stack, so that no text is too deep to be refused politely.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from proctor.errors import InputError, SpecSyntaxError
from proctor.logic import patterns
from proctor.logic.bounds import Bound, expanded, read_bound
from proctor.logic.complaints import Complaints
from proctor.logic.formula import (
    FALSE,
    TRUE,
    Formula,
    atom,
    binary,
    conjunction,
    disjunction,
    unary,
)
from proctor.logic.lexer import Kind, Token, tokens
from proctor.logic.ops import UNARY, Op
from proctor.logic.printer import TIGHTNESS

__all__ = ["MAX_DEPTH", "MAX_NESTING", "parse"]

MAX_NESTING: Final = 2_000
MAX_DEPTH: Final = 4_000  # bounds and patterns written out; F[0:1000] p has 2,001 levels


def parse(text: str, propositions: Collection[str] | None = None) -> Formula:
    """Return the formula that ``text`` says.

    Args:
        text: Spot's syntax, Spin's (``[] <> &&``), words (``always``, ``until``) or signs.
        propositions: the declared names; ``None`` allows all.

    Raises:
        SpecSyntaxError: it is not a formula; says where and why.
        InputError: it is one of more parts than `formula.MAX_NODES`.

    Takes time proportional to the length of the text and the size of the result.

    Examples:
        >>> str(parse("[]<> goal && never(crash)"))
        'GF goal & G !crash'
        >>> parse("F gaol", ["goal"])
        Traceback (most recent call last):
        ...
        proctor.errors.SpecSyntaxError: "gaol" is not a proposition here (column 3)
            F gaol
              ^
          hint: did you mean "goal"?
    """
    reader = _Reader(text, None if propositions is None else frozenset(propositions))
    try:
        for token in tokens(text):
            reader.read(token)
    except SpecSyntaxError as error:
        raise reader.complain.with_quotes(error) from None
    return reader.finish()


@dataclass(slots=True)
class _Waiting:
    """An operator or bracket whose end has not been read.

    ``more`` counts the further arguments of a chain of ``&`` or ``|``, or of a pattern.
    """

    token: Token
    op: Op | None  # None for a bracket
    more: int = 1
    bound: Bound | None = None


class _Reader:
    """The state of one reading: finished operands, and what waits for more of them."""

    def __init__(self, text: str, known: frozenset[str] | None) -> None:
        self.complain = Complaints(text, known)
        self.text = text
        self.known = known
        self.operands: list[Formula] = []
        self.waiting: list[_Waiting] = []
        self.brackets: list[int] = []  # where in `waiting` the open ones are
        self.last: Token | None = None
        self.wants_operand = True
        self.atoms: dict[str, Formula] = {}

    def read(self, token: Token) -> None:
        """Take in one token."""
        if self.wants_operand:
            self._start(token)
        else:
            self._go_on(token)
        self.last = token

    def finish(self) -> Formula:
        """Return the formula that the tokens made."""
        if self.wants_operand:
            raise self.complain.missing_operand(None, self.last)
        self._reduce(0)
        if self.brackets:
            raise self.complain.never_closed(self.waiting[-1].token)
        (formula,) = self.operands
        return formula

    def _start(self, token: Token) -> None:
        """Take in a token where an operand must begin."""
        match token.kind:
            case Kind.NAME:
                self._end(self._proposition(token))
            case Kind.CONSTANT:
                self._end(TRUE if token.op is Op.TRUE else FALSE)
            case Kind.PREFIX:
                self._wait(token, token.op)
            case Kind.CHAIN:
                for letter in token.text:
                    self._wait(token, Op(letter))
            case Kind.BOUND:
                self._bind(token)
            case Kind.OPEN | Kind.PATTERN:
                self._open(token)
            case _:
                raise self.complain.missing_operand(token, self.last)

    def _go_on(self, token: Token) -> None:
        """Take in a token after an operand."""
        match token.kind:
            case Kind.BINARY:
                self._infix(token)
            case Kind.CLOSE:
                self._close(token)
            case Kind.COMMA:
                self._comma(token)
            case _:
                assert self.last is not None
                raise self.complain.missing_operator(self.last, token)

    def _end(self, operand: Formula) -> None:
        self.operands.append(operand)
        self.wants_operand = False

    def _proposition(self, token: Token) -> Formula:
        name = token.name
        if name not in self.atoms:
            if self.known is not None and name not in self.known:
                raise self.complain.unknown(token)
            try:
                self.atoms[name] = atom(name)
            except InputError as error:
                raise self.complain.refused(token, error) from None
        return self.atoms[name]

    def _wait(self, token: Token, op: Op) -> None:
        if len(self.waiting) - len(self.brackets) >= MAX_NESTING:
            raise self.complain.too_deep(token.at, MAX_NESTING)
        self.waiting.append(_Waiting(token, op))

    def _open(self, token: Token) -> None:
        if len(self.brackets) >= MAX_NESTING:
            raise self.complain.too_deep(token.at, MAX_NESTING)
        self.brackets.append(len(self.waiting))
        self.waiting.append(_Waiting(token, None))

    def _bind(self, token: Token) -> None:
        top = self.waiting[-1] if self.waiting else None
        if (
            top is None
            or top.op not in {Op.NEXT, Op.FINALLY, Op.GLOBALLY}
            or top.token is not self.last
        ):
            raise self.complain.lost_bound(token)
        top.bound = read_bound(top.op, token.text, text=self.text, at=token.at)

    def _infix(self, token: Token) -> None:
        op = token.op
        # Only xor groups to the left.
        self._reduce(TIGHTNESS[op] + (op is not Op.XOR))
        top = self.waiting[-1] if self.waiting else None
        if top is not None and top.op is op and op in {Op.AND, Op.OR}:
            top.more += 1
        else:
            self._wait(token, op)
        self.wants_operand = True

    def _comma(self, token: Token) -> None:
        self._reduce(0)
        if not self.brackets or self.waiting[-1].token.kind is not Kind.PATTERN:
            raise self.complain.stray_comma(token)
        self.waiting[-1].more += 1
        self.wants_operand = True

    def _close(self, token: Token) -> None:
        self._reduce(0)
        if not self.brackets:
            raise self.complain.never_opened(token)
        self.brackets.pop()
        bracket = self.waiting.pop()
        if bracket.token.kind is Kind.PATTERN:
            self._apply(bracket)

    def _reduce(self, tightness: int) -> None:
        """Apply the operators that bind at least so tightly, back to the last bracket."""
        while self.waiting:
            op = self.waiting[-1].op
            if op is None or TIGHTNESS[op] < tightness:
                return
            self._apply(self.waiting.pop())

    def _apply(self, waiting: _Waiting) -> None:
        """Put an operator or a pattern on top of its arguments."""
        count = waiting.more if waiting.op is None or waiting.op in UNARY else waiting.more + 1
        arguments = self.operands[-count:]
        del self.operands[-count:]
        try:
            formula = self._applied(waiting, arguments)
        except InputError as error:
            raise self.complain.refused(waiting.token, error) from None
        if formula.depth > MAX_DEPTH:
            raise self.complain.too_deep(waiting.token.at, MAX_DEPTH)
        self.operands.append(formula)

    def _applied(self, waiting: _Waiting, arguments: list[Formula]) -> Formula:
        op = waiting.op
        if op is None:
            return self._pattern(waiting.token, arguments)
        if waiting.bound is not None:
            return expanded(op, waiting.bound, arguments[0])
        match op:
            case Op.AND:
                return conjunction(arguments)
            case Op.OR:
                return disjunction(arguments)
            case _ if op in UNARY:
                return unary(op, arguments[0])
            case _:
                return binary(op, *arguments)

    def _pattern(self, token: Token, arguments: list[Formula]) -> Formula:
        match token.name, arguments:
            case "visit", _:
                return patterns.visit(*arguments)
            case "sequence", _:
                return patterns.sequence(*arguments)
            case "never", [bad]:
                return patterns.never(bad)
            case "instantly", [cause, effect]:
                return patterns.instantly(cause, effect)
            case "eventually_after", [cause, effect]:
                return patterns.eventually_after(cause, effect)
            case _:
                raise self.complain.wrong_count(token, len(arguments))
