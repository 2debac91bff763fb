"""Formulas as English sentences."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.logic.bounds import Bound, expanded
from proctor.logic.explain import in_words
from proctor.logic.formula import Formula
from proctor.logic.ops import Op
from proctor.logic.parser import parse
from proctor.logic.windows import Window, windows
from strategies import formulas

SENTENCES = {
    "F goal": "The system visits goal.",
    "visit(a, b, c)": "The system visits a, b and c, in any order.",
    "sequence(a, b)": "The system visits a, then b.",
    "never(crash)": "Never crash.",
    "never(a & b)": "Never (a and b).",
    "G(p -> q)": "Whenever p, then q at the same time.",
    "G(p -> F q)": "Whenever p, then eventually q.",
    "G(p -> X q)": "Whenever p, then at the next step, q.",
    "G(p & q -> F(a & F b))": "Whenever p and q, then the system visits a, then b.",
    "GF p": "Infinitely often p.",
    "FG p": "From some time on, always p.",
    "F T & G !empty": "The system visits T; and never empty.",
    "a U b": "The system keeps a until b, which comes.",
    "a W b": "The system keeps a until b, or for ever.",
    "a R b": "The system keeps b up to and including a, or for ever.",
    "a M b": "The system keeps b up to and including a, which comes.",
    "a & F b": "The system visits b; and at the start, a.",
    "XXX a": "After 3 steps, a.",
    "GF a -> GF b": "If (infinitely often a), then (infinitely often b).",
    "F a xor F b": "Either (the system visits a) or (the system visits b), but not both.",
    "F a <-> G b": "It holds that (the system visits a) exactly when (always b).",
    "F[0:80] p": "The system visits p within 80 steps.",
    "F[2:5] p": "The system visits p between 2 and 5 steps from now.",
    "F[0:1](a | b)": "Eventually (a or b) within 1 step.",
    "G[0:3] p": "Now and for the next 3 steps, p.",
    "G[2:5](a & b)": "At each of the steps 2 to 5, (a and b).",
    "G(p -> F[0:3] q)": "Whenever p, then the system visits q within 3 steps.",
    "F[0:2] G[0:2] p": "Eventually (now and for the next 2 steps, p) within 2 steps.",
    "G[0:1000] p & F q": "The system visits q; and at the start, p; "
    "and at each of the steps 1 to 1000, p.",
    "F a | G b": "It holds that (the system visits a) or (always b).",
    "!(F a & F b)": "It is not so that ((the system visits a) and (the system visits b)).",
    "1": "Every run satisfies it.",
    "0": "No run satisfies it.",
}


@pytest.mark.parametrize(("text", "sentence"), SENTENCES.items())
def test_patterns_read_as_plain_sentences(text: str, sentence: str) -> None:
    assert in_words(parse(text)) == sentence


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from((Op.FINALLY, Op.GLOBALLY)),
    st.integers(0, 4),
    st.integers(1, 5),
    formulas(max_leaves=4),
)
def test_a_bound_that_was_written_out_is_found_again(
    op: Op, low: int, more: int, goal: Formula
) -> None:
    written = expanded(op, Bound(low, low + more), goal)

    window = windows(written).get(written)

    # Another bound may read the same; whatever is found must mean what is written.
    if window is not None and not window.is_moment:
        kind = Op.FINALLY if window.kind == "some" else Op.GLOBALLY
        assert expanded(kind, Bound(window.low, window.high), window.goal) == written
    if goal.op is Op.ATOM:
        assert window == Window(goal, low, low + more, window.kind if window else "some")


def test_a_very_long_formula_is_cut() -> None:
    said = in_words(parse("&".join(f"p{i}" for i in range(500))))

    assert said.startswith("A requirement of 501 parts: p0 & p1")
    assert len(said) < 300


@settings(max_examples=300, deadline=None)
@given(formulas(max_leaves=10))
def test_every_formula_has_a_sentence(formula: Formula) -> None:
    said = in_words(formula)

    assert said.endswith(".")
    assert said[0].isupper()
