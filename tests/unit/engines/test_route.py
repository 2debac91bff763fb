"""`route` by enumeration: what it finds, and why there is nothing to find."""

from dataclasses import replace

import pytest

from proctor.artefacts.outcome import Found, Infeasible, Undecided
from proctor.budget import Budget
from proctor.engines.route.dispatch import route
from proctor.errors import BudgetExceeded, InfeasibleError, InputError
from proctor.gallery import example
from proctor.io.problem_file import read_problem
from proctor.models.problem import Problem


def grid(map_text: str, *, system: str = "F T", test: str = "F a", extra: str = "") -> Problem:
    return read_problem(
        "w.problem.toml",
        text=f'''
format = 1
[system]
map = """
{map_text}
"""
start = "S"
terminal = ["T"]
[objective]
system = "{system}"
test = "{test}"
[environment]
kind = "static"
protect = ["stay"]
{extra}
''',
    )


def reason(problem: Problem) -> str:
    outcome = route(problem)
    assert isinstance(outcome, Infeasible), outcome
    with pytest.raises(InfeasibleError):
        outcome.unwrap()
    return outcome.reason


def test_one_wall_is_enough_where_there_are_two_ways() -> None:
    found = route(grid("S a .\n. # T"))

    assert isinstance(found, Found)
    assert (found.test.flow, found.test.obstacles) == (1, 0)


def test_nothing_is_blocked_when_every_way_shows_the_behaviour_anyway() -> None:
    found = route(grid("S a T"))

    assert isinstance(found, Found)
    assert found.test.restrictions == ()
    assert found.stats.gap == 0.0
    assert found.stats.optimal


def test_no_way_at_all_is_said() -> None:
    assert "no terminal state can be reached" in reason(grid("S a # T"))


def test_an_objective_that_no_way_satisfies_is_said() -> None:
    assert "satisfies the system objective" in reason(grid("S a T", system="F T & G !a"))


def test_a_test_objective_that_never_comes_true_is_said() -> None:
    assert "nothing that the system can do" in reason(grid("S . T # a"))


def test_a_test_objective_that_costs_the_system_its_own_is_said() -> None:
    assert "can no longer be reached" in reason(
        grid("S . T\n. a .", system="F T & G !a", test="F a")
    )


def test_a_start_that_is_a_success_leaves_nothing_to_test() -> None:
    problem = read_problem(
        "w",
        text='format = 1\n[system]\nmap = "S ."\nstart = "S"\nterminal = ["S"]\n'
        '[objective]\nsystem = "F S"\ntest = "F S"\n[environment]\nkind = "static"',
    )

    assert "over before it begins" in reason(problem)


def test_a_way_that_the_harness_cannot_block_is_named() -> None:
    said = reason(grid("S a .\n. . T", extra='[[environment.harness]]\ncells = "row == 0"'))

    assert "the harness cannot block this way" in said
    assert "r0c0 -> r1c0" in said


def test_a_rule_that_forbids_every_test_is_named() -> None:
    text = 'at_most = 0\namong = "true"'
    said = reason(grid("S a .\n. . T", extra=f"[[environment.rule]]\n{text}"))

    assert "no choice that keeps the rules of the harness" in said
    assert said.endswith("A test exists without rule 1 (at_most)")


def test_the_fewest_demands_that_are_to_blame_are_named() -> None:
    # Both ways round the test are protected; freeing one action is enough, whatever the rule.
    said = reason(
        grid(
            "S a .\n. . T",
            extra="[[environment.harness]]\ncells = 'row == 0'\n"
            "[[environment.rule]]\nat_most = 5\namong = 'true'",
        )
    )

    assert said.endswith("A test exists without the zones of [[environment.harness]]")


def test_a_test_that_needs_no_walls_says_that_every_way_shows_it_anyway() -> None:
    found = route(grid("S a T", test="F S"))

    assert isinstance(found, Found)
    assert "anyway" in found.stats.warnings[0]


def test_too_many_places_are_undecided_at_once_and_the_reason_says_so() -> None:
    outcome = route(read_problem("maze1", text=example("maze1").text), method="enumerate")

    assert isinstance(outcome, Undecided)
    assert "possible closings" in outcome.reason
    with pytest.raises(BudgetExceeded):
        outcome.unwrap()


def test_a_limit_of_steps_gives_the_best_so_far_or_says_that_there_is_none() -> None:
    problem = read_problem("example1", text=example("example1").text)

    strict = replace(problem, fairness="strict")
    nothing = route(strict, budget=Budget(steps=2), method="enumerate")
    something = route(strict, budget=Budget(steps=40), method="enumerate")

    assert isinstance(nothing, Undecided)
    assert isinstance(something, Found)
    assert something.certificate.verdict == "confirmed"
    assert not something.stats.optimal
    assert something.stats.proved_by == "none"


def test_the_same_question_gives_the_same_answer() -> None:
    problem = read_problem("example2", text=example("example2").text)

    first, second = route(problem, seed=3), route(problem, seed=3)

    assert isinstance(first, Found)
    assert isinstance(second, Found)
    assert first.test == second.test


def test_a_stricter_grade_that_is_impossible_is_told_with_its_reason() -> None:
    one_way = read_problem(
        "w",
        text="""
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
[[environment.harness]]
moves = ["b -> m", "b -> t"]
""",
    )
    outcome = route(one_way)

    assert isinstance(outcome, Found)
    assert outcome.test.fairness == "announced"
    ((grade, state, why),) = outcome.stats.stricter
    assert (grade, state) == ("strict", "impossible")
    assert "b in q0" in why


def test_an_unknown_method_gets_a_suggestion() -> None:
    with pytest.raises(InputError, match='did you mean "enumerate"'):
        route(grid("S a T"), method="enumrate")  # type: ignore[arg-type]


def test_grades_can_be_asked_for_one_by_one() -> None:
    problem = grid("S a .\n. . T")
    grades = [
        route(replace(problem, fairness=grade)) for grade in ("strict", "announced", "paper")
    ]

    assert all(isinstance(outcome, Found) for outcome in grades)
