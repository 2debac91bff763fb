"""What the tester may block, as the user says it: protected actions, zones, places, rules.

`models.places` turns it into places of a model.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Self

from proctor.errors import ModelError
from proctor.models.system import SystemModel

__all__ = ["Harness", "NamedPlace", "RuleText", "Zone"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """Moves that may be blocked: from where, by which actions or which moves, at what cost.

    What is ``None`` does not restrict.
    """

    cells: str | None = None
    actions: tuple[str, ...] | None = None
    moves: tuple[str, ...] | None = None
    weight: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.weight <= 1_000_000:
            raise ModelError(
                f"a harness weight of {self.weight} is out of range",
                hint="weights are whole numbers from 0 to 1000000",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedPlace:
    """A place with a name of its own, the unit that a person or a motor opens and closes."""

    name: str
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleText:
    """A rule as people write it; each operand is a place's name, moves, or a condition."""

    kind: Literal["together", "implies", "never_both", "at_most"]
    operands: tuple[str | tuple[str, ...], ...]
    limit: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Harness:
    """Which moves the tester may block, and how they hang together.

    Attributes:
        protect: actions that are never blocked.
        zones: where moves may be blocked; if empty, everywhere.
        bidirectional: whether both directions of a pair are one place.
        ignore: counters whose values all share one place.
        places: named places.
        rules: rules over places.
        static_when: for mixed problems, a condition on the target of a move that makes it a
            wall rather than a door.
    """

    protect: tuple[str, ...] = ()
    zones: tuple[Zone, ...] = ()
    bidirectional: bool = True
    ignore: tuple[str, ...] = ()
    places: tuple[NamedPlace, ...] = ()
    rules: tuple[RuleText, ...] = ()
    static_when: str | None = None

    @classmethod
    def everywhere(cls, model: SystemModel, *, protect: Iterable[str] = ()) -> Self:
        """Return the harness that may block every move except protected actions.

        All counters of the model are ignored: a place holds for all their values.
        """
        return cls(protect=tuple(protect), ignore=tuple(model.values))
