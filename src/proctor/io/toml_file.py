"""A TOML file as plain data that still knows where each key was written."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from proctor.errors import InputError, shown
from proctor.io.opening import file_name, read_text, too_large
from proctor.io.toml_positions import KeyPath, Position, key_positions
from proctor.io.toml_words import too_deep, words_of

__all__ = ["MAX_BYTES", "MAX_DEPTH", "TomlFile", "read_toml"]

MAX_BYTES: Final = 16 * 2**20
MAX_DEPTH: Final = 100  # the standard library's reader recurses, and long keys take it n^2

_MAX_DIGITS: Final = 4_300  # the longest decimal number that Python converts
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_TOO_LARGE: Final = 2**63
_HALF: Final = re.compile("[\ud800-\udfff]")
_WHERE: Final = re.compile(
    r"^(.*?)\s*\(at (?:line (\d+), column (\d+)|end of document)\)$", re.DOTALL
)


@dataclass(frozen=True)  # no slots: the positions are found when first asked for
class TomlFile:
    """What a TOML file says, and where.

    Attributes:
        name: the file as the user named it.
        text: what was read, without a byte order mark.
        data: the tables, as the standard library reads them.
    """

    name: str
    text: str
    data: dict[str, object]

    def place(self, *keys: str | int) -> str:
        r"""Return ``file:line: key.path``; a missing key has the line of its nearest parent.

        >>> file = read_toml("a.toml", text="[door]\nmoves = ['east']\n")
        >>> file.place("door", "moves", 0)
        'a.toml:2: door.moves[0]'
        >>> file.place("door", "weight")
        'a.toml:1: door.weight'
        """
        lines = (self._positions.get(keys[:n]) for n in range(len(keys), 0, -1))
        position = next((found for found in lines if found is not None), None)
        where = self.name if position is None else f"{self.name}:{position.line}"
        return f"{where}: {_spelled(keys)}" if keys else where

    @cached_property
    def _positions(self) -> Mapping[KeyPath, Position]:
        return key_positions(self.text)


def read_toml(path: Path | str, *, text: str | None = None) -> TomlFile:
    """Return the TOML file at ``path``, or ``text`` under that name.

    Whatever is wrong is an ``InputError`` with a place: a file that is missing, not a regular
    file, over 16 MB, not UTF-8 or not TOML, or that nests more than 100 levels deep.

    >>> read_toml("a.toml", text="steps = 200").data
    {'steps': 200}
    """
    name = file_name(path)
    if text is None:
        text = read_text(path, limit=MAX_BYTES, pattern="*.toml")
    elif len(text) > MAX_BYTES:
        raise too_large(name, MAX_BYTES)
    elif (half := _HALF.search(text)) is not None:
        # No file holds these: UTF-8 cannot spell them.
        line = text.count("\n", 0, half.start()) + 1
        message = f"the text holds half a character, {shown(half.group())}"
        raise InputError(message, hint="remove it", place=f"{name}:{line}")
    text = text.removeprefix("\ufeff")
    deep = too_deep(text, MAX_DEPTH)
    if deep is not None:
        raise InputError(
            f"lists, tables or dotted keys nest more than {MAX_DEPTH} levels deep",
            hint="is a bracket left open?",
            place=f"{name}:{deep.line}:{deep.column}",
        )
    file = TomlFile(name=name, text=text, data=_parsed(text, name))
    _refuse_huge_numbers(file)
    return file


def _spelled(keys: KeyPath) -> str:
    text = ""
    for key in keys:
        if isinstance(key, int):
            text += f"[{key}]"
        else:
            plain = _BARE_KEY.fullmatch(key[:61]) and len(key) <= 60
            text += ("." if text else "") + (key if plain else shown(key))
    return text


def _parsed(text: str, name: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(str(error), text, name) from None
    except RecursionError:
        message = "lists and tables nest too deep to be read"
        raise InputError(message, hint="flatten them", place=name) from None
    except ValueError:
        raise _bad_value(text, name) from None


def _refuse_huge_numbers(file: TomlFile) -> None:
    """Refuse whole numbers of more than 64 bits, which TOML need not have."""
    found: list[tuple[KeyPath, object]] = [((), file.data)]
    while found:
        keys, value = found.pop()
        if isinstance(value, dict):
            found.extend(((*keys, key), inner) for key, inner in value.items())
        elif isinstance(value, list):
            found.extend(((*keys, i), inner) for i, inner in enumerate(value))
        elif isinstance(value, int) and not -_TOO_LARGE <= value < _TOO_LARGE:
            # In decimal digits Python may refuse to write it.
            raise InputError(
                f"a number of {value.bit_length()} bits is too large",
                hint="whole numbers go from -2^63 to 2^63",
                place=file.place(*keys),
            )


def _not_toml(said: str, text: str, name: str) -> InputError:
    match = _WHERE.match(said)
    if match is None:
        reason, place = said, name
    elif match[2]:
        reason, place = match[1], f"{name}:{match[2]}:{match[3]}"
    else:
        reason, place = (
            f"{match[1]} (at the end of the file)",
            f"{name}:{text.rstrip().count(chr(10)) + 1}",
        )
    return InputError(
        f"this is not TOML: {shown(reason, 200)[1:-1]}",
        hint="lines read key = value; text stands in quotes, lists in [ ]; no key comes twice",
        place=place,
    )


def _bad_value(text: str, name: str) -> InputError:
    for word in words_of(text):
        if word.kind == "bare" and len(word.text) > _MAX_DIGITS:
            return InputError(
                f"a number of {len(word.text)} characters is too long",
                hint=f"numbers have at most {_MAX_DIGITS} digits",
                place=f"{name}:{word.line}:{word.column}",
            )
    return InputError("a value cannot be read", hint="check dates and numbers", place=name)
