"""What client and worker say to each other: one JSON object per line."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Literal

from proctor.solvers.program import Number, Program

__all__ = ["Ended", "Kind", "Options", "Status", "Tell", "read_request", "request_line"]

Kind = Literal["cp-sat", "highs"]
Status = Literal["optimal", "feasible", "infeasible", "unknown"]

# How a solver tells its news: a bound, or the values of a better solution.
Tell = Callable[[float | None, Sequence[Number] | None], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How one program is to be solved.

    Attributes:
        kind: by which solver.
        seconds: how long it may take.
        seed: for its random choices.
        threads: how many it may use.
        stop_at: an objective that is good enough.
        linearization: how much of the program CP-SAT puts into its linear relaxation.
    """

    kind: Kind
    seconds: float
    seed: int
    threads: int
    stop_at: int | None
    linearization: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How one search ended."""

    status: Status
    bound: float | None
    values: Sequence[Number] | None


def request_line(job: int, program: Program, options: Options) -> bytes:
    """Return the line that hands over a program."""
    arrays = {each.name: getattr(program, each.name) for each in fields(Program)}
    asked = {"job": job, "options": asdict(options), "program": arrays}
    return json.dumps(asked, separators=(",", ":")).encode("ascii") + b"\n"


def read_request(line: bytes) -> tuple[int, Program, Options]:
    """Return what `request_line` wrote; lists stand in for its tuples."""
    asked = json.loads(line)
    return int(asked["job"]), Program(**asked["program"]), Options(**asked["options"])
