"""Several answers: as good as the first, different as sets of places, and none left out."""

from itertools import combinations

from proctor.artefacts.environment import Environment
from proctor.artefacts.outcome import Found
from proctor.engines.route.alternatives import alternatives
from proctor.engines.route.dispatch import route
from proctor.engines.route.result import choice_of
from proctor.engines.route.violations import first_violation
from proctor.engines.route.world import make_world
from proctor.gallery import example
from proctor.io.problem_file import read_problem
from proctor.models.problem import Problem
from proctor.models.product import build_product

SMALL = """
format = 1
[system]
map = '''
S . .
a # T
'''
start = "S"
terminal = ["T"]
[objective]
system = "F T"
test = "F a"
[environment]
kind = "static"
"""


def first_of(problem: Problem) -> Found[Environment]:
    outcome = route(problem, method="enumerate")
    assert isinstance(outcome, Found)
    return outcome


def closed_places(environment: Environment) -> frozenset[str]:
    return frozenset(r.place for r in environment.restrictions)


def test_all_optimal_sets_of_places_are_found_and_no_other() -> None:
    problem = read_problem("example1", text=example("example1").text)
    first = first_of(problem)
    world = make_world(build_product(problem))
    grade, optimum = first.test.fairness, (first.test.flow, first.test.obstacles)
    every = {
        frozenset(problem.places.names[world.units[u].place] for u in closed)
        for size in range(optimum[1] + 1)
        for closed in map(frozenset, combinations(range(len(world.units)), size))
        if first_violation(world, closed, frozenset(), grade) is None
        and (choice_of(world, closed).flow, choice_of(world, closed).cost[0]) == optimum
    }

    others = alternatives(problem, first, count=100, method="enumerate")

    assert others.complete
    found = [closed_places(answer.test) for answer in others.found]
    assert len(found) == len(set(found))
    assert {closed_places(first.test), *found} == every
    assert all(answer.certificate.verdict == "confirmed" for answer in others.found)


def test_it_is_said_when_there_is_no_other() -> None:
    problem = read_problem("w", text=SMALL.replace("S . .\na # T", "a S T"))
    outcome = route(problem, method="enumerate")
    assert not isinstance(outcome, Found)

    free = read_problem("w", text=SMALL.replace("S . .\na # T", "S a T"))
    others = alternatives(free, first_of(free), count=3, method="enumerate")

    assert others.complete
    assert others.found == ()


def test_only_as_many_are_sought_as_are_asked_for() -> None:
    problem = read_problem("example2", text=example("example2").text)
    others = alternatives(problem, first_of(problem), count=1, method="enumerate")

    assert len(others.found) <= 1
