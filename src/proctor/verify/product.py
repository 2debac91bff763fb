"""The model and the tester's memory walk together: every pair of the two that can come about.

Nothing is blocked here, and success does not end a way: this is the *unrestricted product*.
A *node* is a pair of a model state and a memory state, numbered in the order of discovery;
the start is node 0.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from proctor.artefacts.environment import Environment, Step
from proctor.budget import Budget
from proctor.errors import CheckFailed, shown
from proctor.verify.moves import Blocked, Joined, joined

__all__ = ["Product", "explore", "letter_of_states"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """Every reachable pair of a state and a memory, and the edges between them.

    Attributes:
        environment: what was explored.
        joined: its moves by pairs of states.
        letters: for each model state the number of its label among the memory's letters.
        states: for each node its model state.
        memories: for each node its memory state.
        successors: for each node where it may go, each node once.
        numbers: the node of each pair, as ``state * memories + memory``.
        read: every (memory, letter) that some edge reads.
        blocked: for each memory what its closed places take away.
    """

    environment: Environment
    joined: Joined
    letters: Sequence[int]
    states: Sequence[int]
    memories: Sequence[int]
    successors: Sequence[Sequence[int]]
    numbers: Mapping[int, int]
    read: frozenset[tuple[int, int]]
    blocked: Sequence[Blocked]

    def find(self, step: Step) -> int | None:
        """Return the node of ``step``, or ``None`` when it cannot come about."""
        state, memory = step
        width = len(self.environment.memory.names)
        return self.numbers.get(state * width + memory) if 0 <= memory < width else None

    def step(self, node: int) -> Step:
        """Return ``node`` as a pair of a state and a memory."""
        return (self.states[node], self.memories[node])

    def open_successors(self, node: int, blocked: Blocked) -> Sequence[int]:
        """Return where ``node`` may still go when ``blocked`` is taken away."""
        lost = blocked.get(self.states[node])
        if lost is None:
            return self.successors[node]
        return [k for k in self.successors[node] if self.states[k] not in lost]

    def shown(self, node: int) -> str:
        """Return ``node`` as it stands in a sentence."""
        state, memory = self.step(node)
        names = self.environment.memory.names
        return (
            f"{shown(self.environment.model.states[state])} in history {shown(names[memory])}"
        )

    def shown_way(self, way: Sequence[int]) -> str:
        """Return a way as its states, the middle of a long one left out."""
        names = [shown(self.environment.model.states[self.states[node]]) for node in way]
        if len(names) > 12:
            names = [*names[:6], f"{len(names) - 12} more", *names[-6:]]
        return " -> ".join(names)

    def memories_met(self) -> list[int]:
        """Return the memory states that come about, rising."""
        return sorted(set(self.memories))


def explore(environment: Environment, budget: Budget) -> Product:
    """Return the unrestricted product; places may only name moves that exist.

    Raises:
        CheckFailed: when the memory has no entry for a letter that can come.
    """
    model, memory = environment.model, environment.memory
    moves = joined(model, environment.harness)
    letters, width = letter_of_states(environment), len(memory.names)
    states, memories, numbers = [model.start], [memory.start], {}
    numbers[model.start * width + memory.start] = 0
    successors: list[list[int]] = []
    read: set[tuple[int, int]] = set()
    while len(successors) < len(states):
        source, row = states[len(successors)], memory.after[memories[len(successors)]]
        found = []
        for target in moves.targets[source]:
            letter = letters[target]
            then = row[letter] if letter >= 0 else -1
            if then < 0:
                raise CheckFailed(_gap(environment, memories[len(successors)], source, target))
            code = target * width + then
            node = numbers.get(code)
            if node is None:
                node = numbers[code] = len(states)
                states.append(target)
                memories.append(then)
            found.append(node)
            read.add((memories[len(successors)], letter))
        successors.append(found)
        budget.spend()
    views = {closed: moves.blocked(closed) for closed in memory.closed}
    return Product(
        environment=environment,
        joined=moves,
        letters=letters,
        states=states,
        memories=memories,
        successors=successors,
        numbers=numbers,
        read=frozenset(read),
        blocked=[views[closed] for closed in memory.closed],
    )


def letter_of_states(environment: Environment) -> list[int]:
    """Return for each model state the number of its label in the memory's letters, or -1."""
    numbers = {letter: number for number, letter in enumerate(environment.memory.letters)}
    return [numbers.get(tuple(sorted(set(x))), -1) for x in environment.model.labels]


def _gap(environment: Environment, memory: int, source: int, target: int) -> str:
    model, name = environment.model, shown(environment.memory.names[memory])
    label = "{" + ", ".join(model.labels[target]) + "}"
    return (
        f"in history {name} the move from {shown(model.states[source])} to "
        f"{shown(model.states[target])} reads {shown(label)}, which the memory does not know"
    )
