"""The tester's memory: an explicit table that reads labels and closes places."""

from dataclasses import dataclass

from proctor.errors import ModelError

__all__ = ["Memory"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """The tester as a table: a Moore machine that reads labels and closes places.

    Attributes:
        names: a name for each memory state.
        start: the memory when the system stands in its start state.
        letters: the distinct labels of the model, each a sorted tuple of propositions.
        after: ``after[m][x]`` is the memory after reading letter ``x`` in memory ``m``, or -1
            where that letter cannot come.
        closed: for each memory state the places that are closed, rising.
        system_marks: ``paper`` conventions only: whether the system's automaton accepts in m.
        test_marks: the same for the test objective's automaton.
    """

    names: tuple[str, ...]
    start: int
    letters: tuple[tuple[str, ...], ...]
    after: tuple[tuple[int, ...], ...]
    closed: tuple[tuple[int, ...], ...]
    system_marks: tuple[bool, ...] = ()
    test_marks: tuple[bool, ...] = ()

    def __post_init__(self) -> None:
        n = len(self.names)
        if not n or not 0 <= self.start < n:
            raise ModelError(f"the memory starts in {self.start}, outside its {n} states")
        if len(self.after) != n or len(self.closed) != n:
            raise ModelError(f"a memory of {n} states needs as many rows of each table")
        for row in self.after:
            if len(row) != len(self.letters) or any(not -1 <= m < n for m in row):
                raise ModelError(f"the memory row {row} does not fit {n} states")
        for marks in (self.system_marks, self.test_marks):
            if marks and len(marks) != n:
                raise ModelError(f"{len(marks)} marks for a memory of {n} states")
