"""What a tester must remember of a run, found from the reference semantics alone."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from proctor.automata.objective import automaton_of_system, automaton_of_test
from proctor.automata.table import tabulate
from proctor.logic.formula import Formula, postorder
from proctor.logic.lasso import Lasso, Letter
from proctor.logic.ops import Op
from proctor.logic.semantics import holds
from proctor.models.problem import Problem

__all__ = ["History", "Memory", "memory_of"]

History = tuple[int, ...]
Truths = tuple[bool, ...]  # of every part of both objectives, on one word


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """What a run so far means for its futures."""

    start: History
    after: Callable[[History, Letter], History]
    succeeds: Callable[[History, Letter], bool]
    shows: Callable[[History, Letter], bool]


def memory_of(problem: Problem, letters: Iterable[Letter], first: Letter) -> Memory:
    columns = sorted(letters, key=sorted)
    if problem.conventions == "paper":
        return _marked(problem, columns)
    return _futures(problem, columns, first)


def _marked(problem: Problem, letters: Sequence[Letter]) -> Memory:
    """Pairs of states of Spot's automata, as the papers have it; the start is not read."""
    names = problem.propositions
    system = tabulate(automaton_of_system(problem.system_objective, names), letters)
    test = tabulate(automaton_of_test(problem.test_objective, names), letters)
    column = {letter: i for i, letter in enumerate(letters)}

    def after(history: History, letter: Letter) -> History:
        x = column[letter]
        return (int(system.after[history[0], x]), int(test.after[history[1], x]))

    assert system.accepting is not None
    assert test.accepting is not None
    good, seen = system.accepting.tolist(), test.accepting.tolist()
    return Memory(
        start=(system.start, test.start),
        after=after,
        succeeds=lambda history, _: good[history[0]],
        shows=lambda history, _: seen[history[1]],
    )


def _futures(problem: Problem, letters: Sequence[Letter], first: Letter) -> Memory:
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
    # Both judgements in one number: bit 0 for the system objective, bit 1 for the test's.
    system, test = wanted
    empty: History = tuple(truths[system] + 2 * truths[test] for truths in order)

    def after(history: History, letter: Letter) -> History:
        return tuple(history[i] for i in before[letter])

    def judged(which: int) -> Callable[[History, Letter], bool]:
        return lambda history, last: bool(history[number[forever[last]]] >> which & 1)

    return Memory(start=after(empty, first), after=after, succeeds=judged(0), shows=judged(1))


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
