"""A command line that is called in this process, in a directory of its own."""

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from proctor.apps.cli.main import run
from proctor.gallery import example


@dataclass(frozen=True)
class Said:
    code: int
    out: str
    err: str

    @property
    def json(self) -> object:
        return json.loads(self.out)


Cli = Callable[..., Said]


@pytest.fixture
def cli(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Cli:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CI", raising=False)

    def call(*arguments: str, typed: str | None = None) -> Said:
        # What has no descriptor is taken for a pipe; an empty CI is none.
        monkeypatch.setattr("sys.stdin", io.StringIO(typed or ""))
        code = run(list(arguments))
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return call


@pytest.fixture
def dog(cli: Cli, tmp_path: Path) -> str:
    """The demonstration's test, found and written."""
    (tmp_path / "dog.problem.toml").write_text(example("demo").text)
    assert cli("route", "dog.problem.toml", "-q").code == 0
    return "dog.environment.json"
