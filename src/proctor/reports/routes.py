"""What a layout is: centres of nodes, and curves that end in a tip."""

from dataclasses import dataclass

from proctor.reports.svg_page import Point

__all__ = ["Layout", "Route", "heading", "middle"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One arrow: a cubic curve of 3k + 1 points, its tip, and the middle of its label."""

    curve: tuple[Point, ...]
    tip: Point
    label: Point

    @property
    def mid(self) -> Point:
        """Where the curve is at its middle."""
        return middle(self.curve)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Where everything is, in pixels, from the top left."""

    width: float
    height: float
    centres: tuple[Point, ...]
    routes: tuple[Route, ...]

    def framed(self) -> "Layout":
        """Return the same layout, moved and grown so that no curve leaves the page.

        A curve stays within its points, but those may lie outside what holds the nodes.
        """
        reached = [p for route in self.routes for p in (*route.curve, route.tip)]
        left = min([0.0, *(x for x, _ in reached)])
        top = min([0.0, *(y for _, y in reached)])
        right = max([self.width, *(x for x, _ in reached)])
        bottom = max([self.height, *(y for _, y in reached)])
        return Layout(
            width=right - left,
            height=bottom - top,
            centres=tuple(_moved(c, left, top) for c in self.centres),
            routes=tuple(
                Route(
                    curve=tuple(_moved(p, left, top) for p in route.curve),
                    tip=_moved(route.tip, left, top),
                    label=_moved(route.label, left, top),
                )
                for route in self.routes
            ),
        )


def middle(curve: tuple[Point, ...]) -> Point:
    """Return the point half-way along a cubic curve, counted in its control points.

    >>> middle(((0, 0), (1, 0), (2, 0), (3, 0)))
    (1.5, 0.0)
    """
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = _middle_piece(curve)
    if (len(curve) - 1) // 3 % 2 == 0:
        return (ax, ay)
    return ((ax + 3 * bx + 3 * cx + dx) / 8, (ay + 3 * by + 3 * cy + dy) / 8)


def heading(curve: tuple[Point, ...]) -> Point:
    """Return the direction, of length 1, that a curve has at its middle.

    >>> heading(((0, 0), (1, 0), (2, 0), (3, 0)))
    (1.0, 0.0)
    """
    a, b, c, d = _middle_piece(curve)
    x, y = d[0] + c[0] - b[0] - a[0], d[1] + c[1] - b[1] - a[1]
    if (len(curve) - 1) // 3 % 2 == 0:
        x, y = b[0] - a[0], b[1] - a[1]
    size = (x * x + y * y) ** 0.5
    return (x / size, y / size) if size else (1.0, 0.0)


def _middle_piece(curve: tuple[Point, ...]) -> tuple[Point, Point, Point, Point]:
    at = (len(curve) - 1) // 3 // 2 * 3
    return (curve[at], curve[at + 1], curve[at + 2], curve[at + 3])


def _moved(at: Point, left: float, top: float) -> Point:
    return (at[0] - left, at[1] - top)
