"""Why a grade is impossible, on the map: ways that must be closed, and who must not be lost."""

from itertools import groupby

from proctor.artefacts.model import ExplicitModel
from proctor.artefacts.outcome import Conflict
from proctor.errors import InputError
from proctor.reports.lettering import cut, wrap
from proctor.reports.map_cells import Cell, floor
from proctor.reports.map_names import GUTTER, names_svg
from proctor.reports.map_svg import cell_size, floor_svg
from proctor.reports.svg_page import page, text
from proctor.reports.way_svg import way_svg

__all__ = ["conflict_svg"]

_MARGIN = 28.0
_GAP = 40.0
_MOST = 8  # ways on one map; more cannot be told apart


def conflict_svg(model: ExplicitModel, conflict: Conflict, *, title: str = "") -> str:
    """Return two maps side by side: what must be closed, and who must still get through.

    On the left each line is a way around the test. On the right each line is a way by which
    the system comes to a pair from which only such ways would be left.

    Raises:
        InputError: if the model is no map.
    """
    if not model.cells:
        raise InputError(
            "a conflict is drawn on a map, and this model has none",
            hint="`proctor route --explain` tells it in words",
        )
    plan = floor(model)
    side = cell_size(plan, room=360.0)
    wide, high = GUTTER + side * plan.columns, GUTTER + side * plan.rows
    pairs = tuple(way for _, way in conflict.pairs)
    panels = (
        (f"{_ways(len(conflict.ways))} around the test must be closed", conflict.ways),
        (f"but whoever has come {_ways(len(pairs))} like this must still get through", pairs),
    )
    heading = f"{cut(title, 80)}: why no {conflict.grade} test exists".lstrip(": ")
    body = [text((_MARGIN, _MARGIN + 6), heading, "ink bold", size=17)]
    top = _MARGIN + 30
    for number, (caption, ways) in enumerate(panels):
        left = _MARGIN + number * (wide + _GAP)
        lines = wrap(caption, 13, wide)
        body += [text((left, top + 16 * row), line, "quiet") for row, line in enumerate(lines)]
        body += [
            f'<g transform="translate({left:g},{top + 34:g})">',
            *floor_svg(plan, side),
            *way_svg(_trails(model, ways), side, GUTTER),
            *names_svg(plan, side),
            "</g>",
        ]
    told = "All of it cannot be had at once, whatever is closed."
    body.append(text((_MARGIN, top + 34 + high + 28), told, "quiet"))
    about = f"{len(conflict.ways)} ways around the test, and {len(pairs)} ways to pairs."
    total = top + 34 + high + 28 + _MARGIN
    return page(2 * wide + _GAP + 2 * _MARGIN, total, title=heading, about=about, body=body)


def _ways(count: int) -> str:
    return "1 way" if count == 1 else f"{count} ways"


def _trails(
    model: ExplicitModel, ways: tuple[tuple[str, ...], ...]
) -> tuple[tuple[int, tuple[Cell, ...]], ...]:
    number = {name: s for s, name in enumerate(model.states)}
    found: list[tuple[int, tuple[Cell, ...]]] = []
    for index, way in enumerate(ways[:_MOST]):
        cells = tuple(cell for cell, _ in groupby(model.cells[number[name]] for name in way))
        if len(cells) > 1:
            found.append((index, cells))
    return tuple(found)
