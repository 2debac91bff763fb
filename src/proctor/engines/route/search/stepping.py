"""Running the search piece by piece: plain at first, compiled when it takes longer.

Small problems are solved before numba would have been loaded. What is decided does not depend
on which of the two runs, nor on how long the pieces are.
"""

from dataclasses import dataclass, field
from typing import Final

from proctor.budget import Budget
from proctor.engines.route.search.compiled import Run, as_array, available, compiled_run
from proctor.engines.route.search.memory import EDGES_IN, MORE, NODES, Tape
from proctor.engines.route.search.tree import run
from proctor.progress import Event, Progress

__all__ = ["AUTO", "COMPILED", "PLAIN", "Stepper"]

AUTO: Final = "auto"
PLAIN: Final = "plain"
COMPILED: Final = "compiled"

_PLAIN_WORK: Final = 60_000  # edges looked at by the plain search, about a second
_MOST: Final = 20_000  # nodes in a piece, at most
_SECONDS: Final = 0.2  # for a piece, about
_COMPILING: Final = "loading the compiled search, or compiling it: once, up to a minute"


@dataclass(slots=True, kw_only=True)
class Stepper:
    """A tape, and who works on it.

    Attributes:
        tape: may be replaced by an array with the same numbers.
        mode: `AUTO`, `PLAIN` or `COMPILED`.
        pace: how many nodes are looked at in one piece.
        done: how many were looked at.
    """

    budget: Budget
    progress: Progress
    mode: str = AUTO
    tape: Tape = field(default_factory=list)
    pace: int = 16
    compiled: Run | None = None
    done: int = 0

    def step(self, most: int) -> int:
        """Search for a while, at most for ``most`` nodes; return what ended it."""
        before, started = int(self.tape[NODES]), self.budget.elapsed
        ended = self._runner()(self.tape, max(1, min(self.pace, most)))
        nodes = int(self.tape[NODES]) - before
        self.done += nodes
        self.budget.spend(nodes)
        took = self.budget.elapsed - started
        if ended == MORE and took < _SECONDS / 2:
            self.pace = min(_MOST, 2 * self.pace)
        elif took > _SECONDS:
            self.pace = max(1, self.pace // 2)
        return int(ended)

    def _runner(self) -> Run:
        if self.compiled is not None:
            return self.compiled
        small = self.done * (self.tape[EDGES_IN] + 20) < _PLAIN_WORK
        if self.mode == PLAIN or (self.mode == AUTO and (small or not available())):
            return run
        self.progress(Event(phase=_COMPILING, done=self.done))
        self.compiled, self.tape = compiled_run(), as_array(self.tape)
        return self.compiled
