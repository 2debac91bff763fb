"""In the papers' conventions: whether a test remembers what the automata of its problem do.

There the histories are the product of Spot's automata, and what success and the test objective
are is read off their marks. With the problem at hand they can be made again.
"""

from typing import TYPE_CHECKING

from proctor.artefacts.environment import Environment
from proctor.errors import shown

if TYPE_CHECKING:
    from proctor.models.problem import Problem

__all__ = ["other_memory"]


def other_memory(test: Environment, problem: "Problem") -> str | None:
    """Return where the test's memory and the automata part, as a sentence, or ``None``.

    The model is the same already; both walk through it side by side, and histories must
    correspond one to one, with the same marks.
    """
    from proctor.models.product import build_product

    product = build_product(problem)
    memory, names = test.memory, {name: s for s, name in enumerate(test.model.states)}
    letter_of = {letter: x for x, letter in enumerate(memory.letters)}
    state = [names[problem.model.name(s)] for s in product.state.tolist()]
    history = product.history.tolist()
    found = {product.start: memory.start}
    pending = [product.start]
    graph = product.graph
    for node in pending:
        for edge in range(int(graph.indptr[node]), int(graph.indptr[node + 1])):
            head = int(graph.heads[edge])
            letter = letter_of.get(test.model.labels[state[head]], -1)
            then = memory.after[found[node]][letter] if letter >= 0 else -1
            if then < 0:
                return f"the memory cannot follow a way to {_shown(test, state[head])}"
            if head not in found:
                found[head] = then
                pending.append(head)
            elif found[head] != then:
                return f"the automata join two ways to {_shown(test, state[head])}"
    pairs = {(history[node], m) for node, m in found.items()}
    if len(pairs) != len({q for q, _ in pairs}) or len(pairs) != len({m for _, m in pairs}):
        return "the memory and the automata's states do not correspond one to one"
    start_letter = product.histories.labelling.of[product.state[product.start]]
    succeeds = product.histories.succeeds[:, start_letter].tolist()
    shows = product.histories.shows[:, start_letter].tolist()
    for q, m in sorted(pairs):
        if (succeeds[q], shows[q]) != (memory.system_marks[m], memory.test_marks[m]):
            return f"history {shown(memory.names[m])} has other marks than the automata"
    return None


def _shown(test: Environment, state: int) -> str:
    return shown(test.model.states[state])
