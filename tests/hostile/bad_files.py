"""Files that are none, or cannot be read, and texts in other encodings."""

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from hostile.corpus import Bad, in_file, problem, with_path
from hostile.seeds import HOA, MAP_PROBLEM

__all__ = ["bad_files"]

_ENDINGS = {"validate": "bad.problem.toml", "show": "bad.hoa", "check": "bad.environment.json"}


def bad_files() -> Iterator[Bad]:
    """Yield everything that is bad before the first character is understood."""
    yield from _encodings()
    for command, file in _ENDINGS.items():
        yield from _no_files(command, file)
    yield from _names()
    yield with_path("a file that may not be read", _forbidden, "validate")
    yield with_path("a problem of 16 MB and one byte", _too_large, "validate")
    yield with_path("a problem of 1 TB, all of it holes", _sparse, "validate")
    yield in_file("files", "an ending nobody knows", "x", "bad.xlsx", [["show"]])
    yield in_file("files", "no ending", "x", "bad", [["show"], ["validate"], ["check"]])
    yield in_file("files", "an automaton to validate", HOA, "bad.hoa", [["validate"]])
    yield in_file("files", "a problem to check", MAP_PROBLEM, "bad.problem.toml", [["check"]])
    for name, options in _OPTIONS.items():
        yield in_file("files", name, MAP_PROBLEM, "good.problem.toml", [options])


_OPTIONS = {
    "an option nobody knows": ["route", "--colour"],
    "a budget that is no time": ["route", "--budget", "soon"],
    "a negative budget": ["route", "--budget", "-5"],
    "a budget of nan": ["route", "--budget", "nan"],
    "a budget of 10^400": ["route", "--budget", "1" + "0" * 400],
    "a seed that is negative": ["route", "--seed", "-1"],
    "a seed of 10^30": ["route", "--seed", "1" + "0" * 30],
    "a seed that is a word": ["route", "--seed", "lucky"],
    "a method nobody knows": ["route", "--method", "magic"],
    "a method with an escape": ["route", "--method", "\x1b[31mred"],
    "a picture nobody knows": ["show", "--what", "moon"],
    "a picture into a text": ["show", "-o", "picture.txt"],
    "a test into a picture": ["route", "-o", "test.svg"],
    "a command nobody knows": ["rout"],
    "a command with an escape": ["\x1b[31mred"],
    "two files": ["validate", "other.problem.toml"],
}


def _encodings() -> Iterator[Bad]:
    accented = MAP_PROBLEM.replace("Fuel", "Réservoir").replace("S a . T", "S a . T é", 1)
    texts = {
        "UTF-16 with a mark": accented.encode("utf-16"),
        "UTF-16 without a mark": accented.encode("utf-16-le"),
        "UTF-32": accented.encode("utf-32"),
        "latin-1": accented.encode("latin-1"),
        "UTF-8 cut within a character": "format = 1 # é".encode()[:-1],
        "UTF-8 that is too long": MAP_PROBLEM.replace("Fuel", "X").encode() + b"\xc0\xaf",
        "a surrogate in UTF-8": MAP_PROBLEM.encode() + b"\xed\xa0\x80",
        "a null byte": MAP_PROBLEM.replace("Fuel", "Fu\x00el").encode(),
        "nothing but nulls": b"\x00" * 1000,
        "old Macintosh line ends": MAP_PROBLEM.replace("\n", "\r").encode(),
        "a gzip": b"\x1f\x8b\x08\x00" + bytes(range(256)),
        "random bytes": bytes((i * 97 + 13) % 256 for i in range(2000)),
        "a byte order mark in the middle": MAP_PROBLEM.replace("[", "\ufeff[", 1).encode(),
    }
    for name, content in texts.items():
        yield problem("files", name, content)
        other = content if name in {"a gzip", "nothing but nulls"} else content + b"\xff"
        yield in_file("files", f"{name}, as HOA", other, "bad.hoa", [["show"]])
        yield in_file("files", f"{name}, as JSON", other, "bad.environment.json", [["check"]])


def _no_files(command: str, file: str) -> Iterator[Bad]:
    yield with_path(f"{command}: a file that is not there", lambda d: d / file, command)
    yield with_path(f"{command}: a directory", lambda d: _made(d / file), command)
    yield with_path(f"{command}: a pipe", lambda d: _pipe(d / file), command)
    yield with_path(f"{command}: a link to /dev/zero", lambda d: _zero(d / file), command)
    yield with_path(f"{command}: a link to itself", lambda d: _loop(d / file), command)
    yield with_path(f"{command}: a link to nothing", lambda d: _dangling(d / file), command)
    yield with_path(f"{command}: an empty file", lambda d: _empty(d / file), command)
    yield with_path(f"{command}: a path through a file", lambda d: _through(d, file), command)


def _names() -> Iterator[Bad]:
    names = {
        "a name with a line break": "a\nb.problem.toml",
        "a name with an escape": "\x1b[31mred.problem.toml",
        "a name with a bidi override": "\u202elmot.melborp.problem.toml",
        "a name with a dash before it": "-rf.problem.toml",
        "a name of 300 characters": "a" * 300 + ".problem.toml",
        "a path of 5,000 characters": "a/" * 2500 + "b.problem.toml",
        "a path above everything": "../" * 60 + "no/such.problem.toml",
        "an empty path": "",
        "a home that is not expanded": "~nobody/maze.problem.toml",
        "an address": "https://example.org/maze.problem.toml",
    }
    for name, path in names.items():
        yield with_path(name, partial(_itself, path), "validate")


def _itself(path: str, _folder: Path) -> str:
    return path


def _made(path: Path) -> Path:
    path.mkdir()
    return path


def _pipe(path: Path) -> Path:
    os.mkfifo(path)
    return path


def _zero(path: Path) -> Path:
    path.symlink_to("/dev/zero")
    return path


def _loop(path: Path) -> Path:
    path.symlink_to(path)
    return path


def _dangling(path: Path) -> Path:
    path.symlink_to(path.parent / "nothing")
    return path


def _empty(path: Path) -> Path:
    path.touch()
    return path


def _through(folder: Path, file: str) -> Path:
    _empty(folder / "plain")
    return folder / "plain" / file


def _forbidden(folder: Path) -> Path:
    path = folder / "forbidden.problem.toml"
    path.write_text(MAP_PROBLEM if os.geteuid() else "")  # root may read everything
    path.chmod(0)
    return path


def _too_large(folder: Path) -> Path:
    path = folder / "large.problem.toml"
    path.write_text(MAP_PROBLEM + "#" * (16 * 2**20 + 1 - len(MAP_PROBLEM)))
    return path


def _sparse(folder: Path) -> Path:
    path = folder / "sparse.problem.toml"
    with path.open("wb") as file:
        file.truncate(2**40)
    return path
