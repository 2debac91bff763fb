"""The words of the expression language: names, whole numbers, map tokens in quotes, signs."""

import re
from dataclasses import dataclass
from typing import Final, Literal

from proctor.errors import SpecSyntaxError, shown

__all__ = ["MAX_LENGTH", "MAX_NUMBER", "Word", "WordKind", "words_of"]

WordKind = Literal["number", "name", "quoted", "sign", "end"]

MAX_LENGTH: Final = 10_000
MAX_NUMBER: Final = 10**9

# Only ASCII digits are numbers: other scripts' digits would be read as something unseen.
_WORD: Final = re.compile(
    r"""(?P<blank>[ \t\r\n]+)
      | (?P<number>[0-9]+)
      | (?P<name>[^\W\d]\w*)
      | (?P<quoted>"[^"\n]*"|'[^'\n]*')
      | (?P<sign>==|!=|<=|>=|[-+*(),<>])""",
    re.VERBOSE,
)
_SIGNS: Final = "the signs are + - * ( ) , and == != < <= > >="
_HINTS: Final = {
    "=": "write == to compare",
    "&": "write and",
    "|": "write or",
    "!": "write not, or != for different from",
    "/": "there is no division here; multiply the other side",
    ".": "numbers are whole here",
    '"': "close the quote on the same line",
    "'": "close the quote on the same line",
}


@dataclass(frozen=True, slots=True)
class Word:
    """One word of an expression and where it begins."""

    kind: WordKind
    text: str
    offset: int

    @property
    def end(self) -> int:
        """The offset just behind the word."""
        return self.offset + len(self.text)


def words_of(text: str) -> list[Word]:
    """Return the words of ``text``, then one of kind ``end``.

    >>> [word.text for word in words_of("row<=2")]
    ['row', '<=', '2', '']
    """
    if len(text) > MAX_LENGTH:
        raise SpecSyntaxError(
            f"the expression has {len(text)} characters; the limit is {MAX_LENGTH}",
            text=text,
            offset=MAX_LENGTH,
            hint="split it over several labels",
        )
    words: list[Word] = []
    at = 0
    while at < len(text):
        match = _WORD.match(text, at)
        if match is None:
            raise _unknown_sign(text, at)
        at = match.end()
        word = _word(match)
        if word is None:
            continue
        if word.kind == "number":
            _check_number(word, text)
        words.append(word)
    return [*words, Word("end", "", len(text))]


def _unknown_sign(text: str, at: int) -> SpecSyntaxError:
    sign = text[at]
    message = "this quote is not closed" if sign in "\"'" else f"{shown(sign)} is no sign here"
    return SpecSyntaxError(message, text=text, offset=at, hint=_HINTS.get(sign, _SIGNS))


def _word(match: re.Match[str]) -> Word | None:
    kinds: tuple[WordKind, ...] = ("number", "name", "quoted", "sign")
    for kind in kinds:
        if match.lastgroup == kind:
            return Word(kind, match.group(), match.start())
    return None


def _check_number(word: Word, text: str) -> None:
    # The length is looked at first: Python refuses to convert thousands of digits.
    digits = word.text.lstrip("0")
    if len(digits) <= len(str(MAX_NUMBER)) and int(digits or "0") <= MAX_NUMBER:
        return
    raise SpecSyntaxError(
        f"the number {shown(word.text, 24)[1:-1]} is too large",
        text=text,
        offset=word.offset,
        hint=f"whole numbers go up to {MAX_NUMBER}",
    )
