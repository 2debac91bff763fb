"""`proctor init`: a first problem of one's own, ready to solve."""

import re
from pathlib import Path
from typing import Final

import click

from proctor.apps.cli.examples import chosen_example, write_new
from proctor.apps.cli.options import is_interactive, json_option, print_json
from proctor.errors import InputError, StorageError, shown
from proctor.io.opening import file_name

__all__ = ["command"]

_TITLE: Final = re.compile(r"^title\s*=.*$", re.MULTILINE)
_LONGEST: Final = 200
_ENDING: Final = ".problem.toml"


@click.command("init", short_help="Write a first problem of your own.")
@click.argument("directory", type=click.Path(path_type=Path), default=Path("mytest"))
@click.option("--example", "name", default="first", help="Start from this example.")
@click.option("-y", "--yes", is_flag=True, help="Ask nothing.")
@json_option
def command(directory: Path, name: str, *, yes: bool, as_json: bool) -> None:
    """Write DIRECTORY/DIRECTORY.problem.toml: a small problem with comments, ready to solve.

    The name of a file, such as mytest.problem.toml, is taken as it is.
    Nothing is ever overwritten. See `proctor examples` for what --example can be.
    """
    chosen = chosen_example(name)
    stem = _stem(directory)
    text = chosen.text
    if not yes and not as_json and is_interactive():
        title = click.prompt("What is it called?", default=chosen.title)
        text = _TITLE.sub(lambda _: f"title = {_quoted(title)}", text, count=1)
    if directory.name.endswith(_ENDING):
        directory = directory.parent
    target = directory / f"{stem}{_ENDING}"
    _make(directory)
    write_new(target, text)
    steps = [
        f"proctor show {_word(target)}",
        f"proctor route {_word(target)}",
        f"proctor walk {stem}.environment.json",
    ]
    if as_json:
        print_json({"file": str(target), "next": steps})
        return
    print(f"written to {target}\n\nNext:")
    for step, why in zip(steps, _WHY, strict=True):
        print(f"  {step:44}  {why}")


_WHY: Final = ("see it", "solve it", "be the robot")


def _stem(directory: Path) -> str:
    try:
        name = directory.resolve().name
    except (OSError, RuntimeError, ValueError):
        name = directory.name
    name = name.removesuffix(_ENDING)
    stem = re.sub(r"[^A-Za-z0-9_.-]+", "-", name).strip("-.")[:60]
    if not stem:
        raise InputError(
            f"{shown(str(directory))} is no name for a problem",
            hint="give a name such as mytest",
        )
    return stem


def _make(directory: Path) -> None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise InputError(
            "this is a file, not a directory",
            hint="choose another name",
            place=file_name(directory),
        ) from None
    except OSError as error:
        reason = error.strerror or "for an unknown reason"
        raise StorageError(
            f"the directory cannot be made: {reason}",
            hint="choose a directory of your own",
            place=file_name(directory),
        ) from None
    except ValueError:
        raise InputError(
            "this cannot be the name of a directory",
            hint="check the path",
            place=file_name(directory),
        ) from None


def _quoted(title: str) -> str:
    """Return a title as a basic string of TOML."""
    clean = "".join(c for c in title if c.isprintable())[:_LONGEST]
    return '"' + clean.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _word(path: Path) -> str:
    """Return a path as it is typed into a shell."""
    text = str(path)
    return text if re.fullmatch(r"[\w./-]+", text) else "'" + text.replace("'", "'\\''") + "'"
