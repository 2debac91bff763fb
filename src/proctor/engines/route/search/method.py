"""The method ``search``: for each F from the largest down, targets that rise until one holds.

A run with a target looks for less than that and nothing else, so its bound gives up early. The
first run that finds something goes on until nothing cheaper is left. A run that gave nothing
up for its cost has shown that this F cannot be had at all.
"""

from dataclasses import dataclass
from typing import Final

from proctor.artefacts.environment import Grade
from proctor.budget import Budget
from proctor.engines.route.enumerate import enumerated
from proctor.engines.route.result import Choice, Result, choice_of, flow_of, news
from proctor.engines.route.search.memory import (
    BOUNDED,
    CUT,
    DONE,
    FLOW,
    FLOWS,
    FULL,
    LIMIT,
    NODES,
    SOLVED,
    STEP,
    TOTAL,
    UNITS_IN,
    VALUE,
)
from proctor.engines.route.search.net import make_net
from proctor.engines.route.search.stepping import AUTO, Stepper
from proctor.engines.route.search.store import empty_tree, forget_flows, make_room
from proctor.engines.route.violations import first_violation
from proctor.engines.route.world import World
from proctor.errors import BudgetExceeded, SolverFault
from proctor.progress import Progress, silent

__all__ = ["search", "search_in"]

_FREE_RUN: Final = 300  # nodes without a target: enough for what is easy or impossible
_SOME_TEST: Final = 10_000  # nodes for a first test with one way, if F is larger
_FIRST: Final = 40  # the first target is this part of the price of everything
_RISE: Final = 1.12
_FEW: Final = 40  # steps of the definition at least, to tell why there is no test
_MANY: Final = 100_000  # edges looked at for that, about


def search(
    world: World,
    grade: Grade,
    budget: Budget,
    progress: Progress = silent,
    known: Choice | None = None,
) -> Result:
    """Return the best valid choice for ``grade``: largest F, then least count.

    Best for few places, however large the graph. When the budget ends first, or on Ctrl-C,
    what was found so far is returned, with the largest target that was closed as its bound.
    """
    return search_in(world, grade, budget, progress, known)


def search_in(
    world: World,
    grade: Grade,
    budget: Budget,
    progress: Progress = silent,
    known: Choice | None = None,
    *,
    mode: str = AUTO,
) -> Result:
    """Search as `search` does, plain, compiled, or first one and then the other."""
    result = Result(method="search", best=known)
    try:
        _descend(world, grade, Stepper(budget=budget, progress=progress, mode=mode), result)
    except BudgetExceeded:
        return result
    except KeyboardInterrupt:
        result.interrupted = True
        return result
    result.complete, result.proved_by = True, "search"
    if result.best is not None:
        result.flow_bound, result.bound = result.best.flow, result.best.cost[0]
    return result


def _descend(world: World, grade: Grade, stepper: Stepper, result: Result) -> None:
    """Try every F from the largest down, until there is a choice or none is left."""
    top = flow_of(world, frozenset())
    result.flow_bound = top
    if top == 0:
        return
    stepper.tape = make_net(world, grade, flow=top)
    one_flow = _OneFlow(world=world, grade=grade, stepper=stepper, result=result)
    for flow in range(top, 0, -1):
        if result.best is not None and result.best.flow > flow:
            return
        closed = one_flow.begin(flow)
        if not closed and flow == top and result.best is None:
            if not one_flow.any_at_all():
                break
            closed = one_flow.begin(flow)
        if not closed and not one_flow.is_closed(flow):
            one_flow.rise(flow)
        if result.best is not None and result.best.flow >= flow:
            return
        result.flow_bound = flow - 1
    result.flow_bound = 0
    # The definition tells what goes wrong, for an example.
    steps = max(_FEW, _MANY // len(world.edge_units))
    result.dead_end = enumerated(world, grade, Budget(steps=steps)).dead_end


@dataclass(slots=True, kw_only=True)
class _OneFlow:
    """The search for the least count at one F."""

    world: World
    grade: Grade
    stepper: Stepper
    result: Result

    def begin(self, flow: int) -> bool:
        """Look at a few nodes; return whether that was enough for all at ``flow``."""
        tape = self.stepper.tape
        empty_tree(tape)
        forget_flows(tape)
        tape[FLOW], tape[FLOWS] = flow, 0
        return self._closed(self._ceiling(), nodes=_FREE_RUN)

    def any_at_all(self) -> bool:
        """Look for some test that leaves one way; return whether there may be one.

        More ways are better, but a test at once is better than none at the end.
        """
        if self.stepper.tape[FLOW] == 1:
            return True
        closed = self.begin(1) or self.rise(1, nodes=_SOME_TEST)
        if closed and self.result.best is not None and self.result.best.flow == 1:
            self.result.bound = self.result.best.cost[0]
        return not closed or self.result.best is not None

    def is_closed(self, flow: int) -> bool:
        """Return whether the best choice is already proved to be the best at ``flow``."""
        best = self.result.best
        return best is not None and best.flow == flow and self.result.bound == best.cost[0]

    def rise(self, flow: int, nodes: int | None = None) -> bool:
        """Raise the target until all at ``flow`` is known, or after so many nodes."""
        tape = self.stepper.tape
        step, target = int(tape[STEP]), int(tape[TOTAL]) / _FIRST
        ceiling = self._ceiling()
        end = None if nodes is None else int(tape[NODES]) + nodes
        while True:
            limit = min(ceiling, max(step, -(-int(target) // step) * step))
            best = self.result.best
            left = None if end is None else end - int(self.stepper.tape[NODES])
            if not self._closed(limit, nodes=left):
                return False
            if (
                self.result.best is not best
                or limit == ceiling
                or not self.stepper.tape[BOUNDED]
            ):
                return True
            if best is not None and best.flow == flow:
                self.result.bound = limit
            target = max(target * _RISE, limit + step)

    def _ceiling(self) -> int:
        """Return the least count that is too much."""
        tape, best = self.stepper.tape, self.result.best
        if best is None or best.flow != tape[FLOW]:
            return int(tape[TOTAL]) + 1
        return best.cost[0]

    def _closed(self, limit: int, nodes: int | None = None) -> bool:
        """Look for everything cheaper than ``limit``; return whether all was looked at."""
        stepper, result = self.stepper, self.result
        empty_tree(stepper.tape)
        stepper.tape[LIMIT] = limit
        end = None if nodes is None else stepper.tape[NODES] + nodes
        while True:
            left = 1 << 30 if end is None else end - stepper.tape[NODES]
            if left <= 0:
                return False
            ended = stepper.step(left)
            tape = stepper.tape
            result.steps = stepper.done
            if ended == SOLVED:
                choice = self._take()
                tape[LIMIT] = choice.cost[0] - tape[STEP] + 1
            elif ended == FULL:
                make_room(tape)
            elif ended == DONE:
                return True
            stepper.progress(news(self._phase(limit), result))

    def _phase(self, limit: int) -> str:
        flow = self.stepper.tape[FLOW]
        return f"looking for a test of grade {self.grade}: {flow} ways for less than {limit}"

    def _take(self) -> Choice:
        """Accept what the search found, after checking it by the plain definition."""
        tape, result = self.stepper.tape, self.result
        before = result.best
        closed = frozenset(u for u in range(tape[UNITS_IN]) if tape[tape[VALUE] + u] == CUT)
        choice = choice_of(self.world, closed)
        wrong = first_violation(self.world, closed, frozenset(), self.grade)
        if wrong is not None or choice.flow < tape[FLOW]:
            raise SolverFault(f"the search took a choice that is not valid: {wrong}")
        result.accept(choice, self.stepper.budget)
        if before is not None and before.flow != choice.flow:
            result.bound = None  # it was told of another F
        return choice
