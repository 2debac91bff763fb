"""Grid worlds in Python: a map as text becomes a system model in one line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from proctor.models.base import Base
from proctor.models.build import SelfLoops, build_model
from proctor.models.counters import Counter
from proctor.models.grid import grid_base
from proctor.models.system import SystemModel

__all__ = ["GridWorld"]

_MOVES = ("north", "south", "east", "west", "stay")


@dataclass(frozen=True, kw_only=True)
class GridWorld:
    """A map of cells: ``.`` is free, ``#`` a wall, any other word names its cell.

    Rows and columns count from 0 at the top left.

    Examples:
        >>> world = GridWorld.parse("S . T")
        >>> world.labels["T"]
        (0, 2)
        >>> world.model().n
        3
    """

    text: str
    moves: tuple[str, ...] = _MOVES

    @classmethod
    def parse(cls, ascii_map: str, /, *, moves: Sequence[str] = _MOVES) -> Self:
        """Return the world of a map; the map is checked at once."""
        world = cls(text=ascii_map, moves=tuple(moves))
        _ = world.base
        return world

    @cached_property
    def base(self) -> Base:
        """The cells and the moves between them."""
        return grid_base(self.text, self.moves)

    @property
    def labels(self) -> Mapping[str, tuple[int, int]]:
        """For each word on the map the (row, column) of the first cell that it names."""
        rows, columns = self.base.rows, self.base.columns
        assert rows is not None
        assert columns is not None
        return {
            word: (int(rows[cells[0]]), int(columns[cells[0]]))
            for word, cells in self.base.tokens.items()
        }

    def model(
        self,
        *,
        start: str | Sequence[str] = "S",
        terminal: Sequence[str] = ("T",),
        counters: Sequence[Counter] = (),
        labels: Mapping[str, str] | None = None,
        self_loops: SelfLoops = "moves",
    ) -> SystemModel:
        """Return the system model; see `models.build.build_model` for the arguments."""
        return build_model(
            self.base,
            start=[start] if isinstance(start, str) else start,
            terminal=terminal,
            counters=counters,
            labels=labels,
            self_loops=self_loops,
        )
