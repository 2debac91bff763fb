"""All that can be said about a problem without solving it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from proctor.graphs.csr import Bools, Ints
from proctor.graphs.reach import reachable
from proctor.logic.formula import Formula, propositions
from proctor.logic.recognition import parts
from proctor.models.permission import find_permission
from proctor.models.problem import Problem
from proctor.models.product import Product, build_product
from proctor.models.prospects import closings, hopeless, shows_anyway
from proctor.models.system import SystemModel
from proctor.models.truth import states_satisfying

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
    found = [
        *_prospects(product),
        *_model(problem),
        *_harness(problem),
        *_objectives(problem),
        *_sizes(product),
    ]
    order = {"infeasible": 0, "warning": 1, "note": 2}
    return tuple(sorted(found, key=lambda finding: order[finding.level]))


def _prospects(product: Product) -> Iterator[Finding]:
    reason = hopeless(product)
    if reason is not None:
        yield Finding(level="infeasible", text=reason)
    elif shows_anyway(product):
        yield Finding(
            level="warning",
            text="every way to success shows the test objective anyway: "
            "nothing needs to be blocked",
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
            text=f"{_some(model, dead)} can be reached but not left, and not terminal",
        )
    unreached = int((~seen).sum())
    if unreached:
        yield Finding(
            level="note",
            text=f"{unreached} of {model.n} states cannot be reached from the start",
        )
    yield _assumption_1(problem, seen)


def _assumption_1(problem: Problem, seen: Bools) -> Finding:
    """Assumption 1 of the flow paper: every move can be undone (terminal states excepted)."""
    model = problem.model
    forth = np.sort(model.tails * model.n + model.heads)
    back = model.heads * model.n + model.tails
    at = np.minimum(np.searchsorted(forth, back), max(len(forth) - 1, 0))
    undone = forth[at] == back if len(forth) else np.empty(0, dtype=np.bool_)
    one_way = seen[model.tails] & ~model.terminal[model.heads] & ~undone
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
        "flow paper does not hold): the grades of fairness may differ",
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
    if not any(_ends_terminal(problem, part.goals[-1]) for part in visits):
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


def _ends_terminal(problem: Problem, goal: Formula) -> bool:
    carried = states_satisfying(problem.model, goal)
    return bool(carried.any()) and bool(problem.model.terminal[carried].all())


def _harness(problem: Problem) -> Iterator[Finding]:
    """Moves that may be blocked but are in no place, and rules and places that say nothing."""
    model, places = problem.model, problem.places
    permission = find_permission(model, problem.harness)
    alone = int((permission.allowed & (places.of < 0)).sum())
    if alone:
        yield Finding(
            level="warning",
            text=f"{alone} moves may be blocked, but not what hangs together with them (such "
            "as the way back), so that they are in no place; widen the harness, or set "
            "bidirectional = false",
        )
    if not places.n:
        yield Finding(level="warning", text="the harness offers no place that may be blocked")
    for number, rule in enumerate(places.rules, start=1):
        if not rule.first or (rule.kind != "at_most" and not rule.second):
            yield Finding(level="warning", text=f"rule {number} ({rule.kind}) selects no place")
    largest = max((len(moves) for moves in places.moves), default=0)
    if largest > 1000 and largest * 2 > len(model.tails):
        yield Finding(level="warning", text=f"one place holds {largest} moves")


def _sizes(product: Product) -> Iterator[Finding]:
    problem = product.problem
    yield Finding(
        level="note",
        text=f"{problem.model.n} states, {len(problem.model.tails)} moves, "
        f"{problem.places.n} places that may be blocked, {product.histories.n} histories, "
        f"{closings(product)} possible closings, "
        f"a product of {product.graph.n} nodes and {product.graph.m} edges",
    )


def _some(model: SystemModel, states: Ints) -> str:
    shown = ", ".join(model.name(s) for s in states[:3].tolist())
    return f"{shown} and {len(states) - 3} more" if len(states) > 3 else shown
