"""Automata from files in the Hanoi omega-automata format (HOA v1), read without trust.

The format: Babiak et al., The Hanoi Omega-Automata Format, CAV 2015. Nothing is allocated for
what a header merely announces, and every refusal says where the trouble stands.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from proctor.automata.acceptance import MAX_SETS, Acceptance
from proctor.automata.automaton import MAX_PROPOSITIONS, MAX_STATES, Automaton
from proctor.automata.guard import Guard
from proctor.automata.hoa_body import read_body, refuse_alternation
from proctor.automata.hoa_expressions import number, read_acceptance, read_label
from proctor.automata.hoa_lexer import Lexer, Token
from proctor.errors import InputError, SpecSyntaxError, shown

__all__ = ["read_hoa", "read_hoas"]

_ONCE: Final = frozenset({"States", "AP", "Acceptance", "acc-name", "name", "controllable-AP"})


def read_hoa(text: str) -> Automaton:
    """Return the one automaton that ``text`` describes.

    Examples:
        >>> automaton = read_hoa('''HOA: v1  States: 1  Start: 0  AP: 1 "a"
        ... acc-name: Buchi  Acceptance: 1 Inf(0)
        ... --BODY--
        ... State: 0  [0] 0 {0}  [!0] 0
        ... --END--''')
        >>> automaton.propositions, automaton.states, len(automaton.edges)
        (('a',), 1, 2)
    """
    found = read_hoas(text)
    if len(found) != 1:
        raise SpecSyntaxError(
            f"line 1: the file holds {len(found)} automata, and one is needed",
            text=text,
            offset=0,
            hint="an automaton begins with HOA: v1 and ends with --END--",
        )
    return found[0]


def read_hoas(text: str) -> tuple[Automaton, ...]:
    """Return all automata in ``text``, in order; those that end in --ABORT-- are left out."""
    lexer = Lexer(text)
    found: list[Automaton] = []
    while lexer.peek().kind != "end":
        try:
            found.append(_read_one(lexer))
        except _AbortedError:
            continue
    return tuple(found)


class _AbortedError(Exception):
    """The writer of the file gave up on this automaton."""


@dataclass(slots=True)
class _Header:
    """What the header has said so far."""

    states: int | None = None
    starts: list[tuple[int, int]] = field(default_factory=list)
    propositions: tuple[str, ...] = ()
    aliases: dict[str, Guard] = field(default_factory=dict)
    acceptance: Acceptance | None = None
    name: str = ""
    controllable: tuple[int, ...] | None = None
    seen: set[str] = field(default_factory=set)
    alias_offset: int = 0


def _read_one(lexer: Lexer) -> Automaton:
    first = lexer.take()
    if (first.kind, first.text) != ("header", "HOA"):
        raise lexer.error(
            f"an automaton begins with HOA: v1, not with {shown(first.text)}", first.offset
        )
    version = lexer.take()
    if version.text != "v1":
        raise lexer.error(
            f"HOA version {shown(version.text)} is not known; v1 is", version.offset
        )
    header = _read_header(lexer)
    if header.acceptance is None:
        raise lexer.error('the header misses "Acceptance:"', lexer.peek().offset)
    end_of_header = lexer.peek().offset
    body = read_body(
        lexer,
        states=header.states,
        propositions=len(header.propositions),
        sets=header.acceptance.count,
        aliases=header.aliases,
    )
    _end(lexer, lexer.take())
    for start, offset in header.starts:
        if start >= body.states:
            raise lexer.error(
                f"the start state {start} does not exist; there are {body.states} states",
                offset,
            )
    try:
        return Automaton(
            propositions=header.propositions,
            states=body.states,
            starts=tuple(dict.fromkeys(start for start, _ in header.starts)),
            edges=body.edges,
            acceptance=header.acceptance,
            name=header.name,
            controllable=_controllable(lexer, header, end_of_header),
        )
    except InputError as error:
        raise lexer.error(error.message, end_of_header, error.hint) from None


def _read_header(lexer: Lexer) -> _Header:
    header = _Header()
    while True:
        word = lexer.take()
        if word.kind == "mark" and word.text == "--BODY--":
            _check_aliases(lexer, header)
            return header
        if word.kind == "mark" and word.text == "--ABORT--":
            raise _AbortedError
        if word.kind != "header":
            what = "the end of the file" if word.kind == "end" else shown(word.text)
            raise lexer.error(f"{what} stands where a header or --BODY-- should", word.offset)
        _read_item(lexer, word, header)


def _read_item(lexer: Lexer, word: Token, header: _Header) -> None:
    if word.text in _ONCE:
        if word.text in header.seen:
            raise lexer.error(f'"{word.text}:" is given twice', word.offset)
        header.seen.add(word.text)
    match word.text:
        case "States":
            header.states = number(lexer, lexer.take(), MAX_STATES, '"States:"', "states")
        case "Start":
            token = lexer.take()
            start = number(lexer, token, MAX_STATES - 1, '"Start:"', "states")
            header.starts.append((start, token.offset))
            refuse_alternation(lexer)
        case "AP":
            header.propositions = _read_propositions(lexer)
        case "Alias":
            _read_alias(lexer, header)
        case "Acceptance":
            count = number(lexer, lexer.take(), MAX_SETS, '"Acceptance:"', "sets")
            header.acceptance = read_acceptance(lexer, count)
        case "name":
            header.name = _string(lexer)
        case "controllable-AP":
            items = _rest(lexer)
            most = MAX_PROPOSITIONS - 1
            header.controllable = tuple(
                number(lexer, item, most, '"controllable-AP:"', "propositions")
                for item in items
            )
        case "HOA":
            raise lexer.error("a new automaton begins before this one ended", word.offset)
        case "tool" | "acc-name" | "properties":
            _check_properties(lexer, word, _rest(lexer))
        case _ if word.text[0].isupper():
            raise lexer.error(
                f'the header "{shown(word.text)[1:-1]}:" changes what the automaton means, '
                "and is not known here",
                word.offset,
                "headers that may be ignored begin with a small letter",
            )
        case _:
            for _ in _rest(lexer):
                pass


def _read_propositions(lexer: Lexer) -> tuple[str, ...]:
    token = lexer.take()
    count = number(lexer, token, MAX_PROPOSITIONS, '"AP:"', "propositions")
    names: list[str] = []
    while lexer.peek().kind == "string":
        name = lexer.take()
        if not name.text:
            raise lexer.error(
                "a proposition has an empty name", name.offset, "give it a name such as goal"
            )
        names.append(name.text)
    if len(names) != count:
        raise lexer.error(
            f'"AP:" announces {count} propositions, but {len(names)} names follow', token.offset
        )
    return tuple(names)


def _read_alias(lexer: Lexer, header: _Header) -> None:
    token = lexer.take()
    if token.kind != "alias":
        raise lexer.error(f"an alias begins with @, not with {shown(token.text)}", token.offset)
    if token.text in header.aliases:
        said = shown(token.text)[1:-1]
        raise lexer.error(f"the alias {said} is defined twice", token.offset)
    guard = read_label(lexer, header.aliases, MAX_PROPOSITIONS)
    header.aliases[token.text] = guard
    header.alias_offset = token.offset


def _check_aliases(lexer: Lexer, header: _Header) -> None:
    # "AP:" may stand below the aliases, so that their numbers are checked at the end.
    for name, guard in header.aliases.items():
        if guard.bits >> len(header.propositions):
            raise lexer.error(
                f"the alias {shown(name)[1:-1]} mentions proposition "
                f"{guard.bits.bit_length() - 1}; {len(header.propositions)} are declared",
                header.alias_offset,
            )


def _check_properties(lexer: Lexer, word: Token, items: Iterator[Token]) -> None:
    for item in items:
        if word.text == "properties" and item.text == "univ-branch":
            raise lexer.error(
                "the automaton branches universally, which is not supported",
                item.offset,
                "remove alternation first, for instance with autfilt",
            )


def _rest(lexer: Lexer) -> Iterator[Token]:
    """Take what belongs to a header: everything before the next one."""
    while lexer.peek().kind not in {"header", "mark", "end"}:
        yield lexer.take()


def _string(lexer: Lexer) -> str:
    token = lexer.take()
    if token.kind != "string":
        raise lexer.error(f"a quoted name is missing before {shown(token.text)}", token.offset)
    return token.text


def _controllable(lexer: Lexer, header: _Header, offset: int) -> tuple[str, ...] | None:
    if header.controllable is None:
        return None
    for index in header.controllable:
        if index >= len(header.propositions):
            raise lexer.error(
                f'"controllable-AP:" mentions proposition {index}; '
                f"{len(header.propositions)} are declared",
                offset,
            )
    return tuple(header.propositions[index] for index in header.controllable)


def _end(lexer: Lexer, word: Token) -> None:
    if word.text == "--ABORT--":
        raise _AbortedError
    if word.text != "--END--" or word.kind != "mark":
        what = "the end of the file" if word.kind == "end" else shown(word.text)
        raise lexer.error(f"{what} stands where a state or --END-- should", word.offset)
