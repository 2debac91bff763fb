"""Spot's own programs stand in where its library is not installed: ltl2tgba and ltlfilt.

Their options are those of Spot's manual. They know less than the library: an objective whose
automaton comes out nondeterministic is refused, though a longer way round might find one.
"""

import shutil
import subprocess
from collections.abc import Sequence
from typing import Final

from proctor.automata.by_spot.native import Question
from proctor.errors import InputError, MissingLibrary, shown
from proctor.logic.formula import Formula, binary, negation
from proctor.logic.ops import Op
from proctor.logic.printer import spot_text

__all__ = ["answer_by_command", "on_the_path"]

_OPTIONS: Final[dict[str, tuple[str, ...]]] = {
    "deterministic Buchi": ("-B", "-C", "-D"),
    "Buchi": ("-B",),
    "generalised Buchi": (),
    "parity": ("-P", "-C", "-D"),
}


def on_the_path() -> bool:
    """Whether ltl2tgba can be started."""
    return shutil.which("ltl2tgba") is not None


def answer_by_command(question: Question, formulas: Sequence[Formula], seconds: float) -> str:
    """Return what Spot's programs say, in the form of `native.answer`."""
    texts = [spot_text(formula) for formula in formulas]
    if question == "class":
        return _said(["ltlfilt", "--format=%h", "-f", texts[0]], formulas[0], seconds).strip()
    if question == "equivalent":
        differ = negation(binary(Op.IFF, formulas[0], formulas[1]))
        argv = ["ltlfilt", "--count", "--equivalent-to=0", "-f", spot_text(differ)]
        return "yes" if _said(argv, formulas[0], seconds).strip() == "1" else "no"
    return _said(["ltl2tgba", *_OPTIONS[question], "-f", texts[0]], formulas[0], seconds)


def _said(argv: Sequence[str], formula: Formula, seconds: float) -> str:
    program = shutil.which(argv[0])
    if program is None:
        raise MissingLibrary(
            f"{argv[0]} is not on the path", hint="it comes with Spot, beside ltl2tgba"
        )
    try:
        done = subprocess.run(
            [program, *argv[1:]],
            capture_output=True,
            encoding="utf-8",
            timeout=seconds,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        raise InputError(
            f"{argv[0]} did not finish with {shown(formula)} within {seconds:g} seconds",
            hint="split the objective, or leave out some of its parts",
        ) from None
    # ltlfilt --count answers 0 with exit code 1; that is no failure.
    if done.returncode not in {0, 1} or (done.returncode and not done.stdout):
        raise InputError(f"{argv[0]} refused {shown(formula)}: {shown(done.stderr.strip())}")
    return done.stdout
