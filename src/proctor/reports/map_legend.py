"""The legend of a map: only what occurs in it, each sign with its meaning."""

from collections.abc import Mapping, Sequence

from proctor.reports.bar_svg import bar_svg, open_door_svg
from proctor.reports.lettering import in_full, width, wrap
from proctor.reports.map_cells import Bar
from proctor.reports.svg_page import element, text

__all__ = ["COUNTED", "legend"]

COUNTED = "Rows and columns are counted from 0 at the top left."
_MEANINGS = {
    "start": "start",
    "terminal": "end of the test",
    "shown": "shows the behaviour",
    "solid": "not part of the floor",
    "wall": "wall",
    "door": "door, closed here",
    "open": "door, open here",
    "oneway": "blocked in this direction only",
    "partly": "blocked for some values only, see the note",
    "way": "a way to success",
    "ways": "disjoint ways to success",
}
_ROW = 24.0
_BOTH = Bar(source=(0, 0), target=(0, 1), is_both=True)
_EAST = Bar(source=(0, 0), target=(0, 1))
_SOME = Bar(source=(0, 0), target=(0, 1), is_both=True, partly="some")


def legend(
    kinds: Sequence[str],
    x: float,
    y: float,
    room: float,
    *,
    names: Mapping[str, str] | None = None,
) -> tuple[list[str], float]:
    """Return the legend of ``kinds`` in rows at most ``room`` wide, and how high it is.

    Of ``names`` those that are written in a shorter way are given in full.
    """
    body: list[str] = []
    left, row = 0.0, 0
    for kind in kinds:
        size = 34 + width(_MEANINGS[kind], 12) + 22
        if left and left + size > room:
            left, row = 0.0, row + 1
        top = y + _ROW * row
        body.append(f'<g transform="translate({x + left:g},{top:g})">')
        body += [*_sign(kind), text((32, 4), _MEANINGS[kind], "quiet", size=12), "</g>"]
        left = left + float(round(size))
    last = y + _ROW * (row + 1)
    body.append(text((x, last + 4), COUNTED, "quiet", size=12))
    lines = wrap(in_full(names or {}), 12, room)
    for line in lines:
        last += 17.0
        body.append(text((x, last + 4), line, "quiet", size=12))
    return body, _ROW * (row + 2) + 17.0 * len(lines)


def _sign(kind: str) -> list[str]:
    """One sign, at most 26 wide, around the height 0."""
    if kind == "start":
        return [element("circle", "blue thick bare", cx=12, cy=0, r=7)]
    if kind in ("terminal", "shown", "solid"):
        fill = {"terminal": "goal", "shown": "shown", "solid": "solid"}[kind]
        shapes = [element("rect", fill, x=4, y=-8, width=16, height=16, rx=2)]
        if kind == "terminal":
            shapes.append(
                element("rect", "blue hair bare", x=4, y=-8, width=16, height=16, rx=2)
            )
            shapes.append(
                element("rect", "blue hair bare", x=7, y=-5, width=10, height=10, rx=2)
            )
        return shapes
    if kind == "way":
        return [element("line", "way way0", x1=1, y1=0, x2=24, y2=0)]
    if kind == "ways":
        return [
            element("line", f"way {colour}", x1=1, y1=y, x2=24, y2=y)
            for colour, y in (("way0", -3.0), ("way1", 4.0))
        ]
    side = 26.0
    shapes = {
        "wall": bar_svg(_BOTH, side, 0, is_wall=True),
        "door": bar_svg(_BOTH, side, 0, is_wall=False),
        "open": open_door_svg(_BOTH, side, 0),
        "oneway": bar_svg(_EAST, side, 0, is_wall=True),
        "partly": bar_svg(_SOME, side, 0, is_wall=True),
    }[kind]
    return ['<g transform="translate(-12,-13)">', *shapes, "</g>"]
