"""Tables: deterministic automata as arrays, and their smallest form."""

import numpy as np
import pytest

from proctor.automata.acceptance import BUCHI
from proctor.automata.automaton import Automaton, Edge
from proctor.automata.by_progression import progression_table
from proctor.automata.guard import EVERY, Guard
from proctor.automata.table import minimise, tabulate
from proctor.errors import BudgetExceeded, InputError
from proctor.logic.parser import parse

A = Guard.literal(0)
MARKED = frozenset({0})
LETTERS = (frozenset[str](), frozenset("a"))


def automaton(*edges: Edge) -> Automaton:
    states = 1 + max(max(e.source, e.target) for e in edges)
    return Automaton(
        propositions=("a",), states=states, starts=(0,), edges=edges, acceptance=BUCHI
    )


def test_a_table_is_judged_by_the_last_letter_repeated() -> None:
    again_and_again = automaton(
        Edge(0, A.negation(), 0),
        Edge(0, A, 1),
        Edge(1, A.negation(), 0, MARKED),
        Edge(1, A, 1, MARKED),
    )

    table = tabulate(again_and_again, LETTERS)

    assert table.after.tolist() == [[0, 1], [0, 1]]
    assert table.ends_well.tolist() == [[False, True], [False, True]]
    assert table.accepting is not None
    assert table.accepting.tolist() == [False, True]


def test_a_mark_before_the_final_loop_does_not_count() -> None:
    passing = automaton(Edge(0, EVERY, 1), Edge(1, EVERY, 2, MARKED), Edge(2, EVERY, 2))

    assert not tabulate(passing, LETTERS).ends_well.any()


def test_unknown_propositions_in_letters_do_not_matter() -> None:
    eventually = automaton(Edge(0, A.negation(), 0), Edge(0, A, 1), Edge(1, EVERY, 1, MARKED))

    table = tabulate(eventually, [frozenset({"z"}), frozenset({"a", "z"})])

    assert table.after.tolist() == [[0, 1], [1, 1]]


@pytest.mark.parametrize(
    "edges", [(Edge(0, A, 0),), (Edge(0, EVERY, 0), Edge(0, A, 0))], ids=["gap", "choice"]
)
def test_only_deterministic_complete_automata_have_a_table(edges: tuple[Edge, ...]) -> None:
    with pytest.raises(InputError, match="not deterministic and complete"):
        tabulate(automaton(*edges), LETTERS)


def test_marks_on_edges_are_refused() -> None:
    with pytest.raises(InputError, match="marks on edges"):
        tabulate(automaton(Edge(0, A, 0, MARKED), Edge(0, A.negation(), 0)), LETTERS)


def test_states_that_judge_alike_are_merged_and_numbered_from_the_start() -> None:
    twice = automaton(
        Edge(0, A, 1),
        Edge(0, A.negation(), 2),
        Edge(1, EVERY, 3),
        Edge(2, EVERY, 2),
        Edge(3, EVERY, 1, MARKED),
    )

    small, number = minimise(tabulate(twice, LETTERS))

    assert number.tolist() == [0, 2, 1, 2]
    assert small.after.tolist() == [[1, 2], [1, 1], [2, 2]]
    assert small.accepting is None


def test_states_out_of_reach_are_dropped() -> None:
    lonely = automaton(Edge(0, EVERY, 0, MARKED), Edge(1, EVERY, 0))

    small, number = minimise(tabulate(lonely, LETTERS))

    assert small.states == 1
    assert number.tolist() == [0, -1]


def test_a_letterless_table_is_one_state() -> None:
    small, _ = minimise(tabulate(automaton(Edge(0, EVERY, 0)), ()))

    assert small.states == 1
    assert small.after.shape == (1, 0)


def test_progression_gives_the_table_of_a_sequence() -> None:
    table = progression_table(parse("F(a & F b)"), [frozenset(n) for n in ("", "a", "b", "ab")])

    small, _ = minimise(table)

    assert small.after.tolist() == [[0, 1, 0, 2], [1, 1, 2, 2], [2, 2, 2, 2]]
    assert np.array_equal(small.ends_well[2], [True] * 4)


def test_too_many_rests_are_refused() -> None:
    with pytest.raises(BudgetExceeded, match="more than 2 different rests"):
        progression_table(parse("F(a & X a & X X a)"), LETTERS, limit=2)
