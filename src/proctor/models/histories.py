"""Histories: what a tester remembers of a run, the progress of both objectives.

Under ``default`` a history is a class of prefixes with the same futures for both objectives,
over the letters of the states that can be reached; futures are finite runs, whose last letter
is repeated for ever. Under ``paper`` it is a pair of states of Spot's automata.
"""

from dataclasses import dataclass

import numpy as np

from proctor.automata.objective import table_of_system, table_of_test
from proctor.automata.table import Table, minimise
from proctor.errors import MissingLibrary, at
from proctor.graphs.csr import Bools, Ints
from proctor.graphs.reach import reachable
from proctor.models.problem import Problem
from proctor.models.system import Labelling

__all__ = ["Histories", "find_histories"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Histories:
    """The memory that a test for one problem needs.

    Attributes:
        labelling: the letters, and which state carries which.
        start: the history in which the system stands in its start state.
        after: ``after[q, x]`` is the history after reading letter ``x`` in ``q``, or -1.
        succeeds: ``succeeds[q, x]``: a run that ends in history ``q`` with last letter ``x``
            satisfies the system objective (``paper``: the system's automaton accepts in q).
        shows: the same for the test objective.
    """

    labelling: Labelling
    start: int
    after: Ints
    succeeds: Bools
    shows: Bools

    @property
    def n(self) -> int:
        """How many histories there are."""
        return len(self.after)


def find_histories(problem: Problem) -> Histories:
    """Return the histories of ``problem``, numbered by breadth-first search."""
    model = problem.model
    labelling = model.labelling(problem.propositions)
    seen = reachable(model.graph, np.array([model.start]))
    used = np.unique(labelling.of[seen])
    letters = tuple(labelling.letters[x] for x in used.tolist())
    with at("objective", "system"):
        system = table_of_system(problem.system_objective, problem.propositions, letters)
    with at("objective", "test"):
        test = table_of_test(problem.test_objective, problem.propositions, letters)
    if problem.conventions == "paper":
        return _spread(_paired(system, test, first=None, marks=True), labelling, used)
    first = int(np.flatnonzero(used == labelling.of[model.start])[0])
    system, test = minimise(system)[0], minimise(test)[0]
    return _spread(_paired(system, test, first=first, marks=False), labelling, used)


@dataclass(frozen=True, eq=False, kw_only=True)
class _Pairs:
    after: Ints
    succeeds: Bools
    shows: Bools


def _paired(system: Table, test: Table, *, first: int | None, marks: bool) -> _Pairs:
    """Return the pairs that are reached, after the start's letter ``first`` if it is read."""
    begin = (system.start, test.start)
    if first is not None:
        begin = (int(system.after[begin[0], first]), int(test.after[begin[1], first]))
    number = {begin: 0}
    order = [begin]
    rows: list[list[int]] = []
    for p, q in order:
        row = []
        for pair in zip(system.after[p].tolist(), test.after[q].tolist(), strict=True):
            if pair not in number:
                number[pair] = len(order)
                order.append(pair)
            row.append(number[pair])
        rows.append(row)
    left = np.array([pair[0] for pair in order])
    right = np.array([pair[1] for pair in order])
    after = np.array(rows, dtype=np.int64)
    if marks:
        if system.accepting is None or test.accepting is None:
            raise MissingLibrary(
                "the papers' conventions speak of Spot's automata, and Spot is missing here",
                hint='use conventions = "default", or install Spot (see `proctor doctor`)',
            )
        width = after.shape[1]
        succeeds = np.repeat(system.accepting[left][:, None], width, axis=1)
        shows = np.repeat(test.accepting[right][:, None], width, axis=1)
    else:
        succeeds, shows = system.ends_well[left], test.ends_well[right]
    return _Pairs(after=after, succeeds=succeeds, shows=shows)


def _spread(pairs: _Pairs, labelling: Labelling, used: Ints) -> Histories:
    """Return tables over all letters of the model; those that cannot come lead to -1."""
    shape = (len(pairs.after), len(labelling.letters))
    after = np.full(shape, -1, dtype=np.int64)
    succeeds, shows = np.zeros(shape, dtype=np.bool_), np.zeros(shape, dtype=np.bool_)
    after[:, used], succeeds[:, used], shows[:, used] = pairs.after, pairs.succeeds, pairs.shows
    return Histories(labelling=labelling, start=0, after=after, succeeds=succeeds, shows=shows)
