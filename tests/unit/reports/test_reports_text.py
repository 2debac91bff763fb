"""Maps and summaries in the terminal."""

from dataclasses import replace

import pytest

from proctor.artefacts.certificate import Certificate, Claim
from proctor.artefacts.environment import Environment
from proctor.artefacts.model import Barriers, Place
from proctor.artefacts.outcome import Stats
from proctor.errors import InputError
from proctor.reports.environment_text import environment_text
from proctor.reports.map_text import map_text
from unit.reports.pictured import (
    between,
    fuel_environment,
    grid,
    network_environment,
    reactive_environment,
    static_environment,
)

PROVED = Certificate(claims=(Claim(key="a", text="no way around", status="proved"),))


def drawn(environment: Environment, history: int = 0, *, unicode: bool = True) -> list[str]:
    return map_text(
        environment.model,
        at=environment.model.start,
        closed=environment.memory.closed[history],
        harness=environment.harness,
        unicode=unicode,
    ).splitlines()


def test_walls_stand_between_cells() -> None:
    assert drawn(static_environment()) == [
        "    0   1   2   3   4",
        "  ┌───────────────────┐",
        "0 │ @   ·   · ║ ·   · │",
        "  │                   │",
        "1 │ ·   █   a   █   · │",
        "  │                   │",
        "2 │ ·   · ║ ·   ·   T │",
        "  └───────────────────┘",
    ]


def test_doors_close_in_some_histories() -> None:
    assert drawn(reactive_environment(), 1) == [
        "    0    1    2",
        "  ┌──────────────┐",
        "0 │ I2   ·  ║ T  │",
        "  │           ══ │",
        "1 │ @    ·    I1 │",
        "  └──────────────┘",
    ]


def test_plain_characters_are_enough() -> None:
    assert drawn(reactive_environment(), 1, unicode=False) == [
        "    0    1    2",
        "  +--------------+",
        "0 | I2   .  | T  |",
        "  |           == |",
        "1 | @    .    I1 |",
        "  +--------------+",
    ]


def test_one_way_closings_are_arrows() -> None:
    model = grid("S .\n. T")
    pairs = [("r0c0", "r0c1"), ("r1c0", "r0c0")]
    places = tuple(Place(name="", moves=between(model, *pair, back=False)) for pair in pairs)
    harness = Barriers(places=places)

    lines = map_text(model, closed=(0, 1), harness=harness).splitlines()

    assert lines[2] == "0 │ S → · │"
    assert lines[3] == "  │ ↑     │"


def test_a_closing_for_some_fuel_is_noted() -> None:
    lines = drawn(fuel_environment(), unicode=False)

    assert lines[2] == "0 | @ < .   T |"
    assert lines[4] == "    blocked from r0c0 to r0c1 when fuel <= 2"


def test_colour_is_only_added_when_asked_for() -> None:
    environment = static_environment()

    plain = map_text(environment.model, closed=(0,), harness=environment.harness)
    coloured = map_text(
        environment.model, closed=(0,), harness=environment.harness, colour=True
    )

    assert "\x1b" not in plain
    assert "\x1b[1;31m║\x1b[0m" in coloured


def test_every_line_of_a_map_is_equally_wide() -> None:
    model = grid("S corridor . 1 2 3 4 5 6 7 8 9\n. . . . . # . . . . . T")

    lines = map_text(model).splitlines()

    assert len({len(line) for line in lines[1:6]}) == 1
    assert lines[6].endswith("Names: corr… is corridor.")


def test_names_are_shown_in_full_where_there_is_room() -> None:
    assert "corridor" in map_text(grid("S . corridor T"))


def test_names_that_are_cut_are_told_apart_and_given_in_full() -> None:
    text = map_text(
        grid("S " + ". " * 12 + "loading_dock_A\n" + ". " * 12 + "loading_dock_B T")
    )

    assert "loa…A" in text
    assert "loa…B is loading_dock_B" in text
    assert max(map(len, text.splitlines())) <= 120


def test_a_network_is_listed() -> None:
    assert drawn(network_environment(), unicode=False)[:3] == [
        "@ lab -> hall",
        "  hall -> lab, office  blocked: stairs",
        "  stairs -> lift  blocked: exit",
    ]


def test_states_and_places_that_do_not_exist_are_refused() -> None:
    model = static_environment().model

    with pytest.raises(InputError, match="state 99 does not exist"):
        map_text(model, at=99)
    with pytest.raises(InputError, match="without a harness"):
        map_text(model, closed=(0,))


def test_names_cannot_write_to_the_terminal() -> None:
    model = replace(grid("S . T"), map=("S \x1b[2J T",))

    assert "\x1b" not in map_text(model)
    assert "\x1b" not in environment_text(
        replace(static_environment(), title="\x1b[2J"), PROVED, Stats()
    )


def test_the_name_of_a_counter_cannot_write_to_the_terminal() -> None:
    environment = fuel_environment()
    model = environment.model
    states = tuple(name.replace("fuel", "\x1b[2Jfuel") for name in model.states)

    lines = drawn(replace(environment, model=replace(model, states=states)))

    assert lines[4] == "    blocked from r0c0 to r0c1 when [2Jfuel <= 2"


def test_a_summary_says_what_is_blocked_and_when() -> None:
    text = environment_text(reactive_environment(), PROVED, Stats())

    assert '    door "door north" between r0c1 and r0c2, closes in q0, q6, q7' in text
    assert "    door between r1c2 and r0c2, closes in q6" in text


def test_a_summary_calls_static_places_walls() -> None:
    text = environment_text(static_environment(), PROVED, Stats())

    assert "    wall between r0c2 and r0c3\n" in text
    assert "r0c0 and r0c1" not in text


def test_a_summary_tells_a_cost_from_the_places_it_buys() -> None:
    weighted = replace(static_environment(), obstacles=4)

    assert "blocked          cost 4 (2 walls)" in environment_text(weighted, PROVED, Stats())


def test_announced_doors_are_said_to_be_no_different() -> None:
    reactive = replace(reactive_environment(), fairness="announced")
    static = replace(static_environment(), fairness="announced")

    assert "no walls to announce" in environment_text(reactive, PROVED, Stats())
    assert "told the walls beforehand" in environment_text(static, PROVED, Stats())


def test_a_summary_says_what_a_looser_grade_would_allow() -> None:
    text = environment_text(static_environment(), PROVED, Stats(looser=(("announced", 2, 1),)))

    assert "announced would allow F = 2" in text


def test_the_start_keeps_no_second_system_on_the_map() -> None:
    model = grid("S . T")
    model = replace(model, map=("dog . T",), labels=tuple(() for _ in model.states))

    assert "dog" in map_text(model)
    assert "dog" not in map_text(model, at=1)
    assert "dog" not in map_text(model, at=0)


def test_a_summary_of_a_network_names_its_rooms() -> None:
    text = environment_text(network_environment(), PROVED, Stats())

    assert "    wall from hall to stairs\n" in text
    assert '    door "gate" from stairs to exit, closed in every history' in text


def test_a_summary_says_who_proved_it() -> None:
    stats = Stats(
        optimal=True,
        proved_by="bound-rechecked",
        flow_bound=1,
        stricter=(("strict", "impossible", "two ways must be closed"),),
        warnings=("the labels of the start are not read",),
    )

    text = environment_text(static_environment(), PROVED, stats)

    assert "optimal          yes, proved by the finder, and once more by the checker" in text
    assert "1 way to success (F = 1); no test allows more than 1" in text
    assert "strict is impossible: two ways must be closed" in text
    assert "certificate      confirmed (1 proved)" in text
    assert "warning          the labels of the start are not read" in text


def test_a_summary_does_not_hide_an_open_gap_or_a_trusted_claim() -> None:
    claims = (
        *PROVED.claims,
        Claim(
            key="m", text="this is the model of that file", status="trusted", reason="no file"
        ),
    )

    text = environment_text(
        static_environment(), Certificate(claims=claims), Stats(optimal=False, bound=1, gap=0.5)
    )

    assert "not proved; at least 1 are needed (gap 50%)" in text
    assert "trusted: this is the model of that file (no file)" in text


def test_a_summary_fits_on_a_screen() -> None:
    model = grid("S " + ". " * 60 + "T")
    places = tuple(
        Place(name=f"p{c}", moves=between(model, f"r0c{c}", f"r0c{c + 1}"))
        for c in range(1, 61)
    )
    letters = tuple(sorted(set(model.labels)))
    environment = replace(
        static_environment(),
        model=model,
        harness=Barriers(places=places),
        memory=replace(
            static_environment().memory,
            names=("q0",),
            letters=letters,
            after=((0,) * len(letters),),
            closed=(tuple(range(60)),),
        ),
        ways=(),
        warnings=tuple(f"warning {index}" for index in range(50)),
    )
    claims = tuple(Claim(key=str(i), text=str(i), status="unproved") for i in range(50))

    lines = environment_text(environment, Certificate(claims=claims), Stats()).splitlines()

    assert len(lines) < 50
    assert "    and 48 more" in lines
