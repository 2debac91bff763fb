"""The shape of a problem file, as msgspec reads it; converted at once to domain values."""

from typing import Literal

import msgspec

__all__ = [
    "CounterWire",
    "EnvironmentWire",
    "HarnessWire",
    "ObjectiveWire",
    "PlaceWire",
    "ProblemWire",
    "RequirementWire",
    "RuleWire",
    "StopWire",
    "SystemWire",
]


class _Wire(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """Unknown keys are refused."""


class CounterWire(_Wire, frozen=True):
    """``[system.counters.NAME]``."""

    start: int
    max: int
    change: dict[str, int] = {}
    refill: list[str] = []
    stuck_at: int | None = None


class SystemWire(_Wire, frozen=True):
    """``[system]``: a map or a list of transitions, the start, and where a run may end."""

    start: str | list[str]
    map: str | None = None
    transitions: list[str] | None = None
    labels: dict[str, list[str]] = {}
    terminal: list[str] = []
    moves: list[str] | None = None
    counters: dict[str, CounterWire] = {}
    self_loops: Literal["all", "none"] | None = None
    terminal_loop: bool = False
    label_priority: list[str] = []


class ObjectiveWire(_Wire, frozen=True):
    """``[objective]``: what the system must do, and what the test must bring to light."""

    system: str
    test: str


class HarnessWire(_Wire, frozen=True):
    """``[[environment.harness]]``: moves that may be blocked, and what that costs."""

    cells: str | None = None
    actions: list[str] | None = None
    moves: list[str] | None = None
    weight: int = 1


class PlaceWire(_Wire, frozen=True):
    """``[[environment.place]]``: a place with a name of its own."""

    name: str
    moves: list[str]


Operand = str | list[str]


class RuleWire(_Wire, frozen=True):
    """``[[environment.rule]]``: one of together, implies, never_both, at_most."""

    together: list[Operand] | None = None
    implies: list[Operand] | None = None
    never_both: list[Operand] | None = None
    at_most: int | None = None
    among: Operand | None = None


class EnvironmentWire(_Wire, frozen=True):
    """``[environment]``: what the tester may do, and how a test is judged."""

    kind: Literal["static", "reactive", "mixed"]
    static_when: str | None = None
    protect: list[str] = []
    bidirectional: bool = True
    ignore: list[str] = []
    fairness: Literal["fairest", "strict", "announced", "paper"] | None = None
    count: Literal["obstacles", "edges"] | None = None
    conventions: Literal["default", "paper"] = "default"
    harness: list[HarnessWire] = []
    place: list[PlaceWire] = []
    rule: list[RuleWire] = []


class StopWire(_Wire, frozen=True):
    """``[stop]``: the engineer's own end of a run."""

    steps: int | None = None
    stuck: int | None = None
    when: str | None = None


class RequirementWire(_Wire, frozen=True):
    """``[[requirement]]``: watched in every run."""

    id: str
    ltl: str


class ProblemWire(_Wire, frozen=True):
    """A whole ``*.problem.toml``."""

    format: Literal[1]
    system: SystemWire
    objective: ObjectiveWire
    environment: EnvironmentWire
    title: str = ""
    labels: dict[str, str] = {}
    stop: StopWire | None = None
    requirement: list[RequirementWire] = []
