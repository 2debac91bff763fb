"""The words of an automaton file in HOA format, one at a time, each with its place."""

import re
from dataclasses import dataclass
from typing import Final, Literal

from proctor.errors import InputError, SpecSyntaxError, shown

__all__ = ["MAX_TEXT", "Kind", "Lexer", "Token"]

MAX_TEXT: Final = 16_000_000

Kind = Literal["header", "name", "number", "string", "alias", "mark", "sign", "end"]

# Longest first: `State:` is a header, `State` a name, `--END--` a mark of the file.
_WORD: Final = re.compile(
    r"""(?P<header>[A-Za-z_][A-Za-z0-9_.-]*:)
    |(?P<mark>--(?:BODY|END|ABORT)--)
    |(?P<name>[A-Za-z_][A-Za-z0-9_.-]*)
    |(?P<number>[0-9]+)
    |(?P<alias>@[A-Za-z0-9_.-]+)
    |"(?P<string>[^"\\]*(?:\\.[^"\\]*)*)"
    |(?P<sign>[!&|()\[\]{}])""",
    re.VERBOSE | re.DOTALL,
)
_BLANK: Final = re.compile(r"[ \t\r\n\v\f]+")
_COMMENT_EDGE: Final = re.compile(r"/\*|\*/")


@dataclass(frozen=True, slots=True)
class Token:
    """One word: its kind, its text (without quotes or the colon), and where it begins."""

    kind: Kind
    text: str
    offset: int


class Lexer:
    """Reads tokens from left to right; ``peek`` looks at the next one without taking it.

    Examples:
        >>> lexer = Lexer('AP: 1 "a" /* one /* nested */ comment */ --BODY--')
        >>> [(t.kind, t.text) for t in (lexer.take() for _ in range(5))]
        [('header', 'AP'), ('number', '1'), ('string', 'a'), ('mark', '--BODY--'), ('end', '')]
    """

    __slots__ = ("_next", "_offset", "text")

    def __init__(self, text: str) -> None:
        if len(text) > MAX_TEXT:
            raise InputError(
                f"the automaton file has {len(text)} characters; the limit is {MAX_TEXT}",
                hint="make the automaton smaller first, for instance with autfilt",
            )
        self.text = text
        self._offset = 1 if text.startswith("\ufeff") else 0
        self._next: Token | None = None

    def peek(self) -> Token:
        """Return the next token and leave it in place."""
        if self._next is None:
            self._next = self._read()
        return self._next

    def take(self) -> Token:
        """Return the next token and move on."""
        token = self.peek()
        self._next = None
        return token

    def skip_to(self, offset: int) -> None:
        """Go on reading at ``offset``."""
        self._next = None
        self._offset = offset

    def error(self, message: str, offset: int, hint: str | None = None) -> SpecSyntaxError:
        """Return the error that says ``message`` about the place ``offset``."""
        line = self.text.count("\n", 0, offset) + 1
        return SpecSyntaxError(
            f"line {line}: {message}", text=self.text, offset=offset, hint=hint
        )

    def _read(self) -> Token:
        self._skip_blanks()
        begin = self._offset
        if begin >= len(self.text):
            return Token("end", "", begin)
        match = _WORD.match(self.text, begin)
        if match is None:
            raise self._unreadable(begin)
        self._offset = match.end()
        kind = _KINDS[str(match.lastgroup)]
        text = match.group(kind)
        if kind == "header":
            text = text[:-1]
        elif kind == "string":
            text = self._unquoted(text, begin)
        return Token(kind, text, begin)

    def _skip_blanks(self) -> None:
        while True:
            if match := _BLANK.match(self.text, self._offset):
                self._offset = match.end()
            if not self.text.startswith("/*", self._offset):
                return
            self._skip_comment()

    def _skip_comment(self) -> None:
        begin, depth = self._offset, 0
        for edge in _COMMENT_EDGE.finditer(self.text, begin):
            depth += 1 if edge.group() == "/*" else -1
            if not depth:
                self._offset = edge.end()
                return
        raise self.error("this comment is never closed", begin, "close it with */")

    def _unquoted(self, text: str, begin: int) -> str:
        clean = re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)
        if not clean.isprintable():
            raise self.error(
                f"the name {shown(clean)} contains characters that cannot be printed", begin
            )
        return clean

    def _unreadable(self, offset: int) -> SpecSyntaxError:
        if self.text[offset] == '"':
            return self.error("this string is never closed", offset, 'close it with "')
        return self.error(f"{shown(self.text[offset])} has no meaning here", offset)


_KINDS: Final[dict[str, Kind]] = {
    "header": "header",
    "mark": "mark",
    "name": "name",
    "number": "number",
    "alias": "alias",
    "string": "string",
    "sign": "sign",
}
