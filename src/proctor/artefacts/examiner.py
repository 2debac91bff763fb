"""The protocol that every tester implements: told what the system did, it says what is next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

__all__ = ["Examination", "Examiner", "Letter", "Turn", "Value"]

Value = bool | int | float | str
Letter = Mapping[str, Value | Sequence[Value]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What the tester does before the system moves.

    Attributes:
        inputs: what the system is told; an environment lists the actions that are ``blocked``.
        history: the name of the tester's memory state.
        closed: the places that are closed now.
        closing: those of them that were open before.
        opening: places that were closed before and are open now.
        shown: whether the test objective has come true.
        success: whether the run may end here: the system objective is satisfied.
    """

    inputs: Letter
    history: str
    closed: tuple[str, ...] = ()
    closing: tuple[str, ...] = ()
    opening: tuple[str, ...] = ()
    shown: bool = False
    success: bool = False


class Examination(Protocol):
    """One run of a test, from the tester's side."""

    def move(self, output: Letter, /) -> Turn:
        """Take what the system did, and return the tester's turn.

        The first output is the start. Raises ``SystemFault`` when the system did what it must
        not or cannot do.
        """


class Examiner(Protocol):
    """A tester: it starts examinations."""

    def start(self, *, seed: int) -> Examination:
        """Return a fresh examination."""
