"""A file appears whole or not at all: it is written beside its place, then put there."""

import errno
import os
import secrets
import stat
from pathlib import Path
from types import MappingProxyType
from typing import Final

from proctor.errors import StorageError
from proctor.io.opening import file_name

__all__ = ["write_bytes"]

_REASONS: Final = MappingProxyType(
    {
        errno.ENOSPC: ("the disk is full", "make room, or write to another disk"),
        errno.EDQUOT: ("the disk quota is used up", "make room, or write to another disk"),
        errno.EFBIG: ("the file would be too large here", "write to another disk"),
        errno.ENOENT: ("its directory does not exist", "make the directory first"),
        errno.ENOTDIR: ("part of its path is a file, not a directory", "check the path"),
        errno.EACCES: ("you have no right to write here", "write to a directory of your own"),
        errno.EPERM: ("you have no right to write here", "write to a directory of your own"),
        errno.EROFS: ("the disk can only be read", "write to another disk"),
        errno.ENAMETOOLONG: ("its name is too long", "choose a shorter name"),
    }
)


def write_bytes(path: Path | str, data: bytes) -> None:
    """Put a file with the contents ``data`` at ``path``, in the place of one that is there.

    Whatever goes wrong is a ``StorageError``, and then the old file is still there. Nobody
    ever sees half a file. A link is followed; the rights of an old file are kept.
    """
    name = file_name(path)
    try:
        target = Path(os.path.realpath(path))
        mode = _mode(target, name)
        _replace(target, data, mode)
    except StorageError:
        raise
    except OSError as error:
        raise _refusal(error, name) from None
    except ValueError:
        # Null characters, and lone surrogates that the file system cannot encode.
        message = "this cannot be the name of a file"
        raise StorageError(message, hint="check the path", place=name) from None


def _mode(target: Path, name: str) -> int | None:
    """Return the rights of what is already there; only a regular file is replaced."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(mode):
        what = "a directory" if stat.S_ISDIR(mode) else "a device, a pipe or a socket"
        raise StorageError(
            f"the file cannot be written: {what} is in its place",
            hint="choose the name of a file",
            place=name,
        )
    return stat.S_IMODE(mode)


def _replace(target: Path, data: bytes, mode: int | None) -> None:
    # The name is kept short: a name that fits its directory must not fail for our suffix.
    beside = target.with_name(f".proctor-{secrets.token_hex(8)}.part")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if mode is not None:
                os.fchmod(descriptor, mode)
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        beside.replace(target)
    except BaseException:
        # A stopped program must not leave its half file either.
        beside.unlink(missing_ok=True)
        raise
    _settle(target.parent)


def _settle(directory: Path) -> None:
    """Make the new name last through a loss of power."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError:
        # Some file systems cannot do this for directories; the file itself is safe.
        return
    finally:
        os.close(descriptor)


def _refusal(error: OSError, name: str) -> StorageError:
    unknown = (error.strerror or "for an unknown reason", "check the path")
    reason, hint = _REASONS.get(error.errno or 0, unknown)
    return StorageError(f"the file cannot be written: {reason}", hint=hint, place=name)
