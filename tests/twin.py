"""The best test of a small problem, by trying every set of closings there is.

Written from the definitions alone, in plain Python, and on purpose unlike the finder.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from proctor.artefacts.environment import Environment, Grade
from proctor.artefacts.model import Rule
from proctor.models.problem import Problem
from twin_board import Board, bits, board_of, mask

__all__ = ["GRADES", "Answer", "Board", "Figures", "best", "board_of", "figures_of"]

GRADES: Final[tuple[Grade, ...]] = ("strict", "announced", "paper")
Answer = tuple[int, tuple[int, int, int]]  # F, and what it costs


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What one choice of closings amounts to."""

    grades: frozenset[Grade]
    flow: int
    obstacles: int
    closings: int
    cuts: int
    stranded: int


def best(problem: Problem, board: Board | None = None) -> dict[Grade, Answer | None]:
    """For each grade the largest F and the least cost at that F, or ``None`` if no test is."""
    board = board or board_of(problem)
    champion: dict[Grade, Answer | None] = dict.fromkeys(GRADES)
    for walls, closed in _choices(board):
        cost = _cost(board, walls, closed)
        rows = [board.row(h, c)[0] for h, c in enumerate(closed)]
        # No more ways than edges out of the start: most choices need no flow.
        most = rows[board.history[0]][0].bit_count()
        if not any(_better((most, cost), champion[grade]) for grade in GRADES):
            continue
        grades = _grades(board, walls, closed, rows)
        wanted = [g for g in grades if _better((most, cost), champion[g])]
        if wanted:
            answer = (board.flow(rows), cost)
            for grade in wanted:
                if _better(answer, champion[grade]):
                    champion[grade] = answer
    return champion


def figures_of(
    problem: Problem, environment: Environment, board: Board | None = None
) -> Figures:
    """Recount what an environment claims, from nothing but the closings in its memory."""
    board = board or board_of(problem)
    closed = _translated(board, environment)
    is_wall = problem.places.walls.tolist()
    walls = sum(1 << p for p in bits(_union(closed)) if is_wall[p])
    for here in closed:
        assert here & walls == walls, "a wall is closed in every history"
    assert all(_obeys(rule, here) for rule in problem.places.rules for here in closed)
    rows = [board.row(h, c)[0] for h, c in enumerate(closed)]
    weight, closings, cuts = _counted(board, walls, closed)
    reached = board.reached(rows)
    kept = _kept(board, closed, rows, reached)
    return Figures(
        grades=frozenset(_grades(board, walls, closed, rows)),
        flow=board.flow(rows),
        obstacles=weight,
        closings=closings,
        cuts=cuts,
        stranded=(reached & board.view(0) & ~kept).bit_count(),
    )


def _choices(board: Board) -> Iterator[tuple[int, list[int]]]:
    """Yield every choice that the rules allow: the walls, and what is closed by history."""
    rules = board.problem.places.rules
    for walls in _subsets(board.walls):
        allowed = [
            [
                walls | here
                for here in _subsets(doors)
                if all(_obeys(r, walls | here) for r in rules)
            ]
            for doors in board.doors
        ]
        for closed in product(*allowed):
            yield walls, list(closed)


def _obeys(rule: Rule, closed: int) -> bool:
    first, second = closed & mask(rule.first), closed & mask(rule.second)
    match rule.kind:
        case "implies":
            return not first or second == mask(rule.second)
        case "never_both":
            return not any(p != q for p in bits(first) for q in bits(second))
        case "at_most":
            return first.bit_count() <= rule.limit


def _grades(
    board: Board, walls: int, closed: Sequence[int], rows: Sequence[Mapping[int, int]]
) -> set[Grade]:
    """The grades at which this choice is a test; none if it can be bypassed or has no way."""
    if board.reached(rows, avoided=board.avoided) & board.shameful:
        return set()
    reached = board.reached(rows)
    if not reached & board.target:
        return set()
    lost = reached & ~_kept(board, closed, rows, reached)
    found: set[Grade] = set()
    if not lost & board.view(0):
        found.add("strict")
    if not lost & board.view(walls):
        found.add("announced")
    if board.problem.kind == "static" or all(
        board.view(closed[board.history[n]]) >> n & 1
        for n in board.entries
        if board.view(0) >> n & 1
    ):
        found.add("paper")
    return found


def _kept(
    board: Board, closed: Sequence[int], rows: Sequence[Mapping[int, int]], reached: int
) -> int:
    """The nodes that can reach success both in the test and as the system sees the world."""
    seen = sum(1 << n for n in bits(reached) if board.view(closed[board.history[n]]) >> n & 1)
    return seen & board.alive(rows, reached)


def _cost(board: Board, walls: int, closed: Sequence[int]) -> tuple[int, int, int]:
    weight, closings, edges = _counted(board, walls, closed)
    if board.problem.counted == "edges":
        return edges, weight, closings
    return weight, closings, edges


def _counted(board: Board, walls: int, closed: Sequence[int]) -> tuple[int, int, int]:
    """The weight of all places ever closed, the closings, and the product edges blocked."""
    weights = board.problem.places.weights.tolist()
    weight = sum(weights[p] for p in bits(_union(closed) | walls))
    closings = walls.bit_count() + sum((here & ~walls).bit_count() for here in closed)
    edges = sum(board.row(h, here)[1] for h, here in enumerate(closed))
    return weight, closings, edges


def _translated(board: Board, environment: Environment) -> list[int]:
    """What is closed in each of our histories; they and its memory go one to one."""
    memory = environment.memory
    letter = {x: i for i, x in enumerate(memory.letters)}
    labels = environment.model.labels
    ours: dict[int, int] = {0: memory.start}
    pending = [0]
    for node in pending:
        for head, _ in board.arrows[node]:
            label = letter[labels[board.nodes[head][0]]]
            there = memory.after[ours[node]][label]
            if head not in ours:
                ours[head] = there
                pending.append(head)
            assert ours[head] == there, "one pair, two memories"
    pairs = {(board.history[node], m) for node, m in ours.items()}
    assert len(pairs) == len(dict(pairs)) == len({m for _, m in pairs}), "not one to one"
    return [mask(memory.closed[m]) for _, m in sorted(pairs)]


def _better(answer: Answer, champion: Answer | None) -> bool:
    if champion is None:
        return answer[0] > 0
    return (-answer[0], answer[1]) < (-champion[0], champion[1])


def _union(masks: Iterable[int]) -> int:
    found = 0
    for one in masks:
        found |= one
    return found


def _subsets(numbers: Sequence[int]) -> list[int]:
    found = [0]
    for n in numbers:
        found += [mask | 1 << n for mask in found]
    return found
