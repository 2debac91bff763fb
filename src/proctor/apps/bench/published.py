"""What the papers print: sizes and seconds, never figures of our own.

Graebener, Badithela and others, "Flow-based synthesis of reactive tests" (2024), Tables II, V
and VI; Badithela's and Graebener's theses (2024), Tables A.1 and A.4.
"""

from dataclasses import dataclass
from typing import Final

__all__ = ["INSTANCES", "ROUTES", "TABLE_II", "GridTimes", "Instance", "Route", "Size"]

Size = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Instance:
    """The published sizes (nodes, edges) of one example; ``None`` where nothing is printed."""

    automaton: Size | None = None
    system: Size | None = None
    product: Size | None = None
    system_automaton: Size | None = None
    test_automaton: Size | None = None
    system_product: Size | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GridTimes:
    """One row of Table II: the automaton's size, and seconds for sizes 5, 10, 15, 20."""

    automaton: Size
    seconds: tuple[float, float, float, float]
    misprint: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """What is printed of routing one example, in the flow paper and in the thesis.

    Sizes are (binary variables, continuous variables, rows). The two differ from each other.
    """

    flow: int | None = None
    cuts: int | None = None
    seconds: float | None = None
    paper: tuple[int, int | None, int | None] | None = None
    thesis: tuple[int, int, int] | None = None


INSTANCES: Final[dict[str, Instance]] = {
    "example1": Instance(automaton=(4, 9), system=(15, 53), product=(27, 96), seconds=0.0270),
    "example2": Instance(automaton=(8, 27), system=(6, 17), product=(20, 56), seconds=0.0452),
    "sequencing": Instance(),
    "triggered": Instance(),
    "refueling": Instance(
        automaton=(6, 18), system=(265, 1047), product=(332, 1346), seconds=0.6655
    ),
    "mars": Instance(
        automaton=(36, 354), system=(376, 1522), product=(4073, 17251), seconds=75.8313
    ),
    "beaver": Instance(automaton=(12, 54), system=(7, 19), product=(15, 39), seconds=0.0470),
    "motion": Instance(automaton=(16, 81), system=(15, 42), product=(72, 207), seconds=0.4286),
    "maze1": Instance(
        automaton=(16, 81),
        system=(26, 80),
        product=(196, 604),
        system_automaton=(2, 3),
        test_automaton=(8, 27),
        system_product=(26, 80),
        seconds=1.6226,
    ),
    "patrolling": Instance(
        automaton=(6, 18),
        system=(386, 1539),
        product=(210, 831),
        system_automaton=(3, 6),
        test_automaton=(2, 3),
        system_product=(142, 552),
        seconds=0.4573,
    ),
    "maze2": Instance(
        automaton=(8, 27),
        system=(21, 66),
        product=(80, 252),
        system_automaton=(2, 3),
        test_automaton=(4, 9),
        system_product=(21, 66),
        seconds=0.2195,
    ),
    "corridor": Instance(),
}

TABLE_II: Final[dict[str, GridTimes]] = {
    "reach1": GridTimes(automaton=(4, 9), seconds=(0.046, 0.224, 0.554, 1.078)),
    "reach2": GridTimes(automaton=(8, 27), seconds=(0.344, 1.661, 4.004, 7.376)),
    "reach3": GridTimes(automaton=(16, 81), seconds=(1.997, 9.895, 23.512, 43.188)),
    "react1": GridTimes(automaton=(6, 21), seconds=(0.090, 0.424, 1.037, 2.044)),
    "react2": GridTimes(automaton=(20, 155), seconds=(1.628, 7.560, 18.019, 33.539)),
    # The paper prints 1065 edges; two independent constructions give 1165.
    "react3": GridTimes(
        automaton=(68, 1065), seconds=(44.809, 209.612, 488.611, 869.060), misprint=True
    ),
    "safe1": GridTimes(automaton=(6, 18), seconds=(0.102, 0.508, 1.278, 2.557)),
    "safe2": GridTimes(automaton=(6, 18), seconds=(0.116, 0.590, 1.485, 2.918)),
    "safe3": GridTimes(automaton=(6, 18), seconds=(0.179, 0.960, 2.329, 4.482)),
}

# Tables V and VI of the flow paper; Tables A.2, A.3, A.5 and A.6 of the thesis. Table VI gives
# only binary variables. Its 621 (Patrolling) and 176 (Maze 2) are those of MILP-AGENT.
ROUTES: Final[dict[str, Route]] = {
    "example1": Route(
        flow=3, cuts=14, seconds=0.0003, paper=(73, 87, 540), thesis=(73, 100, 566)
    ),
    "example2": Route(
        flow=2, cuts=4, seconds=0.0003, paper=(25, 115, 409), thesis=(25, 120, 419)
    ),
    "sequencing": Route(),
    "triggered": Route(),
    "refueling": Route(
        flow=2,
        cuts=199,
        seconds=0.8682,
        paper=(1014, 1261, 19819),
        thesis=(1014, 1346, 19989),
    ),
    "mars": Route(
        flow=2,
        cuts=1641,
        seconds=46.6209,
        paper=(13178, 16604, 1646480),
        thesis=(13178, 17251, 1647774),
    ),
    "beaver": Route(flow=2, cuts=2, seconds=0.0001, paper=(8, 154, 441), thesis=(8, 159, 451)),
    "motion": Route(
        flow=3, cuts=15, seconds=0.0005, paper=(106, 761, 2606), thesis=(106, 774, 2632)
    ),
    "maze1": Route(
        flow=1, cuts=3, seconds=0.0007, paper=(355, None, None), thesis=(355, 1327, 5130)
    ),
    "patrolling": Route(
        flow=1, cuts=13, seconds=6.0535, paper=(621, None, None), thesis=(621, 6658, 47885)
    ),
    "maze2": Route(
        flow=2, cuts=8, seconds=0.0160, paper=(176, None, None), thesis=(176, 546, 2438)
    ),
    "corridor": Route(),
}
