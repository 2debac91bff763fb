"""Runs the code blocks of the README and of docs/ as tests, each page in its own folder."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser

ROOT = Path(__file__).resolve().parent

settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("deep", deadline=None, max_examples=2000)
settings.load_profile("deep" if os.environ.get("PROCTOR_DEEP") else "ci")


def run_shell(example: Example) -> str | None:
    """Run a block of shell commands; an expected exit code stands in a comment `# exit N`."""
    text = str(example.parsed)
    wanted = 0
    for line in text.splitlines():
        if "# exit " in line:
            wanted = int(line.rpartition("# exit ")[2])
    paths = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        ["sh", "-e", "-c", text],
        env={**os.environ, "PATH": paths, "CI": "1"},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    if done.returncode != wanted:
        return f"exit {done.returncode}, not {wanted}\n{done.stdout}\n{done.stderr}"
    return None


def read_toml_block(example: Example) -> str | None:
    """A whole problem file must be readable, and is kept under its first comment's name."""
    text = str(example.parsed)
    if "format = 1" not in text and "format  = 1" not in text:
        return None
    from proctor.io.problem_file import read_problem

    read_problem("block.problem.toml", text=text)
    first = text.splitlines()[0]
    if first.startswith("# ") and first.endswith(".problem.toml"):
        Path(first.removeprefix("# ")).write_text(text, encoding="utf-8")
    return None


@pytest.fixture(scope="module")
def own_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Each page of documentation runs in an empty folder."""
    before = Path.cwd()
    folder = tmp_path_factory.mktemp("page")
    os.chdir(folder)
    yield folder
    os.chdir(before)


pytest_collect_file = Sybil(
    parsers=[
        PythonCodeBlockParser(),
        CodeBlockParser(language="sh", evaluator=run_shell),
        CodeBlockParser(language="toml", evaluator=read_toml_block),
        SkipParser(),
    ],
    patterns=["README.md", "docs/*.md", "docs/**/*.md"],
    fixtures=["own_folder"],
).pytest()
