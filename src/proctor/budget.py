"""How long a computation may take: in seconds, in steps, or until somebody stops it.

Limits in steps are reproducible, limits in seconds are not.
"""

from time import perf_counter

from proctor.errors import BudgetExceeded, InputError

__all__ = ["Budget"]


class Budget:
    """A limit that long loops spend from.

    The clock starts when the budget is made.

    Examples:
        >>> budget = Budget(steps=2)
        >>> budget.spend()
        >>> budget.spend()
        >>> budget.spend()
        Traceback (most recent call last):
        ...
        proctor.errors.BudgetExceeded: the limit of 2 steps was reached
    """

    __slots__ = ("_deadline", "_start", "_used", "_whole", "seconds", "steps")

    def __init__(self, *, seconds: float | None = None, steps: int | None = None) -> None:
        for name, value in (("seconds", seconds), ("steps", steps)):
            if value is not None and not value >= 0:
                raise InputError(
                    f"a budget of {value} {name} is no limit", hint="give 0 or more"
                )
        self.seconds = seconds
        self.steps = steps
        self._used = 0
        self._whole: Budget | None = None
        self._start = perf_counter()
        self._deadline = None if seconds is None else self._start + seconds

    @property
    def used(self) -> int:
        """Steps spent so far."""
        return self._used

    @property
    def elapsed(self) -> float:
        """Seconds since the budget was made."""
        return perf_counter() - self._start

    @property
    def left(self) -> float | None:
        """Seconds until the limit, not below 0; ``None`` without one."""
        return None if self._deadline is None else max(0.0, self._deadline - perf_counter())

    def part(self, share: float, *, steps: int | None = None) -> "Budget":
        """Return a budget for a part of the work: a share of the time left, and of the steps.

        What is spent from the part is spent from the whole as well.

        >>> Budget(seconds=10).part(0.5).seconds < 5.001
        True
        """
        seconds = None if self.left is None else self.left * share
        if self.steps is not None:
            mine = int((self.steps - self._used) * share)
            steps = mine if steps is None else min(mine, steps)
        found = Budget(seconds=seconds, steps=steps)
        found._whole = self
        return found

    def spend(self, steps: int = 1) -> None:
        """Use up ``steps``; raise ``BudgetExceeded`` when a limit is passed."""
        self._used += steps
        if self._whole is not None:
            self._whole.spend(steps)
        if self.steps is not None and self._used > self.steps:
            raise BudgetExceeded(f"the limit of {self.steps} steps was reached")
        if self._deadline is not None and perf_counter() > self._deadline:
            raise BudgetExceeded(f"the limit of {self.seconds:g} seconds was reached")
