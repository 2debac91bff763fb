"""`proctor validate`: all that can be said about a problem without solving it."""

from pathlib import Path

import click

import proctor
from proctor.apps.cli.failing import Exit
from proctor.apps.cli.locating import in_file
from proctor.apps.cli.options import json_option, print_json
from proctor.apps.cli.route import read_problem_file

__all__ = ["command"]

_SIGNS = {"infeasible": "✗", "warning": "!", "note": "·"}


@click.command("validate", short_help="Say all that can be said without solving.")
@click.argument("problem", type=click.Path(path_type=Path))
@json_option
def command(problem: Path, *, as_json: bool) -> int:
    """Say all that can be said about PROBLEM without solving it.

    Exit 3 when no test can exist, 2 when the file is ill-formed, else 0.
    """
    question = read_problem_file(problem)
    with in_file(problem):
        findings = proctor.validate(question)
    hopeless = any(finding.level == "infeasible" for finding in findings)
    if as_json:
        status = "infeasible" if hopeless else "well-formed"
        listed = [{"level": finding.level, "text": finding.text} for finding in findings]
        print_json({"status": status, "findings": listed})
    else:
        for finding in findings:
            print(f"  {_SIGNS[finding.level]} {finding.text}")
        print(f"{problem}: {'no test can exist' if hopeless else 'well-formed'}")
    return Exit.INFEASIBLE if hopeless else Exit.GOOD
