"""Bad inputs, each with a name, and the command line that must refuse it in a sentence."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Bad", "formula", "in_file", "problem", "with_path"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bad:
    """A bad input.

    Attributes:
        name: what is bad about it.
        family: the folder of the corpus that it belongs to.
        prepare: puts files into a folder and returns the command lines to try.
        code: the exit code that each must end with.
        says: a piece that the message must have, when it matters which one it is.
    """

    name: str
    family: str
    prepare: Callable[[Path], list[list[str]]]
    code: int = 2
    says: str = ""


def formula(name: str, text: str | Callable[[], str], says: str = "") -> Bad:
    """A bad formula, given to ``explain``."""

    def prepare(_folder: Path) -> list[list[str]]:
        return [["explain", "--", text if isinstance(text, str) else text()]]

    return Bad(name=name, family="formulas", prepare=prepare, says=says)


def problem(
    family: str, name: str, text: str | bytes | Callable[[], str], says: str = ""
) -> Bad:
    """A bad problem file, given to ``validate`` and ``route``."""
    commands = (["validate"], ["route", "-q", "-o", "out.environment.json"])
    return in_file(family, name, text, "bad.problem.toml", commands, says=says)


def in_file(
    family: str,
    name: str,
    content: str | bytes | Callable[[], str],
    file: str,
    commands: Iterable[list[str]],
    *,
    code: int = 2,
    says: str = "",
) -> Bad:
    """A bad file, whose path is put behind each of ``commands``."""

    def prepare(folder: Path) -> list[list[str]]:
        made = content() if callable(content) else content
        path = folder / file
        path.write_bytes(made if isinstance(made, bytes) else made.encode())
        return [[*command, str(path)] for command in commands]

    return Bad(name=name, family=family, prepare=prepare, code=code, says=says)


def with_path(
    name: str, make: Callable[[Path], Path | str], *commands: str, says: str = ""
) -> Bad:
    """Something that is no ordinary file, whose path is put behind each of ``commands``."""

    def prepare(folder: Path) -> list[list[str]]:
        path = make(folder)
        return [[command, "--", str(path)] for command in commands]

    return Bad(name=name, family="files", prepare=prepare, says=says)
