"""Acceptance conditions as data."""

import pytest

from proctor.automata.acceptance import (
    ALL,
    BUCHI,
    NONE,
    Acceptance,
    Term,
    generalised_buchi,
)
from proctor.automata.hoa_expressions import read_acceptance
from proctor.automata.hoa_lexer import Lexer
from proctor.errors import InputError

# Names and formulas as in the definition of the format, section "Acceptance".
NAMED = {
    "all": (0, "t"),
    "none": (0, "f"),
    "Buchi": (1, "Inf(0)"),
    "co-Buchi": (1, "Fin(0)"),
    "generalized-Buchi 3": (3, "Inf(0) & Inf(1) & Inf(2)"),
    "generalized-co-Buchi 2": (2, "Fin(0) | Fin(1)"),
    "Rabin 2": (4, "(Fin(0) & Inf(1)) | (Fin(2) & Inf(3))"),
    "Streett 1": (2, "Fin(0) | Inf(1)"),
    "Streett 2": (4, "(Fin(0) | Inf(1)) & (Fin(2) | Inf(3))"),
    "parity min odd 5": (5, "Fin(0) & (Inf(1) | (Fin(2) & (Inf(3) | Fin(4))))"),
    "parity min even 3": (3, "Inf(0) | (Fin(1) & Inf(2))"),
    "parity max even 5": (5, "Inf(4) | (Fin(3) & (Inf(2) | (Fin(1) & Inf(0))))"),
    "parity max odd 3": (3, "Fin(2) & (Inf(1) | Fin(0))"),
}


def condition(count: int, text: str) -> Acceptance:
    return read_acceptance(Lexer(text), count)


@pytest.mark.parametrize("name", NAMED)
def test_a_condition_is_known_by_its_name_and_printed_as_it_was_read(name: str) -> None:
    count, text = NAMED[name]

    assert condition(count, text).name == name
    assert str(condition(count, text)) == text


def test_a_condition_of_no_known_shape_has_no_name() -> None:
    assert condition(2, "Inf(0) | Inf(1)").name is None


def test_buchi_wants_its_mark_again_and_again() -> None:
    assert BUCHI.holds([frozenset(), frozenset({0})])
    assert not BUCHI.holds([frozenset()])


def test_fin_of_a_negated_set_forbids_unmarked_edges() -> None:
    only_marked = condition(1, "Fin(!0)")

    assert only_marked.holds([frozenset({0})])
    assert not only_marked.holds([frozenset({0}), frozenset()])


def test_all_and_none_look_at_nothing() -> None:
    assert ALL.holds([])
    assert not NONE.holds([frozenset()])


def test_generalised_buchi_is_recognised() -> None:
    assert generalised_buchi(3).is_generalised_buchi
    assert generalised_buchi(0) == ALL
    assert not condition(1, "Fin(0)").is_generalised_buchi


def test_a_set_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InputError, match=r"Inf\(1\) names a set that does not exist"):
        Acceptance(1, (Term("Inf", 1),))


def test_more_than_64_sets_are_refused() -> None:
    with pytest.raises(InputError, match="65 acceptance sets"):
        generalised_buchi(65)
