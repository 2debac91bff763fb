"""Solves programs in a process of its own, which may crash, hang, or lie.

Limits are enforced from here. What was found before a fault is never lost.
"""

import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from itertools import count
from math import isfinite
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import Final, Self, cast, get_args

from proctor.errors import InputError, MissingLibrary, did_you_mean, shown
from proctor.solvers.child import Child, ChildGone
from proctor.solvers.messages import Kind, Options, Status, request_line
from proctor.solvers.program import Number, Program
from proctor.solvers.search import OnProgress, Search, Solution

__all__ = ["GRACE", "MEMORY", "Solver"]

MEMORY: Final = 4 << 30
# A worker that has not answered this long after its limit is killed.
GRACE: Final = 0.5
# How often one program is tried when workers die of it.
TRIES: Final = 2


class Solver:
    """A worker process that is started when it is needed, used again, and replaced if it dies.

    For one thread. Close it, or use it as a context manager; it is also closed at exit.

    Args:
        memory: how many bytes the worker may have.
        command: what to start instead of our own worker.

    Examples:
        >>> from proctor.solvers.program import ProgramBuilder
        >>> builder = ProgramBuilder("a door or a wall")
        >>> door, wall = builder.boolean(), builder.boolean()
        >>> builder.clause([door + 1, wall + 1])
        >>> builder.minimise([(1, door), (3, wall)])
        >>> with Solver() as solver:
        ...     solution = solver.solve(builder.build(), seconds=10)
        >>> solution.status, solution.objective, solution.values
        ('optimal', 1, (1, 0))
    """

    def __init__(self, *, memory: int = MEMORY, command: Sequence[str] | None = None) -> None:
        self._command = command
        self._memory = memory
        self._child: Child | None = None
        self._ready = False
        self._search: Search | None = None
        self._jobs = count(1)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def last(self) -> Solution | None:
        """What is known of the program that was given last, after an exception as well."""
        if self._search is None:
            return None
        return self._search.ended or self._search.so_far("the search was stopped")

    @property
    def pid(self) -> int | None:
        """The number of the worker's process, if there is one."""
        return None if self._child is None else self._child.pid

    def start(self) -> None:
        """Start the worker, if there is none, without waiting until it is ready."""
        with suppress(ChildGone):
            self._start()

    def close(self) -> None:
        """End the worker; the next `solve` starts another."""
        child, self._child = self._child, None
        self._ready = False
        if child is not None:
            child.end()

    def solve(
        self,
        program: Program,
        *,
        kind: Kind = "cp-sat",
        seconds: float,
        seed: int = 0,
        threads: int = 1,
        stop_at: int | None = None,
        linearization: int | None = None,
        on_progress: OnProgress | None = None,
    ) -> Solution:
        """Return the best solution that was found, and what is proved, within ``seconds``.

        A search ends early at an objective of ``stop_at`` or less. Hints for all variables that
        form a solution count as found. A worker that ends or cannot be understood is replaced
        and the program tried once more. ``on_progress`` hears better solutions and bounds; what
        it raises ends the search, and `last` still knows what was found.

        Raises:
            InputError: the options or the program do not suit the solver.
            SolverFault: the solver contradicts the program, or itself.
        """
        _suits(program, kind, seconds, seed, threads)
        search = self._search = Search(program, on_progress)
        deadline = perf_counter() + seconds
        options = Options(
            kind=kind,
            seconds=seconds,
            seed=seed,
            threads=threads,
            stop_at=stop_at,
            linearization=linearization,
        )
        faults: list[str] = []
        try:
            while len(faults) < TRIES and (perf_counter() < deadline or not faults):
                try:
                    return self._attempt(search, options, deadline)
                except ChildGone as gone:
                    faults.append(str(gone))
                    self.close()
        except BaseException:
            self.close()
            raise
        return search.give_up(f"the solver failed: {'; tried again: '.join(faults)}")

    def _start(self) -> Child:
        # A fork of this process needs a worker of its own.
        if self._child is None or self._child.owner != os.getpid():
            self._ready = False
            self._child = Child(self._command or _own_command(self._memory), _environment())
        return self._child

    def _attempt(self, search: Search, options: Options, deadline: float) -> Solution:
        limit = f"the limit of {options.seconds:g} seconds came first"
        child = self._start()
        while not self._ready:
            line = child.hear(deadline + GRACE)
            if line is None:
                self.close()
                return search.give_up(f"{limit}: the solver had not even started")
            self._ready = _message(line).get("ready") is True
        job = next(self._jobs)
        left = max(0.0, deadline - perf_counter())
        child.send(request_line(job, search.begun(), replace(options, seconds=left)))
        while (line := child.hear(deadline + GRACE)) is not None:
            news = _message(line)
            if news.get("job") != job:
                raise ChildGone("it spoke of another program")
            values, bound, status = _values(news), _bound(news), _status(news)
            if values is not None:
                search.take_values(values)
            if status == "optimal" and (search.values is None or bound is None):
                raise ChildGone("it spoke of an optimum that it did not send")
            if status is not None:
                stopped = options.stop_at is not None and _at_most(search, options.stop_at)
                return search.end(status, bound, "it is good enough" if stopped else limit)
            if bound is not None:
                search.take_bound(bound)
        self.close()
        return search.give_up(f"{limit}, and the solver had to be killed")


def _suits(program: Program, kind: Kind, seconds: float, seed: int, threads: int) -> None:
    if kind not in get_args(Kind):
        raise InputError(
            f"the solver {shown(kind)} is not known", hint=did_you_mean(kind, get_args(Kind))
        )
    if kind == "cp-sat" and not program.is_whole:
        raise InputError(
            f"CP-SAT cannot solve {shown(program.name)}: not all its numbers are whole",
            hint='use kind="highs"',
        )
    for name, number, least in (
        ("seconds", seconds, 0),
        ("seed", seed, 0),
        ("threads", threads, 1),
    ):
        if not least <= number < 1 << 31:
            raise InputError(f"{name} is {number}", hint=f"give {least} or more")


def _at_most(search: Search, objective: int) -> bool:
    return search.objective is not None and search.objective <= objective


def _message(line: bytes) -> dict[str, object]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise ChildGone(f"it said {shown(line.decode('utf-8', 'replace'))}")
    if "failed" in message:
        raise ChildGone(str(message["failed"]))
    return message


def _values(news: dict[str, object]) -> list[Number] | None:
    values = news.get("values")
    if values is None:
        return None
    if not isinstance(values, list) or not all(type(v) in {int, float} for v in values):
        raise ChildGone(f"it sent values that are no numbers: {shown(values)}")
    return values


def _bound(news: dict[str, object]) -> float | None:
    bound = news.get("bound")
    if bound is None:
        return None
    if not isinstance(bound, int | float) or isinstance(bound, bool):
        raise ChildGone(f"it sent a bound that is no number: {shown(bound)}")
    try:
        return bound if isfinite(bound) else None
    except OverflowError:
        raise ChildGone(f"it sent the bound {shown(bound)}") from None


def _status(news: dict[str, object]) -> Status | None:
    status = news.get("status")
    for known in get_args(Status):
        if status == known:
            return cast("Status", known)
    if status is not None:
        raise ChildGone(f"it sent the status {shown(status)}")
    return None


def _own_command(memory: int) -> list[str]:
    if find_spec("ortools") is None:
        raise MissingLibrary(
            "OR-Tools is not installed here", hint="install it: pip install ortools"
        )
    return [sys.executable, "-P", "-W", "ignore", "-m", "proctor.solvers.worker", str(memory)]


def _environment() -> dict[str, str]:
    # The other process must find this very package, wherever it was imported from.
    here = str(Path(__file__).resolve().parents[2])
    paths = [here, os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
