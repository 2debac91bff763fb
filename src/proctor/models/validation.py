"""All that can be said about a problem without solving it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from proctor.graphs.reach import reachable
from proctor.logic.formula import propositions
from proctor.logic.recognition import parts
from proctor.models.problem import Problem
from proctor.models.product import Product, build_product
from proctor.models.prospects import hopeless

__all__ = ["Finding", "Level", "validate"]

Level = Literal["infeasible", "warning", "note"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing worth knowing: ``infeasible`` means that no test can exist."""

    level: Level
    text: str


def validate(problem: Problem) -> tuple[Finding, ...]:
    """Return what is wrong, doubtful or good to know, the most serious first.

    Ill-formed input has been refused before; here are the papers' assumptions, propositions
    that hold nowhere, states that cannot be reached or left, and whether any way exists.
    """
    product = build_product(problem)
    found = [*_prospects(product), *_model(problem), *_objectives(problem), *_sizes(product)]
    order = {"infeasible": 0, "warning": 1, "note": 2}
    return tuple(sorted(found, key=lambda finding: order[finding.level]))


def _prospects(product: Product) -> Iterator[Finding]:
    reason = hopeless(product)
    if reason is not None:
        yield Finding(level="infeasible", text=reason)
    elif product.shown[product.start]:
        yield Finding(
            level="warning",
            text="the test objective is true at the start: nothing needs to be blocked",
        )


def _model(problem: Problem) -> Iterator[Finding]:
    model = problem.model
    seen = reachable(model.graph, np.array([model.start]))
    for name in problem.propositions:
        if not model.holds[name].any():
            yield Finding(level="warning", text=f"no state carries the proposition {name}")
        elif not model.holds[name][seen].any():
            yield Finding(level="warning", text=f"no state that can be reached carries {name}")
    leaves = np.diff(model.graph.indptr) == 0
    dead = np.flatnonzero(seen & leaves & ~model.terminal)
    if len(dead):
        yield Finding(
            level="note",
            text=f"{_some(model.names, dead)} can be reached but not left, and not terminal",
        )
    unreached = int((~seen).sum())
    if unreached:
        yield Finding(
            level="note",
            text=f"{unreached} of {model.n} states cannot be reached from the start",
        )
    yield _assumption_1(problem, seen)


def _assumption_1(problem: Problem, seen: "np.typing.NDArray[np.bool_]") -> Finding:
    """Assumption 1 of the flow paper: every move can be undone (terminal states excepted)."""
    model = problem.model
    forth = model.tails * model.n + model.heads
    back = model.heads * model.n + model.tails
    one_way = seen[model.tails] & ~model.terminal[model.heads] & ~np.isin(back, forth)
    moves = np.flatnonzero(one_way)
    if not len(moves):
        return Finding(
            level="note", text="every move can be undone (Assumption 1 of the flow paper holds)"
        )
    first = moves[0]
    example = f"{model.name(int(model.tails[first]))} -> {model.name(int(model.heads[first]))}"
    return Finding(
        level="note",
        text=f"{len(moves)} moves cannot be undone, such as {example} (Assumption 1 of the "
        "flow paper does not hold): the grades of fairness differ here",
    )


def _objectives(problem: Problem) -> Iterator[Finding]:
    system, test = parts(problem.system_objective), parts(problem.test_objective)
    for part in test:
        if part.kind not in {"visit", "sequence"}:
            yield Finding(
                level="note",
                text=f"{part.formula} in the test objective is no visit (Definition 7 of the "
                "flow paper); it is tested all the same",
            )
    visits = [part for part in system if part.kind in {"visit", "sequence"}]
    if not any(_ends_terminal(problem, part.goals[-1].name) for part in visits):
        yield Finding(
            level="note",
            text="the system objective does not end with a visit to a terminal state "
            "(Definition 8 of the flow paper)",
        )
    for part in system:
        if part.kind == "other":
            yield Finding(
                level="note",
                text=f"{part.formula} in the system objective is none of the patterns of "
                "Table I of the flow paper; it is tested all the same",
            )
    visited = frozenset(propositions(problem.test_objective))
    for part in system:
        if part.kind in {"instant", "delayed"} and part.names.isdisjoint(visited):
            trigger = part.goals[0]
            yield Finding(
                level="warning",
                text=f"the test never visits {trigger}, so it need not bring the reaction "
                f"{part.formula} to light; add F {trigger} to the test objective",
            )


def _ends_terminal(problem: Problem, name: str) -> bool:
    carried = problem.model.holds.get(name)
    terminal = problem.model.terminal
    return carried is not None and bool(carried.any()) and bool(terminal[carried].all())


def _sizes(product: Product) -> Iterator[Finding]:
    problem = product.problem
    yield Finding(
        level="note",
        text=f"{problem.model.n} states, {len(problem.model.tails)} moves, "
        f"{problem.places.n} places that may be blocked, {product.histories.n} histories, "
        f"a product of {product.graph.n} nodes and {product.graph.m} edges",
    )


def _some(names: tuple[str, ...], states: "np.typing.NDArray[np.int64]") -> str:
    shown = ", ".join(names[s] for s in states[:3].tolist())
    return f"{shown} and {len(states) - 3} more" if len(states) > 3 else shown
