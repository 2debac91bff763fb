"""Which moves the harness allows the tester to block, at what cost, and why not the others."""

from dataclasses import dataclass

import numpy as np

from proctor.artefacts.environment import Kind
from proctor.errors import ModelError, at, did_you_mean, shown
from proctor.graphs.csr import Bools, Ints
from proctor.models.base import STAY
from proctor.models.harness import Harness, Zone
from proctor.models.selection import listed_moves, states_where
from proctor.models.system import SystemModel

__all__ = ["Permission", "find_permission", "wall_moves"]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Permission:
    """For each move whether it may be blocked.

    Attributes:
        protected: its action is never blocked.
        staying: it stays in its cell or state; standing still is never blocked.
        inside: it lies in a zone of the harness, if there are zones.
        weight: what blocking it costs.
    """

    protected: Bools
    staying: Bools
    inside: Bools
    weight: Ints

    @property
    def allowed(self) -> Bools:
        """The moves that may be blocked."""
        return self.inside & ~self.protected & ~self.staying

    def why_not(self, move: int) -> str:
        """Return why a move may not be blocked, as the end of a sentence."""
        if self.protected[move]:
            return "its action is protected"
        if self.staying[move]:
            return "it stays where it is"
        return "no [[environment.harness]] covers it"


def find_permission(model: SystemModel, harness: Harness) -> Permission:
    """Return what the harness allows; with several weights for a move the largest counts."""
    m = len(model.tails)
    protected = [i for i, a in enumerate(model.actions) if a in harness.protect]
    for action in harness.protect:
        if action not in (*model.actions, STAY):
            raise ModelError(
                f"protect names {shown(action)}, which is no action of this model",
                hint=did_you_mean(action, model.actions),
                place="environment.protect",
            )
    inside = np.full(m, not harness.zones, dtype=np.bool_)
    weight = np.full(m, 0 if harness.zones else 1, dtype=np.int64)
    for i, zone in enumerate(harness.zones):
        covered = _zone(model, harness, zone, i)
        inside |= covered
        weight[covered] = np.maximum(weight[covered], zone.weight)
    return Permission(
        protected=np.isin(model.action, protected),
        staying=model.ground[model.tails] == model.ground[model.heads],
        inside=inside,
        weight=weight,
    )


def wall_moves(model: SystemModel, harness: Harness, kind: Kind) -> Bools:
    """Return the moves that are walls when blocked: all, none, or those of ``static_when``."""
    if kind != "mixed" or harness.static_when is None:
        return np.full(len(model.tails), kind == "static", dtype=np.bool_)
    with at("environment", "static_when"):
        where = states_where(
            model, harness.static_when, ignore=harness.ignore, key="static_when"
        )
    return where[model.heads]


def _zone(model: SystemModel, harness: Harness, zone: Zone, number: int) -> Bools:
    key = ("environment", "harness", number)
    inside = np.ones(len(model.tails), dtype=np.bool_)
    if zone.cells is not None:
        with at(*key, "cells"):
            where = states_where(model, zone.cells, ignore=harness.ignore, key="cells")
        inside &= where[model.tails]
    if zone.actions is not None:
        with at(*key, "actions"):
            inside &= np.isin(model.action, [_action(model, a) for a in zone.actions])
    if zone.moves is not None:
        listed = np.zeros(len(model.tails), dtype=np.bool_)
        with at(*key, "moves"):
            listed[listed_moves(model, zone.moves)] = True
        inside &= listed
    return inside


def _action(model: SystemModel, action: str) -> int:
    if action not in model.actions:
        raise ModelError(
            f"the harness names the action {shown(action)}, which does not exist",
            hint=did_you_mean(action, model.actions),
        )
    return model.actions.index(action)
