"""The version of Proctor, as artefacts and `--version` carry it."""

from importlib import metadata

__all__ = ["version"]


def _installed() -> str:
    try:
        return metadata.version("testproctor")
    except metadata.PackageNotFoundError:
        return "0+unknown"


version = _installed()
