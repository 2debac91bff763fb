"""A word that an automaton accepts, if there is one."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from proctor.automata.automaton import Automaton
from proctor.automata.components import Arc, good_component
from proctor.logic.lasso import Lasso, Letter

__all__ = ["find_lasso"]


def find_lasso(automaton: Automaton) -> Lasso | None:
    """Return a word that ``automaton`` accepts, or ``None`` if it accepts no word at all.

    The prefix is a shortest way to the loop that was found; the loop is short, not shortest.

    Examples:
        >>> from proctor.automata.acceptance import BUCHI
        >>> from proctor.automata.automaton import Edge
        >>> from proctor.automata.guard import EVERY, Guard
        >>> eventually_a = Automaton(
        ...     propositions=("a",),
        ...     states=2,
        ...     starts=(0,),
        ...     edges=(Edge(0, Guard.literal(0), 1), Edge(1, EVERY, 1, frozenset({0}))),
        ...     acceptance=BUCHI,
        ... )
        >>> print(find_lasso(eventually_a))
        {a} ({})^w
    """
    arcs = _reachable(automaton)
    part = good_component(arcs, automaton.acceptance)
    if part is None:
        return None
    members = {arc.source for arc in part}
    prefix = _way(arcs, automaton.starts, members.__contains__)
    entry = prefix[-1].target if prefix else next(s for s in automaton.starts if s in members)
    cycle = _tour(part, entry)

    def word(steps: Sequence[Arc]) -> tuple[Letter, ...]:
        return tuple(_letter(automaton, step) for step in steps)

    return Lasso(word(prefix), word(cycle))


def _reachable(automaton: Automaton) -> list[Arc]:
    arcs: list[Arc] = []
    numbers = automaton.edge_numbers
    pending = list(automaton.starts)
    known = set(pending)
    while pending:
        for number in numbers(pending.pop()):
            edge = automaton.edges[number]
            if edge.guard.is_never:
                continue
            arcs.append(Arc(edge.source, edge.target, edge.marks, number))
            if edge.target not in known:
                known.add(edge.target)
                pending.append(edge.target)
    return arcs


def _tour(part: Sequence[Arc], entry: int) -> list[Arc]:
    """Walk from ``entry`` through one arc of each mark set in the part, and back."""
    at, tour = entry, list[Arc]()
    wanted = {arc.marks for arc in part}
    for marks in sorted(wanted, key=sorted):
        if any(arc.marks == marks for arc in tour):
            continue
        sources = {arc.source: arc for arc in part if arc.marks == marks}
        tour += _way(part, [at], sources.__contains__)
        arc = sources[tour[-1].target if tour else at]
        tour.append(arc)
        at = arc.target
    return tour + _way(part, [at], lambda vertex: vertex == entry)


def _way(
    arcs: Sequence[Arc], starts: Iterable[int], is_goal: Callable[[int], bool]
) -> list[Arc]:
    """Return a shortest way from a start to a goal; empty when a start is one."""
    leaving: dict[int, list[Arc]] = {}
    for arc in arcs:
        leaving.setdefault(arc.source, []).append(arc)
    queue = deque(starts)
    came: dict[int, Arc | None] = dict.fromkeys(queue)
    while queue:
        vertex = queue.popleft()
        if is_goal(vertex):
            return _back(came, vertex)
        for arc in leaving.get(vertex, ()):
            if arc.target not in came:
                came[arc.target] = arc
                queue.append(arc.target)
    raise AssertionError("the goal of a walk inside a connected part was not reached")


def _back(came: dict[int, Arc | None], vertex: int) -> list[Arc]:
    way: list[Arc] = []
    step = came[vertex]
    while step is not None:
        way.append(step)
        step = came[step.source]
    return way[::-1]


def _letter(automaton: Automaton, step: Arc) -> Letter:
    letter = automaton.edges[step.label].guard.example() or 0
    return frozenset(n for bit, n in enumerate(automaton.propositions) if letter >> bit & 1)
