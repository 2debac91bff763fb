"""A formula's text cut into tokens, whichever of the four ways of writing it uses."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final
from unicodedata import name as unicode_name

from proctor.errors import InputError, SpecSyntaxError
from proctor.logic.names import KEYWORDS, check_spelling, described, is_chain
from proctor.logic.ops import UNARY, Op

__all__ = ["MAX_TEXT", "PATTERNS", "Kind", "Token", "tokens"]

MAX_TEXT: Final = 1_000_000

PATTERNS: Final = ("visit", "sequence", "never", "instantly", "eventually_after")


class Kind(Enum):
    """What a token is."""

    NAME = auto()
    CONSTANT = auto()
    PREFIX = auto()
    CHAIN = auto()  # a word of the letters F, G, X
    BINARY = auto()
    BOUND = auto()  # [0:80]
    OPEN = auto()
    PATTERN = auto()  # visit(
    CLOSE = auto()
    COMMA = auto()
    COMPARISON = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """One token; ``name`` is a proposition's name without its quotes."""

    kind: Kind
    text: str
    at: int
    op: Op = Op.ATOM
    name: str = ""


_SPELLINGS: Final = {
    Op.TRUE: "1 true True TRUE tt ⊤",
    Op.FALSE: "0 false False FALSE ff ⊥",
    Op.NOT: "! ~ ¬ not",
    Op.AND: "& && /\\ ∧ and",
    Op.OR: "| || \\/ ∨ or",
    Op.XOR: "^ xor ⊕",
    Op.IMPLIES: "-> => --> → ⇒ implies",
    Op.IFF: "<-> <=> <--> ↔ ⇔ iff",
    Op.NEXT: "X ○ ◯ next",
    Op.FINALLY: "F <> ◇ ⋄ eventually",
    Op.GLOBALLY: "G [] □ ◻ always",
    Op.UNTIL: "U until",
    Op.RELEASE: "R V release",
    Op.WEAK: "W",
    Op.STRONG: "M",
}

_OPS: Final = {text: op for op, texts in _SPELLINGS.items() for text in texts.split()}

_OTHERS: Final = {
    "(": Kind.OPEN,
    ")": Kind.CLOSE,
    ",": Kind.COMMA,
    **dict.fromkeys(("==", "!=", "<=", ">=", "<", ">", "="), Kind.COMPARISON),
}

# Longer symbols come first: `<->` is not `<` followed by `->`.
_SYMBOLS: Final = sorted((t for t in (*_OPS, *_OTHERS) if not t.isalnum()), key=len)[::-1]

_TOKEN: Final = re.compile(
    rf"""
      (?P<space> [ \t\r\n]+ )
    | (?P<pattern> (?:{"|".join(PATTERNS)}) [ \t\r\n]* \( )
    | (?P<two> weak [ \t\r\n]+ until \b | strong [ \t\r\n]+ release \b )
    | (?P<word> [A-Za-z0-9_]+ )
    | (?P<quoted> "[^"\n]*" )
    | (?P<symbol> {"|".join(map(re.escape, _SYMBOLS))} )
    | (?P<bound> \[ [^][\n]* \] )
    """,
    re.VERBOSE,
)


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of ``text`` one by one; raise ``SpecSyntaxError`` at what is none.

    >>> [token.text for token in tokens("[]!visited -> F[0:3] b")]
    ['[]', '!', 'visited', '->', 'F', '[0:3]', 'b']
    """
    if len(text) > MAX_TEXT:
        raise SpecSyntaxError(
            f"the formula has {len(text)} characters; the limit is {MAX_TEXT}",
            text=text,
            offset=MAX_TEXT,
            hint="split the requirement into several",
        )
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise _unknown(text, at)
        at = match.end()
        if match.lastgroup != "space":
            yield _token(match)


def _token(match: re.Match[str]) -> Token:
    text, at = match.group(), match.start()
    match match.lastgroup:
        case "pattern":
            return Token(Kind.PATTERN, text, at, name=text.rstrip("( \t\r\n"))
        case "two":
            return Token(Kind.BINARY, text, at, Op.WEAK if text[0] == "w" else Op.STRONG)
        case "word":
            return _word(match)
        case "quoted":
            return Token(Kind.NAME, text, at, name=_unquoted(match))
        case "bound":
            return Token(Kind.BOUND, text, at)
        case _:
            return Token(_OTHERS[text], text, at) if text in _OTHERS else _operator(text, at)


def _operator(text: str, at: int) -> Token:
    op = _OPS[text]
    if op in {Op.TRUE, Op.FALSE}:
        return Token(Kind.CONSTANT, text, at, op)
    return Token(Kind.PREFIX if op in UNARY else Kind.BINARY, text, at, op)


def _word(match: re.Match[str]) -> Token:
    word, at, source = match.group(), match.start(), match.string
    following = source[match.end() : match.end() + 1]
    if following.isalnum():
        raise _unknown(source, match.end())
    if is_chain(word):
        return Token(Kind.CHAIN, word, at)
    if word in _OPS:
        return _operator(word, at)
    if word in KEYWORDS:
        full = "weak until" if word == "weak" else "strong release"
        raise SpecSyntaxError(
            f'"{word}" stands alone',
            text=source,
            offset=at,
            hint=f'write "{full}", or rename it',
        )
    if word[0].isdigit():
        raise SpecSyntaxError(
            f'"{word[:40]}" is not a proposition: a name does not start with a digit',
            text=source,
            offset=at,
            hint="rename it; of all numbers only 1 (true) and 0 (false) stand in formulas",
        )
    return Token(Kind.NAME, word, at, name=word)


def _unquoted(match: re.Match[str]) -> str:
    name = match.group()[1:-1]
    try:
        check_spelling(name)
    except InputError as error:
        raise SpecSyntaxError(
            error.message, text=match.string, offset=match.start(), hint=error.hint
        ) from None
    return name


def _unknown(text: str, at: int) -> SpecSyntaxError:
    character = text[at]
    message = f"{described(character)} cannot stand in a formula"
    hint = "names are made of the letters A-Z a-z, digits and _; others go in double quotes"
    if character == '"':
        message, hint = "this quote is never closed", 'close the name with a second "'
    elif character == "[":
        message = "this bracket is never closed"
        hint = "a bound is written as in F[0:80] p, and always as G or []"
    elif character.isalpha():
        message = f"{message}: it is {unicode_name(character, 'not a plain letter')}"
    return SpecSyntaxError(message, text=text, offset=at, hint=hint)
