"""Evidence for an answer: claims, each proved, refuted, or trusted and by whom."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["Certificate", "Claim", "Status"]

Status = Literal["proved", "refuted", "trusted", "unproved"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One checkable sentence.

    ``proved``: the checker derived it again. ``refuted``: it derived the contrary.
    ``trusted``: somebody else says so, named in ``reason``; it does not spoil a certificate.
    ``unproved``: a limit came first; nothing is known.
    """

    key: str
    text: str
    status: Status
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """All claims about one answer."""

    claims: tuple[Claim, ...] = ()

    @property
    def verdict(self) -> Literal["confirmed", "refuted", "unconfirmed"]:
        """``refuted`` if any claim is, else ``unconfirmed`` if any is unproved or none is made.

        >>> Certificate().verdict
        'unconfirmed'
        """
        statuses = {claim.status for claim in self.claims}
        if "refuted" in statuses:
            return "refuted"
        if "unproved" in statuses or "proved" not in statuses:
            return "unconfirmed"
        return "confirmed"
