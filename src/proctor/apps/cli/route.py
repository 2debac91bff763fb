"""`proctor route`: find a test, have it re-proved, write it."""

from pathlib import Path
from typing import assert_never

import click

import proctor
from proctor import Environment, Event, Found, Infeasible, Problem, Stats, Undecided
from proctor.apps.cli.failing import Exit
from proctor.apps.cli.options import budget_option, json_option, note, print_json, seed_option
from proctor.errors import InputError
from proctor.reports.environment_text import environment_text
from proctor.reports.facts import environment_facts, stats_facts

__all__ = ["command", "default_output", "no_test", "read_problem_file"]


@click.command("route", short_help="Find where walls and doors must stand.")
@click.argument("problem", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Where to write the test."
)
@click.option("--method", default="auto", help="auto or enumerate.")
@click.option("--require-optimal", is_flag=True, help="Exit 4 unless the optimum is proved.")
@click.option("-q", "--quiet", is_flag=True, help="Only write the file.")
@budget_option
@seed_option
@json_option
def command(
    problem: Path,
    output: Path | None,
    method: str,
    *,
    require_optimal: bool,
    quiet: bool,
    budget: float,
    seed: int,
    as_json: bool,
) -> int:
    """Find where walls and doors must stand, so that every way to success shows the behaviour.

    PROBLEM is a file such as mytest.problem.toml. The test is written to
    mytest.environment.json, with a certificate that `proctor check` re-proves.
    """
    question = read_problem_file(problem)
    target = output or default_output(problem)
    outcome = proctor.route(
        question,
        method=method,  # type: ignore[arg-type]  # route itself checks the word
        budget=proctor.Budget(seconds=budget),
        seed=seed,
        progress=_silent if as_json or quiet else _told,
    )
    match outcome:
        case Found(test, certificate, stats):
            proctor.save(outcome, target)
            if as_json:
                print_json(environment_facts(test, certificate, stats, file=str(target)))
            elif not quiet:
                print(environment_text(test, certificate, stats))
                print(f"  written to       {target}")
            return _found(outcome, require_optimal=require_optimal)
        case Infeasible(reason, stats):
            return no_test("infeasible", reason, stats, Exit.INFEASIBLE, as_json=as_json)
        case Undecided(reason, stats):
            return no_test("undecided", reason, stats, Exit.UNDECIDED, as_json=as_json)
        case _:
            assert_never(outcome)


def read_problem_file(path: Path) -> Problem:
    """Return the problem in a file; anything else is bad input."""
    thing = proctor.load(path)
    if not isinstance(thing, Problem):
        raise InputError(
            f"{path} does not hold a problem", hint="give a file that ends in .problem.toml"
        )
    return thing


def default_output(problem: Path) -> Path:
    """Return where a test for ``problem`` is written: in the working directory."""
    stem = problem.name.removesuffix(".toml").removesuffix(".problem")
    return Path(f"{stem}.environment.json")


def no_test(status: str, reason: str, stats: Stats, code: Exit, *, as_json: bool) -> int:
    """Say why there is no test, and return the exit code."""
    if as_json:
        print_json({"status": status, "reason": reason, **stats_facts(stats)})
    else:
        print(f"{'No test exists' if code is Exit.INFEASIBLE else 'Not decided'}: {reason}")
        for grade, state, why in stats.stricter:
            if why != reason:
                print(f"  {grade} is {state}: {why}")
    return code


def _found(outcome: Found[Environment], *, require_optimal: bool) -> int:
    if outcome.certificate.verdict != "confirmed":
        note("proctor: warning: the checker could not confirm every claim; see `proctor check`")
        return Exit.UNDECIDED
    if not outcome.stats.optimal:
        note("proctor: warning: a valid test, but it is not proved that none is better")
        return Exit.UNDECIDED if require_optimal else Exit.GOOD
    return Exit.GOOD


def _silent(_event: Event) -> None:
    pass


def _told(event: Event) -> None:
    note(f"... {event.phase}")
