"""The commands of the first five minutes: init, examples, doctor, demo."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import proctor
from proctor.apps.cli.main import COMMANDS
from proctor.gallery import examples
from unit.apps.conftest import Cli


def test_init_writes_a_problem_that_can_be_solved_at_once(cli: Cli, tmp_path: Path) -> None:
    said = cli("init", "mine")

    assert said.code == 0
    assert "proctor route mine/mine.problem.toml" in said.out
    assert cli("route", "mine/mine.problem.toml", "-q").code == 0
    assert (tmp_path / "mine.environment.json").exists()


def test_init_takes_the_name_of_a_file_as_it_is(cli: Cli, tmp_path: Path) -> None:
    assert cli("init", "sub.problem.toml").code == 0
    assert cli("init", "there/other.problem.toml").code == 0

    assert (tmp_path / "sub.problem.toml").is_file()
    assert (tmp_path / "there" / "other.problem.toml").is_file()


def test_examples_mention_their_variants_and_limits(cli: Cli) -> None:
    said = cli("examples")

    assert "-paper" in said.err
    assert "undecided" in said.err
    assert "-paper" not in cli("examples", "--all").err


def test_the_demo_waits_for_a_person_between_its_parts(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr("proctor.apps.cli.demo.is_interactive", lambda: True)
    monkeypatch.setattr("builtins.input", lambda prompt="": asked.append(prompt) or "")

    assert cli("demo").code == 0
    assert len(asked) == 4
    asked.clear()
    assert cli("demo", "--auto").code == 0
    assert not asked


def test_the_demo_says_how_to_get_the_command(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "activate").write_text("")
    monkeypatch.setattr("sys.prefix", str(tmp_path))
    monkeypatch.setattr("shutil.which", lambda _name: None)

    assert ". bin/activate" in cli("demo", "--auto").out


def test_init_never_overwrites(cli: Cli, tmp_path: Path) -> None:
    assert cli("init").code == 0
    file = tmp_path / "mytest" / "mytest.problem.toml"
    file.write_text("mine")

    said = cli("init")

    assert said.code == 2
    assert "hint:" in said.err
    assert file.read_text() == "mine"


def test_init_starts_from_any_example(cli: Cli, tmp_path: Path) -> None:
    assert cli("init", "keys", "--example", "corridor", "--json").json["file"]

    assert "two keys" in (tmp_path / "keys" / "keys.problem.toml").read_text()


@pytest.mark.parametrize("name", ["a b", "näme", '"quoted"', "x" * 200, "..", "a/b/c"])
def test_init_takes_odd_names(cli: Cli, name: str) -> None:
    said = cli("init", name)

    assert said.code == 0
    assert ".problem.toml" in said.out


def test_init_says_why_it_cannot_write(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    for name, code in (("file", 2), ("///", 2), ("x" * 300, 74)):
        said = cli("init", name)
        assert said.code == code
        assert said.err.startswith("proctor: ")


def test_examples_are_listed_with_what_they_are(cli: Cli) -> None:
    said = cli("examples")

    assert "demo         The robot dog's exam  (reactive, 6 x 7)" in said.out
    assert "-paper" not in said.out
    assert max(map(len, said.out.splitlines())) <= 80
    assert "maze1-paper" in cli("examples", "--all").out


def test_an_example_is_printed_as_it_is_and_copied_once(cli: Cli, tmp_path: Path) -> None:
    text = cli("examples", "maze1").out

    assert cli("examples", "maze1", "--copy").code == 0
    assert (tmp_path / "maze1.problem.toml").read_text() == text
    assert cli("examples", "maze1", "--copy").code == 2


def test_a_misspelt_example_is_guessed(cli: Cli) -> None:
    said = cli("examples", "corrdor")

    assert said.code == 2
    assert 'did you mean "corridor"?' in said.err


def test_every_example_says_what_it_is_about() -> None:
    for one in examples():
        assert one.title
        assert one.kind in ("static", "reactive", "mixed")
        assert one.size
        assert one.about


def test_json_lists_every_example(cli: Cli) -> None:
    listed = cli("examples", "--json", "--all").json["examples"]

    assert [one["name"] for one in listed] == [one.name for one in examples()]


def test_the_doctor_names_all_parts(cli: Cli) -> None:
    said = cli("doctor")

    assert said.code == 0
    for name in ("Proctor", "Python", "numpy", "msgspec", "Spot", "graph layout", "terminal"):
        assert name in said.out
    assert cli("doctor", "--json").json["status"] == "well"


def test_the_demo_walks_by_itself_and_leaves_valid_pictures(cli: Cli, tmp_path: Path) -> None:
    said = cli("demo", "--auto")

    assert said.code == 0
    assert "You have arrived at r5c6 (home)" in said.out
    assert "no way around" in said.out
    pictures = sorted(path.name for path in (tmp_path / "proctor-demo").glob("*.svg"))
    assert pictures == ["automata.svg", "map.svg", "product.svg", "test.svg"]
    for name in pictures:
        assert name in said.out
        ET.parse(tmp_path / "proctor-demo" / name)
    assert cli("check", "proctor-demo/demo.environment.json").code == 0


def test_the_demo_is_quiet(cli: Cli) -> None:
    said = cli("demo", "--auto")

    assert said.err == ""
    assert max(map(len, said.out.splitlines())) <= 80


def test_the_demo_as_json_is_one_object(cli: Cli) -> None:
    facts = cli("demo", "--json").json

    assert facts["status"] == "optimal"
    assert facts["certificate"]["verdict"] == "confirmed"
    assert facts["walk"]["shown"] is True
    assert all(Path(file).is_file() for file in facts["files"])


def test_every_command_has_a_help(cli: Cli) -> None:
    for name in COMMANDS:
        said = cli(name, "--help")
        assert said.code == 0
        assert "Usage: proctor" in said.out


def test_a_terminal_that_knows_only_ascii_is_no_reason_to_fail(tmp_path: Path) -> None:
    here = str(Path(proctor.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": here, "PYTHONIOENCODING": "ascii", "CI": "1"}

    done = subprocess.run(
        [sys.executable, "-m", "proctor", "demo"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )

    assert done.returncode == 0
    assert done.stdout.isascii()
    assert b"?" not in done.stdout
    assert b"You have arrived" in done.stdout


def test_closed_streams_are_no_reason_to_fail(tmp_path: Path) -> None:
    here = str(Path(proctor.__file__).parents[1])
    done = subprocess.run(
        ["/bin/sh", "-c", '"$0" -m proctor demo >&- <&-', sys.executable],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": here},
        capture_output=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, b"")


@pytest.fixture
def no_spot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proctor.automata.by_spot.translate.find_spec", lambda _name: None)
    monkeypatch.setenv("PATH", "")


@pytest.mark.usefixtures("no_spot")
def test_without_spot_the_demo_works_and_draws_what_it_can(cli: Cli, tmp_path: Path) -> None:
    said = cli("demo", "--auto")

    assert said.code == 0
    assert "You have arrived" in said.out
    assert "Spot" in said.out
    assert not (tmp_path / "proctor-demo" / "automata.svg").exists()


@pytest.mark.usefixtures("no_spot")
def test_without_spot_a_formula_is_explained_by_words_alone(cli: Cli) -> None:
    said = cli("explain", "F(a & F b)")

    assert said.code == 0
    assert "a guarantee property (as it is written)" in said.out
    assert "satisfied by  a, then b for ever" in said.out
    assert "automaton, " not in said.out
    assert cli("explain", "F p", "-o", "p.svg").code == 2


@pytest.mark.usefixtures("no_spot")
def test_the_doctor_says_what_does_not_work_without_spot(cli: Cli) -> None:
    said = cli("doctor")

    assert said.code == 0
    assert "Without Spot:" in said.out
