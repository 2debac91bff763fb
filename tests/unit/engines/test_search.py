"""The cut and protect search: the papers' numbers, its limits, and what it tells."""

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType

import pytest

from proctor import gallery
from proctor.artefacts.environment import Grade
from proctor.budget import Budget
from proctor.engines.route.enumerate import enumerated
from proctor.engines.route.result import Result
from proctor.engines.route.search import compiled, method
from proctor.engines.route.search.compiled import available, compiled_run
from proctor.engines.route.search.memory import CLAUSES, DONE, FLOW, LIMIT, MORE, TOTAL, Tape
from proctor.engines.route.search.method import search, search_in
from proctor.engines.route.search.net import make_net
from proctor.engines.route.search.stepping import AUTO, COMPILED, PLAIN
from proctor.engines.route.search.store import make_room
from proctor.engines.route.search.tree import run
from proctor.engines.route.violations import Violation
from proctor.engines.route.world import World, make_world
from proctor.errors import SolverFault
from proctor.io.problem_file import read_problem
from proctor.models.product import build_product
from proctor.progress import Event

needs_numba = pytest.mark.skipif(not available(), reason="numba is not installed here")


def example(name: str, count: str | None = None) -> World:
    problem = read_problem(f"{name}.problem.toml", text=gallery.example(name).text)
    if count is not None:
        problem = replace(problem, count=count)
    return make_world(build_product(problem))


def answer(result: Result) -> tuple[int, int] | None:
    assert result.complete
    assert result.proved_by == "search"
    if result.best is None:
        return None
    assert (result.flow_bound, result.bound) == (result.best.flow, result.best.cost[0])
    return result.best.flow, result.best.cost[0]


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("example1-paper", (3, 14)),  # flow-based synthesis, Example 1
        ("example2-paper", (2, 4)),  # Example 2
        ("beaver-paper", (2, 2)),  # Table V
        ("maze2-paper", (2, 8)),  # Table V, as mixed
        ("corridor-paper", (2, 2)),
    ],
)
def test_the_papers_numbers_are_found_and_proved(name: str, figures: tuple[int, int]) -> None:
    assert answer(search(example(name), "paper", Budget())) == figures


@needs_numba
@pytest.mark.parametrize(
    ("name", "count", "figures"),
    [
        ("refueling-paper", "edges", (2, 199)),  # Table V
        ("refueling-paper", "obstacles", (2, 8)),
        ("triggered-paper", "edges", (1, 23)),
        ("mars-paper", "edges", (2, 1641)),  # Table V
    ],
)
def test_worlds_with_fuel_are_proved(name: str, count: str, figures: tuple[int, int]) -> None:
    assert answer(search(example(name, count), "paper", Budget())) == figures


@needs_numba
@pytest.mark.deep
def test_mars_needs_nine_walls() -> None:
    assert answer(search(example("mars-paper", "obstacles"), "announced", Budget())) == (2, 9)


def test_refueling_cannot_be_strictly_fair_and_an_example_says_why() -> None:
    result = search(example("refueling"), "strict", Budget())

    assert answer(result) is None
    assert result.flow_bound == 0
    assert result.dead_end is not None


@needs_numba
def test_some_test_is_found_before_the_best_one() -> None:
    heard: list[Event] = []
    search(example("mars-paper"), "paper", Budget(), heard.append)

    told = [(event.flow, event.bound, event.count) for event in heard if event.flow]
    assert told[0][0] == 1
    assert told[-1][0] == 2
    assert all(bound is None or bound <= count for _, bound, count in told if count)


def test_what_is_known_is_beaten_or_proved_best() -> None:
    world = example("example1-paper")
    best = search(world, "paper", Budget()).best
    assert best is not None
    everything = search(world, "paper", Budget(), known=best)

    assert everything.best == best
    assert answer(everything) == (3, 14)


def test_a_limit_keeps_what_is_known_and_claims_nothing() -> None:
    world = example("motion-paper")
    known = search(world, "paper", Budget(), known=None).best
    result = search(world, "paper", Budget(steps=40), known=known)

    assert result.best == known
    assert not result.complete
    assert result.proved_by == "none"
    assert result.flow_bound == 3
    assert result.bound is None or result.bound <= 15


def test_closed_targets_are_told_as_a_bound() -> None:
    world = example("motion-paper")
    known = search(world, "paper", Budget()).best
    heard: list[Event] = []
    search(world, "paper", Budget(), heard.append, known)

    heard = [event for event in heard if event.flow is not None]  # others tell of compiling
    bounds = [event.bound for event in heard if event.bound is not None]
    assert bounds
    assert bounds == sorted(bounds)
    assert all(bound <= 15 for bound in bounds)
    assert {event.flow for event in heard} == {3}
    assert {event.count for event in heard} == {15}


@pytest.mark.parametrize("pieces", [0, 3])
def test_ctrl_c_keeps_the_best_choice(pieces: int) -> None:
    heard = 0

    def stop(_event: Event) -> None:
        nonlocal heard
        heard += 1
        if heard > pieces:
            raise KeyboardInterrupt

    world = example("motion-paper")
    known = search(world, "paper", Budget()).best
    result = search_in(world, "paper", Budget(), stop, known, mode=PLAIN)

    assert result.interrupted
    assert not result.complete
    assert result.best == known


@needs_numba
def test_compiling_is_told() -> None:
    heard: list[Event] = []
    search_in(example("example1-paper"), "paper", Budget(), heard.append, mode=COMPILED)

    assert any("compil" in event.phase for event in heard)


def test_without_numba_the_plain_search_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proctor.engines.route.search.stepping.available", lambda: False)
    heard: list[Event] = []

    world = example("triggered-paper")
    result = search_in(world, "paper", Budget(steps=500), heard.append, mode=AUTO)

    assert result.steps > 400
    assert not any("compil" in event.phase for event in heard)


def test_a_folder_that_cannot_be_written_is_no_obstacle() -> None:
    # Stands in for numba, which refuses to keep code when it finds no folder.
    asked: list[bool] = []

    class Refusing(ModuleType):
        @staticmethod
        def njit(function: Callable[..., int] | None = None, *, cache: bool = False) -> object:
            asked.append(cache)
            if function is not None:
                return function

            def decorate(_function: object) -> object:
                raise RuntimeError("cannot cache function: no locator available")

            return decorate

    kept = compiled._kept(Refusing("numba"), run)

    assert kept is run
    assert asked == [True, False]


@pytest.mark.parametrize("make", [lambda: run, compiled_run] if available() else [lambda: run])
def test_the_search_goes_on_where_it_stopped(
    make: Callable[[], Callable[[Tape, int], int]],
) -> None:
    at_once, in_pieces = (_tape("example1-paper") for _ in range(2))

    assert make()(at_once, 100_000) != MORE
    while make()(in_pieces, 1) == MORE:
        pass
    assert list(at_once) == list(in_pieces)


def _tape(name: str) -> Tape:
    tape = make_net(example(name), "paper", flow=4)
    tape[FLOW], tape[LIMIT] = 4, tape[TOTAL]
    return compiled.as_array(tape)


def test_forgetting_clauses_does_not_change_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def crowded(world: World, grade: Grade, *, flow: int) -> Tape:
        return make_net(world, grade, flow=flow, clauses=200)

    monkeypatch.setattr(method, "make_net", crowded)
    result = search_in(example("maze1-paper"), "paper", Budget(), mode=PLAIN)

    assert answer(result) == (1, 3)  # Table V


def test_room_is_made_by_half() -> None:
    tape = make_net(example("motion-paper"), "paper", flow=3)
    tape[FLOW], tape[LIMIT] = 3, 12
    assert run(tape, 100_000) == DONE
    before = tape[CLAUSES]
    make_room(tape)

    assert tape[CLAUSES] == before - before // 2


def test_a_choice_that_is_not_valid_is_never_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Violation(what="bypass", remedies=frozenset())
    monkeypatch.setattr(method, "first_violation", lambda *_: wrong)

    with pytest.raises(SolverFault, match="not valid"):
        search(example("example1-paper"), "paper", Budget())


@pytest.mark.parametrize("grade", ["paper", "announced", "strict"])
@pytest.mark.parametrize("count", ["edges", "obstacles"])
@pytest.mark.parametrize("name", ["beaver", "corridor", "example2", "example1"])
def test_the_search_agrees_with_the_enumeration(name: str, count: str, grade: Grade) -> None:
    world = example(name, count)
    by_hand = enumerated(world, grade, Budget(steps=20_000))
    assert by_hand.complete
    expected = by_hand.best and (by_hand.best.flow, by_hand.best.cost[0])

    assert answer(search(world, grade, Budget())) == expected
