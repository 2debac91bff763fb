"""A test is checked from its own data, and its model against the problem file."""

from dataclasses import replace
from typing import TYPE_CHECKING

from proctor.artefacts.certificate import Certificate, Claim
from proctor.artefacts.environment import Environment
from proctor.budget import Budget
from proctor.io.comparing import first_difference
from proctor.io.comparing_memory import other_memory
from proctor.verify.claims import many, proved, refuted
from proctor.verify.environment import check_environment

if TYPE_CHECKING:
    from proctor.models.problem import Problem

__all__ = ["against", "check"]


def check(
    test: Environment, *, problem: "Problem | None" = None, budget: Budget | None = None
) -> Certificate:
    """Return what is proved and what is refuted of all that ``test`` claims.

    Without ``problem``, that the model is the one of the problem file is trusted. With it, the
    model, the harness, the objectives and what was asked are made again from the problem and
    compared, whatever their numbering; a refuted claim names the first difference.
    """
    certificate = check_environment(test, budget=budget)
    return certificate if problem is None else against(certificate, test, problem)


def against(certificate: Certificate, test: Environment, problem: "Problem") -> Certificate:
    """Return ``certificate`` with the claims that only the problem itself can prove."""
    again = {"model": _model_claim(test, problem)}
    marks = next((c for c in certificate.claims if c.key == "marks"), None)
    if again["model"].status == "proved" and marks is not None and marks.status == "trusted":
        again["marks"] = _marks_claim(test, problem)
    return replace(certificate, claims=tuple(again.get(c.key, c) for c in certificate.claims))


def _marks_claim(test: Environment, problem: "Problem") -> Claim:
    """In the papers' conventions: the automata are made again and compared."""
    difference = other_memory(test, problem)
    if difference is not None:
        return refuted("marks", difference)
    histories = many(len(test.memory.names), "history")
    return proved("marks", f"{histories}, as the problem's own automata have them")


def _model_claim(test: Environment, problem: "Problem") -> Claim:
    difference = first_difference(test, problem)
    if difference is not None:
        return refuted("model", difference)
    model = test.model
    counts = ((model.states, "state"), (model.moves, "move"), (test.harness.places, "place"))
    return proved("model", ", ".join(many(len(things), noun) for things, noun in counts))
