"""What a map shows: cells with their names, and bars where moves between them are blocked."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from proctor.artefacts.model import Barriers, ExplicitModel
from proctor.errors import InputError, ModelError
from proctor.reports.lettering import clean

__all__ = ["Bar", "Cell", "Floor", "bars", "blocked_moves", "cell_name", "floor", "notes"]

Cell = tuple[int, int]
_MAX_CELLS = 40_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """The cells of a map.

    Attributes:
        rows: how many there are, counted from 0 at the top.
        columns: how many there are, counted from 0 at the left.
        names: row by row what a cell is called; empty when it has no name.
        solid: cells that nobody can enter.
        labels: for each cell the propositions that hold in all of its states.
        start: where the system starts.
        terminal: cells of terminal states.
    """

    rows: int
    columns: int
    names: tuple[tuple[str, ...], ...]
    solid: frozenset[Cell]
    labels: dict[Cell, tuple[str, ...]]
    start: Cell
    terminal: frozenset[Cell]


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Bar:
    """Moves between two cells that are blocked.

    Attributes:
        source: the cell that is left.
        target: the cell that is not reached.
        is_both: whether the way back is blocked alike, or does not exist anyway.
        partly: for which values of counters, or empty when for all.
    """

    source: Cell
    target: Cell
    is_both: bool = False
    partly: str = ""

    @property
    def is_between(self) -> bool:
        """Whether the cells touch, so that a bar fits between them."""
        (a, b), (c, d) = self.source, self.target
        return abs(a - c) + abs(b - d) == 1

    @property
    def sentence(self) -> str:
        """The bar in words.

        >>> Bar(source=(0, 1), target=(0, 2), is_both=True).sentence
        'between r0c1 and r0c2'
        """
        one, other = cell_name(self.source), cell_name(self.target)
        when = f" when {self.partly}" if self.partly else ""
        if self.source == self.target:
            return f"within {one}{when}"
        if self.is_both:
            return f"between {one} and {other}{when}"
        return f"from {one} to {other}{when}"


def cell_name(cell: Cell) -> str:
    """Return the name of a cell.

    >>> cell_name((2, 3))
    'r2c3'
    """
    return f"r{cell[0]}c{cell[1]}"


def floor(model: ExplicitModel) -> Floor:
    """Return the map of a model that was drawn as one.

    A cell outside the written map, or without a state when nothing was written, is solid.

    Raises:
        InputError: if the model has no cells, or more than a picture can show.
    """
    if not model.cells:
        raise InputError(
            "the model was not drawn as a map", hint="its states can be drawn as a graph"
        )
    written = _tokens(model.map)
    used = set(model.cells)
    rows = max(len(written), 1 + max(r for r, _ in used))
    columns = max([1 + max(c for _, c in used), *(len(line) for line in written)])
    if min(min(cell) for cell in used) < 0:
        raise ModelError("a cell lies above or left of the map: rows and columns start at 0")
    if rows * columns > _MAX_CELLS:
        raise InputError(
            f"a map of {rows} x {columns} cells is too large for a picture",
            hint=f"up to {_MAX_CELLS} cells can be drawn",
        )
    table = [[_token(written, r, c) for c in range(columns)] for r in range(rows)]
    everywhere = [(r, c) for r in range(rows) for c in range(columns)]
    solid = {(r, c) for r, c in everywhere if table[r][c] in ("", "#")} - used
    names = tuple(tuple("" if name in (".", "#") else name for name in row) for row in table)
    return Floor(
        rows=rows,
        columns=columns,
        names=names,
        solid=frozenset(solid),
        labels=_labels(model),
        start=model.cells[model.start],
        terminal=frozenset(model.cells[s] for s in model.terminal),
    )


def blocked_moves(model: ExplicitModel, harness: Barriers, closed: Collection[int]) -> set[int]:
    """Return the numbers of the moves that the places ``closed`` block.

    Raises:
        InputError: if there is no such place, or it holds a move that the model lacks.
    """
    count = len(harness.places)
    for number in closed:
        if not 0 <= number < count:
            raise InputError(
                f"place {number} does not exist", hint=f"there are {count}, numbered from 0"
            )
    found = {move for number in closed for move in harness.places[number].moves}
    if any(not 0 <= move < len(model.moves) for move in found):
        raise InputError("a place holds a move that the model does not have")
    return found


def bars(model: ExplicitModel, blocked: Collection[int]) -> tuple[Bar, ...]:
    """Return what the moves ``blocked`` look like on the map, each pair of cells once.

    Several states share a cell when the model counts something, such as fuel. A bar is whole
    when all moves from the one cell to the other are blocked; else it says for which values.
    """
    pairs: dict[tuple[Cell, Cell], tuple[list[int], list[int]]] = {}
    touched = {_ends(model, move) for move in blocked}
    every = [_ends(model, number) for number in range(len(model.moves))]
    exists = frozenset(every)
    for number, ends in enumerate(every):
        if ends in touched:
            shut, free = pairs.setdefault(ends, ([], []))
            (shut if number in blocked else free).append(model.moves[number].source)
    partly = {ends: _condition(model, *split) for ends, split in pairs.items()}
    found: list[Bar] = []
    for (source, target), when in sorted(partly.items()):
        back = (target, source)
        is_both = source != target and (back not in exists or partly.get(back) == when)
        if not (is_both and back in partly and target < source):
            found.append(Bar(source=source, target=target, is_both=is_both, partly=when))
    return tuple(found)


def notes(shown: Iterable[Bar]) -> tuple[str, ...]:
    """Return in words what a bar alone does not say: conditions, and jumps over cells."""
    return tuple(f"blocked {bar.sentence}" for bar in shown if bar.partly or not bar.is_between)


def _tokens(lines: tuple[str, ...]) -> list[list[str]]:
    rows = [line.split() for line in lines if line.strip()]
    # A map may also be written without spaces, one character for each cell.
    if rows and all(len(row) == 1 for row in rows) and any(len(row[0]) > 1 for row in rows):
        letters = [list(row[0]) for row in rows]
        if len({len(row) for row in letters}) == 1 and len(rows) > 1:
            return letters
    return rows


def _token(written: list[list[str]], row: int, column: int) -> str:
    if row < len(written) and column < len(written[row]):
        return written[row][column]
    return ""


def _labels(model: ExplicitModel) -> dict[Cell, tuple[str, ...]]:
    common: dict[Cell, set[str]] = {}
    for cell, label in zip(model.cells, model.labels, strict=True):
        common.setdefault(cell, set(label)).intersection_update(label)
    return {cell: tuple(sorted(names)) for cell, names in sorted(common.items()) if names}


def _ends(model: ExplicitModel, number: int) -> tuple[Cell, Cell]:
    move = model.moves[number]
    return model.cells[move.source], model.cells[move.target]


def _condition(model: ExplicitModel, shut: list[int], free: list[int]) -> str:
    """For which counter values a way is blocked, as short as it can be said."""
    if not free:
        return ""
    closed = [_counters(model.states[state]) for state in shut]
    still = [_counters(model.states[state]) for state in free]
    for counter in closed[0]:
        values = {case[counter] for case in closed if counter in case}
        others = {case[counter] for case in still if counter in case}
        if not values or not others or values & others:
            continue
        if max(values) < min(others):
            return f"{counter} <= {max(values)}"
        if min(values) > max(others):
            return f"{counter} >= {min(values)}"
        listed = ", ".join(map(str, sorted(values)[:6]))
        return f"{counter} is {listed}{', …' if len(values) > 6 else ''}"
    return f"{len(shut)} of {len(shut) + len(free)} moves"


def _counters(state: str) -> dict[str, int]:
    """The counters in a state's name, such as ``r0c1,fuel=3``."""
    found: dict[str, int] = {}
    for part in state.split(",")[1:]:
        name, _, value = part.partition("=")
        if value.lstrip("-").isdecimal() and len(value) < 12:
            found[clean(name)] = int(value)
    return found
