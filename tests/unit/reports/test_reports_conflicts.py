"""A conflict on the map: every way is drawn, and a model without a map says so."""

import xml.etree.ElementTree as ET

import pytest

from proctor.artefacts.outcome import Conflict
from proctor.errors import InputError
from proctor.gallery import example
from proctor.io.problem_file import read_problem
from proctor.reports.conflict_svg import conflict_svg
from proctor.reports.maps import explicit_model

CONFLICT = Conflict(
    grade="strict",
    ways=(("r2c2", "r1c2", "r1c1", "r1c0", "r0c0"), ("r2c2", "r1c2", "r1c3", "r1c4", "r0c4")),
    pairs=(("r1c2 in q0", ("r2c2", "r1c2")),),
)


def test_each_way_is_a_line_on_its_map() -> None:
    model = explicit_model(read_problem("e", text=example("example1").text))

    drawn = conflict_svg(model, CONFLICT, title="</title><script>")

    root = ET.fromstring(drawn)
    lines = [e for e in root.iter() if "pr-way" in (e.get("class") or "").split()]
    assert len(lines) == 3
    assert "<script" not in drawn
    assert drawn == conflict_svg(model, CONFLICT, title="</title><script>")


def test_a_model_that_is_no_map_is_told_in_words_instead() -> None:
    model = explicit_model(read_problem("e", text=example("beaver").text))

    with pytest.raises(InputError, match="drawn on a map"):
        conflict_svg(model, Conflict(grade="strict", ways=(("lab", "door1"),)))
