"""The patterns of Table I of the flow paper, as formulas."""

import pytest

from proctor.errors import InputError
from proctor.logic.parser import parse
from proctor.logic.patterns import eventually_after, instantly, never, sequence, visit


def test_patterns_are_those_of_table_one() -> None:
    assert visit("p1", "p2", "p3") == parse("F p1 & F p2 & F p3")
    assert sequence("p0", "p1", "p2") == parse("F(p0 & F(p1 & F p2))")
    assert never("p") == parse("G !p")
    assert instantly("p", "q") == parse("G(p -> q)")
    assert eventually_after("p", "q") == parse("G(p -> F q)")


def test_patterns_take_formulas_and_names() -> None:
    assert sequence(parse("a & b"), "c") == parse("F(a & b & F c)")
    assert visit("a") == parse("F a")
    assert instantly(parse("a | b"), "c") == parse("G((a | b) -> c)")


@pytest.mark.parametrize("pattern", [visit, sequence])
def test_nothing_to_reach_is_refused(pattern: type) -> None:
    with pytest.raises(InputError, match="nothing to reach"):
        pattern()


def test_a_name_that_is_an_operator_is_refused() -> None:
    with pytest.raises(InputError, match="cannot be a proposition"):
        never("U")
