"""A map in the terminal: cells, the state where the system is, and bars where it cannot go."""

import textwrap
from collections.abc import Collection
from dataclasses import dataclass, replace

from proctor.artefacts.model import Barriers, ExplicitModel
from proctor.errors import InputError
from proctor.reports.lettering import centred, clean, columns_of, in_full, short_forms
from proctor.reports.map_cells import Bar, Cell, Floor, bars, blocked_moves, floor, notes

__all__ = ["map_text"]

_PAGE = 76  # columns
_NAME = 5  # so many letters of a name are shown at the least
_LIST = 40  # so many lines of a list are shown, the rest is counted
_STYLES = {"here": "1;7", "shut": "1;31", "name": "1", "quiet": "2"}


def map_text(
    model: ExplicitModel,
    *,
    at: int | None = None,
    closed: Collection[int] = (),
    harness: Barriers | None = None,
    colour: bool = False,
    unicode: bool = True,
) -> str:
    """Return the map of ``model`` for a terminal, with ``@`` in the cell of the state ``at``.

    The places ``closed`` of ``harness`` are bars between cells; an arrow in place of a bar is
    the one direction that is blocked. A model that is no map is listed by its states.

    Raises:
        InputError: if there is no such state or place, or places are given without a harness.

    Examples:
        >>> from proctor.artefacts.model import Move
        >>> model = ExplicitModel(
        ...     propositions=("T",),
        ...     states=("r0c0", "r0c1"),
        ...     labels=((), ("T",)),
        ...     start=0,
        ...     terminal=(1,),
        ...     moves=(Move(0, "east", 1),),
        ...     cells=((0, 0), (0, 1)),
        ...     map=(". T",),
        ... )
        >>> print(map_text(model, at=0, unicode=False))
            0   1
          +-------+
        0 | @   T |
          +-------+
    """
    if at is not None and not 0 <= at < len(model.states):
        raise InputError(
            f"state {at} does not exist", hint=f"states are numbered 0..{len(model.states) - 1}"
        )
    if closed and harness is None:
        raise InputError("closed places were given without a harness", hint="pass harness=...")
    blocked = blocked_moves(model, harness, closed) if harness is not None else set()
    pen = _Pen(signs=_BOXES if unicode else _PLAIN, is_coloured=colour)
    if model.cells:
        lines = _map_lines(model, model.cells[at] if at is not None else None, blocked, pen)
    else:
        lines = _list_lines(model, at, blocked, pen)
    text = "\n".join(lines)
    return text if unicode else text.encode("ascii", "replace").decode("ascii")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Signs:
    solid: str
    free: str
    upright: str
    flat: str
    upright_partly: str
    flat_partly: str
    along: str
    side: str
    corners: str
    arrows: str  # where a blocked move would go: south, north, east, west
    to: str
    no: str


_BOXES = _Signs(
    solid="█",
    free="·",
    upright="║",
    flat="═",
    upright_partly="┊",
    flat_partly="┈",
    along="─",
    side="│",
    corners="┌┐└┘",
    arrows="↓↑→←",
    to="→",
    no="✕",
)
_PLAIN = _Signs(
    solid="#",
    free=".",
    upright="|",
    flat="=",
    upright_partly=":",
    flat_partly="~",
    along="-",
    side="|",
    corners="++++",
    arrows="v^><",
    to="->",
    no="blocked:",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pen:
    """What signs are used, and whether they are coloured."""

    signs: _Signs
    is_coloured: bool

    def paint(self, text: str, style: str) -> str:
        if not self.is_coloured or not text.strip():
            return text
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m"


def _map_lines(
    model: ExplicitModel, here: Cell | None, blocked: set[int], pen: _Pen
) -> list[str]:
    plan = floor(model)
    found = bars(model, blocked)
    # One sign stands for both directions: the bar that is always there wins.
    ordered = sorted(found, key=lambda bar: not bar.partly)
    shut = {frozenset((bar.source, bar.target)): bar for bar in ordered}
    margin = " " * len(str(plan.rows - 1))
    named = list(dict.fromkeys(name for row in plan.names for name in row if name))
    wide = max(len(str(plan.columns - 1)), _letters(named, plan.columns, len(margin)))
    shorts = short_forms(named, lambda form: columns_of(form) <= wide)
    names = tuple(tuple(shorts.get(name, "") for name in row) for row in plan.names)
    plan = replace(plan, names=names)
    edge = pen.signs.along * ((wide + 3) * plan.columns - 1)
    numbers = "   ".join(str(column).center(wide) for column in range(plan.columns))
    corners, side = pen.signs.corners, pen.signs.side
    lines = [f"{margin}   {numbers}".rstrip(), f"{margin} {corners[0]}{edge}{corners[1]}"]
    for row in range(plan.rows):
        body = ""
        for column in range(plan.columns):
            cell = (row, column)
            body += f" {_cell(plan, cell, here, wide, pen)} "
            if column + 1 < plan.columns:
                body += _upright(shut.get(frozenset((cell, (row, column + 1)))), pen)
        lines.append(f"{row:>{len(margin)}} {side}{body}{side}")
        if row + 1 < plan.rows:
            below = (
                _flat(shut.get(frozenset(((row, c), (row + 1, c)))), wide, pen)
                for c in range(plan.columns)
            )
            lines.append(f"{margin} {side} {'   '.join(below)} {side}")
    lines.append(f"{margin} {corners[2]}{edge}{corners[3]}")
    told = [*_shortened(list(notes(found))), *textwrap.wrap(in_full(shorts), _PAGE - 6)]
    return lines + [f"{margin}   {line}" for line in told]


def _letters(names: list[str], columns: int, margin: int) -> int:
    """How many letters of a name are shown: as many as a page has room for, but five."""
    longest = max(map(columns_of, names), default=1)
    room = (_PAGE - margin - 3) // columns - 3
    return min(longest, max(_NAME, room))


def _cell(plan: Floor, cell: Cell, here: Cell | None, wide: int, pen: _Pen) -> str:
    if cell == here:
        return pen.paint(centred("@", wide), "here")
    if here is not None and cell == plan.start and cell not in plan.labels:
        # A name that only says where the system began would make a second system of it.
        return pen.paint(centred(pen.signs.free, wide), "quiet")
    if cell in plan.solid:
        return pen.paint(pen.signs.solid * wide, "quiet")
    name = plan.names[cell[0]][cell[1]]
    if name:
        return pen.paint(centred(name, wide), "name")
    return pen.paint(centred(pen.signs.free, wide), "quiet")


def _upright(bar: Bar | None, pen: _Pen) -> str:
    """The sign between a cell and the one to the right of it."""
    if bar is None:
        return " "
    if bar.is_both:
        return pen.paint(pen.signs.upright_partly if bar.partly else pen.signs.upright, "shut")
    return pen.paint(pen.signs.arrows[2 if bar.target[1] > bar.source[1] else 3], "shut")


def _flat(bar: Bar | None, wide: int, pen: _Pen) -> str:
    """The signs between a cell and the one below it."""
    if bar is None:
        return " " * wide
    if bar.is_both:
        sign = pen.signs.flat_partly if bar.partly else pen.signs.flat
        return pen.paint(sign * wide, "shut")
    return pen.paint(
        centred(pen.signs.arrows[0 if bar.target > bar.source else 1], wide), "shut"
    )


def _list_lines(
    model: ExplicitModel, at: int | None, blocked: set[int], pen: _Pen
) -> list[str]:
    """One line for each state: where one can go from it, and where one cannot."""
    open_to: list[list[str]] = [[] for _ in model.states]
    shut_to: list[list[str]] = [[] for _ in model.states]
    for number, move in enumerate(model.moves):
        side = shut_to if number in blocked else open_to
        side[move.source].append(clean(model.states[move.target]))
    lines = []
    for number, name in enumerate(model.states):
        mark = pen.paint("@", "here") if number == at else " "
        line = f"{mark} {pen.paint(clean(name), 'name')}"
        if open_to[number]:
            line += f" {pen.signs.to} {', '.join(dict.fromkeys(open_to[number]))}"
        if shut_to[number]:
            names = ", ".join(dict.fromkeys(shut_to[number]))
            line += "  " + pen.paint(f"{pen.signs.no} {names}", "shut")
        lines.append(line)
    return _shortened(lines, keep=at)


def _shortened(lines: list[str], *, keep: int | None = None) -> list[str]:
    """The first lines, and the one to ``keep``; the rest is counted."""
    first = lines[:_LIST]
    if keep is not None and keep >= _LIST:
        first.append(lines[keep])
    hidden = len(lines) - len(first)
    return [*first, f"and {hidden} more"] if hidden else first
