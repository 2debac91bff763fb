"""Ways to success: none goes around the test objective, and just so many are disjoint.

The number of edge-disjoint ways is proved without computing it: as many ways are given, and a
cut of as many edges (Menger 1927).
"""

from itertools import pairwise

from proctor.artefacts.certificate import Claim
from proctor.artefacts.environment import Environment, Step
from proctor.budget import Budget
from proctor.errors import shown
from proctor.verify.claims import many, proved, refuted
from proctor.verify.judged import Judged
from proctor.verify.search import forward, way_to

__all__ = ["bypass", "check_flow", "check_no_bypass", "check_possible"]


def bypass(judged: Judged, budget: Budget) -> tuple[int, ...] | None:
    """Return a shortest way to success around the test objective, or ``None``.

    In ``paper`` conventions a way goes around when it meets no node where the test objective
    is true and the system objective open; otherwise when the test objective is not true at its
    end.
    """
    found = judged.reached
    if judged.product.environment.conventions == "paper":
        barrier = [t and not s for t, s in zip(judged.shown, judged.success, strict=True)]
        if barrier[0]:
            return None
        found = forward(
            0, lambda node: [k for k in judged.onward[node] if not barrier[k]], budget
        )
        ends = (node for node in found if judged.success[node])
    else:
        ends = (node for node in found if judged.success[node] and not judged.shown[node])
    end = next(ends, None)
    return None if end is None else tuple(way_to(end, found))


def check_no_bypass(judged: Judged, budget: Budget) -> Claim:
    """Return whether every way to success that the restrictions leave shows the objective."""
    around = bypass(judged, budget)
    if around is None:
        return proved(
            "no-bypass", f"{many(len(judged.reached), 'pair')} searched, 0 ways around"
        )
    end = judged.product.shown(around[-1])
    way = judged.product.shown_way(around)
    return refuted("no-bypass", f"{way} succeeds at {end} and does not show it")


def check_possible(judged: Judged) -> Claim:
    """Return whether the restrictions leave a way to success of at least one step."""
    if judged.success[0]:
        return refuted(
            "possible", f"the run is over where it starts, {judged.product.shown(0)}"
        )
    ends = sum(1 for node in judged.reached if judged.success[node])
    if not ends:
        return refuted(
            "possible", f"of {many(len(judged.reached), 'pair')} reached none is a success"
        )
    if judged.product.environment.flow < 1:
        return refuted("possible", f"the flow is said to be {judged.product.environment.flow}")
    return proved("possible", f"{many(ends, 'pair')} of success reached")


def check_flow(judged: Judged, budget: Budget) -> Claim:
    """Return whether the ways are disjoint ways to success and the cut cuts all of them off."""
    environment = judged.product.environment
    defect = _bad_ways(judged, budget) or _bad_cut(judged, budget)
    if defect:
        return refuted("flow", defect)
    ways, edges = many(environment.flow, "way"), many(environment.flow, "edge")
    return proved("flow", f"{ways} without a shared edge, and a cut of {edges}")


def _bad_ways(judged: Judged, budget: Budget) -> str:
    environment = judged.product.environment
    if len(environment.ways) != environment.flow:
        return f"the flow is {environment.flow}, but {len(environment.ways)} ways are given"
    used: dict[tuple[int, int], int] = {}
    for number, way in enumerate(environment.ways):
        budget.spend(len(way))
        nodes = [judged.product.find(step) for step in way]
        if not nodes or nodes[0] != 0:
            return f"way {number} does not begin at the start"
        for place, (one, two) in enumerate(pairwise(nodes), start=1):
            if one is None or two is None or two not in judged.onward[one]:
                ends = [_named(environment, step) for step in way[place - 1 : place + 1]]
                return f"way {number} takes no open edge from {ends[0]} to {ends[1]}"
            if two == 0:
                return f"way {number} comes back to the start"
            if (one, two) in used:
                return (
                    f"way {number} and way {used[one, two]} share the edge from "
                    f"{judged.product.shown(one)} to {judged.product.shown(two)}"
                )
            used[one, two] = number
        end = nodes[-1]
        if end is None or end == 0 or not judged.success[end]:
            return f"way {number} ends at {_named(environment, way[-1])}, which is no success"
    return ""


def _bad_cut(judged: Judged, budget: Budget) -> str:
    environment, product = judged.product.environment, judged.product
    if not len(environment.cut) == len(set(environment.cut)) == environment.flow:
        return f"the flow is {environment.flow}, the cut has {len(set(environment.cut))} edges"
    cut: dict[int, set[int]] = {}
    for one, two in environment.cut:
        source, target = product.find(one), product.find(two)
        if source is None or target is None or target not in product.successors[source]:
            return (
                f"the cut names an edge from {_named(environment, one)} to "
                f"{_named(environment, two)}, which does not exist"
            )
        cut.setdefault(source, set()).add(target)

    def uncut(node: int) -> list[int]:
        lost = cut.get(node, ())
        return [k for k in judged.onward[node] if k not in lost]

    found = forward(0, uncut, budget)
    end = next((node for node in found if judged.success[node]), None)
    return "" if end is None else f"{product.shown_way(way_to(end, found))} avoids the cut"


def _named(environment: Environment, step: Step) -> str:
    # The step is untrusted: its numbers need not exist.
    state, memory = step
    states, names = environment.model.states, environment.memory.names
    if 0 <= state < len(states) and 0 <= memory < len(names):
        return f"{shown(states[state])} in history {shown(names[memory])}"
    return f"({state}, {memory})"
