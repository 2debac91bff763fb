"""That nothing better exists: tried again by the checker, refuted when it is not so."""

from dataclasses import replace

import pytest

from proctor.artefacts.environment import Environment
from proctor.budget import Budget
from proctor.engines.route.answer import make_environment
from proctor.engines.route.dispatch import route
from proctor.engines.route.result import choice_of
from proctor.engines.route.violations import first_violation
from proctor.engines.route.world import make_world
from proctor.gallery import example
from proctor.io.problem_file import read_problem
from proctor.models.problem import Problem
from proctor.models.product import build_product
from proctor.verify import optimum
from proctor.verify.environment import check_environment

NAMES = [
    "example1",
    "example1-paper",
    "example2",
    "example2-paper",
    "beaver",
    "corridor",
    "demo",
]


def problem(name: str) -> Problem:
    return read_problem(name, text=example(name).text)


def claim(environment: Environment) -> tuple[str, str]:
    found = [c for c in check_environment(environment).claims if c.key == "best"]
    return (found[0].status, found[0].reason) if found else ("not claimed", "")


@pytest.mark.parametrize("name", NAMES)
def test_the_best_test_of_a_small_example_is_proved_to_be_the_best(name: str) -> None:
    environment = route(problem(name)).unwrap()

    assert claim(environment)[0] == "proved"
    assert claim(replace(environment, proved_by="none"))[0] == "not claimed"


@pytest.mark.parametrize("name", ["example1", "example2", "demo", "example1-paper"])
def test_a_valid_test_that_blocks_more_than_it_must_is_not_the_best(name: str) -> None:
    question = problem(name)
    best = route(question).unwrap()
    world = make_world(build_product(question))
    worse = [
        choice_of(world, closed)
        for closed in more_closings(question, best)
        if first_violation(world, closed, frozenset(), best.fairness) is None
    ]
    count = best.cuts if best.count == "edges" else best.obstacles
    valid = [choice for choice in worse if choice.flow < best.flow or choice.cost[0] > count]
    valid = [choice for choice in valid if choice.flow >= 1]

    assert valid
    for choice in valid[:5]:
        environment = make_environment(
            world, choice, best.fairness, seed=0, proved_by="somebody"
        )
        status, reason = claim(environment)
        assert status == "refuted"
        assert "gives F =" in reason


def more_closings(question: Problem, best: Environment) -> list[frozenset[int]]:
    world = make_world(build_product(question))
    closed = frozenset(
        number
        for number, unit in enumerate(world.units)
        if unit.place in best.memory.closed[unit.history or 0]
    )
    return [closed | {extra} for extra in range(len(world.units)) if extra not in closed]


def test_what_is_too_large_to_try_again_is_trusted_and_says_to_whom(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    environment = route(problem("example1")).unwrap()
    monkeypatch.setattr(optimum, "WORK", 50)

    status, reason = claim(replace(environment, proved_by="CP-SAT"))

    assert status == "trusted"
    assert reason.startswith("CP-SAT says so")
    assert check_environment(environment).verdict == "confirmed"


def test_a_limit_on_the_whole_check_leaves_it_open() -> None:
    environment = route(problem("example1")).unwrap()

    assert check_environment(environment, budget=Budget(steps=10)).verdict == "unconfirmed"
