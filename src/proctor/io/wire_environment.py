"""The shape of an environment file, as msgspec reads it; converted at once to domain values."""

from typing import Literal

import msgspec

from proctor.artefacts.certificate import Status
from proctor.artefacts.environment import Conventions, Count, Grade, Kind, Step
from proctor.artefacts.model import RuleKind

__all__ = [
    "AnswerWire",
    "CertificateWire",
    "ClaimWire",
    "ConflictWire",
    "EnvironmentFileWire",
    "HarnessWire",
    "MemoryWire",
    "ModelWire",
    "PlaceWire",
    "QuestionWire",
    "RuleWire",
    "StateWire",
    "StatsWire",
]


class _Wire(
    msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True, omit_defaults=True
):
    """Unknown keys are refused; what has its usual value is not written."""


class StateWire(_Wire, frozen=True):
    """A state of the model: its name, what holds there, and its cell on the map."""

    name: str
    labels: tuple[str, ...] = ()
    cell: tuple[int, int] | None = None


class ModelWire(_Wire, frozen=True):
    """The explicit model; a move is [source, number of the action, target]."""

    actions: tuple[str, ...]
    moves: tuple[tuple[int, int, int], ...]
    propositions: tuple[str, ...]
    start: int
    states: tuple[StateWire, ...]
    terminal: tuple[int, ...]
    map: tuple[str, ...] = ()


class PlaceWire(_Wire, frozen=True):
    """Moves, by their numbers, that are blocked together."""

    name: str
    moves: tuple[int, ...]
    weight: int = 1
    wall: bool = False


class RuleWire(_Wire, frozen=True):
    """A rule over places, by their numbers."""

    kind: RuleKind
    first: tuple[int, ...]
    second: tuple[int, ...] = ()
    limit: int = 0


class HarnessWire(_Wire, frozen=True):
    """What might have been blocked."""

    bidirectional: bool
    places: tuple[PlaceWire, ...]
    rules: tuple[RuleWire, ...] = ()


class QuestionWire(_Wire, frozen=True):
    """What was asked."""

    conventions: Conventions
    count: Count
    kind: Kind
    system_objective: str
    test_objective: str
    digest: str = ""
    title: str = ""


class MemoryWire(_Wire, frozen=True):
    """The tester: after[memory][letter] is the next memory, closed[memory] its places."""

    after: tuple[tuple[int, ...], ...]
    closed: tuple[tuple[int, ...], ...]
    letters: tuple[tuple[str, ...], ...]
    names: tuple[str, ...]
    start: int
    system_marks: tuple[bool, ...] = ()
    test_marks: tuple[bool, ...] = ()


class AnswerWire(_Wire, frozen=True):
    """What is claimed of the tester; a step is [state, memory]."""

    closings: int
    cut: tuple[tuple[Step, Step], ...]
    cuts: int
    fairness: Grade
    flow: int
    obstacles: int
    stranded: int
    proved_by: str
    ways: tuple[tuple[Step, ...], ...]
    warnings: tuple[str, ...] = ()


class ClaimWire(_Wire, frozen=True):
    """One sentence of the certificate."""

    key: str
    text: str
    status: Status
    reason: str = ""


class CertificateWire(_Wire, frozen=True):
    """What the checker said when the file was written."""

    claims: tuple[ClaimWire, ...]


class ConflictWire(_Wire, frozen=True):
    """Why a grade is impossible: ways to be closed, and pairs to be kept alive."""

    grade: str
    ways: tuple[tuple[str, ...], ...] = ()
    pairs: tuple[tuple[str, tuple[str, ...]], ...] = ()


class StatsWire(_Wire, frozen=True):
    """How good the answer is. What it took is not kept: it differs from run to run."""

    method: str = ""
    optimal: bool | None = None
    proved_by: str = "none"
    flow_bound: int | None = None
    bound: int | None = None
    gap: float | None = None
    stricter: tuple[tuple[str, str, str], ...] = ()
    looser: tuple[tuple[str, int, int], ...] = ()
    conflicts: tuple[ConflictWire, ...] = ()
    warnings: tuple[str, ...] = ()


class EnvironmentFileWire(_Wire, frozen=True):
    """A whole ``*.environment.json``."""

    format: Literal[1]
    kind: Literal["environment"]
    digest: str
    problem: QuestionWire
    model: ModelWire
    harness: HarnessWire
    memory: MemoryWire
    answer: AnswerWire
    seed: int
    version: str
    certificate: CertificateWire | None = None
    stats: StatsWire | None = None
