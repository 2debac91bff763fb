"""Ways across a map as thin lines that keep to their right, so that none hides another."""

from itertools import pairwise

from proctor.reports.map_cells import Cell
from proctor.reports.svg_page import Point, element, points

__all__ = ["way_svg"]

_COLOURS = 4


def way_svg(
    trails: tuple[tuple[int, tuple[Cell, ...]], ...], side: float, gutter: float
) -> list[str]:
    """Return one line for each trail, with a dot where it begins and a tip where it ends.

    A trail is the number of its way and the cells that it visits, no two alike in a row. Every
    way keeps its own distance to the right of the middle, so that ways side by side, or there
    and back, stay apart.
    """
    body: list[str] = []
    count = 1 + max((number for number, _ in trails), default=0)
    step = min(side * 0.085, side * 0.18 / count)
    for number, cells in trails:
        line = _shifted(cells, side * 0.06 + step * number, side, gutter)
        colour = f"way{number % _COLOURS}"
        size = max(2.4, side * 0.055)
        (x, y), (tx, ty) = line[0], line[-1]
        neck, tip = _tip(line[-2], (tx, ty), size * 2)
        body.append(element("polyline", f"way {colour}", points=points([*line[:-1], neck])))
        body.append(element("circle", f"{colour}fill", cx=x, cy=y, r=size))
        body.append(element("polygon", f"{colour}fill", points=points(tip)))
    return body


def _shifted(cells: tuple[Cell, ...], offset: float, side: float, gutter: float) -> list[Point]:
    centres = [(gutter + side * (c + 0.5), gutter + side * (r + 0.5)) for r, c in cells]
    normals = [_right(a, b, offset) for a, b in pairwise(centres)]
    line = [_add(centres[0], normals[0])]
    for centre, before, after in zip(centres[1:-1], normals[:-1], normals[1:], strict=True):
        alike = (before[0] * after[0] + before[1] * after[1]) / offset**2
        if alike < -0.9:  # straight back: cross over to the other side of the road
            line += [_add(centre, before), _add(centre, after)]
        else:
            x, y = before[0] + after[0], before[1] + after[1]
            line.append(_add(centre, (x / (1 + alike), y / (1 + alike))))
    line.append(_add(centres[-1], normals[-1]))
    return line


def _right(a: Point, b: Point, offset: float) -> Point:
    x, y = b[0] - a[0], b[1] - a[1]
    size = (x * x + y * y) ** 0.5
    return (-y / size * offset, x / size * offset)


def _add(a: Point, b: Point) -> Point:
    return (a[0] + b[0], a[1] + b[1])


def _tip(before: Point, end: Point, size: float) -> tuple[Point, list[Point]]:
    x, y = end[0] - before[0], end[1] - before[1]
    length = (x * x + y * y) ** 0.5 or 1.0
    x, y = x / length * size, y / length * size
    neck = (end[0] - x, end[1] - y)
    half = 0.6
    sides = [(neck[0] - y * half, neck[1] + x * half), (neck[0] + y * half, neck[1] - x * half)]
    return neck, [sides[0], end, sides[1]]
