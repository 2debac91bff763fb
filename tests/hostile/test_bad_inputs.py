"""Every bad input is refused in a sentence: where, what, and what to do; never a traceback."""

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from time import process_time

import pytest

from hostile.bad_automata import bad_automata
from hostile.bad_environments import bad_environments
from hostile.bad_files import bad_files
from hostile.bad_formulas import bad_formulas
from hostile.bad_models import bad_models
from hostile.bad_problems import bad_problems
from hostile.corpus import Bad
from hostile.fuzz import READERS, fuzz
from hostile.seeds import MAP_PROBLEM
from proctor.apps.cli.main import run
from proctor.errors import InputError
from proctor.io.loading import load
from proctor.io.problem_file import read_problem

FAMILIES = (
    *(bad_formulas, bad_problems, bad_models),
    *(bad_automata, bad_environments, bad_files),
)
CORPUS = tuple(chain.from_iterable(family() for family in FAMILIES))

# A file with a line or a key, a column, an option, or at least the file's name.
PLACE = re.compile(
    r"^proctor: [^ ]+: |\.(toml|hoa|json|txt|xlsx)\b|\(column \d+\)|--\w+"
    r"|no (command|picture) '|the method '"
)
MOST_SECONDS = 10.0
MOST_LINES = 6
MOST_CHARACTERS = 2_000
MOST_MEGABYTES = 200


def said_in(bad: Bad, folder: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[str]:
    for command in bad.prepare(folder):
        begin = process_time()
        code = run(command)
        seconds = process_time() - begin
        out, err = capsys.readouterr()

        assert code == bad.code, f"{command[0]} ended with {code}: {err or out}"
        assert seconds < MOST_SECONDS
        yield err if code == 2 else out


@pytest.mark.parametrize("bad", CORPUS, ids=lambda bad: f"{bad.family}-{bad.name}")
def test_a_bad_input_is_refused_in_a_sentence_with_a_place(
    bad: Bad,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    for said in said_in(bad, tmp_path, capsys):
        assert "Traceback" not in said
        assert all(c.isprintable() or c == "\n" for c in said)
        assert len(said) <= MOST_CHARACTERS * (1 if bad.code == 2 else 3)
        if bad.code == 2:
            assert said.startswith("proctor: ")
            assert said.count("proctor: ") == 1
            assert said.count("\n") <= MOST_LINES
            assert PLACE.search(said), said
            assert bad.says in said
        else:
            assert "refuted" in said


def test_the_corpus_is_large_and_its_names_are_unique() -> None:
    names = [(bad.family, bad.name) for bad in CORPUS]

    assert len(names) == len(set(names))
    assert len(names) >= 260


@pytest.mark.parametrize("name", ["a\x00b.problem.toml", "a\ud800b.problem.toml"])
def test_a_name_that_no_shell_can_give_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="cannot be the name of a file"):
        load(name)


@pytest.mark.parametrize("text", [MAP_PROBLEM.replace("Fuel", "Fu\ud800el")])
def test_a_text_that_no_file_can_hold_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"toml:2: .* half a character"):
        read_problem("text.problem.toml", text=text)


def test_most_messages_say_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = 0
    every_fifth = CORPUS[::5]
    for number, bad in enumerate(every_fifth):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        run(bad.prepare(folder)[0])
        err = capsys.readouterr().err
        told += "hint:" in err or bad.code != 2

    assert told >= 0.6 * len(every_fifth)


MEASURED = """
import os, resource, sys, tempfile
from pathlib import Path
from hostile import test_bad_inputs as here
from proctor.apps.cli.main import run
import numpy, spot
family = [bad for bad in here.CORPUS if bad.family == sys.argv[1]]
sys.stdout = sys.stderr = open(os.devnull, "w")
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
run(["explain", "F a"])
before = peak()
worst = (0, "")
for bad in family:
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        was = peak()
        for command in bad.prepare(Path(folder)):
            run(command)
        worst = max(worst, (peak() - was, bad.name))
        os.chdir("/")
print(f"{peak() - before:.0f} {worst[1]}", file=sys.__stdout__)
"""


@pytest.mark.parametrize("family", sorted({bad.family for bad in CORPUS}))
def test_no_bad_input_takes_much_memory(family: str) -> None:
    pytest.importorskip("spot")
    tests = str(Path(__file__).resolve().parents[1])
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", MEASURED, family],
        env={"PYTHONPATH": ":".join([tests, *sys.path])},
        capture_output=True,
        text=True,
        check=True,
    )

    megabytes, _, worst = done.stdout.strip().partition(" ")
    assert int(megabytes) <= MOST_MEGABYTES, worst


@pytest.mark.parametrize("reader", READERS)
def test_two_seconds_of_fuzzing_find_nothing(reader: str) -> None:
    report = fuzz(reader, seconds=2, seed=20_240)

    assert report.tried > 100
    assert not report.findings
