"""`proctor walk`: a person is the system, and a test opens and closes the doors."""

import os
import select
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, assert_never

import click

import proctor
from proctor import Certificate, Environment, Found, Infeasible, Problem, Undecided
from proctor.apps.cli.failing import Exit
from proctor.apps.cli.locating import in_file
from proctor.apps.cli.options import budget_option, json_option, note, print_json, seed_option
from proctor.apps.cli.route import no_test
from proctor.apps.cli.walk_guide import Guide
from proctor.apps.cli.walk_words import beginning, called, ending, events, mapped
from proctor.apps.cli.walking import Walk
from proctor.errors import InputError
from proctor.reports.captions import captions
from proctor.reports.lettering import clean

__all__ = ["command", "transcript", "typed_lines", "walk_through"]

_PATIENCE: Final = 1.0  # seconds that a pipe may take to bring its first line

Lines = Iterator[str]


@click.command("walk", short_help="Be the system: walk through a test.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--auto", is_flag=True, help="Walk by itself, to the end.")
@seed_option
@budget_option
@json_option
def command(file: Path, *, auto: bool, seed: int, budget: float, as_json: bool) -> int:
    """Be the system: walk through a test, and try to get around what it wants to see.

    FILE is a test, or a problem, which is solved first. Without a terminal, and with CI=1, the
    walk goes by itself; lines from a pipe are taken as if they were typed.
    """
    thing = proctor.load(file)
    outcome: proctor.Outcome[Environment]
    match thing:
        case Environment():
            outcome = Found(thing, proctor.check(thing), proctor.Stats())
        case Problem():
            note("... looking for a test")
            limit = proctor.Budget(seconds=budget)
            with in_file(file):
                outcome = proctor.route(thing, budget=limit, seed=seed)
        case _:
            raise InputError(
                f"{file} holds neither a test nor a problem",
                hint="give a file that ends in .environment.json or .problem.toml",
            )
    match outcome:
        case Infeasible(why, stats):
            return no_test("infeasible", why, stats, as_json=as_json)
        case Undecided(why, stats):
            return no_test("undecided", why, stats, as_json=as_json)
        case Found(test, certificate, _):
            lines = None if auto or as_json else typed_lines()
            return walk_through(test, certificate, lines, seed=seed, as_json=as_json)
        case _:
            assert_never(outcome)


def walk_through(
    test: Environment,
    certificate: Certificate,
    lines: Lines | None,
    *,
    seed: int = 0,
    as_json: bool = False,
) -> int:
    """Walk through ``test`` by the words in ``lines``, or by itself if there are none."""
    if certificate.verdict == "refuted":
        lie = next(claim for claim in certificate.claims if claim.status == "refuted")
        note(f"proctor: the checker refutes this test: {lie.text} ({lie.reason})")
        return Exit.REFUTED
    walk = Walk(test, seed=seed)
    if lines is not None:
        Guide(walk, certificate, is_watched=sys.stdin.isatty()).lead(lines)
        return Exit.GOOD
    if as_json:
        print_json(transcript(walk))
    else:
        _tell(walk, certificate)
    return Exit.GOOD if walk.is_over else Exit.UNDECIDED


def transcript(walk: Walk) -> dict[str, object]:
    """Let ``walk`` go by itself, and return what happened as plain facts."""
    steps = [_facts(walk, None)]
    steps += [_facts(walk, walk.actions[-1]) for _ in walk.played()]
    return {
        "status": "success" if walk.is_over else "stranded",
        "shown": walk.turn.shown,
        "moves": len(walk.actions),
        "seed": walk.seed,
        "steps": steps,
    }


def typed_lines() -> Lines | None:
    """Return the lines of a terminal or a pipe; ``None`` if nobody is there to type."""
    if os.environ.get("CI"):
        return None
    if sys.stdin.isatty():
        return _asked()
    return iter(sys.stdin) if _brings_lines() else None


def _asked() -> Lines:
    while True:
        try:
            yield input("> ")
        except EOFError:
            print()
            return


def _brings_lines() -> bool:
    """Whether stdin is a file or a pipe with something in it."""
    try:
        descriptor = sys.stdin.fileno()
        mode = os.fstat(descriptor).st_mode
    except (OSError, ValueError):
        return True  # not a file at all: whoever put it there wants it read
    if stat.S_ISREG(mode):
        return True
    if not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)):
        return False
    return bool(select.select([descriptor], [], [], _PATIENCE)[0])


def _tell(walk: Walk, certificate: Certificate) -> None:
    told, history = captions(walk.test), walk.turn.history
    print(f"{beginning(walk.test)}\n\n{mapped(walk)}\n")
    for number, turn in enumerate(walk.played(), 1):
        action = walk.actions[-1]
        to = "" if action.startswith("to ") else f"{clean(action)} "
        print(f"{number:4}  {to}to {called(walk)}")
        if turn.history != history:
            history = turn.history
            more = (events(turn), told.get(history, ""))
            print("".join(f"      {part}\n" for part in more if part), end="")
    print()
    print(
        ending(walk, certificate) if walk.is_over else f"  No way is left from {called(walk)}."
    )


def _facts(walk: Walk, action: str | None) -> dict[str, object]:
    turn = walk.turn
    return {
        "action": action,
        "state": walk.name,
        "history": turn.history,
        "closed": list(turn.closed),
        "closing": list(turn.closing),
        "opening": list(turn.opening),
        "shown": turn.shown,
    }
