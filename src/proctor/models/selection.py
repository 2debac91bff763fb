"""Which moves a piece of text means: a move by name, or a condition on states."""

from collections.abc import Sequence

import numpy as np

from proctor.errors import InputError, ModelError, did_you_mean, shown
from proctor.graphs.csr import Bools, Ints
from proctor.models.build import distances
from proctor.models.expressions import condition, evaluate
from proctor.models.system import SystemModel
from proctor.models.transitions import read_move

__all__ = ["listed_moves", "named_moves", "states_where"]


def states_where(model: SystemModel, text: str, *, ignore: Sequence[str], key: str) -> Bools:
    """Return the states in which a condition holds; it may not mention an ignored counter."""
    columns = model.columns()
    expression = condition(text, variables=columns)
    for name in sorted(expression.variables & set(ignore)):
        raise ModelError(
            f"{key} speaks of {name}, but places ignore that counter",
            hint=f"take {name} out of `ignore` (and set bidirectional = false), "
            "or out of the condition",
        )
    far = {t: distances(model.base, t)[model.ground] for t in sorted(expression.tokens)}
    value = evaluate(expression, columns, far, states=model.n)
    return np.broadcast_to(np.asarray(value, dtype=np.bool_), model.n).copy()


def listed_moves(model: SystemModel, moves: Sequence[str]) -> Ints:
    """Return the numbers of all moves that a list names, rising."""
    parts = [named_moves(model, text) for text in moves]
    return np.unique(np.concatenate(parts)) if parts else np.empty(0, dtype=np.int64)


def named_moves(model: SystemModel, text: str) -> Ints:
    """Return the numbers of the moves that ``text`` names, such as ``r0c2 <-> r0c3``.

    A cell stands for all its states, whatever the counters; a state's full name for itself.
    """
    move = read_move(text)
    source, target = _states(model, move.source), _states(model, move.target)
    found = source[model.tails] & target[model.heads]
    if move.both:
        found |= target[model.tails] & source[model.heads]
    if move.action is not None:
        if move.action not in model.actions:
            raise ModelError(
                f"the move {shown(text)} names an action that does not exist",
                hint=did_you_mean(move.action, model.actions),
            )
        found &= model.action == model.actions.index(move.action)
    numbers = np.flatnonzero(found)
    if not len(numbers):
        raise ModelError(
            f"there is no move {shown(text)} in the model", hint=_why_no_move(model, source)
        )
    return numbers


def _why_no_move(model: SystemModel, source: Bools) -> str:
    if model.terminal[source].all() and source.any():
        return "it would begin in a terminal state, and those have no moves"
    return "name two neighbouring cells or states between which one can move"


def _states(model: SystemModel, name: str) -> Bools:
    try:
        here: Bools = model.ground == model.place(name)
    except InputError:
        place, comma, _ = name.partition(",")
        if not comma:
            raise
        states = model.at(model.place(place)).tolist()
        here = np.zeros(model.n, dtype=np.bool_)
        here[[s for s in states if model.name(s) == name]] = True
    return here
