"""Sizes of the specification products, as (nodes, edges), in the flow paper and the thesis.

Graebener, Badithela, Goktas, Ubellacker, Mazumdar, Ames, Murray: Flow-based synthesis of
reactive tests for discrete decision-making systems with temporal logic specifications (2024),
Tables II and V. The paper prints (68, 1065) for the largest reaction product; the authors' own
program and Spot give (68, 1165).
"""

import pytest

from proctor.automata import objective
from proctor.automata.automaton import Automaton
from proctor.automata.by_spot.translate import available
from proctor.automata.product import synchronous_product
from proctor.logic.formula import propositions
from proctor.logic.parser import parse

pytestmark = pytest.mark.skipif(not available(), reason="Spot is not installed")

REACTION = "F goal & G(t1 -> F r1)"
PRODUCTS = {
    "visit 1": ("F goal", "F i1", (4, 9)),
    "visit 2": ("F goal", "F i1 & F i2", (8, 27)),
    "visit 3": ("F goal", "F i1 & F i2 & F i3", (16, 81)),
    "reaction 1": (REACTION, "F t1", (6, 21)),
    "reaction 2": (f"{REACTION} & G(t2 -> F r2)", "F t1 & F t2", (20, 155)),
    "reaction 3": (
        f"{REACTION} & G(t2 -> F r2) & G(t3 -> F r3)",
        "F t1 & F t2 & F t3",
        (68, 1165),
    ),
    "safety": ("F goal & G !u1", "F i", (6, 18)),
    "Mars": (
        "F goal & G !unsafe & G((ice | rock) -> F dropoff)",
        "F lowfuel & F ice & F rock",
        (36, 354),
    ),
    "motion primitives": ("F goal", "F jump & F lie & F stand", (16, 81)),
    "beaver rescue": ("F(beaver & F goal)", "F door1 & F door2", (12, 54)),
    "sequencing": ("F goal", "F(I1 & F(I2 & F(I3 & F(I4 & F(I5 & F I6)))))", (14, 84)),
}


def sizes(automaton: Automaton) -> tuple[int, int]:
    return automaton.states, len(automaton.edges)


def revealing(text: str) -> Automaton:
    formula = parse(text)
    return objective.automaton_of_test(formula, propositions(formula))


def automaton_of_system(text: str) -> Automaton:
    formula = parse(text)
    return objective.automaton_of_system(formula, propositions(formula))


@pytest.mark.parametrize("name", PRODUCTS)
def test_the_specification_product_has_the_size_of_the_paper(name: str) -> None:
    system, test, expected = PRODUCTS[name]

    product = synchronous_product(automaton_of_system(system), revealing(test))

    assert sizes(product.automaton) == expected
    assert product.automaton.is_deterministic
    assert product.automaton.is_complete


def test_the_mars_automata_have_the_sizes_of_table_five() -> None:
    system, test, _ = PRODUCTS["Mars"]

    assert sizes(automaton_of_system(system)) == (5, 17)
    assert sizes(revealing(test)) == (8, 27)


def test_the_sequencing_test_automaton_has_seven_states_and_28_edges() -> None:
    assert sizes(revealing(PRODUCTS["sequencing"][1])) == (7, 28)
