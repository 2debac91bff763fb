"""What fits on the terminal; a map that does not is no map any more."""

import os
import re
import shutil
import sys
from typing import Final

__all__ = ["columns", "fitted", "page_width"]

_ESCAPES: Final = re.compile(r"\x1b\[[0-9;]*m")
_USUAL: Final = 80


def columns() -> int | None:
    """Return how wide the terminal is; ``None`` when the output goes elsewhere."""
    if not sys.stdout.isatty() and not os.environ.get("COLUMNS", "").isdecimal():
        return None
    return shutil.get_terminal_size().columns


def page_width() -> int:
    """Return how wide a paragraph may be: the terminal, but no wider than one reads well."""
    return max(20, min(100, (columns() or _USUAL) - 2))


def fitted(picture: str, hint: str) -> str:
    """Return ``picture``, or how wide the terminal must be for it, and ``hint``."""
    room = columns()
    needed = max(len(_ESCAPES.sub("", line)) for line in picture.split("\n"))
    if room is None or needed <= room:
        return picture
    return f"  (The map needs {needed} columns, and this terminal has {room}: {hint}.)"
