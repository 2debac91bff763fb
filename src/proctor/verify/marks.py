"""Marks of automata are believed, but not against the objectives they stand for.

In ``paper`` conventions the memory is a product of two automata, and success is a mark. What
the marks say is trusted. They are refuted where they contradict the formulas: a test mark must
mean that nothing remains of the test objective, and a word that ends with one letter for ever
must meet marks again and again exactly when it satisfies the objective.
"""

from collections.abc import Sequence

from proctor.artefacts.certificate import Claim
from proctor.budget import Budget
from proctor.errors import shown
from proctor.verify.claims import refuted, trusted, unproved
from proctor.verify.judged import Judged, judge
from proctor.verify.product import Product
from proctor.verify.rests import Rests, objectives

__all__ = ["check_marks"]

Triple = tuple[int, int, int]  # a memory with what remains of system and test objective


def check_marks(product: Product, budget: Budget) -> tuple[Claim, Judged | None]:
    """Return whether the marks may stand, and the product judged by them.

    The start's label is not read.

    Raises:
        InputError: when an objective cannot be read.
        BudgetExceeded: when the objectives leave too many rests.
    """
    memory = product.environment.memory
    if not (memory.system_marks and memory.test_marks):
        return refuted("marks", "paper conventions need the marks of both automata"), None
    letters = [frozenset(letter) for letter in memory.letters]
    system, test = objectives(product.environment, letters, budget)
    met = _walk(product, system, test, budget)
    defect = _early_or_late(product, met, test) or _other_words(product, met, system, test)
    if defect:
        return refuted("marks", defect), None
    doubtful = [m for m, _, t in met if memory.test_marks[m] and not test.is_true(t)]
    if doubtful:
        name = shown(memory.names[doubtful[0]])
        return unproved("marks", f"that nothing remains to be shown in history {name}"), None
    success = [memory.system_marks[m] for m in product.memories]
    test_shown = [memory.test_marks[m] for m in product.memories]
    return (
        trusted("marks", "said by Spot's automata; nothing here contradicts them"),
        judge(product, success, test_shown, budget),
    )


def _walk(product: Product, system: Rests, test: Rests, budget: Budget) -> list[Triple]:
    # Every memory with the rests that it really meets, along the edges of the product.
    found: set[tuple[int, int, int]] = {(0, 0, 0)}
    stack = [(0, 0, 0)]
    while stack:
        budget.spend()
        node, s, t = stack.pop()
        for after in product.successors[node]:
            letter = product.letters[product.states[after]]
            item = (after, system.after(s, letter), test.after(t, letter))
            if item not in found:
                found.add(item)
                stack.append(item)
    return sorted({(product.memories[node], s, t) for node, s, t in found})


def _early_or_late(product: Product, met: list[Triple], test: Rests) -> str:
    memory = product.environment.memory
    for m, _, t in met:
        name = shown(memory.names[m])
        if test.is_true(t) and not memory.test_marks[m]:
            return f"the test objective is true in history {name}, which has no test mark"
        letters = range(len(memory.letters))
        if memory.test_marks[m] and not all(test.ends_well(t, x) for x in letters):
            return f"history {name} has a test mark, but the test objective is not true there"
    return ""


def _other_words(product: Product, met: list[Triple], system: Rests, test: Rests) -> str:
    memory = product.environment.memory
    for m, s, t in met:
        for letter, label in enumerate(memory.letters):
            for kind, marks, satisfied in (
                ("system", memory.system_marks, system.ends_well(s, letter)),
                ("test", memory.test_marks, test.ends_well(t, letter)),
            ):
                again = _comes_round(memory.after, m, letter)
                if again and any(marks[k] for k in again) != satisfied:
                    return (
                        f"from history {shown(memory.names[m])} on, the letter "
                        f"{shown('{' + ', '.join(label) + '}')} for ever is judged one way by "
                        f"the {kind} marks and the other way by the {kind} objective"
                    )
    return ""


def _comes_round(after: Sequence[Sequence[int]], memory: int, letter: int) -> list[int]:
    # The memories met for ever under one letter; none when the table has a gap before that.
    order: list[int] = []
    while memory >= 0 and memory not in order:
        order.append(memory)
        memory = after[memory][letter]
    return order[order.index(memory) :] if memory >= 0 else []
