"""`bench table5`: routing of the papers' examples, with the published figures beside ours.

In `paper` conventions F and the number of cuts can be compared. In `default` conventions the
question is another one (the fairest grade, obstacles), so nothing is compared there.
"""

from collections.abc import Iterator
from time import perf_counter
from typing import Final, Literal

from proctor.apps.bench.published import INSTANCES, ROUTES, Route
from proctor.artefacts.environment import Environment
from proctor.artefacts.outcome import Found, Infeasible, Outcome, Undecided
from proctor.budget import Budget
from proctor.engines.route.dispatch import route
from proctor.engines.route.methods import MethodName
from proctor.engines.route.textbook_counts import textbook_sizes
from proctor.errors import InputError
from proctor.gallery import example
from proctor.io.problem_file import read_problem
from proctor.models.pairs import find_pairs
from proctor.models.problem import Problem
from proctor.models.product import Product, build_product

__all__ = ["METHODS", "route_rows"]

METHODS: Final[tuple[MethodName, ...]] = (
    "auto",
    "enumerate",
    "textbook",
    "textbook-grouped",
    "boolean",
    "clauses",
    "search",
)
Row = dict[str, object]


def route_rows(
    *,
    conventions: Literal["paper", "default"],
    only: str | None,
    seconds: float,
    method: MethodName = "auto",
) -> Iterator[Row]:
    """Yield one row for each example."""
    for name in INSTANCES:
        if only in (None, name):
            yield _row(name, conventions, seconds, method)


def _row(
    name: str, conventions: Literal["paper", "default"], seconds: float, method: MethodName
) -> Row:
    file = f"{name}-paper" if conventions == "paper" else name
    problem = read_problem(file, text=example(file).text)
    begin = perf_counter()
    try:
        outcome = route(problem, method=method, budget=Budget(seconds=seconds))
    except InputError as error:  # a method that cannot express this question
        return {"name": name, "method": method, "status": "refused", "reason": error.message}
    spent = perf_counter() - begin
    product = build_product(problem)
    row = {**_question(name, problem, product), **_answer(outcome), "seconds": round(spent, 6)}
    published = ROUTES[name]
    paper = _published(published) if conventions == "paper" else {}
    agrees = None
    if paper and published.flow is not None:
        agrees = (row["flow"], row["cuts"]) == (published.flow, published.cuts)
    return {**row, **_textbook(product), "paper": paper, "agrees": agrees}


def _question(name: str, problem: Problem, product: Product) -> Row:
    return {
        "name": name,
        "conventions": problem.conventions,
        "kind": problem.kind,
        "asked": problem.asked,
        "count": problem.counted,
        "system": [problem.model.n, find_pairs(problem.model).graph.m],
        "product": [product.graph.n, product.graph.m],
    }


def _answer(outcome: Outcome[Environment]) -> Row:
    stats = outcome.stats
    row: Row = {
        "method": stats.method,
        "status": "undecided",
        "reason": "",
        "flow": None,
        "flow_bound": stats.flow_bound,
        "cuts": None,
        "obstacles": None,
        "fairness": None,
        "stranded": None,
        "bound": stats.bound,
        "gap": stats.gap,
        "seconds_first": stats.seconds_first,
        "certificate": None,
        "proved_by": stats.proved_by,
        "stricter": {grade: state for grade, state, _ in stats.stricter},
    }
    match outcome:
        case Found(test, certificate, stats):
            row |= {
                "status": "optimal" if stats.optimal else "feasible",
                "flow": test.flow,
                "cuts": test.cuts,
                "obstacles": test.obstacles,
                "fairness": test.fairness,
                "stranded": test.stranded,
                "certificate": certificate.verdict,
            }
        case Infeasible(reason, _):
            row |= {"status": "infeasible", "reason": reason}
        case Undecided(reason, _):
            row |= {"reason": reason}
    return row


def _textbook(product: Product) -> Row:
    """Return the sizes of the textbook model, counted as the papers count."""
    try:
        sizes = textbook_sizes(product)
    except InputError as error:
        return {"textbook": None, "textbook_reason": error.message}
    binaries, continuous, rows = sizes.in_thesis
    return {
        "variables": sizes.variables,
        "binaries": sizes.binaries,
        "rows": sizes.rows,
        "textbook": {
            "paper": [sizes.binaries, sizes.continuous, sizes.rows],
            "thesis": [binaries, continuous, rows],
        },
    }


def _published(printed: Route) -> Row:
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in (
            ("flow", printed.flow),
            ("cuts", printed.cuts),
            ("seconds", printed.seconds),
            ("sizes_paper", printed.paper),
            ("sizes_thesis", printed.thesis),
        )
        if value is not None
    }
