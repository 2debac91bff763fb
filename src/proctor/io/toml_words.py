"""The words of a TOML text with their places, and how deep they nest.

The words cover any text, well-formed or not, and are found in one pass: the repetitions in
the pattern are possessive, and a string that is never closed is one word up to the end.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["Word", "WordKind", "too_deep", "words_of"]

WordKind = Literal["newline", "sign", "string", "bare"]

_WORD: Final = re.compile(
    r'''(?P<blank>[^\S\n]++|\#[^\n]*+)
      | (?P<newline>\n)
      | (?P<sign>[\[\]{},.=])
      | (?P<string>
            """(?:[^"\\]++|\\.|"(?!""))*+(?:"""(?:"{0,2})|\\?\Z)
          | \'\'\'(?:[^']++|'(?!''))*+(?:\'\'\'(?:'{0,2})|\Z)
          | "(?:[^"\\\n]++|\\[^\n])*+"?
          | '[^'\n]*+'?
        )
      | (?P<bare>[^\s"'\#\[\]{},.=]++)''',
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of TOML that is neither blank nor comment; line and column count from 1."""

    kind: WordKind
    text: str
    line: int
    column: int


def words_of(text: str) -> Iterator[Word]:
    r"""Yield the words of ``text`` from left to right.

    >>> [(word.text, word.line, word.column) for word in words_of("a = 1 # one\n")]
    [('a', 1, 1), ('=', 1, 3), ('1', 1, 5), ('\n', 1, 12)]
    """
    line = 1
    line_start = 0
    for match in _WORD.finditer(text):
        kind = _kind(match.lastgroup)
        if kind is None:
            continue
        word = match.group()
        yield Word(kind, word, line, match.start() - line_start + 1)
        if kind in {"newline", "string"} and "\n" in word:
            line += word.count("\n")
            line_start = match.start() + word.rfind("\n") + 1


def too_deep(text: str, limit: int) -> Word | None:
    """Return the first word at which lists, tables or dotted keys exceed ``limit`` levels.

    Signs in strings and comments do not count.

    >>> too_deep("a = [[[1]]]", 3) is None
    True
    >>> too_deep("a = [[[1]]]", 2)
    Word(kind='sign', text='[', line=1, column=7)
    """
    depth = dots = 0
    for word in words_of(text):
        if word.kind in {"string", "bare"}:
            continue
        if word.text == ".":
            dots += 1
        else:
            dots = 0
            depth += (word.text in "[{") - (word.text in "]}")
        if depth > limit or dots >= limit:
            return word
    return None


def _kind(group: str | None) -> WordKind | None:
    kinds: tuple[WordKind, ...] = ("newline", "sign", "string", "bare")
    for kind in kinds:
        if group == kind:
            return kind
    return None
