"""A problem: a model, what may be blocked, what the system must do, what we want to see."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import get_args

import numpy as np

from proctor.artefacts.environment import Conventions, Count, Fairness, Kind
from proctor.errors import ModelError, at, did_you_mean, shown
from proctor.graphs.csr import Bools
from proctor.logic.formula import Formula, propositions
from proctor.models.harness import Harness
from proctor.models.places import Places
from proctor.models.placing import find_places
from proctor.models.selection import states_where
from proctor.models.system import SystemModel

__all__ = ["Problem", "Requirement", "Stop"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirement:
    """Something that the system must never break, watched in every run."""

    id: str
    formula: Formula


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """The engineer's own end of a run.

    Attributes:
        steps: a run ends after so many steps.
        stuck: a run ends when the state has not changed for so many steps.
        when: a run ends in a state in which this condition holds.
    """

    steps: int | None = None
    stuck: int | None = None
    when: str | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class Problem:
    """What `route` solves.

    ``fairness`` and ``count`` have defaults that follow from ``conventions``: fairest and
    obstacles under ``default``, paper and edges under ``paper``.
    """

    model: SystemModel
    kind: Kind
    harness: Harness
    system_objective: Formula
    test_objective: Formula
    fairness: Fairness | None = None
    count: Count | None = None
    conventions: Conventions = "default"
    title: str = ""
    requirements: tuple[Requirement, ...] = ()
    stop: Stop | None = None
    digest: str = ""

    def __post_init__(self) -> None:
        for name, value, known in (
            ("kind", self.kind, get_args(Kind)),
            ("conventions", self.conventions, get_args(Conventions)),
            ("fairness", self.fairness, (None, *get_args(Fairness))),
            ("count", self.count, (None, *get_args(Count))),
        ):
            if value not in known:
                words = [k for k in known if k]
                raise ModelError(
                    f"{name} = {shown(value)} is not known",
                    hint=did_you_mean(str(value), words),
                    place=f"environment.{name}",
                )
        for which, formula, key in (
            ("system", self.system_objective, "objective.system"),
            ("test", self.test_objective, "objective.test"),
            *(
                (f"requirement {r.id}", r.formula, f"requirement.{i}.ltl")
                for i, r in enumerate(self.requirements)
            ),
        ):
            for proposition in propositions(formula):
                if proposition not in self.model.holds:
                    raise ModelError(
                        f"the {which} formula speaks of {shown(proposition)}, "
                        "which the model does not have",
                        hint=did_you_mean(proposition, self.model.holds),
                        place=key,
                    )
        if self.conventions == "default" and not self.model.terminal.any():
            raise ModelError(
                "the model has no terminal state, so no run could end with success",
                hint='name the goal: terminal = ["T"]',
                place="system.terminal",
            )

    @property
    def asked(self) -> Fairness:
        """The grade of fairness that is asked for."""
        return self.fairness or ("paper" if self.conventions == "paper" else "fairest")

    @property
    def counted(self) -> Count:
        """What is counted, obstacles or edges."""
        return self.count or ("edges" if self.conventions == "paper" else "obstacles")

    @cached_property
    def places(self) -> Places:
        """The places that may be blocked."""
        return find_places(
            self.model, self.harness, kind=self.kind, conventions=self.conventions
        )

    @cached_property
    def stopping(self) -> Bools:
        """The states in which ``stop.when`` ends a run."""
        if self.stop is None or self.stop.when is None:
            return np.zeros(self.model.n, dtype=np.bool_)
        with at("stop", "when"):
            return states_where(self.model, self.stop.when, ignore=(), key="when")

    @cached_property
    def propositions(self) -> tuple[str, ...]:
        """The propositions of the two objectives, in the order of the letters' bits."""
        names = {*propositions(self.system_objective), *propositions(self.test_objective)}
        return tuple(sorted(names))

    @property
    def start_name(self) -> str:
        """The name of the place where the system starts."""
        return self.model.base.names[int(self.model.ground[self.model.start])]

    def candidates(self, chosen: str | None = None) -> tuple["Problem", ...]:
        """Return one problem for each candidate start, or only the ``chosen`` one."""
        every = tuple(
            replace(self, model=replace(self.model, start=start)) for start in self.model.starts
        )
        if chosen is None:
            return every
        place = self.model.place(chosen)
        found = tuple(p for p in every if p.model.ground[p.model.start] == place)
        if not found:
            raise ModelError(
                f"{shown(chosen)} is no candidate for the start",
                hint=did_you_mean(chosen, [p.start_name for p in every]),
            )
        return found
