"""The version of Proctor, as artefacts and `--version` carry it."""

from importlib.metadata import PackageNotFoundError, version

__all__ = ["VERSION"]


def _installed() -> str:
    try:
        return version("testproctor")
    except PackageNotFoundError:
        return "0+unknown"


VERSION = _installed()
