"""The best test of a small problem, by trying every set of closings there is.

Written from the definitions alone, in plain Python, and on purpose unlike the finder: sets of
nodes are the bits of a number, and histories come from the reference semantics.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Final

from proctor.artefacts.environment import Environment, Grade
from proctor.artefacts.model import Rule
from proctor.automata.objective import system_automaton, test_automaton
from proctor.automata.table import tabulate
from proctor.logic.formula import Formula, postorder
from proctor.logic.lasso import Lasso, Letter
from proctor.logic.ops import Op
from proctor.logic.semantics import holds
from proctor.models.problem import Problem

__all__ = ["GRADES", "Answer", "Board", "Figures", "best", "board_of", "figures_of"]

GRADES: Final[tuple[Grade, ...]] = ("strict", "announced", "paper")
Answer = tuple[int, tuple[int, int, int]]  # F, and what it costs
History = tuple[object, ...]
Truths = tuple[bool, ...]  # of every part of both objectives, on one word


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What one choice of closings amounts to."""

    grades: frozenset[Grade]
    flow: int
    obstacles: int
    closings: int
    cuts: int
    stranded: int


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
        useful = _bits(_mask([p for h in range(self.histories) for p in self._useful(h)]))
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
        return sorted({*_bits(here), *implied})

    @cached_property
    def _rows(self) -> dict[tuple[int, int], tuple[dict[int, int], int]]:
        return {}

    def row(self, history: int, closed: int) -> tuple[dict[int, int], int]:
        """For the nodes of a history what they still lead to, and how many edges are blocked."""
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
        waiting = _bits(among & ~found)
        while True:
            left = [n for n in waiting if not rows[self.history[n]][n] & found]
            if len(left) == len(waiting):
                return found
            found |= sum(1 << n for n in set(waiting) - set(left))
            waiting = left

    def flow(self, rows: Sequence[Mapping[int, int]]) -> int:
        """The largest number of edge-disjoint ways from the start to success."""
        room: dict[int, dict[int, int]] = {n: {} for n in range(len(self.nodes))}
        for n in _bits(self.reached(rows) & ~self.target):
            for head in _bits(rows[self.history[n]][n] & ~1):
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


def best(problem: Problem) -> dict[Grade, Answer | None]:
    """For each grade the largest F and the least cost at that F, or ``None`` if no test is."""
    board = board_of(problem)
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


def figures_of(problem: Problem, environment: Environment) -> Figures:
    """Recount what an environment claims, from nothing but the closings in its memory."""
    board = board_of(problem)
    closed = _translated(board, environment)
    is_wall = problem.places.walls.tolist()
    walls = sum(1 << p for p in _bits(_union(closed)) if is_wall[p])
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
    memory = _memory(problem, {labels[s] for s in seen}, labels[model.start])
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
            found.append((nodes[node], 0 if -1 in places else _mask(places)))
        arrows.append(tuple(found))
    numbers: dict[History, int] = {}
    numbered = tuple(numbers.setdefault(h, len(numbers)) for _, h in nodes)
    target = shown = 0
    for node, (state, here) in enumerate(nodes):
        success = memory.succeeds(here, labels[state])
        if problem.conventions == "default":
            success = success and state in model.terminal
        target |= success << node
        shown |= memory.shows(here, labels[state]) << node
    paper = problem.conventions == "paper"
    return Board(
        problem=problem,
        nodes=tuple(nodes),
        history=numbered,
        arrows=tuple(arrows),
        target=target,
        avoided=shown & ~target if paper else 0,
        shameful=target if paper else target & ~shown,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Memory:
    """What a run so far means for its futures."""

    start: History
    after: Callable[[History, Letter], History]
    succeeds: Callable[[History, Letter], bool]
    shows: Callable[[History, Letter], bool]


def _memory(problem: Problem, letters: Iterable[Letter], first: Letter) -> _Memory:
    columns = sorted(letters, key=sorted)
    if problem.conventions == "paper":
        return _marked(problem, columns)
    return _futures(problem, columns, first)


def _marked(problem: Problem, letters: Sequence[Letter]) -> _Memory:
    """Pairs of states of Spot's automata, as the papers have it; the start is not read."""
    names = problem.propositions
    system = tabulate(system_automaton(problem.system_objective, names), letters)
    test = tabulate(test_automaton(problem.test_objective, names), letters)
    column = {letter: i for i, letter in enumerate(letters)}

    def after(history: History, letter: Letter) -> History:
        x = column[letter]
        return (int(system.after[history[0], x]), int(test.after[history[1], x]))

    assert system.accepting is not None
    assert test.accepting is not None
    good, seen = system.accepting.tolist(), test.accepting.tolist()
    return _Memory(
        start=(system.start, test.start),
        after=after,
        succeeds=lambda history, _: good[history[0]],
        shows=lambda history, _: seen[history[1]],
    )


def _futures(problem: Problem, letters: Sequence[Letter], first: Letter) -> _Memory:
    """A history is what each future would make of both objectives.

    A future counts only by the truth of the objectives' parts on it, and of these truths
    there are finitely many; reading a letter before a future turns one into another.
    """
    objectives = (problem.system_objective, problem.test_objective)
    parts = tuple(dict.fromkeys(part for f in objectives for part in postorder(f)))
    wanted = [parts.index(f) for f in objectives]
    forever = {x: tuple(holds(part, Lasso((), (x,))) for part in parts) for x in letters}
    futures = dict.fromkeys(forever.values())
    order = list(futures)
    turned: dict[Letter, list[Truths]] = {x: [] for x in letters}
    for truths in order:
        for x in letters:
            earlier = _read_before(parts, x, truths)
            turned[x].append(earlier)
            if earlier not in futures:
                futures[earlier] = None
                order.append(earlier)
    number = {truths: i for i, truths in enumerate(order)}
    before = {x: [number[truths] for truths in turned[x]] for x in letters}
    empty: History = tuple(tuple(truths[w] for w in wanted) for truths in order)

    def after(history: History, letter: Letter) -> History:
        return tuple(history[i] for i in before[letter])

    def judged(which: int) -> Callable[[History, Letter], bool]:
        return lambda history, last: history[number[forever[last]]][which]  # type: ignore[index]  # a pair of truths

    return _Memory(start=after(empty, first), after=after, succeeds=judged(0), shows=judged(1))


def _read_before(parts: Sequence[Formula], letter: Letter, later: Truths) -> Truths:
    """Return the truth of every part on ``letter w``, given it on ``w``."""
    now: dict[Formula, bool] = {}
    after = dict(zip(parts, later, strict=True))
    for part in parts:
        values = [now[a] for a in part.args]
        match part.op:
            case Op.ATOM:
                now[part] = part.name in letter
            case Op.TRUE | Op.FALSE:
                now[part] = part.op is Op.TRUE
            case Op.NOT:
                now[part] = not values[0]
            case Op.AND:
                now[part] = all(values)
            case Op.OR:
                now[part] = any(values)
            case Op.IMPLIES:
                now[part] = not values[0] or values[1]
            case Op.XOR | Op.IFF:
                now[part] = (values[0] == values[1]) is (part.op is Op.IFF)
            case Op.NEXT:
                now[part] = after[part.args[0]]
            case Op.FINALLY:
                now[part] = values[0] or after[part]
            case Op.GLOBALLY:
                now[part] = values[0] and after[part]
            case Op.UNTIL | Op.WEAK:
                now[part] = values[1] or (values[0] and after[part])
            case Op.RELEASE | Op.STRONG:
                now[part] = values[1] and (values[0] or after[part])
    return tuple(now[part] for part in parts)


def _reachable(start: int, following: Sequence[Mapping[int, object]]) -> set[int]:
    seen, pending = {start}, [start]
    for state in pending:
        fresh = following[state].keys() - seen
        seen |= fresh
        pending += sorted(fresh)
    return seen


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
    first, second = closed & _mask(rule.first), closed & _mask(rule.second)
    match rule.kind:
        case "implies":
            return not first or second == _mask(rule.second)
        case "never_both":
            return not any(p != q for p in _bits(first) for q in _bits(second))
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
    seen = sum(1 << n for n in _bits(reached) if board.view(closed[board.history[n]]) >> n & 1)
    return seen & board.alive(rows, reached)


def _cost(board: Board, walls: int, closed: Sequence[int]) -> tuple[int, int, int]:
    weight, closings, edges = _counted(board, walls, closed)
    if board.problem.counted == "edges":
        return edges, weight, closings
    return weight, closings, edges


def _counted(board: Board, walls: int, closed: Sequence[int]) -> tuple[int, int, int]:
    """The weight of all places ever closed, the closings, and the product edges blocked."""
    weights = board.problem.places.weights.tolist()
    weight = sum(weights[p] for p in _bits(_union(closed) | walls))
    closings = walls.bit_count() + sum((here & ~walls).bit_count() for here in closed)
    edges = sum(board.row(h, here)[1] for h, here in enumerate(closed))
    return weight, closings, edges


def _translated(board: Board, environment: Environment) -> list[int]:
    """What is closed in each of our histories; the artefact's memory must be as fine as ours."""
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
    return [_mask(memory.closed[m]) for _, m in sorted(pairs)]


def _better(answer: Answer, champion: Answer | None) -> bool:
    if champion is None:
        return answer[0] > 0
    return (-answer[0], answer[1]) < (-champion[0], champion[1])


def _is_closed(needed: int, closed: int) -> bool:
    return needed != 0 and needed & closed == needed


def _union(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def _mask(numbers: Iterable[int]) -> int:
    return sum({1 << n for n in numbers})


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def _subsets(numbers: Sequence[int]) -> list[int]:
    found = [0]
    for n in numbers:
        found += [mask | 1 << n for mask in found]
    return found
