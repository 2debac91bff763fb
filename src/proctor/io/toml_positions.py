"""Where each key of a TOML text stands, for error messages.

The standard library's reader keeps no positions. This second, forgiving reader finds them
in one pass; it judges nothing and never fails: at the first thing that it does not
understand it stops with what it has found so far.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal

from proctor.io.toml_words import Word, words_of

__all__ = ["MAX_KEYS", "MAX_LEVELS", "KeyPath", "Position", "key_positions"]

KeyPath = tuple[str | int, ...]

# Positions only serve messages: these limits keep a hostile file from filling the memory.
MAX_KEYS: Final = 200_000
MAX_LEVELS: Final = 32

_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))")
_ESCAPED: Final = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}


@dataclass(frozen=True, slots=True)
class Position:
    """A line and a column, both counted from 1."""

    line: int
    column: int


def key_positions(text: str) -> Mapping[KeyPath, Position]:
    r"""Return the place of every key, table and list element of ``text``.

    A table stands where its header names it, else where it is first mentioned. Keys more
    than ``MAX_LEVELS`` deep are left out, and so is what follows the first ``MAX_KEYS``.
    Linear in the length of the text.

    Examples:
        >>> found = key_positions("[[place]]\nname = 'door'\nmoves = [\n  'a',\n  'b',\n]\n")
        >>> for path, position in found.items():
        ...     print(path, position.line, position.column)
        ('place',) 1 3
        ('place', 0) 1 3
        ('place', 0, 'name') 2 1
        ('place', 0, 'moves') 3 1
        ('place', 0, 'moves', 0) 4 3
        ('place', 0, 'moves', 1) 5 3
    """
    reader = _Reader()
    for word in words_of(text):
        if not reader.takes(word) or len(reader.found) >= MAX_KEYS:
            break
    return MappingProxyType(reader.found)


@dataclass(slots=True, kw_only=True)
class _Level:
    """The document, an inline table or a list that is being read.

    A path is ``None`` where it lies deeper than is recorded.
    """

    kind: Literal["document", "table", "list"]
    path: KeyPath | None
    index: int = 0


@dataclass(slots=True)
class _Reader:
    """Takes words one by one and notes the keys among them."""

    found: dict[KeyPath, Position] = field(default_factory=dict)
    sizes: dict[KeyPath, int] = field(default_factory=dict)  # of arrays of tables
    levels: list[_Level] = field(default_factory=lambda: [_Level(kind="document", path=())])
    expects: Literal["key", "header", "rest", "value", "element"] = "key"
    brackets: int = 0
    key: list[Word] = field(default_factory=list)
    path: KeyPath | None = ()  # of the value that is being read

    def takes(self, word: Word) -> bool:
        """Take one word; false if it makes no sense here."""
        if word.kind == "newline":
            return self._line_ends()
        match self.expects:
            case "key":
                return self._takes_key(word)
            case "header":
                return self._takes_header(word)
            case "element":
                return self._takes_element(word)
            case "value":
                return self._takes_value(word)
            case "rest":
                return word.text == "]"

    def _line_ends(self) -> bool:
        """A line's end ends a statement, but nothing inside a list or an inline table."""
        if len(self.levels) > 1:
            return True
        if self.expects == "header" or self.key:
            return False
        self.expects = "key"
        return True

    def _takes_key(self, word: Word) -> bool:
        level = self.levels[-1]
        if word.kind != "sign":
            self.key.append(word)
        elif word.text == "=" and self.key:
            self.path = self._named(level.path, tables=False)
            self.expects = "value"
        elif word.text == "[" and level.kind == "document" and not self.key:
            self.expects = "header"
            self.brackets = 1
        elif word.text == "}" and level.kind == "table" and not self.key:
            self._leaves()
        else:
            return word.text == "." or (word.text == "," and not self.key)
        return True

    def _takes_header(self, word: Word) -> bool:
        if word.kind != "sign":
            self.key.append(word)
        elif word.text == "[" and self.brackets == 1 and not self.key:
            self.brackets = 2
        elif word.text == "]" and self.key:
            self._opens_table(self.key[-1])
            self.expects = "rest"
        else:
            return word.text == "."
        return True

    def _opens_table(self, last: Word) -> None:
        path = self._named((), tables=True)
        if self.brackets == 2 and path is not None:
            index = self.sizes.get(path, 0)
            self.sizes[path] = index + 1
            path = self._below(path, index, last)
        elif path in self.sizes:
            path = None
        self.levels[-1].path = path

    def _named(self, path: KeyPath | None, *, tables: bool) -> KeyPath | None:
        """Note every part of the key that was read; return the path of the whole."""
        parts, self.key = self.key, []
        for number, part in enumerate(parts, 1):
            path = self._below(path, _key_text(part), part)
            if path is None:
                return None
            if number == len(parts):
                # A header says more about a table than an earlier mention in passing.
                if not (tables and path in self.sizes):
                    self.found[path] = Position(part.line, part.column)
            elif tables and path in self.sizes:
                path = (*path, self.sizes[path] - 1)
        return path

    def _below(self, path: KeyPath | None, step: str | int, word: Word) -> KeyPath | None:
        if path is None or len(path) >= MAX_LEVELS:
            return None
        longer = (*path, step)
        self.found.setdefault(longer, Position(word.line, word.column))
        return longer

    def _takes_element(self, word: Word) -> bool:
        level = self.levels[-1]
        if word.text == "]":
            self._leaves()
            return True
        self.path = self._below(level.path, level.index, word)
        self.expects = "value"
        return self._takes_value(word)

    def _takes_value(self, word: Word) -> bool:
        level = self.levels[-1]
        if word.kind != "sign" or word.text == ".":
            return True
        if word.text == "[":
            self.levels.append(_Level(kind="list", path=self.path))
            self.expects = "element"
        elif word.text == "{":
            self.levels.append(_Level(kind="table", path=self.path))
            self.expects = "key"
        elif word.text == "," and level.kind != "document":
            level.index += 1
            self.expects = "element" if level.kind == "list" else "key"
        elif (word.text, level.kind) in {("]", "list"), ("}", "table")}:
            self._leaves()
        else:
            return False
        return True

    def _leaves(self) -> None:
        """End a list or an inline table, which is itself a value."""
        self.levels.pop()
        self.expects = "value"


def _key_text(word: Word) -> str:
    if word.kind == "bare":
        return word.text
    if word.text.startswith("'"):
        return word.text[1:-1]
    return _ESCAPE.sub(_character, word.text[1:-1])


def _character(match: re.Match[str]) -> str:
    code = int(match[1] or match[2] or "0", 16)
    if match[3]:
        return _ESCAPED.get(match[3], match[3])
    return chr(code) if code < 0x110000 else match[0]
