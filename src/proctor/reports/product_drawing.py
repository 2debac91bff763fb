"""The product graph as a drawing: a node for each state with a history.

Moves on which the system stays where it is are left out: they are never blocked.
"""

from itertools import pairwise

from proctor.artefacts.environment import Environment
from proctor.budget import Budget
from proctor.errors import InputError
from proctor.models.product import Product
from proctor.reports.drawing import Arrow, ArrowKind, Drawing, Node, NodeKind
from proctor.reports.layout import MAX_ARROWS, MAX_NODES
from proctor.reports.prospects import Prospects, prospects

__all__ = ["product_drawing", "walked_drawing"]


def product_drawing(product: Product) -> Drawing:
    """Return the product of a problem, in which nothing is blocked yet.

    Raises:
        InputError: if it is too large to be read as a picture.
    """
    graph = product.graph
    _demand_small(graph.n, int((graph.tails != graph.heads).sum()))
    rows = zip(
        product.target.tolist(),
        product.intermediate.tolist(),
        product.shown.tolist(),
        strict=True,
    )
    nodes = tuple(
        Node(
            key=str(node),
            label=product.name(node).replace(" in ", " / "),
            kind=_planned(is_target=target, is_between=between, is_shown=shown),
            is_start=node == product.start,
        )
        for node, (target, between, shown) in enumerate(rows)
    )
    ends = zip(graph.tails.tolist(), graph.heads.tolist(), strict=True)
    return Drawing(
        nodes=nodes,
        arrows=tuple(Arrow(source=str(s), target=str(t)) for s, t in ends if s != t),
        title=_title(product.problem.title),
    )


def walked_drawing(environment: Environment, *, budget: Budget | None = None) -> Drawing:
    """Return the product of a test: what is blocked, and the disjoint ways to success.

    Raises:
        InputError: if it is too large to be read as a picture, or the tester's memory does not
            fit its objectives.
    """
    found = prospects(environment, budget=budget)
    judged = found.judged
    product = judged.product
    moves = sum(1 for node, after in enumerate(product.successors) for t in after if t != node)
    _demand_small(len(product.states), moves)
    names, memories = environment.model.states, environment.memory.names
    nodes = tuple(
        Node(
            key=str(node),
            label=f"{names[state]} / {memories[memory]}",
            kind=_kind(found, node),
            is_start=node == 0,
        )
        for node, (state, memory) in enumerate(
            zip(product.states, product.memories, strict=True)
        )
    )
    walked = {
        (product.find(one), product.find(two))
        for w in environment.ways
        for one, two in pairwise(w)
    }
    arrows: list[Arrow] = []
    for node, after in enumerate(product.successors):
        free = product.open_successors(node, product.blocked[product.memories[node]])
        for target in (t for t in after if t != node):
            shut = target not in free and not judged.success[node]
            way = (node, target) in walked
            kind: ArrowKind = "blocked" if shut else "way" if way else "plain"
            arrows.append(Arrow(source=str(node), target=str(target), kind=kind))
    return Drawing(nodes=nodes, arrows=tuple(arrows), title=_title(environment.title))


def _planned(*, is_target: bool, is_between: bool, is_shown: bool) -> NodeKind:
    if is_target:
        return "target" if is_shown else "bypass"
    return "intermediate" if is_between else "plain"


def _kind(found: Prospects, node: int) -> NodeKind:
    if found.judged.success[node]:
        return "target" if found.judged.shown[node] else "bypass"
    if node not in found.hopeful:
        return "lost"
    return "intermediate" if found.judged.shown[node] else "plain"


def _title(title: str) -> str:
    return f"{title}: the product graph" if title else "The product graph"


def _demand_small(nodes: int, arrows: int) -> None:
    if nodes > MAX_NODES or arrows > MAX_ARROWS:
        raise InputError(
            f"the product graph has {nodes} nodes and {arrows} edges: too many for a picture",
            hint=f"up to {MAX_NODES} nodes and {MAX_ARROWS} edges can be drawn",
        )
