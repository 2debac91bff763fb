"""`proctor show`: a problem, a test or an automaton as a picture."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

import proctor
from proctor import Automaton, Environment, Problem
from proctor.apps.cli.locating import in_file
from proctor.apps.cli.options import bold, coloured, has_unicode, json_option, print_json
from proctor.apps.cli.pictures import demand_ending, write_picture
from proctor.apps.cli.screen import fitted, page_width
from proctor.errors import InputError, MissingLibrary, did_you_mean, shown
from proctor.reports.automaton_svg import automaton_drawing
from proctor.reports.captions import captions
from proctor.reports.drawing import Drawing
from proctor.reports.drawing_text import automaton_lines, drawing_text
from proctor.reports.environment_svg import environment_svg
from proctor.reports.explanation_text import automata_drawing, explanation_text
from proctor.reports.lettering import clean
from proctor.reports.map_svg import map_svg
from proctor.reports.map_text import map_text
from proctor.reports.maps import explicit_model, history_maps, problem_drawing
from proctor.reports.product_drawing import product_drawing, walked_drawing

__all__ = ["command"]

_WHAT: Final = ("map", "automata", "product", "test")


_NARROW: Final = "make it wider, or draw a picture with -o FILE.svg"

_HELP: Final = """Draw a problem, a test or an automaton: in the terminal, or with -o as SVG.

\b
  map       the floor, or the network of states
  automata  both objectives, as automata
  product   states with histories; of a test also what is blocked, and ways
  test      what is closed in each history, and what is still to be seen
"""


@click.command("show", short_help="Draw a problem, a test or an automaton.", help=_HELP)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--what", help="map, automata, product or test; by default what the file holds.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write an SVG file.")
@json_option
def command(file: Path, what: str | None, output: Path | None, *, as_json: bool) -> None:
    """Draw what a file holds."""
    if what is not None and what not in _WHAT:
        hint = did_you_mean(what, _WHAT)
        raise InputError(f"there is no picture {shown(what)}", hint=hint)
    if output is not None:
        demand_ending(output, ".svg")
    thing = proctor.load(file)
    with in_file(file):
        picture = _picture(thing, what, is_svg=output is not None)
    if output is not None:
        write_picture(output, picture.drawn)
    if as_json:
        print_json(_facts(picture, output))
    elif output is None:
        print(f"{bold(picture.title)}\n\n{picture.text()}" if picture.title else picture.text())


@dataclass(frozen=True, kw_only=True)
class _Picture:
    """What is shown: how it is drawn, and its lines for the terminal if they are not that."""

    what: str
    title: str
    drawn: object
    lines: str | None = None

    def text(self) -> str:
        if self.lines is not None or not isinstance(self.drawn, Drawing):
            return self.lines or ""
        return drawing_text(self.drawn, unicode=has_unicode())


def _picture(thing: object, what: str | None, *, is_svg: bool) -> _Picture:
    match thing:
        case Problem():
            return _of_problem(thing, what or "map")
        case Environment():
            return _of_test(thing, what or "test", is_svg=is_svg)
        case Automaton() if what in (None, "automata"):
            lines = automaton_lines(automaton_drawing(thing))
            return _Picture(
                what="automata", title=clean(thing.name), drawn=thing, lines="\n".join(lines)
            )
        case Automaton():
            raise InputError(f"an automaton has no {what}", hint="leave --what out")
        case _:
            raise InputError("there is no picture of what this file holds")


def _of_problem(problem: Problem, what: str) -> _Picture:
    title = clean(problem.title)
    match what:
        case "map":
            model = explicit_model(problem)
            at = None if model.cells else model.start
            lines = map_text(model, at=at, colour=coloured(), unicode=has_unicode())
            lines = _fitted(lines, is_map=bool(model.cells))
            goals = (str(problem.system_objective), str(problem.test_objective))
            drawn = map_svg(model, title=title) if model.cells else problem_drawing(problem)
            return _Picture(
                what=what, title=title, drawn=drawn, lines=f"{lines}\n\n{_goals(*goals)}"
            )
        case "automata":
            return _automata(title, str(problem.system_objective), str(problem.test_objective))
        case "product":
            return _Picture(
                what=what, title=title, drawn=product_drawing(proctor.build_product(problem))
            )
        case _:
            raise InputError("a problem holds no test yet", hint="find one: proctor route FILE")


def _of_test(test: Environment, what: str, *, is_svg: bool) -> _Picture:
    title = clean(test.title)
    match what:
        case "map":
            drawn = map_svg(test.model, title=title)
            lines = map_text(test.model, colour=coloured(), unicode=has_unicode())
            lines = _fitted(lines, is_map=bool(test.model.cells))
            return _Picture(what=what, title=title, drawn=drawn, lines=lines)
        case "automata":
            return _automata(title, test.system_objective, test.test_objective)
        case "product":
            return _Picture(what=what, title=title, drawn=walked_drawing(test))
        case _:
            told = captions(test)
            maps = history_maps(
                test,
                captions=told,
                colour=coloured(),
                unicode=has_unicode(),
                wide=page_width(),
            )
            lines = _fitted(maps, is_map=bool(test.model.cells))
            goals = _goals(test.system_objective, test.test_objective)
            return _Picture(
                what="test",
                title=title,
                drawn=environment_svg(test, captions=told) if is_svg else None,
                lines=f"{lines}\n\n{goals}",
            )


def _fitted(lines: str, *, is_map: bool) -> str:
    # A list of states may wrap; a map may not.
    return fitted(lines, _NARROW) if is_map else lines


def _automata(title: str, system: str, test: str) -> _Picture:
    told = {"the system must": proctor.explain(system), "the test shows": proctor.explain(test)}
    if all(one.automaton is None for one in told.values()):
        reasons = [note for one in told.values() for note in one.notes]
        raise MissingLibrary(reasons[0] if reasons else "there are no automata")
    lines = [
        f"{head}  {one.spot}\n"
        f"{explanation_text(one, unicode=has_unicode(), wide=page_width())}\n"
        for head, one in told.items()
    ]
    return _Picture(
        what="automata",
        title=title,
        drawn=automata_drawing(told, title or "Both objectives"),
        lines="\n".join(lines).rstrip(),
    )


def _goals(system: str, test: str) -> str:
    return f"  the system must  {clean(system)}\n  the test shows   {clean(test)}"


def _facts(picture: _Picture, output: Path | None) -> dict[str, object]:
    facts: dict[str, object] = {
        "what": picture.what,
        "title": picture.title,
        "file": None if output is None else str(output),
    }
    if isinstance(picture.drawn, Drawing):
        nodes, arrows = picture.drawn.nodes, picture.drawn.arrows
        facts["nodes"] = [
            {"key": n.key, "label": n.label, "kind": n.kind, "start": n.is_start} for n in nodes
        ]
        facts["arrows"] = [
            {"from": a.source, "to": a.target, "label": a.label, "kind": a.kind} for a in arrows
        ]
    return {**facts, "text": picture.text().split("\n")}
