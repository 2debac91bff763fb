"""Answers one question with Spot, from standard input to standard output, and ends.

Run as a program. The question is one JSON object, and so is the answer; the formulas travel
as text. A process of its own can be stopped when Spot takes too long or too much memory.
"""

import json
import sys
from contextlib import suppress

from proctor.automata.by_spot.native import answer
from proctor.errors import ProctorError
from proctor.logic.parser import parse

__all__ = ["MEMORY", "main"]

MEMORY = 4 << 30


def main() -> None:
    """Read the question, write the answer."""
    _limit_memory()
    question = json.load(sys.stdin)
    try:
        formulas = [parse(text) for text in question["formulas"]]
        result = {"answer": answer(question["question"], formulas)}
    except ProctorError as error:
        result = {"error": error.message, "hint": error.hint or ""}
    json.dump(result, sys.stdout)


def _limit_memory() -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    main()
