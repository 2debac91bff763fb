"""A graph as it is drawn: nodes and arrows by key, with what each of them means."""

from dataclasses import dataclass
from typing import Literal

from proctor.errors import InputError, did_you_mean, shown

__all__ = ["Arrow", "ArrowKind", "Drawing", "Node", "NodeKind"]

NodeKind = Literal["plain", "target", "bypass", "intermediate", "accepting", "lost"]
ArrowKind = Literal["plain", "blocked", "way"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A node with its label.

    Attributes:
        key: what arrows call it.
        label: what it is called in the picture.
        kind: ``target`` ends a test, ``bypass`` ends it without the behaviour, what is
            ``intermediate`` has shown it, ``accepting`` is a state of an automaton, from
            ``lost`` the objective is out of reach.
        note: a second, smaller line.
        is_start: whether an arrow from nowhere leads here.
    """

    key: str
    label: str
    kind: NodeKind = "plain"
    note: str = ""
    is_start: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrow:
    """An arrow between two nodes; the lines of its label are parted by line breaks."""

    source: str
    target: str
    label: str = ""
    kind: ArrowKind = "plain"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """Nodes and arrows under a title.

    >>> Drawing(
    ...     nodes=(Node(key="a", label="lab"),), arrows=(Arrow(source="a", target="a"),)
    ... ).title
    ''
    """

    nodes: tuple[Node, ...]
    arrows: tuple[Arrow, ...] = ()
    title: str = ""

    def __post_init__(self) -> None:
        keys = {node.key for node in self.nodes}
        if len(keys) != len(self.nodes):
            raise InputError("two nodes of a drawing have the same key", hint="keys are unique")
        for arrow in self.arrows:
            for key in (arrow.source, arrow.target):
                if key not in keys:
                    raise InputError(
                        f"an arrow touches {shown(key)}, which is no node of the drawing",
                        hint=did_you_mean(key, keys),
                    )
