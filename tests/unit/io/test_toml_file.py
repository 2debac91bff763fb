import os
from pathlib import Path

import pytest

from proctor.errors import InputError
from proctor.io.toml_file import MAX_BYTES, read_toml

PROBLEM = """\
[environment]
protect = ["stay", "east"]

[[environment.harness]]
cells = "row >= 1"
"""


def refusal(path: Path | str, text: str | None = None) -> InputError:
    with pytest.raises(InputError) as caught:
        read_toml(path, text=text)
    assert caught.value.hint
    return caught.value


def stored(folder: Path, content: bytes) -> Path:
    path = folder / "a.toml"
    path.write_bytes(content)
    return path


def test_a_file_is_read_as_data(tmp_path: Path) -> None:
    file = read_toml(stored(tmp_path, PROBLEM.encode()))

    assert file.data["environment"] == {
        "protect": ["stay", "east"],
        "harness": [{"cells": "row >= 1"}],
    }
    assert file.name == str(tmp_path / "a.toml")


def test_places_name_file_line_and_key() -> None:
    file = read_toml("p.toml", text=PROBLEM)

    assert file.place("environment", "protect", 1) == "p.toml:2: environment.protect[1]"
    assert file.place("environment", "harness", 0, "cells") == (
        "p.toml:5: environment.harness[0].cells"
    )


def test_a_missing_key_stands_at_its_nearest_parent() -> None:
    file = read_toml("p.toml", text=PROBLEM)

    assert file.place("environment", "harness", 0, "weight") == (
        "p.toml:4: environment.harness[0].weight"
    )
    assert file.place("system", "map") == "p.toml: system.map"
    assert file.place() == "p.toml"


def test_odd_keys_are_quoted_in_places() -> None:
    file = read_toml("p.toml", text='"a\\u001bb" = 1')

    assert file.place("a\x1bb") == "p.toml:1: 'a\\x1bb'"


def test_a_byte_order_mark_is_accepted(tmp_path: Path) -> None:
    file = read_toml(stored(tmp_path, b"\xef\xbb\xbfa = 1\r\nb = 2\r\n"))

    assert file.data == {"a": 1, "b": 2}
    assert file.place("a").endswith(":1: a")


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a = 1\nb = north\n", 2, 5),
        ("a = 1\n  = 2\n", 2, 3),
        ("a = 1\na = 2\n", 2, 6),
        ('a = "x\n', 1, 7),
    ],
)
def test_what_is_not_toml_is_refused_with_its_place(text: str, line: int, column: int) -> None:
    error = refusal("p.toml", text)

    assert error.place == f"p.toml:{line}:{column}"
    assert error.message.startswith("this is not TOML: ")
    assert "(at line" not in error.message


def test_a_text_that_stops_too_early_is_refused_at_its_end() -> None:
    error = refusal("p.toml", "a = 1\nb = [1,\n")

    assert error.place == "p.toml:2"
    assert "(at the end of the file)" in error.message


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 100_000,
        "a = " + "[" * 100_000 + "]" * 100_000,
        "a = " + "{a=" * 100_000,
        "[" + "a." * 100_000 + "a]",
        "a" + ".a" * 100_000 + " = 1",
    ],
)
def test_deep_nesting_is_refused(text: str) -> None:
    error = refusal("p.toml", text)

    assert error.message == "lists, tables or dotted keys nest more than 100 levels deep"
    assert str(error.place).startswith("p.toml:1:")


def test_nesting_up_to_the_limit_is_read() -> None:
    lists = "a = " + "[" * 100 + "]" * 100
    dotted = "b" + ".b" * 99 + " = 1"

    assert set(read_toml("p.toml", text=f"{lists}\n{dotted}").data) == {"a", "b"}


def test_a_text_that_only_looks_deep_is_read() -> None:
    text = 'a = """\n' + "[ . " * 200 + '"""\n# ' + "[" * 200

    assert list(read_toml("p.toml", text=text).data) == ["a"]


def test_an_endless_number_is_refused() -> None:
    error = refusal("p.toml", "a = 1\nb = " + "9" * 5_000)

    assert error.message == "a number of 5000 characters is too long"
    assert error.place == "p.toml:2:5"


def test_a_missing_file_gets_a_suggestion(tmp_path: Path) -> None:
    (tmp_path / "maze.problem.toml").touch()

    error = refusal(tmp_path / "maze.problm.toml")
    assert error.message == "there is no such file"
    assert error.hint == 'did you mean "maze.problem.toml"?'


def test_a_directory_is_no_file(tmp_path: Path) -> None:
    assert refusal(tmp_path).message == "this is a directory, not a regular file"


def test_a_pipe_and_a_device_do_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")

    assert refusal(tmp_path / "pipe.toml").message == "this is a pipe, not a regular file"
    assert "a device" in refusal("/dev/zero").message


@pytest.mark.parametrize(
    "name", ["a\x00b.toml", "\ud800.toml", "x" * 5_000, "", "no/such/a.toml"]
)
def test_impossible_names_are_refused(name: str) -> None:
    error = refusal(name)

    assert all(line.isprintable() for line in str(error).split("\n"))


def test_a_file_inside_a_file_is_refused(tmp_path: Path) -> None:
    path = stored(tmp_path, b"a = 1")

    assert "cannot be read" in refusal(path / "b.toml").message


def test_a_loop_of_links_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.toml").symlink_to(tmp_path / "a.toml")

    assert "cannot be read" in refusal(tmp_path / "a.toml").message


def test_an_unreadable_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Whoever runs the tests as root may read everything, so the refusal is played.
    def refuses(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    path = stored(tmp_path, b"a = 1")
    monkeypatch.setattr(os, "open", refuses)

    assert refusal(path).message == "this file may not be read"


def test_other_encodings_are_refused_with_the_place(tmp_path: Path) -> None:
    latin = refusal(stored(tmp_path, b"a = 1\nb = '\xe9'\n"))

    assert latin.message == "byte 11 (0xe9) is not UTF-8"
    assert str(latin.place).endswith("a.toml:2")
    wide = refusal(stored(tmp_path, "a = 1".encode("utf-16")))
    assert wide.message == "the file is UTF-16, not UTF-8"


def test_too_large_a_file_is_refused(tmp_path: Path) -> None:
    with (tmp_path / "a.toml").open("wb") as file:
        file.truncate(MAX_BYTES + 1)

    assert refusal(tmp_path / "a.toml").message == "the file is larger than 16 MB"
    assert refusal("p.toml", " " * (MAX_BYTES + 1)).message == "the file is larger than 16 MB"
