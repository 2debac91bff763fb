"""From what the user says about blocking to places: groups of moves blocked together.

A place is usable only if the harness allows every move in it. Moves of one action from one
state are always in one place, since blocking works on actions.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from proctor.artefacts.environment import Kind
from proctor.artefacts.model import Place, Rule
from proctor.errors import ModelError, at, did_you_mean, shown
from proctor.graphs.csr import Bools, Ints
from proctor.models.base import STAY
from proctor.models.grouping import group_moves
from proctor.models.harness import Harness, RuleText, Zone
from proctor.models.selection import named_moves, states_where
from proctor.models.system import SystemModel

__all__ = ["Places", "find_places"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Places:
    """The usable places of a problem.

    Attributes:
        model: the model whose moves they hold.
        of: for each move the number of its place, or -1.
        weights: what blocking each place costs.
        walls: which places are static.
        titles: names given by the user, by place number.
        rules: the rules, over place numbers.
    """

    model: SystemModel
    harness: Harness
    of: Ints
    weights: Ints
    walls: Bools
    titles: Mapping[int, str]
    rules: tuple[Rule, ...] = ()

    @property
    def n(self) -> int:
        """How many places there are."""
        return len(self.weights)

    @cached_property
    def moves(self) -> tuple[tuple[int, ...], ...]:
        """The moves of each place, rising."""
        found: list[list[int]] = [[] for _ in range(self.n)]
        for move, place in enumerate(self.of.tolist()):
            if place >= 0:
                found[place].append(move)
        return tuple(tuple(moves) for moves in found)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """A name for each place: the user's, or its first move's ends."""
        return tuple(self.titles.get(p) or self._described(p) for p in range(self.n))

    def _described(self, place: int) -> str:
        model, move = self.model, self.moves[place][0]
        kept = [c for c in model.values if c not in self.harness.ignore]

        def end(state: int) -> str:
            cell = model.base.names[model.ground[state]]
            return ",".join([cell, *(f"{c}={model.values[c][state]}" for c in kept)])

        source, target = end(model.tails[move]), end(model.heads[move])
        if self.harness.bidirectional:
            return f"{source} <-> {target}"
        action = model.actions[model.action[move]]
        plain = model.base.map or action == f"to {target}"
        return f"{source} -> {target}" if plain else f"{source} -> {target} by {action}"

    def explicit(self) -> tuple[Place, ...]:
        """Return the places as plain data."""
        return tuple(
            Place(name=name, moves=moves, weight=weight, wall=wall)
            for name, moves, weight, wall in zip(
                self.names, self.moves, self.weights.tolist(), self.walls.tolist(), strict=True
            )
        )


def find_places(model: SystemModel, harness: Harness, *, kind: Kind) -> Places:
    """Return the places of ``model`` that ``harness`` allows for a problem of this kind."""
    _refuse_contradictions(model, harness, kind)
    named: list[tuple[str, Ints]] = []
    for i, place in enumerate(harness.places):
        with at(f"environment.place.{i}.moves"):
            named.append((place.name, _listed(model, place.moves)))
    together: list[Ints] = []
    for i, rule in enumerate(harness.rules):
        if rule.kind == "together":
            with at(f"environment.rule.{i}.together"):
                together.append(_together(model, harness, rule))
    group = group_moves(
        model,
        ignore=harness.ignore,
        bidirectional=harness.bidirectional,
        linked=[moves for _, moves in named] + together,
    )
    n = int(group.max(initial=-1)) + 1
    allowed, weight = _allowed(model, harness)
    usable = np.ones(n, dtype=np.bool_)
    usable[group[~allowed]] = False
    heaviest = np.zeros(n, dtype=np.int64)
    np.maximum.at(heaviest, group, weight)
    walls = np.zeros(n, dtype=np.bool_)
    walls[group[_static_moves(model, harness, kind)]] = True
    number = np.where(usable, np.cumsum(usable) - 1, -1)
    of = number[group] if n else group
    places = Places(
        model=model,
        harness=harness,
        of=of,
        weights=heaviest[usable],
        walls=walls[usable],
        titles=_titles(named, of),
    )
    return replace(places, rules=_rules(places))


def _refuse_contradictions(model: SystemModel, harness: Harness, kind: Kind) -> None:
    for counter in harness.ignore:
        if counter not in model.values:
            raise ModelError(
                f"ignore names {shown(counter)}, which is no counter of this model",
                hint=did_you_mean(counter, model.values),
                place="environment.ignore",
            )
    for action in harness.protect:
        if action not in (*model.actions, STAY):
            raise ModelError(
                f"protect names {shown(action)}, which is no action of this model",
                hint=did_you_mean(action, model.actions),
                place="environment.protect",
            )
    kept = [c for c in model.values if c not in harness.ignore]
    if harness.bidirectional and kept:
        raise ModelError(
            f"places cannot hold both directions while the counter {kept[0]} divides cells",
            hint=f'add ignore = ["{kept[0]}"], or set bidirectional = false',
            place="environment.bidirectional",
        )
    if kind == "mixed" and harness.static_when is None:
        raise ModelError(
            "a mixed problem must say which transitions are walls",
            hint="add static_when, a condition on the cell that a move leads to, "
            'such as "column != 2"',
            place="environment.kind",
        )
    if kind != "mixed" and harness.static_when is not None:
        raise ModelError(
            f"static_when has no meaning in a {kind} problem",
            hint='remove it, or set kind = "mixed"',
            place="environment.static_when",
        )


def _listed(model: SystemModel, moves: tuple[str, ...]) -> Ints:
    parts = [named_moves(model, text) for text in moves]
    return np.unique(np.concatenate(parts)) if parts else np.empty(0, dtype=np.int64)


def _together(model: SystemModel, harness: Harness, rule: RuleText) -> Ints:
    named = {p.name: p.moves for p in harness.places}
    parts: list[Ints] = []
    for operand in rule.operands:
        if isinstance(operand, tuple):
            parts.append(_listed(model, operand))
        elif operand in named:
            parts.append(_listed(model, named[operand]))
        elif "->" in operand:
            parts.append(named_moves(model, operand))
        else:
            chosen = states_where(model, operand, ignore=harness.ignore, key="together")
            allowed, _ = _allowed(model, harness)
            parts.append(np.flatnonzero(chosen[model.tails] & allowed))
    return np.unique(np.concatenate(parts)) if parts else np.empty(0, dtype=np.int64)


def _allowed(model: SystemModel, harness: Harness) -> tuple[Bools, Ints]:
    """Return for each move whether it may be blocked, and what that costs."""
    m = len(model.tails)
    protected = [i for i, a in enumerate(model.actions) if a in harness.protect]
    free = np.isin(model.action, protected) | (model.tails == model.heads)
    if not harness.zones:
        return ~free, np.ones(m, dtype=np.int64)
    allowed, weight = np.zeros(m, dtype=np.bool_), np.zeros(m, dtype=np.int64)
    for i, zone in enumerate(harness.zones):
        with at(f"environment.harness.{i}"):
            inside = _zone(model, harness, zone)
        allowed |= inside
        weight[inside] = np.maximum(weight[inside], zone.weight)
    return allowed & ~free, weight


def _zone(model: SystemModel, harness: Harness, zone: Zone) -> Bools:
    inside = np.ones(len(model.tails), dtype=np.bool_)
    if zone.cells is not None:
        where = states_where(model, zone.cells, ignore=harness.ignore, key="cells")
        inside &= where[model.tails]
    if zone.actions is not None:
        for action in zone.actions:
            if action not in model.actions:
                raise ModelError(
                    f"the harness names the action {shown(action)}, which does not exist",
                    hint=did_you_mean(action, model.actions),
                )
        inside &= np.isin(model.action, [model.actions.index(a) for a in zone.actions])
    if zone.moves is not None:
        listed = np.zeros(len(model.tails), dtype=np.bool_)
        listed[_listed(model, zone.moves)] = True
        inside &= listed
    return inside


def _static_moves(model: SystemModel, harness: Harness, kind: Kind) -> Bools:
    if kind != "mixed" or harness.static_when is None:
        return np.full(len(model.tails), kind == "static", dtype=np.bool_)
    with at("environment.static_when"):
        where = states_where(
            model, harness.static_when, ignore=harness.ignore, key="static_when"
        )
    return where[model.heads]


def _titles(named: list[tuple[str, Ints]], of: Ints) -> dict[int, str]:
    titles: dict[int, str] = {}
    for i, (name, moves) in enumerate(named):
        with at(f"environment.place.{i}"):
            number = _titled(name, np.unique(of[moves]))
            if number in titles:
                raise ModelError(
                    f"{shown(titles[number])} and {shown(name)} are one place",
                    hint="moves that are blocked together have one name; remove the other",
                )
            if name in titles.values():
                raise ModelError(
                    f"two places are called {shown(name)}", hint="give one another name"
                )
            titles[number] = name
    return titles


def _titled(name: str, places: Ints) -> int:
    """Return the one place that all moves under a name belong to."""
    if not len(places):
        raise ModelError(
            f"the place {shown(name)} has no moves",
            hint='name at least one, such as moves = ["r0c2 <-> r0c3"]',
        )
    if len(places) != 1 or places[0] < 0:
        raise ModelError(
            f"the place {shown(name)} holds a move that the harness does not allow",
            hint="protected actions, self-loops and moves outside the harness stay free",
        )
    return int(places[0])


def _rules(places: Places) -> tuple[Rule, ...]:
    found: list[Rule] = []
    for i, rule in enumerate(places.harness.rules):
        if rule.kind == "together":
            continue
        key = "among" if rule.kind == "at_most" else rule.kind
        with at(f"environment.rule.{i}.{key}"):
            sets = [_operand(places, operand, key) for operand in rule.operands]
        second = sets[1] if len(sets) > 1 else ()
        found.append(Rule(kind=rule.kind, first=sets[0], second=second, limit=rule.limit))
    return tuple(found)


def _operand(places: Places, operand: str | tuple[str, ...], kind: str) -> tuple[int, ...]:
    """Return the places that a name, a list of moves or a condition selects."""
    if isinstance(operand, tuple):
        found = {p for text in operand for p in _operand(places, text, kind)}
        return tuple(sorted(found))
    for number, title in places.titles.items():
        if title == operand:
            return (number,)
    model = places.model
    if "->" in operand:
        moves = named_moves(model, operand)
        chosen = np.unique(places.of[moves])
        if (chosen < 0).any():
            raise ModelError(
                f"the rule {kind} names {shown(operand)}, which the harness does not allow"
            )
        return tuple(chosen.tolist())
    where = states_where(model, operand, ignore=places.harness.ignore, key=kind)
    chosen = np.unique(places.of[where[model.tails]])
    return tuple(chosen[chosen >= 0].tolist())
