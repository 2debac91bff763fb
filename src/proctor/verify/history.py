"""A history is a class of prefixes with the same futures; a tester's memory must be just that.

Two prefixes have the same futures when every finite run that goes on from them, stopped with
its last letter repeated for ever, is judged alike by both objectives. The classes are found by
rewriting both objectives letter by letter and by refining a partition of the pairs of rests
(Moore 1956), over all letters that occur in the model.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from proctor.artefacts.certificate import Claim
from proctor.artefacts.environment import Environment
from proctor.budget import Budget
from proctor.errors import BudgetExceeded, shown
from proctor.verify.claims import many, proved, refuted
from proctor.verify.judged import Judged, judge
from proctor.verify.product import Product
from proctor.verify.rests import Rests, letters_that_occur, objectives

__all__ = ["MAX_PAIRS", "Histories", "check_history", "histories"]

MAX_PAIRS: Final = 50_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Histories:
    """The classes of prefixes, as a table.

    Attributes:
        letters: the labels that occur, each sorted.
        start: the class of the start's label alone.
        after: for each class and letter the class that follows.
        ends: for each class and letter whether system and test objective hold when the run
            ends with that letter.
    """

    letters: Sequence[tuple[str, ...]]
    start: int
    after: Sequence[Sequence[int]]
    ends: Sequence[Sequence[tuple[bool, bool]]]


def check_history(product: Product, budget: Budget) -> tuple[Claim, Judged | None]:
    """Return whether memory and histories correspond one to one, and the product judged.

    Raises:
        InputError: when an objective cannot be read.
        BudgetExceeded: when the objectives leave too many rests.
    """
    known = histories(product.environment, budget)
    history, defect = _follow(product, known)
    if defect:
        return refuted("history", defect), None
    number = {letter: index for index, letter in enumerate(known.letters)}
    labels = product.environment.model.labels
    letters = [number.get(tuple(sorted(set(label))), -1) for label in labels]
    final = frozenset(product.environment.model.terminal)
    ends = [
        known.ends[history[memory]][letters[state]]
        for state, memory in zip(product.states, product.memories, strict=True)
    ]
    success = [e[0] and s in final for e, s in zip(ends, product.states, strict=True)]
    judged = judge(product, success, [e[1] for e in ends], budget)
    figures = f"{many(len(history), 'history')}, {many(len(known.letters), 'letter')}"
    return proved("history", figures), judged


def histories(environment: Environment, budget: Budget) -> Histories:
    """Return the classes of prefixes with the same futures over the letters that occur."""
    letters = letters_that_occur(environment, budget)
    first = tuple(sorted(set(environment.model.labels[environment.model.start])))
    system, test = objectives(environment, [frozenset(x) for x in letters], budget)
    start = letters.index(first)
    pairs = [(system.after(0, start), test.after(0, start))]
    after = _explore(pairs, system, test, len(letters))
    ends = [
        [(system.ends_well(s, x), test.ends_well(t, x)) for x in range(len(letters))]
        for s, t in pairs
    ]
    block = _refine(after, ends, budget)
    first_of = {b: pair for pair, b in reversed(list(enumerate(block)))}
    chosen = [first_of[b] for b in range(len(first_of))]
    return Histories(
        letters=letters,
        start=block[0],
        after=[[block[then] for then in after[pair]] for pair in chosen],
        ends=[ends[pair] for pair in chosen],
    )


def _explore(
    pairs: list[tuple[int, int]], system: Rests, test: Rests, letters: int
) -> list[list[int]]:
    # Adds to `pairs` what follows from them, and returns the table of what follows.
    numbers = {pairs[0]: 0}
    after: list[list[int]] = []
    while len(after) < len(pairs):
        s, t = pairs[len(after)]
        row = []
        for letter in range(letters):
            pair = (system.after(s, letter), test.after(t, letter))
            number = numbers.setdefault(pair, len(pairs))
            if number == len(pairs):
                if number >= MAX_PAIRS:
                    raise BudgetExceeded(f"the objectives leave more than {MAX_PAIRS} rests")
                pairs.append(pair)
            row.append(number)
        after.append(row)
    return after


def _refine(
    after: Sequence[Sequence[int]], ends: Sequence[Sequence[tuple[bool, bool]]], budget: Budget
) -> list[int]:
    # Moore's refinement: two stay together as long as their rows look alike.
    looks: dict[tuple[tuple[bool, bool], ...], int] = {}
    block = [looks.setdefault(tuple(row), len(looks)) for row in ends]
    count = len(looks)
    while True:
        budget.spend(len(after))
        finer: dict[tuple[int, ...], int] = {}
        fresh = [
            finer.setdefault((mine, *(block[then] for then in row)), len(finer))
            for mine, row in zip(block, after, strict=True)
        ]
        if len(finer) == count:
            return fresh
        block, count = fresh, len(finer)


def _follow(product: Product, known: Histories) -> tuple[dict[int, int], str]:
    # Walks the memory table and the classes together, over the letters that are really read.
    memory = product.environment.memory
    number = {letter: index for index, letter in enumerate(known.letters)}
    read: dict[int, list[int]] = {}
    for source, letter in sorted(product.read):
        read.setdefault(source, []).append(letter)
    history, owner, stack = (
        {memory.start: known.start},
        {known.start: memory.start},
        [memory.start],
    )
    while stack:
        source = stack.pop()
        for letter in read.get(source, ()):
            then = memory.after[source][letter]
            right = known.after[history[source]][number[memory.letters[letter]]]
            if history.get(then, right) != right:
                return {}, _mixed(product, source, letter)
            if owner.get(right, then) != then:
                return {}, _split(product, then, owner[right])
            if then not in history:
                history[then], owner[right] = right, then
                stack.append(then)
    return history, ""


def _mixed(product: Product, source: int, letter: int) -> str:
    memory = product.environment.memory
    then = memory.after[source][letter]
    label = "{" + ", ".join(memory.letters[letter]) + "}"
    return (
        f"after {shown(memory.names[source])} and the letter {shown(label)} the memory is "
        f"{shown(memory.names[then])}, which also stands for prefixes with other futures"
    )


def _split(product: Product, one: int, other: int) -> str:
    names = product.environment.memory.names
    pair = f"{shown(names[other])} and {shown(names[one])}"
    return f"{pair} stand for prefixes with the same futures"
