"""Drawings of graphs and automata say with shapes what they mean."""

from xml.etree import ElementTree as ET

import pytest

from proctor.automata.acceptance import BUCHI
from proctor.automata.automaton import Automaton, Edge
from proctor.automata.guard import EVERY, Guard
from proctor.errors import InputError
from proctor.reports.automaton_svg import automaton_drawing
from proctor.reports.draw import svg
from proctor.reports.drawing import Arrow, Drawing, Node
from proctor.reports.graph_svg import graph_svg
from proctor.reports.model_graph import model_drawing
from unit.reports.pictured import network_environment

A, B = Guard.literal(0), Guard.literal(1)
SEEN = frozenset({0})


def texts(written: str) -> list[str]:
    root = ET.fromstring(written)
    return [child.text or "" for child in root.iter() if child.tag.endswith("}text")]


def automaton(*edges: Edge, states: int = 2) -> Automaton:
    return Automaton(
        propositions=("a", "b"), states=states, starts=(0,), edges=edges, acceptance=BUCHI
    )


def labels(machine: Automaton) -> list[str]:
    return [arrow.label for arrow in automaton_drawing(machine).arrows]


def test_guards_are_written_as_people_write_them() -> None:
    machine = automaton(Edge(0, A.intersection(B.negation()), 1), Edge(1, EVERY, 1, SEEN))

    assert labels(machine) == ["a & !b", "true"]


def test_alternatives_stand_on_lines_of_their_own() -> None:
    machine = automaton(Edge(0, A.union(B), 1), states=2)

    assert labels(machine)[0].split("\n") == ["a", "b"]


def test_what_no_other_edge_reads_is_called_else() -> None:
    machine = automaton(
        Edge(0, A.intersection(B), 1),
        Edge(0, A.negation().union(B.negation()), 0),
        Edge(1, EVERY, 1, SEEN),
    )

    assert labels(machine) == ["a & b", "else", "true"]


def test_edges_that_overlap_have_no_else() -> None:
    machine = automaton(
        Edge(0, A, 1), Edge(0, A.negation().union(B), 0), Edge(1, EVERY, 1, SEEN)
    )

    assert "else" not in labels(machine)


def test_accepting_states_have_two_rings_and_starts_an_arrow() -> None:
    machine = automaton(Edge(0, A, 1), Edge(1, EVERY, 1, SEEN))

    nodes = automaton_drawing(machine).nodes

    assert [node.kind for node in nodes] == ["plain", "accepting"]
    assert [node.is_start for node in nodes] == [True, False]


def test_marks_on_edges_stand_in_braces_when_no_set_of_states_says_it() -> None:
    machine = automaton(Edge(0, A, 0, SEEN), Edge(0, A.negation(), 0), states=1)

    assert labels(machine) == ["a\n{0}", "!a"]


def test_a_long_guard_is_counted_not_drawn() -> None:
    label = "\n".join(f"line {index}" for index in range(40))
    drawing = Drawing(
        nodes=(Node(key="a", label="a"),), arrows=(Arrow(source="a", target="a", label=label),)
    )

    assert "… 35 more" in texts(graph_svg(drawing))


def test_a_legend_explains_only_what_occurs() -> None:
    plain = graph_svg(Drawing(nodes=(Node(key="a", label="a"),)))
    lost = graph_svg(Drawing(nodes=(Node(key="a", label="a", kind="lost"),)))

    assert texts(plain) == ["a"]
    assert texts(lost) == ["a", "the objective is out of reach"]


def test_a_wide_graph_becomes_long_instead() -> None:
    nodes = tuple(Node(key=str(i), label=f"state number {i}") for i in range(40))
    arrows = tuple(Arrow(source=str(i), target=str(i + 1)) for i in range(39))

    root = ET.fromstring(graph_svg(Drawing(nodes=nodes, arrows=arrows)))

    assert float(root.get("width", 0)) < 1_400 < float(root.get("height", 0))


def test_a_run_that_ends_without_the_behaviour_looks_different() -> None:
    nodes = (
        Node(key="a", label="a", kind="target"),
        Node(key="b", label="b", kind="bypass"),
    )

    said = texts(graph_svg(Drawing(nodes=nodes)))

    assert "target: the test ends here" in said
    assert "the run ends here, and the behaviour was not shown" in said


def test_names_that_need_quotes_have_them_on_arrows() -> None:
    machine = Automaton(
        propositions=("dock-A", "b"),
        states=1,
        starts=(0,),
        edges=(Edge(0, A.intersection(B.negation()), 0, SEEN),),
        acceptance=BUCHI,
    )

    assert labels(machine) == ['"dock-A" & !b']


def test_an_arrow_without_its_node_is_refused() -> None:
    with pytest.raises(InputError, match="'hal'") as error:
        Drawing(
            nodes=(Node(key="hall", label=""),), arrows=(Arrow(source="hall", target="hal"),)
        )

    assert "hall" in str(error.value)


def test_two_nodes_with_one_key_are_refused() -> None:
    with pytest.raises(InputError, match="same key"):
        Drawing(nodes=(Node(key="a", label=""), Node(key="a", label="")))


def test_a_model_without_a_map_is_drawn_as_a_graph() -> None:
    drawing = model_drawing(network_environment().model)

    assert [node.label for node in drawing.nodes if node.is_start] == ["lab"]
    assert [node.label for node in drawing.nodes if node.kind == "target"] == ["exit"]
    assert {arrow.label for arrow in drawing.arrows} == {""}


def test_blocked_moves_of_a_network_say_when() -> None:
    written = texts(svg(network_environment()))

    assert "wall" in written
    assert "closed in q0, q1" in written


def test_what_cannot_be_drawn_is_named() -> None:
    with pytest.raises(InputError, match="type int"):
        svg(3)


def test_automata_and_drawings_are_drawn_alike() -> None:
    machine = automaton(Edge(0, A, 1), Edge(1, EVERY, 1, SEEN))

    assert svg(machine) == svg(automaton_drawing(machine)) == svg(machine)
