"""Several candidate starts, compared: which of them has the best test."""

from collections.abc import Sequence
from typing import Final

from proctor import Environment, Found, Infeasible, Outcome

__all__ = ["best_start", "starts_text"]

Answers = Sequence[tuple[str, Outcome[Environment]]]
_GRADES: Final = ("strict", "announced", "paper")


def best_start(answers: Answers) -> str | None:
    """Return the start with the fairest test, then the largest F, then the least count."""
    ranked = [(_rank(o.test), name) for name, o in answers if isinstance(o, Found)]
    return min(ranked)[1] if ranked else None


def starts_text(answers: Answers) -> str:
    """Return one line for each start, and which is best."""
    wide = max(len(name) for name, _ in answers)
    lines = ["Starts compared", *(f"  {name:{wide}}  {_told(o)}" for name, o in answers)]
    best = best_start(answers)
    return "\n".join([*lines, f"  best: {best}"] if best else lines)


def _rank(test: Environment) -> tuple[int, int, int]:
    return (_GRADES.index(test.fairness), -test.flow, _count(test))


def _count(test: Environment) -> int:
    return test.cuts if test.count == "edges" else test.obstacles


def _told(outcome: Outcome[Environment]) -> str:
    match outcome:
        case Found(test, _, stats):
            proof = "proved best" if stats.optimal else "not proved best"
            return f"{test.fairness}, F = {test.flow}, {test.count} {_count(test)}, {proof}"
        case Infeasible():
            return "no test exists"
        case _:
            return "not decided"
