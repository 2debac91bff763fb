"""A JSON file as plain data and then as a wire type, with errors that say where."""

import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, NoReturn, TypeVar

import msgspec

from proctor.artefacts.digest import digest
from proctor.errors import InputError, shown
from proctor.io.opening import file_name, read_text, too_large

__all__ = ["MAX_BYTES", "JsonFile", "digest_of_rest", "read_json", "shaped"]

MAX_BYTES: Final = 512 * 2**20  # an artefact carries the whole model

T = TypeVar("T", bound=msgspec.Struct)
_STEP: Final = re.compile(r"\.([^.\[]+)|\[(\d+)\]")
_WORDS: Final = MappingProxyType(
    {
        "str": "a text",
        "int": "a whole number",
        "float": "a number",
        "bool": "true or false",
        "array": "a list",
        "object": "an object",
        "null": "null",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonFile:
    """What a JSON file says.

    Attributes:
        name: the file as the user named it.
        data: its object, as the standard library reads it.
    """

    name: str
    data: dict[str, object]

    def place(self, path: str) -> str:
        """Return the file with the path of a value in it.

        >>> JsonFile(name="a.json", data={}).place("$.memory.after[3]")
        'a.json: $.memory.after[3]'
        """
        return self.name if path == "$" else f"{self.name}: {path}"


def read_json(path: Path | str, *, text: str | None = None) -> JsonFile:
    """Return the JSON file at ``path``, or ``text`` under that name.

    Whatever is wrong is an ``InputError`` with a place: what `read_text` refuses, what is not
    JSON or not an object, a key that comes twice, and nesting that no artefact has.

    >>> read_json("a.json", text='{"format": 1}').data
    {'format': 1}
    """
    name = file_name(path)
    if text is None:
        text = read_text(path, limit=MAX_BYTES)
    elif len(text) > MAX_BYTES:
        raise too_large(name, MAX_BYTES)
    data = _parsed(text.removeprefix("\ufeff"), name)
    if not isinstance(data, dict):
        message = f"the file holds {shown(data)}, but an object {{...}} is expected"
        raise InputError(message, hint="is this the right file?", place=name)
    return JsonFile(name=name, data=data)


def digest_of_rest(file: JsonFile) -> str:
    """Return the digest of all that the file says beside its key ``digest``."""
    try:
        return digest({key: value for key, value in file.data.items() if key != "digest"})
    except RecursionError:
        raise _too_deep(file.name) from None
    except UnicodeEncodeError as error:
        half = shown(error.object[error.start])
        message = f"a text holds half a character, {half}"
        raise InputError(message, hint="was the file damaged?", place=file.name) from None
    except ValueError:
        message = "a number is too large to be read"
        raise InputError(message, hint="was the file damaged?", place=file.name) from None


def shaped(file: JsonFile, shape: type[T]) -> T:
    """Return the contents of ``file`` as ``shape``; unknown and ill-typed keys are refused.

    Call `digest_of_rest` first: it refuses the texts that msgspec cannot name in a message.
    """
    try:
        return msgspec.convert(file.data, shape)
    except msgspec.ValidationError as error:
        raise _explained(file, str(error)) from None


def _parsed(text: str, name: str) -> object:
    try:
        parsed: object = json.loads(
            text, object_pairs_hook=_each_key_once, parse_constant=_no_such_number
        )
    except json.JSONDecodeError as error:
        raise _not_json(error, text, name) from None
    except RecursionError:
        raise _too_deep(name) from None
    except InputError as error:
        error.place = name
        raise
    except ValueError:
        message = "a number has too many digits to be read"
        raise InputError(message, hint="was the file damaged?", place=name) from None
    return parsed


def _each_key_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise InputError(f"the key {shown(twice)} comes twice", hint="keep one of them")
    return found


def _no_such_number(word: str) -> NoReturn:
    raise InputError(f"{word} is not a number in JSON", hint="write a finite number")


def _not_json(error: json.JSONDecodeError, text: str, name: str) -> InputError:
    place = f"{name}:{error.lineno}:{error.colno}"
    rest = text[error.pos : error.pos + 6].rstrip()
    cut_word = any(word.startswith(rest) for word in ("true", "false", "null"))
    if cut_word or error.msg.startswith("Unterminated string"):
        message = "the file ends too early" if text.strip() else "the file is empty"
        hint = "was it written or copied to the end?"
        return InputError(message, hint=hint, place=place)
    reason = error.msg[:1].lower() + error.msg[1:]
    hint = "artefacts are written by Proctor; make the file again"
    return InputError(f"this is not JSON: {reason}", hint=hint, place=place)


def _too_deep(name: str) -> InputError:
    message = "lists and objects nest too deep to be read"
    return InputError(message, hint="is this the right file?", place=name)


def _explained(file: JsonFile, text: str) -> InputError:
    message, _, rest = text.partition(" - at `")
    path = rest.rstrip("`") or "$"
    place, value = file.place(path), shown(_value(file.data, path))
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", message, re.DOTALL):
        hint = "was it written by another program, or a newer Proctor?"
        return InputError(
            f"the key {shown(found[1])} is not known here", hint=hint, place=place
        )
    if found := re.fullmatch(r"Object missing required field `(.*)`", message):
        hint = "was a part of the file deleted?"
        return InputError(f"the key {found[1]} is missing", hint=hint, place=place)
    hint = "artefacts are written by Proctor; make the file again"
    if found := re.fullmatch(r"Expected `(.*)`, got `(.*)`", message):
        wanted, got = (" or ".join(map(_word, side.split(" | "))) for side in found.groups())
        said = f"{value} is {got}, but {wanted} is expected here"
        return InputError(said, hint=hint, place=place)
    if found := re.fullmatch(r"Expected `array` of length (\d+), got (\d+)", message):
        said = f"a list of {found[2]} stands where a list of {found[1]} is expected"
        return InputError(said, hint=hint, place=place)
    return InputError(f"{value} is not known here", hint=hint, place=place)


def _word(word: str) -> str:
    return _WORDS.get(word, word)


def _value(data: object, path: str) -> object:
    for key, index in _STEP.findall(path):
        if isinstance(data, dict):
            data = data.get(key)
        elif isinstance(data, list) and index:
            data = data[int(index)]
    return data
