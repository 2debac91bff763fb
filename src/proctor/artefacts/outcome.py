"""What a verb returns: found, proved impossible, or not decided within the limit."""

from dataclasses import dataclass
from typing import Generic, NoReturn, TypeVar

from proctor.artefacts.certificate import Certificate
from proctor.errors import BudgetExceeded, InfeasibleError

__all__ = ["Conflict", "Found", "Infeasible", "Outcome", "Stats", "Undecided"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Why a grade of fairness is impossible: things that cannot all be had.

    Attributes:
        grade: the grade.
        ways: ways around the test that must be closed, each as its states.
        pairs: pairs of state and history that must keep their objective, each with the states
            of the way that leads there.
    """

    grade: str
    ways: tuple[tuple[str, ...], ...] = ()
    pairs: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """How good an answer is, and what it took.

    Attributes:
        seconds: from the call to the answer.
        seconds_first: from the call to the first verified answer, if there was one.
        method: the name of the method that ran.
        optimal: whether it is proved that nothing better exists; ``None`` where the question
            does not arise.
        proved_by: who says so: ``brute-force``, ``bound-rechecked``, a solver, or ``none``.
        flow_bound: the best proved upper bound on F.
        bound: the best proved lower bound on the count at the F reported.
        gap: (count - bound) / count; 0 when nothing is blocked.
        steps: work done, in the method's own steps.
        stricter: for each stricter grade of fairness, ``impossible`` or ``open``, and why.
        looser: for each looser grade that allows more, its F and its count.
        conflicts: for grades that are impossible, a few things that cannot all be had.
        warnings: what a careful reader should know.
    """

    seconds: float = 0.0
    seconds_first: float | None = None
    method: str = ""
    optimal: bool | None = None
    proved_by: str = "none"
    flow_bound: int | None = None
    bound: int | None = None
    gap: float | None = None
    steps: int = 0
    stricter: tuple[tuple[str, str, str], ...] = ()
    looser: tuple[tuple[str, int, int], ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """A verified test, its certificate, and how good it is."""

    test: T
    certificate: Certificate
    stats: Stats

    def unwrap(self) -> T:
        """Return the test."""
        return self.test


@dataclass(frozen=True, slots=True)
class Infeasible:
    """It is proved that no test exists; ``reason`` is a sentence a person can act on."""

    reason: str
    stats: Stats

    def unwrap(self) -> NoReturn:
        """Raise ``InfeasibleError`` with the reason."""
        raise InfeasibleError(self.reason)


@dataclass(frozen=True, slots=True)
class Undecided:
    """A limit came before any verified answer."""

    reason: str
    stats: Stats

    def unwrap(self) -> NoReturn:
        """Raise ``BudgetExceeded`` with the reason."""
        raise BudgetExceeded(self.reason)


Outcome = Found[T] | Infeasible | Undecided
