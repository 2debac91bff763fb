"""The body of a HOA file: states and their edges."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from proctor.automata.automaton import MAX_STATES, Edge
from proctor.automata.guard import Guard
from proctor.automata.hoa_expressions import number, plain_label, read_label
from proctor.automata.hoa_lexer import Lexer, Token
from proctor.errors import SpecSyntaxError, shown

__all__ = ["MAX_IMPLICIT", "Body", "read_body", "refuse_alternation"]

MAX_IMPLICIT: Final = 16


@dataclass(frozen=True, slots=True)
class Body:
    """How many states there are, and the edges in order of their source."""

    states: int
    edges: tuple[Edge, ...]


def read_body(
    lexer: Lexer,
    *,
    states: int | None,
    propositions: int,
    sets: int,
    aliases: Mapping[str, Guard],
) -> Body:
    """Read everything between --BODY-- and --END--, which stays in place.

    Args:
        lexer: stands behind --BODY--.
        states: what the header announced, or ``None``.
        propositions: how many there are.
        sets: how many acceptance sets there are.
        aliases: the labels that the header named.
    """
    reader = _BodyReader(lexer, states, propositions, sets, aliases)
    while lexer.peek().kind == "header" and lexer.peek().text == "State":
        reader.read_state()
    return reader.finish()


def refuse_alternation(lexer: Lexer) -> None:
    """Refuse ``&`` after a state: several states at once."""
    word = lexer.peek()
    if word.kind == "sign" and word.text == "&":
        raise lexer.error(
            "universal branching (several states joined by &) is not supported",
            word.offset,
            "remove alternation first, for instance with autfilt",
        )


class _BodyReader:
    """Collects edges; labels that were read once are remembered by their text."""

    def __init__(
        self,
        lexer: Lexer,
        states: int | None,
        propositions: int,
        sets: int,
        aliases: Mapping[str, Guard],
    ) -> None:
        self._lexer = lexer
        self._states = states
        self._propositions = propositions
        self._sets = sets
        self._aliases = aliases
        self._guards: dict[str, Guard] = {}
        self._edges: dict[int, list[Edge]] = {}
        self._targets: dict[int, int] = {}

    def read_state(self) -> None:
        """Read ``State: [label] n "name" {marks}`` and the edges below it."""
        lexer = self._lexer
        lexer.take()
        label = self._label() if self._next_is("[") else None
        word = lexer.take()
        source = self._state(word, "the body")
        if source in self._edges:
            raise lexer.error(f"state {source} is described twice", word.offset)
        if lexer.peek().kind == "string":
            lexer.take()
        shared = self._marks()
        self._edges[source] = []
        implicit: list[tuple[int, frozenset[int]]] = []
        while self._next_is("[") or lexer.peek().kind == "number":
            begin = lexer.peek().offset
            guard = self._label() if self._next_is("[") else label
            if guard is not None and label is not None and guard is not label:
                raise lexer.error(
                    f"state {source} has a label, and so its edges must have none", begin
                )
            target = self._target()
            marks = shared | self._marks()
            if guard is None:
                self._check_implicit(len(implicit), source, begin)
                implicit.append((target, marks))
            elif not guard.is_never:
                self._edges[source].append(Edge(source, guard, target, marks))
        if implicit:
            self._add_implicit(source, implicit, word)

    def finish(self) -> Body:
        """Return what was read, once every state that edges lead to is known to exist."""
        known = max(self._edges, default=-1) + 1
        states = known if self._states is None else self._states
        if self._states is None:
            for target, offset in self._targets.items():
                if target not in self._edges:
                    raise self._lexer.error(
                        f"an edge leads to state {target}, which is not described", offset
                    )
        ordered = sorted(self._edges)
        return Body(states, tuple(edge for state in ordered for edge in self._edges[state]))

    def _next_is(self, sign: str) -> bool:
        word = self._lexer.peek()
        return word.kind == "sign" and word.text == sign

    def _state(self, word: Token, what: str) -> int:
        most = MAX_STATES if self._states is None else self._states
        return number(self._lexer, word, most - 1, what, "states")

    def _target(self) -> int:
        word = self._lexer.take()
        target = self._state(word, "an edge")
        self._targets.setdefault(target, word.offset)
        refuse_alternation(self._lexer)
        return target

    def _label(self) -> Guard:
        lexer = self._lexer
        begin = lexer.peek().offset
        close = lexer.text.find("]", begin)
        text = lexer.text[begin : close + 1]
        known = self._guards.get(text) or plain_label(text[1:-1], self._propositions)
        if known is not None:
            self._guards[text] = known
            lexer.skip_to(close + 1)
            return known
        lexer.take()
        guard = read_label(lexer, self._aliases, self._propositions)
        word = lexer.take()
        if word.kind != "sign" or word.text != "]":
            raise lexer.error(f"the label does not end before {shown(word.text)}", word.offset)
        # Within a comment a bracket closes nothing, so such labels are read afresh.
        if "/" not in text:
            self._guards[text] = guard
        return guard

    def _marks(self) -> frozenset[int]:
        if not self._next_is("{"):
            return frozenset()
        lexer = self._lexer
        lexer.take()
        marks: set[int] = set()
        while not self._next_is("}"):
            marks.add(number(lexer, lexer.take(), self._sets - 1, "an edge or state", "sets"))
        lexer.take()
        return frozenset(marks)

    def _check_implicit(self, count: int, source: int, offset: int) -> None:
        if self._propositions > MAX_IMPLICIT:
            raise self._lexer.error(
                f"edges without labels mean one for each of 2^{self._propositions} letters; "
                f"at most {MAX_IMPLICIT} propositions are supported so",
                offset,
                "write labels in brackets",
            )
        if count >= 1 << self._propositions or (not count and self._edges[source]):
            raise self._wrong_count(source, offset)

    def _add_implicit(
        self, source: int, implicit: list[tuple[int, frozenset[int]]], word: Token
    ) -> None:
        everything = 1 << self._propositions
        if len(implicit) != everything or self._edges[source]:
            raise self._wrong_count(source, word.offset)
        letters: dict[tuple[int, frozenset[int]], list[int]] = {}
        for letter, end in enumerate(implicit):
            letters.setdefault(end, []).append(letter)
        for (target, marks), values in letters.items():
            guard = Guard.of((everything - 1, value) for value in values)
            self._edges[source].append(Edge(source, guard, target, marks))

    def _wrong_count(self, source: int, offset: int) -> SpecSyntaxError:
        return self._lexer.error(
            f"state {source} has edges without labels; there must be exactly "
            f"{1 << self._propositions}, one for each letter, and no others",
            offset,
        )
