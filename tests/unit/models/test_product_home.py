"""The product graph knows the way home: nodes to states and cells, edges to moves."""

from proctor.gallery import example
from proctor.io.problem_file import read_problem
from proctor.models.product import Product, build_product


def product(name: str) -> Product:
    return build_product(read_problem(name, text=example(name).text))


def test_every_edge_leads_home_to_moves_between_the_states_of_its_nodes() -> None:
    found = product("refueling")
    model, graph = found.problem.model, found.graph
    tails, heads = graph.tails.tolist(), graph.heads.tolist()

    for edge in range(0, graph.m, 7):
        moves = found.moves(edge)
        assert moves
        for move in moves:
            assert model.tails[move] == found.state[tails[edge]]
            assert model.heads[move] == found.state[heads[edge]]


def test_every_node_leads_home_to_its_cell() -> None:
    found = product("example1")

    for node in range(found.graph.n):
        row, column = found.cell(node) or (-1, -1)
        assert found.name(node) == f"r{row}c{column} in q{found.history[node]}"
    assert product("beaver").cell(0) is None
