"""A grid map as SVG: cells, walls, names, start and end, and bars where moves are blocked."""

from collections.abc import Collection

from proctor.artefacts.model import ExplicitModel
from proctor.reports.bar_svg import bar_svg, open_door_svg
from proctor.reports.graph_svg import graph_svg
from proctor.reports.lettering import cut, width
from proctor.reports.map_cells import Bar, Cell, Floor, cell_name, floor
from proctor.reports.map_legend import legend
from proctor.reports.model_graph import model_drawing
from proctor.reports.svg_page import element, page, text, tooltip

__all__ = ["GUTTER", "cell_size", "floor_svg", "map_svg", "names_svg", "shut_svg"]

GUTTER = 30.0  # room for the numbers of rows and columns
_MARGIN = 28.0
_ROOMY = 34.0  # from this side on, a name stands in the corner of its cell


def map_svg(model: ExplicitModel) -> str:
    """Return the map of ``model`` as a self-contained SVG document.

    A model that was not drawn as a map becomes a graph of its states.

    Raises:
        InputError: if the map or the graph is too large for a picture.
    """
    if not model.cells:
        return graph_svg(model_drawing(model))
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
    key, key_height = legend(kinds, _MARGIN, _MARGIN + high + 26, page_width - 2 * _MARGIN)
    body = [
        f'<g transform="translate({_MARGIN:g},{_MARGIN:g})">',
        *floor_svg(plan, side),
        *names_svg(plan, side),
        "</g>",
        *key,
    ]
    total = _MARGIN + high + 26 + key_height + _MARGIN - 10
    return page(page_width, total, title="Map", about=about, body=body)


def cell_size(plan: Floor, *, room: float = 640.0) -> float:
    """Return the side of a cell so that a map of the usual size is about ``room`` wide."""
    return float(max(14, min(60, room // max(plan.columns, plan.rows))))


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


def names_svg(plan: Floor, side: float) -> list[str]:
    """Return what stands in the cells: start and end, names, and what else holds there.

    It is drawn after whatever crosses the cells, so that it stays readable.
    """
    return [part for cell in _cells(plan) for part in _content(plan, cell, side)]


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


def _content(plan: Floor, cell: Cell, side: float) -> list[str]:
    """Rings for start and end, the name of the cell, and what else holds there."""
    if cell in plan.solid:
        return []
    name = plan.names[cell[0]][cell[1]]
    others = [label for label in plan.labels.get(cell, ()) if label != name]
    if not (name or others or cell == plan.start or cell in plan.terminal):
        return []
    x, y = GUTTER + side * (cell[1] + 0.5), GUTTER + side * (cell[0] + 0.5)
    parts: list[str] = []
    if cell in plan.terminal:
        for inset in (0.05, 0.1):
            edge = side * (1 - 2 * inset)
            box = {"x": x - edge / 2, "y": y - edge / 2, "width": edge, "height": edge}
            parts.append(element("rect", "blue hair bare", rx=3, **box))
    if cell == plan.start:
        radius = side * (0.17 if side >= _ROOMY else 0.33)
        parts.append(element("circle", "blue thick bare", cx=x, cy=y, r=radius))
    has_room = side >= _ROOMY
    parts += _name(name or ("" if has_room else next(iter(others), "")), x, y, side)
    if others and has_room:
        line = _fitted(", ".join(others), 10, side - 14)
        parts.append(text((x - side / 2 + 7, y + side / 2 - 8), line, "quiet halo", size=10))
    said = ", ".join([*([name] if name else []), *others])
    return [tooltip(f"{cell_name(cell)}: {said}" if said else cell_name(cell), parts)]


def _name(name: str, x: float, y: float, side: float) -> list[str]:
    """A name stands in the corner, out of the way of what moves, or fills a small cell."""
    if not name:
        return []
    if side >= _ROOMY:
        # A smaller letter is easier to read than a name that is cut short.
        large = next((s for s in (13.0, 11.5, 10.0) if width(name, s) <= side - 12), 10.0)
        line = _fitted(name, large, side - 12)
        return [text((x - side / 2 + 8, y - side / 2 + 18), line, "ink bold halo", size=large)]
    size = side * 0.42
    if side < 20 and width(name, size) > side:
        return []  # a name cut to one letter tells nothing; the tooltip has it
    line = _fitted(name, size, side - 4)
    return [text((x, y + size * 0.35), line, "ink bold", size=size, anchor="middle")]


def _fitted(content: str, size: float, room: float) -> str:
    length = len(content)
    while length > 1 and width(cut(content, length), size) > room:
        length -= 1
    return cut(content, length)
