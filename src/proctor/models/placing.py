"""From what the user says about blocking to places: groups of moves blocked together.

A place is usable only if the harness allows every move in it. Moves of one action from one
state are always in one place, since blocking works on actions.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from proctor.artefacts.environment import Conventions, Kind
from proctor.artefacts.model import Rule
from proctor.errors import ModelError, at, did_you_mean, shown
from proctor.graphs.csr import Bools, Ints
from proctor.models.grouping import group_moves
from proctor.models.harness import Harness
from proctor.models.permission import Permission, find_permission, wall_moves
from proctor.models.places import Places
from proctor.models.selection import listed_moves, named_moves, states_where
from proctor.models.system import SystemModel

__all__ = ["find_places"]

Operand = str | tuple[str, ...]


def find_places(
    model: SystemModel, harness: Harness, *, kind: Kind, conventions: Conventions = "default"
) -> Places:
    """Return the places of ``model`` that ``harness`` allows for a problem of this kind.

    In the papers only walls ignore counters; a door there is one transition in one history.
    """
    _refuse_contradictions(model, harness, kind)
    permission = find_permission(model, harness)
    named = _named(model, harness)
    static = wall_moves(model, harness, kind)
    group = _grouped(model, harness, permission, named, None)
    exact = conventions == "paper" and bool(harness.ignore)
    if exact:
        doors = ~np.isin(group, group[static])
        group = _grouped(model, harness, permission, named, doors)
    n = int(group.max(initial=-1)) + 1
    usable = _usable(group, n, permission)
    heaviest = np.zeros(n, dtype=np.int64)
    np.maximum.at(heaviest, group, permission.weight)
    walls = np.zeros(n, dtype=np.bool_)
    walls[group[static]] = True
    number = np.where(usable, np.cumsum(usable) - 1, -1)
    of = number[group] if n else group
    _demand_usable(model, harness, permission, group, of)
    places = Places(
        model=model,
        harness=harness,
        of=of,
        weights=heaviest[usable],
        walls=walls[usable],
        exact=exact,
        titles=_titles(named, of),
    )
    return replace(places, rules=_rules(places, named))


def _refuse_contradictions(model: SystemModel, harness: Harness, kind: Kind) -> None:
    for counter in harness.ignore:
        if counter not in model.values:
            raise ModelError(
                f"ignore names {shown(counter)}, which is no counter of this model",
                hint=did_you_mean(counter, model.values),
                place="environment.ignore",
            )
    kept = [c for c in model.values if c not in harness.ignore]
    if harness.bidirectional and kept:
        raise ModelError(
            "places hold both directions (the default), but the counter "
            f"{kept[0]} divides cells, so that there is no way back",
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


def _named(model: SystemModel, harness: Harness) -> dict[str, Ints]:
    """Return the moves of each named place."""
    found: dict[str, Ints] = {}
    for i, place in enumerate(harness.places):
        with at("environment", "place", i, "name"):
            if place.name in found:
                raise ModelError(f"two places are called {shown(place.name)}")
            if "->" in place.name:
                raise ModelError(
                    f"{shown(place.name)} cannot be the name of a place: it reads as a move",
                    hint="leave out the arrow",
                )
        with at("environment", "place", i, "moves"):
            if not place.moves:
                raise ModelError(
                    f"the place {shown(place.name)} has no moves",
                    hint='name at least one, such as moves = ["r0c2 <-> r0c3"]',
                )
            found[place.name] = listed_moves(model, place.moves)
    return found


def _grouped(
    model: SystemModel,
    harness: Harness,
    permission: Permission,
    named: Mapping[str, Ints],
    exact: Bools | None,
) -> Ints:
    """Return the group of each move: first by keys, names and lists, then by conditions."""
    links = list(named.values())
    chosen: list[tuple[int, Bools]] = []
    for i, rule in enumerate(harness.rules):
        if rule.kind == "together":
            with at("environment", "rule", i, "together"):
                moves, states = _meant(model, harness, rule.operands, named)
            links.append(moves)
            if states.any():
                chosen.append((len(links) - 1, states))
    group = _group(model, harness, links, exact)
    if not chosen:
        return group
    # A condition means places, so it joins only what is usable without it.
    usable = _usable(group, int(group.max(initial=-1)) + 1, permission)
    for index, states in chosen:
        touched = np.unique(group[states[model.tails] & usable[group]])
        inside = np.flatnonzero(np.isin(group, touched))
        links[index] = np.concatenate([links[index], inside])
    return _group(model, harness, links, exact)


def _group(
    model: SystemModel, harness: Harness, links: list[Ints], exact: Bools | None
) -> Ints:
    return group_moves(
        model,
        ignore=harness.ignore,
        bidirectional=harness.bidirectional,
        linked=links,
        exact=exact,
    )


def _usable(group: Ints, n: int, permission: Permission) -> Bools:
    usable = np.ones(n, dtype=np.bool_)
    usable[group[~permission.allowed]] = False
    return usable


def _meant(
    model: SystemModel,
    harness: Harness,
    operands: tuple[Operand, ...],
    named: Mapping[str, Ints],
) -> tuple[Ints, Bools]:
    """Return the moves that operands name, and the states that their conditions select."""
    moves: list[Ints] = [np.empty(0, dtype=np.int64)]
    states = np.zeros(model.n, dtype=np.bool_)
    for operand in operands:
        if isinstance(operand, tuple):
            inner, where = _meant(model, harness, operand, named)
            moves.append(inner)
            states |= where
        elif operand in named:
            moves.append(named[operand])
        elif "->" in operand:
            moves.append(named_moves(model, operand))
        else:
            states |= states_where(model, operand, ignore=harness.ignore, key="this rule")
    return np.concatenate(moves), states


def _demand_usable(
    model: SystemModel, harness: Harness, permission: Permission, group: Ints, of: Ints
) -> None:
    """Refuse a named place that holds a move which may not be blocked, and say which."""
    for i, place in enumerate(harness.places):
        with at("environment", "place", i, "moves"):
            moves = listed_moves(model, place.moves)
            lost = moves[of[moves] < 0]
            if not len(lost):
                continue
            members = np.flatnonzero(group == group[lost[0]])
            culprit = int(members[~permission.allowed[members]][0])
            ends = (int(model.tails[culprit]), int(model.heads[culprit]))
            drawn = "" if culprit in moves else ", which belongs to the same place,"
            raise ModelError(
                f"the place {shown(place.name)} cannot be closed: the move "
                f"{model.name(ends[0])} -> {model.name(ends[1])}{drawn} may not be blocked: "
                f"{permission.why_not(culprit)}",
                hint="a place is usable only if all of its moves may be blocked",
            )


def _titles(named: Mapping[str, Ints], of: Ints) -> dict[int, str]:
    titles: dict[int, str] = {}
    for name, moves in named.items():
        for place in np.unique(of[moves]).tolist():
            titles[place] = f"{titles[place]} + {name}" if place in titles else name
    return titles


def _rules(places: Places, named: Mapping[str, Ints]) -> tuple[Rule, ...]:
    found: list[Rule] = []
    for i, rule in enumerate(places.harness.rules):
        if rule.kind == "together":
            continue
        key = "among" if rule.kind == "at_most" else rule.kind
        with at("environment", "rule", i, key):
            sets = [_chosen(places, operand, named) for operand in rule.operands]
        second = sets[1] if len(sets) > 1 else ()
        found.append(Rule(kind=rule.kind, first=sets[0], second=second, limit=rule.limit))
    return tuple(found)


def _chosen(places: Places, operand: Operand, named: Mapping[str, Ints]) -> tuple[int, ...]:
    """Return the places that a name, a list of moves or a condition selects."""
    moves, states = _meant(places.model, places.harness, (operand,), named)
    listed = np.unique(places.of[moves])
    if (listed < 0).any():
        lost = int(moves[places.of[moves] < 0][0])
        model = places.model
        raise ModelError(
            f"the move {model.name(int(model.tails[lost]))} -> "
            f"{model.name(int(model.heads[lost]))} is in no place that may be closed",
            hint="see `proctor validate` for the places, or change the harness",
        )
    where = np.unique(places.of[states[places.model.tails]])
    return tuple(sorted({*listed.tolist(), *where[where >= 0].tolist()}))
