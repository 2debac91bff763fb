"""What a long computation tells while it works: typed events, sent to a sink."""

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Event", "Progress", "silent"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One piece of news: what is being done, and how far it is.

    ``flow``, ``count`` and ``bound`` describe the best answer so far, where there is one.
    """

    phase: str
    done: int = 0
    total: int | None = None
    flow: int | None = None
    count: int | None = None
    bound: int | None = None


Progress = Callable[[Event], None]


def silent(_event: Event) -> None:
    """Hear everything and say nothing: the default sink."""
