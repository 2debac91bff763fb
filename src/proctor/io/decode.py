"""From plain data to wire types, with errors that say file, line, key, value and what to do."""

import re
import types
from typing import Final, Literal, TypeGuard, TypeVar, Union, get_args, get_origin

import msgspec

from proctor.errors import InputError, did_you_mean, shown
from proctor.io.toml_file import TomlFile

__all__ = ["decode"]

T = TypeVar("T", bound=msgspec.Struct)
Keys = tuple[str | int, ...]
_PART: Final = re.compile(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]")
_WORDS: Final = {
    "str": "a text in quotes",
    "int": "a whole number",
    "bool": "true or false",
    "array": "a list [...]",
    "object": "a table",
    "float": "a number with a point",
    "date": "a date",
    "time": "a time of day",
    "datetime": "a date and time",
}
_WRITTEN: Final = {
    "str": 'quotes make a text, as in "S"',
    "int": "write it with digits alone, as in 5",
    "bool": "write true or false, without quotes",
    "array": 'write it as in ["S", "T"]',
    "object": "write [name] and the keys below it, or { key = value }",
}


def decode(file: TomlFile, shape: type[T]) -> T:
    """Return the contents of ``file`` as ``shape``; unknown and ill-typed keys are refused."""
    try:
        return msgspec.convert(file.data, shape)
    except msgspec.ValidationError as error:
        raise _explained(file, shape, str(error)) from None


def _explained(file: TomlFile, shape: type, text: str) -> InputError:
    message, _, path = text.partition(" - at `")
    keys, value, kind = _follow(file.data, shape, path.rstrip("`"))
    place = file.place(*keys)
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", message, re.DOTALL):
        name = found[1]
        known = (
            [f.encode_name for f in msgspec.structs.fields(kind)] if _is_struct(kind) else []
        )
        return InputError(
            f"the key {shown(name)} is not known here",
            hint=did_you_mean(name, known),
            place=file.place(*keys, name),
        )
    if found := re.fullmatch(r"Object missing required field `(.*)`", message):
        where = f"[{'.'.join(str(k) for k in keys)}]" if keys else "the file"
        return InputError(
            f"the key {found[1]} is missing in {where}",
            hint=f"add {_example(found[1])}",
            place=place,
        )
    if message.startswith("Invalid enum value"):
        options = [str(o) for o in _options(kind)]
        return InputError(
            f"{keys[-1]} = {shown(value)} is not known",
            hint=did_you_mean(str(value), options),
            place=place,
        )
    if found := re.fullmatch(r"Expected `(.*)`, got `(.*)`", message):
        if found.groups() == ("array", "object") and keys:
            name = ".".join(str(key) for key in keys)
            return InputError(
                f"[{name}] is one table, where a list of tables is expected",
                hint=f"write [[{name}]] with double brackets",
                place=place,
            )
        wanted, got = (_alternatives_in(side) for side in found.groups())
        hints = [_WRITTEN[word] for word in wanted if word in _WRITTEN]
        said = str(value).lower() if isinstance(value, bool) else shown(value)
        return InputError(
            f"{said} is {_called(got)}, but {_called(wanted)} is expected here",
            hint="; ".join(hints) or None,
            place=place,
        )
    return InputError(f"{message}: {shown(value)}", place=place)


def _alternatives_in(kinds: str) -> list[str]:
    # A key that may be left out is no key that may be null: TOML has no such value.
    return [kind for kind in kinds.split(" | ") if kind != "null"]


def _called(kinds: list[str]) -> str:
    return " or ".join(_WORDS.get(kind, kind) for kind in kinds)


def _example(key: str) -> str:
    examples = {
        "format": "the line format = 1 at the top",
        "system": "a table [system] with a map or transitions",
        "objective": "a table [objective] with system and test",
        "environment": '[environment] with kind = "static"',
        "start": 'start = "S"',
    }
    return examples.get(key, key)


def _follow(data: object, shape: object, path: str) -> tuple[Keys, object, object]:
    """Walk ``path`` through the data and the types; return the keys, the value and its type."""
    keys: list[str | int] = []
    for name, index in _PART.findall(path.removeprefix("$")):
        if name:
            shape = _field(shape, name)
            keys.append(name)
            data = data.get(name) if isinstance(data, dict) else None
        elif index == "...":
            shape = _argument(shape, dict, 1)
            key = _culprit(data, shape)
            if key is None or not isinstance(data, dict):
                break
            keys.append(key)
            data = data[key]
        else:
            shape = _argument(shape, list, 0)
            keys.append(int(index))
            data = data[int(index)] if isinstance(data, list) else None
    return tuple(keys), data, shape


def _is_struct(shape: object) -> TypeGuard[type[msgspec.Struct]]:
    return isinstance(shape, type) and issubclass(shape, msgspec.Struct)


def _alternatives(shape: object) -> tuple[object, ...]:
    if get_origin(shape) in (Union, types.UnionType):
        return get_args(shape)
    return (shape,)


def _field(shape: object, name: str) -> object:
    for option in _alternatives(shape):
        if isinstance(option, type) and issubclass(option, msgspec.Struct):
            for field in msgspec.structs.fields(option):
                if field.encode_name == name:
                    return field.type
    return object


def _argument(shape: object, origin: type, index: int) -> object:
    for option in _alternatives(shape):
        if get_origin(option) is origin:
            return get_args(option)[index]
    return object


def _options(shape: object) -> list[object]:
    return [
        value
        for option in _alternatives(shape)
        if get_origin(option) is Literal
        for value in get_args(option)
    ]


def _culprit(data: object, shape: object) -> str | None:
    """Return the first key of a table whose value does not fit ``shape``."""
    if isinstance(data, dict):
        for key, value in data.items():
            try:
                msgspec.convert(value, shape)
            except msgspec.ValidationError:
                return str(key)
    return None
