"""A program, solved by CP-SAT in this process; only the worker calls it.

The model goes in as text: for 100,000 clauses that takes 0.15 s, half as long again through the
methods of its classes. The module below the documented one is used, because it loads no pandas.
"""

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Final

from proctor.errors import SolverFault
from proctor.solvers.messages import Ended, Options, Status, Tell
from proctor.solvers.program import Number, Program

__all__ = ["load_cp_sat", "solve_by_cp_sat"]

_LEAST: Final = -(1 << 63)
_MOST: Final = (1 << 63) - 1
_STATUSES: Final[dict[str, Status]] = {
    "OPTIMAL": "optimal",
    "FEASIBLE": "feasible",
    "INFEASIBLE": "infeasible",
    "UNKNOWN": "unknown",
}


def load_cp_sat() -> None:
    """Load the library, which takes a tenth of a second."""
    from ortools.sat.python import cp_model_helper  # noqa: F401


def solve_by_cp_sat(program: Program, options: Options, tell: Tell) -> Ended:
    """Return how the search ended; tell better solutions and bounds on the way."""
    from ortools.sat.python import cp_model_helper as cp

    begin = perf_counter()
    model = cp.CpModelProto()
    if not model.parse_text_format("".join(_text(program))):
        raise SolverFault(f"CP-SAT did not take in the program {program.name}")
    parameters = cp.SatParameters()
    parameters.num_workers = options.threads
    parameters.random_seed = options.seed
    parameters.catch_sigint_signal = False
    if options.linearization is not None:
        parameters.linearization_level = options.linearization
    parameters.max_time_in_seconds = max(0.0, options.seconds - (perf_counter() - begin))

    wrapper = cp.SolveWrapper()
    wrapper.set_parameters(parameters)

    class Better(cp.SolutionCallback):
        """Hears of every better solution."""

        def OnSolutionCallback(self) -> None:  # noqa: N802 - the name is CP-SAT's
            response = self.Response()  # type: ignore[no-untyped-call]  # a stub without types
            tell(None, list(response.solution))
            if options.stop_at is not None and self.ObjectiveValue() <= options.stop_at:
                wrapper.stop_search()

    better = Better()
    wrapper.add_solution_callback(better)
    if program.cost:
        wrapper.add_best_bound_callback(lambda bound: tell(bound, None))
    response = wrapper.solve(model)  # type: ignore[no-untyped-call]  # the same
    wrapper.clear_solution_callback(better)

    status = _STATUSES.get(response.status.name)
    if status is None:
        raise SolverFault(f"CP-SAT calls {program.name} malformed: {response.solution_info}")
    return Ended(
        status=status,
        bound=response.best_objective_bound if program.cost else 0,
        values=list(response.solution) if status in {"optimal", "feasible"} else None,
    )


def _text(program: Program) -> Iterator[str]:
    # Variables, literals and limits as protocol buffers write them in text.
    for low, high in zip(program.lower, program.upper, strict=True):
        yield f"variables{{domain:[{low},{high}]}}"
    refs = [str(n - 1 if n > 0 else n) for n in program.clause_literals]
    begin = 0
    for end in program.clause_ends:
        yield f"constraints{{bool_or{{literals:[{','.join(refs[begin:end])}]}}}}"
        begin = end
    begin = 0
    for end, least, most in zip(
        program.row_ends, program.row_low, program.row_high, strict=True
    ):
        names = _listed(program.row_variables[begin:end])
        factors = _listed(program.row_coefficients[begin:end])
        limits = f"{_LEAST if least is None else least},{_MOST if most is None else most}"
        yield f"constraints{{linear{{vars:{names}coeffs:{factors}domain:[{limits}]}}}}"
        begin = end
    if program.cost:
        names = _listed([v for _, v in program.cost])
        yield f"objective{{vars:{names}coeffs:{_listed([n for n, _ in program.cost])}}}"
    if program.hints:
        names = _listed([v for v, _ in program.hints])
        yield f"solution_hint{{vars:{names}values:{_listed([n for _, n in program.hints])}}}"


def _listed(numbers: Sequence[Number]) -> str:
    return f"[{','.join(map(str, numbers))}]"
