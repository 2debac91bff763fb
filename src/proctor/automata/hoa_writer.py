"""An automaton as text in the Hanoi omega-automata format (HOA v1), always the same bytes."""

from collections.abc import Iterator

from proctor.automata.automaton import Automaton, Edge

__all__ = ["write_hoa"]


def write_hoa(automaton: Automaton) -> str:
    """Return ``automaton`` in HOA; marks stand on states where all edges allow it.

    Examples:
        >>> from proctor.automata.acceptance import BUCHI
        >>> from proctor.automata.guard import EVERY
        >>> loop = (Edge(0, EVERY, 0, frozenset({0})),)
        >>> print(
        ...     write_hoa(
        ...         Automaton(
        ...             propositions=("a",), states=1, starts=(0,), edges=loop, acceptance=BUCHI
        ...         )
        ...     )
        ... )
        HOA: v1
        States: 1
        Start: 0
        AP: 1 "a"
        acc-name: Buchi
        Acceptance: 1 Inf(0)
        properties: trans-labels explicit-labels state-acc complete deterministic
        --BODY--
        State: 0 {0}
        [t] 0
        --END--
    """
    return "\n".join((*_header(automaton), "--BODY--", *_body(automaton), "--END--", ""))


def _header(automaton: Automaton) -> Iterator[str]:
    yield "HOA: v1"
    if automaton.name:
        yield f"name: {_quoted(automaton.name)}"
    yield f"States: {automaton.states}"
    for start in automaton.starts:
        yield f"Start: {start}"
    names = automaton.propositions
    yield " ".join((f"AP: {len(names)}", *map(_quoted, names)))
    if automaton.controllable is not None:
        numbers = (str(names.index(name)) for name in automaton.controllable)
        yield " ".join(("controllable-AP:", *numbers))
    acceptance = automaton.acceptance
    if acceptance.name:
        yield f"acc-name: {acceptance.name}"
    yield f"Acceptance: {acceptance.count} {acceptance}"
    yield " ".join(("properties: trans-labels explicit-labels", *_properties(automaton)))


def _properties(automaton: Automaton) -> Iterator[str]:
    yield "state-acc" if automaton.state_based else "trans-acc"
    if automaton.is_complete:
        yield "complete"
    if automaton.is_deterministic:
        yield "deterministic"


def _body(automaton: Automaton) -> Iterator[str]:
    on_states = automaton.state_based
    for state in range(automaton.states):
        marks = automaton.state_marks[state] if on_states else frozenset()
        yield f"State: {state}{_marks(marks)}"
        for edge in automaton.outgoing(state):
            yield _edge(edge, on_states=on_states)


def _edge(edge: Edge, *, on_states: bool) -> str:
    cubes = edge.guard.cubes
    label = " | ".join(_cube(care, value) for care, value in cubes) if cubes else "f"
    return f"[{label}] {edge.target}{_marks(frozenset() if on_states else edge.marks)}"


def _cube(care: int, value: int) -> str:
    literals = (
        ("" if value >> bit & 1 else "!") + str(bit)
        for bit in range(care.bit_length())
        if care >> bit & 1
    )
    return "&".join(literals) or "t"


def _marks(marks: frozenset[int]) -> str:
    return f" {{{' '.join(map(str, sorted(marks)))}}}" if marks else ""


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
