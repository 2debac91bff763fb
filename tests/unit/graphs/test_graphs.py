"""Graphs against networkx and against plain loops."""

from itertools import pairwise

import networkx as nx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from proctor.graphs.csr import Graph
from proctor.graphs.disjoint import disjoint_ways
from proctor.graphs.reach import can_reach, out_edges, reachable

EDGES = st.integers(2, 8).flatmap(
    lambda n: st.tuples(
        st.just(n),
        st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=24),
    )
)


def graph_of(n: int, edges: list[tuple[int, int]]) -> Graph:
    return Graph.from_edges(n, np.array(edges, dtype=np.int64).reshape(-1, 2))


@given(EDGES)
def test_the_reverse_has_every_edge_turned_and_knows_its_number(
    drawn: tuple[int, list[tuple[int, int]]],
) -> None:
    graph = graph_of(*drawn)
    turned, original = graph.reverse

    for edge, number in enumerate(original.tolist()):
        assert turned.tails[edge] == graph.heads[number]
        assert turned.heads[edge] == graph.tails[number]
    assert sorted(original.tolist()) == list(range(graph.m))


@given(EDGES, st.data())
def test_reaching_agrees_with_networkx_when_edges_are_shut(
    drawn: tuple[int, list[tuple[int, int]]], data: st.DataObject
) -> None:
    graph = graph_of(*drawn)
    shut = data.draw(st.lists(st.booleans(), min_size=graph.m, max_size=graph.m))
    open_edges = ~np.array(shut, dtype=np.bool_)
    twin = nx.DiGraph()
    twin.add_nodes_from(range(graph.n))
    rows = zip(graph.tails.tolist(), graph.heads.tolist(), open_edges.tolist(), strict=True)
    twin.add_edges_from((t, h) for t, h, is_open in rows if is_open)

    forward = reachable(graph, np.array([0]), open_edges=open_edges)
    targets = np.zeros(graph.n, dtype=np.bool_)
    targets[graph.n - 1] = True
    backward = can_reach(graph, targets, open_edges=open_edges)

    assert set(np.flatnonzero(forward).tolist()) == {0, *nx.descendants(twin, 0)}
    assert set(np.flatnonzero(backward).tolist()) == {
        graph.n - 1,
        *nx.ancestors(twin, graph.n - 1),
    }


def test_a_stop_is_reached_but_not_left() -> None:
    graph = graph_of(4, [(0, 1), (1, 2), (2, 3)])
    stop = np.array([False, True, False, False])

    assert reachable(graph, np.array([0]), stop=stop).tolist() == [True, True, False, False]
    end = np.array([False, False, False, True])
    assert can_reach(graph, end, stop=stop).tolist() == [False, False, True, True]


def test_the_edges_of_several_vertices_come_in_their_order() -> None:
    graph = graph_of(4, [(0, 1), (0, 2), (2, 3), (3, 0)])

    assert out_edges(graph, np.array([3, 0])).tolist() == [3, 0, 1]
    assert out_edges(graph, np.array([1])).tolist() == []


@given(EDGES)
def test_disjoint_ways_are_as_many_as_networkx_finds_and_the_cut_proves_it(
    drawn: tuple[int, list[tuple[int, int]]],
) -> None:
    n, edges = drawn
    arcs: list[list[tuple[int, int]]] = [[] for _ in range(n)]
    twin = nx.MultiDiGraph()
    twin.add_nodes_from(range(n))
    for number, (tail, head) in enumerate(edges):
        arcs[tail].append((number, head))
        if tail != n - 1 and head != 0:
            twin.add_edge(tail, head)
    simple = nx.DiGraph()
    simple.add_nodes_from(range(n))
    for tail, head in twin.edges():
        before = simple.get_edge_data(tail, head, {"capacity": 0})["capacity"]
        simple.add_edge(tail, head, capacity=before + 1)

    found = disjoint_ways(arcs, 0, {n - 1})

    assert len(found.ways) == nx.maximum_flow_value(simple, 0, n - 1)
    assert len(found.cut) == len(found.ways)
    used = [edge for way in found.ways for edge in way]
    assert len(used) == len(set(used))
    for way in found.ways:
        assert edges[way[0]][0] == 0
        assert edges[way[-1]][1] == n - 1
        assert all(edges[a][1] == edges[b][0] for a, b in pairwise(way))
    cut = set(found.cut)
    left = nx.DiGraph([e for i, e in enumerate(edges) if i not in cut and e[0] != n - 1])
    left.add_nodes_from(range(n))
    assert not nx.has_path(left, 0, n - 1)


def test_ways_are_counted_up_to_a_limit() -> None:
    arcs = [[(0, 1), (1, 1), (2, 1)], []]

    assert len(disjoint_ways(arcs, 0, {1}, limit=2).ways) == 2
    assert disjoint_ways(arcs, 0, {0, 1}).ways == ()
