"""Which histories a test can come into, and which of them look alike on a map."""

from dataclasses import dataclass

from proctor.artefacts.environment import Environment
from proctor.errors import InputError
from proctor.reports.map_cells import Cell, blocked_moves

__all__ = [
    "Panel",
    "ever_closed",
    "final_histories",
    "is_wall",
    "panels",
    "reachable_histories",
    "trails",
]

_APART = 12  # up to so many histories get a map of their own


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """Histories that are drawn on one map, and the places that are closed in all of them."""

    histories: tuple[int, ...]
    closed: tuple[int, ...]


def is_wall(environment: Environment, place: int) -> bool:
    """Whether a place is static: blocked in every history or in none."""
    return environment.kind == "static" or environment.harness.places[place].wall


def reachable_histories(environment: Environment) -> tuple[int, ...]:
    """Return the memory states that the system can bring about, in the order it meets them."""
    return tuple(dict.fromkeys(history for _, history in _steps(environment)))


def final_histories(environment: Environment) -> frozenset[int]:
    """Return the histories in which every run that comes into them has ended."""
    going = {
        history
        for state, history in _steps(environment)
        if state not in environment.model.terminal
    }
    return frozenset(reachable_histories(environment)) - going


def panels(environment: Environment, reached: tuple[int, ...]) -> tuple[Panel, ...]:
    """Return the maps that show a test: one if nothing ever changes, else one per history.

    Of very many histories, those in which the same is closed share a map.
    """
    closed = environment.memory.closed
    groups: dict[tuple[int, ...], list[int]] = {}
    for history in reached:
        groups.setdefault(closed[history], []).append(history)
    if len(groups) == 1 or len(reached) > _APART:
        return tuple(Panel(histories=tuple(h), closed=c) for c, h in groups.items())
    return tuple(Panel(histories=(h,), closed=closed[h]) for h in reached)


def ever_closed(environment: Environment, reached: tuple[int, ...]) -> tuple[int, ...]:
    """Return the places that are closed in one of the histories ``reached``, walls first."""
    found = {place for history in reached for place in environment.memory.closed[history]}
    return tuple(sorted(found, key=lambda place: (not is_wall(environment, place), place)))


def trails(environment: Environment, panel: Panel) -> tuple[tuple[int, tuple[Cell, ...]], ...]:
    """Return the stretches of the ways that are walked in the histories of ``panel``.

    Each is the number of its way, and the cells from the first to the one where the history
    changes.

    Raises:
        InputError: if a way visits a state that the model does not have.
    """
    cells = environment.model.cells
    found: list[tuple[int, tuple[Cell, ...]]] = []
    for number, way in enumerate(environment.ways):
        if any(not 0 <= state < len(cells) for state, _ in way):
            raise InputError(f"way {number} visits a state that the model does not have")
        stretch: list[Cell] = []
        for state, history in way:
            if not stretch or stretch[-1] != cells[state]:
                stretch.append(cells[state])
            if history not in panel.histories:
                found.append((number, tuple(stretch)))
                stretch = []
        found.append((number, tuple(stretch)))
    return tuple((number, stretch) for number, stretch in found if len(stretch) > 1)


def _steps(environment: Environment) -> list[tuple[int, int]]:
    """The pairs of a state and a history that can be reached, in the order they are met."""
    model, memory = environment.model, environment.memory
    number = {letter: index for index, letter in enumerate(memory.letters)}
    letters = [number.get(label, -1) for label in model.labels]
    leaving: list[list[tuple[int, int]]] = [[] for _ in model.states]
    for index, move in enumerate(model.moves):
        leaving[move.source].append((index, move.target))
    shut = [blocked_moves(model, environment.harness, places) for places in memory.closed]
    seen = {(model.start, memory.start)}
    order = [(model.start, memory.start)]
    for state, history in order:
        for index, target in leaving[state]:
            if index in shut[history] or letters[target] < 0:
                continue
            step = (target, memory.after[history][letters[target]])
            if step[1] >= 0 and step not in seen:
                seen.add(step)
                order.append(step)
    return order
