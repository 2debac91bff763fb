"""The automaton, or the table, of an objective; or the reason why it cannot be one.

Both objectives need a deterministic Büchi automaton. A test objective must be a guarantee as
well: once it has come true it stays true, whatever follows.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from proctor.automata.automaton import Automaton
from proctor.automata.by_progression import progression_table
from proctor.automata.by_spot.translate import available, deterministic_buchi
from proctor.automata.components import Arc, components
from proctor.automata.emptiness import find_lasso
from proctor.automata.table import Table, tabulate
from proctor.errors import InputError, shown
from proctor.logic.classes import is_syntactic_guarantee, is_syntactic_recurrence
from proctor.logic.explain import word_text
from proctor.logic.formula import Formula
from proctor.logic.lasso import Letter

__all__ = ["automaton_of_system", "automaton_of_test", "table_of_system", "table_of_test"]


def automaton_of_system(formula: Formula, propositions: Sequence[str]) -> Automaton:
    """Return a deterministic, complete, state-based Büchi automaton of a system objective.

    Raises:
        InputError: no such automaton exists, or it would be too large.
        MissingLibrary: Spot is not installed.
    """
    return deterministic_buchi(formula, propositions)


def automaton_of_test(formula: Formula, propositions: Sequence[str]) -> Automaton:
    """Return the automaton of a test objective: once it accepts, it accepts whatever follows.

    Raises:
        InputError: the objective need not stay true, or no such automaton exists.
        MissingLibrary: Spot is not installed.
    """
    automaton = deterministic_buchi(formula, propositions)
    settled = _settled(automaton)
    unsettled = tuple(
        edge for edge in automaton.edges if not (settled[edge.source] or settled[edge.target])
    )
    start_is_open = not settled[automaton.starts[0]]
    word = find_lasso(replace(automaton, edges=unsettled)) if start_is_open else None
    if word is not None:
        raise InputError(
            f"{shown(formula)} cannot be a test objective: it must stay true once it has come "
            f"true, whatever follows. On the run '{_cut(word_text(word))}' it holds, but after "
            "any number of steps it could still be lost",
            hint=_HINT,
        )
    edges = tuple(
        replace(edge, marks=frozenset({0} if settled[edge.source] else ()))
        for edge in automaton.edges
    )
    return replace(automaton, edges=edges)


def table_of_system(
    formula: Formula, propositions: Sequence[str], letters: Sequence[Letter]
) -> Table:
    """Return the table of a system objective over ``letters``; works without Spot as well.

    Without Spot only objectives that look like a recurrence property, as they are written,
    are taken, and the table has no Büchi marks.
    """
    if available():
        return tabulate(automaton_of_system(formula, propositions), letters)
    if not is_syntactic_recurrence(formula):
        raise InputError(
            f"from the way it is written, {shown(formula)} need not have a deterministic Büchi "
            "automaton",
            hint="with Spot installed Proctor can tell; without it, use F, G, X, U and G F",
        )
    return replace(progression_table(formula, letters), accepting=None)


def table_of_test(
    formula: Formula, propositions: Sequence[str], letters: Sequence[Letter]
) -> Table:
    """Return the table of a test objective over ``letters``; works without Spot as well."""
    if available():
        return tabulate(automaton_of_test(formula, propositions), letters)
    if not is_syntactic_guarantee(formula):
        raise InputError(
            f"from the way it is written, {shown(formula)} need not stay true once it has come "
            "true, as a test objective must",
            hint=f"with Spot installed Proctor can tell; without it, {_HINT}",
        )
    return progression_table(formula, letters)


_HINT: Final = 'say what must be seen once, such as "F p" or "F(p & F q)"'


def _cut(text: str) -> str:
    return text if len(text) <= 120 else f"{text[:117]}..."


def _settled(automaton: Automaton) -> list[bool]:
    """For each state whether the automaton accepts every word from there.

    That is so unless a loop of states without a mark can be reached.
    """
    accepting = automaton.accepting
    arcs = [Arc(edge.source, edge.target) for edge in automaton.edges]
    dull = [arc for arc in arcs if not (accepting[arc.source] or accepting[arc.target])]
    lost = {arc.source for loop in components(dull) for arc in loop}
    before: dict[int, list[int]] = {}
    for arc in arcs:
        before.setdefault(arc.target, []).append(arc.source)
    pending = list(lost)
    while pending:
        for source in before.get(pending.pop(), ()):
            if source not in lost:
                lost.add(source)
                pending.append(source)
    return [state not in lost for state in range(automaton.states)]
