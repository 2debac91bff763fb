"""The tester at work: what is blocked, where, and what a system must not do."""

import pytest

from proctor.artefacts.environment import Environment
from proctor.engines.route.dispatch import route
from proctor.errors import SystemFault
from proctor.gallery import example
from proctor.io.problem_file import read_problem


@pytest.fixture(scope="module")
def reactive() -> Environment:
    return route(read_problem("e", text=example("example2").text)).unwrap()


@pytest.fixture(scope="module")
def paper() -> Environment:
    return route(read_problem("e", text=example("example2-paper").text)).unwrap()


def test_a_walk_over_both_cells_ends_in_success(reactive: Environment) -> None:
    examination = reactive.start(seed=0)
    states = ["r1c0", "r0c0", "r0c1", "r1c1", "r1c2", "r0c2"]
    turns = [examination.move({"state": state}) for state in states]

    assert [turn.success for turn in turns] == [False] * 5 + [True]
    assert [turn.shown for turn in turns] == [False] * 4 + [True, True]
    assert turns[0].history != turns[1].history


def test_doors_close_and_open_with_the_history(reactive: Environment) -> None:
    examination = reactive.start(seed=0)
    start = examination.move({"state": "r1c0"})
    seen_one = examination.move({"state": "r0c0"})

    assert set(start.closing) == set(start.closed)
    now = (set(start.closed) | set(seen_one.closing)) - set(seen_one.opening)
    assert now == set(seen_one.closed)


def test_what_the_turn_lists_as_blocked_is_refused(reactive: Environment) -> None:
    for goal in reactive.model.moves:
        source, target = reactive.model.states[goal.source], reactive.model.states[goal.target]
        if source != "r1c0":
            continue
        examination = reactive.start(seed=0)
        turn = examination.move({"state": source})
        blocked = turn.inputs["blocked"]
        assert isinstance(blocked, tuple)
        if goal.action in blocked:
            with pytest.raises(SystemFault, match="is blocked"):
                examination.move({"state": target})
        else:
            examination.move({"state": target})


@pytest.mark.parametrize(
    ("states", "words"),
    [
        (["r0c0"], "starts at r0c0, not at r1c0"),
        (["r9c9"], "no state of the model"),
        (["r1c0", "r0c2"], "no move from r1c0 to r0c2"),
    ],
)
def test_a_system_that_does_the_impossible_is_told_so(
    reactive: Environment, states: list[str], words: str
) -> None:
    examination = reactive.start(seed=0)

    for state in states[:-1]:
        examination.move({"state": state})
    with pytest.raises(SystemFault, match=words):
        examination.move({"state": states[-1]})


def test_an_output_without_a_state_is_refused(reactive: Environment) -> None:
    with pytest.raises(SystemFault, match="no state of the model"):
        reactive.start(seed=0).move({"place": 3})


def test_under_the_papers_conventions_the_marks_decide(paper: Environment) -> None:
    examination = paper.start(seed=0)
    states = ["r1c0", "r0c0", "r0c1", "r1c1", "r1c2", "r0c2"]
    turns = [examination.move({"state": state}) for state in states]

    assert turns[-1].success
    assert not any(turn.success for turn in turns[:-1])
