"""How a command ends: an exit code, and on errors one sentence with a place and a next step.

Exit codes: 0 found, pass, all claims hold; 1 FAIL or refuted claim; 2 bad input; 3 infeasible,
proved; 4 undecided; 70 our bug; 74 disk; 130 interrupted with nothing found.
"""

import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path

import click

from proctor.errors import (
    BudgetExceeded,
    CheckFailed,
    InfeasibleError,
    InputError,
    MissingLibrary,
    ProctorError,
    StorageError,
    SystemFault,
)

__all__ = ["Exit", "failing"]


class Exit(IntEnum):
    """Why a command ended, as the shell sees it."""

    GOOD = 0
    REFUTED = 1
    BAD_INPUT = 2
    INFEASIBLE = 3
    UNDECIDED = 4
    OUR_BUG = 70
    DISK = 74
    INTERRUPTED = 130


def failing(command: Callable[[], object]) -> int:
    """Run ``command`` and return its exit code; whatever goes wrong becomes a sentence."""
    try:
        result = command()
        sys.stdout.flush()
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.Abort:
        return _said("interrupted", Exit.INTERRUPTED)
    except click.ClickException as error:
        return _said(_usage(error), Exit.BAD_INPUT)
    except KeyboardInterrupt:
        return _said("interrupted", Exit.INTERRUPTED)
    except BrokenPipeError:
        # The reader has gone, as `head` does; nothing more can be said to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.GOOD
    except CheckFailed as error:
        return _said(f"{error}\n{_report()}", Exit.OUR_BUG)
    except ProctorError as error:
        return _said(str(error), _code(error))
    except OSError as error:
        return _said(
            f"{error.strerror or error}: {error.filename or ''}".rstrip(": "), Exit.DISK
        )
    except MemoryError:
        return _said(
            "there is not enough memory for this; make the problem smaller", Exit.OUR_BUG
        )
    except Exception:  # noqa: BLE001  the last door: a user never sees a traceback
        return _said(
            f"this is a bug in Proctor, and not your fault.\n{_report()}", Exit.OUR_BUG
        )
    return result if isinstance(result, int) else Exit.GOOD


def _code(error: ProctorError) -> Exit:
    match error:
        case StorageError():
            return Exit.DISK
        case BudgetExceeded():
            return Exit.UNDECIDED
        case InfeasibleError():
            return Exit.INFEASIBLE
        case SystemFault():
            return Exit.REFUTED
        case InputError() | MissingLibrary():
            return Exit.BAD_INPUT
        case _:
            return Exit.OUR_BUG


def _said(text: str, code: Exit) -> int:
    clean = "".join(c if c.isprintable() or c == "\n" else "?" for c in text)
    encoding = sys.stderr.encoding or "utf-8"
    safe = clean.encode(encoding, "replace").decode(encoding)
    print(f"proctor: {safe}", file=sys.stderr)
    return code


def _usage(error: click.ClickException) -> str:
    message = error.format_message().rstrip(".")
    where = ""
    if isinstance(error, click.UsageError) and error.ctx is not None:
        where = f"\n  hint: see {error.ctx.command_path} --help"
    return message + where


def _report() -> str:
    """Write what happened into a file for a bug report, and say where it is."""
    text = traceback.format_exc()
    try:
        handle, name = tempfile.mkstemp(prefix="proctor-bug-", suffix=".txt")
        with os.fdopen(handle, "w") as out:
            out.write(f"arguments: {sys.argv[1:]}\npython: {sys.version}\n{text}")
    except OSError:
        return f"  what happened: {text.strip().splitlines()[-1]}"
    return f"  please send us the report: {Path(name)}"
