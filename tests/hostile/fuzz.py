"""A fuzzer for the readers: whatever is not a `ProctorError` is a finding.

``python tests/hostile/fuzz.py READER SECONDS [SEED]``, with formula, expression, toml, hoa or
environment as the reader. Findings are printed with their input; the same seed tries the same
inputs in the same order.
"""

import json
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

import numpy as np

if __name__ == "__main__":  # as a script, this folder is on the path and not the one above
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hostile import grammars, seeds
from hostile.mutation import spoilt_data, spoilt_text
from proctor.automata.hoa_reader import read_hoa, read_hoas
from proctor.automata.hoa_writer import write_hoa
from proctor.budget import Budget
from proctor.errors import ProctorError
from proctor.io.artefact_file import environment_bytes, read_environment
from proctor.io.checking import check
from proctor.io.problem_file import read_problem
from proctor.logic.parser import parse
from proctor.models.expressions import evaluate, parse_expression
from proctor.models.validation import validate

__all__ = ["READERS", "Finding", "Report", "fuzz"]

SLOW = 5.0  # seconds of computing for one input
WIDE = 2_500  # characters of a message
_FEW = 40  # findings, then the run ends

Input = Callable[[np.random.Generator], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """An input that did something else than to be read or to be refused properly."""

    number: int
    what: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What one run of the fuzzer tried."""

    reader: str
    seed: int
    tried: int
    accepted: int
    seconds: float
    findings: tuple[Finding, ...]


def fuzz(reader: str, *, seconds: float, seed: int = 0) -> Report:
    """Try inputs of ``reader`` for so many seconds; stop early after forty findings."""
    make, read = READERS[reader]
    rng = np.random.default_rng(seed)
    findings: list[Finding] = []
    tried = accepted = 0
    begin = perf_counter()
    while perf_counter() - begin < seconds and len(findings) < _FEW:
        text = make(rng)
        tried += 1
        started = process_time()
        what = _complaint(read, text)
        used = process_time() - started
        if not what and used > SLOW:
            what = f"slow: {used:.1f} s"
        accepted += what == ""
        if what:
            findings.append(Finding(number=tried, what=what, text=text))
    return Report(
        reader=reader,
        seed=seed,
        tried=tried,
        accepted=accepted,
        seconds=perf_counter() - begin,
        findings=tuple(findings),
    )


def _complaint(read: Callable[[str], None], text: str) -> str | None:
    """Return "" if the input was read, nothing if it was refused, else what is wrong."""
    try:
        read(text)
    except ProctorError as error:
        said = str(error)
        fits = 0 < len(said) <= WIDE and said.count("\n") <= 6
        return None if fits else f"message of {len(said)} characters: {said[:200]!r}"
    except Exception as error:  # noqa: BLE001  what a fuzzer is for
        return f"{type(error).__name__}: {str(error)[:200]}"
    return ""


def _formula_input(rng: np.random.Generator) -> str:
    if rng.random() < 0.5:
        text = grammars.formula(rng)
        return text if rng.random() < 0.7 else spoilt_text(rng, text, seeds.FORMULAS)
    return spoilt_text(rng, seeds.FORMULAS[int(rng.integers(10))], seeds.FORMULAS)


def _read_formula(text: str) -> None:
    formula = parse(text, seeds.NAMES)
    printed = str(formula)
    if len(printed) < 20_000 and parse(printed, seeds.NAMES) != formula:
        raise AssertionError(f"reads back otherwise: {printed}")


def _expression_input(rng: np.random.Generator) -> str:
    if rng.random() < 0.5:
        return grammars.expression(rng)
    seed = seeds.EXPRESSIONS[int(rng.integers(4))]
    return spoilt_text(rng, seed, seeds.EXPRESSIONS)


def _read_expression(text: str) -> None:
    column = np.array([0, 1, 2**31, -1], dtype=np.int64)
    variables = dict.fromkeys(("row", "column", "fuel"), column)
    expression = parse_expression(text, variables=variables, tokens=("T", "S"))
    evaluate(expression, variables, dict.fromkeys(("T", "S"), column))


def _toml_input(rng: np.random.Generator) -> str:
    problems = (seeds.MAP_PROBLEM, seeds.GRAPH_PROBLEM)
    problem = problems[int(rng.integers(2))]
    if rng.random() < 0.5:
        return spoilt_text(rng, problem, problems)
    text = grammars.toml_of(spoilt_data(rng, tomllib.loads(problem)))
    return text if rng.random() < 0.8 else spoilt_text(rng, text, problems)


def _read_toml(text: str) -> None:
    problem = read_problem("fuzz.problem.toml", text=text)
    if problem.model.n <= 200:
        validate(problem)


def _hoa_input(rng: np.random.Generator) -> str:
    if rng.random() < 0.5:
        text = grammars.hoa(rng)
        return text if rng.random() < 0.7 else spoilt_text(rng, text, seeds.HOAS)
    return spoilt_text(rng, seeds.HOAS[int(rng.integers(4))], seeds.HOAS)


def _read_hoa(text: str) -> None:
    for automaton in read_hoas(text):
        written = write_hoa(automaton)
        if len(written) < 20_000 and write_hoa(read_hoa(written)) != written:
            raise AssertionError(f"reads back otherwise: {written}")


def _environment_input(rng: np.random.Generator) -> str:
    text = seeds.environment_text()
    if rng.random() < 0.2:
        return spoilt_text(rng, text, (text,))
    data = spoilt_data(rng, json.loads(text))
    assert isinstance(data, dict)
    return seeds.sealed(data)


def _read_environment(text: str) -> None:
    environment = read_environment("fuzz.environment.json", text=text)
    check(environment, budget=Budget(seconds=2, steps=100_000))
    environment_bytes(environment)


READERS: dict[str, tuple[Input, Callable[[str], None]]] = {
    "formula": (_formula_input, _read_formula),
    "expression": (_expression_input, _read_expression),
    "toml": (_toml_input, _read_toml),
    "hoa": (_hoa_input, _read_hoa),
    "environment": (_environment_input, _read_environment),
}


def main(arguments: list[str]) -> int:
    """Fuzz one reader and print what was found."""
    if len(arguments) not in (2, 3) or arguments[0] not in READERS:
        print(__doc__)
        return 2
    reader, seconds, *rest = arguments
    report = fuzz(reader, seconds=float(seconds), seed=int(rest[0]) if rest else 0)
    for finding in report.findings:
        print(f"seed {report.seed}, input {finding.number}: {finding.what}")
        print(f"  {finding.text[:3000]!r}")
    rate = report.tried / report.seconds
    print(
        f"{reader}: {report.tried} inputs in {report.seconds:.0f} s ({rate:.0f} per second), "
        f"{report.accepted} were read, {len(report.findings)} findings, seed {report.seed}"
    )
    return 1 if report.findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
