"""What stands in the cells of a map: rings for start and end, and names that stay apart.

A name keeps clear of the ring, and of the lines that cross its cell where that can be.
"""

import math
from collections.abc import Iterable, Mapping
from itertools import pairwise

from proctor.reports.lettering import cut, short_forms, width
from proctor.reports.map_cells import Cell, Floor, cell_name
from proctor.reports.svg_page import element, text, tooltip

__all__ = ["GUTTER", "ROOMY", "crossings", "names_svg", "roomy_side", "short_names"]

GUTTER = 30.0  # room for the numbers of rows and columns
ROOMY = 34.0  # from this side on, a name stands in the corner of its cell
_SIZES = (13.0, 11.5, 10.0)
_INSET = 12.0
_MAX_SIDE = 60.0
_WIDEST = 640.0
_TINY = 20.0  # below this side only names are written that fit
_AIRY = 50.0  # below this side a name keeps close to the border
_BOLDER = 1.12  # so much wider bold letters are


def names_svg(
    plan: Floor, side: float, *, crossed: Mapping[Cell, frozenset[str]] | None = None
) -> list[str]:
    """Return what stands in the cells: start and end, names, and what else holds there.

    It is drawn after whatever crosses the cells, so that it stays readable. ``crossed`` says
    over which borders lines leave a cell, see `crossings`.
    """
    shorts = short_names(plan, side)
    over = crossed or {}
    cells = ((r, c) for r in range(plan.rows) for c in range(plan.columns))
    return [
        part
        for cell in cells
        for part in _content(plan, cell, side, shorts, over.get(cell, frozenset()))
    ]


def crossings(trails: Iterable[tuple[int, tuple[Cell, ...]]]) -> dict[Cell, frozenset[str]]:
    """Return for each cell whether a trail leaves it over its ``north`` or ``south`` border.

    >>> crossings([(0, ((1, 0), (0, 0), (0, 1)))]) == {
    ...     (0, 0): frozenset({"south"}),
    ...     (1, 0): frozenset({"north"}),
    ... }
    True
    """
    found: dict[Cell, set[str]] = {}
    for _, cells in trails:
        for one, other in pairwise(cells):
            upper, lower = sorted((one, other))
            if upper[1] == lower[1]:
                found.setdefault(upper, set()).add("south")
                found.setdefault(lower, set()).add("north")
    return {cell: frozenset(borders) for cell, borders in found.items()}


def roomy_side(plan: Floor) -> float:
    """Return the side of a cell at which every name can be read, as far as a page allows."""
    longest = max((_bold(name, _SIZES[-1]) for row in plan.names for name in row), default=0.0)
    needed = math.ceil(longest + _INSET) if longest else 0
    return float(min(needed, _MAX_SIDE, _WIDEST // max(plan.columns, plan.rows)))


def short_names(plan: Floor, side: float) -> dict[str, str]:
    """Return how each name is written in a cell; no two different names look alike.

    A name that is too long is cut at its end, and in its middle if that makes it another's.
    """
    names = list(dict.fromkeys(name for row in plan.names for name in row if name))
    size, room = _lettering(side)
    if side < _TINY:
        # A name cut to one letter tells nothing; the tooltip has it.
        return {name: name if _bold(name, size) <= side else "" for name in names}
    return short_forms(names, lambda form: _bold(form, size) <= room)


def _lettering(side: float) -> tuple[float, float]:
    """The smallest letters of a name, and how wide it may be."""
    return (_SIZES[-1], side - _INSET) if side >= ROOMY else (side * 0.42, side - 4)


def _content(
    plan: Floor, cell: Cell, side: float, shorts: Mapping[str, str], over: frozenset[str]
) -> list[str]:
    """Rings for start and end, the name of the cell, and what else holds there."""
    if cell in plan.solid:
        return []
    name = plan.names[cell[0]][cell[1]]
    others = [label for label in plan.labels.get(cell, ()) if label != name]
    if not (name or others or cell == plan.start or cell in plan.terminal):
        return []
    x, y = GUTTER + side * (cell[1] + 0.5), GUTTER + side * (cell[0] + 0.5)
    has_room = side >= ROOMY
    # A line that comes in from above and does not leave below finds the name below.
    is_low = has_room and over == {"north"} and not others
    parts = _end_rings(x, y, side) if cell in plan.terminal else []
    if cell == plan.start:
        parts.append(_start_ring(x, y, side, below=bool(name) and has_room, is_low=is_low))
    if has_room:
        parts += _corner_name(name, shorts.get(name, ""), x, y, side, is_low=is_low)
    else:
        first = next(iter(others), "")
        parts += _small_name(shorts.get(name, "") if name else first, x, y, side)
    if others and has_room:
        line = _fitted(", ".join(others), 10, side - 14)
        parts.append(text((x - side / 2 + 7, y + side / 2 - 8), line, "quiet halo", size=10))
    said = ", ".join([*([name] if name else []), *others])
    return [tooltip(f"{cell_name(cell)}: {said}" if said else cell_name(cell), parts)]


def _end_rings(x: float, y: float, side: float) -> list[str]:
    parts = []
    for inset in (0.05, 0.1):
        edge = side * (1 - 2 * inset)
        box = {"x": x - edge / 2, "y": y - edge / 2, "width": edge, "height": edge}
        parts.append(element("rect", "blue hair bare", rx=3, **box))
    return parts


def _start_ring(x: float, y: float, side: float, *, below: bool, is_low: bool) -> str:
    """A ring in the middle, or as far from the name as it must be."""
    radius = side * (0.17 if side >= ROOMY else 0.33)
    away = max(0.0, radius + 19 - side / 2) if below else 0.0
    return element(
        "circle", "blue thick bare", cx=x, cy=y - away if is_low else y + away, r=radius
    )


def _corner_name(
    name: str, short: str, x: float, y: float, side: float, *, is_low: bool
) -> list[str]:
    """A name in a corner of a large cell, out of the way of what moves."""
    if not name:
        return []
    # A smaller letter is easier to read than a name that is cut short.
    fits = (s for s in _SIZES if _bold(name, s) <= side - _INSET and s <= 0.26 * side)
    size = next(fits, _SIZES[-1])
    near = 3 if side < _AIRY else 5
    base = y + side / 2 - near - 3 if is_low else y - side / 2 + size + near
    return [text((x - side / 2 + 8, base), short, "ink bold halo", size=size)]


def _small_name(name: str, x: float, y: float, side: float) -> list[str]:
    """A name that fills a small cell."""
    size = side * 0.42
    if not name or (side < _TINY and _bold(name, size) > side):
        return []
    line = _fitted(name, size, side - 4)
    return [text((x, y + size * 0.35), line, "ink bold", size=size, anchor="middle")]


def _bold(content: str, size: float) -> float:
    return width(content, size) * _BOLDER


def _fitted(content: str, size: float, room: float) -> str:
    length = len(content)
    while length > 1 and _bold(cut(content, length), size) > room:
        length -= 1
    return cut(content, length)
