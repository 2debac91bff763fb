"""Formulas as English sentences."""

import pytest
from hypothesis import given, settings

from proctor.logic.explain import in_words
from proctor.logic.formula import Formula
from proctor.logic.parser import parse
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
    "F a | G b": "It holds that (the system visits a) or (always b).",
    "!(F a & F b)": "It is not so that ((the system visits a) and (the system visits b)).",
    "1": "Anything goes.",
    "0": "Nothing is good enough.",
}


@pytest.mark.parametrize(("text", "sentence"), SENTENCES.items())
def test_patterns_read_as_plain_sentences(text: str, sentence: str) -> None:
    assert in_words(parse(text)) == sentence


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
