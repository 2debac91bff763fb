"""Programs are written down, checked and valued."""

import numpy as np
import pytest

from proctor.errors import InputError
from proctor.solvers.messages import Options, read_request, request_line
from proctor.solvers.program import Program, ProgramBuilder


def two_of_three() -> Program:
    builder = ProgramBuilder("two of three")
    a, b, c = builder.booleans(3)
    builder.row([(1, a), (1, b), (1, c)], low=2)
    builder.clause([-(a + 1), -(b + 1)])
    builder.minimise([(5, a), (1, b), (2, c)])
    return builder.build()


def test_the_first_thing_that_a_solution_breaks_is_named() -> None:
    program = two_of_three()

    assert program.check([0, 1, 1]) is None
    assert program.check([1, 1, 0]) == "clause 0 does not hold: [-1, -2]"
    assert program.check([0, 1, 0]) == "row 0 comes to 1, below its limit 2"
    assert program.check([0, 1, 2]) == "variable 2 is 2, outside 0 to 1"
    assert program.check([0, 1, 0.5]) == "variable 2 is 0.5, which is not whole"
    assert program.check([0, 1]) == "there are 2 values for 3 variables"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 10**400])
def test_values_that_are_no_numbers_are_broken_bounds(value: float) -> None:
    assert "outside" in str(two_of_three().check([0, 1, value]))


def test_a_row_above_its_limit_is_broken_by_the_smallest_amount() -> None:
    builder = ProgramBuilder("large")
    big = 1 << 51
    a = builder.number(0, big)
    builder.row([(1, a)], high=big - 1)

    assert builder.build().check([big]) == f"row 0 comes to {big}, above its limit {big - 1}"


def test_rows_over_continuous_variables_forgive_what_rounding_does() -> None:
    builder = ProgramBuilder("half")
    a = builder.number(0, 1, whole=False)
    builder.row([(2, a)], low=1)
    program = builder.build()

    assert program.check([0.5 - 1e-7]) is None
    assert program.check([0.5 - 1e-3]) == "row 0 comes to 0.998, below its limit 1"


def test_a_relaxed_clause_is_a_row() -> None:
    relaxed = two_of_three().relaxed()

    assert relaxed.check([0.5, 0.5, 1]) is None
    assert relaxed.check([0.75, 0.75, 0.5]) == "clause 0 does not hold: [-1, -2]"
    assert relaxed.value([0.5, 0.5, 1]) == 5.0


def test_counts_tell_variables_binaries_and_rows() -> None:
    builder = ProgramBuilder("counted")
    a = builder.boolean()
    builder.number(0, 7)
    builder.number(0, 1, whole=False)
    builder.clause([a + 1])
    builder.row([(1, a)], low=0)
    builder.exactly_one([a + 1])

    assert builder.build().counts == (3, 1, 3)


def test_a_clause_that_always_holds_is_left_out() -> None:
    builder = ProgramBuilder("trivial")
    a, b = builder.booleans(2)
    builder.clause([a + 1, b + 1, -(a + 1)])
    builder.clause([a + 1, a + 1])
    program = builder.build()

    assert program.clause_literals == (1,)
    assert program.clause_ends == (1,)


def test_terms_of_one_variable_are_added_up() -> None:
    builder = ProgramBuilder("twice")
    a, b = builder.booleans(2)
    builder.row([(1, a), (2, a), (1, b), (-1, b)], high=2)
    builder.minimise([(1, a), (1, a), (1, b)])
    builder.minimise([(-1, b)])
    program = builder.build()

    assert (program.row_variables, program.row_coefficients) == ((a,), (3,))
    assert program.cost == ((2, a),)


def test_counting_rows_know_negated_literals() -> None:
    builder = ProgramBuilder("one")
    a, b = builder.booleans(2)
    builder.exactly_one([a + 1, -(b + 1)])
    builder.at_most_one([-(a + 1), -(b + 1)])
    program = builder.build()

    good = [(x, y) for x in (0, 1) for y in (0, 1) if program.check((x, y)) is None]
    assert good == [(1, 1)]


def test_hints_are_a_solution_only_where_they_are_one() -> None:
    builder = ProgramBuilder("hinted")
    a, b = builder.booleans(2)
    builder.clause([a + 1, b + 1])
    builder.hint(a, 0)
    assert builder.build().hinted() is None
    builder.hint(b, 0)
    assert builder.build().hinted() is None
    builder.hint(b, 1)
    assert builder.build().hinted() == (0, 1)


def test_numbers_of_numpy_become_numbers_of_python() -> None:
    builder = ProgramBuilder("numpy")
    a, b = builder.booleans(2)
    builder.clause([np.int64(a + 1), np.int64(-(b + 1))])  # type: ignore[list-item]
    builder.row([(np.int64(2), np.int64(a))], low=np.int64(1))  # type: ignore[arg-type, list-item]
    program = builder.build()

    line = request_line(1, program, OPTIONS)
    assert read_request(line)[1].check([1, 0]) is None
    assert program.is_whole


OPTIONS = Options(
    kind="cp-sat", seconds=1.0, seed=0, threads=1, stop_at=None, linearization=None
)


def test_a_program_survives_the_way_to_the_worker() -> None:
    program = two_of_three()

    job, there, options = read_request(request_line(7, program, OPTIONS))

    assert (job, options) == (7, OPTIONS)
    assert request_line(7, there, OPTIONS) == request_line(7, program, OPTIONS)


def test_malformed_pieces_are_refused_by_name() -> None:
    builder = ProgramBuilder("bad")
    a, wide = builder.boolean(), builder.number(0, 3)

    with pytest.raises(InputError, match="the program 'bad' is malformed: the literal 9 "):
        builder.clause([a + 1, 9])
    with pytest.raises(InputError, match="the literal 0 speaks of no variable"):
        builder.clause([0])
    with pytest.raises(InputError, match="no variable that is 0 or 1"):
        builder.clause([wide + 1])
    with pytest.raises(InputError, match="there is no variable -1"):
        builder.row([(1, -1)])
    with pytest.raises(InputError, match="from 2 to 1 has no value"):
        builder.number(2, 1)
    with pytest.raises(InputError, match="too large, or none"):
        builder.number(0, float("inf"), whole=False)
    with pytest.raises(InputError, match="too large, or none"):
        builder.row([(float("nan"), a)])
    with pytest.raises(InputError, match="that are not whole"):
        builder.number(0, 0.5)
    with pytest.raises(InputError, match=r"the factor 0\.5 in the objective is not whole"):
        builder.minimise([(0.5, a)])  # type: ignore[list-item]
