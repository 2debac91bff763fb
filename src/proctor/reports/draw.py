"""One door to all pictures: whatever can be drawn, as SVG."""

from proctor.artefacts.environment import Environment
from proctor.artefacts.model import ExplicitModel
from proctor.automata.automaton import Automaton
from proctor.errors import InputError
from proctor.reports.automaton_svg import automaton_drawing
from proctor.reports.drawing import Drawing
from proctor.reports.environment_svg import environment_svg
from proctor.reports.graph_svg import graph_svg
from proctor.reports.map_svg import map_svg

__all__ = ["svg"]


def svg(thing: object) -> str:
    """Return a picture of a model, a test environment, an automaton or a drawing.

    The same thing gives the same bytes; the picture needs nothing from outside and follows
    the reader's choice of light or dark.

    Raises:
        InputError: if there is no picture of such a thing, or it is too large for one.

    Examples:
        >>> svg(Drawing(nodes=())).count("<svg")
        1
    """
    if isinstance(thing, ExplicitModel):
        return map_svg(thing)
    if isinstance(thing, Environment):
        return environment_svg(thing)
    if isinstance(thing, Automaton):
        return graph_svg(automaton_drawing(thing))
    if isinstance(thing, Drawing):
        return graph_svg(thing)
    raise InputError(
        f"there is no picture of a value of type {type(thing).__name__}",
        hint="models, environments, automata and drawings can be drawn",
    )
