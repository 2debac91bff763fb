"""Moves between the same two states block only together: which of them closed places take away.

The closed places are given as a set of numbers. An edge from a state to another is blocked
when every move between the two, whatever its action, lies in a closed place.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from proctor.artefacts.environment import Environment
from proctor.artefacts.model import Barriers, ExplicitModel

__all__ = ["Blocked", "Joined", "is_wall", "joined"]

Blocked = Mapping[int, frozenset[int]]  # for a state the targets that it cannot move to


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """The moves of a model, gathered by source and target.

    Attributes:
        targets: for each state the states that it may move to, rising.
        moves: for each pair of source and target the numbers of the moves between them.
        place_of: for each move its place, or -1.
        members: for each place its moves as pairs of source and target.
    """

    targets: tuple[tuple[int, ...], ...]
    moves: Mapping[tuple[int, int], tuple[int, ...]]
    place_of: tuple[int, ...]
    members: tuple[frozenset[tuple[int, int]], ...]

    def blocked(self, closed: Iterable[int]) -> Blocked:
        """Return what the ``closed`` places take away: for a state its lost targets."""
        shut = frozenset(closed)
        lost: dict[int, set[int]] = {}
        for place in shut:
            for pair in self.members[place]:
                if all(self.place_of[move] in shut for move in self.moves[pair]):
                    lost.setdefault(pair[0], set()).add(pair[1])
        return {source: frozenset(targets) for source, targets in lost.items()}


def joined(model: ExplicitModel, harness: Barriers) -> Joined:
    """Return the moves of ``model`` by pairs of states, with their places.

    Places may only name moves that exist; a move in two places counts for the last.
    """
    pairs: dict[tuple[int, int], list[int]] = {}
    targets: list[set[int]] = [set() for _ in model.states]
    for number, move in enumerate(model.moves):
        pairs.setdefault((move.source, move.target), []).append(number)
        targets[move.source].add(move.target)
    place_of = [-1] * len(model.moves)
    for number, place in enumerate(harness.places):
        for index in place.moves:
            place_of[index] = number
    return Joined(
        targets=tuple(tuple(sorted(found)) for found in targets),
        moves={pair: tuple(found) for pair, found in pairs.items()},
        place_of=tuple(place_of),
        members=tuple(
            frozenset((model.moves[i].source, model.moves[i].target) for i in place.moves)
            for place in harness.places
        ),
    )


def is_wall(environment: Environment, place: int) -> bool:
    """Return whether ``place`` is a wall: static problems have no doors, reactive no walls."""
    if environment.kind == "mixed":
        return environment.harness.places[place].wall
    return environment.kind == "static"
