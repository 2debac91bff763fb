"""Random formulas, letters and lassos for Hypothesis."""

from collections.abc import Sequence

from hypothesis import strategies as st

from proctor.logic.formula import (
    FALSE,
    TRUE,
    Formula,
    atom,
    binary,
    conjunction,
    disjunction,
    unary,
)
from proctor.logic.lasso import Lasso, Letter
from proctor.logic.ops import BINARY, UNARY

__all__ = ["formulas", "lassos", "letters"]

NAMES = ("a", "b", "c")


def formulas(
    names: Sequence[str] = NAMES, max_leaves: int = 8, *, constants: bool = True
) -> st.SearchStrategy[Formula]:
    """Return formulas with all operators over ``names``."""
    leaves = st.sampled_from([atom(name) for name in names])
    if constants:
        leaves = st.one_of(leaves, leaves, leaves, st.sampled_from([TRUE, FALSE]))
    return st.recursive(leaves, _larger, max_leaves=max_leaves)


def letters(names: Sequence[str] = NAMES) -> st.SearchStrategy[Letter]:
    """Return letters over ``names``."""
    return st.frozensets(st.sampled_from(sorted(names))) if names else st.just(frozenset())


def lassos(names: Sequence[str] = NAMES, longest: int = 4) -> st.SearchStrategy[Lasso]:
    """Return lassos with a prefix and a cycle of at most ``longest`` letters each."""
    prefix = st.lists(letters(names), max_size=longest).map(tuple)
    cycle = st.lists(letters(names), min_size=1, max_size=longest).map(tuple)
    return st.builds(Lasso, prefix, cycle)


def _larger(parts: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    several = st.lists(parts, min_size=2, max_size=3)
    return st.one_of(
        st.builds(unary, st.sampled_from(sorted(UNARY)), parts),
        st.builds(binary, st.sampled_from(sorted(BINARY)), parts, parts),
        several.map(conjunction),
        several.map(disjunction),
    )
