"""A program, solved by the HiGHS inside OR-Tools in this process; only the worker calls it.

There is no callback for solutions. HiGHS writes them into a file instead (here one in memory),
always before the line of its log that reports them, and the log also tells the bounds.
"""

import os
import re
from collections.abc import Sequence
from math import inf, isfinite
from time import perf_counter
from typing import TYPE_CHECKING, Final, Self

from proctor.errors import SolverFault
from proctor.solvers.messages import Ended, Options, Status, Tell
from proctor.solvers.program import Number, Program

if TYPE_CHECKING:
    from ortools.math_opt import model_parameters_pb2, model_pb2, parameters_pb2, result_pb2

__all__ = ["solve_by_highs"]

# A line of the log: source, nodes, queue, leaves, explored, bound.
_LINE: Final = re.compile(r"\s?\w?(?:\s+\d[\d.]*[A-Za-z]?){3}\s+[\d.]+%\s+(\S+)\s")


def solve_by_highs(program: Program, options: Options, tell: Tell) -> Ended:
    """Return how the search ended; tell better solutions and bounds on the way."""
    from ortools.math_opt import callback_pb2, parameters_pb2
    from ortools.math_opt.core.python import solver

    begin = perf_counter()
    model = _model(program)
    start = _start(program)
    with _News(program, tell) as news:
        chosen = _parameters(program, options, news.path)
        left = max(0.0, options.seconds - (perf_counter() - begin))
        chosen.time_limit.FromMilliseconds(int(left * 1000))
        try:
            result = solver.solve(
                model,
                parameters_pb2.SOLVER_TYPE_HIGHS,
                parameters_pb2.SolverInitializerProto(),
                chosen,
                start,
                news.hear,
                callback_pb2.CallbackRegistrationProto(),
                None,
                None,
            )
        except MemoryError:
            raise
        except Exception as refusal:
            # Its own class of exceptions is not public.
            raise SolverFault(f"HiGHS refused {program.name}: {refusal}") from refusal
    return _ended(program, result)


class _News:
    """Turns the log and the file of solutions into news."""

    def __init__(self, program: Program, tell: Tell) -> None:
        self._program = program
        self._tell = tell
        self._file = os.memfd_create("better")
        self._seen = 0
        self._bound = -inf
        self.path = f"/proc/self/fd/{self._file}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)

    def hear(self, lines: Sequence[str]) -> None:
        """Take in some lines of the log."""
        self._read()
        for line in lines:
            found = _LINE.match(line)
            bound = _number(found[1]) if found else -inf
            if bound > self._bound and isfinite(bound) and self._program.cost:
                self._bound = bound
                self._tell(bound, None)

    def _read(self) -> None:
        size = os.fstat(self._file).st_size
        if size == self._seen:
            return
        text = os.pread(self._file, size - self._seen, self._seen).decode("ascii", "replace")
        # A solution that is still being written is left for the next time.
        count = len(self._program.lower)
        *_, last = ("", *text.split("Objective "))
        lines = last.split("\n")
        if len(lines) < count + 3:
            return
        self._seen = size
        values = [_number(line) for line in lines[2 : count + 2]]
        self._tell(None, _rounded(self._program, values))


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return -inf


def _rounded(program: Program, values: Sequence[float]) -> list[Number]:
    return [
        round(value) if whole and isfinite(value) else value
        for value, whole in zip(values, program.whole, strict=True)
    ]


def _model(program: Program) -> "model_pb2.ModelProto":
    from ortools.math_opt import model_pb2

    model = model_pb2.ModelProto()
    count = len(program.lower)
    model.variables.ids.extend(range(count))
    model.variables.lower_bounds.extend(program.lower)
    model.variables.upper_bounds.extend(program.upper)
    model.variables.integers.extend(program.whole)
    for factor, v in sorted(program.cost, key=lambda term: term[1]):
        model.objective.linear_coefficients.ids.append(v)
        model.objective.linear_coefficients.values.append(factor)
    low, high, matrix = _rows(program)
    model.linear_constraints.ids.extend(range(len(low)))
    model.linear_constraints.lower_bounds.extend(low)
    model.linear_constraints.upper_bounds.extend(high)
    matrix.sort()
    model.linear_constraint_matrix.row_ids.extend([row for row, _, _ in matrix])
    model.linear_constraint_matrix.column_ids.extend([v for _, v, _ in matrix])
    model.linear_constraint_matrix.coefficients.extend([factor for _, _, factor in matrix])
    return model


def _rows(
    program: Program,
) -> tuple[list[float], list[float], list[tuple[int, int, Number]]]:
    # A clause is the row that says: its literals come to 1 or more.
    low: list[float] = []
    high: list[float] = []
    matrix: list[tuple[int, int, Number]] = []
    begin = 0
    for end in program.clause_ends:
        clause = program.clause_literals[begin:end]
        matrix += [(len(low), n - 1, 1) if n > 0 else (len(low), -n - 1, -1) for n in clause]
        low.append(1 - sum(n < 0 for n in clause))
        high.append(inf)
        begin = end
    begin = 0
    for end, least, most in zip(
        program.row_ends, program.row_low, program.row_high, strict=True
    ):
        for at in range(begin, end):
            matrix.append((len(low), program.row_variables[at], program.row_coefficients[at]))
        low.append(-inf if least is None else least)
        high.append(inf if most is None else most)
        begin = end
    return low, high, matrix


def _start(program: Program) -> "model_parameters_pb2.ModelSolveParametersProto":
    from ortools.math_opt import model_parameters_pb2

    # Hints for some variables only would be fixed, and the optimum of what is left returned
    # as the optimum of all (58 of 299 small programs).
    start = model_parameters_pb2.ModelSolveParametersProto()
    values = program.hinted()
    if values is not None and any(program.whole):
        hint = start.solution_hints.add()
        hint.variable_values.ids.extend(range(len(values)))
        hint.variable_values.values.extend(values)
    return start


def _parameters(
    program: Program, options: Options, path: str
) -> "parameters_pb2.SolveParametersProto":
    from ortools.math_opt import parameters_pb2

    chosen = parameters_pb2.SolveParametersProto()
    chosen.random_seed = options.seed
    highs = chosen.highs
    highs.int_options["threads"] = options.threads
    if any(program.whole):
        # By default it stops within a hundredth of a per cent of the optimum.
        chosen.relative_gap_tolerance = 0.0
        chosen.absolute_gap_tolerance = 1e-6
        highs.bool_options["mip_improving_solution_save"] = True
        highs.string_options["mip_improving_solution_file"] = path
        if options.stop_at is not None:
            highs.double_options["objective_target"] = float(options.stop_at)
    return chosen


def _ended(program: Program, result: "result_pb2.SolveResultProto") -> Ended:
    from ortools.math_opt import result_pb2

    reason = result.termination.reason
    values: list[float] | None = None
    if result.solutions and result.solutions[0].HasField("primal_solution"):
        found = result.solutions[0].primal_solution.variable_values
        known = dict(zip(found.ids, found.values, strict=True))
        values = [known.get(v, 0.0) for v in range(len(program.lower))]
    status: Status = "unknown" if values is None else "feasible"
    if reason == result_pb2.TERMINATION_REASON_OPTIMAL:
        status = "optimal"
    elif reason in {
        result_pb2.TERMINATION_REASON_INFEASIBLE,
        # Nothing is unbounded here, so this leaves one meaning.
        result_pb2.TERMINATION_REASON_INFEASIBLE_OR_UNBOUNDED,
    }:
        return Ended(status="infeasible", bound=None, values=None)
    bound = result.termination.objective_bounds.dual_bound
    return Ended(
        status=status,
        bound=bound if isfinite(bound) else None,
        values=None if values is None else _rounded(program, values),
    )
