"""An automaton as a drawing: guards as people write them, accepting states with two rings."""

from itertools import combinations

from proctor.automata.automaton import Automaton, Edge
from proctor.automata.guard import Guard, covers_all
from proctor.logic.names import quoted
from proctor.reports.drawing import Arrow, Drawing, Node

__all__ = ["automaton_drawing", "guard_lines"]


def automaton_drawing(automaton: Automaton) -> Drawing:
    """Return ``automaton`` as a graph of numbered states.

    A guard stands on its arrow, one alternative on each line; ``else`` is what no other arrow
    from the state reads, ``true`` reads everything. Where acceptance is not a set of states,
    the marks of an edge stand in braces.

    Examples:
        >>> from proctor.automata.acceptance import BUCHI
        >>> from proctor.automata.guard import EVERY
        >>> always = Edge(0, EVERY, 0, frozenset({0}))
        >>> loop = Automaton(
        ...     propositions=(), states=1, starts=(0,), edges=(always,), acceptance=BUCHI
        ... )
        >>> automaton_drawing(loop).arrows[0].label
        'true'
    """
    by_state = automaton.state_based and automaton.acceptance.is_buchi
    nodes = tuple(
        Node(
            key=str(state),
            label=str(state),
            kind="accepting" if by_state and automaton.accepting[state] else "plain",
            is_start=state in automaton.starts,
        )
        for state in range(automaton.states)
    )
    arrows: list[Arrow] = []
    for state in range(automaton.states):
        leaving = automaton.outgoing(state)
        otherwise = _otherwise(leaving)
        for edge in leaving:
            lines = ["else"] if edge is otherwise else guard_lines(edge.guard, automaton)
            if edge.marks and not by_state:
                lines = [*lines, f"{{{', '.join(map(str, sorted(edge.marks)))}}}"]
            label = "\n".join(lines)
            arrows.append(Arrow(source=str(state), target=str(edge.target), label=label))
    return Drawing(nodes=nodes, arrows=tuple(arrows), title=automaton.name)


def guard_lines(guard: Guard, automaton: Automaton) -> list[str]:
    """Return the alternatives of ``guard``, such as ``a & !b``, one on each line.

    ``true`` reads every letter, ``false`` none.
    """
    names = automaton.propositions
    if covers_all(guard.cubes):
        return ["true"]
    lines = [
        " & ".join(
            name if value >> bit & 1 else f"!{name}"
            for bit, name in enumerate(map(quoted, names))
            if care >> bit & 1
        )
        for care, value in guard.cubes
    ]
    return lines or ["false"]


def _otherwise(leaving: tuple[Edge, ...]) -> Edge | None:
    """The edge with the longest guard, if it reads exactly what the others leave over."""
    if len(leaving) < 2:
        return None
    longest = max(leaving, key=lambda edge: len(edge.guard.cubes))
    if len(longest.guard.cubes) < 2:
        return None
    if any(one.guard.meets(other.guard) for one, other in combinations(leaving, 2)):
        return None
    is_complete = covers_all(cube for edge in leaving for cube in edge.guard.cubes)
    return longest if is_complete else None
