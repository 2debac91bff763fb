"""The tester at work: what is blocked, where, and what a system must not do."""

import pytest

from proctor.artefacts.environment import Environment
from proctor.engines.route.dispatch import route
from proctor.errors import SystemFault
from proctor.gallery import example
from proctor.graphs.disjoint import disjoint_ways
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


@pytest.mark.parametrize("name", ["example1", "example2", "beaver", "corridor", "demo"])
def test_both_ways_of_placing_allow_the_same_moves(name: str) -> None:
    # Proposition 2 of the flow paper: F is the same, because the graph is.
    environment = route(read_problem("e", text=example(name).text)).unwrap()
    graphs = [explored(environment, placing) for placing in ("instantaneous", "accumulative")]

    assert graphs[0] == graphs[1]
    arcs, targets = graphs[0]
    number = {node: i for i, node in enumerate(arcs)}
    edges = [[(number[a] * len(arcs) + number[b], number[b]) for b in arcs[a]] for a in arcs]
    ways = disjoint_ways(edges, 0, {number[node] for node in targets})
    assert len(ways.ways) == environment.flow


Node = tuple[str, str]


def explored(
    environment: Environment, placing: str
) -> tuple[dict[Node, list[Node]], set[Node]]:
    """Walk every way through a test, and return its graph and where it may end."""
    model = environment.model
    begin = (model.states[model.start],)
    ways: list[tuple[str, ...]] = [begin]
    arcs: dict[Node, list[Node]] = {}
    targets: set[Node] = set()
    for way in ways:
        examination = environment.start(seed=0, placing=placing)  # type: ignore[arg-type]  # one of two
        for state in way:
            turn = examination.move({"state": state})
        node = (way[-1], turn.history)
        if node in arcs:
            continue
        arcs[node] = []
        if turn.success:
            targets.add(node)
            continue
        for move in examination.open_moves():  # type: ignore[attr-defined]  # a Stepper
            target = model.states[model.moves[move].target]
            twin = environment.start(seed=0, placing=placing)  # type: ignore[arg-type]  # one of two
            for state in (*way, target):
                last = twin.move({"state": state})
            if (target, last.history) not in arcs[node]:
                arcs[node].append((target, last.history))
            ways.append((*way, target))
    return arcs, targets


def test_an_accumulating_tester_closes_a_door_when_the_system_stands_before_it(
    reactive: Environment,
) -> None:
    at_once = reactive.start(seed=0)
    one_by_one = reactive.start(seed=0, placing="accumulative")

    assert at_once.move({"state": "r1c0"}).closed
    assert not one_by_one.move({"state": "r1c0"}).closed
    at_once.move({"state": "r1c1"})
    one_by_one.move({"state": "r1c1"})
    assert at_once.move({"state": "r0c1"}).closed == one_by_one.move({"state": "r0c1"}).closed
