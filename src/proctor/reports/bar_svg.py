"""The bars between the cells of a map: walls, doors closed and open, one-way closings."""

from dataclasses import dataclass

from proctor.reports.map_cells import Bar
from proctor.reports.svg_page import Point, element, points

__all__ = ["bar_svg", "open_door_svg"]


def bar_svg(bar: Bar, side: float, gutter: float, *, is_wall: bool) -> list[str]:
    """Return one bar: thick and dark for a wall, orange with end posts for a closed door.

    A one-way bar is thin, and an arrow runs into it from the side that is blocked. Dashes say
    that it is only there for some values of a counter. Cells that do not touch get a dashed
    line with a bar across; a move within a cell gets nothing.
    """
    line, fill = ("wall", "wallfill") if is_wall else ("door", "doorfill")
    if bar.source == bar.target:
        return []
    if not bar.is_between:
        return _jump(bar, side, gutter, line)
    border = _Border.of(bar, side, gutter)
    style = f"{line} bar{' some' if bar.partly else ''}"
    thick = max(3.0, min(6.0, side * 0.11)) * (1.0 if bar.is_both else 0.55)
    shapes = [element("path", style, d=border.stroke(), stroke_width=thick)]
    if not is_wall:
        shapes += _posts(border)
    if not bar.is_both:
        shapes += _runs_into(border, line, fill)
    return shapes


def open_door_svg(bar: Bar, side: float, gutter: float) -> list[str]:
    """Return a door that is open now: its posts and a dotted line between them."""
    if not bar.is_between:
        return []
    border = _Border.of(bar, side, gutter)
    return [element("path", "door line open", d=border.stroke()), *_posts(border)]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Border:
    """The border between two cells: its middle, and the direction from source to target."""

    x: float
    y: float
    dx: float
    dy: float
    side: float

    @classmethod
    def of(cls, bar: Bar, side: float, gutter: float) -> "_Border":
        (r, c), (s, d) = bar.source, bar.target
        x = gutter + side * ((c + d) / 2 + 0.5)
        y = gutter + side * ((r + s) / 2 + 0.5)
        return cls(x=x, y=y, dx=float(d - c), dy=float(s - r), side=side)

    def at(self, along: float, ahead: float = 0.0) -> Point:
        """A point so far along the border, and so far ahead into the target."""
        return (
            self.x + self.dy * along + self.dx * ahead,
            self.y + self.dx * along + self.dy * ahead,
        )

    @property
    def half(self) -> float:
        """How far a bar reaches from the middle."""
        return self.side * 0.5 - max(3.0, self.side * 0.08)

    def stroke(self) -> str:
        return f"M{points([self.at(-self.half)])}L{points([self.at(self.half)])}"


def _posts(border: _Border) -> list[str]:
    """Short strokes across both ends, as of a door frame."""
    size = max(3.0, border.half * 0.2)
    return [
        _line("door post", border.at(end, -size), border.at(end, size))
        for end in (-border.half, border.half)
    ]


def _runs_into(border: _Border, line: str, fill: str) -> list[str]:
    """An arrow on the blocked side whose tip touches the bar."""
    size = max(3.5, border.side * 0.1)
    # The tip stops where the bar begins.
    neck = -3 - size * 1.3
    head = [border.at(0, -3), border.at(-size * 0.8, neck), border.at(size * 0.8, neck)]
    shaft = _line(f"{line} slim", border.at(0, neck), border.at(0, neck - size * 0.9))
    return [element("polygon", fill, points=points(head)), shaft]


def _jump(bar: Bar, side: float, gutter: float, line: str) -> list[str]:
    a, b = (
        (gutter + side * (c + 0.5), gutter + side * (r + 0.5))
        for r, c in (bar.source, bar.target)
    )
    length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
    nx, ny = -(b[1] - a[1]) / length * side * 0.15, (b[0] - a[0]) / length * side * 0.15
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    return [
        _line(f"{line} line dash", a, b),
        _line(f"{line} post", (x - nx, y - ny), (x + nx, y + ny)),
    ]


def _line(style: str, one: Point, other: Point) -> str:
    return element("line", style, x1=one[0], y1=one[1], x2=other[0], y2=other[1])
