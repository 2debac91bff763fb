"""Which moves are blocked together: connected groups of moves that share a key."""

from collections.abc import Iterable, Sequence

import numpy as np

from proctor.graphs.csr import Bools, Ints
from proctor.models.system import SystemModel

__all__ = ["group_moves", "projection"]


def projection(model: SystemModel, ignore: Sequence[str]) -> Ints:
    """Return for each state what is left of it without the ignored counters, as a number."""
    left = model.ground.astype(np.int64)
    for name, value in model.values.items():
        if name not in ignore:
            left = left * (int(value.max(initial=0)) + 1) + value
    return np.unique(left, return_inverse=True)[1]


def group_moves(
    model: SystemModel,
    *,
    ignore: Sequence[str],
    bidirectional: bool,
    linked: Iterable[Ints],
    exact: Bools | None = None,
) -> Ints:
    """Return for each move the number of its group, counted in the order of first moves.

    Moves are in one group when they are one action of one (projected) state, when they join
    one pair of states in either direction (if ``bidirectional``), or when they are ``linked``.
    For ``exact`` moves no counter is ignored.
    """
    m = len(model.tails)
    here = projection(model, ignore)
    tails, heads = here[model.tails], here[model.heads]
    if exact is not None:
        # Whole states are numbered behind the projected ones.
        tails = np.where(exact, len(here) + model.tails, tails)
        heads = np.where(exact, len(here) + model.heads, heads)
    keys = [tails * len(model.actions) + model.action]
    if bidirectional:
        keys.append(np.minimum(tails, heads) * (2 * len(here) + 1) + np.maximum(tails, heads))
    keys = [np.unique(key, return_inverse=True)[1] for key in keys]
    links = [link for link in linked if len(link)]
    label = np.arange(m, dtype=np.int64)
    changed = bool(m)
    while changed:
        before = label
        for key in keys:
            least = np.full(int(key.max()) + 1, m, dtype=np.int64)
            np.minimum.at(least, key, label)
            label = least[key]
        for link in links:
            label = label.copy()
            label[link] = label[link].min()
        # A label is a move of the same group, and that move's label may be smaller still.
        label = label[label]
        changed = not np.array_equal(before, label)
    return np.unique(label, return_inverse=True)[1]
