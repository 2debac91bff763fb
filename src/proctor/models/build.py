"""From the ground, counters, labels and terminal places to a system model.

On a move counters change first, then refills happen, then labels are read, then ``stuck_at``
decides whether there are moves. A terminal state has no moves, except its self-loop if asked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from proctor.errors import ModelError, at, did_you_mean, shown
from proctor.graphs.csr import Bools, Graph, Ints
from proctor.graphs.reach import out_edges
from proctor.logic.names import check_name
from proctor.models.base import STAY, Base
from proctor.models.counters import Counter, Expanded, expand
from proctor.models.expressions import UNREACHABLE, condition, evaluate
from proctor.models.system import SystemModel

__all__ = ["SelfLoops", "build_model", "distances"]

SelfLoops = Literal["moves", "all", "none"]


def build_model(
    base: Base,
    *,
    start: Sequence[str],
    terminal: Sequence[str] = (),
    counters: Sequence[Counter] = (),
    labels: Mapping[str, str] | None = None,
    self_loops: SelfLoops = "moves",
    terminal_loop: bool = False,
    label_priority: Sequence[str] = (),
) -> SystemModel:
    """Return the system model.

    Args:
        base: where one can be, and the moves.
        start: the places where the system may start, by name or token; the first is used.
        terminal: the places where a run may end with success, by name or token.
        counters: numbers that moves change.
        labels: for each proposition the condition under which it holds.
        self_loops: ``moves`` keeps what the moves say, ``all`` gives one to every state that
            is not terminal (stuck or not), ``none`` takes them away.
        terminal_loop: whether terminal states keep a self-loop.
        label_priority: if given, each state keeps one label, the first of these that holds;
            labels that are not listed are dropped.
    """
    states = expand(base, counters, _starts(base, start))
    if self_loops == "none":
        states = states.without_loops()
    ends = _ends(base, terminal)[states.ground]
    moving = ~ends
    for counter in counters:
        if counter.stuck_at is not None:
            moving &= states.values[counter.name] != counter.stuck_at
    looping = np.where(ends, terminal_loop, self_loops == "all")
    tails, action, heads, actions = _moves(base, states, moving, looping)
    model = SystemModel(
        base=base,
        actions=actions,
        ground=states.ground,
        values=states.values,
        tails=tails,
        action=action,
        heads=heads,
        holds=_given_labels(base, states.ground),
        terminal=ends,
        starts=states.starts,
        start=states.starts[0],
    )
    return _with_labels(model, labels or {}, tuple(label_priority))


def distances(base: Base, token: str) -> Ints:
    """Return for each place the steps to the nearest place with ``token``, unblocked.

    Places from which it cannot be reached are ``UNREACHABLE`` steps away.
    """
    found = np.full(base.n, UNREACHABLE, dtype=np.int64)
    turned, _ = Graph.from_sorted(base.n, base.tails, base.heads).reverse
    frontier, steps = base.find(token, "distance"), 0
    while len(frontier):
        found[frontier] = steps
        steps += 1
        near = turned.heads[out_edges(turned, frontier)]
        frontier = np.unique(near[found[near] == UNREACHABLE])
    return found


def _starts(base: Base, start: Sequence[str]) -> list[int]:
    with at("system", "start"):
        found = [_start(base, name) for name in start]
        if not found:
            raise ModelError("the model has no start", hint='name a cell, such as start = "S"')
        if len(set(found)) != len(found):
            raise ModelError("a candidate for the start is listed twice")
    return found


def _start(base: Base, name: str) -> int:
    places = base.find(name, "start")
    if len(places) != 1:
        several = ", ".join(base.names[i] for i in places[:4].tolist())
        raise ModelError(
            f"the start {shown(name)} names {len(places)} places: {several}",
            hint="a run starts in one place; list candidates by their own names",
        )
    return int(places[0])


def _ends(base: Base, terminal: Sequence[str]) -> Bools:
    ends = np.zeros(base.n, dtype=np.bool_)
    with at("system", "terminal"):
        for name in terminal:
            ends[base.find(name, "terminal")] = True
    return ends


def _moves(
    base: Base, states: Expanded, moving: Bools, looping: Bools
) -> tuple[Ints, Ints, Ints, tuple[str, ...]]:
    kept = moving[states.tails]
    tails, heads = states.tails[kept], states.heads[kept]
    action = base.action[states.origin[kept]]
    # A state that asks for a loop and has one already keeps the one it has.
    has_loop = np.zeros(len(moving), dtype=np.bool_)
    has_loop[tails[tails == heads]] = True
    here = np.flatnonzero(looping & ~has_loop)
    if not len(here):
        return tails, action, heads, base.actions
    actions = base.actions if STAY in base.actions else (*base.actions, STAY)
    tails = np.concatenate([tails, here])
    heads = np.concatenate([heads, here])
    action = np.concatenate([action, np.full(len(here), actions.index(STAY), dtype=np.int64)])
    order = np.argsort(tails, kind="stable")
    return tails[order], action[order], heads[order], actions


def _given_labels(base: Base, ground: Ints) -> dict[str, Bools]:
    found: dict[str, Bools] = {}
    for name, places in base.propositions.items():
        with at("system", "labels", name):
            check_name(name)
        carried = np.zeros(base.n, dtype=np.bool_)
        carried[places] = True
        found[name] = carried[ground]
    return found


def _with_labels(
    model: SystemModel, labels: Mapping[str, str], priority: tuple[str, ...]
) -> SystemModel:
    holds = dict(model.holds)
    columns = model.columns()
    for name, text in labels.items():
        with at("labels", name):
            check_name(name)
            if name in model.holds:
                raise ModelError(
                    f"the label {shown(name)} is already the name of a cell",
                    hint="give the label or the cell another name",
                )
            expression = condition(text, variables=columns)
            far = {t: distances(model.base, t)[model.ground] for t in sorted(expression.tokens)}
            value = evaluate(expression, columns, far, states=model.n)
            holds[name] = np.broadcast_to(np.asarray(value, dtype=np.bool_), model.n)
    if priority:
        holds = _one_each(model.n, holds, priority)
    return replace(model, holds=holds)


def _one_each(n: int, holds: Mapping[str, Bools], priority: Sequence[str]) -> dict[str, Bools]:
    """Return labels of which every state keeps one, the first of ``priority`` that holds."""
    free = np.ones(n, dtype=np.bool_)
    kept: dict[str, Bools] = {}
    for name in priority:
        if name not in holds:
            raise ModelError(
                f"label_priority names {shown(name)}, which is no label",
                hint=did_you_mean(name, holds),
                place="system.label_priority",
            )
        kept[name] = holds[name] & free
        free &= ~kept[name]
    return kept
