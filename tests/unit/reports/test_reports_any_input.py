"""Pictures of random worlds say no more and no less than is blocked, and are always valid."""

from dataclasses import replace
from xml.etree import ElementTree as ET

from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.artefacts.model import Barriers, Place
from proctor.reports.drawing import Arrow, Drawing, Node
from proctor.reports.graph_svg import graph_svg
from proctor.reports.map_cells import bars
from proctor.reports.map_svg import map_svg
from proctor.reports.map_text import map_text
from unit.reports.pictured import grid

MODEL = grid("S . .\n. # .\na . T")


@given(blocked=st.sets(st.integers(0, len(MODEL.moves) - 1)))
@settings(deadline=None)
def test_bars_block_exactly_the_blocked_moves(blocked: set[int]) -> None:
    found = bars(MODEL, blocked)

    said = {(bar.source, bar.target) for bar in found}
    said |= {(bar.target, bar.source) for bar in found if bar.is_both}
    for number, move in enumerate(MODEL.moves):
        assert ((MODEL.cells[move.source], MODEL.cells[move.target]) in said) == (
            number in blocked
        )
    assert len(set(found)) == len(found)


@given(
    blocked=st.sets(st.integers(0, len(MODEL.moves) - 1)),
    at=st.integers(0, len(MODEL.states) - 1),
    unicode=st.booleans(),
)
@settings(deadline=None)
def test_maps_in_the_terminal_are_rectangles(
    blocked: set[int], at: int, *, unicode: bool
) -> None:
    harness = Barriers(
        places=tuple(Place(name="", moves=(number,)) for number in sorted(blocked))
    )

    text = map_text(MODEL, at=at, closed=range(len(blocked)), harness=harness, unicode=unicode)

    lines = text.splitlines()
    assert {len(line) for line in lines[1:8]} == {len(lines[1])}
    assert text.count("@") == 1
    assert unicode or text.isascii()


@given(label=st.text(), note=st.text(), arrow=st.text(), title=st.text())
@settings(deadline=None)
def test_any_text_makes_a_valid_graph(label: str, note: str, arrow: str, title: str) -> None:
    drawing = Drawing(
        nodes=(Node(key="a", label=label, note=note),),
        arrows=(Arrow(source="a", target="a", label=arrow),),
        title=title,
    )

    assert ET.fromstring(graph_svg(drawing)).tag.endswith("}svg")


@given(rows=st.lists(st.text(), max_size=4))
@settings(deadline=None)
def test_any_written_map_makes_a_valid_picture(rows: list[str]) -> None:
    model = replace(MODEL, map=tuple(rows))

    assert ET.fromstring(map_svg(model)).tag.endswith("}svg")
    assert map_text(model)
