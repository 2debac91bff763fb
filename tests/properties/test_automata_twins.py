"""Automata against their obvious twins: semantics on lassos, brute force, Spot itself."""

import os
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.automata.acceptance import generalised_buchi
from proctor.automata.automaton import Automaton, Edge
from proctor.automata.by_progression import progression_table
from proctor.automata.by_spot import translate as by_spot
from proctor.automata.emptiness import find_lasso
from proctor.automata.guard import Guard, are_disjoint, covers_all
from proctor.automata.hoa_expressions import read_acceptance
from proctor.automata.hoa_lexer import Lexer
from proctor.automata.hoa_reader import read_hoa, read_hoas
from proctor.automata.hoa_writer import write_hoa
from proctor.automata.runs import accepts
from proctor.automata.table import Table, minimise, tabulate
from proctor.errors import InputError, ProctorError
from proctor.logic.formula import FALSE, Formula, negation
from proctor.logic.lasso import Lasso
from proctor.logic.semantics import holds, holds_at_end
from strategies import formulas, lassos

NAMES = ("a", "b", "c")
LETTERS = tuple(
    frozenset(n for n, holds in zip("ab", bits, strict=True) if holds)
    for bits in product((False, True), repeat=2)
)
DEPTH = 20 if os.environ.get("PROCTOR_DEEP") else 1

with_spot = pytest.mark.skipif(not by_spot.available(), reason="Spot is not installed")

cubes = st.tuples(st.integers(0, 15), st.integers(0, 15)).map(lambda x: (x[0], x[0] & x[1]))
guards = st.lists(cubes, max_size=5).map(Guard.of)
many_lassos = st.lists(lassos(NAMES), min_size=25, max_size=25)


def read(guard: Guard) -> set[int]:
    return {letter for letter in range(16) if guard.accepts(letter)}


@given(guards, guards)
@settings(max_examples=200 * DEPTH, deadline=None)
def test_guards_are_sets_of_letters(left: Guard, right: Guard) -> None:
    everything = set(range(16))

    assert read(left.union(right)) == read(left) | read(right)
    assert read(left.intersection(right)) == read(left) & read(right)
    assert read(left.negation()) == everything - read(left)
    assert left.meets(right) == bool(read(left) & read(right))
    assert left.same(right) == (read(left) == read(right))
    assert left.is_every == (read(left) == everything)
    assert left.is_never == (not read(left))


@given(st.lists(cubes, max_size=8))
@settings(max_examples=200 * DEPTH, deadline=None)
def test_simplified_guards_read_the_same_and_have_no_cube_to_spare(
    some: list[tuple[int, int]],
) -> None:
    guard = Guard.of(some)

    assert read(guard) == read(Guard(tuple(some)))
    assert covers_all(some) == (len(read(guard)) == 16)
    for spared in guard.cubes:
        assert read(Guard(tuple(c for c in guard.cubes if c != spared))) != read(guard)


@given(st.lists(guards, max_size=6))
@settings(max_examples=200 * DEPTH, deadline=None)
def test_guards_are_disjoint_when_no_pair_meets(some: list[Guard]) -> None:
    met = any(x.meets(y) for n, x in enumerate(some) for y in some[:n])

    assert are_disjoint(some) == (not met)


@st.composite
def automata(draw: st.DrawFn) -> Automaton:
    """Return small automata of any kind, with any condition over two sets."""
    states = draw(st.integers(1, 4))
    condition = draw(
        st.sampled_from(
            [
                "Inf(0) & Inf(1)",
                "Fin(0) & Inf(1)",
                "Inf(0) | Fin(1)",
                "Fin(!0) | (Inf(0) & Fin(1))",
                "Inf(!1) & Fin(0)",
                "Inf(1) | (Fin(0) & Inf(!1))",
                "t",
                "f",
            ]
        )
    )
    numbers = st.integers(0, states - 1)
    marks = st.frozensets(st.integers(0, 1))
    edges = draw(st.lists(st.builds(Edge, numbers, guards, numbers, marks), max_size=10))
    return Automaton(
        propositions=("a", "b", "c", "d"),
        states=states,
        starts=tuple(draw(st.frozensets(numbers, max_size=2))),
        edges=tuple(sorted((e for e in edges if not e.guard.is_never), key=lambda e: e.source)),
        acceptance=read_acceptance(Lexer(condition), 2),
    )


@given(automata())
@settings(max_examples=300 * DEPTH, deadline=None)
def test_what_is_written_is_read_back(automaton: Automaton) -> None:
    assert read_hoa(write_hoa(automaton)) == automaton


def good_by_force(automaton: Automaton) -> bool:
    """Whether some set of edges can be seen for ever: tries every set."""
    reached = set(automaton.starts)
    for _ in range(automaton.states):
        reached |= {e.target for e in automaton.edges if e.source in reached}
    edges = [e for e in automaton.edges if e.source in reached]
    for chosen in range(1, 1 << len(edges)):
        some = [e for n, e in enumerate(edges) if chosen >> n & 1]
        if connected(some) and automaton.acceptance.holds(e.marks for e in some):
            return True
    return False


def connected(edges: list[Edge]) -> bool:
    reaches = {(e.source, e.target) for e in edges}
    for _ in edges:
        reaches |= {(x, z) for x, y in reaches for y2, z in reaches if y == y2}
    ends = {e.source for e in edges} | {e.target for e in edges}
    return all((x, y) in reaches for x in ends for y in ends)


@given(automata().filter(lambda a: len(a.edges) <= 6))
@settings(max_examples=150 * DEPTH, deadline=None)
def test_a_word_is_found_exactly_when_some_edges_can_be_seen_for_ever(
    automaton: Automaton,
) -> None:
    word = find_lasso(automaton)

    assert (word is not None) == good_by_force(automaton)
    assert word is None or accepts(automaton, word)


@given(st.text(alphabet='HOA: v1Start0"ap&|!()[]{}@\n-/*BODYEND', max_size=200))
@settings(max_examples=200 * DEPTH, deadline=None)
def test_any_text_is_read_or_refused_with_a_sentence(text: str) -> None:
    whole = f'HOA: v1 AP: 1 "a" Acceptance: 1 Inf(0) {text}'
    for each in (text, whole, f"{whole} --BODY-- {text} --END--"):
        assert refusal(each) is None or str(refusal(each)).startswith("line ")


def refusal(text: str) -> str | None:
    try:
        read_hoas(text)
    except InputError as error:
        return error.message
    return None


@with_spot
@given(formulas(NAMES, max_leaves=6), many_lassos)
@settings(max_examples=420 * DEPTH, deadline=None)
def test_a_translation_accepts_the_words_on_which_the_formula_holds(
    formula: Formula, words: list[Lasso]
) -> None:
    automaton = by_spot.translate(formula, NAMES)

    for word in words:
        assert accepts(automaton, word) == holds(formula, word)


@with_spot
@given(
    formulas(NAMES, max_leaves=5), many_lassos, st.sampled_from(["generalised Buchi", "parity"])
)
@settings(max_examples=60 * DEPTH, deadline=None)
def test_other_kinds_accept_the_same_words_also_after_writing(
    formula: Formula, words: list[Lasso], kind: by_spot.Kind
) -> None:
    automaton = read_hoa(write_hoa(by_spot.translate(formula, NAMES, kind)))

    for word in words:
        assert accepts(automaton, word) == holds(formula, word)


@with_spot
@given(formulas(NAMES, max_leaves=5), many_lassos)
@settings(max_examples=120 * DEPTH, deadline=None)
def test_a_deterministic_automaton_is_found_exactly_for_recurrence_properties(
    formula: Formula, words: list[Lasso]
) -> None:
    try:
        automaton = by_spot.deterministic_buchi(formula, NAMES)
    except ProctorError:
        assert not by_spot.is_recurrence(formula)
        return

    assert by_spot.is_recurrence(formula)
    assert automaton.is_deterministic
    assert automaton.is_complete
    for word in words:
        assert accepts(automaton, word) == holds(formula, word)


@with_spot
@given(formulas(NAMES, max_leaves=6))
@settings(max_examples=150 * DEPTH, deadline=None)
def test_a_word_is_found_exactly_when_the_formula_is_not_false(formula: Formula) -> None:
    word = find_lasso(by_spot.translate(formula, NAMES, "generalised Buchi"))

    assert (word is None) == by_spot.equivalent(formula, FALSE)
    assert word is None or holds(formula, word)
    broken = find_lasso(by_spot.translate(negation(formula), NAMES))
    assert broken is None or not holds(formula, broken)


@with_spot
@given(formulas(("a", "b"), max_leaves=5))
@settings(max_examples=120 * DEPTH, deadline=None)
def test_both_ways_to_a_table_judge_finite_runs_alike(formula: Formula) -> None:
    rewritten, _ = minimise(progression_table(formula, LETTERS))
    try:
        automaton = by_spot.deterministic_buchi(formula, ("a", "b"))
    except InputError:
        return
    translated, _ = minimise(tabulate(automaton, LETTERS))

    assert np.array_equal(rewritten.after, translated.after)
    assert np.array_equal(rewritten.ends_well, translated.ends_well)


@given(formulas(("a", "b"), max_leaves=5), st.lists(st.integers(0, 3), min_size=1, max_size=6))
@settings(max_examples=150 * DEPTH, deadline=None)
def test_a_table_judges_a_finite_run_by_its_last_letter_repeated(
    formula: Formula, run: list[int]
) -> None:
    table, _ = minimise(progression_table(formula, LETTERS))

    state = table.start
    for letter in run[:-1]:
        state = table.after[state, letter]

    judged = bool(table.ends_well[state, run[-1]])
    assert judged == holds_at_end(formula, [LETTERS[x] for x in run])


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Return small tables, not of any automaton."""
    states, letters = draw(st.integers(1, 7)), draw(st.integers(1, 3))
    cells = states * letters
    targets = draw(st.lists(st.integers(0, states - 1), min_size=cells, max_size=cells))
    judged = draw(st.lists(st.booleans(), min_size=cells, max_size=cells))
    return Table(
        letters=LETTERS[:letters],
        start=draw(st.integers(0, states - 1)),
        after=np.array(targets, dtype=np.int32).reshape(states, letters),
        ends_well=np.array(judged, dtype=np.bool_).reshape(states, letters),
    )


def told_apart(table: Table) -> set[tuple[int, int]]:
    """Return the pairs that some word tells apart, by the definition: a fixpoint over pairs."""
    states = range(table.states)
    apart = {
        (p, q)
        for p in states
        for q in states
        if not np.array_equal(table.ends_well[p], table.ends_well[q])
    }
    while True:
        more = {
            (p, q)
            for p in states
            for q in states
            if any(
                (x, y) in apart
                for x, y in zip(table.after[p].tolist(), table.after[q].tolist(), strict=True)
            )
        }
        if more <= apart:
            return apart
        apart |= more


@given(tables())
@settings(max_examples=200 * DEPTH, deadline=None)
def test_minimising_merges_exactly_what_no_word_tells_apart(table: Table) -> None:
    small, number = minimise(table)

    apart = told_apart(table)
    reached = [q for q in range(table.states) if number[q] >= 0]
    for p, q in product(reached, repeat=2):
        assert (number[p] == number[q]) == ((p, q) not in apart)
    for q in reached:
        assert np.array_equal(small.after[number[q]], number[table.after[q]])
        assert np.array_equal(small.ends_well[number[q]], table.ends_well[q])
    assert number[table.start] == small.start == 0
    assert set(number[reached].tolist()) == set(range(small.states))


def test_a_generalised_condition_of_many_marks_is_met_by_one_tour() -> None:
    ring = tuple(Edge(n, Guard.literal(0), (n + 1) % 8, frozenset({n})) for n in range(8))
    automaton = Automaton(
        propositions=("a",), states=8, starts=(0,), edges=ring, acceptance=generalised_buchi(8)
    )

    word = find_lasso(automaton)

    assert word is not None
    assert len(word.cycle) == 8
