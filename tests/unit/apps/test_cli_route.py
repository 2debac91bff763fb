"""`proctor route` compares what it found with what was asked."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import proctor
from proctor.apps.cli.asked import with_question
from proctor.gallery import example
from proctor.io.problem_file import read_problem
from unit.apps.conftest import Cli


def corridor() -> proctor.Problem:
    return read_problem("corridor.problem.toml", text=example("corridor").text)


def test_nothing_is_taken_on_trust_when_the_problem_is_at_hand(cli: Cli) -> None:
    assert cli("examples", "corridor", "--copy").code == 0

    facts = cli("route", "corridor.problem.toml", "--json").json

    assert {claim["status"] for claim in facts["certificate"]["claims"]} == {"proved"}


def test_a_test_for_another_question_is_refuted() -> None:
    found = proctor.route(corridor())
    assert isinstance(found, proctor.Found)
    other = replace(corridor(), test_objective=proctor.formula("F key1"))

    compared = with_question(found, other)

    assert with_question(found, corridor()).certificate.verdict == "confirmed"
    assert compared.certificate.verdict == "refuted"


def test_what_was_compared_is_written_with_the_test(cli: Cli, tmp_path: Path) -> None:
    assert cli("examples", "corridor", "--copy").code == 0
    assert cli("route", "corridor.problem.toml", "-q").code == 0

    written = json.loads((tmp_path / "corridor.environment.json").read_text())

    claims = {claim["key"]: claim["status"] for claim in written["certificate"]["claims"]}
    assert claims["model"] == "proved"


@pytest.mark.parametrize("word", ["way", "F", "wall", "door", "history", "closing"])
def test_the_words_of_the_answer_are_explained(cli: Cli, word: str) -> None:
    assert f"    {word}  " in cli("route", "--help").out
