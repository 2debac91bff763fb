"""`proctor show` draws problems, tests and automata, in the terminal and as SVG."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from proctor.gallery import example
from unit.apps.conftest import Cli


@pytest.fixture
def beaver(tmp_path: Path) -> str:
    (tmp_path / "beaver.problem.toml").write_text(example("beaver").text)
    return "beaver.problem.toml"


def test_a_problem_is_its_map_and_its_objectives(cli: Cli, dog: str) -> None:
    out = cli("show", "dog.problem.toml").out

    assert out.splitlines()[0] == "The robot dog's exam"
    assert "bone" in out
    assert "the test shows   F bone & F ball" in out
    assert dog


def test_a_network_is_listed_with_its_start(cli: Cli, beaver: str) -> None:
    assert "@ lab → door1, door2" in cli("show", beaver).out


def test_a_test_says_for_each_history_what_is_still_to_be_seen(cli: Cli, dog: str) -> None:
    out = cli("show", dog).out

    assert "still to see: ball and bone, in any order" in out
    assert "the test objective has been seen" in out
    assert "║" in out


def test_every_picture_is_valid_svg_and_said_on_stderr(
    cli: Cli, dog: str, beaver: str, tmp_path: Path
) -> None:
    for file in (dog, "dog.problem.toml", beaver):
        for what in ("map", "automata", "product"):
            said = cli("show", file, "--what", what, "-o", "x.svg")

            assert (said.code, said.out, said.err) == (0, "", "written to x.svg\n")
            assert ET.fromstring((tmp_path / "x.svg").read_text()).tag.endswith("}svg")


def test_captions_stand_in_the_picture_of_a_test(cli: Cli, dog: str, tmp_path: Path) -> None:
    cli("show", dog, "-o", "x.svg")

    assert "still to see: ball" in (tmp_path / "x.svg").read_text()


def test_the_product_of_a_test_tells_blocked_edges_from_ways(cli: Cli, dog: str) -> None:
    facts = cli("show", dog, "--what", "product", "--json").json

    kinds = {arrow["kind"] for arrow in facts["arrows"]}
    assert kinds == {"plain", "blocked", "way"}
    assert {node["kind"] for node in facts["nodes"]} >= {"plain", "target", "intermediate"}
    assert sum(node["start"] for node in facts["nodes"]) == 1


def test_a_product_that_is_too_large_says_how_large(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "mars.problem.toml").write_text(example("mars").text)

    said = cli("show", "mars.problem.toml", "--what", "product")

    assert said.code == 2
    assert "2476 nodes" in said.err


def test_a_problem_has_no_test_to_show(cli: Cli, beaver: str) -> None:
    said = cli("show", beaver, "--what", "test")

    assert said.code == 2
    assert "proctor route" in said.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nothing.problem.toml",), "no such file"),
        (("dog.problem.toml", "--what", "maap"), 'did you mean "map"?'),
        (("dog.problem.toml", "-o", "x.png"), ".svg"),
        (("dog.problem.toml", "--waht", "map"), "--what"),
        ((), "FILE"),
        ((".",), "directory"),
    ],
)
def test_bad_input_is_a_sentence_with_a_hint(
    cli: Cli, dog: str, arguments: tuple[str, ...], words: str
) -> None:
    assert dog
    said = cli("show", *arguments)

    assert said.code == 2
    assert words in said.err
    assert "hint:" in said.err


def test_a_terminal_too_narrow_for_the_map_is_told_how_wide_it_must_be(
    cli: Cli, dog: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")

    for file in (dog, "dog.problem.toml"):
        out = cli("show", file).out
        assert "needs 52 columns, and this terminal has 40" in " ".join(out.split())
        assert "-o FILE.svg" in out
        assert "┌" not in out


def test_an_objective_that_is_refused_names_the_file_and_the_key(
    cli: Cli, tmp_path: Path
) -> None:
    text = example("corridor").text.replace('"F key1 & F key2"', '"G F key1"')
    (tmp_path / "bad.problem.toml").write_text(text)
    line = 1 + text.split("\n").index('test = "G F key1"')

    for command in (["route"], ["validate"], ["walk"], ["show", "--what", "product"]):
        said = cli(command[0], "bad.problem.toml", *command[1:])

        assert said.code == 2
        assert f"bad.problem.toml:{line}: objective.test:" in said.err
        assert "^w" not in said.err


def test_plain_letters_draw_where_signs_cannot(
    cli: Cli, dog: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("proctor.apps.cli.show.has_unicode", lambda: False)

    for what in ("map", "automata", "product", "test"):
        assert cli("show", dog, "--what", what).out.isascii()
