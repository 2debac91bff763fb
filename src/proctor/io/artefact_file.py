"""Artefact files: a test environment as canonical JSON, sealed with a digest, and back."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from proctor.artefacts.certificate import Certificate
from proctor.artefacts.digest import digest
from proctor.artefacts.environment import Environment
from proctor.artefacts.outcome import Stats
from proctor.errors import InputError, did_you_mean, shown
from proctor.io.environment_wiring import (
    certificate_from,
    environment_from,
    stats_from,
    wire_of,
)
from proctor.io.json_file import JsonFile, digest_of_rest, read_json, shaped
from proctor.io.json_layout import laid_out
from proctor.io.wire_environment import EnvironmentFileWire

__all__ = [
    "FORMAT",
    "StoredEnvironment",
    "environment_bytes",
    "read_environment",
    "read_stored",
]

FORMAT: Final = 1
_KINDS: Final = ("environment",)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEnvironment:
    """What an environment file holds.

    Attributes:
        environment: the test.
        certificate: what the checker said when the file was written, if it was kept. It is
            what the file says of itself: only a new check proves anything.
        stats: how good the answer was, if it was kept; seconds and steps are not.
        digest: of everything else in the file.
    """

    environment: Environment
    certificate: Certificate | None
    stats: Stats | None
    digest: str


def environment_bytes(
    environment: Environment,
    *,
    certificate: Certificate | None = None,
    stats: Stats | None = None,
) -> bytes:
    """Return the contents of an environment file; the same arguments give the same bytes.

    Seconds and steps of ``stats`` are left out: they differ from run to run.
    """
    wire = wire_of(environment, certificate, stats)
    rest: dict[str, object] = msgspec.to_builtins(wire)
    del rest["digest"]
    try:
        return (laid_out({**rest, "digest": digest(rest)}) + "\n").encode()
    except UnicodeEncodeError as error:
        half = shown(error.object[error.start])
        hint = "change the name that holds it"
        raise InputError(f"a text holds half a character, {half}", hint=hint) from None
    except ValueError:
        message = "a number in the environment cannot be written"
        raise InputError(message, hint="numbers are finite and not of enormous size") from None


def read_environment(path: Path | str, *, text: str | None = None) -> Environment:
    """Return the environment in the file at ``path``, or in ``text`` under that name.

    Every error is an ``InputError`` that names the file and what is wrong in it.
    """
    return read_stored(path, text=text).environment


def read_stored(path: Path | str, *, text: str | None = None) -> StoredEnvironment:
    """Return the environment with the certificate and the statistics that were kept with it."""
    file = read_json(path, text=text)
    _expect_kind(file)
    actual = digest_of_rest(file)
    wire = shaped(file, EnvironmentFileWire)
    if wire.digest != actual:
        raise InputError(
            "the file was changed after it was written: its digest does not match",
            hint="make it again, or take the file as it was written",
            place=file.name,
        )
    return StoredEnvironment(
        environment=environment_from(file, wire),
        certificate=certificate_from(wire),
        stats=stats_from(wire),
        digest=wire.digest,
    )


def _expect_kind(file: JsonFile) -> None:
    version, kind = file.data.get("format"), file.data.get("kind")
    if version is None or kind is None:
        raise InputError(
            "this JSON file is no artefact of Proctor: it has no format and kind",
            hint="`proctor route` writes environments; is this the right file?",
            place=file.name,
        )
    if type(version) is int and version > FORMAT:
        raise InputError(
            f"this file was written by a newer Proctor: format {shown(version)}",
            hint=f"this one reads format {FORMAT}; install the newer one",
            place=file.place("$.format"),
        )
    if kind not in _KINDS:
        raise InputError(
            f"artefacts of the kind {shown(kind)} are not known",
            hint=did_you_mean(str(kind), _KINDS),
            place=file.place("$.kind"),
        )
