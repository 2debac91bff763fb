"""`proctor check`: re-prove everything that a saved test claims."""

from pathlib import Path

import click

import proctor
from proctor import Environment
from proctor.apps.cli.failing import Exit
from proctor.apps.cli.options import has_unicode, json_option, print_json
from proctor.apps.cli.route import read_problem_file
from proctor.errors import InputError
from proctor.reports.facts import certificate_facts

__all__ = ["command", "read_environment_file"]

_SIGNS = {"proved": "✓", "refuted": "✗", "trusted": "·", "unproved": "?"}
_PLAIN = {"proved": "+", "refuted": "!", "trusted": ".", "unproved": "?"}


@click.command("check", short_help="Re-prove everything that a saved test claims.")
@click.argument("test", type=click.Path(path_type=Path))
@click.option(
    "--problem",
    type=click.Path(path_type=Path),
    help="Also prove that this file is the question.",
)
@json_option
def command(test: Path, problem: Path | None, *, as_json: bool) -> int:
    """Re-prove everything that a saved test claims, from its own explicit model.

    The checker stands on the meaning of the formulas alone. It shares no automaton, no graph
    and no solver with what found the test.
    """
    environment = read_environment_file(test)
    question = None if problem is None else read_problem_file(problem)
    certificate = proctor.check(environment, problem=question)
    if as_json:
        print_json(certificate_facts(certificate))
    else:
        signs = _SIGNS if has_unicode() else _PLAIN
        for claim in certificate.claims:
            reason = f" ({claim.reason})" if claim.reason else ""
            print(f"  {signs[claim.status]} {claim.status:8}  {claim.text}{reason}")
        print(f"{certificate.verdict}: {test}")
    match certificate.verdict:
        case "confirmed":
            return Exit.GOOD
        case "refuted":
            return Exit.REFUTED
        case "unconfirmed":
            return Exit.UNDECIDED


def read_environment_file(path: Path) -> Environment:
    """Return the test in a file; anything else is bad input."""
    thing = proctor.load(path)
    if not isinstance(thing, Environment):
        raise InputError(
            f"{path} does not hold a test", hint="give a file that ends in .environment.json"
        )
    return thing
