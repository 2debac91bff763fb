"""A drawing as lines for a terminal: every node, and below it where its arrows lead."""

from proctor.reports.drawing import Arrow, Drawing, Node
from proctor.reports.lettering import cut

__all__ = ["automaton_lines", "drawing_text"]

_LINES = 60
_KINDS = {
    "plain": "",
    "accepting": "accepting",
    "target": "target",
    "bypass": "target, without the behaviour",
    "intermediate": "the behaviour has been shown",
    "lost": "the objective is out of reach",
}


def drawing_text(drawing: Drawing, *, unicode: bool = True) -> str:
    """Return one line for each node of ``drawing``: what it is, and where one goes from it.

    What does not fit on the screen is counted.

    >>> lab, door = Node(key="a", label="lab", is_start=True), Node(key="b", label="door")
    >>> print(drawing_text(Drawing(nodes=(lab, door), arrows=(Arrow(source="a", target="b"),))))
    lab (start) → door
    door
    """
    label = {node.key: cut(node.label, 40) for node in drawing.nodes}
    to, no = ("→", "✕") if unicode else ("->", "blocked:")
    lines = []
    for node in drawing.nodes:
        leaving = [arrow for arrow in drawing.arrows if arrow.source == node.key]
        free = [
            label[a.target] + "*" * (a.kind == "way") for a in leaving if a.kind != "blocked"
        ]
        shut = [label[a.target] for a in leaving if a.kind == "blocked"]
        line = _named(node)
        line += f" {to} {', '.join(dict.fromkeys(free))}" if free else ""
        line += f"  {no} {', '.join(dict.fromkeys(shut))}" if shut else ""
        lines.append(line)
    hidden = len(lines) - _LINES
    if hidden > 0:
        lines = [*lines[:_LINES], f"and {hidden} more"]
    if any(arrow.kind == "way" for arrow in drawing.arrows):
        lines.append(f"({to} name*: on a way to success)")
    text = "\n".join(lines)
    return text if unicode else text.encode("ascii", "replace").decode("ascii")


def automaton_lines(drawing: Drawing) -> list[str]:
    """Return the drawing of an automaton in words: on which letters it goes where.

    >>> state = Node(key="0", label="0", kind="accepting", is_start=True)
    >>> stay = Arrow(source="0", target="0", label="a & !b")
    >>> automaton_lines(Drawing(nodes=(state,), arrows=(stay,)))
    ['state 0 (start, accepting)', '  on a & !b, stay']
    """
    lines: list[str] = []
    for node in sorted(drawing.nodes, key=lambda node: not node.is_start):
        lines.append(f"state {_named(node)}")
        leaving = [arrow for arrow in drawing.arrows if arrow.source == node.key]
        # What is left over is told last.
        leaving.sort(key=lambda arrow: arrow.label == "else")
        lines += [f"  {_read(arrow)}, {_going(arrow)}" for arrow in leaving]
    hidden = len(lines) - _LINES
    return [*lines[:_LINES], f"and {hidden} more lines"] if hidden > 0 else lines


def _named(node: Node) -> str:
    told = ["start"] * node.is_start + [_KINDS[node.kind]] * (node.kind != "plain")
    return cut(node.label, 40) + (f" ({', '.join(told)})" if told else "")


def _read(arrow: Arrow) -> str:
    guards = [cut(line, 60) for line in arrow.label.split("\n")]
    # Where acceptance is not a set of states, the marks of an arrow stand last, in braces.
    marks = f" seeing {guards.pop()}" if guards[-1].startswith("{") else ""
    if guards == ["true"]:
        return f"on anything{marks}"
    if guards == ["else"]:
        return f"else{marks}"
    shown = guards[:4] + ([f"{len(guards) - 4} more"] if len(guards) > 4 else [])
    return f"on {' or '.join(shown)}{marks}"


def _going(arrow: Arrow) -> str:
    return "stay" if arrow.source == arrow.target else f"go to {arrow.target}"
