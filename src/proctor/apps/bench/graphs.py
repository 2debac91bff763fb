"""`bench graphs`: automata and product graphs, their sizes and how long they take.

Rows stand beside the flow paper's Tables II, V and VI and the thesis's Table A.4. Seconds
include the automata and their product, the virtual and the system product.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import mean, median, pstdev
from time import perf_counter
from typing import Final

from proctor.apps.bench.grids import random_grid
from proctor.apps.bench.published import INSTANCES, TABLE_II, Size
from proctor.automata.automaton import Automaton
from proctor.automata.objective import automaton_of_system, automaton_of_test
from proctor.automata.product import synchronous_product
from proctor.gallery import example
from proctor.io.problem_file import read_problem
from proctor.logic.formula import TRUE
from proctor.models.pairs import find_pairs
from proctor.models.problem import Problem
from proctor.models.product import build_product

__all__ = ["SIZES", "graph_rows", "summary"]

SIZES: Final = (5, 10, 15, 20)
Row = dict[str, object]


def graph_rows(*, seeds: Sequence[int], large: bool, only: str | None) -> Iterator[Row]:
    """Yield one row for each instance, then one for each random grid."""
    build_product(read_problem("example1", text=example("example1-paper").text))  # imports
    for name in INSTANCES:
        if only in (None, name):
            yield _instance(name)
    for label in TABLE_II:
        for size in (*SIZES, 100) if large and label == "react3" else SIZES:
            for seed in seeds:
                name = f"{label}-{size}-s{seed}"
                if only in (None, name, label, f"{label}-{size}"):
                    yield _grid(label, size, seed)


def summary(rows: Sequence[Row]) -> list[Row]:
    """Return mean, deviation and median of the seconds by class and size."""
    groups: dict[str, list[float]] = {}
    for row in rows:
        name, seconds = str(row["name"]), row["seconds"]
        assert isinstance(seconds, float)
        if "-s" in name:
            groups.setdefault(name.rpartition("-s")[0], []).append(seconds)
    return [
        {
            "name": name,
            "runs": len(seconds),
            "mean": round(mean(seconds), 6),
            "deviation": round(pstdev(seconds), 6),
            "median": round(median(seconds), 6),
            "success": 1.0,
        }
        for name, seconds in groups.items()
    ]


def _instance(name: str) -> Row:
    problem = read_problem(name, text=example(f"{name}-paper").text)
    row = _measured(name, problem)
    printed = INSTANCES[name]
    paper = {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in (
            ("automaton", printed.automaton),
            ("system", printed.system),
            ("product", printed.product),
            ("system_automaton", printed.system_automaton),
            ("test_automaton", printed.test_automaton),
            ("system_product", printed.system_product),
            ("seconds", printed.seconds),
        )
        if value is not None
    }
    sizes = [key for key in paper if key != "seconds"]
    agrees = all(row[key] == paper[key] for key in sizes) if sizes else None
    return {**row, "paper": paper, "agrees": agrees}


def _grid(label: str, size: int, seed: int) -> Row:
    problem = random_grid(
        label[:-1], int(label[-1]), size, seed, kind="reactive", conventions="paper"
    )
    row = _measured(f"{label}-{size}-s{seed}", problem)
    printed = TABLE_II[label]
    paper: Row = {"automaton": list(printed.automaton)}
    if size in SIZES:
        paper["seconds"] = printed.seconds[SIZES.index(size)]
    if printed.misprint:
        paper["note"] = "the edge count is known to differ; nodes are compared"
        agrees = _nodes(row["automaton"]) == printed.automaton[0]
    else:
        agrees = row["automaton"] == list(printed.automaton)
    return {**row, "paper": paper, "agrees": agrees}


def _nodes(size: object) -> int:
    assert isinstance(size, list)
    return int(size[0])


def _measured(name: str, problem: Problem) -> Row:
    begin = perf_counter()
    names = problem.propositions
    system = automaton_of_system(problem.system_objective, names)
    test = automaton_of_test(problem.test_objective, names)
    both = synchronous_product(system, test)
    product = build_product(problem)
    alone = build_product(replace(problem, test_objective=TRUE))
    _ = product.intermediate, product.entry
    seconds = perf_counter() - begin
    return {
        "name": name,
        "conventions": problem.conventions,
        "kind": problem.kind,
        "asked": problem.asked,
        "method": "product",
        "status": "optimal",
        "automaton": [both.automaton.states, len(both.automaton.edges)],
        "system": [problem.model.n, find_pairs(problem.model).graph.m],
        "product": [product.graph.n, product.graph.m],
        "system_automaton": _size(system),
        "test_automaton": _size(test),
        "system_product": [alone.graph.n, alone.graph.m],
        "seconds": round(seconds, 6),
    }


def _size(automaton: Automaton) -> list[int]:
    size: Size = (automaton.states, len(automaton.edges))
    return list(size)
