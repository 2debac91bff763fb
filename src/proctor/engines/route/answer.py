"""From closed units on the product graph home to an environment on the model."""

from collections.abc import Sequence

from proctor.artefacts.certificate import Certificate
from proctor.artefacts.environment import Environment, Grade, Memory
from proctor.artefacts.model import Barriers
from proctor.budget import Budget
from proctor.engines.route.result import Choice
from proctor.engines.route.violations import stranded
from proctor.engines.route.walks import reached
from proctor.engines.route.world import World
from proctor.graphs.disjoint import disjoint_ways
from proctor.verify.environment import check_environment

__all__ = ["certified", "make_environment"]


def make_environment(
    world: World, choice: Choice, grade: Grade, *, seed: int, proved_by: str
) -> Environment:
    """Return the environment that closes ``choice``, with its ways, cut and counts."""
    product = world.product
    problem, model = product.problem, product.problem.model
    blocked = world.blocked(choice.closed)
    arcs = [[(e, h) for e, h in row if e not in blocked] for row in world.out]
    found = disjoint_ways(arcs, world.start, world.target)
    number = _numbering(world, blocked)
    steps = [
        (state, number[history])
        for state, history in zip(product.state.tolist(), world.history, strict=True)
    ]
    tails, heads = product.graph.tails.tolist(), product.graph.heads.tolist()
    places = {world.units[u].place for u in choice.closed}
    return Environment(
        title=problem.title,
        model=model.explicit(product.histories.labelling),
        harness=Barriers(
            places=problem.places.explicit(),
            rules=problem.places.rules,
            bidirectional=problem.harness.bidirectional,
        ),
        system_objective=str(problem.system_objective),
        test_objective=str(problem.test_objective),
        kind=problem.kind,
        conventions=problem.conventions,
        count=problem.counted,
        fairness=grade,
        memory=_memory(world, choice, number),
        flow=len(found.ways),
        ways=tuple(
            (steps[world.start], *(steps[heads[edge]] for edge in way)) for way in found.ways
        ),
        cut=tuple((steps[tails[edge]], steps[heads[edge]]) for edge in found.cut),
        obstacles=sum(int(problem.places.weights[p]) for p in places),
        closings=len(choice.closed),
        cuts=len(blocked),
        stranded=stranded(world, choice.closed),
        proved_by=proved_by,
        problem_digest=problem.digest,
        seed=seed,
    )


def certified(environment: Environment, *, budget: Budget | None = None) -> Certificate:
    """Return the checker's certificate; the checker sees nothing but the environment."""
    return check_environment(environment, budget=budget)


def _numbering(world: World, blocked: set[int]) -> list[int]:
    """Return a number for each history: those that the test leaves open come first."""
    met = dict.fromkeys(world.history[node] for node in reached(world, blocked))
    order = [*met, *(q for q in range(world.product.histories.n) if q not in met)]
    return [order.index(q) for q in range(len(order))]


def _memory(world: World, choice: Choice, number: Sequence[int]) -> Memory:
    histories = world.product.histories
    marks = world.product.problem.conventions == "paper"
    order = sorted(range(histories.n), key=number.__getitem__)
    closed = [
        tuple(
            sorted(
                world.units[u].place
                for u in choice.closed
                if world.units[u].history in (None, q)
            )
        )
        for q in order
    ]
    renumbered = [*number, -1]  # -1 stays -1
    letter = _any_letter(world)
    return Memory(
        names=tuple(f"q{m}" for m in range(histories.n)),
        start=number[histories.start],
        letters=tuple(tuple(sorted(x)) for x in histories.labelling.letters),
        after=tuple(tuple(renumbered[q] for q in histories.after[p].tolist()) for p in order),
        closed=tuple(closed),
        system_marks=tuple(histories.succeeds[order, letter].tolist()) if marks else (),
        test_marks=tuple(histories.shows[order, letter].tolist()) if marks else (),
    )


def _any_letter(world: World) -> int:
    """Under ``paper`` a mark does not depend on the letter, so any that occurs will do."""
    product = world.product
    return int(product.histories.labelling.of[product.state[world.start]])
