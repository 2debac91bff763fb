"""A plain layout without any library: layers by breadth-first search, straight arrows."""

from collections import Counter
from dataclasses import dataclass

from proctor.reports.routes import Layout, Route, middle
from proctor.reports.svg_page import Point

__all__ = ["straight_layout"]

_GAP = 90.0
_SIDE = 26.0
_TIP = 8.0


def straight_layout(
    nodes: tuple[Point, ...], arrows: tuple[tuple[int, int], ...], labels: tuple[Point, ...]
) -> Layout:
    """Return a layout in which node 0 is at the left and each arrow is straight if it can be.

    Sizes are (width, height). Two nodes that point at each other get a pair of parallel arrows;
    a self-loop is an arc above its node.

    >>> straight_layout(((40, 30), (40, 30)), ((0, 1),), ((0, 0),)).height
    82.0
    """
    layers = _layers(len(nodes), arrows)
    centres = [(0.0, 0.0)] * len(nodes)
    tallest = max((sum(nodes[n][1] + _SIDE for n in layer) for layer in layers), default=0.0)
    room = max((wide for wide, _ in labels), default=0.0)
    x = 0.0
    for layer in layers:
        wide = max(nodes[n][0] for n in layer)
        y = (tallest - sum(nodes[n][1] + _SIDE for n in layer)) / 2 + _SIDE
        for n in layer:
            centres[n] = (x + wide / 2, y + nodes[n][1] / 2)
            y += nodes[n][1] + _SIDE
        x += wide + _GAP + room
    level = {n: depth for depth, layer in enumerate(layers) for n in layer}
    seen: Counter[tuple[int, int]] = Counter()
    known = frozenset(arrows)
    routes = []
    for (source, target), label in zip(arrows, labels, strict=True):
        # There and back keep to their right; arrows that would hide something bow out.
        aside = 6.0 * ((target, source) in known)
        across = abs(level[source] - level[target])
        bow = 0.0 if across == 1 else 40.0 + 20.0 * min(across, 8)
        bow += 30.0 * seen[source, target]
        seen[source, target] += 1
        ends = _Ends(
            source=centres[source], target=centres[target], sizes=(nodes[source], nodes[target])
        )
        loops = source == target
        routes.append(_loop(ends) if loops else _route(ends, aside, bow, label[1]))
    width = max(0.0, x - _GAP - room)
    high = tallest + _SIDE
    plain = Layout(width=width, height=high, centres=tuple(centres), routes=tuple(routes))
    return plain.framed()


def _layers(count: int, arrows: tuple[tuple[int, int], ...]) -> list[list[int]]:
    after: list[list[int]] = [[] for _ in range(count)]
    entered = [False] * count
    for source, target in arrows:
        after[source].append(target)
        entered[target] = entered[target] or source != target
    roots = [n for n in range(count) if not entered[n]]
    layers: list[list[int]] = []
    seen = [False] * count
    for first in [roots, *([n] for n in range(count))]:
        layer = [n for n in first if not seen[n]]
        for n in layer:
            seen[n] = True
        while layer:
            layers.append(layer)
            following = []
            for n in layer:
                for target in after[n]:
                    if not seen[target]:
                        seen[target] = True
                        following.append(target)
            layer = following
    return layers


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ends:
    """The two nodes of an arrow."""

    source: Point
    target: Point
    sizes: tuple[Point, Point]


def _route(ends: _Ends, aside: float, bow: float, label: float) -> Route:
    (ax, ay), (bx, by) = ends.source, ends.target
    length = max(1.0, ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
    dx, dy = (bx - ax) / length, (by - ay) / length
    begin = _border(ends.sizes[0], dx, dy)
    end = length - _border(ends.sizes[1], dx, dy)
    tail = max(begin, end - _TIP)
    third = (tail - begin) / 3
    out = aside + bow

    def at(along: float, right: float) -> Point:
        return (ax + dx * along - dy * right, ay + dy * along + dx * right)

    curve = (at(begin, aside), at(begin + third, out), at(tail - third, out), at(tail, aside))
    x, y = middle(curve)
    apart = label / 2 + 4 if label else 0.0
    return Route(curve=curve, tip=at(end, aside), label=(x - dy * apart, y + dx * apart))


def _border(size: Point, dx: float, dy: float) -> float:
    """How far the border of a box lies from its centre in a direction."""
    across = size[0] / 2 / abs(dx) if dx else float("inf")
    along = size[1] / 2 / abs(dy) if dy else float("inf")
    return min(across, along)


def _loop(ends: _Ends) -> Route:
    x, top = ends.source[0], ends.source[1] - ends.sizes[0][1] / 2
    curve = ((x - 8, top), (x - 18, top - 26), (x + 18, top - 26), (x + 8, top - _TIP))
    return Route(curve=curve, tip=(x + 6, top), label=(x, top - 26))
