"""Strongly connected parts of a marked graph, and the first part where a good run can stay."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from proctor.automata.acceptance import Acceptance, Term, seen_by

__all__ = ["Arc", "components", "good_component"]


@dataclass(frozen=True, slots=True)
class Arc:
    """One step of a marked graph; ``label`` says which edge or letter it stands for."""

    source: int
    target: int
    marks: frozenset[int] = frozenset()
    label: int = 0


def components(arcs: Iterable[Arc]) -> list[list[Arc]]:
    """Return the arcs inside each strongly connected part that has any; later parts first.

    Tarjan's algorithm (1972) with an explicit stack: every arc is looked at once.

    >>> [[(a.source, a.target) for a in part] for part in components([Arc(0, 1), Arc(1, 1)])]
    [[(1, 1)]]
    """
    leaving: dict[int, list[Arc]] = {}
    for arc in arcs:
        leaving.setdefault(arc.source, []).append(arc)
    part = _parts(leaving)
    inside: dict[int, list[Arc]] = {}
    for source, out in leaving.items():
        for arc in out:
            if part[source] == part[arc.target]:
                inside.setdefault(part[source], []).append(arc)
    return [inside[number] for number in sorted(inside)]


def good_component(arcs: Sequence[Arc], acceptance: Acceptance) -> list[Arc] | None:
    """Return connected arcs such that seeing all of them for ever is good, or ``None``.

    Any condition is decided: as long as a part is not good as a whole, one ``Fin`` of it is
    either granted, and its edges leave, or given up. The work doubles with each ``Fin`` at
    worst (Baier et al., Generic emptiness check for fun and profit, ATVA 2019).
    """
    pending = [(part, acceptance) for part in reversed(components(arcs))]
    while pending:
        part, condition = pending.pop()
        seen = seen_by((arc.marks for arc in part), condition.count)
        if condition.evaluate(seen):
            return part
        fin = next((t for t in condition.code if _is_present_fin(t, seen)), None)
        if not isinstance(fin, Term):
            continue
        pending.append((part, _decided(condition, fin, fin_holds=False)))
        spared = [arc for arc in part if (fin.mark in arc.marks) == fin.negated]
        granted = _decided(condition, fin, fin_holds=True)
        pending.extend((smaller, granted) for smaller in reversed(components(spared)))
    return None


def _parts(leaving: dict[int, list[Arc]]) -> dict[int, int]:
    """Number the strongly connected part of every vertex, sinks first."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    part: dict[int, int] = {}
    open_vertices: list[int] = []
    count = 0
    for root, first in leaving.items():
        if root in index:
            continue
        index[root] = low[root] = len(index)
        open_vertices.append(root)
        walk = [(root, iter(first))]
        while walk:
            vertex, rest = walk[-1]
            arc = next(rest, None)
            if arc is not None:
                target = arc.target
                if target not in index:
                    index[target] = low[target] = len(index)
                    open_vertices.append(target)
                    walk.append((target, iter(leaving.get(target, ()))))
                elif target not in part:
                    low[vertex] = min(low[vertex], index[target])
                continue
            walk.pop()
            if walk:
                low[walk[-1][0]] = min(low[walk[-1][0]], low[vertex])
            if low[vertex] == index[vertex]:
                while True:
                    member = open_vertices.pop()
                    part[member] = count
                    if member == vertex:
                        break
                count += 1
    return part


def _is_present_fin(token: object, seen: frozenset[tuple[int, bool]]) -> bool:
    return (
        isinstance(token, Term) and token.kind == "Fin" and (token.mark, token.negated) in seen
    )


def _decided(condition: Acceptance, fin: Term, *, fin_holds: bool) -> Acceptance:
    """Replace what ``fin`` says, wherever it stands, by whether it holds."""
    opposite = Term("Inf", fin.mark, fin.negated)
    code = tuple(
        fin_holds if t == fin else (not fin_holds) if t == opposite else t
        for t in condition.code
    )
    return Acceptance(condition.count, code)
