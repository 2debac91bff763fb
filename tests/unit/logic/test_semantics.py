"""The reference semantics on words that can be judged by eye."""

import pytest

from proctor.errors import InputError, ModelError
from proctor.logic.lasso import Lasso, Letter
from proctor.logic.parser import parse
from proctor.logic.semantics import holds, holds_at_end


def word(text: str) -> tuple[Letter, ...]:
    """Read ``"a ab -"`` as three letters; ``-`` is the empty one."""
    return tuple(frozenset(x.strip("-")) for x in text.split())


@pytest.mark.parametrize(
    ("formula", "prefix", "cycle", "truth"),
    [
        ("a", "a", "-", True),
        ("a", "", "- a", False),
        ("X a", "", "- a", True),
        ("XX a", "", "- a", False),
        ("F a", "- - -", "a", True),
        ("F a", "", "- b", False),
        ("G a", "a", "a ab", True),
        ("G a", "a", "a b", False),
        ("GF a", "", "- - a", True),
        ("FG a", "", "- - a", False),
        ("FG a", "- b", "a", True),
        ("a U b", "a a", "b", True),
        ("a U b", "", "a", False),
        ("a U b", "a -", "b", False),
        ("a W b", "", "a", True),
        ("a R b", "", "b", True),
        ("a R b", "b ab", "-", True),
        ("a R b", "b a", "-", False),
        ("a M b", "", "b", False),
        ("a M b", "b ab", "-", True),
        ("a xor b", "a", "-", True),
        ("a <-> b", "-", "a", True),
        ("a -> b", "a", "-", False),
        ("1 & !0", "", "-", True),
        ("0 | !1", "", "-", False),
    ],
)
def test_truth_on_short_lassos(formula: str, prefix: str, cycle: str, *, truth: bool) -> None:
    assert holds(parse(formula), Lasso(word(prefix), word(cycle))) is truth


def test_a_run_that_ends_repeats_its_last_letter() -> None:
    assert holds_at_end(parse("FG a"), word("- b a"))
    assert not holds_at_end(parse("GF b"), word("- b a"))
    assert holds_at_end(parse("XXXX a"), word("a"))


def test_an_empty_run_is_refused() -> None:
    with pytest.raises(InputError, match="empty run"):
        holds_at_end(parse("a"), [])


def test_a_lasso_needs_a_cycle() -> None:
    with pytest.raises(ModelError, match="cycle"):
        Lasso(word("a"), ())


def test_deep_formulas_are_no_problem() -> None:
    assert holds(parse("X" * 2000 + " a"), Lasso((), word("a b")))
