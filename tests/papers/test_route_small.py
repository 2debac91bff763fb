"""Small instances with published or independently computed optima.

Graebener, Badithela, Goktas, Ubellacker, Mazumdar, Ames and Murray, "Flow-Based Synthesis of
Reactive Tests for Discrete Decision-Making Systems with Temporal Logic Specifications" (2024),
and Badithela's thesis (2024), chapter 4. The sample of design.md was solved by brute force.
"""

from dataclasses import replace

import pytest

from proctor.artefacts.environment import Environment, Fairness
from proctor.artefacts.outcome import Found
from proctor.engines.route.dispatch import route
from proctor.models.problem import Problem
from worlds import BEAVER, EXAMPLE_1, EXAMPLE_2, SMALL_FUEL_RUN, read


def _found(problem: Problem) -> Environment:
    outcome = route(problem)
    assert isinstance(outcome, Found)
    assert outcome.certificate.verdict == "confirmed"
    assert outcome.stats.optimal is True
    return outcome.test


def test_example_1_has_three_ways_and_fourteen_cuts() -> None:
    """Flow-based synthesis (2024), Example 1; thesis, Experiment 4.2: F = 3, 14 edges."""
    environment = _found(read(EXAMPLE_1, conventions="paper"))

    assert (environment.flow, environment.cuts, environment.obstacles) == (3, 14, 4)


def test_example_2_has_two_ways_and_four_cuts() -> None:
    """Flow-based synthesis (2024), Example 2; thesis, Example 4.2: F = 2, 4 edges."""
    environment = _found(read(EXAMPLE_2, conventions="paper"))

    assert (environment.flow, environment.cuts) == (2, 4)


def test_the_beaver_has_two_ways_and_two_cuts() -> None:
    """Thesis, Experiment 4.7, beaver rescue: F = 2, 2 edges."""
    environment = _found(read(BEAVER, conventions="paper"))

    assert (environment.flow, environment.cuts) == (2, 2)


def test_the_sample_needs_two_walls_to_be_strictly_fair() -> None:
    """design.md, section 3, by brute force: F = 1 with 2 walls."""
    environment = _found(replace(read(SMALL_FUEL_RUN), fairness="strict"))

    assert (environment.flow, environment.obstacles, environment.stranded) == (1, 2, 0)


def test_the_sample_needs_one_wall_if_walls_are_announced() -> None:
    """design.md, section 3, by brute force: F = 2 with 1 wall, which strands 5 pairs."""
    environment = _found(replace(read(SMALL_FUEL_RUN), fairness="announced"))

    assert (environment.flow, environment.obstacles, environment.stranded) == (2, 1, 5)


@pytest.mark.parametrize("fairness", ["fairest", None])
def test_the_fairest_test_of_the_sample_is_strict(fairness: Fairness | None) -> None:
    """design.md, section 3: fairest answers strict, and says what announced walls allow."""
    outcome = route(replace(read(SMALL_FUEL_RUN), fairness=fairness))

    assert isinstance(outcome, Found)
    assert (outcome.test.fairness, outcome.test.flow) == ("strict", 1)
    assert ("announced", 2, 1) in outcome.stats.looser
