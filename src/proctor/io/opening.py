"""Text from a file that a stranger may have made: a regular file, not too large, in UTF-8."""

import codecs
import os
import stat
from pathlib import Path
from types import MappingProxyType
from typing import Final

from proctor.errors import InputError, did_you_mean, shown

__all__ = ["expect_file", "file_name", "read_text", "too_large"]

_CHUNK: Final = 2**20
# The longer ones first: the shorter ones are their beginnings.
_MARKS: Final = MappingProxyType(
    {
        codecs.BOM_UTF32_LE: "UTF-32",
        codecs.BOM_UTF32_BE: "UTF-32",
        codecs.BOM_UTF16_LE: "UTF-16",
        codecs.BOM_UTF16_BE: "UTF-16",
    }
)


def read_text(path: Path | str, *, limit: int, pattern: str = "*") -> str:
    """Return what the file at ``path`` says, without a byte order mark.

    A file that is missing, no regular file, larger than ``limit`` bytes or not UTF-8 is an
    ``InputError``. For a missing file the hint names the closest of those that match
    ``pattern`` in its directory.
    """
    name = file_name(path)
    return _decoded(_content(path, name, limit, pattern), name).removeprefix("\ufeff")


def file_name(path: Path | str) -> str:
    r"""Return ``path`` as it may stand in a message.

    >>> file_name("maze.problem.toml")
    'maze.problem.toml'
    """
    return shown(Path(path), 300)


def expect_file(path: Path | str) -> None:
    """Refuse a path at which `read_text` would find no regular file.

    >>> expect_file("no/such/maze.problem.toml")
    Traceback (most recent call last):
    ...
    proctor.errors.InputError: no/such/maze.problem.toml: there is no such file
      hint: check the path
    """
    os.close(_opened(path, file_name(path), "*"))


def too_large(name: str, limit: int) -> InputError:
    """Return the refusal of a file with more than ``limit`` bytes.

    >>> print(too_large("maze.problem.toml", 16 * 2**20))
    maze.problem.toml: the file is larger than 16 MB
      hint: is this the right file?
    """
    return InputError(
        f"the file is larger than {limit // 2**20} MB",
        hint="is this the right file?",
        place=name,
    )


def _content(path: Path | str, name: str, limit: int, pattern: str) -> bytes:
    descriptor = _opened(path, name, pattern)
    content = bytearray()
    try:
        if os.fstat(descriptor).st_size > limit:
            raise too_large(name, limit)
        # A measured file may grow, and some files measure 0: the limit holds for what is read.
        # By pieces: asking for the limit at once would set that much memory aside.
        while len(content) <= limit and (piece := os.read(descriptor, _CHUNK)):
            content += piece
    except OSError as error:
        raise _unreadable(error, name) from None
    finally:
        os.close(descriptor)
    if len(content) > limit:
        raise too_large(name, limit)
    return bytes(content)


def _opened(path: Path | str, name: str, pattern: str) -> int:
    """Return the descriptor of a regular file."""
    try:
        # Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except FileNotFoundError:
        hint = _similar(path, pattern)
        raise InputError("there is no such file", hint=hint, place=name) from None
    except PermissionError:
        hint = "check who may read it"
        raise InputError("this file may not be read", hint=hint, place=name) from None
    except OSError as error:
        raise _unreadable(error, name) from None
    except ValueError:
        # Null characters, and lone surrogates that the file system cannot encode.
        message = "this cannot be the name of a file"
        raise InputError(message, hint="check the path", place=name) from None
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        message = f"this is {_what(mode)}, not a regular file"
        raise InputError(message, hint="give the name of a file", place=name)
    return descriptor


def _similar(path: Path | str, pattern: str) -> str:
    try:
        siblings = sorted(p.name for p in Path(path).parent.glob(pattern))
    except OSError:
        siblings = []
    clean = [shown(name, 300)[1:-1] for name in siblings]
    close = did_you_mean(Path(path).name, clean)
    if close and close.startswith("did you mean"):
        return close
    ending = "".join(Path(path).suffixes[-2:])
    alike = [name for name in clean if ending and name.endswith(ending)]
    return f"here are {', '.join(alike[:3])}" if alike else "check the path"


def _unreadable(error: OSError, name: str) -> InputError:
    reason = error.strerror or "for an unknown reason"
    return InputError(f"this file cannot be read: {reason}", hint="check the path", place=name)


def _what(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a directory"
    return "a pipe" if stat.S_ISFIFO(mode) else "a device or a socket"


def _decoded(content: bytes, name: str) -> str:
    hint = "save the file as UTF-8"
    for mark, encoding in _MARKS.items():
        if content.startswith(mark):
            message = f"the file is {encoding}, not UTF-8"
            raise InputError(message, hint=hint, place=name)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = f"byte {error.start} (0x{content[error.start]:02x}) is not UTF-8"
        raise InputError(message, hint=hint, place=f"{name}:{line}") from None
