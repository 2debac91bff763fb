"""An SVG page: escaped text, short numbers, one quiet style sheet for light and dark."""

from collections.abc import Iterable, Sequence

from proctor.reports.lettering import clean

__all__ = ["Point", "element", "number", "page", "points", "text", "tooltip"]

Point = tuple[float, float]


def number(value: float) -> str:
    """Return ``value`` with at most two decimals and no needless zeros.

    >>> number(12.0), number(0.126), number(-0.001)
    ('12', '0.13', '0')
    """
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def points(corners: Iterable[Point]) -> str:
    """Return a list of points as SVG writes it.

    >>> points([(1, 2), (3.5, 4)])
    '1,2 3.5,4'
    """
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


def element(tag: str, style: str, **attributes: float | str) -> str:
    """Return one empty element with classes of the style sheet and its attributes.

    >>> element("circle", "start", cx=1, cy=2, r=3)
    '<circle class="pr-start" cx="1" cy="2" r="3"/>'
    """
    written = [f'class="{_classes(style)}"'] if style else []
    for name, value in attributes.items():
        shown = _escaped(value) if isinstance(value, str) else number(value)
        written.append(f'{name.replace("_", "-")}="{shown}"')
    return f"<{tag} {' '.join(written)}/>"


def text(
    at: Point, content: str, style: str, *, size: float = 13, anchor: str = "start"
) -> str:
    """Return one line of text; ``anchor`` says which of its points stands at ``at``.

    >>> text((1, 2), "a < b", "ink", anchor="middle")
    '<text class="pr-ink" x="1" y="2" font-size="13" text-anchor="middle">a &lt; b</text>'
    """
    where = f'x="{number(at[0])}" y="{number(at[1])}" font-size="{number(size)}"'
    placed = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text class="{_classes(style)}" {where}{placed}>{_escaped(content)}</text>'


def tooltip(note: str, body: Sequence[str]) -> str:
    """Return ``body`` as a group that shows ``note`` under the pointer, and says it aloud."""
    return f"<g><title>{_escaped(note)}</title>{''.join(body)}</g>"


def page(width: float, height: float, *, title: str, about: str, body: Iterable[str]) -> str:
    """Return a whole SVG document that needs nothing from outside.

    ``title`` and ``about`` are what a screen reader says.
    """
    size = f"{number(width)} {number(height)}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="pr" role="img" viewBox="0 0 {size}" '
        f'width="{number(width)}" height="{number(height)}">'
    )
    lines = [
        head,
        f"<title>{_escaped(title)}</title>",
        f"<desc>{_escaped(about)}</desc>",
        f"<style>{_sheet()}</style>",
        element("rect", "paper", width=width, height=height, rx=10),
        *body,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _classes(style: str) -> str:
    return " ".join(f"pr-{name}" for name in style.split())


def _escaped(content: str) -> str:
    # Private use and unassigned code points are not printable either, so only XML text is left.
    safe = clean(content.replace("\n", " "))
    for plain, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        safe = safe.replace(plain, entity)
    return safe


# What is drawn, as (property, colour on light paper, colour on dark paper). The hues are
# blue, orange and grey, which all common kinds of colour blindness keep apart; every
# meaning also has a shape or a dash of its own.
_COLOURS = {
    "paper": ("fill", "#ffffff", "#15181d"),
    "floor": ("fill", "#f5f6f8", "#20252d"),
    "ink": ("fill", "#1c2128", "#e8ebef"),
    "quiet": ("fill", "#667080", "#9aa4b2"),
    "solid": ("fill", "#a9b1bd", "#4b5563"),
    "grid": ("stroke", "#dde1e7", "#323945"),
    "named": ("fill", "#e9ecf1", "#2c333e"),
    "goal": ("fill", "#d8e8fa", "#1c3a5c"),
    "shown": ("fill", "#fde8bf", "#57431a"),
    "edge": ("stroke", "#667080", "#9aa4b2"),
    "tip": ("fill", "#667080", "#9aa4b2"),
    "blue": ("stroke", "#1f6fb8", "#6bb1f2"),
    "bluefill": ("fill", "#1f6fb8", "#6bb1f2"),
    "wall": ("stroke", "#1c2128", "#f2f4f7"),
    "wallfill": ("fill", "#1c2128", "#f2f4f7"),
    "door": ("stroke", "#d1480b", "#ff8f57"),
    "doorfill": ("fill", "#d1480b", "#ff8f57"),
    "way0": ("stroke", "#0072b2", "#56b4e9"),
    "way1": ("stroke", "#b36b00", "#e69f00"),
    "way2": ("stroke", "#007a59", "#2fc79a"),
    "way3": ("stroke", "#a8447d", "#e08fbd"),
    "way0fill": ("fill", "#0072b2", "#56b4e9"),
    "way1fill": ("fill", "#b36b00", "#e69f00"),
    "way2fill": ("fill", "#007a59", "#2fc79a"),
    "way3fill": ("fill", "#a8447d", "#e08fbd"),
}

_SHAPES = (
    ".pr text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}"
    ".pr-line{fill:none;stroke-width:1.4}.pr-hair{fill:none;stroke-width:1}"
    ".pr-bar{fill:none;stroke-linecap:round}.pr-slim{fill:none;stroke-width:2.6;stroke-linecap:round}.pr-post{stroke-width:3}"
    ".pr-bare{fill:none}.pr-thick{fill:none;stroke-width:2.6}.pr-bold{font-weight:600}"
    ".pr-dash{stroke-dasharray:6 5}.pr-some{stroke-dasharray:3 8}.pr-open{stroke-dasharray:2 4}"
    ".pr-way{fill:none;stroke-width:2.2;stroke-linejoin:round;stroke-linecap:round}"
    ".pr-way1{stroke-dasharray:9 4}.pr-way2{stroke-dasharray:2 4}"
    ".pr-way3{stroke-dasharray:10 4 2 4}"
    ".pr-halo{paint-order:stroke;stroke-width:3;stroke-linejoin:round;stroke-opacity:.6}"
)


def _sheet() -> str:
    light = "".join(f".pr-{n}{{{p}:{day}}}" for n, (p, day, _) in _COLOURS.items())
    dark = "".join(f".pr-{n}{{{p}:{night}}}" for n, (p, _, night) in _COLOURS.items())
    halo = ".pr-halo{{stroke:{}}}"
    day, night = _COLOURS["paper"][1:]
    return (
        f"{_SHAPES}{light}{halo.format(day)}"
        f"@media (prefers-color-scheme:dark){{{dark}{halo.format(night)}}}"
    )
