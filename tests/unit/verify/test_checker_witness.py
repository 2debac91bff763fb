"""A closed place is explained by the way around that it closes."""

from dataclasses import replace

import pytest

from proctor.artefacts.environment import Environment
from proctor.budget import Budget
from proctor.errors import BudgetExceeded, CheckFailed, InputError
from proctor.verify.witness import bypass_closed_by

S, A, B, T = range(4)
NONE, SEEN, ARRIVED, BOTH = range(4)


@pytest.mark.parametrize("name", ["reactive", "announced", "mixed", "published"])
def test_without_the_door_one_goes_around_by_b(
    name: str, request: pytest.FixtureRequest
) -> None:
    way = bypass_closed_by(request.getfixturevalue(name), 0)

    assert way == ((S, NONE), (B, NONE), (T, ARRIVED))


def test_a_needless_wall_closes_no_way_around(mixed: Environment) -> None:
    assert bypass_closed_by(mixed, 1) is None


@pytest.mark.parametrize("place", [-1, 1])
def test_a_place_that_does_not_exist_is_refused(place: int, reactive: Environment) -> None:
    with pytest.raises(InputError, match=rf"no place {place}.*\n.*0\.\.0"):
        bypass_closed_by(reactive, place)


def test_without_any_place_the_hint_says_so(reactive: Environment) -> None:
    bare = replace(reactive, harness=replace(reactive.harness, places=()))

    with pytest.raises(InputError, match="no places"):
        bypass_closed_by(bare, 0)


def test_a_broken_artefact_cannot_explain_itself(
    reactive: Environment, published: Environment
) -> None:
    memory = reactive.memory
    gap = replace(memory, after=((-1, -1, -1), *memory.after[1:]))
    forgetful = replace(memory, after=((0, 0, 2), *memory.after[1:]))
    strange = replace(memory, closed=((0, 5), (), (), ()))
    unmarked = replace(published.memory, test_marks=())

    with pytest.raises(CheckFailed, match="does not know"):
        bypass_closed_by(replace(reactive, memory=gap), 0)
    with pytest.raises(CheckFailed, match="other futures"):
        bypass_closed_by(replace(reactive, memory=forgetful), 0)
    with pytest.raises(CheckFailed, match="marks of both"):
        bypass_closed_by(replace(published, memory=unmarked), 0)
    with pytest.raises(CheckFailed, match="place that does not exist"):
        bypass_closed_by(replace(reactive, memory=strange), 0)


def test_a_budget_is_kept(reactive: Environment) -> None:
    with pytest.raises(BudgetExceeded):
        bypass_closed_by(reactive, 0, budget=Budget(steps=3))
