"""Several candidate starts are solved one by one and compared."""

import json
from pathlib import Path

import pytest

from proctor.apps.cli.main import run

TWO = """
format = 1
[system]
map = '''
S1 a S2
.  . T
'''
start = ["S1", "S2", "T"]
terminal = ["T"]
[objective]
system = "F T"
test = "F a"
[environment]
kind = "static"
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.problem.toml").write_text(TWO)
    return tmp_path


def test_each_start_gets_a_file_and_they_are_compared(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["route", "two.problem.toml"])
    said = capsys.readouterr().out

    assert code == 0
    assert (here / "two.r0c0.environment.json").exists()
    assert (here / "two.r0c2.environment.json").exists()
    assert "Starts compared" in said
    assert "r1c2  no test exists" in said
    assert "best: r0c0" in said


def test_the_best_start_is_told_to_machines(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert here.exists()
    run(["route", "two.problem.toml", "--json"])
    told = json.loads(capsys.readouterr().out)

    assert told["best"] == "r0c0"
    assert [answer["status"] for answer in told["starts"]] == [
        "optimal",
        "optimal",
        "infeasible",
    ]


def test_one_start_can_be_chosen(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["route", "two.problem.toml", "--start", "S2"])

    assert code == 0
    assert (here / "two.environment.json").exists()
    assert "compared" not in capsys.readouterr().out
