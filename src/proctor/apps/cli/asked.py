"""A test that was just found is compared with its question, so that nobody must be trusted."""

from dataclasses import replace

from proctor import Environment, Found, Problem
from proctor.io.comparing import first_difference
from proctor.verify.claims import many, proved, refuted

__all__ = ["with_question"]


def with_question(found: Found[Environment], problem: Problem) -> Found[Environment]:
    """Return ``found`` with the claim that its model is the one of ``problem`` looked into.

    Everything else was checked when it was found, and is not checked again.
    """
    difference = first_difference(found.test, problem)
    model, places = found.test.model, found.test.harness.places
    counts = ((model.states, "state"), (model.moves, "move"), (places, "place"))
    claim = (
        proved("model", ", ".join(many(len(things), noun) for things, noun in counts))
        if difference is None
        else refuted("model", difference)
    )
    claims = tuple(claim if c.key == "model" else c for c in found.certificate.claims)
    return replace(found, certificate=replace(found.certificate, claims=claims))
