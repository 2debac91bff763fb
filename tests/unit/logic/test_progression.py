"""What remains of a formula: patterns keep few rests, and limits are sentences."""

from itertools import combinations
from time import perf_counter

import pytest

from proctor.errors import BudgetExceeded
from proctor.logic.formula import conjunction, disjunction, propositions, unary
from proctor.logic.ops import Op
from proctor.logic.parser import parse
from proctor.logic.patterns import sequence
from proctor.logic.progression import Progression, Rest


def all_rests(text: str) -> set[Rest]:
    """Return every rest of a formula that some finite word leads to."""
    formula = parse(text)
    names = propositions(formula)
    sizes = range(len(names) + 1)
    letters = [frozenset(x) for n in sizes for x in combinations(names, n)]
    progression = Progression(formula)
    found = {progression.start}
    todo = [progression.start]
    while todo:
        rest = todo.pop()
        for letter in letters:
            following = progression.after(rest, letter)
            if following not in found:
                found.add(following)
                todo.append(following)
    return found


# The sizes of the minimal deterministic automata, counted by hand: which visits are still
# open, how far a sequence is, which reactions are owed, and one more for a broken promise.
@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("F goal & G(t1 -> F r1) & G(t2 -> F r2) & G(t3 -> F r3)", 16),
        ("visit(a, b, c)", 8),
        ("sequence(a, b, c, d)", 5),
        ("visit(a, b) & sequence(a, b)", 3),
        ("never(a)", 2),
        ("instantly(p, q) & F goal", 3),
        ("eventually_after(p, q)", 2),
        ("GF a & GF b", 1),
        ("GF a & F a", 1),
        ("G(p -> F(q & F r))", 3),
    ],
)
def test_patterns_leave_few_rests(text: str, count: int) -> None:
    assert len(all_rests(text)) == count


def test_next_waits_for_one_letter() -> None:
    progression = Progression(parse("X a"))
    rest = progression.after(progression.start, frozenset())

    assert str(rest) == "a"
    assert progression.after(rest, frozenset("a")).is_true
    assert progression.after(rest, frozenset()).is_false


def test_letters_that_do_not_matter_are_ignored() -> None:
    progression = Progression(parse("F a"))

    assert progression.after(progression.start, frozenset({"z"})) == progression.start


def test_contradicting_literals_leave_nothing_possible() -> None:
    progression = Progression(parse("X(a & !a)"))

    assert progression.after(progression.start, frozenset()).is_false


def test_too_many_obligations_are_a_sentence() -> None:
    many = disjunction(
        conjunction([unary(Op.FINALLY, parse(f"p{i}")), unary(Op.GLOBALLY, parse(f"q{i}"))])
        for i in range(20)
    )
    with pytest.raises(BudgetExceeded, match="more than 50 parts"):
        Progression(many, limit=50)


@pytest.mark.parametrize("op", [conjunction, disjunction])
def test_very_long_formulas_stop_soon(op: type) -> None:
    many = op(unary(Op.FINALLY, parse(f"p{i}")) for i in range(20_000))
    begin = perf_counter()

    with pytest.raises(BudgetExceeded, match="split the requirement"):
        Progression(many)
    assert perf_counter() - begin < 10


def test_a_long_sequence_goes_one_step_at_a_time() -> None:
    goals = [f"p{i}" for i in range(100)]
    progression = Progression(sequence(*goals))
    rest = progression.start
    for goal in goals[:-1]:
        rest = progression.after(rest, frozenset({goal}))

        assert not rest.is_true
        assert len(rest.terms) == 1
    assert progression.after(rest, frozenset({goals[-1]})).is_true


def test_a_deep_formula_is_no_problem() -> None:
    progression = Progression(parse("X" * 1999 + " a"))
    rest = progression.start
    for _ in range(1999):
        rest = progression.after(rest, frozenset())

    assert str(rest) == "a"


def test_the_formula_of_a_rest_is_the_same_for_equal_rests() -> None:
    one = Progression(parse("F b & G a & F c"))
    two = Progression(parse("F c & F b & G a"))

    assert one.start == two.start
    assert str(one.start) == str(two.start)
