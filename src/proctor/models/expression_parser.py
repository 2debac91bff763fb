"""An expression becomes a typed postfix program: operands first, then what is done with them.

The parser keeps operators that wait for their right side on a stack of its own (Dijkstra's
shunting yard), so that deep nesting costs memory and not the interpreter's stack. From loose
to tight: ``or``, ``and``, ``not``, comparisons (which may be chained), ``+ -``, ``*``, unary
minus.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final, NoReturn

from proctor.errors import SpecSyntaxError, did_you_mean
from proctor.models.expression_lexer import Word, words_of

__all__ = ["MAX_DEPTH", "RESERVED", "Instruction", "Program", "compile_expression", "excerpt"]

MAX_DEPTH: Final = 2_000

_OPEN: Final = 0
_COMPARISON: Final = 4
_INFIX: Final = {"or": 1, "and": 2, "+": 5, "-": 5, "*": 6} | dict.fromkeys(
    ("==", "!=", "<", "<=", ">", ">="), _COMPARISON
)
_PREFIX: Final = {"not": ("not", 3), "-": ("negate", 7)}
_ARGUMENTS: Final = {"abs": "abs(x)", "min": "min(a, b)", "max": "max(a, b)"}
_TRUTH: Final = frozenset({"and", "or", "not"})  # what works on conditions

RESERVED: Final = frozenset({"and", "or", "not", "true", "false", "distance", *_ARGUMENTS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruction:
    """One step of a program: take ``arity`` values from the stack, leave one.

    Attributes:
        op: ``number``, ``variable``, ``distance``, ``true``, ``false``; ``negate``, ``abs``,
            ``min``, ``max``, ``+``, ``-``, ``*``; ``compare``; ``and``, ``or``, ``not``.
        arity: how many values it takes.
        number: the value of a ``number``.
        name: of a ``variable``, or the map token of a ``distance``.
        signs: for ``compare``, the sign between each two neighbours; all must hold.
    """

    op: str
    arity: int = 0
    number: int = 0
    name: str = ""
    signs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """Instructions in the order in which they are done, and what the last one leaves."""

    instructions: tuple[Instruction, ...]
    is_condition: bool


def compile_expression(
    text: str, *, variables: Collection[str], tokens: Collection[str] | None = None
) -> Program:
    """Return the program of ``text``, or raise ``SpecSyntaxError`` that points at the fault.

    >>> program = compile_expression("1 + row", variables=["row"])
    >>> [step.op for step in program.instructions]
    ['number', 'variable', '+']
    """
    return _Parser(text, variables, tokens).program()


def excerpt(text: str) -> str:
    """Return a piece of an expression in backquotes, short and printable.

    >>> excerpt("row + 1")
    '`row + 1`'
    """
    clean = "".join(c if c.isprintable() else " " for c in text[:61].strip())
    return f"`{clean}`" if len(clean) <= 60 else f"`{clean[:57]}...`"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Operand:
    """What a piece of the text yields."""

    is_condition: bool
    start: int
    end: int


@dataclass(slots=True, kw_only=True)
class _Pending:
    """An operator, a call or a parenthesis that waits for what is to its right."""

    op: str
    word: Word
    level: int
    arity: int
    signs: list[str] = field(default_factory=list)


class _Parser:
    """Reads one expression, an operand and then an operator at a time."""

    def __init__(
        self, text: str, variables: Collection[str], tokens: Collection[str] | None
    ) -> None:
        self.text = text
        self.variables = variables
        self.tokens = tokens
        self.words = words_of(text)
        self.next = 0
        self.operands: list[_Operand] = []
        self.pending: list[_Pending] = []
        self.steps: list[Instruction] = []

    def program(self) -> Program:
        """Return the whole program."""
        if len(self.words) == 1:
            self.fail("the expression is empty", self.words[0], "write for example row <= 2")
        self.read_operand()
        while self.read_operator():
            self.read_operand()
        return Program(
            instructions=tuple(self.steps), is_condition=self.operands[-1].is_condition
        )

    def read_operand(self) -> None:
        """Read any number of prefixes and openings, then one value."""
        while True:
            word = self.take()
            if word.text in _PREFIX:
                op, level = _PREFIX[word.text]
                self.wait(_Pending(op=op, word=word, level=level, arity=1))
            elif word.text == "(":
                self.wait(_Pending(op="(", word=word, level=_OPEN, arity=1))
            elif word.text in _ARGUMENTS:
                self.expect("(", f"write {_ARGUMENTS[word.text]}")
                self.wait(_Pending(op=word.text, word=word, level=_OPEN, arity=1))
            else:
                self.read_value(word)
                return

    def read_value(self, word: Word) -> None:
        """Read a number, a truth value, a variable or a distance."""
        if word.kind == "number":
            # Python refuses to convert thousands of digits, even if all of them are zeros.
            number = int(word.text.lstrip("0") or "0")
            self.value(Instruction(op="number", number=number), word)
        elif word.text in {"true", "false"}:
            self.value(Instruction(op=word.text), word)
        elif word.text == "distance":
            self.read_distance(word)
        elif word.kind == "name" and word.text not in RESERVED:
            if word.text not in self.variables:
                known = {*self.variables, *_ARGUMENTS, "distance", "true", "false"}
                hint = did_you_mean(word.text, known)
                self.fail(f"{excerpt(word.text)} is not known here", word, hint)
            self.value(Instruction(op="variable", name=word.text), word)
        elif word.kind == "end":
            self.fail("the expression ends where a value was expected", word, None)
        else:
            message = f"{excerpt(word.text)} stands where a value was expected"
            self.fail(message, word, "a value is a number, a name or a call such as abs(x)")

    def read_distance(self, word: Word) -> None:
        """Read the rest of ``distance("T")``."""
        shape = 'write distance("T"), with a token of the map in quotes'
        self.expect("(", shape)
        quoted = self.take()
        token = quoted.text[1:-1]
        if quoted.kind != "quoted" or not token:
            self.fail("a token of the map was expected", quoted, shape)
        if self.tokens is not None and token not in self.tokens:
            hint = did_you_mean(token, self.tokens)
            self.fail(f"the map has no token {excerpt(token)}", quoted, hint)
        close = self.expect(")", shape)
        self.value(Instruction(op="distance", name=token), word, end=close.end)

    def read_operator(self) -> bool:
        """Read closings and an infix operator or comma; false at the end of the text."""
        while True:
            word = self.take()
            if word.kind == "end":
                self.finish()
                return False
            if word.text == ")":
                self.close(word)
            elif word.text == ",":
                self.next_argument(word)
                return True
            elif word.text in _INFIX:
                self.infix(word)
                return True
            else:
                hint = did_you_mean(word.text.lower(), ["and", "or"])
                message = f"an operator was expected before {excerpt(word.text)}"
                self.fail(message, word, hint if word.kind == "name" else None)

    def infix(self, word: Word) -> None:
        """Let what binds tighter go first, then wait for the right side."""
        level = _INFIX[word.text]
        if level != _COMPARISON:
            self.settle(level)
            self.wait(_Pending(op=word.text, word=word, level=level, arity=2))
            return
        self.settle(level + 1)
        if self.pending and self.pending[-1].level == _COMPARISON:
            self.pending[-1].arity += 1
        else:
            self.wait(_Pending(op="compare", word=word, level=level, arity=2))
        self.pending[-1].signs.append(word.text)

    def next_argument(self, word: Word) -> None:
        """End one argument of a call."""
        self.settle(_OPEN + 1)
        if not self.pending or self.pending[-1].op == "(":
            self.fail("this comma is in no call", word, "commas stand in min(a, b), max(a, b)")
        self.pending[-1].arity += 1

    def close(self, word: Word) -> None:
        """End a parenthesis or a call."""
        self.settle(_OPEN + 1)
        if not self.pending:
            self.fail("this parenthesis was never opened", word, None)
        opening = self.pending.pop()
        if opening.op == "abs" and opening.arity != 1:
            self.fail(f"`abs` takes 1 value, not {opening.arity}", opening.word, "write abs(x)")
        if opening.op != "(":
            self.apply(opening)
        inner = self.operands.pop()
        self.operands.append(
            _Operand(is_condition=inner.is_condition, start=opening.word.offset, end=word.end)
        )

    def finish(self) -> None:
        """End the text: nothing may be left open."""
        self.settle(_OPEN + 1)
        if self.pending:
            self.fail("this parenthesis is never closed", self.pending[-1].word, "add a )")

    def settle(self, level: int) -> None:
        """Apply what waits and binds at least as tightly as ``level``."""
        while self.pending and self.pending[-1].level >= level:
            self.apply(self.pending.pop())

    def apply(self, pending: _Pending) -> None:
        """Check the kinds of the operands and emit the instruction."""
        takes_conditions = pending.op in _TRUTH
        taken = self.operands[-pending.arity :]
        del self.operands[-pending.arity :]
        for operand in taken:
            self.check_kind(operand, is_condition=takes_conditions)
        self.operands.append(
            _Operand(
                is_condition=takes_conditions or pending.op == "compare",
                start=min(pending.word.offset, taken[0].start),
                end=taken[-1].end,
            )
        )
        signs = tuple(pending.signs)
        self.steps.append(Instruction(op=pending.op, arity=pending.arity, signs=signs))

    def check_kind(self, operand: _Operand, *, is_condition: bool) -> None:
        """Refuse a number where a condition belongs, and the other way round."""
        if operand.is_condition == is_condition:
            return
        piece = excerpt(self.text[operand.start : operand.end])
        message = (
            f"{piece} is a number; a condition was expected here"
            if is_condition
            else f"{piece} is a condition; a number was expected here"
        )
        hint = (
            "compare it with something, as in row <= 2"
            if is_condition
            else "conditions are joined by and, or, not"
        )
        raise SpecSyntaxError(message, text=self.text, offset=operand.start, hint=hint)

    def value(self, step: Instruction, word: Word, *, end: int | None = None) -> None:
        """Emit an instruction that takes nothing."""
        self.steps.append(step)
        self.operands.append(
            _Operand(
                is_condition=step.op in {"true", "false"},
                start=word.offset,
                end=word.end if end is None else end,
            )
        )

    def wait(self, pending: _Pending) -> None:
        """Put an operator aside until its right side is read."""
        if len(self.pending) >= MAX_DEPTH:
            message = f"the expression nests more than {MAX_DEPTH} levels deep"
            self.fail(message, pending.word, "split it over several labels")
        self.pending.append(pending)

    def expect(self, sign: str, hint: str) -> Word:
        """Take the next word, which must be ``sign``."""
        word = self.take()
        if word.text != sign:
            self.fail(f"{excerpt(sign)} was expected here", word, hint)
        return word

    def take(self) -> Word:
        """Take the next word; the last one is of kind ``end``."""
        word = self.words[self.next]
        self.next += 1
        return word

    def fail(self, message: str, word: Word, hint: str | None) -> NoReturn:
        """Raise a syntax error that points at ``word``."""
        raise SpecSyntaxError(message, text=self.text, offset=word.offset, hint=hint)
