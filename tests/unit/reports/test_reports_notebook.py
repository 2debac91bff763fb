"""What a notebook shows: every value that has a picture draws itself."""

import pytest

import proctor
from proctor.errors import InputError
from proctor.gallery import example
from proctor.io.problem_file import read_problem


def test_values_draw_themselves_in_a_notebook() -> None:
    problem = read_problem("e", text=example("example2").text)
    values = {
        "Problem": problem,
        "SystemModel": problem.model,
        "Environment": proctor.route(problem).unwrap(),
        "Product": proctor.build_product(problem),
        "Explanation": proctor.explain("F a"),
        "Automaton": proctor.explain("F a").automaton,
    }

    assert set(values) == proctor._DRAWN
    for name, value in values.items():
        assert isinstance(value, getattr(proctor, name))
        assert value._repr_svg_().startswith("<svg")  # type: ignore[union-attr]  # put there by proctor
        assert value._repr_svg_() == proctor.svg(value)  # type: ignore[union-attr]  # the same


def test_what_has_no_picture_is_said() -> None:
    with pytest.raises(InputError, match="no picture of a value of type int"):
        proctor.svg(3)
