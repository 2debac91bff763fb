"""A test that was just found is compared with its question, so that nobody must be trusted."""

from dataclasses import replace

from proctor import Claim, Environment, Found, Problem
from proctor.io.comparing import first_difference

__all__ = ["with_question"]


def with_question(found: Found[Environment], problem: Problem) -> Found[Environment]:
    """Return ``found`` with the claim that its model is the one of ``problem`` looked into.

    Everything else was checked when it was found, and is not checked again.
    """
    claims = found.certificate.claims
    if not any(_is_open(claim) for claim in claims):
        return found
    difference = first_difference(found.test, problem)
    told = tuple(
        _looked_into(claim, found.test, difference) if _is_open(claim) else claim
        for claim in claims
    )
    return replace(found, certificate=replace(found.certificate, claims=told))


def _is_open(claim: Claim) -> bool:
    return claim.key == "model" and claim.status == "trusted"


def _looked_into(claim: Claim, test: Environment, difference: str | None) -> Claim:
    if difference is not None:
        return replace(claim, status="refuted", reason=difference)
    model, places = test.model, test.harness.places
    figures = (
        f"{len(model.states)} states, {len(model.moves)} moves, {len(places)} places compared"
    )
    return replace(claim, text=f"{claim.text}: {figures}", status="proved", reason="")
