"""Objectives: which formulas may be one, and why others may not."""

import time

import pytest

from proctor.automata import objective
from proctor.automata.by_spot import native
from proctor.automata.by_spot import translate as by_spot
from proctor.automata.by_spot.apart import answer_apart
from proctor.automata.runs import accepts
from proctor.errors import InputError, MissingLibrary
from proctor.logic.formula import Formula, atom, propositions, unary
from proctor.logic.lasso import Lasso
from proctor.logic.ops import Op
from proctor.logic.parser import parse

with_spot = pytest.mark.skipif(not by_spot.available(), reason="Spot is not installed")
LETTERS = [frozenset(names) for names in ("", "p", "q", "pq")]


def names(formula: Formula) -> tuple[str, ...]:
    return propositions(formula)


@with_spot
@pytest.mark.parametrize(
    "text",
    [
        "F p",
        "G !p",
        "p U q",
        "G(p -> F q)",
        "G F p",
        "G(p -> F(q & F r))",
        "1",
        "0",
        "F p | G q",
    ],
)
def test_recurrence_properties_have_a_deterministic_complete_automaton(text: str) -> None:
    formula = parse(text)

    automaton = objective.automaton_of_system(formula, names(formula))

    assert automaton.is_deterministic
    assert automaton.is_complete
    assert automaton.state_based
    assert automaton.acceptance.is_buchi
    assert automaton.propositions == names(formula)


@with_spot
@pytest.mark.parametrize(
    ("text", "kind"), [("F G p", "persistence"), ("(G F p -> G F q) & F G r", "reactivity")]
)
def test_other_properties_are_refused_and_their_class_is_named(text: str, kind: str) -> None:
    formula = parse(text)

    with pytest.raises(InputError, match=f"no deterministic Büchi .* it is a {kind} property"):
        objective.automaton_of_system(formula, names(formula))


@with_spot
def test_a_proposition_that_is_not_declared_is_refused() -> None:
    with pytest.raises(InputError, match="'goal', which is not declared") as caught:
        objective.automaton_of_system(parse("F goal"), ("gaol",))

    assert caught.value.hint == 'did you mean "gaol"?'


@with_spot
def test_declared_propositions_keep_their_order() -> None:
    automaton = objective.automaton_of_system(parse("F p & F q"), ("z", "q", "p"))

    assert automaton.propositions == ("z", "q", "p")
    assert accepts(automaton, Lasso((frozenset("p"),), (frozenset("q"),)))
    assert not accepts(automaton, Lasso((frozenset("p"),), (frozenset("z"),)))


@with_spot
@pytest.mark.parametrize(
    "text", ["F p", "F(p & F q)", "p U q", "X p", "F(p & X X q)", "0", "1"]
)
def test_a_test_objective_that_came_true_stays_true(text: str) -> None:
    formula = parse(text)

    automaton = objective.automaton_of_test(formula, names(formula))

    accepting = automaton.accepting
    assert all(accepting[e.target] for e in automaton.edges if accepting[e.source])


@with_spot
@pytest.mark.parametrize("text", ["G p", "G F p", "p W q", "F p | G q", "G(p -> F q)"])
def test_a_test_objective_that_could_be_lost_again_is_refused_with_a_word(text: str) -> None:
    formula = parse(text)

    with pytest.raises(InputError, match="could still be lost") as caught:
        objective.automaton_of_test(formula, names(formula))

    assert "must stay true once it has come true" in caught.value.message


@with_spot
def test_spot_knows_guarantees_by_their_meaning() -> None:
    assert by_spot.is_guarantee(parse("!G !p"))
    assert by_spot.is_guarantee(parse("F p | (G q & !G q)"))
    assert not by_spot.is_guarantee(parse("G p"))
    assert by_spot.is_recurrence(parse("G F p"))
    assert not by_spot.is_recurrence(parse("F G p"))


@with_spot
def test_equivalent_formulas_are_told_from_others() -> None:
    assert by_spot.equivalent(parse("!F p"), parse("G !p"))
    assert not by_spot.equivalent(parse("F p"), parse("G p"))


@with_spot
def test_the_kind_of_automaton_can_be_chosen() -> None:
    formula = parse("F G p")

    assert by_spot.translate(formula, ("p",)).acceptance.is_buchi
    assert by_spot.translate(formula, ("p",), "generalised Buchi").acceptance.count <= 1
    assert by_spot.translate(formula, ("p",), "parity").is_deterministic


@with_spot
def test_a_process_of_its_own_answers_the_same() -> None:
    formula = parse('F "strange name" & G(p -> F q)')

    assert answer_apart("deterministic Buchi", [formula], 30) == native.answer(
        "deterministic Buchi", [formula]
    )


@with_spot
def test_an_error_comes_back_from_the_other_process() -> None:
    with pytest.raises(InputError, match="it is a persistence property"):
        answer_apart("deterministic Buchi", [parse("F G p")], 30)


@with_spot
def test_a_formula_that_takes_spot_too_long_is_refused_in_time() -> None:
    formula = parse(" & ".join(f"G(t{n} -> F r{n})" for n in range(9)))
    began = time.perf_counter()

    with pytest.raises(InputError, match=r"did not finish .* within 0.7 seconds"):
        by_spot.deterministic_buchi(formula, names(formula), seconds=0.7)

    assert time.perf_counter() - began < 5


@with_spot
def test_what_would_have_too_many_states_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "MAX_STATES", 7)
    formula = parse("F p & F q & F r")

    with pytest.raises(InputError, match="F p & F q & F r has more than 7 states"):
        by_spot.deterministic_buchi(formula, names(formula))


@with_spot
def test_a_very_deep_formula_is_refused_before_spot_sees_it() -> None:
    formula = atom("p")
    for _ in range(20_000):
        formula = unary(Op.NEXT, formula)

    for question in (by_spot.deterministic_buchi, by_spot.translate):
        with pytest.raises(InputError, match="nested 20001 levels deep"):
            question(formula, ("p",))


def test_without_spot_what_is_plainly_a_recurrence_still_has_a_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(objective, "available", lambda: False)

    assert (
        objective.table_of_system(parse("G(p -> F q)"), ("p", "q"), LETTERS).accepting is None
    )
    with pytest.raises(InputError, match="from the way it is written"):
        objective.table_of_system(parse("F G p"), ("p", "q"), LETTERS)


def test_without_spot_what_is_plainly_a_guarantee_still_has_a_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(objective, "available", lambda: False)

    table = objective.table_of_test(parse("F(p & F q)"), ("p", "q"), LETTERS)

    assert table.accepting is not None
    assert table.accepting.sum() == 1
    with pytest.raises(InputError, match="need not stay true"):
        objective.table_of_test(parse("G p"), ("p", "q"), LETTERS)


def test_a_missing_library_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "spot", None)

    with pytest.raises(MissingLibrary, match="Spot is not installed here"):
        objective.automaton_of_system(parse("F p"), ("p",))
