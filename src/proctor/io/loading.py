"""Files are read and written by their endings: problems, environments, automata."""

from pathlib import Path
from typing import Final

from proctor.artefacts.environment import Environment
from proctor.artefacts.outcome import Found
from proctor.errors import InputError, at, did_you_mean, shown
from proctor.io.artefact_file import environment_bytes, read_environment
from proctor.io.opening import expect_file, file_name, read_text
from proctor.io.writing import write_bytes

__all__ = ["ENDINGS", "load", "save"]

ENDINGS: Final = (".problem.toml", ".environment.json", ".hoa")
_MAX_HOA_BYTES: Final = 64 * 2**20


def load(path: Path | str) -> object:
    """Return what the file at ``path`` holds.

    ``*.problem.toml`` gives a `Problem`, ``*.environment.json`` an `Environment`, ``*.hoa`` an
    `Automaton`. What else ends in ``.toml`` or ``.json`` is read as one of these, and refused
    when it is none. Every error is an ``InputError`` that names the file.
    """
    match Path(path).suffix.lower():
        case ".toml":
            from proctor.io.problem_file import read_problem

            return read_problem(path)
        case ".json":
            return read_environment(path)
        case ".hoa":
            from proctor.automata.hoa_reader import read_hoa

            text = read_text(path, limit=_MAX_HOA_BYTES)
            with at(file_name(path)):
                return read_hoa(text)
        case _:
            # A misspelt name is told as a file that is not there, whatever it ends in.
            expect_file(path)
            raise _unknown_ending(path)


def save(thing: object, path: Path | str) -> None:
    """Put ``thing`` into a file at ``path``, so that `load` gives it back.

    An `Environment` becomes JSON, an `Automaton` HOA. A `Found` environment is written with
    its certificate and its statistics.
    """
    write_bytes(path, _contents(thing, path))


def _unknown_ending(path: Path | str) -> InputError:
    ending = "".join(Path(path).suffixes)
    said = f"files that end in {shown(ending)} are" if ending else "a file without an ending is"
    hint = did_you_mean(ending, ENDINGS)
    return InputError(f"{said} not known", hint=hint, place=file_name(path))


def _contents(thing: object, path: Path | str) -> bytes:
    from proctor.automata.automaton import Automaton
    from proctor.automata.hoa_writer import write_hoa
    from proctor.models.problem import Problem

    match thing:
        case Found(test=Environment() as test, certificate=certificate, stats=stats):
            _expect_ending(path, ".environment.json")
            return environment_bytes(test, certificate=certificate, stats=stats)
        case Environment():
            _expect_ending(path, ".environment.json")
            return environment_bytes(thing)
        case Automaton():
            _expect_ending(path, ".hoa")
            return write_hoa(thing).encode()
        case Problem():
            message = "a problem cannot be saved: it is a file that people write"
            raise InputError(message, hint="write a *.problem.toml", place=file_name(path))
        case _:
            raise InputError(
                f"a {type(thing).__name__} cannot be saved",
                hint="environments and automata can",
                place=file_name(path),
            )


def _expect_ending(path: Path | str, ending: str) -> None:
    """Refuse a name under which `load` would not find again what was saved."""
    short = f".{ending.rpartition('.')[2]}"
    if Path(path).suffix.lower() != short:
        raise InputError(
            f"{shown(Path(path).name)} does not end in {short}, so it could not be loaded",
            hint=f"call it something{ending}",
            place=file_name(path),
        )
