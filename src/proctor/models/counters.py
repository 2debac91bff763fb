"""Counters on top of places: fuel that is spent by moving and refilled at stations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from proctor.errors import ModelError, at, did_you_mean, shown
from proctor.graphs.csr import Bools, Ints
from proctor.models.base import STAY, Base

__all__ = ["MAX_STATES", "Counter", "Expanded", "expand"]

MAX_STATES: Final = 5_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """A whole number from 0 to ``max`` that moves change.

    Attributes:
        name: as conditions call it.
        start: its value at the beginning.
        max: its largest value; a gain above it is lost.
        change: what an action adds; ``move`` stands for every action but ``stay``.
        refill: tokens of places where it is set to ``max`` on entering.
        stuck_at: the value at which no move is possible any more, if there is one.
    """

    name: str
    start: int
    max: int
    change: Mapping[str, int] = field(default_factory=dict)
    refill: tuple[str, ...] = ()
    stuck_at: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.max < MAX_STATES:
            raise ModelError(
                f"the counter {self.name} has max = {shown(self.max)}",
                hint=f"give 0 to {MAX_STATES - 1}",
            )
        for what, value in (("starts", self.start), ("is stuck", self.stuck_at)):
            if value is not None and not 0 <= value <= self.max:
                raise ModelError(
                    f"the counter {self.name} {what} at {shown(value)}",
                    hint=f"give 0 to {self.max}",
                )
        for action, gain in self.change.items():
            # Larger ones mean no more than MAX_STATES does, and sums must fit into 64 bits.
            if not -MAX_STATES <= gain <= MAX_STATES:
                raise ModelError(
                    f"{shown(action)} changes the counter {self.name} by {shown(gain)}",
                    hint=f"give {-MAX_STATES} to {MAX_STATES}",
                )

    def gain(self, action: str) -> int:
        """Return what ``action`` adds."""
        default = 0 if action == STAY else self.change.get("move", 0)
        return self.change.get(action, default)


@dataclass(frozen=True, eq=False, kw_only=True)
class Expanded:
    """States (place, counter values), and the moves between them.

    ``origin`` gives for each move the move of the ground that it comes from.
    """

    ground: Ints
    values: Mapping[str, Ints]
    tails: Ints
    heads: Ints
    origin: Ints
    starts: tuple[int, ...]

    def without_loops(self) -> "Expanded":
        """Return the same states without the moves that change nothing."""
        kept = self.tails != self.heads
        return replace(
            self, tails=self.tails[kept], heads=self.heads[kept], origin=self.origin[kept]
        )


def expand(base: Base, counters: Sequence[Counter], starts: Sequence[int]) -> Expanded:
    """Return every state and move of ``base`` with counters on top.

    A counter stands at its maximum in the places that refill it, so those places have one
    state each for it (and the start, if it is another). On a move counters change first (a
    move that would take one below 0 does not exist), then refills happen.
    """
    levels = [c.max + 1 for c in counters]
    total = base.n
    for level in levels:
        total *= level
        if total > MAX_STATES:
            raise ModelError(
                f"the model has more than {MAX_STATES} states",
                hint="make the map or the counters' max smaller",
            )
    refills = [_refill(base, counter) for counter in counters]
    dense = np.arange(total, dtype=np.int64)
    ground, values = _split(dense, levels)
    kept = np.ones(total, dtype=np.bool_)
    for value, counter, refill in zip(values, counters, refills, strict=True):
        kept &= ~refill[ground] | (value == counter.max)
    begin = [_join(place, [c.start for c in counters], levels) for place in starts]
    kept[begin] = True
    number = np.full(total, -1, dtype=np.int64)
    number[kept] = np.arange(int(kept.sum()))
    ground, values = ground[kept], [v[kept] for v in values]
    source, origin = _pairs(base, ground)
    action = base.action[origin]
    arrival = base.heads[origin]
    alive = np.ones(len(source), dtype=np.bool_)
    index = arrival.copy()
    for value, counter, refill in zip(values, counters, refills, strict=True):
        gain = np.array([counter.gain(a) for a in base.actions], dtype=np.int64)
        after = np.minimum(value[source] + gain[action], counter.max)
        alive &= after >= 0
        after = np.where(refill[arrival], counter.max, after)
        index = index * (counter.max + 1) + np.maximum(after, 0)
    return Expanded(
        ground=ground,
        values={c.name: v for c, v in zip(counters, values, strict=True)},
        tails=source[alive],
        heads=number[index[alive]],
        origin=origin[alive],
        starts=tuple(int(number[i]) for i in begin),
    )


def _refill(base: Base, counter: Counter) -> Bools:
    filled = np.zeros(base.n, dtype=np.bool_)
    with at("system", "counters", counter.name, "refill"):
        for name in counter.refill:
            filled[base.find(name, "refill")] = True
    with at("system", "counters", counter.name, "change"):
        for action in counter.change:
            if action not in {"move", STAY, *base.actions}:
                raise ModelError(
                    f"the counter {counter.name} changes on {shown(action)}, "
                    "which is no action",
                    hint=did_you_mean(action, ["move", STAY, *base.actions]),
                )
    return filled


def _split(dense: Ints, levels: Sequence[int]) -> tuple[Ints, list[Ints]]:
    values: list[Ints] = []
    rest = dense
    for level in reversed(levels):
        rest, value = np.divmod(rest, level)
        values.append(value)
    return rest, values[::-1]


def _join(place: int, values: Sequence[int], levels: Sequence[int]) -> int:
    for value, level in zip(values, levels, strict=True):
        place = place * level + value
    return place


def _pairs(base: Base, ground: Ints) -> tuple[Ints, Ints]:
    """Return (state, move of the ground) for every move of every state's place."""
    begin = np.searchsorted(base.tails, ground, side="left")
    count = np.searchsorted(base.tails, ground, side="right") - begin
    source = np.repeat(np.arange(len(ground), dtype=np.int64), count)
    first = np.repeat(begin - np.concatenate(([0], np.cumsum(count)[:-1])), count)
    return source, np.arange(len(source), dtype=np.int64) + first
