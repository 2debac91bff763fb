"""Four small tests made by hand: doors, a wall that strands, both, and one as in the papers.

All of them: from S to the terminal T, by A (where the test objective is shown) or by B.
"""

import pytest

from proctor.artefacts.environment import Environment, Memory
from proctor.artefacts.model import Barriers, ExplicitModel, Move, Place

S, A, B, T = range(4)
NONE, SEEN, ARRIVED, BOTH = range(4)


def model(*pairs: tuple[int, int]) -> ExplicitModel:
    return ExplicitModel(
        propositions=("a", "t"),
        states=("S", "A", "B", "T"),
        labels=((), ("a",), (), ("t",)),
        start=S,
        terminal=(T,),
        moves=tuple(Move(one, f"to {'SABT'[two]}", two) for one, two in sorted(pairs)),
    )


def memory(*closed: tuple[int, ...], marks: bool = False) -> Memory:
    return Memory(
        names=("none", "seen", "arrived", "both"),
        start=NONE,
        letters=((), ("a",), ("t",)),
        after=(
            (NONE, SEEN, ARRIVED),
            (SEEN, SEEN, BOTH),
            (ARRIVED, BOTH, ARRIVED),
            (BOTH, BOTH, BOTH),
        ),
        closed=closed,
        system_marks=(False, False, True, True) if marks else (),
        test_marks=(False, True, False, True) if marks else (),
    )


@pytest.fixture
def reactive() -> Environment:
    """The door from B to T is closed until A was seen."""
    # Moves: S->A, S->B, A->S, A->B, A->T, B->S, B->A, B->T.
    world = model((S, A), (S, B), (A, S), (A, B), (A, T), (B, S), (B, A), (B, T))
    return Environment(
        model=world,
        harness=Barriers(places=(Place(name="BT", moves=(7,)),), bidirectional=True),
        system_objective="F t",
        test_objective="F a",
        kind="reactive",
        fairness="strict",
        memory=memory((0,), (), (), ()),
        flow=2,
        ways=(
            ((S, NONE), (A, SEEN), (T, BOTH)),
            ((S, NONE), (B, NONE), (A, SEEN), (B, SEEN), (T, BOTH)),
        ),
        cut=(((S, NONE), (A, SEEN)), ((S, NONE), (B, NONE))),
        obstacles=1,
        closings=1,
        cuts=1,
        stranded=0,
    )


@pytest.fixture
def announced() -> Environment:
    """A wall between B and T; whoever goes to B cannot come back."""
    # Moves: S->A, S->B, A->T, B->T.
    return Environment(
        model=model((S, A), (S, B), (A, T), (B, T)),
        harness=Barriers(places=(Place(name="BT", moves=(3,), weight=2),)),
        system_objective="F t",
        test_objective="F a",
        kind="static",
        fairness="announced",
        memory=memory((0,), (0,), (0,), (0,)),
        flow=1,
        ways=(((S, NONE), (A, SEEN), (T, BOTH)),),
        cut=(((A, SEEN), (T, BOTH)),),
        obstacles=2,
        closings=1,
        cuts=1,
        stranded=1,
    )


@pytest.fixture
def mixed() -> Environment:
    """The door from B to T, and a needless wall from B to A."""
    # Moves: S->A, S->B, A->S, A->B, A->T, B->S, B->A, B->T.
    world = model((S, A), (S, B), (A, S), (A, B), (A, T), (B, S), (B, A), (B, T))
    door = Place(name="BT", moves=(7,))
    wall = Place(name="BA", moves=(6,), wall=True)
    return Environment(
        model=world,
        harness=Barriers(places=(door, wall)),
        system_objective="F t",
        test_objective="F a",
        kind="mixed",
        fairness="announced",
        memory=memory((0, 1), (1,), (1,), (1,)),
        flow=1,
        ways=(((S, NONE), (A, SEEN), (T, BOTH)),),
        cut=(((S, NONE), (A, SEEN)),),
        obstacles=2,
        closings=2,
        cuts=3,
        stranded=0,
    )


@pytest.fixture
def published() -> Environment:
    """The reactive one, judged by marks."""
    world = model((S, A), (S, B), (A, S), (A, B), (A, T), (B, S), (B, A), (B, T))
    return Environment(
        model=world,
        harness=Barriers(places=(Place(name="BT", moves=(7,)),)),
        system_objective="F t",
        test_objective="F a",
        kind="reactive",
        conventions="paper",
        count="edges",
        fairness="paper",
        memory=memory((0,), (), (), (), marks=True),
        flow=2,
        ways=(
            ((S, NONE), (A, SEEN), (T, BOTH)),
            ((S, NONE), (B, NONE), (A, SEEN), (B, SEEN), (T, BOTH)),
        ),
        cut=(((S, NONE), (A, SEEN)), ((S, NONE), (B, NONE))),
        obstacles=1,
        closings=1,
        cuts=1,
        stranded=0,
    )
