"""Which nodes can be reached, and from which nodes can a target be reached.

Searches go level by level, so the ways they find are shortest.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from proctor.budget import Budget

__all__ = ["backward", "forward", "reverse", "way_to"]


def forward(
    start: int, successors: Callable[[int], Iterable[int]], budget: Budget
) -> dict[int, int]:
    """Return every node that ``start`` reaches with the node it was found from.

    The start is found from -1. Nodes come in the order of their distance.

    >>> forward(0, [[1, 2], [2], [0], [0]].__getitem__, Budget())
    {0: -1, 1: 0, 2: 0}
    """
    found, level = {start: -1}, [start]
    while level:
        budget.spend(len(level))
        fresh = []
        for node in level:
            for after in successors(node):
                if after not in found:
                    found[after] = node
                    fresh.append(after)
        level = fresh
    return found


def backward(
    targets: Iterable[int], predecessors: Sequence[Sequence[int]], budget: Budget
) -> dict[int, int]:
    """Return every node that reaches a target with the next node on a shortest way to one.

    A target's next node is -1.

    >>> backward([2], reverse([[1, 2], [2], [0], [0]]), Budget())
    {2: -1, 0: 2, 1: 2, 3: 0}
    """
    level = list(targets)
    found = dict.fromkeys(level, -1)
    while level:
        budget.spend(len(level))
        fresh = []
        for node in level:
            for before in predecessors[node]:
                if before not in found:
                    found[before] = node
                    fresh.append(before)
        level = fresh
    return found


def reverse(successors: Sequence[Iterable[int]]) -> list[list[int]]:
    """Return for each node from where one comes to it.

    >>> reverse([[1, 2], [2], []])
    [[], [0], [0, 1]]
    """
    before: list[list[int]] = [[] for _ in successors]
    for node, found in enumerate(successors):
        for after in found:
            before[after].append(node)
    return before


def way_to(node: int, found: Mapping[int, int]) -> list[int]:
    """Return the way on which a forward search found ``node``, from the start.

    >>> way_to(2, {0: -1, 1: 0, 2: 1})
    [0, 1, 2]
    """
    way = [node]
    while found[way[-1]] >= 0:
        way.append(found[way[-1]])
    return way[::-1]
