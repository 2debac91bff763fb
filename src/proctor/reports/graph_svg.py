"""A drawing of a graph as SVG: rounded nodes, curved arrows, a legend of what occurs."""

from proctor.reports.drawing import Arrow, Drawing, Node
from proctor.reports.layout import lay_out
from proctor.reports.lettering import cut, width
from proctor.reports.routes import Layout, Route, heading
from proctor.reports.svg_page import Point, element, number, page, points, text, tooltip

__all__ = ["graph_svg"]

_MARGIN = 28.0
_FONT = 13.0
_SMALL = 11.0
_LINES = 5
_FILLS = {"target": "goal", "intermediate": "shown"}
_RINGS = ("accepting", "target", "bypass")
_MEANINGS = {
    "accepting": "accepting",
    "target": "target: the test ends here",
    "bypass": "the run ends here, and the behaviour was not shown",
    "intermediate": "the behaviour has been shown",
    "lost": "the objective is out of reach",
    "blocked": "blocked",
    "way": "on a way to success",
}


def graph_svg(drawing: Drawing) -> str:
    """Return ``drawing`` as a self-contained SVG document.

    Raises:
        InputError: if the graph is too large to be read as a picture.

    Examples:
        >>> lab = Node(key="a", label="lab", is_start=True)
        >>> graph_svg(Drawing(nodes=(lab,))).startswith("<svg ")
        True
    """
    number_of = {node.key: index for index, node in enumerate(drawing.nodes)}
    sizes = [_node_size(node) for node in drawing.nodes]
    arrows = [(number_of[a.source], number_of[a.target]) for a in drawing.arrows]
    labels = [_label_size(arrow) for arrow in drawing.arrows]
    for node in drawing.nodes:
        if node.is_start:
            # The arrow from nowhere comes from a node that is not drawn.
            arrows.append((len(sizes), number_of[node.key]))
            sizes.append((4.0, 4.0))
            labels.append((0.0, 0.0))
    layout = lay_out(tuple(sizes), tuple(arrows), labels=tuple(labels))
    top = _MARGIN + (26 if drawing.title else 0)
    body = [*_heading(drawing), f'<g transform="translate({number(_MARGIN)},{number(top)})">']
    body += _content(drawing, layout, sizes)
    body.append("</g>")
    kinds = _kinds(drawing)
    body += _legend(kinds, top + layout.height + 34)
    wide = max(layout.width, width(cut(drawing.title, 80), 17), _legend_width(kinds))
    high = top + layout.height + _MARGIN + (24 * len(kinds) + 10 if kinds else 0)
    about = f"A graph of {len(drawing.nodes)} nodes and {len(drawing.arrows)} arrows."
    title = drawing.title or "Graph"
    return page(wide + 2 * _MARGIN, high, title=title, about=about, body=body)


def _node_size(node: Node) -> Point:
    label, note = cut(node.label, 40), cut(node.note, 60)
    high = 50.0 if note else 36.0
    wide = max(width(label, _FONT), width(note, _SMALL)) + 26
    return (max(36.0, wide), high)


def _label_size(arrow: Arrow) -> Point:
    lines = _label_lines(arrow)
    return (max(width(line, 12) for line in lines) + 8, 15.0 * len(lines)) if lines else (0, 0)


def _label_lines(arrow: Arrow) -> list[str]:
    lines = [cut(line, 48) for line in arrow.label.split("\n") if line]
    hidden = len(lines) - _LINES
    return lines if hidden <= 0 else [*lines[:_LINES], f"… {hidden} more"]


def _heading(drawing: Drawing) -> list[str]:
    if not drawing.title:
        return []
    return [text((_MARGIN, _MARGIN + 4), cut(drawing.title, 80), "ink bold", size=17)]


def _content(drawing: Drawing, layout: Layout, sizes: list[Point]) -> list[str]:
    body: list[str] = []
    starts = (Arrow(source="", target=n.key) for n in drawing.nodes if n.is_start)
    for arrow, route in zip((*drawing.arrows, *starts), layout.routes, strict=True):
        body += _arrow(arrow, route)
    for node, centre, size in zip(drawing.nodes, layout.centres, sizes, strict=False):
        body.append(_node(node, centre, size))
    for arrow, route in zip(drawing.arrows, layout.routes, strict=False):
        body += _arrow_label(arrow, route.label)
    return body


def _arrow(arrow: Arrow, route: Route) -> list[str]:
    line, tip = {
        "plain": ("edge line", "tip"),
        "blocked": ("door line dash", "doorfill"),
        "way": ("blue thick", "bluefill"),
    }[arrow.kind]
    first, *rest = route.curve
    path = f"M{points([first])}C{points(rest)}"
    return [
        element("path", line, d=path),
        element("polygon", tip, points=points(_head(route))),
        *(_bar(route) if arrow.kind == "blocked" else ()),
    ]


def _head(route: Route) -> list[Point]:
    (ax, ay), (bx, by) = route.curve[-1], route.tip
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
    sx, sy = -(by - ay) / length * 3.6, (bx - ax) / length * 3.6
    return [(ax + sx, ay + sy), (bx, by), (ax - sx, ay - sy)]


def _bar(route: Route) -> list[str]:
    """A short bar across the arrow, so that not only the colour says that it is blocked."""
    dx, dy = heading(route.curve)
    x, y = route.mid
    return [
        element("line", "door post", x1=x - 7 * dy, y1=y + 7 * dx, x2=x + 7 * dy, y2=y - 7 * dx)
    ]


def _node(node: Node, centre: Point, size: Point) -> str:
    (x, y), (wide, high) = centre, size
    fill = _FILLS.get(node.kind, "floor")
    line = "edge line dash" if node.kind == "lost" else "edge line"
    if node.is_start:
        line = "blue thick"
    shapes = [_pill(x, y, wide, high, fill), _pill(x, y, wide, high, f"{line} bare")]
    if node.kind in _RINGS:
        shapes.append(_pill(x, y, wide - 8, high - 8, f"{line} bare"))
    ink = "quiet" if node.kind == "lost" else "ink"
    shift = -3.0 if node.note else 4.5
    label = cut(node.label, 40)
    shapes.append(text((x, y + shift), label, ink, size=_FONT, anchor="middle"))
    if node.note:
        note = cut(node.note, 60)
        shapes.append(text((x, y + 13), note, "quiet", size=_SMALL, anchor="middle"))
    return tooltip(f"{node.label}: {node.note}" if node.note else node.label, shapes)


def _pill(x: float, y: float, wide: float, high: float, style: str) -> str:
    corner = min(high / 2, 18.0)
    place = {"x": x - wide / 2, "y": y - high / 2, "width": wide, "height": high}
    return element("rect", style, rx=corner, **place)


def _arrow_label(arrow: Arrow, at: Point) -> list[str]:
    lines = _label_lines(arrow)
    x, y = at[0], at[1] - 7.5 * len(lines) + 9.5
    ink = "doorfill halo" if arrow.kind == "blocked" else "ink halo"
    return [
        text((x, y + 15 * index), line, ink, size=12, anchor="middle")
        for index, line in enumerate(lines)
    ]


def _kinds(drawing: Drawing) -> list[str]:
    used = {node.kind for node in drawing.nodes} | {arrow.kind for arrow in drawing.arrows}
    return [kind for kind in _MEANINGS if kind in used]


def _legend_width(kinds: list[str]) -> float:
    return max((46 + width(_MEANINGS[kind], 12) for kind in kinds), default=0.0)


def _legend(kinds: list[str], top: float) -> list[str]:
    body: list[str] = []
    for index, kind in enumerate(kinds):
        y = top + 24 * index
        body += _sample(kind, y)
        body.append(text((_MARGIN + 42, y + 4), _MEANINGS[kind], "quiet", size=12))
    return body


def _sample(kind: str, y: float) -> list[str]:
    x = _MARGIN + 16
    if kind in ("blocked", "way"):
        flat = ((x - 16, y), (x - 7, y), (x, y), (x + 8, y))
        arrow = Arrow(source="", target="", kind="blocked" if kind == "blocked" else "way")
        return _arrow(arrow, Route(curve=flat, tip=(x + 16, y), label=(x, y)))
    shapes = [_pill(x, y, 30, 16, _FILLS.get(kind, "floor"))]
    shapes.append(
        _pill(x, y, 30, 16, "edge hair bare dash" if kind == "lost" else "edge hair bare")
    )
    if kind in _RINGS:
        shapes.append(_pill(x, y, 25, 11, "edge hair bare"))
    return shapes
