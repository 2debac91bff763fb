"""News of a long computation, on stderr: one line that renews itself, or one line a phase."""

import sys
import time
from typing import Final

from proctor import Event

__all__ = ["Teller"]

_PAUSE: Final = 0.2
_WIDTH: Final = 78


class Teller:
    """A progress sink for people: quiet for the first second, then what is being done."""

    def __init__(self, *, wait: float = 1.0) -> None:
        self._begin = time.monotonic()
        self._wait = wait
        self._last = 0.0
        self._phase = ""
        self._live = sys.stderr.isatty()
        self._shown = False

    def __call__(self, event: Event) -> None:
        """Tell ``event``, if it is time to."""
        now = time.monotonic()
        if now - self._begin < self._wait:
            return
        if self._live:
            if now - self._last >= _PAUSE:
                self._last = now
                self._shown = True
                line = _sentence(event)[:_WIDTH]
                print(f"\r{line:{_WIDTH}}", end="", file=sys.stderr, flush=True)
        elif event.phase != self._phase:
            print(f"... {event.phase}", file=sys.stderr, flush=True)
        self._phase = event.phase

    def done(self) -> None:
        """Take the line away."""
        if self._shown:
            print(f"\r{'':{_WIDTH}}\r", end="", file=sys.stderr, flush=True)
            self._shown = False


def _sentence(event: Event) -> str:
    tried = f", {event.done} tried" if event.done else ""
    best = (
        f", best so far F = {event.flow} with {event.count}" if event.flow is not None else ""
    )
    return f"... {event.phase}{tried}{best}"
