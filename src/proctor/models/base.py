"""The ground on which a model stands: cells or named states, and the moves between them.

Counters, labels and terminal states are added by `models.build`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from proctor.errors import ModelError, did_you_mean, shown
from proctor.graphs.csr import Ints

__all__ = ["STAY", "Base"]

STAY = "stay"  # the action of a self-loop


@dataclass(frozen=True, eq=False, kw_only=True)
class Base:
    """Places to be and moves between them, before counters and labels.

    Attributes:
        names: a name for each place.
        actions: the names of the actions.
        tails: for each move where it begins, rising.
        action: for each move the number of its action.
        heads: for each move where it leads.
        tokens: words that name places, each with the numbers of those places.
        propositions: for each proposition the numbers of the places that carry it.
        rows: for each place its row, counted from 0 at the top; ``None`` without a map.
        columns: for each place its column, counted from 0 at the left; ``None`` without a map.
        map: the lines of the map as they were written.
    """

    names: tuple[str, ...]
    actions: tuple[str, ...]
    tails: Ints
    action: Ints
    heads: Ints
    tokens: Mapping[str, Ints]
    propositions: Mapping[str, Ints]
    rows: Ints | None = None
    columns: Ints | None = None
    map: tuple[str, ...] = field(default=())

    @property
    def n(self) -> int:
        """How many places there are."""
        return len(self.names)

    def find(self, name: str, what: str) -> Ints:
        """Return the places that ``name`` means: a word, a place's own name, or a label.

        Raises ``ModelError`` with ``what`` as its subject when it means nothing.
        """
        if name in self.tokens:
            return self.tokens[name]
        if name in self.numbers:
            return np.array([self.numbers[name]], dtype=np.int64)
        if name in self.propositions:
            return self.propositions[name]
        known = [*self.tokens, *self.propositions, *(self.names if self.n < 1000 else ())]
        raise ModelError(
            f"{what} names {shown(name)}, which is nowhere in the model",
            hint=did_you_mean(name, known),
        )

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each place by its name."""
        return {name: i for i, name in enumerate(self.names)}
