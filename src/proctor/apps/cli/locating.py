"""Errors that are found after a file was read still name the file, the line and the key."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from proctor.errors import ProctorError
from proctor.io.toml_file import read_toml

__all__ = ["in_file"]


@contextmanager
def in_file(path: Path) -> Iterator[None]:
    """Say where in the problem file ``path`` an error belongs that knows only its key."""
    try:
        yield
    except ProctorError as error:
        if error.keys and error.place == ".".join(map(str, error.keys)):
            error.place = read_toml(path).place(*error.keys)
        raise
