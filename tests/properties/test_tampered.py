"""A test that was changed by hand is refused, or it is another valid test."""

import os
from collections import Counter
from dataclasses import fields, replace

import numpy as np
import pytest
from numpy.random import Generator, default_rng

from proctor.artefacts.environment import Environment
from proctor.artefacts.memory import Memory
from proctor.artefacts.outcome import Found
from proctor.engines.route.dispatch import route
from proctor.errors import ModelError
from proctor.io.checking import check
from proctor.models.problem import Problem
from twin import figures_of
from worlds import random_problem

WORLDS = 1500 if os.environ.get("PROCTOR_DEEP") else 150
NUMBERS = ("flow", "obstacles", "closings", "cuts", "stranded")


@pytest.mark.parametrize("block", range(4))
def test_a_changed_answer_is_refuted_or_as_good_as_it_says(block: int) -> None:
    seen = Counter[str]()
    for number in range(WORLDS):
        rng = default_rng([7, block, number])
        problem = random_problem(rng)
        if problem is None:
            continue
        outcome = route(problem)
        if not isinstance(outcome, Found):
            continue
        for _ in range(6):
            seen[_judged(problem, outcome.test, rng)] += 1

    assert seen["refuted"] > WORLDS / 2
    assert seen["another valid test"] > 0


def _judged(problem: Problem, environment: Environment, rng: Generator) -> str:
    try:
        changed = _changed(environment, rng)
    except ModelError:
        return "ill-formed"
    if changed == environment:
        return "unchanged"
    # A changed test may well be valid; that nothing is better it need not claim.
    changed = replace(changed, proved_by="none")
    certificate = check(changed, problem=problem)
    if certificate.verdict == "refuted":
        return "refuted"
    assert certificate.verdict == "confirmed", certificate
    truth = figures_of(problem, changed)
    assert {name: getattr(changed, name) for name in NUMBERS} == {
        name: getattr(truth, name) for name in NUMBERS
    }
    assert changed.fairness in truth.grades
    return "another valid test"


def _changed(environment: Environment, rng: Generator) -> Environment:
    """Change one field, or one number in a table."""
    match rng.integers(5):
        case 0:
            name = str(rng.choice(NUMBERS))
            value = max(0, getattr(environment, name) + int(rng.integers(-2, 3)))
            return replace(environment, **{name: value})
        case 1:
            memory = replace(environment.memory, closed=_closed(environment, rng))
            return replace(environment, memory=memory)
        case 2:
            return replace(environment, memory=_memory(environment.memory, rng))
        case 3:
            return replace(environment, ways=environment.ways[1:], cut=environment.cut[1:])
        case _:
            grade = str(rng.choice(["strict", "announced", "paper"]))
            return replace(environment, fairness=grade)  # type: ignore[arg-type]  # one of three


def _closed(environment: Environment, rng: Generator) -> tuple[tuple[int, ...], ...]:
    rows = [set(row) for row in environment.memory.closed]
    places = len(environment.harness.places)
    if places:
        row = rows[int(rng.integers(len(rows)))]
        row ^= {int(rng.integers(places))}
    return tuple(tuple(sorted(row)) for row in rows)


def _memory(memory: Memory, rng: Generator) -> Memory:
    table = np.array(memory.after)
    row, column = (int(rng.integers(n)) for n in table.shape)
    table[row, column] = int(rng.integers(-1, len(memory.names)))
    return replace(memory, after=tuple(map(tuple, table.tolist())))


def test_every_number_of_an_answer_is_among_those_that_are_changed() -> None:
    numbers = {f.name for f in fields(Environment) if f.type in {int, "int"}}

    assert numbers - {"seed"} == set(NUMBERS)
