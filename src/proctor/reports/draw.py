"""One door to all pictures: whatever can be drawn, as SVG."""

from proctor.artefacts.environment import Environment
from proctor.artefacts.model import ExplicitModel
from proctor.automata.automaton import Automaton
from proctor.automata.explain import Explanation
from proctor.errors import InputError
from proctor.models.problem import Problem
from proctor.models.product import Product
from proctor.models.system import SystemModel
from proctor.reports.automaton_svg import automaton_drawing
from proctor.reports.captions import captions
from proctor.reports.drawing import Drawing
from proctor.reports.environment_svg import environment_svg
from proctor.reports.graph_svg import graph_svg
from proctor.reports.map_svg import map_svg
from proctor.reports.maps import explicit_model
from proctor.reports.product_drawing import product_drawing

__all__ = ["svg"]


def svg(thing: object) -> str:
    """Return a picture of a problem, a model, a test, an automaton or a product.

    The same thing gives the same bytes; the picture needs nothing from outside and follows
    the reader's choice of light or dark.

    Raises:
        InputError: if there is no picture of such a thing, or it is too large for one.

    Examples:
        >>> svg(Drawing(nodes=())).count("<svg")
        1
    """
    match thing:
        case ExplicitModel():
            return map_svg(thing)
        case Problem():
            return map_svg(explicit_model(thing), title=thing.title)
        case SystemModel():
            return map_svg(thing.explicit(thing.labelling(thing.propositions)))
        case Environment():
            return environment_svg(thing, captions=captions(thing))
        case Product():
            return graph_svg(product_drawing(thing))
        case Automaton():
            return graph_svg(automaton_drawing(thing))
        case Explanation(automaton=Automaton() as automaton):
            return graph_svg(automaton_drawing(automaton))
        case Drawing():
            return graph_svg(thing)
        case _:
            raise InputError(
                f"there is no picture of a value of type {type(thing).__name__}",
                hint="problems, models, tests, automata and products can be drawn",
            )
