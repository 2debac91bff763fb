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
from proctor.apps.cli.options import budget_option, json_option, note, print_json, seed_option
from proctor.apps.cli.route import no_test
from proctor.apps.cli.walk_guide import Guide
from proctor.apps.cli.walk_words import beginning, called, ending, events, mapped
from proctor.apps.cli.walking import Walk
from proctor.errors import InputError
from proctor.reports.captions import captions

__all__ = ["command", "typed_lines", "walk_through"]

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
            outcome = proctor.route(thing, budget=proctor.Budget(seconds=budget), seed=seed)
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
    if lines is None:
        return _by_itself(walk, certificate, as_json=as_json)
    Guide(walk, certificate, is_watched=sys.stdin.isatty()).lead(lines)
    return Exit.GOOD


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


def _by_itself(walk: Walk, certificate: Certificate, *, as_json: bool) -> int:
    arrived = walk.play()
    if as_json:
        print_json(_transcript(walk, arrived=arrived))
    else:
        told, steps = captions(walk.test), list(zip(walk.actions, walk.states[1:], strict=True))
        replay = Walk(walk.test, seed=walk.seed)
        print(f"{beginning(walk.test)}\n\n{mapped(replay)}\n")
        before = replay.turn.history
        for number, (action, target) in enumerate(steps, 1):
            choice = next(
                c for c in replay.choices() if (c.action, c.target) == (action, target)
            )
            turn = replay.take(choice)
            to = "" if action.startswith("to ") else f"{action} "
            line = f"{number:4}  {to}to {called(replay)}"
            print(
                line
                if turn.history == before
                else _told(line, events(turn), told.get(turn.history, ""))
            )
            before = turn.history
        print()
        print(ending(walk, certificate) if arrived else _stranded(walk))
    return Exit.GOOD if arrived else Exit.UNDECIDED


def _told(line: str, happened: str, caption: str) -> str:
    more = [f"      {part}" for part in (happened, caption) if part]
    return "\n".join([line, *more])


def _stranded(walk: Walk) -> str:
    return f"  No way is left from {called(walk)}."


def _transcript(walk: Walk, *, arrived: bool) -> dict[str, object]:
    replay = Walk(walk.test, seed=walk.seed)
    steps: list[dict[str, object]] = [_facts(replay, None)]
    for action, target in zip(walk.actions, walk.states[1:], strict=True):
        replay.take(
            next(c for c in replay.choices() if (c.action, c.target) == (action, target))
        )
        steps.append(_facts(replay, action))
    return {
        "status": "success" if arrived else "stranded",
        "shown": walk.turn.shown,
        "moves": len(walk.actions),
        "seed": walk.seed,
        "steps": steps,
    }


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
