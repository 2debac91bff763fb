"""The published sizes of the MILPs, and the published optima by their own model.

Graebener, Badithela, Goktas, Ubellacker, Mazumdar, Ames and Murray, "Flow-Based Synthesis of
Reactive Tests for Discrete Decision-Making Systems with Temporal Logic Specifications" (2024),
Tables V and VI; Badithela's thesis (2024), Tables A.3 and A.6.
"""

from collections.abc import Iterator
from time import perf_counter

import pytest

from proctor.budget import Budget
from proctor.engines.route.textbook import textbook, textbook_grouped
from proctor.engines.route.textbook_counts import Sizes, textbook_sizes
from proctor.engines.route.world import make_world
from proctor.gallery import example
from proctor.io.problem_file import read_problem
from proctor.models.product import Product, build_product
from proctor.progress import Event
from proctor.solvers.client import Solver


@pytest.fixture(scope="module")
def solver() -> Iterator[Solver]:
    with Solver() as one:
        yield one


def _product(name: str) -> Product:
    found = example(f"{name}-paper")
    return build_product(read_problem(found.file_name, text=found.text))


def _sizes(name: str) -> Sizes:
    return textbook_sizes(_product(name))


@pytest.mark.parametrize(
    ("name", "table_5", "table_a3"),
    [
        ("example1", (73, 87, 540), (73, 100, 566)),
        ("refueling", (1014, 1261, 19819), (1014, 1346, 19989)),
        ("mars", (13178, 16604, 1646480), (13178, 17251, 1647774)),
        ("example2", (25, 115, 409), (25, 120, 419)),
        ("beaver", (8, 154, 441), (8, 159, 451)),
        ("motion", (106, 761, 2606), (106, 774, 2632)),
    ],
)
def test_sizes_are_those_of_both_tables(
    name: str, table_5: tuple[int, int, int], table_a3: tuple[int, int, int]
) -> None:
    """Flow paper, Table V; thesis, Table A.3, which gives nodes of I a potential as well."""
    sizes = _sizes(name)

    assert (sizes.binaries, sizes.continuous, sizes.rows) == table_5
    assert sizes.in_thesis == table_a3


def test_maze_1_has_one_row_less_than_the_thesis() -> None:
    """Thesis, Table A.6: (355, 1327, 5130); one row excludes a solution (|C_ex| > 0)."""
    assert _sizes("maze1").in_thesis == (355, 1327, 5130 - 1)


def test_maze_2_has_no_states_and_no_excluded_solutions() -> None:
    """Thesis, Table A.6: (176, 546, 2438), with d_state (c10) of MILP-AGENT on 80 nodes."""
    sizes = _sizes("maze2")

    assert (sizes.binaries, sizes.continuous + 80, sizes.rows + 2) == (176, 546, 2438)


def test_patrolling_has_no_states() -> None:
    """Thesis, Table A.6: (621, 6658, 47885), with d_state on 210 nodes."""
    sizes = _sizes("patrolling")

    assert (sizes.binaries, sizes.continuous + 210, sizes.rows) == (621, 6658, 47885)


def test_sizes_are_found_without_writing_a_program() -> None:
    product = _product("mars")
    begin = perf_counter()

    textbook_sizes(product)

    assert perf_counter() - begin < 5.0


@pytest.mark.parametrize(
    ("name", "flow", "count"),
    [
        ("example1", 3, 14),
        ("example2", 2, 4),
        ("beaver", 2, 2),
        ("maze1", 1, 3),
        ("maze2", 2, 8),
    ],
)
def test_the_textbook_model_proves_the_published_optimum(
    name: str, flow: int, count: int, solver: Solver
) -> None:
    """Flow paper, Tables V and VI: flow and cuts."""
    world = make_world(_product(name))

    for method in (textbook_grouped, textbook):
        found = method(world, "paper", Budget(seconds=60), solver=solver)

        assert found.complete
        assert found.best is not None
        assert (found.best.flow, found.best.cost[0]) == (flow, count)


def test_mars_is_too_large_to_be_written_as_printed() -> None:
    told: list[str] = []
    world = make_world(_product("mars"))

    def hear(event: Event) -> None:
        told.append(event.phase)

    found = textbook(world, "paper", Budget(), hear)

    assert not found.complete
    assert told == ["the textbook model has 1646480 rows, too many to write down"]
