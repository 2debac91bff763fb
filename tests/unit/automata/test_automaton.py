"""Automata: what is determined, what is complete, and what is accepted."""

import pytest

from proctor.automata.acceptance import ALL, BUCHI, Acceptance, Term
from proctor.automata.automaton import Automaton, Edge, letter_of
from proctor.automata.emptiness import find_lasso
from proctor.automata.guard import EVERY, Guard
from proctor.automata.hoa_expressions import read_acceptance
from proctor.automata.hoa_lexer import Lexer
from proctor.automata.product import synchronous_product
from proctor.automata.runs import accepts
from proctor.errors import InputError
from proctor.logic.lasso import Lasso

A, B = Guard.literal(0), Guard.literal(1)
MARKED = frozenset({0})
NONE: frozenset[str] = frozenset()
ONLY_A = frozenset("a")


def automaton(
    edges: list[Edge],
    *,
    acceptance: Acceptance = BUCHI,
    starts: tuple[int, ...] = (0,),
    propositions: tuple[str, ...] = ("a", "b"),
) -> Automaton:
    states = 1 + max(max(e.source, e.target) for e in edges)
    return Automaton(
        propositions=propositions,
        states=states,
        starts=starts,
        edges=tuple(edges),
        acceptance=acceptance,
    )


def eventually_always_a() -> Automaton:
    return automaton([Edge(0, EVERY, 0), Edge(0, A, 1), Edge(1, A, 1, MARKED)])


def test_overlapping_guards_are_nondeterministic() -> None:
    assert not automaton([Edge(0, A, 0), Edge(0, B, 0)]).is_deterministic
    assert automaton([Edge(0, A, 0), Edge(0, A.negation(), 0)]).is_deterministic


def test_two_starts_are_nondeterministic() -> None:
    assert not automaton([Edge(0, EVERY, 0), Edge(1, EVERY, 1)], starts=(0, 1)).is_deterministic


def test_a_letter_without_an_edge_is_incomplete() -> None:
    assert not automaton([Edge(0, A, 0), Edge(0, B, 0)]).is_complete
    assert automaton([Edge(0, A, 0), Edge(0, A.negation(), 0)]).is_complete


def test_marks_on_all_edges_of_each_state_are_state_based() -> None:
    assert eventually_always_a().state_based
    assert not automaton([Edge(0, A, 0, MARKED), Edge(0, B, 0)]).state_based


def test_a_nondeterministic_automaton_guesses_right() -> None:
    guesser = eventually_always_a()

    assert accepts(guesser, Lasso((NONE, NONE), (ONLY_A,)))
    assert not accepts(guesser, Lasso((ONLY_A,), (ONLY_A, NONE)))


def test_an_automaton_without_a_start_accepts_nothing() -> None:
    empty = automaton([Edge(0, EVERY, 0, MARKED)], starts=())

    assert not accepts(empty, Lasso((), (NONE,)))
    assert find_lasso(empty) is None


def test_a_loop_must_avoid_what_may_come_only_finitely_often() -> None:
    rabin = read_acceptance(Lexer("Fin(0) & Inf(1)"), 2)
    two_loops = [
        Edge(0, A, 0, frozenset({0, 1})),
        Edge(0, A.negation(), 0, frozenset({1})),
    ]

    word = find_lasso(automaton(two_loops, acceptance=rabin))

    assert word == Lasso((), (NONE,))


def test_no_word_is_found_where_good_and_bad_edges_are_the_same() -> None:
    both = read_acceptance(Lexer("Fin(0) & Inf(0)"), 1)

    assert find_lasso(automaton([Edge(0, EVERY, 0, MARKED)], acceptance=both)) is None


def test_a_found_word_goes_through_all_marks_of_a_generalised_condition() -> None:
    condition = read_acceptance(Lexer("Inf(0) & Inf(1)"), 2)
    there_and_back = automaton(
        [Edge(0, A, 1, frozenset({0})), Edge(1, B, 0, frozenset({1}))], acceptance=condition
    )

    word = find_lasso(there_and_back)

    assert word == Lasso((), (ONLY_A, frozenset("b")))


def test_a_deep_chain_is_walked_without_recursion() -> None:
    chain = [Edge(n, EVERY, n + 1) for n in range(20_000)]
    long = automaton([*chain, Edge(20_000, EVERY, 20_000, MARKED)])

    word = find_lasso(long)

    assert word is not None
    assert len(word.prefix) == 20_000


def test_propositions_can_be_put_in_another_order() -> None:
    turned = automaton([Edge(0, A, 0, MARKED)]).over(("b", "c", "a"))

    assert turned.edges[0].guard == Guard.literal(2)
    assert accepts(turned, Lasso((), (ONLY_A,)))


def test_an_undeclared_proposition_is_refused_with_a_proposal() -> None:
    one = automaton([Edge(0, A, 0)], propositions=("goal",))

    with pytest.raises(InputError, match='did you mean "goals"'):
        one.over(("goals", "fuel"))


def test_trivial_conditions_become_buchi() -> None:
    always = automaton([Edge(0, EVERY, 0)], acceptance=ALL).as_buchi()

    assert always.acceptance == BUCHI
    assert always.accepting == (True,)


def test_another_condition_does_not_become_buchi() -> None:
    co_buchi = automaton([Edge(0, EVERY, 0)], acceptance=Acceptance(1, (Term("Fin", 0),)))

    with pytest.raises(InputError, match=r"accepts by 'Fin\(0\)'"):
        co_buchi.as_buchi()


@pytest.mark.parametrize(
    ("edge", "what"),
    [
        (Edge(0, EVERY, 7), "the edge from 0 to 7 is out of place"),
        (Edge(0, EVERY, 0, frozenset({3})), r"has the marks \[3\]"),
    ],
)
def test_an_edge_that_does_not_fit_is_refused(edge: Edge, what: str) -> None:
    with pytest.raises(InputError, match=what):
        Automaton(propositions=(), states=1, starts=(0,), edges=(edge,), acceptance=BUCHI)


def test_a_start_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InputError, match="the start state 1 does not exist"):
        Automaton(propositions=(), states=1, starts=(1,), edges=(), acceptance=BUCHI)


def test_too_many_or_equal_propositions_are_refused() -> None:
    with pytest.raises(InputError, match="257 propositions"):
        automaton([Edge(0, EVERY, 0)], propositions=tuple(f"p{n}" for n in range(257)))
    with pytest.raises(InputError, match="'a' is declared twice"):
        automaton([Edge(0, EVERY, 0)], propositions=("a", "a"))


def test_a_letter_is_made_of_declared_names_only() -> None:
    assert letter_of({"a", "c"}, ("a", "b", "c")) == 5
    with pytest.raises(InputError, match="'d' is not a proposition here"):
        letter_of({"d"}, ("a",))


def test_a_product_needs_deterministic_halves() -> None:
    with pytest.raises(InputError, match="two deterministic"):
        synchronous_product(eventually_always_a(), eventually_always_a())
