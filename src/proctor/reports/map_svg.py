"""A grid map as SVG: cells, walls, names, start and end, and bars where moves are blocked."""

from collections.abc import Collection

from proctor.artefacts.model import ExplicitModel
from proctor.reports.bar_svg import bar_svg, open_door_svg
from proctor.reports.graph_svg import graph_svg
from proctor.reports.lettering import cut, wrap
from proctor.reports.map_cells import Bar, Cell, Floor, floor
from proctor.reports.map_legend import legend
from proctor.reports.map_names import GUTTER, names_svg, roomy_side, short_names
from proctor.reports.model_graph import model_drawing
from proctor.reports.svg_page import element, page, text

__all__ = ["cell_size", "floor_svg", "map_svg", "shut_svg"]

_MARGIN = 28.0


def map_svg(model: ExplicitModel, *, title: str = "") -> str:
    """Return the map of ``model`` as a self-contained SVG document, below its ``title``.

    A model that was not drawn as a map becomes a graph of its states.

    Raises:
        InputError: if the map or the graph is too large for a picture.
    """
    if not model.cells:
        return graph_svg(model_drawing(model, title=title))
    plan = floor(model)
    side = cell_size(plan)
    wide, high = GUTTER + side * plan.columns, GUTTER + side * plan.rows
    kinds = [
        "start",
        *(["terminal"] if plan.terminal else []),
        *(["solid"] if plan.solid else []),
    ]
    page_width = max(wide, 300.0) + 2 * _MARGIN
    about = f"A map of {plan.rows} rows and {plan.columns} columns."
    heading = wrap(cut(title, 160), 17, page_width - 2 * _MARGIN)
    top = _MARGIN + 24 * len(heading)
    body = [
        text((_MARGIN, _MARGIN + 4 + 24 * row), line, "ink bold", size=17)
        for row, line in enumerate(heading)
    ]
    key, key_height = legend(
        kinds,
        _MARGIN,
        top + high + 26,
        page_width - 2 * _MARGIN,
        names=short_names(plan, side),
    )
    body += [
        f'<g transform="translate({_MARGIN:g},{top:g})">',
        *floor_svg(plan, side),
        *names_svg(plan, side),
        "</g>",
        *key,
    ]
    total = top + high + 26 + key_height + _MARGIN - 10
    return page(page_width, total, title=title or "Map", about=about, body=body)


def cell_size(plan: Floor, *, room: float = 640.0) -> float:
    """Return the side of a cell so that a map of the usual size is about ``room`` wide.

    It is larger if that lets names be read.
    """
    usual = float(max(14, min(60, room // max(plan.columns, plan.rows))))
    return max(usual, roomy_side(plan))


def floor_svg(plan: Floor, side: float, *, shown: Collection[str] = ()) -> list[str]:
    """Return the ground of a map, from the top left corner of its gutter.

    Cells with one of the propositions ``shown`` are those that show the behaviour.
    """
    wide, high = side * plan.columns, side * plan.rows
    body = [element("rect", "floor", x=GUTTER, y=GUTTER, width=wide, height=high, rx=4)]
    marked = [_square(plan, cell, side, shown) for cell in _cells(plan)]
    body += [part for part in marked if part]
    for row in range(1, plan.rows):
        y = GUTTER + side * row
        body.append(element("line", "grid hair", x1=GUTTER, y1=y, x2=GUTTER + wide, y2=y))
    for column in range(1, plan.columns):
        x = GUTTER + side * column
        body.append(element("line", "grid hair", x1=x, y1=GUTTER, x2=x, y2=GUTTER + high))
    frame = {"x": GUTTER, "y": GUTTER, "width": wide, "height": high}
    body.append(element("rect", "edge line bare", rx=4, **frame))
    return body + _numbers(plan, side)


def shut_svg(
    closed: tuple[tuple[Bar, bool], ...], opened: tuple[Bar, ...], side: float
) -> list[str]:
    """Return the bars of a map: closed ones, each with whether it is a wall, and open doors."""
    body: list[str] = []
    for bar in opened:
        body += open_door_svg(bar, side, GUTTER)
    for bar, is_wall in closed:
        body += bar_svg(bar, side, GUTTER, is_wall=is_wall)
    return body


def _cells(plan: Floor) -> list[Cell]:
    return [(r, c) for r in range(plan.rows) for c in range(plan.columns)]


def _square(plan: Floor, cell: Cell, side: float, shown: Collection[str]) -> str:
    x, y = GUTTER + side * cell[1], GUTTER + side * cell[0]
    if cell in plan.solid:
        fill = "solid"
    elif cell in plan.terminal:
        fill = "goal"
    elif not {plan.names[cell[0]][cell[1]], *plan.labels.get(cell, ())}.isdisjoint(shown):
        fill = "shown"
    elif plan.names[cell[0]][cell[1]]:
        fill = "named"
    else:
        return ""
    return element("rect", fill, x=x, y=y, width=side, height=side)


def _numbers(plan: Floor, side: float) -> list[str]:
    step = 1 if side >= 20 else 5
    size = 11.0 if side >= 20 else 9.0
    body = [
        text(
            (GUTTER + side * (c + 0.5), GUTTER - 8), str(c), "quiet", size=size, anchor="middle"
        )
        for c in range(0, plan.columns, step)
    ]
    body += [
        text(
            (GUTTER - 9, GUTTER + side * (r + 0.5) + 4),
            str(r),
            "quiet",
            size=size,
            anchor="end",
        )
        for r in range(0, plan.rows, step)
    ]
    return body
