"""The checker agrees with its definitions, written down naively: sets, words, all simple ways.

The twin judges runs by hand-written Python, never by formulas, and finds histories by trying
all short continuations.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from proctor.artefacts.certificate import Certificate
from proctor.artefacts.environment import Environment, Memory
from proctor.artefacts.model import Barriers, ExplicitModel, Move, Place
from proctor.verify.environment import check_environment
from proctor.verify.witness import bypass_closed_by

Word = tuple[frozenset[str], ...]
Node = tuple[int, int]
Edge = tuple[Node, Node]
Judge = Callable[[Word], bool]


def visited(name: str) -> Judge:
    return lambda word: any(name in x for x in word)


def visited_and_safe(word: Word) -> bool:
    return any("t" in x for x in word) and not any("x" in x for x in word)


def answered(word: Word) -> bool:
    return all(any("t" in y for y in word[i:]) for i, x in enumerate(word) if "x" in x)


def in_order(word: Word) -> bool:
    return any("a" in x and any("x" in y for y in word[i:]) for i, x in enumerate(word))


def in_a_row(word: Word) -> bool:
    longer = (*word, word[-1])  # the last letter stays for ever
    return any("a" in x and "x" in y for x, y in pairwise(longer))


# How each objective judges a finite run whose last letter stays for ever.
SYSTEM = {"F t": visited("t"), "F t & G !x": visited_and_safe, "G(x -> F t)": answered}
TEST = {"F a": visited("a"), "F(a & F x)": in_order, "F(a & X x)": in_a_row}


@dataclass(frozen=True)
class Twin:
    """The definitions, word by word."""

    environment: Environment
    edges: frozenset[Edge]  # of the unrestricted product
    success: frozenset[Node]
    shown: frozenset[Node]
    start: Node

    def closed(self, node: Node) -> tuple[int, ...]:
        return self.environment.memory.closed[node[1]]

    def blocked(self, edge: Edge, closed: Sequence[int]) -> bool:
        (one, _), (two, _) = edge
        shut = {i for p in closed for i in self.environment.harness.places[p].moves}
        between = [
            i
            for i, move in enumerate(self.environment.model.moves)
            if (move.source, move.target) == (one, two)
        ]
        return all(i in shut for i in between)

    def restricted(self) -> frozenset[Edge]:
        return frozenset(
            edge
            for edge in self.edges
            if edge[0] not in self.success and not self.blocked(edge, self.closed(edge[0]))
        )

    def view(self, closed: Sequence[int]) -> frozenset[Edge]:
        return frozenset(edge for edge in self.edges if not self.blocked(edge, closed))

    def succeeds(self, node: Node, edges: frozenset[Edge]) -> bool:
        return bool(reachable(node, edges) & self.success)

    def walls(self) -> list[int]:
        places = self.environment.harness.places
        kind = self.environment.kind
        return [
            p
            for p in self.environment.memory.closed[0]
            if kind == "static" or (kind == "mixed" and places[p].wall)
        ]

    def losers(self) -> set[Node]:
        inside = self.restricted()
        return {
            node
            for node in reachable(self.start, inside)
            if self.succeeds(node, self.edges)
            and not (
                self.succeeds(node, self.view(self.closed(node)))
                and self.succeeds(node, inside)
            )
        }

    def fair(self, grade: str) -> bool:
        if grade == "strict":
            return not self.losers()
        if grade == "announced":
            told = self.view(self.walls())
            return not any(self.succeeds(node, told) for node in self.losers())
        if self.environment.kind == "static":
            return True
        entries = {self.start} | {two for one, two in self.edges if one[1] != two[1]}
        return all(
            self.succeeds(node, self.view(self.closed(node)))
            for node in entries
            if self.succeeds(node, self.edges)
        )

    def simple_ways(self) -> list[tuple[Node, ...]]:
        inside = self.restricted()
        ways, stack = [], [(self.start,)]
        while stack:
            way = stack.pop()
            assume(len(ways) + len(stack) < 300)
            if way[-1] in self.success:
                ways.append(way)
                continue
            stack += [(*way, two) for one, two in inside if one == way[-1] and two not in way]
        return sorted(ways)

    def goes_around(self, way: tuple[Node, ...]) -> bool:
        if self.environment.conventions == "paper":
            return not any(node in self.shown - self.success for node in way)
        return way[-1] not in self.shown


def reachable(node: Node, edges: frozenset[Edge]) -> set[Node]:
    found = {node}
    while fresh := {two for one, two in edges if one in found and two not in found}:
        found |= fresh
    return found


def steps(way: tuple[Node, ...]) -> set[Edge]:
    return set(pairwise(way))


def disjoint(ways: list[tuple[Node, ...]]) -> tuple[tuple[Node, ...], ...]:
    """The largest choice of ways without a common edge, by trying all choices."""
    best: tuple[tuple[Node, ...], ...] = ()
    stack: list[tuple[int, tuple[tuple[Node, ...], ...], frozenset[Edge]]]
    stack = [(0, (), frozenset())]
    tried = 0
    while stack:
        index, chosen, used = stack.pop()
        tried += 1
        assume(tried < 3000)
        best = max(best, chosen, key=len)
        stack += [
            (i + 1, (*chosen, ways[i]), used | steps(ways[i]))
            for i in range(index, len(ways))
            if not steps(ways[i]) & used
        ]
    return best


def cut_through(twin: Twin, ways: tuple[tuple[Node, ...], ...]) -> tuple[Edge, ...] | None:
    """One edge of each way such that no way is left, by trying all (Menger 1927)."""
    inside = twin.restricted()
    for choice in product(*(sorted(steps(way)) for way in ways)):
        if not twin.succeeds(twin.start, inside - set(choice)):
            return choice
    return None


@st.composite
def models(draw: st.DrawFn) -> ExplicitModel:
    """A few states on a row to a terminal one with t, and more moves across."""
    n = draw(st.integers(3, 5))
    label = st.sets(st.sampled_from("aax"), max_size=2)
    labels = [draw(label) for _ in range(n - 1)]
    labels.append({"t"} | draw(st.sets(st.sampled_from("ax"), max_size=1)))
    final = {n - 1} | draw(st.sets(st.integers(1, n - 1), max_size=1))
    states = st.integers(0, n - 1)
    across = draw(
        st.lists(st.tuples(states, states, st.booleans()), min_size=n, max_size=3 * n)
    )
    pairs = [*((i, i + 1, False) for i in range(n - 1)), *across]
    moves = {
        Move(one, "go" if shared else f"to {two}", two)
        for one, two, shared in pairs
        if one == two or one not in final
    }
    return ExplicitModel(
        propositions=("a", "t", "x"),
        states=tuple(f"s{i}" for i in range(n)),
        labels=tuple(tuple(sorted(label)) for label in labels),
        start=0,
        terminal=tuple(sorted(final)),
        moves=tuple(sorted(moves, key=lambda m: (m.source, m.action, m.target))),
    )


@st.composite
def harnesses(draw: st.DrawFn, model: ExplicitModel) -> Barriers:
    """Moves of one action in one place; a few moves in no place, and no self-loop in any."""
    count = draw(st.integers(2, 6))
    groups: dict[tuple[int, str], list[int]] = {}
    for i, move in enumerate(model.moves):
        groups.setdefault((move.source, move.action), []).append(i)
    members: list[list[int]] = [[] for _ in range(count)]
    for group in groups.values():
        place = draw(st.integers(0, count))
        loop = any(model.moves[i].source == model.moves[i].target for i in group)
        if place < count and not loop:
            members[place] += group
    return Barriers(
        places=tuple(
            Place(
                name=f"p{p}",
                moves=tuple(sorted(moves)),
                weight=draw(st.integers(0, 3)),
                wall=draw(st.booleans()),
            )
            for p, moves in enumerate(members)
        )
    )


def occurring(model: ExplicitModel) -> tuple[tuple[str, ...], ...]:
    edges = frozenset(((m.source, 0), (m.target, 0)) for m in model.moves)
    found = reachable((model.start, 0), edges)
    return tuple(sorted({model.labels[s] for s, _ in found}))


def classes(
    first: Word,
    letters: Sequence[frozenset[str]],
    look: Callable[[Word], object],
    shortest: int,
) -> tuple[list[Word], list[list[int]]]:
    """Prefixes with different futures, and what each letter leads to; futures are tried out.

    A mark is a judgement of the prefix itself, so for marks the shortest future is empty.
    """
    depth = 3 if len(letters) < 4 else 2
    futures = [v for k in range(shortest, depth + 1) for v in product(letters, repeat=k)]

    def seen(word: Word) -> tuple[object, ...]:
        return tuple(look((*word, *v)) for v in futures)

    words, numbers, table = [first], {seen(first): 0}, []
    while len(table) < len(words):
        row = []
        for letter in letters:
            word = (*words[len(table)], letter)
            number = numbers.setdefault(seen(word), len(words))
            if number == len(words):
                words.append(word)
            row.append(number)
        table.append(row)
    return words, table


@st.composite
def twins(draw: st.DrawFn, *, paper: bool) -> Twin:
    model = draw(models())
    harness = draw(harnesses(model))
    kind = draw(st.sampled_from(["static", "reactive", "mixed"]))
    wholes = list(SYSTEM)[:2] if paper else list(SYSTEM)
    parts = list(TEST)[:2] if paper else list(TEST)
    system, test = draw(st.sampled_from(wholes)), draw(st.sampled_from(parts))
    names = occurring(model)
    letters = [frozenset(x) for x in names]
    state_letters = [names.index(x) if x in names else -1 for x in model.labels]

    def look(word: Word) -> tuple[bool, bool]:
        return (SYSTEM[system](word), TEST[test](word))

    first = () if paper else (frozenset(model.labels[0]),)
    words, table = classes(first, letters, look, 0 if paper else 1)
    shut = st.tuples(*(st.sampled_from([True, False, False]) for _ in harness.places))
    drawn = [draw(shut) for _ in words]
    doors = [{p for p, is_shut in enumerate(row) if is_shut} for row in drawn]
    fixed = [
        p
        for p in range(len(harness.places))
        if kind == "static" or (kind == "mixed" and harness.places[p].wall)
    ]
    closed = [(d - set(fixed)) | (doors[0] & set(fixed)) for d in doors]
    memory = Memory(
        names=tuple(f"m{i}" for i in range(len(words))),
        start=0,
        letters=names,
        after=tuple(tuple(row) for row in table),
        closed=tuple(tuple(sorted(c)) for c in closed),
        system_marks=tuple(SYSTEM[system](w) for w in words) if paper else (),
        test_marks=tuple(TEST[test](w) for w in words) if paper else (),
    )
    start = (0, 0)
    nodes, edges = {start}, set()
    stack = [start]
    while stack:
        s, h = node = stack.pop()
        for move in model.moves:
            if move.source == s:
                other = (move.target, table[h][state_letters[move.target]])
                edges.add((node, other))
                if other not in nodes:
                    nodes.add(other)
                    stack.append(other)

    def judged(node: Node) -> tuple[bool, bool]:
        s, h = node
        return look(words[h] if paper else (*words[h], frozenset(model.labels[s])))

    ends = frozenset(n for n in nodes if judged(n)[0] and (paper or n[0] in model.terminal))
    environment = Environment(
        model=model,
        harness=harness,
        system_objective=system,
        test_objective=test,
        kind=kind,
        conventions="paper" if paper else "default",
        memory=memory,
        flow=1,
    )
    return Twin(
        environment=environment,
        edges=frozenset(edges),
        success=ends,
        shown=frozenset(n for n in nodes if judged(n)[1]),
        start=start,
    )


def statuses(certificate: Certificate) -> dict[str, str]:
    return {claim.key: claim.status for claim in certificate.claims}


def figures(twin: Twin) -> dict[str, int]:
    environment = twin.environment
    met = {h for edge in twin.edges for _, h in edge} | {0}
    ever = {p for h in met for p in environment.memory.closed[h]}
    fixed = {
        p
        for p in ever
        if environment.kind == "static"
        or (environment.kind == "mixed" and environment.harness.places[p].wall)
    }
    doors = [(p, h) for h in met for p in environment.memory.closed[h] if p not in fixed]
    return {
        "cuts": sum(twin.blocked(edge, twin.closed(edge[0])) for edge in twin.edges),
        "obstacles": sum(environment.harness.places[p].weight for p in ever),
        "closings": len(doors) + len(fixed),
        "stranded": len(twin.losers()),
    }


def agree(twin: Twin) -> None:
    ways = twin.simple_ways()
    chosen = () if twin.start in twin.success else disjoint(ways)
    cut = cut_through(twin, chosen)
    environment = replace(
        twin.environment,
        flow=len(chosen),
        ways=chosen,
        cut=cut or (),
        **figures(twin),
    )

    claims = statuses(check_environment(environment))

    for key in ("memory", "harness", "rules", "walls"):
        assert claims[key] == "proved", key
    if environment.conventions == "paper":
        assert claims["marks"] == "trusted"
    else:
        assert claims["history"] == claims["terminal"] == "proved"
    assert claims["counts"] == "proved"
    assert claims["possible"] == ("proved" if chosen else "refuted")
    around = [way for way in ways if twin.goes_around(way)]
    assert claims["no-bypass"] == ("refuted" if around else "proved")
    if twin.start not in twin.success:
        assert cut is not None
        assert claims["flow"] == "proved"
    for grade in ("strict", "announced", "paper"):
        graded = statuses(check_environment(replace(environment, fairness=grade)))
        assert graded["fair"] == ("proved" if twin.fair(grade) else "refuted"), grade
    for name in ("cuts", "obstacles", "closings", "stranded"):
        lie = replace(environment, **{name: getattr(environment, name) + 1})
        assert statuses(check_environment(lie))["counts"] == "refuted"


@settings(deadline=None, max_examples=250)
@given(twins(paper=False))
def test_the_checker_agrees_with_the_definitions(twin: Twin) -> None:
    agree(twin)


@settings(deadline=None, max_examples=150)
@given(twins(paper=True))
def test_the_checker_agrees_with_the_definitions_of_the_papers(twin: Twin) -> None:
    agree(twin)


def without(twin: Twin, place: int) -> Twin:
    memory = twin.environment.memory
    closed = tuple(tuple(p for p in row if p != place) for row in memory.closed)
    opened = replace(twin.environment, memory=replace(memory, closed=closed))
    return replace(twin, environment=opened)


@settings(deadline=None, max_examples=100)
@given(st.one_of(twins(paper=False), twins(paper=True)))
def test_a_witness_is_a_shortest_way_around(twin: Twin) -> None:
    for place in range(len(twin.environment.harness.places)):
        opened = without(twin, place)
        around = [way for way in opened.simple_ways() if opened.goes_around(way)]

        way = bypass_closed_by(twin.environment, place)

        assert (way is None) == (not around)
        if way is not None:
            assert way in around
            assert len(way) == min(map(len, around))
