"""The unrestricted product of a small problem, on which every choice of closings is judged.

Sets of nodes and sets of places are the bits of a number.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from proctor.models.problem import Problem
from twin_histories import History, memory_of

__all__ = ["Board", "bits", "board_of", "mask"]


@dataclass(frozen=True, kw_only=True)
class Board:
    """The unrestricted product of a problem, with all that a choice of closings is judged by.

    Attributes:
        problem: what it was made from.
        nodes: (state, history) pairs; the first is the start.
        history: for each node the number of its history.
        arrows: for each node its edges: (head, the places that must all be closed to block
            it), and no places where it cannot be blocked.
        target: the nodes in which a run may end with success, as bits.
        avoided: nodes that a bypass may not pass, as bits.
        shameful: nodes in which a bypass ends, as bits.
    """

    problem: Problem
    nodes: tuple[tuple[int, History], ...]
    history: tuple[int, ...]
    arrows: tuple[tuple[tuple[int, int], ...], ...]
    target: int
    avoided: int
    shameful: int

    @cached_property
    def histories(self) -> int:
        """How many histories there are."""
        return 1 + max(self.history)

    @cached_property
    def entries(self) -> tuple[int, ...]:
        """The start, and the nodes that some node of another history leads to."""
        found = {0}
        for node, arrows in enumerate(self.arrows):
            found |= {head for head, _ in arrows if self.history[head] != self.history[node]}
        return tuple(sorted(found))

    @cached_property
    def walls(self) -> tuple[int, ...]:
        """The places that can be walls and would block, or be implied, somewhere."""
        walls = self.problem.places.walls.tolist()
        useful = bits(mask([p for h in range(self.histories) for p in self._useful(h)]))
        return tuple(p for p in useful if walls[p])

    @cached_property
    def doors(self) -> tuple[tuple[int, ...], ...]:
        """For each history the places that can be doors and would block, or be implied."""
        walls = self.problem.places.walls.tolist()
        return tuple(
            tuple(p for p in self._useful(h) if not walls[p]) for h in range(self.histories)
        )

    @property
    def decisions(self) -> int:
        """How many yes-or-no questions a test answers."""
        return len(self.walls) + sum(map(len, self.doors))

    def _useful(self, history: int) -> list[int]:
        implied = {
            p for r in self.problem.places.rules if r.kind == "implies" for p in r.second
        }
        here = 0
        for node, arrows in enumerate(self.arrows):
            if self.history[node] == history:
                for _, needed in arrows:
                    here |= needed
        return sorted({*bits(here), *implied})

    @cached_property
    def _rows(self) -> dict[tuple[int, int], tuple[dict[int, int], int]]:
        return {}

    def row(self, history: int, closed: int) -> tuple[dict[int, int], int]:
        """For a history: what its nodes still lead to, and how many edges are blocked."""
        key = (history, closed)
        if key not in self._rows:
            open_heads, blocked = {}, 0
            for node, arrows in enumerate(self.arrows):
                if self.history[node] == history:
                    kept = [head for head, needed in arrows if not _is_closed(needed, closed)]
                    open_heads[node] = sum(1 << head for head in kept)
                    blocked += len(arrows) - len(kept)
            self._rows[key] = (open_heads, blocked)
        return self._rows[key]

    @cached_property
    def _views(self) -> dict[int, int]:
        return {}

    def view(self, closed: int) -> int:
        """The nodes that can reach success when ``closed`` is closed in every history."""
        if closed not in self._views:
            rows = [self.row(h, closed)[0] for h in range(self.histories)]
            self._views[closed] = self.alive(rows, (1 << len(self.nodes)) - 1)
        return self._views[closed]

    def reached(self, rows: Sequence[Mapping[int, int]], *, avoided: int = 0) -> int:
        """The nodes on ways from the start, which end at success; none are in ``avoided``."""
        seen = 1 & ~avoided
        pending = seen & ~self.target
        while pending:
            node = (pending & -pending).bit_length() - 1
            fresh = rows[self.history[node]][node] & ~seen & ~avoided
            seen |= fresh
            pending = (pending & (pending - 1)) | (fresh & ~self.target)
        return seen

    def alive(self, rows: Sequence[Mapping[int, int]], among: int) -> int:
        """The nodes of ``among`` from which success can be reached."""
        found = among & self.target
        waiting = bits(among & ~found)
        while True:
            left = [n for n in waiting if not rows[self.history[n]][n] & found]
            if len(left) == len(waiting):
                return found
            found |= sum(1 << n for n in set(waiting) - set(left))
            waiting = left

    def flow(self, rows: Sequence[Mapping[int, int]]) -> int:
        """The largest number of edge-disjoint ways from the start to success."""
        if self.target & 1:
            return 0  # the run is over before it begins
        room: dict[int, dict[int, int]] = {n: {} for n in range(len(self.nodes))}
        for n in bits(self.reached(rows) & ~self.target):
            for head in bits(rows[self.history[n]][n] & ~1):
                room[n][head] = room[n].get(head, 0) + 1
                room[head].setdefault(n, 0)
        ways = 0
        while (way := self._augmenting(room)) is not None:
            for tail, head in way:
                room[tail][head] -= 1
                room[head][tail] += 1
            ways += 1
        return ways

    def _augmenting(
        self, room: Mapping[int, Mapping[int, int]]
    ) -> list[tuple[int, int]] | None:
        came: dict[int, int] = {0: 0}
        pending = [0]
        for node in pending:
            if self.target >> node & 1:
                way = []
                while node:
                    way.append((came[node], node))
                    node = came[node]  # noqa: PLW2901 - walks back to the start
                return way
            for head, left in room[node].items():
                if left and head not in came:
                    came[head] = node
                    pending.append(head)
        return None


def board_of(problem: Problem) -> Board:
    """Build the product of the explicit model with the histories."""
    labelling = problem.model.labelling(problem.propositions)
    model = problem.model.explicit(labelling)
    labels = [frozenset(label) for label in model.labels]
    place = problem.places.of.tolist()
    needed: list[dict[int, list[int]]] = [{} for _ in model.states]
    for number, move in enumerate(model.moves):
        needed[move.source].setdefault(move.target, []).append(place[number])
    seen = _reachable(model.start, needed)
    memory = memory_of(problem, {labels[s] for s in seen}, labels[model.start])
    nodes: dict[tuple[int, History], int] = {(model.start, memory.start): 0}
    order = list(nodes)
    arrows: list[tuple[tuple[int, int], ...]] = []
    for state, history in order:
        found = []
        for target, places in needed[state].items():
            node = (target, memory.after(history, labels[target]))
            if node not in nodes:
                nodes[node] = len(order)
                order.append(node)
            found.append((nodes[node], 0 if -1 in places else mask(places)))
        arrows.append(tuple(found))
    numbers: dict[History, int] = {}
    success = [memory.succeeds(history, labels[state]) for state, history in order]
    if problem.conventions == "default":
        success = [
            good and state in model.terminal
            for good, (state, _) in zip(success, order, strict=True)
        ]
    target = mask(n for n, good in enumerate(success) if good)
    shown = mask(n for n, (s, history) in enumerate(order) if memory.shows(history, labels[s]))
    paper = problem.conventions == "paper"
    return Board(
        problem=problem,
        nodes=tuple(order),
        history=tuple(numbers.setdefault(history, len(numbers)) for _, history in order),
        arrows=tuple(arrows),
        target=target,
        avoided=shown & ~target if paper else 0,
        shameful=target if paper else target & ~shown,
    )


def mask(numbers: Iterable[int]) -> int:
    """Return the number with a bit for each of ``numbers``."""
    return sum({1 << n for n in numbers})


def bits(number: int) -> list[int]:
    """Return the positions of the bits of a number."""
    found = []
    while number:
        low = number & -number
        found.append(low.bit_length() - 1)
        number ^= low
    return found


def _reachable(start: int, following: Sequence[Mapping[int, object]]) -> set[int]:
    seen, pending = {start}, [start]
    for state in pending:
        fresh = following[state].keys() - seen
        seen |= fresh
        pending += sorted(fresh)
    return seen


def _is_closed(needed: int, closed: int) -> bool:
    return needed != 0 and needed & closed == needed
