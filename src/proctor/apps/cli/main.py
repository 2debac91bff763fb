"""The command `proctor`: finds the subcommand, runs it, and turns every error into a sentence.

Subcommands are imported when they are called, so that ``proctor --help`` costs nothing.
"""

import io
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Final

import click

from proctor.apps.cli.failing import failing

__all__ = ["COMMANDS", "proctor", "run"]

COMMANDS: Final = {
    "init": "Write a first problem of your own, ready to solve.",
    "validate": "Say all that can be said about a problem without solving it.",
    "show": "Draw a problem, a test or an automaton: in the terminal, or as SVG.",
    "explain": "Explain a formula: in words, as an automaton, with examples.",
    "route": "Find where walls and doors must stand, and prove it.",
    "check": "Re-prove everything that a saved test claims.",
    "walk": "Be the system: walk through a test in the terminal.",
    "examples": "List the examples, or copy one here.",
    "bench": "Measure: the papers' tables, with the published figures beside ours.",
    "demo": "See it work: solve an example, draw it, walk it.",
    "doctor": "Say what is installed here, and what is missing.",
}


class _Lazy(click.Group):
    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"proctor.apps.cli.{name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        from proctor.errors import did_you_mean, shown

        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            hint = did_you_mean(args[0], COMMANDS) or "see proctor --help"
            raise click.UsageError(f"there is no command {shown(args[0])}; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


_HELP: Final = """Proctor makes tests for robots and controllers, and proves them.

A test is fair, least restrictive and certified: walls and doors that bring to light what you
want to see, and never trap a system that does its job.

\b
Begin with:  proctor demo
Then:        proctor init mytest && cd mytest && proctor route mytest.problem.toml
"""


@click.command(cls=_Lazy, help=_HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(None, "-V", "--version", package_name="testproctor", prog_name="proctor")
def proctor() -> None:
    """Find the subcommand and run it."""


def run(arguments: list[str]) -> int:
    """Run the command line on ``arguments`` and return the exit code."""
    _mend_streams()
    return failing(lambda: proctor.main(arguments, prog_name="proctor", standalone_mode=False))


def _mend_streams() -> None:
    # A sign that the terminal cannot show, or a stream that is closed, is no reason to fail.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            nowhere = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - until the end
            setattr(sys, name, nowhere)
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
