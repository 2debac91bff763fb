"""`proctor route`: find a test, have it re-proved, write it."""

from inspect import signature
from pathlib import Path
from typing import Final, assert_never, get_args

import click

import proctor
from proctor import Environment, Event, Found, Infeasible, Outcome, Problem, Stats, Undecided
from proctor.apps.cli.asked import with_question
from proctor.apps.cli.failing import Exit
from proctor.apps.cli.locating import in_file
from proctor.apps.cli.options import budget_option, json_option, note, print_json, seed_option
from proctor.apps.cli.others import draw_conflicts, keep_others, others_text
from proctor.apps.cli.starts import best_start, starts_text
from proctor.apps.cli.telling import Teller
from proctor.errors import InputError
from proctor.reports.environment_text import environment_text
from proctor.reports.facts import environment_facts, stats_facts
from proctor.reports.why_text import why_facts, why_text

__all__ = ["command", "default_output", "no_test", "read_problem_file"]

_ENDING: Final = ".environment.json"


_METHODS: Final = ", ".join(get_args(signature(proctor.route).parameters["method"].annotation))
_WORDS: Final = """\b
Words in the answer:
  way      a sequence of steps from the start to success
  F        how many ways there are of which no two share a step
  wall     a place that is blocked from beginning to end
  door     a place that is blocked in some histories only
  history  what the test remembers of what it has seen so far
  closing  one door that is closed in one history
  product graph  the moves of the system, told apart by history
"""


@click.command("route", short_help="Find where walls and doors must stand.", epilog=_WORDS)
@click.argument("problem", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Where to write the test."
)
@click.option("--start", help="Which candidate start to solve (default: each in turn).")
@click.option("--method", default="auto", help=f"One of {_METHODS}; auto chooses.")
@click.option("--require-optimal", is_flag=True, help="Exit 4 unless the optimum is proved.")
@click.option("--explain", is_flag=True, help="Say why each closing stands, and why no fewer.")
@click.option(
    "--alternatives",
    type=click.IntRange(0, 1000),
    default=0,
    help="Also find up to so many other optimal tests.",
)
@click.option("-q", "--quiet", is_flag=True, help="Only write the file.")
@budget_option
@seed_option
@json_option
def command(
    problem: Path,
    output: Path | None,
    start: str | None,
    method: str,
    *,
    require_optimal: bool,
    explain: bool,
    alternatives: int,
    quiet: bool,
    budget: float,
    seed: int,
    as_json: bool,
) -> int:
    """Find where walls and doors must stand, so that every way to success shows the behaviour.

    PROBLEM is a file such as mytest.problem.toml. The test is written to
    mytest.environment.json, with a certificate that `proctor check` re-proves.
    """
    candidates = read_problem_file(problem).candidates(start)
    codes: list[Exit] = []
    answers: list[dict[str, object]] = []
    outcomes: list[tuple[str, Outcome[Environment]]] = []
    for question in candidates:
        target = output or default_output(problem)
        if len(candidates) > 1:
            # One file for each start: two.r3c0.environment.json
            target = target.with_name(f"{_stem(target)}.{question.start_name}{_ENDING}")
        with in_file(problem):
            outcome = _solved(question, method, budget, seed, silent=as_json or quiet)
        if isinstance(outcome, Found):
            proctor.save(outcome, target)
        facts = {"start": question.start_name, **_facts(outcome, target)}
        if not (as_json or quiet):
            if len(candidates) > 1:
                print(f"start {question.start_name}")
            _tell(outcome, target)
        if explain:
            facts |= _explained(question, outcome, target, silent=as_json or quiet)
        if alternatives and isinstance(outcome, Found):
            others = proctor.alternatives(
                question,
                outcome,
                count=alternatives,
                method=method,  # type: ignore[arg-type]  # route itself checks the word
                budget=proctor.Budget(seconds=budget),
                seed=seed,
            )
            facts["alternatives"] = keep_others(others, question, target)
            if not (as_json or quiet):
                print(others_text(others, target))
        answers.append(facts)
        outcomes.append((question.start_name, outcome))
        codes.append(_code(outcome, require_optimal=require_optimal))
    _compare(answers, outcomes, quiet=quiet, as_json=as_json)
    return min(codes)


def _explained(
    question: Problem, outcome: Outcome[Environment], target: Path, *, silent: bool
) -> dict[str, object]:
    """Say and draw why the answer is as it is, and return it as facts."""
    draw_conflicts(question, outcome.stats, target)
    if not isinstance(outcome, Found):
        return {}
    if not silent:
        print(why_text(outcome.test, outcome.certificate, outcome.stats))
    return {"why": why_facts(outcome.test)}


def _compare(
    answers: list[dict[str, object]],
    outcomes: list[tuple[str, Outcome[Environment]]],
    *,
    quiet: bool,
    as_json: bool,
) -> None:
    if as_json:
        best = best_start(outcomes)
        print_json(answers[0] if len(answers) == 1 else {"starts": answers, "best": best})
    elif len(outcomes) > 1 and not quiet:
        print(starts_text(outcomes))


def _solved(
    question: Problem, method: str, budget: float, seed: int, *, silent: bool
) -> Outcome[Environment]:
    teller = None if silent else Teller()
    try:
        outcome = proctor.route(
            question,
            method=method,  # type: ignore[arg-type]  # route itself checks the word
            budget=proctor.Budget(seconds=budget),
            seed=seed,
            progress=teller or _silent,
        )
    finally:
        if teller is not None:
            teller.done()
    return with_question(outcome, question) if isinstance(outcome, Found) else outcome


def _tell(outcome: Outcome[Environment], target: Path) -> None:
    match outcome:
        case Found(test, certificate, stats):
            print(environment_text(test, certificate, stats))
            print(f"  written to       {target}")
        case Infeasible(reason, stats):
            no_test("infeasible", reason, stats, as_json=False)
        case Undecided(reason, stats):
            no_test("undecided", reason, stats, as_json=False)
        case _:
            assert_never(outcome)


def _facts(outcome: Outcome[Environment], target: Path) -> dict[str, object]:
    match outcome:
        case Found(test, certificate, stats):
            return environment_facts(test, certificate, stats, file=str(target))
        case Infeasible(reason, stats):
            return {"status": "infeasible", "reason": reason, **stats_facts(stats)}
        case Undecided(reason, stats):
            return {"status": "undecided", "reason": reason, **stats_facts(stats)}
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
    return Path(f"{stem}{_ENDING}")


def _stem(target: Path) -> str:
    return target.name.removesuffix(".json").removesuffix(".environment")


def no_test(status: str, reason: str, stats: Stats, *, as_json: bool) -> Exit:
    """Say why there is no test, and return the exit code."""
    code = Exit.INFEASIBLE if status == "infeasible" else Exit.UNDECIDED
    if as_json:
        print_json({"status": status, "reason": reason, **stats_facts(stats)})
    else:
        print(f"{'No test exists' if code is Exit.INFEASIBLE else 'Not decided'}: {reason}")
        for grade, state, why in stats.stricter:
            if why != reason:
                print(f"  {grade} is {state}: {why}")
    return code


def _code(outcome: Outcome[Environment], *, require_optimal: bool) -> Exit:
    if isinstance(outcome, Infeasible):
        return Exit.INFEASIBLE
    if isinstance(outcome, Undecided):
        return Exit.UNDECIDED
    if outcome.certificate.verdict != "confirmed":
        note("proctor: warning: the checker could not confirm every claim; see `proctor check`")
        return Exit.UNDECIDED
    if not outcome.stats.optimal:
        note("proctor: warning: a valid test, but it is not proved that none is better")
        return Exit.UNDECIDED if require_optimal else Exit.GOOD
    return Exit.GOOD


def _silent(_event: Event) -> None:
    pass
