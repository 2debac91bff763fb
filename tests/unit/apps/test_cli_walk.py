"""`proctor walk`: doors close before a person's nose, and every word gets an answer."""

from pathlib import Path

import pytest

from unit.apps.conftest import Cli

TRAP = """
format = 1
title = "A trap of one's own"
[system]
transitions = ["hall -> lab", "lab -> goal", "hall -> pit", "hall -> goal"]
start = "hall"
terminal = ["goal"]
[system.labels]
seen = ["lab"]
T = ["goal"]
[objective]
system = "F T"
test = "F seen"
[environment]
kind = "static"
bidirectional = false
"""


@pytest.fixture
def trap(cli: Cli, tmp_path: Path) -> str:
    (tmp_path / "trap.problem.toml").write_text(TRAP)
    assert cli("route", "trap.problem.toml", "-q").code == 0
    return "trap.environment.json"


def test_the_dog_that_obeys_the_doors_arrives_and_is_told_what_is_proved(
    cli: Cli, dog: str
) -> None:
    said = cli("walk", dog, typed="s\ns\nw\nw\ne\ne\ne\ne\ne\ns\ns\n")

    assert said.code == 0
    assert "east room, west gate close" in said.out
    assert "arrived at r5c6 (home), after 11 moves" in said.out
    assert "the test saw you visit bone and" in said.out
    assert "no way around: 63 pairs searched" in said.out


def test_a_closed_move_is_refused_with_its_place_and_its_reason(cli: Cli, dog: str) -> None:
    out = cli("walk", dog, typed="w\nwhy\n").out

    assert 'west is closed: door "west room" between r1c2 and r1c3' in out
    assert "without it one could go r1c3 → r1c2" in " ".join(out.split())


def test_a_word_may_be_a_letter_a_name_a_number_or_an_arrow_key(cli: Cli, dog: str) -> None:
    for word in ("s", "south", "SOUTH", "1", "r2c3", "sou", "\x1b[B"):
        assert "at r2c3, history q0" in cli("walk", dog, typed=word).out


@pytest.mark.parametrize(
    ("word", "place"),
    [
        ("why 1", "east room"),
        ("why 2", "west gate"),
        ("why east", "east room"),
        ("why west gate", "west gate"),
        ("why gate", "west gate"),
        ("why room", "east room"),
    ],
)
def test_why_takes_a_direction_a_name_or_a_number(
    cli: Cli, dog: str, word: str, place: str
) -> None:
    out = cli("walk", dog, typed=f"s\ns\nw\nw\n{word}\n").out

    assert f'door "{place}"' in out.rpartition(">")[2]


def test_why_door_lists_all_with_their_numbers(cli: Cli, dog: str) -> None:
    out = cli("walk", dog, typed="why door\n").out

    assert "1  west room" in out
    assert "2  east gate" in out


def test_a_closed_move_says_its_number(cli: Cli, dog: str) -> None:
    assert "closed  west (why 1: west room)" in cli("walk", dog, typed="q\n").out


def test_there_is_one_dog_on_the_map(cli: Cli, dog: str) -> None:
    out = cli("walk", dog, typed="s\nmap\n").out

    assert "dog" not in out.rpartition("┌")[2]


def test_undo_takes_the_step_back_and_the_doors_with_it(cli: Cli, dog: str) -> None:
    out = cli("walk", dog, typed="undo\ns\ns\nw\nw\nundo\n").out

    assert "You are where you began." in out
    assert out.rindex("history q0") > out.rindex("history q1")


def test_unknown_words_are_answered_kindly(cli: Cli, dog: str) -> None:
    out = cli(
        "walk", dog, typed="fly\n\nsuoth\nwhy 99\nn\n12345678901234567890\nhelp\nwhy\n"
    ).out

    assert "I do not know 'fly'" in out
    assert 'did you mean "south"?' in out
    assert "no closed place '99'" in out
    assert "There is no way north" in out
    assert "west room" in out
    assert out.rstrip().endswith("Good-bye.")


def test_quit_and_the_end_of_the_input_leave_politely(cli: Cli, dog: str) -> None:
    for typed in ("quit\n", "q", "s\n"):
        said = cli("walk", dog, typed=typed)

        assert said.code == 0
        assert said.out.count("Good-bye.") == 1


def test_what_one_loses_by_oneself_is_said(cli: Cli, trap: str) -> None:
    out = cli("walk", trap, typed="pit\nundo\nlab\ngoal\n").out

    assert "You have lost your own objective" in out
    assert "You have arrived at goal" in out


def test_a_wall_of_a_network_is_explained(cli: Cli, trap: str) -> None:
    out = " ".join(cli("walk", trap, typed="goal\nwhy\n").out.split())

    assert "to goal is closed: wall from hall to goal" in out
    assert "It stands because without it one could go hall → goal" in out


def test_by_itself_the_walk_arrives_the_same_way_each_time(cli: Cli, dog: str) -> None:
    one, two = cli("walk", dog, "--auto"), cli("walk", dog, "--auto")

    assert one == two
    assert one.code == 0
    assert "You have arrived" in one.out


@pytest.mark.parametrize("seed", range(6))
def test_whatever_the_seed_the_behaviour_is_seen(cli: Cli, dog: str, seed: int) -> None:
    facts = cli("walk", dog, "--json", "--seed", str(seed)).json

    assert facts["status"] == "success"
    assert facts["shown"] is True
    assert facts["moves"] == len(facts["steps"]) - 1
    assert facts["steps"][-1]["state"] in ("r5c0", "r5c6")


def test_in_ci_nobody_is_asked(cli: Cli, dog: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "1")

    assert "You have arrived" in cli("walk", dog, typed="quit\n").out


def test_a_problem_is_solved_before_it_is_walked(cli: Cli, dog: str) -> None:
    assert dog
    assert "You have arrived" in cli("walk", "dog.problem.toml", "--auto").out


def test_a_problem_without_a_test_says_why(cli: Cli, tmp_path: Path) -> None:
    lost = TRAP.replace('"hall -> lab", ', "")
    (tmp_path / "lost.problem.toml").write_text(lost)

    said = cli("walk", "lost.problem.toml")

    assert said.code == 3
    assert "No test exists" in said.out


def test_a_test_that_lies_is_not_walked(cli: Cli, dog: str, tmp_path: Path) -> None:
    file = tmp_path / dog
    text = file.read_text()
    opened = text.replace('"closed": [', '"closed": [[0],', 1)
    file.write_text(opened)

    assert cli("walk", dog, "--auto").code in (1, 2)


def test_other_files_are_bad_input(cli: Cli) -> None:
    assert cli("explain", "F p", "-o", "p.hoa").code == 0

    for file in ("p.hoa", "nothing.environment.json", "."):
        said = cli("walk", file)
        assert said.code == 2
        assert "hint:" in said.err
