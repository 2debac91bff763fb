"""Pictures into files: the ending says what is written, and stderr says where."""

from pathlib import Path

import proctor
from proctor.apps.cli.options import note
from proctor.errors import InputError, shown
from proctor.io.writing import write_bytes

__all__ = ["demand_ending", "write_picture"]


def demand_ending(path: Path, *endings: str) -> None:
    """Refuse the name of a file that ends in none of ``endings``."""
    if path.suffix.lower() not in endings:
        raise InputError(
            f"{shown(path.name)} does not end in {' or '.join(endings)}",
            hint=f"call it {shown((path.stem or 'picture') + endings[0])[1:-1]}",
        )


def write_picture(path: Path, picture: object) -> None:
    """Write ``picture`` as SVG: its text, or anything that can be drawn."""
    text = picture if isinstance(picture, str) else proctor.svg(picture)
    write_bytes(path, text.encode("utf-8", "replace"))
    note(f"written to {path}")
