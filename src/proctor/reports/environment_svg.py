"""A test environment as SVG: one map for each history, or one graph where there is no map."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import pairwise

from proctor.artefacts.environment import Environment
from proctor.reports.drawing import Drawing
from proctor.reports.graph_svg import graph_svg
from proctor.reports.histories import (
    Panel,
    ever_closed,
    final_histories,
    is_wall,
    panels,
    reachable_histories,
    trails,
)
from proctor.reports.lettering import cut, wrap
from proctor.reports.map_cells import Bar, Floor, bars, blocked_moves, floor, notes
from proctor.reports.map_legend import legend
from proctor.reports.map_names import GUTTER, crossings, names_svg, short_names
from proctor.reports.map_svg import cell_size, floor_svg, shut_svg
from proctor.reports.model_graph import model_drawing
from proctor.reports.svg_page import number, page, text
from proctor.reports.way_svg import way_svg

__all__ = ["environment_svg", "propositions_of"]

_MARGIN = 28.0
_GAP = 34.0
_PANELS = 24
_WIDE = 1_040.0


def environment_svg(
    environment: Environment, *, captions: Mapping[str, str] | None = None
) -> str:
    """Return ``environment`` as a self-contained SVG document.

    Small maps side by side, one for each history that can be reached: what is closed there,
    which doors stand open, and the part of the ways that is walked in it. ``captions`` says
    for the name of a history what has been seen. A model that is no map becomes a graph.

    Raises:
        InputError: if the map or the graph is too large for a picture.
    """
    if not environment.model.cells:
        return graph_svg(_graph(environment))
    plan = floor(environment.model)
    reached = reachable_histories(environment)
    ended = final_histories(environment)
    everything = panels(environment, reached)
    # Where nothing is closed and the run is over, there is nothing to be seen on a map.
    every = [p for p in everything if p.closed or not ended.issuperset(p.histories)]
    over = [p for p in everything if p not in every] if every else []
    every = every or list(everything)
    drawn = every[:_PANELS]
    side = cell_size(plan, room=560.0 if len(drawn) == 1 else 300.0)
    wide = max(GUTTER + side * plan.columns, 420.0 if len(drawn) == 1 else 190.0)
    scene = _Scene(
        environment=environment,
        plan=plan,
        reached=reached,
        side=side,
        wide=wide,
        captions=captions,
    )
    # Maps beside each other begin on the same line.
    head = max(sum(size + 5 for _, _, size in _caption(scene, panel)) for panel in drawn)
    blocks = [_panel(scene, panel, head) for panel in drawn]
    across = max(1, min(len(blocks), int((_WIDE + _GAP) // (wide + _GAP))))
    room = max(across * (wide + _GAP) - _GAP, 420.0)
    body, y = _heading(environment, room)
    for first in range(0, len(blocks), across):
        row = blocks[first : first + across]
        for index, (shapes, _) in enumerate(row):
            x = _MARGIN + index * (wide + _GAP)
            body += [f'<g transform="translate({number(x)},{number(y)})">', *shapes, "</g>"]
        y += max(high for _, high in row) + 22
    if len(every) > len(drawn):
        hidden = len(every) - len(drawn)
        body.append(text((_MARGIN, y + 6), f"{hidden} more histories are not drawn.", "quiet"))
        y += 26
    for panel in over:
        for line in wrap(_over(scene, panel), 12, room):
            body.append(text((_MARGIN, y + 6), line, "quiet", size=12))
            y += 17
    names = short_names(plan, side)
    key, high = legend(_kinds(scene, len(every)), _MARGIN, y + 12, room, names=names)
    about = f"{len(every)} maps of {plan.rows} rows and {plan.columns} columns."
    title = environment.title or "Test environment"
    return page(room + 2 * _MARGIN, y + high + 26, title=title, about=about, body=[*body, *key])


def propositions_of(formula: str) -> frozenset[str]:
    """Return the words of a formula, among them its propositions.

    >>> sorted(propositions_of('F (low & "at home")'))
    ['F', 'at home', 'low']
    """
    return frozenset(quoted or word for quoted, word in re.findall(r'"([^"]*)"|(\w+)', formula))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scene:
    """What all maps of one picture share."""

    environment: Environment
    plan: Floor
    reached: tuple[int, ...]
    side: float
    wide: float
    captions: Mapping[str, str] | None

    def bars(self, places: Collection[int]) -> tuple[Bar, ...]:
        model = self.environment.model
        return bars(model, blocked_moves(model, self.environment.harness, places))

    def parted(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The walls, and the doors that are ever closed."""
        ever = ever_closed(self.environment, self.reached)
        walls = tuple(place for place in ever if is_wall(self.environment, place))
        return walls, ever[len(walls) :]


def _graph(environment: Environment) -> Drawing:
    """A model that is no map: one graph, where each blocked arrow says in which histories."""
    names = environment.memory.names
    reached = reachable_histories(environment)
    blocked: dict[int, str] = {}
    for index, place in enumerate(environment.harness.places):
        closed = [m for m in reached if index in environment.memory.closed[m]]
        if closed:
            told = ", ".join(cut(names[m], 20) for m in closed[:6])
            more = f" and {len(closed) - 6} more" if len(closed) > 6 else ""
            when = "wall" if is_wall(environment, index) else f"closed in {told}{more}"
            blocked.update(dict.fromkeys(place.moves, when))
    walked = {(a[0], b[0]) for way in environment.ways for a, b in pairwise(way)}
    return model_drawing(
        environment.model,
        title=environment.title or "Test environment",
        shown=propositions_of(environment.test_objective),
        blocked=blocked,
        walked=walked,
    )


def _heading(environment: Environment, room: float) -> tuple[list[str], float]:
    title = environment.title or "Test environment"
    y = _MARGIN + 8
    body: list[str] = []
    for line in wrap(cut(title, 160), 18, room):
        body.append(text((_MARGIN, y), line, "ink bold", size=18))
        y += 24
    for line in wrap(_summary(environment), 12, room):
        body.append(text((_MARGIN, y - 2), line, "quiet", size=12))
        y += 17
    return body, y + 12


def _summary(environment: Environment) -> str:
    ways = "1 way" if environment.flow == 1 else f"{environment.flow} disjoint ways"
    return (
        f"{environment.kind} test · {ways} to success · fairness: {environment.fairness} · "
        f"the system must {cut(environment.system_objective, 200)} · "
        f"the test shows {cut(environment.test_objective, 200)}"
    )


def _panel(scene: _Scene, panel: Panel, head: float) -> tuple[list[str], float]:
    """One map with its heading and notes, and how high it is."""
    environment, side = scene.environment, scene.side
    body: list[str] = []
    y = 0.0
    for line, style, size in _caption(scene, panel):
        y += size + 5
        body.append(text((0, y), line, style, size=size))
    y = head + 12 if body else -8
    walls, doors = scene.parted()
    shut = [(bar, True) for bar in scene.bars([p for p in walls if p in panel.closed])]
    shut += [(bar, False) for bar in scene.bars([p for p in doors if p in panel.closed])]
    opened = scene.bars([p for p in doors if p not in panel.closed])
    body.append(f'<g transform="translate(0,{number(y)})">')
    body += floor_svg(scene.plan, side, shown=propositions_of(environment.test_objective))
    walked = trails(environment, panel)
    body += way_svg(walked, side, GUTTER)
    body += names_svg(scene.plan, side, crossed=crossings(walked))
    body += [*shut_svg(tuple(shut), opened, side), "</g>"]
    y += GUTTER + side * scene.plan.rows
    said = notes(bar for bar, _ in shut)
    told = [*said[:6], *([f"and {len(said) - 6} more"] if len(said) > 6 else [])]
    for line in (part for note in told for part in wrap(note, 11, scene.wide)):
        y += 16
        body.append(text((0, y), line, "quiet", size=11))
    return body, y + 10


def _over(scene: _Scene, panel: Panel) -> str:
    """A line for histories that have no map of their own."""
    names = [scene.environment.memory.names[history] for history in panel.histories]
    said = (scene.captions or {}).get(names[0], "the run is over")
    named = ", ".join(cut(name, 40) for name in names[:8])
    return f"{named}: {cut(said, 200)}; nothing is closed."


def _caption(scene: _Scene, panel: Panel) -> list[tuple[str, str, float]]:
    names = [scene.environment.memory.names[history] for history in panel.histories]
    captions = scene.captions or {}
    told: list[str] = []
    if len(names) == len(scene.reached):
        head = "" if scene.environment.kind == "static" else "In every history"
    else:
        head = ", ".join(cut(name, 40) for name in names[:8])
        head += f" and {len(names) - 8} more" if len(names) > 8 else ""
        told = [captions[name] for name in names[:3] if captions.get(name, name) != name]
    lines = [(line, "ink bold", 14.0) for line in wrap(head, 14, scene.wide)]
    return lines + [
        (line, "quiet", 12.0) for said in told for line in wrap(cut(said, 200), 12, scene.wide)
    ]


def _kinds(scene: _Scene, maps: int) -> list[str]:
    """What the legend explains: no more than what is drawn."""
    environment, plan = scene.environment, scene.plan
    walls, doors = scene.parted()
    drawn = scene.bars([*walls, *doors])
    shown = propositions_of(environment.test_objective)
    named = {name for row in plan.names for name in row}
    held = {label for labels in plan.labels.values() for label in labels}
    occurs = {
        "start": True,
        "terminal": bool(plan.terminal),
        "shown": not shown.isdisjoint(named | held),
        "solid": bool(plan.solid),
        "wall": bool(walls),
        "door": bool(doors),
        "open": maps > 1 and bool(doors),
        "oneway": any(not bar.is_both for bar in drawn),
        "partly": any(bar.partly for bar in drawn),
        "way": len(environment.ways) == 1,
        "ways": len(environment.ways) > 1,
    }
    return [kind for kind, does in occurs.items() if does]
