"""JSON Schemas of the files, made from the wire types and shipped for other languages."""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec

from proctor.errors import InputError, did_you_mean, shown
from proctor.io.wire import ProblemWire
from proctor.io.wire_environment import EnvironmentFileWire
from proctor.io.writing import write_bytes

__all__ = ["SCHEMAS", "schema_bytes", "stored_schema", "write_schemas"]

SCHEMAS: Final[Mapping[str, type[msgspec.Struct]]] = MappingProxyType(
    {"environment": EnvironmentFileWire, "problem": ProblemWire}
)
_FOLDER: Final = "schemas"


def schema_bytes(name: str) -> bytes:
    """Return the JSON Schema of a kind of file, made from its wire type.

    >>> schema_bytes("problem").splitlines()[1].decode()
    ' "$defs": {'
    """
    schema = msgspec.json.schema(_shape(name))
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return (
        msgspec.json.format(msgspec.json.encode(schema, order="deterministic"), indent=1)
        + b"\n"
    )


def stored_schema(name: str) -> bytes:
    """Return the JSON Schema of a kind of file, as it is shipped."""
    _shape(name)
    return files("proctor.io").joinpath(_FOLDER, f"{name}.json").read_bytes()


def write_schemas(folder: Path) -> None:
    """Put the schemas of all kinds of files into ``folder``."""
    for name in SCHEMAS:
        write_bytes(folder / f"{name}.json", schema_bytes(name))


def _shape(name: str) -> type[msgspec.Struct]:
    if name not in SCHEMAS:
        raise InputError(f"there is no schema {shown(name)}", hint=did_you_mean(name, SCHEMAS))
    return SCHEMAS[name]
