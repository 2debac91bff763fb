"""What is proved does not depend on chance; what is false is caught before anybody sees it."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from numpy.random import default_rng

from proctor.artefacts.environment import Grade
from proctor.artefacts.outcome import Found, Infeasible
from proctor.budget import Budget
from proctor.engines.route.alternatives import alternatives
from proctor.engines.route.boolean import boolean
from proctor.engines.route.boolean_descent import Solving
from proctor.engines.route.dispatch import Attempt, route
from proctor.engines.route.enumerate import enumerated
from proctor.engines.route.result import Choice, Result, choice_of
from proctor.engines.route.world import World, make_world
from proctor.errors import CheckFailed
from proctor.gallery import example
from proctor.io.problem_file import read_problem
from proctor.models.product import build_product
from proctor.progress import Progress, silent
from proctor.reports.facts import stats_facts
from proctor.solvers.client import Solver
from worlds import random_problem


def world_of(name: str) -> World:
    return make_world(build_product(read_problem(name, text=example(name).text)))


@pytest.mark.parametrize(
    ("name", "optimum"),
    [("example2-paper", (2, 4)), ("motion-paper", (3, 15)), ("maze2-paper", (2, 8))],
)
def test_proved_counts_do_not_depend_on_seed_or_threads(
    name: str, optimum: tuple[int, int]
) -> None:
    world = world_of(name)
    for seed, threads in ((0, 1), (1, 1), (7, 2)):
        with Solver() as solver:
            solving = Solving(solver=solver, seed=seed, threads=threads)
            result = boolean(world, "paper", Budget(seconds=60), solving=solving)

        assert result.complete
        assert result.best is not None
        assert (result.best.flow, result.best.cost[0]) == optimum


def test_the_same_question_gives_the_same_bytes_under_any_hash_seed(tmp_path: Path) -> None:
    written = []
    for seed in ("0", "1", "4242"):
        target = tmp_path / f"{seed}.environment.json"
        problem = tmp_path / "example2.problem.toml"
        problem.write_text(example("example2").text)
        subprocess.run(
            [sys.executable, "-m", "proctor", "route", str(problem), "-o", str(target), "-q"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
        )
        written.append(target.read_bytes())

    assert written[0] == written[1] == written[2]


def answering(best: Choice | None, *, complete: bool) -> object:
    """Return a method that says what it is told to say, as a broken solver might."""

    def method(
        _world: World, _grade: Grade, budget: Budget, _news: Progress, _known: Choice | None
    ) -> Result:
        result = Result(method="broken", complete=complete, proved_by="broken")
        if best is not None:
            result.accept(best, budget)
        return result

    return method


def test_an_invalid_answer_of_a_method_is_caught_by_the_checker() -> None:
    world = world_of("example1")
    open_world = choice_of(world, frozenset())
    attempt = Attempt(world, answering(open_world, complete=True), Budget(), 0, silent)  # type: ignore[arg-type]  # a method

    with pytest.raises(CheckFailed, match="refuted an answer of our own"):
        attempt.by_grades()


def test_a_false_optimum_of_a_method_is_caught_by_the_checker() -> None:
    world = world_of("example1")
    best = enumerated(world, "strict", Budget()).best
    assert best is not None
    worse = next(
        choice
        for unit in range(len(world.units))
        if (choice := choice_of(world, best.closed | {unit})).cost[0] > best.cost[0]
        and choice.flow >= 1
        and is_valid(world, choice)
    )
    attempt = Attempt(world, answering(worse, complete=True), Budget(), 0, silent)  # type: ignore[arg-type]  # a method

    with pytest.raises(CheckFailed, match="gives F ="):
        attempt.by_grades()

    modest = Attempt(world, answering(worse, complete=False), Budget(), 0, silent)  # type: ignore[arg-type]  # a method
    outcome = modest.by_grades()
    assert isinstance(outcome, Found)
    assert outcome.certificate.verdict == "confirmed"
    assert not outcome.stats.optimal


def is_valid(world: World, choice: Choice) -> bool:
    from proctor.engines.route.violations import first_violation

    return first_violation(world, choice.closed, frozenset(), "strict") is None


def test_where_walls_do_doors_do_as_well_and_leave_no_fewer_ways() -> None:
    compared = 0
    for number in range(400):
        problem = random_problem(default_rng([31, number]))
        if problem is None or problem.kind != "static" or problem.conventions != "default":
            continue
        static = route(replace(problem, fairness="strict"), method="enumerate")
        if not isinstance(static, Found):
            continue
        doors = replace(problem, kind="reactive", fairness="strict")
        reactive = route(doors, method="enumerate", budget=Budget(steps=20_000))
        assert not isinstance(reactive, Infeasible), number
        if isinstance(reactive, Found) and reactive.stats.optimal:
            assert reactive.test.flow >= static.test.flow, number
            compared += 1

    assert compared > 10


@pytest.mark.parametrize("method", ["enumerate", "boolean", "clauses", "search", "auto"])
def test_numbers_that_are_told_are_plain_numbers(method: str) -> None:
    problem = read_problem("e", text=example("example2").text)
    outcome = route(problem, method=method)  # type: ignore[arg-type]  # one of them

    assert type(outcome.stats.steps) is int
    json.dumps(stats_facts(outcome.stats))


@pytest.mark.parametrize("method", ["enumerate", "boolean", "clauses", "search", "auto"])
def test_other_answers_can_be_asked_of_every_method(method: str) -> None:
    problem = read_problem("e", text=example("first").text)
    first = route(problem)
    assert isinstance(first, Found)

    others = alternatives(problem, first, count=2, method=method)  # type: ignore[arg-type]  # one of them

    for other in others.found:
        assert (other.test.flow, other.test.obstacles) == (
            first.test.flow,
            first.test.obstacles,
        )


def test_an_interruption_keeps_the_test_in_hand() -> None:
    world = world_of("example1")
    best = enumerated(world, "strict", Budget()).best
    assert best is not None

    def method(
        _world: World, _grade: Grade, budget: Budget, _news: Progress, known: Choice | None
    ) -> Result:
        if known is not None:
            raise KeyboardInterrupt
        result = Result(method="slow")
        result.accept(best, budget)
        return result

    outcome = Attempt(world, method, Budget(seconds=30), 0, silent).by_grades()

    assert isinstance(outcome, Found)
    assert not outcome.stats.optimal
    assert outcome.stats.gap is None
