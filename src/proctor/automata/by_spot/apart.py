"""Spot in a process of its own, for questions that may take it too long.

Spot knows no clock, and cannot be interrupted from Python; a process can be stopped.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from proctor.automata.by_spot.native import MAX_DEPTH, Question
from proctor.errors import InputError, shown
from proctor.logic.formula import Formula
from proctor.logic.printer import spot_text

__all__ = ["answer_apart"]


def answer_apart(question: Question, formulas: Sequence[Formula], seconds: float) -> str:
    """Return Spot's answer, or raise ``InputError`` if it takes more than ``seconds``."""
    formula = formulas[0]
    for each in formulas:
        if each.depth > MAX_DEPTH:
            raise InputError(
                f"the formula is nested {each.depth} levels deep; the limit is {MAX_DEPTH}",
                hint="shorten bounds such as F[0:n]",
            )
    asked = json.dumps({"question": question, "formulas": [spot_text(f) for f in formulas]})
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "proctor.automata.by_spot.worker"],
            input=asked,
            capture_output=True,
            encoding="utf-8",
            timeout=seconds,
            check=False,
            env=_environment(),
        )
    except subprocess.TimeoutExpired:
        raise InputError(
            f"Spot did not finish the automaton of {shown(formula)} within {seconds:g} seconds",
            hint=_HINT,
        ) from None
    if done.returncode:
        raise InputError(
            f"Spot gave up on {shown(formula)}: it ended with code {done.returncode}",
            hint=_HINT,
        )
    said = json.loads(done.stdout)
    if "error" in said:
        raise InputError(str(said["error"]), hint=str(said["hint"]) or None)
    return str(said["answer"])


_HINT = "split the objective, or leave out some of its parts"


def _environment() -> dict[str, str]:
    # The other process must find this very package, wherever it was imported from.
    here = str(Path(__file__).resolve().parents[3])
    paths = [here, os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
