"""Maps show where one can go, where not, and when."""

from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

import proctor
from proctor.artefacts.environment import Environment, Memory
from proctor.artefacts.model import Barriers, ExplicitModel, Place
from proctor.errors import InputError
from proctor.gallery import example
from proctor.io.problem_file import read_problem
from proctor.reports.draw import svg
from proctor.reports.environment_svg import environment_svg
from proctor.reports.histories import (
    ever_closed,
    final_histories,
    panels,
    reachable_histories,
    trails,
)
from proctor.reports.map_cells import Bar, bars, blocked_moves, floor
from proctor.reports.map_names import crossings, names_svg, short_names
from unit.reports.pictured import (
    between,
    fuel_environment,
    grid,
    network_environment,
    reactive_environment,
    static_environment,
)

ALL = (static_environment, reactive_environment, network_environment, fuel_environment)


def texts(written: str) -> list[str]:
    root = ET.fromstring(written)
    return [child.text or "" for child in root.iter() if child.tag.endswith("}text")]


def classes(written: str) -> list[str]:
    return [child.get("class", "") for child in ET.fromstring(written).iter()]


@pytest.mark.parametrize("make", ALL)
def test_pictures_are_valid_and_the_same_each_time(make: Callable[[], Environment]) -> None:
    environment = make()

    for thing in (environment, environment.model):
        root = ET.fromstring(svg(thing))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert svg(thing) == svg(thing)


def test_a_picture_says_how_rows_and_columns_are_counted() -> None:
    said = "Rows and columns are counted from 0 at the top left."

    assert said in texts(svg(static_environment().model))
    assert said in texts(svg(static_environment()))


def test_a_static_test_has_one_map_with_its_walls() -> None:
    written = svg(static_environment())

    assert sum("pr-wall pr-bar" in name for name in classes(written)) == 2 + 1  # and the legend
    assert "q0" not in texts(written)


def test_a_reactive_test_has_a_map_for_each_history() -> None:
    written = environment_svg(reactive_environment(), captions={"q6": "I1 has been seen"})

    assert [word for word in texts(written) if word in {"q0", "q1", "q6", "q7"}] == [
        "q0",
        "q7",
        "q6",
        "q1",
    ]
    assert "I1 has been seen" in texts(written)
    assert sum("pr-door pr-bar" in name for name in classes(written)) == 4 + 1
    assert sum("pr-door pr-line pr-open" in name for name in classes(written)) == 4 + 1


def test_histories_that_cannot_be_reached_are_not_drawn() -> None:
    environment = reactive_environment()
    memory = environment.memory
    longer = replace(
        environment,
        memory=Memory(
            names=(*memory.names, "nowhere"),
            start=0,
            letters=memory.letters,
            after=(*memory.after, (4, 4, 4, 4, 4)),
            closed=(*memory.closed, (0, 1)),
        ),
    )

    assert reachable_histories(longer) == (0, 2, 1, 3)
    assert "nowhere" not in texts(svg(longer))


def test_a_closed_door_hides_what_lies_behind_it() -> None:
    model = grid("S . T")
    memory = Memory(
        names=("q0", "q1"),
        start=0,
        letters=((), ("S",), ("T",)),
        after=((0, 0, 1), (1, 1, 1)),
        closed=((0,), ()),
    )
    place = Place(name="d", moves=between(model, "r0c1", "r0c2"))
    environment = replace(
        static_environment(),
        model=model,
        memory=memory,
        harness=Barriers(places=(place,)),
        ways=(),
    )

    assert reachable_histories(environment) == (0,)


def test_many_histories_with_the_same_doors_share_a_map() -> None:
    model = grid("S . . . . . . . . . . . . T")
    many = 14
    letters = tuple(sorted({*model.labels}))
    memory = Memory(
        names=tuple(f"q{m}" for m in range(many)),
        start=0,
        letters=letters,
        after=tuple((min(m + 1, many - 1),) * len(letters) for m in range(many)),
        closed=tuple((0,) if m % 2 else () for m in range(many)),
    )
    place = Place(name="d", moves=between(model, "r0c0", "r0c1"))
    environment = replace(
        reactive_environment(),
        model=model,
        memory=memory,
        harness=Barriers(places=(place,)),
        ways=(),
    )
    reached = reachable_histories(environment)

    assert len(reached) > 12
    assert [panel.closed for panel in panels(environment, reached)] == [(), (0,)]


def test_a_way_is_drawn_in_the_history_in_which_it_is_walked() -> None:
    environment = reactive_environment()
    first, second, third, last = panels(environment, reachable_histories(environment))

    assert trails(environment, first) == (
        (0, ((1, 0), (1, 1), (1, 2))),
        (1, ((1, 0), (0, 0))),
    )
    assert trails(environment, second) == ((1, ((0, 0), (0, 1), (1, 1), (1, 2))),)
    assert trails(environment, third) == ((0, ((1, 2), (1, 1), (0, 1), (0, 0))),)
    assert trails(environment, last) == (
        (0, ((0, 0), (0, 1), (0, 2))),
        (1, ((1, 2), (0, 2))),
    )


def test_a_way_outside_the_model_is_refused() -> None:
    with pytest.raises(InputError, match="way 0 visits a state"):
        svg(replace(static_environment(), ways=(((0, 0), (99, 0)),)))


def test_both_directions_make_one_bar() -> None:
    model = grid("S . T")

    assert bars(model, between(model, "r0c0", "r0c1")) == (
        Bar(source=(0, 0), target=(0, 1), is_both=True),
    )


def test_one_direction_makes_a_one_way_bar() -> None:
    model = grid("S . T")

    assert bars(model, between(model, "r0c1", "r0c0", back=False)) == (
        Bar(source=(0, 1), target=(0, 0)),
    )


def test_a_move_without_a_way_back_makes_a_whole_bar() -> None:
    model = grid("S . T")

    assert bars(model, between(model, "r0c1", "r0c2")) == (
        Bar(source=(0, 1), target=(0, 2), is_both=True),
    )


def test_a_bar_says_for_which_fuel_it_is_there() -> None:
    environment = fuel_environment()

    found = bars(environment.model, environment.harness.places[0].moves)
    always = bars(environment.model, environment.harness.places[1].moves)

    assert [(bar.is_both, bar.partly) for bar in found] == [(False, "fuel <= 2")]
    assert [(bar.is_both, bar.partly) for bar in always] == [(False, "")]
    assert "blocked from r0c0 to r0c1 when fuel <= 2" in texts(svg(environment))


@pytest.mark.parametrize(
    ("shut", "said"), [((3,), "fuel >= 3"), ((1, 3), "fuel is 1, 3"), ((1,), "fuel <= 1")]
)
def test_conditions_are_said_as_short_as_possible(shut: tuple[int, ...], said: str) -> None:
    model = fuel_environment().model
    moves = [
        index
        for index, move in enumerate(model.moves)
        if model.states[move.source] in {f"r0c0,fuel={value}" for value in shut}
    ]

    assert [bar.partly for bar in bars(model, moves)] == [said]


def test_a_map_may_be_written_without_spaces() -> None:
    spaced = grid("S . a\n. # T")
    dense = replace(spaced, map=("S.a", ".#T"))

    assert floor(dense) == floor(spaced)


def test_a_model_with_cells_and_no_written_map_is_drawn() -> None:
    model = replace(grid("S . a\n. # T"), map=())

    assert floor(model).solid == {(1, 1)}
    assert "a" in texts(svg(model))


def test_a_map_that_is_too_large_is_refused_with_its_size() -> None:
    model = ExplicitModel(
        propositions=(),
        states=("a",),
        labels=((),),
        start=0,
        terminal=(),
        moves=(),
        cells=((999, 999),),
    )

    with pytest.raises(InputError, match="1000 x 1000"):
        svg(model)


def test_a_place_that_does_not_exist_is_named() -> None:
    environment = static_environment()

    with pytest.raises(InputError, match="place 7 does not exist"):
        blocked_moves(environment.model, environment.harness, [7])
    with pytest.raises(InputError, match="does not have"):
        blocked_moves(environment.model, Barriers(places=(Place(name="x", moves=(999,)),)), [0])


def test_walls_are_listed_before_doors() -> None:
    environment = network_environment()
    places = tuple(reversed(environment.harness.places))

    turned = replace(environment, harness=replace(environment.harness, places=places))

    assert ever_closed(turned, reachable_histories(turned)) == (1, 0)


@pytest.mark.parametrize("make", ALL)
def test_hostile_names_stay_text(make: Callable[[], Environment]) -> None:
    hostile = "</text></svg><script>alert(1)</script>\x00\x1b]0;x\x07"
    environment = make()
    model = environment.model
    states = tuple(f"{hostile}{name}" for name in model.states)
    names = tuple(f"{hostile}{name}" for name in environment.memory.names)
    worse = replace(
        environment,
        title=hostile,
        system_objective=hostile,
        model=replace(
            model, states=states, map=(hostile.replace(" ", ""),) if model.map else ()
        ),
        memory=replace(environment.memory, names=names),
    )

    root = ET.fromstring(environment_svg(worse, captions=dict.fromkeys(names, hostile)))

    assert not [child for child in root.iter() if "script" in child.tag]


def test_names_that_are_cut_stay_apart_and_are_given_in_full() -> None:
    said = texts(svg(grid("S . . loading_dock_A\n. . . loading_dock_B\nT . . .")))

    cut_short = [word for word in said if word.startswith("load") and "…" in word]
    assert len(cut_short) == len(set(cut_short)) == 2
    line = " ".join(said)
    assert f"{cut_short[0]} is loading_dock_A" in line
    assert f"{cut_short[1]} is loading_dock_B" in line


@pytest.mark.parametrize("side", [20.0, 40.0, 60.0])
def test_no_two_names_look_alike_however_small_the_cells(side: float) -> None:
    rows = [" ".join(f"storage_{r}{c}_west" for c in range(6)) for r in range(5)]

    shorts = short_names(floor(grid("\n".join(rows).replace("storage_00_west", "S"))), side)

    assert len(set(shorts.values())) == len(shorts)


def test_cells_grow_so_that_names_can_be_read() -> None:
    said = texts(svg(grid("S . . . . . . . . . . dockA\n. . . . . . . . . . . T")))

    assert "dockA" in said


def test_the_ring_of_the_start_keeps_off_its_name() -> None:
    model = grid("S . . . . . . . . . . T")
    written = svg(replace(model, map=("begins . . . . . . . . . . T",)))
    root = ET.fromstring(written)
    (name,) = (e for e in root.iter() if e.text == "begins" and e.tag.endswith("}text"))
    ring = next(e for e in root.iter() if e.tag.endswith("}circle"))

    assert float(ring.get("cy", 0)) - float(ring.get("r", 0)) > float(name.get("y", 0))


def test_a_name_gives_way_to_a_line_from_above() -> None:
    plan = floor(grid("S .\nhome T"))
    free = "".join(names_svg(plan, 60.0))
    crossed = "".join(names_svg(plan, 60.0, crossed=crossings([(0, ((0, 0), (1, 0)))])))

    def height(written: str) -> float:
        root = ET.fromstring(f"<g>{written}</g>")
        return next(float(e.get("y", 0)) for e in root.iter("text") if e.text == "home")

    assert height(crossed) > height(free) + 10


def test_where_the_run_is_over_there_is_a_line_instead_of_a_map() -> None:
    text = example("corridor").text
    test = proctor.route(read_problem("corridor.problem.toml", text=text)).unwrap()
    reached, ended = reachable_histories(test), final_histories(test)

    said = texts(svg(test))

    assert ended
    for history in reached:
        assert (test.memory.names[history] in said) == (history not in ended)
    assert sum("the run is over" in word for word in said) == len(ended)


def test_the_picture_of_a_map_has_its_title() -> None:
    problem = read_problem("corridor.problem.toml", text=example("corridor").text)

    assert texts(svg(problem))[0] == "Corridor: two keys"


def test_large_maps_name_only_what_fits() -> None:
    rows = [". " * 60 for _ in range(30)]
    model = grid("\n".join(["S " + rows[0][2:], *rows[:-1], rows[-1][:-2] + "somewhere"]))

    assert "somewhere" not in texts(svg(model))
    assert "r30c59: somewhere" in svg(model)
