"""Options that mean the same in every command: --json, --budget, --seed, -q, colour."""

import json
import os
import re
import sys
from collections.abc import Callable
from typing import Final, TypeVar

import click

__all__ = [
    "bold",
    "budget_option",
    "coloured",
    "has_unicode",
    "is_interactive",
    "json_option",
    "note",
    "print_json",
    "seed_option",
]

F = TypeVar("F", bound=Callable[..., object])
_UNITS: Final = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0, "ms": 0.001}


class _Seconds(click.ParamType[float]):
    name = "TIME"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        if isinstance(value, float):
            return value
        found = re.fullmatch(r"\s*(\d{1,9}(?:\.\d{1,9})?)\s*(ms|s|m|h|)\s*", str(value))
        if found is None:
            self.fail(f"{value!r} is no time; write 30, 30s or 2m", param, ctx)
        return float(found[1]) * _UNITS[found[2]]


def json_option(command: F) -> F:
    """Add ``--json``: one object on stdout, nothing else."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(
        command
    )


def budget_option(command: F) -> F:
    """Add ``--budget``."""
    return click.option(
        "--budget", type=_Seconds(), default=60.0, help="Time limit: 30, 30s, 2m (default 60s)."
    )(command)


def seed_option(command: F) -> F:
    """Add ``--seed``."""
    return click.option(
        "--seed", type=click.IntRange(0, 2**63 - 1), default=0, help="Same seed, same answer."
    )(command)


def print_json(value: object) -> None:
    """Print one JSON object on stdout."""
    print(json.dumps(value, indent=2, ensure_ascii=not has_unicode(), allow_nan=False))


def note(text: str) -> None:
    """Say something beside the result, on stderr."""
    print(text, file=sys.stderr, flush=True)


def coloured() -> bool:
    """Return whether stdout is a terminal that wants colour (see no-color.org)."""
    return (
        sys.stdout.isatty()
        and "NO_COLOR" not in os.environ
        and os.environ.get("TERM") != "dumb"
    )


def bold(text: str) -> str:
    """Return ``text`` so that it stands out where there is colour."""
    return f"\x1b[1m{text}\x1b[0m" if coloured() else text


def has_unicode() -> bool:
    """Return whether stdout can show lines, blocks and signs; else plain letters must do."""
    try:
        "─█║✓→·✕".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def is_interactive() -> bool:
    """Return whether a person sits at the other end: a terminal, and no CI."""
    return sys.stdin.isatty() and sys.stdout.isatty() and not os.environ.get("CI")
