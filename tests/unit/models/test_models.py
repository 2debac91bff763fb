"""Grids, counters, transitions, labels: what a model is made of."""

import numpy as np
import pytest

from proctor.errors import InputError, ModelError
from proctor.models.build import build_model, distances
from proctor.models.counters import Counter
from proctor.models.grid import grid_base
from proctor.models.system import SystemModel
from proctor.models.transitions import transitions_base
from proctor.models.worlds import GridWorld

FOUR = ("north", "south", "east", "west")


def moves_of(model: SystemModel) -> set[tuple[str, str, str]]:
    rows = zip(model.tails.tolist(), model.action.tolist(), model.heads.tolist(), strict=True)
    return {(model.name(t), model.actions[a], model.name(h)) for t, a, h in rows}


def test_rows_and_columns_count_from_the_top_left_and_north_is_up() -> None:
    model = GridWorld.parse("S .\n# T", moves=FOUR).model(terminal=[])

    assert moves_of(model) == {
        ("r0c0", "east", "r0c1"),
        ("r0c1", "west", "r0c0"),
        ("r0c1", "south", "r1c1"),
        ("r1c1", "north", "r0c1"),
    }


def test_a_terminal_state_has_no_moves_and_a_loop_only_if_asked() -> None:
    base = grid_base("S T", ["east", "west", "stay"])

    without = build_model(base, start=["S"], terminal=["T"])
    with_loop = build_model(base, start=["S"], terminal=["T"], terminal_loop=True)

    assert {source for source, _, _ in moves_of(without)} == {"r0c0"}
    assert ("r0c1", "stay", "r0c1") in moves_of(with_loop)


def test_self_loops_can_be_added_everywhere_or_taken_away() -> None:
    base = grid_base("S . T", ["east"])
    stays = grid_base("S . T", ["east", "stay"])

    everywhere = build_model(base, start=["S"], terminal=["T"], self_loops="all")
    nowhere = build_model(stays, start=["S"], terminal=["T"], self_loops="none")

    assert ("r0c0", "stay", "r0c0") in moves_of(everywhere)
    assert ("r0c2", "stay", "r0c2") not in moves_of(everywhere)
    assert all(source != target for source, _, target in moves_of(nowhere))


def test_fuel_is_spent_refilled_and_ends() -> None:
    fuel = Counter(name="fuel", start=2, max=2, change={"move": -1}, refill=("D",), stuck_at=0)
    model = GridWorld.parse("S . D", moves=("east", "west", "stay")).model(
        terminal=[], counters=[fuel], labels={"empty": "fuel == 0"}
    )
    moves = moves_of(model)

    assert ("r0c0,fuel=2", "east", "r0c1,fuel=1") in moves
    assert ("r0c1,fuel=1", "east", "r0c2,fuel=2") in moves  # the tank is filled on entering
    assert ("r0c0,fuel=1", "stay", "r0c0,fuel=1") in moves  # standing still costs nothing
    assert not [m for m in moves if m[0].endswith("fuel=0")]
    assert "r0c2,fuel=1" not in model.names  # a station knows only a full tank
    empty = {model.name(s) for s in np.flatnonzero(model.holds["empty"]).tolist()}
    assert empty == {"r0c0,fuel=0", "r0c1,fuel=0"}


def test_stuck_states_keep_their_self_loop_when_all_have_one() -> None:
    fuel = Counter(name="fuel", start=1, max=1, change={"move": -1}, stuck_at=0)
    base = grid_base("S .", ["east", "west"])
    model = build_model(base, start=["S"], counters=[fuel], self_loops="all")

    assert ("r0c1,fuel=0", "stay", "r0c1,fuel=0") in moves_of(model)
    assert ("r0c1,fuel=0", "west", "r0c0,fuel=0") not in moves_of(model)


def test_a_gain_above_the_maximum_is_lost() -> None:
    coin = Counter(name="coin", start=0, max=1, change={"east": 5})
    model = build_model(grid_base("S . .", ["east"]), start=["S"], counters=[coin])

    assert ("r0c0,coin=0", "east", "r0c1,coin=1") in moves_of(model)
    assert ("r0c1,coin=1", "east", "r0c2,coin=1") in moves_of(model)


def test_two_counters_make_all_combinations() -> None:
    counters = [Counter(name="a", start=0, max=2), Counter(name="b", start=1, max=1)]
    model = build_model(grid_base("S T", ["east"]), start=["S"], counters=counters)

    assert model.n == 2 * 3 * 2
    assert model.name(model.start) == "r0c0,a=0,b=1"


def test_a_start_on_a_station_may_have_less_than_a_full_tank() -> None:
    fuel = Counter(name="fuel", start=1, max=3, change={"move": -1}, refill=("S",))
    model = build_model(grid_base("S .", ["east", "west"]), start=["S"], counters=[fuel])

    assert model.name(model.start) == "r0c0,fuel=1"
    assert ("r0c1,fuel=2", "west", "r0c0,fuel=3") in moves_of(model)


def test_transitions_name_actions_and_choices_of_the_system() -> None:
    base = transitions_base(["a <-> b", "a -> c by slip", "a -> b by slip"], {"goal": ["c"]})
    model = build_model(base, start=["a"], terminal=["c"])

    assert moves_of(model) == {
        ("a", "to b", "b"),
        ("b", "to a", "a"),
        ("a", "slip", "c"),
        ("a", "slip", "b"),
    }


def test_distances_are_steps_in_the_unblocked_map() -> None:
    base = grid_base("T . .\n# # .\n. . .", FOUR)

    assert distances(base, "T").tolist() == [0, 1, 2, 3, 6, 5, 4]


def test_a_priority_leaves_one_label() -> None:
    model = build_model(
        grid_base("S . T", ["east"]),
        start=["S"],
        labels={"left": "column <= 1", "low": "column >= 1"},
        label_priority=["low", "left"],
    )
    found = model.labelling(["left", "low"])

    assert [sorted(found.letters[x]) for x in found.of.tolist()] == [["left"], ["low"], ["low"]]
    assert model.propositions == ("left", "low")  # what is not listed is dropped


def test_a_priority_does_not_depend_on_what_is_asked() -> None:
    model = build_model(
        grid_base("S A T", ["east"]),
        start=["S"],
        labels={"low": "column == 1"},
        label_priority=["low", "A", "T"],
    )

    assert not model.holds["A"].any()
    assert model.labelling(["A"]).letters == (frozenset(),)


def test_waiting_that_costs_is_no_self_loop_and_stays_a_move() -> None:
    fuel = Counter(name="fuel", start=2, max=2, change={"move": -1, "stay": -1}, stuck_at=0)
    base = grid_base("S T", ["east", "stay"])
    model = build_model(base, start=["S"], counters=[fuel], self_loops="all")
    without = build_model(base, start=["S"], counters=[fuel], self_loops="none")

    assert ("r0c0,fuel=2", "stay", "r0c0,fuel=1") in moves_of(model)
    assert ("r0c0,fuel=2", "stay", "r0c0,fuel=2") in moves_of(model)
    assert ("r0c0,fuel=2", "stay", "r0c0,fuel=1") in moves_of(without)


def test_free_waiting_may_be_declared_where_only_loops_wait() -> None:
    fuel = Counter(name="fuel", start=2, max=2, change={"move": -1, "stay": 0})
    model = build_model(
        grid_base("S T", ["east"]), start=["S"], counters=[fuel], self_loops="all"
    )

    assert ("r0c0,fuel=2", "stay", "r0c0,fuel=2") in moves_of(model)


def test_without_a_priority_all_labels_are_kept() -> None:
    model = build_model(
        grid_base("S . T", ["east"]),
        start=["S"],
        labels={"left": "column <= 1", "low": "column >= 1"},
    )
    found = model.labelling(["left", "low"])

    assert [sorted(found.letters[x]) for x in found.of.tolist()] == [
        ["left"],
        ["left", "low"],
        ["low"],
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        ("# #", "no free cell"),
        (". .\n.", "row 1 of the map has 1 cells, but row 0 has 2"),
        (f". {'x' * 50}", "cannot name a cell"),
        ("S r0c5", "names are those of cells"),
    ],
)
def test_a_bad_map_is_refused_with_the_place(text: str, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        grid_base(text, FOUR)


def test_a_direction_is_listed_once() -> None:
    with pytest.raises(ModelError, match="'east' is listed twice"):
        grid_base("S T", ["east", "west", "east"])


def test_stations_may_be_named_by_their_cells() -> None:
    fuel = Counter(name="fuel", start=1, max=3, change={"move": -1}, refill=("r0c1",))
    model = build_model(grid_base("S .", ["east", "west"]), start=["S"], counters=[fuel])

    assert ("r0c0,fuel=1", "east", "r0c1,fuel=3") in moves_of(model)


@pytest.mark.parametrize("stuck_at", [-1, 4])
def test_a_counter_cannot_be_stuck_at_a_value_it_never_has(stuck_at: int) -> None:
    with pytest.raises(ModelError, match="is stuck at"):
        Counter(name="fuel", start=1, max=3, stuck_at=stuck_at)


def test_an_unknown_direction_gets_a_suggestion() -> None:
    with pytest.raises(ModelError, match='did you mean "north"'):
        grid_base("S", ["nort"])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"start": ["X"]}, "start names 'X', which is nowhere"),
        ({"start": ["."]}, "nowhere"),
        ({"start": ["w"]}, "names 2 places"),
        ({"start": []}, "no start"),
        ({"start": ["S", "r0c0"]}, "listed twice"),
        ({"terminal": ["Z"]}, "terminal names 'Z'"),
        ({"labels": {"T": "row == 0"}}, "already the name of a cell"),
        ({"labels": {"F": "row == 0"}}, "cannot be a proposition"),
        ({"labels": {"a": "rwo == 0"}}, 'did you mean "row"'),
        ({"label_priority": ["nope"]}, "which is no label"),
    ],
)
def test_what_does_not_exist_is_named(changes: dict[str, object], words: str) -> None:
    arguments = {"start": ["S"], "terminal": ["T"], **changes}
    with pytest.raises(InputError, match=words):
        build_model(grid_base("S w w T", ["east"]), **arguments)  # type: ignore[arg-type]


def test_a_model_that_would_be_too_large_is_refused_before_it_is_made() -> None:
    counters = [Counter(name="a", start=0, max=10**6), Counter(name="b", start=0, max=10**6)]
    with pytest.raises(ModelError, match="more than 5000000 states"):
        build_model(grid_base("S T", ["east"]), start=["S"], counters=counters)
