import errno
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from proctor.errors import StorageError
from proctor.io.writing import write_bytes


def refusal(path: Path | str) -> StorageError:
    with pytest.raises(StorageError) as caught:
        write_bytes(path, b"new")
    assert caught.value.hint
    assert caught.value.message.startswith(("the file cannot be written: ", "this cannot be"))
    assert all(line.isprintable() for line in str(caught.value).split("\n"))
    return caught.value


def test_a_file_is_written_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_bytes(path, b"old")
    write_bytes(path, b"new")

    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_has_the_usual_rights_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    usual, path = tmp_path / "usual", tmp_path / "a.json"
    usual.touch()
    write_bytes(path, b"one")
    assert path.stat().st_mode == usual.stat().st_mode

    path.chmod(0o640)
    write_bytes(path, b"two")
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_bytes(b"old")
    (tmp_path / "link.json").symlink_to("real.json")
    write_bytes(tmp_path / "link.json", b"new")

    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_bytes() == b"new"


def test_what_is_no_file_is_never_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    assert "a directory is in its place" in refusal(tmp_path).message
    assert "a device, a pipe or a socket" in refusal(tmp_path / "pipe").message
    assert "a device, a pipe or a socket" in refusal("/dev/null").message


def test_places_that_do_not_exist_are_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to("loop")

    assert "its directory does not exist" in refusal(tmp_path / "no" / "a.json").message
    assert "part of its path is a file" in refusal(tmp_path / "file" / "a.json").message
    assert "its name is too long" in refusal(tmp_path / ("x" * 300)).message
    assert refusal(tmp_path / "loop").place
    assert refusal("a\x00b").message == "this cannot be the name of a file"
    assert refusal("\ud800").message == "this cannot be the name of a file"


@pytest.mark.parametrize(
    ("number", "message"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EDQUOT, "the disk quota is used up"),
        (errno.EROFS, "the disk can only be read"),
        (errno.EACCES, "you have no right to write here"),
        (errno.EIO, "Input/output error"),
    ],
)
def test_when_the_disk_fails_the_old_file_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, message: str
) -> None:
    # A full disk cannot be had on demand, so the failure is played.
    def fails(_: int) -> None:
        raise OSError(number, os.strerror(number))

    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", fails)

    assert refusal(path).message == f"the file cannot be written: {message}"
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_stopped_program_leaves_no_half_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stops(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stops)
    with pytest.raises(KeyboardInterrupt):
        write_bytes(tmp_path / "a.json", b"new")

    assert list(tmp_path.iterdir()) == []


def test_a_directory_that_cannot_be_settled_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = os.fsync, SimpleNamespace(count=0)

    def second_fails(descriptor: int) -> None:
        calls.count += 1
        if calls.count == 2:
            raise OSError(errno.EINVAL, "Invalid argument")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", second_fails)
    write_bytes(tmp_path / "a.json", b"new")

    assert calls.count == 2
    assert (tmp_path / "a.json").read_bytes() == b"new"
