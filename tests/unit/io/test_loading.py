import os
from pathlib import Path

import pytest

from proctor.artefacts.outcome import Found
from proctor.automata.automaton import Automaton
from proctor.engines.route.dispatch import route
from proctor.errors import InputError, StorageError
from proctor.io.artefact_file import read_stored
from proctor.io.loading import load, save
from proctor.io.problem_file import read_problem
from proctor.models.problem import Problem
from worlds import CORRIDOR, OPEN_GRID

HOA = """HOA: v1  States: 1  Start: 0  AP: 1 "a"
acc-name: Buchi  Acceptance: 1 Inf(0)
--BODY--
State: 0  [0] 0 {0}  [!0] 0
--END--
"""


def refusal(path: Path | str) -> InputError:
    with pytest.raises(InputError) as caught:
        load(path)
    assert caught.value.hint
    return caught.value


def test_problems_are_loaded(tmp_path: Path) -> None:
    (tmp_path / "corridor.problem.toml").write_text(CORRIDOR)
    problem = load(tmp_path / "corridor.problem.toml")

    assert isinstance(problem, Problem)
    assert problem.title == "a corridor"


def test_environments_are_saved_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "open.environment.json"
    found = route(read_problem("open.problem.toml", text=OPEN_GRID))
    assert isinstance(found, Found)

    save(found.test, path)
    assert load(path) == found.test
    assert read_stored(path).certificate is None

    save(found, str(path))
    assert load(str(path)) == found.test
    assert read_stored(path).certificate == found.certificate


def test_automata_are_saved_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "often.hoa"
    path.write_text(HOA)
    automaton = load(path)
    assert isinstance(automaton, Automaton)

    save(automaton, tmp_path / "again.hoa")
    assert load(tmp_path / "again.hoa") == automaton


def test_a_bad_automaton_is_told_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "bad.hoa"
    path.write_text("HOA: v2")
    with pytest.raises(InputError) as caught:
        load(path)

    assert caught.value.place == str(path)


def test_a_missing_file_gets_the_closest_name(tmp_path: Path) -> None:
    (tmp_path / "maze.problem.toml").touch()
    (tmp_path / "maze.environment.json").touch()

    for name, close in (
        ("maze.problm.toml", "maze.problem.toml"),
        ("maze.enviroment.json", "maze.environment.json"),
        ("maze.problem.tml", "maze.problem.toml"),
        ("maze.problem", "maze.problem.toml"),
    ):
        error = refusal(tmp_path / name)
        assert error.message == "there is no such file"
        assert error.hint == f'did you mean "{close}"?'


def test_unknown_endings_are_refused(tmp_path: Path) -> None:
    for name in ("maze.problem.tml", "maze", "maze.environment.jsn"):
        (tmp_path / name).touch()

    error = refusal(tmp_path / "maze.problem.tml")
    assert error.message == "files that end in '.problem.tml' are not known"
    assert error.hint == 'did you mean ".problem.toml"?'
    assert (
        refusal(tmp_path / "maze.environment.jsn").hint == 'did you mean ".environment.json"?'
    )
    assert refusal(tmp_path / "maze").message == "a file without an ending is not known"


def test_a_file_of_another_kind_is_refused_by_its_contents(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{}")
    (tmp_path / "a.toml").write_text("x = 1")

    assert "no artefact of Proctor" in refusal(tmp_path / "a.json").message
    assert "is not known here" in refusal(tmp_path / "a.toml").message


def test_names_that_no_file_can_have_are_refused() -> None:
    for name in ("", "a\x00b", "\ud800.json", "\ud800", "x" * 5000):
        assert all(line.isprintable() for line in str(refusal(name)).split("\n"))


def test_directories_and_pipes_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.hoa")
    (tmp_path / "folder.json").mkdir()

    assert "a pipe" in refusal(tmp_path / "pipe.hoa").message
    assert "a directory" in refusal(tmp_path / "folder.json").message


def test_a_problem_cannot_be_saved(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a file that people write"):
        save(read_problem("a.toml", text=CORRIDOR), tmp_path / "a.problem.toml")


def test_what_could_not_be_loaded_is_not_saved(tmp_path: Path) -> None:
    found = route(read_problem("open.problem.toml", text=OPEN_GRID)).unwrap()
    (tmp_path / "often.hoa").write_text(HOA)
    for thing, name, message in (
        (found, "open.txt", "'open.txt' does not end in .json"),
        (load(tmp_path / "often.hoa"), "often", "'often' does not end in .hoa"),
        ({}, "a.json", "a dict cannot be saved"),
    ):
        with pytest.raises(InputError, match=message) as caught:
            save(thing, tmp_path / name)
        assert caught.value.hint


def test_a_missing_directory_is_told(tmp_path: Path) -> None:
    found = route(read_problem("open.problem.toml", text=OPEN_GRID)).unwrap()

    with pytest.raises(StorageError, match="its directory does not exist"):
        save(found, tmp_path / "no" / "open.environment.json")
