"""A model that is no map, drawn as a graph of its states."""

from collections.abc import Collection, Mapping

from proctor.artefacts.model import ExplicitModel
from proctor.reports.drawing import Arrow, ArrowKind, Drawing, Node, NodeKind

__all__ = ["model_drawing"]


def model_drawing(
    model: ExplicitModel,
    *,
    title: str = "",
    shown: Collection[str] = (),
    blocked: Mapping[int, str] | None = None,
    walked: Collection[tuple[int, int]] = (),
) -> Drawing:
    """Return the states and moves of ``model``.

    Moves between the same two states share an arrow, unless some of them are blocked and
    some are not. States with one of the propositions ``shown`` are those that show the
    behaviour.

    Args:
        model: what is drawn.
        title: stands above the picture.
        shown: propositions of the test objective.
        blocked: move numbers that are blocked, and when.
        walked: pairs of states that a way to success uses.
    """
    shut = blocked or {}
    nodes = tuple(
        Node(
            key=str(number),
            label=name,
            kind=_kind(model, number, shown),
            note=", ".join(label for label in model.labels[number] if label != name),
            is_start=number == model.start,
        )
        for number, name in enumerate(model.states)
    )
    return Drawing(nodes=nodes, arrows=_arrows(model, shut, frozenset(walked)), title=title)


def _kind(model: ExplicitModel, state: int, shown: Collection[str]) -> NodeKind:
    if state in model.terminal:
        return "target"
    return "plain" if set(model.labels[state]).isdisjoint(shown) else "intermediate"


def _arrows(
    model: ExplicitModel, shut: Mapping[int, str], walked: frozenset[tuple[int, int]]
) -> tuple[Arrow, ...]:
    actions: dict[tuple[int, int, str | None], list[str]] = {}
    for number, move in enumerate(model.moves):
        key = (move.source, move.target, shut.get(number))
        actions.setdefault(key, []).append(move.action)
    arrows = []
    for (source, target, when), names in actions.items():
        # An unnamed move is called after its target, which the arrow shows already.
        told = [name for name in names if name != f"to {model.states[target]}"]
        label = "\n".join([*told, *([when] if when else [])])
        kind: ArrowKind = "way" if (source, target) in walked else "plain"
        arrows.append(
            Arrow(
                source=str(source),
                target=str(target),
                label=label,
                kind=kind if when is None else "blocked",
            )
        )
    return tuple(arrows)
