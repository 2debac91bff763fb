"""A model written as a list of moves between named states.

``a -> b`` is one move, ``a <-> b`` two; ``by open`` names the action, which is ``to b``
otherwise. Moves with one action from one state to several are a choice of the system.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from proctor.errors import ModelError, at, did_you_mean, shown
from proctor.graphs.csr import Ints
from proctor.models.base import Base

__all__ = ["MoveText", "read_move", "transitions_base"]

_MOVE = re.compile(r"\s*(\S+)\s+(<->|->)\s+(\S+)(?:\s+by\s+(\S.*?))?\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveText:
    """A move as people write it: from, to, the action if named, and whether both ways."""

    source: str
    target: str
    action: str | None
    both: bool


def read_move(text: str) -> MoveText:
    """Return the parts of ``a -> b``, ``a <-> b`` or ``a -> b by open``.

    >>> read_move("lab <-> hall").both
    True
    """
    found = _MOVE.fullmatch(text) if len(text) <= 1000 else None
    if found is None:
        raise ModelError(
            f"{shown(text)} is not a move",
            hint='write "a -> b", "a <-> b" or "a -> b by open", with blanks round the arrow',
        )
    source, arrow, target, action = found.groups()
    for name in (source, target, action or ""):
        if len(name) > 100 or not name.isprintable():
            raise ModelError(
                f"the move {shown(text)} holds {shown(name)}, which cannot be a name",
                hint="use at most 100 printable characters",
            )
    return MoveText(source=source, target=target, action=action, both=arrow == "<->")


def transitions_base(moves: Sequence[str], labels: Mapping[str, Sequence[str]]) -> Base:
    """Return the states and moves of a list of transitions.

    States are numbered in the order in which they are first named. ``labels`` gives for each
    proposition the states that carry it.

    >>> base = transitions_base(["lab <-> door", "door -> hall by open"], {"exit": ["hall"]})
    >>> base.names, base.actions
    (('lab', 'door', 'hall'), ('to door', 'to lab', 'open'))
    """
    names: dict[str, int] = {}
    actions: dict[str, int] = {}
    rows: dict[tuple[int, int, int], None] = {}
    for i, text in enumerate(moves):
        with at("system", "transitions", i):
            move = read_move(text)
        tail = names.setdefault(move.source, len(names))
        head = names.setdefault(move.target, len(names))
        there = actions.setdefault(move.action or f"to {move.target}", len(actions))
        rows[tail, there, head] = None
        if move.both:
            back = actions.setdefault(move.action or f"to {move.source}", len(actions))
            rows[head, back, tail] = None
    if not names:
        raise ModelError(
            "the list of transitions is empty",
            hint='write moves such as "lab -> hall"',
            place="system.transitions",
        )
    table = np.array(sorted(rows), dtype=np.int64).reshape(-1, 3)
    return Base(
        names=tuple(names),
        actions=tuple(actions),
        tails=table[:, 0],
        action=table[:, 1],
        heads=table[:, 2],
        tokens={name: np.array([i]) for name, i in names.items()},
        propositions=_labelled(labels, names),
    )


def _labelled(labels: Mapping[str, Sequence[str]], names: Mapping[str, int]) -> dict[str, Ints]:
    found: dict[str, Ints] = {}
    for proposition, states in labels.items():
        with at("system", "labels", proposition):
            for state in states:
                if state not in names:
                    raise ModelError(
                        f"the label {shown(proposition)} names the state {shown(state)}, "
                        "which no transition mentions",
                        hint=did_you_mean(state, names),
                    )
        found[proposition] = np.array(sorted({names[s] for s in states}), dtype=np.int64)
    return found
