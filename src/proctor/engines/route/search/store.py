"""Beginning anew, and making room: which clauses are kept when there are too many."""

from collections.abc import Callable

from proctor.engines.route.search.clauses import undo
from proctor.engines.route.search.memory import (
    BOUNDED,
    CLAUSES,
    DECIDED,
    DEPTH,
    LAST_USE,
    LASTING,
    LIT,
    LIT_FIRST,
    LITERALS,
    MEND,
    NEED,
    PHASE,
    WORDS,
    Tape,
)

__all__ = ["empty_tree", "forget_flows", "make_room"]


def empty_tree(tape: Tape) -> None:
    """Take all decisions back; what was learned stays."""
    while tape[DECIDED]:
        undo(tape)
    tape[DEPTH] = tape[PHASE] = tape[BOUNDED] = 0


def forget_flows(tape: Tape) -> None:
    """Forget the clauses that hold for the present F only."""
    _keep(tape, lambda clause: tape[tape[LASTING] + clause] == 1)


def make_room(tape: Tape) -> None:
    """Forget the half of the clauses that was of use least lately."""
    by_use = sorted(range(tape[CLAUSES]), key=lambda clause: tape[tape[LAST_USE] + clause])
    kept = set(by_use[len(by_use) // 2 :])
    _keep(tape, lambda clause: clause in kept)


def _keep(tape: Tape, keeps: Callable[[int], bool]) -> None:
    kept, literals = 0, 0
    for clause in range(tape[CLAUSES]):
        if not keeps(clause):
            continue
        first, last = (tape[tape[LIT_FIRST] + clause + i] for i in (0, 1))
        _move(tape, tape[LIT] + first, tape[LIT] + literals, last - first)
        literals += last - first
        for cell, width in (
            (NEED, tape[WORDS]),
            (MEND, tape[WORDS]),
            (LAST_USE, 1),
            (LASTING, 1),
        ):
            _move(tape, tape[cell] + clause * width, tape[cell] + kept * width, width)
        kept += 1
        tape[tape[LIT_FIRST] + kept] = literals
    tape[CLAUSES], tape[LITERALS] = kept, literals


def _move(tape: Tape, source: int, target: int, length: int) -> None:
    tape[target : target + length] = tape[source : source + length]
