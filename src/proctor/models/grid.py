"""A map of cells, drawn as text: one word for each cell, one line for each row.

``.`` is free and ``#`` is a wall; any other word names its cell, and is a proposition there.
Rows and columns count from 0 at the top left: north is one row up, towards row 0.
"""

import re
from collections.abc import Sequence
from typing import Final

import numpy as np

from proctor.errors import InputError, ModelError, at, did_you_mean, shown
from proctor.graphs.csr import Ints
from proctor.logic.names import check_name
from proctor.models.base import STAY, Base

__all__ = ["DIRECTIONS", "FREE", "MAX_CELLS", "WALL", "grid_base"]

FREE: Final = "."
WALL: Final = "#"
MAX_CELLS: Final = 5_000_000
_PIECE: Final = 2**20
_CELL: Final = re.compile(r"r[0-9]+c[0-9]+")
DIRECTIONS: Final[dict[str, tuple[int, int]]] = {
    "north": (-1, 0),
    "south": (1, 0),
    "east": (0, 1),
    "west": (0, -1),
    "northeast": (-1, 1),
    "northwest": (-1, -1),
    "southeast": (1, 1),
    "southwest": (1, -1),
    STAY: (0, 0),
}


def grid_base(text: str, moves: Sequence[str]) -> Base:
    """Return the cells of a map and the moves between neighbours that are not walls.

    A move off the map or into a wall does not exist.

    >>> base = grid_base("S . T", ["east", "west"])
    >>> base.names, [base.actions[a] for a in base.action]
    (('r0c0', 'r0c1', 'r0c2'), ['east', 'east', 'west', 'west'])
    """
    _demand_directions(moves)
    with at("system", "map"):
        words = _words(text)
    height, width = len(words), len(words[0])
    flat = np.array([word for line in words for word in line], dtype=object)
    free = flat != WALL
    if not free.any():
        raise ModelError(
            "the map has no free cell", hint="write '.' for a free cell", place="system.map"
        )
    rows, columns = np.divmod(np.flatnonzero(free), width)
    number = np.full(height * width, -1, dtype=np.int64)
    number[free] = np.arange(len(rows))
    tails, action, heads = _moves(moves, number.reshape(height, width), rows, columns)
    named = {str(w): number[flat == w] for w in sorted(set(flat[free])) if w != FREE}
    return Base(
        names=tuple(f"r{r}c{c}" for r, c in zip(rows.tolist(), columns.tolist(), strict=True)),
        actions=tuple(moves),
        tails=tails,
        action=action,
        heads=heads,
        tokens=named,
        propositions={w: cells for w, cells in named.items() if _is_proposition(w)},
        rows=rows,
        columns=columns,
        map=tuple(" ".join(line) for line in words),
    )


def _demand_directions(moves: Sequence[str]) -> None:
    with at("system", "moves"):
        for i, move in enumerate(moves):
            if move not in DIRECTIONS:
                raise ModelError(
                    f"{shown(move)} is not a move on a map",
                    hint=did_you_mean(move, DIRECTIONS),
                )
            if move in moves[:i]:
                raise ModelError(f"the move {shown(move)} is listed twice")


def _is_proposition(word: str) -> bool:
    try:
        check_name(word)
    except InputError:
        return False
    return True


def _words(text: str) -> list[list[str]]:
    # Counted piece by piece before there is a list of millions of words; an edge between two
    # pieces may cut a word in two.
    pieces = range(0, len(text), _PIECE)
    _refuse_many(sum(len(text[i : i + _PIECE].split()) for i in pieces) - len(pieces))
    words = [line.split() for line in text.splitlines() if line.strip()]
    if not words:
        raise ModelError(
            "the map is empty", hint="write one line for each row, such as 'S . T'"
        )
    width = len(words[0])
    for row, line in enumerate(words):
        if len(line) != width:
            raise ModelError(
                f"row {row} of the map has {len(line)} cells, but row 0 has {width}",
                hint="separate the cells with blanks, as in 'S . T'; every row needs as many",
            )
        for word in line:
            if len(word) > 40 or not word.isprintable():
                raise ModelError(
                    f"row {row} of the map holds {shown(word)}, which cannot name a cell",
                    hint="use at most 40 printable characters",
                )
            if _CELL.fullmatch(word):
                raise ModelError(
                    f"row {row} of the map calls a cell {shown(word)}",
                    hint="such names are those of cells by row and column; choose another word",
                )
    _refuse_many(len(words) * width)
    return words


def _refuse_many(cells: int) -> None:
    if cells > MAX_CELLS:
        raise ModelError(
            f"the map has more than {MAX_CELLS} cells",
            hint="draw it with larger cells, or only a part of it",
        )


def _moves(
    moves: Sequence[str], number: Ints, rows: Ints, columns: Ints
) -> tuple[Ints, Ints, Ints]:
    height, width = number.shape
    parts: list[tuple[Ints, Ints, Ints]] = []
    for index, move in enumerate(moves):
        down, right = DIRECTIONS[move]
        r, c = rows + down, columns + right
        inside = np.flatnonzero((r >= 0) & (r < height) & (c >= 0) & (c < width))
        heads = number[r[inside], c[inside]]
        tails = inside[heads >= 0]
        parts.append((tails, np.full(len(tails), index), heads[heads >= 0]))
    tails = np.concatenate([p[0] for p in parts]) if parts else np.empty(0, dtype=np.int64)
    action = np.concatenate([p[1] for p in parts]) if parts else np.empty(0, dtype=np.int64)
    heads = np.concatenate([p[2] for p in parts]) if parts else np.empty(0, dtype=np.int64)
    order = np.argsort(tails, kind="stable")
    return tails[order], action[order], heads[order]
