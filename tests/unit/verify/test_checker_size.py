"""The checker's work grows with the product, and no input is too deep for it."""

from dataclasses import replace

import pytest

from proctor.artefacts.environment import Environment, Memory
from proctor.artefacts.model import Barriers, ExplicitModel, Move, Place
from proctor.budget import Budget
from proctor.verify.environment import check_environment


def corridor(length: int) -> Environment:
    """A row of cells, a in the middle and T at its end, with a needless door in each step."""
    last, middle = length - 1, length // 2
    moves = []
    for i in range(last):
        moves += [Move(i, "back", i - 1)] if i else []
        moves.append(Move(i, "on", i + 1))
    doors = [i for i, move in enumerate(moves) if move.action == "back"]
    seen = ((0, 0), *((i, int(i >= middle)) for i in range(1, last)), (last, 3))
    return Environment(
        model=ExplicitModel(
            propositions=("a", "t"),
            states=tuple(f"c{i}" for i in range(length)),
            labels=tuple(
                ("a",) if i == middle else ("t",) if i == last else () for i in range(length)
            ),
            start=0,
            terminal=(last,),
            moves=tuple(moves),
        ),
        harness=Barriers(
            places=tuple(Place(name=f"d{n}", moves=(i,)) for n, i in enumerate(doors))
        ),
        system_objective="F t",
        test_objective="F a",
        kind="reactive",
        memory=Memory(
            names=("none", "seen", "arrived", "both"),
            start=0,
            letters=((), ("a",), ("t",)),
            after=((0, 1, 2), (1, 1, 3), (2, 3, 2), (3, 3, 3)),
            closed=((), tuple(range(len(doors))), (), ()),
        ),
        flow=1,
        ways=(seen,),
        cut=((seen[0], seen[1]),),
        obstacles=len(doors),
        closings=len(doors),
        # Seen are the cells from 1 on when all is open; each can go back but the first.
        cuts=last - 1,
    )


def test_a_long_corridor_is_checked_in_a_few_steps_per_pair() -> None:
    environment = corridor(2_000)
    budget = Budget()

    certificate = check_environment(environment, budget=budget)

    assert certificate.verdict == "confirmed", certificate.claims
    assert budget.used < 10 * 2 * 2_000


def test_many_sets_of_closed_places_share_what_they_do_not_concern() -> None:
    # All doors point backwards, so that no view loses anything: views cost next to nothing.
    environment = corridor(1_000)
    memory = environment.memory
    doors = range(len(environment.harness.places))
    closed = tuple(tuple(p for p in doors if p % 4 != m) for m in range(4))
    budget = Budget()

    certificate = check_environment(
        replace(environment, memory=replace(memory, closed=closed)), budget=budget
    )

    fair = next(claim for claim in certificate.claims if claim.key == "fair")
    assert fair.status == "proved"
    assert budget.used < 10 * 2 * 1_000


@pytest.mark.parametrize(
    "deep",
    [
        "F t & " + "X" * 300 + " (a | !a)",
        "F t | (" * 600 + "F t" + ")" * 600,
        "!" * 1_900 + "F t",
        "(" * 5_000 + "F t" + ")" * 5_000,
        "F t & F(" * 150 + "t" + ")" * 150,
        "\0",
        "",
        "F t \ud800",
    ],
    ids=["next", "or", "not", "parentheses", "finally", "nul", "empty", "surrogate"],
)
def test_no_formula_is_too_deep_to_be_judged_or_refused(
    deep: str, reactive: Environment
) -> None:
    certificate = check_environment(
        replace(reactive, system_objective=deep), budget=Budget(seconds=2)
    )

    assert certificate.claims
