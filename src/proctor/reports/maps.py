"""Problems and tests as maps in a terminal: one map for each history that differs."""

import re
import textwrap
from collections.abc import Mapping, Sequence
from typing import Final

from proctor.artefacts.environment import Environment
from proctor.artefacts.model import ExplicitModel
from proctor.models.problem import Problem
from proctor.reports.drawing import Drawing
from proctor.reports.environment_svg import propositions_of
from proctor.reports.histories import reachable_histories
from proctor.reports.lettering import cut
from proctor.reports.map_text import map_text
from proctor.reports.model_graph import model_drawing

__all__ = ["explicit_model", "history_maps", "problem_drawing", "side_by_side"]

_WIDE: Final = 76
_GAP: Final = 3
_CAPTION: Final = 36  # so wide a caption reads well above a small map
_HISTORIES: Final = 6
_ESCAPES: Final = re.compile(r"\x1b\[[0-9;]*m")


def explicit_model(problem: Problem) -> ExplicitModel:
    """Return the model of ``problem`` as plain data, with the labels of its objectives."""
    return problem.model.explicit(problem.model.labelling(problem.propositions))


def problem_drawing(problem: Problem) -> Drawing:
    """Return the model of ``problem`` as a graph: its states, and where one can go."""
    model = explicit_model(problem)
    shown = propositions_of(str(problem.test_objective))
    return model_drawing(model, title=problem.title, shown=shown)


def history_maps(
    environment: Environment,
    *,
    captions: Mapping[str, str] | None = None,
    colour: bool = False,
    unicode: bool = True,
    wide: int = _WIDE,
) -> str:
    """Return what is closed in each history that can be reached, as maps with captions.

    Histories in which the same is closed share a map, and small maps stand side by side. A
    model that is no map is listed. ``wide`` is how many columns there are.
    """
    reached = reachable_histories(environment)
    closed = environment.memory.closed
    groups = [
        (places, [history for history in reached if closed[history] == places])
        for places in dict.fromkeys(closed[history] for history in reached)
    ]
    blocks: list[tuple[list[str], list[str]]] = []
    bare: list[list[str]] = []
    for places, histories in groups:
        told = ["in every history"] if len(groups) == 1 else []
        told += _headings(environment, histories, captions or {})
        if not places and len(groups) > 1:
            # The floor alone says nothing beside maps on which something is closed.
            bare.append([*_wrapped(told, wide), "  (nothing is closed)"])
            continue
        text = map_text(
            environment.model,
            closed=places,
            harness=environment.harness,
            colour=colour,
            unicode=unicode,
        )
        blocks.append((told, text.split("\n")))
    if not blocks:
        return "\n\n".join("\n".join(part) for part in bare)
    broadest = max(_width(line) for _, lines in blocks for line in lines)
    half = (wide - _GAP) // 2
    # Two maps beside each other leave half of the page for what stands above each.
    is_narrow = len(blocks) > 1 and broadest <= half
    room = max(broadest, min(half, _CAPTION)) if is_narrow else wide
    heads = [_wrapped(head, room) for head, _ in blocks]
    # Maps beside each other begin on the same line.
    pad = max(map(len, heads)) if is_narrow else 0
    rows = side_by_side(
        [
            [*head, *[""] * (pad - len(head)), *lines]
            for head, (_, lines) in zip(heads, blocks, strict=True)
        ],
        wide=wide,
    )
    return "\n\n".join("\n".join(row) for row in (*rows, *bare))


def side_by_side(blocks: Sequence[Sequence[str]], *, wide: int = _WIDE) -> list[list[str]]:
    """Return rows of blocks, as many beside each other as fit into ``wide`` columns.

    >>> side_by_side([["a", "b"], ["c"], ["d"]], wide=6)
    [['a   c', 'b'], ['d']]
    """
    rows: list[list[str]] = []
    used = wide
    for block in blocks:
        size = max(map(_width, block), default=0)
        if used + _GAP + size > wide:
            rows.append(list(block))
            used = size
            continue
        rows[-1] = _joined(rows[-1], block, used + _GAP)
        used += _GAP + size
    return rows


def _joined(left: Sequence[str], right: Sequence[str], begin: int) -> list[str]:
    high = max(len(left), len(right))
    left = [*left, *[""] * (high - len(left))]
    right = [*right, *[""] * (high - len(right))]
    return [
        f"{one}{' ' * (begin - _width(one))}{two}".rstrip()
        for one, two in zip(left, right, strict=True)
    ]


def _width(line: str) -> int:
    return len(_ESCAPES.sub("", line))


def _wrapped(told: Sequence[str], room: int) -> list[str]:
    return [part for line in told for part in textwrap.wrap(line, room)]


def _headings(
    environment: Environment, histories: Sequence[int], captions: Mapping[str, str]
) -> list[str]:
    names = [environment.memory.names[history] for history in histories]
    lines = [
        f"{cut(name, 24)}: {captions[name]}" if name in captions else cut(name, 24)
        for name in names[:_HISTORIES]
    ]
    hidden = len(names) - _HISTORIES
    return [*lines, f"and {hidden} more histories"] if hidden > 0 else lines
