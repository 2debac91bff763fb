"""A claim about an environment is one of fifteen sentences, with its figures or its defect."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from proctor.artefacts.certificate import Claim

__all__ = ["TEXTS", "many", "proved", "refuted", "trusted", "unproved"]

TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "model": "the model is the one of the problem file",
        "memory": "the tester's memory has an answer to everything that can happen",
        "harness": "only what the harness offers is closed, and places are well formed",
        "rules": "the rules over places hold in every history",
        "walls": "every wall is closed in all histories or in none",
        "history": "the tester remembers what matters to both objectives, and no more",
        "marks": "success and the test objective are what the automata mark",
        "terminal": "there is a terminal state, and no terminal state can be left",
        "no-bypass": "every way to success shows the test objective",
        "possible": "there is a way to success",
        "fair": "the restrictions are as fair as the grade promises",
        "flow": "the number of disjoint ways to success is right",
        "counts": "what is blocked, and whom it strands, is counted right",
        "permanent": "the test objective stays true once it is true",
        "best": "no test of this grade has a larger F, or blocks less at this F",
    }
)


def proved(key: str, figures: str) -> Claim:
    """Return the claim ``key`` as derived again; ``figures`` say from what.

    >>> proved("possible", "27 states searched").text
    'there is a way to success: 27 states searched'
    """
    return Claim(key=key, text=f"{TEXTS[key]}: {figures}", status="proved")


def refuted(key: str, reason: str) -> Claim:
    """Return the claim ``key`` as false; ``reason`` names the defect."""
    return Claim(key=key, text=TEXTS[key], status="refuted", reason=reason)


def many(count: int, noun: str) -> str:
    """Return ``count`` things in words.

    >>> many(1, "history"), many(2, "history"), many(0, "way")
    ('1 history', '2 histories', '0 ways')
    """
    if count == 1:
        return f"1 {noun}"
    return f"{count} {noun[:-1]}ies" if noun.endswith(("ry", "ty")) else f"{count} {noun}s"


def trusted(key: str, reason: str) -> Claim:
    """Return the claim ``key`` as not looked into; ``reason`` says who is trusted."""
    return Claim(key=key, text=TEXTS[key], status="trusted", reason=reason)


def unproved(key: str, reason: str) -> Claim:
    """Return the claim ``key`` as open; ``reason`` says what came first."""
    return Claim(key=key, text=TEXTS[key], status="unproved", reason=reason)
