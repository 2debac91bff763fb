"""Why a grade is impossible: a small conflict, each part of which holds in every valid test."""

from dataclasses import replace
from itertools import combinations, pairwise

from proctor.artefacts.environment import Environment
from proctor.artefacts.outcome import Conflict, Found
from proctor.engines.route.dispatch import route
from proctor.gallery import example
from proctor.io.problem_file import read_problem
from proctor.reports.why_text import conflict_lines, why_text

ONE_WAY = """
format = 1
[system]
transitions = ["s -> a", "s -> b", "a -> m", "m -> t", "b -> m", "b -> t"]
start = "s"
terminal = ["t"]
[system.labels]
goal = ["t"]
seen = ["a"]
[objective]
system = "F goal"
test = "F seen"
[environment]
kind = "static"
bidirectional = false
[[environment.harness]]
moves = ["b -> m", "b -> t"]
"""


def solved(text: str) -> Found[Environment]:
    outcome = route(read_problem("w", text=text))
    assert isinstance(outcome, Found)
    return outcome


def test_the_conflict_of_a_one_way_street_is_told() -> None:
    found = solved(ONE_WAY)
    (conflict,) = found.stats.conflicts

    assert conflict.grade == "strict"
    assert ("s", "b", "t") in conflict.ways or ("s", "b", "m", "t") in conflict.ways
    assert [pair for pair, _ in conflict.pairs] == ["b in q0"]
    assert "b in q0" in found.stats.stricter[0][2]
    told = why_text(found.test, found.certificate, found.stats)
    assert "Why no strict test exists" in told


def test_no_choice_of_walls_meets_all_parts_of_a_conflict() -> None:
    # Brute force: whatever is closed, some way stays open, or somebody who can come is lost.
    found = solved(ONE_WAY)
    (conflict,) = found.stats.conflicts
    moves = {("s", "a"), ("s", "b"), ("a", "m"), ("m", "t"), ("b", "m"), ("b", "t")}
    walls = [("b", "m"), ("b", "t")]

    for size in range(len(walls) + 1):
        for closed in combinations(walls, size):
            left = moves - set(closed)
            assert not meets(conflict, left)


def meets(conflict: Conflict, left: set[tuple[str, str]]) -> bool:
    def is_open(way: tuple[str, ...]) -> bool:
        return all(step in left for step in pairwise(way))

    def succeeds(state: str) -> bool:
        return state == "t" or any(succeeds(b) for a, b in left if a == state)

    return not any(is_open(way) for way in conflict.ways) and all(
        succeeds(way[-1]) or not is_open(way) for _, way in conflict.pairs
    )


def test_refueling_is_impossible_when_strict_and_says_why() -> None:
    problem = read_problem("r", text=example("refueling").text)
    found = solved(example("refueling").text)

    assert (found.test.fairness, found.test.flow, found.test.obstacles) == ("announced", 2, 8)
    (conflict,) = found.stats.conflicts
    assert conflict.ways
    assert conflict.pairs
    assert len(conflict_lines(found.stats)) == 1 + len(conflict.ways) + len(conflict.pairs)
    assert not isinstance(route(replace(problem, fairness="strict")), Found)
