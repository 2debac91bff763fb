"""Small random worlds from a seeded generator, as texts of problem files."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from numpy.random import Generator

from proctor.errors import InputError
from proctor.io.problem_file import read_problem
from proctor.models.problem import Problem

__all__ = ["NAMES", "Variant", "random_problem", "random_text"]

NAMES: Final = {"a": "a", "b": "b", "T": "T", "bad": "bad"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A change to a random world that must not change how good its best test is.

    Attributes:
        names: other names for the propositions.
        mirrored: the map is drawn from right to left.
        with_room: a room is added that cannot be entered.
        with_redundancy: the system objective says something twice.
    """

    names: dict[str, str] = field(default_factory=lambda: dict(NAMES))
    mirrored: bool = False
    with_room: bool = False
    with_redundancy: bool = False


def random_problem(rng: Generator) -> Problem | None:
    """Return a small random problem, or ``None`` where the draw contradicts itself."""
    paper = rng.random() < 0.3
    text = random_text(rng)
    try:
        conventions = "paper" if paper else "default"
        return read_problem("w.toml", text=f"{text}conventions = '{conventions}'\n")
    except InputError:
        return None


def random_text(rng: Generator, variant: Variant | None = None) -> str:
    """Return the text of a random world; what is drawn does not depend on the variant."""
    chosen = variant or Variant()
    drawn = rng.random()
    if drawn < 0.35:
        world = _grid(rng, chosen, fuel=False)
    elif drawn < 0.65:
        world = _grid(rng, chosen, fuel=True)
    else:
        world = _graph(rng, chosen)
    objective = _objective(rng, chosen)
    # The environment comes last, since tables of its own may follow it.
    return "\n".join(["format = 1", *world.lines, *objective, *_environment(rng, world), ""])


SYSTEM: Final = ("F {T}",) * 8 + (
    "F {T} & G !{bad}",
    "F({a} & F {T})",
    "!{bad} U {T}",
    "F {T} & G({a} -> F {b})",
    "F {T} & G({a} -> X !{b})",
    "G({a} -> F {T}) & F {T}",
    "F {T} & (!{b} W {a})",
    "F({T} | {bad})",
    "X F {T}",
    "F {T} & F {b}",
    "G F {T}",
    "F {T} & ({b} R !{bad})",
)
TEST: Final = ("F {a}",) * 10 + (
    "F {a} & F {b}",
    "F({a} & F {b})",
    "F {a} | F {b}",
    "!{b} U {a}",
    "!{b} U ({a} & F {b})",
    "F({a} & {b})",
    "X X {a}",
    "X {a} | F {b}",
    "F({a} & X {b})",
    "{a}",
    "{a} M !{b}",
    "F({a} & X F {b})",
    "F {a} & ({b} -> F {bad})",
)


def _objective(rng: Generator, variant: Variant) -> list[str]:
    system = SYSTEM[rng.integers(len(SYSTEM))].format(**variant.names)
    test = TEST[rng.integers(len(TEST))].format(**variant.names)
    if variant.with_redundancy:
        other = variant.names["b"]
        system = f"({system}) & (({system}) | G F {other})"
    return ["[objective]", f'system = "{system}"', f'test = "{test}"']


@dataclass(frozen=True, slots=True, kw_only=True)
class _World:
    """The lines of a world, and what its environment may speak of.

    ``moves`` are moves that can be named, and ``actions`` actions; ``near`` is a condition
    that some states meet, where there is a map.
    """

    lines: list[str]
    moves: list[str]
    actions: list[str]
    near: str
    counter: bool


def _grid(rng: Generator, variant: Variant, *, fuel: bool) -> _World:
    shapes = (
        [(1, 4), (2, 2), (2, 3), (2, 3), (3, 3)]
        if fuel
        else [(1, 4), (2, 2), (2, 3), (3, 2), (3, 3)]
    )
    height, width = shapes[rng.integers(len(shapes))]
    cells = [(r, c) for r in range(height) for c in range(width)]
    order = [cells[i] for i in rng.permutation(len(cells)).tolist()]
    start, goal, rest = order[0], order[1], order[2:]
    extra = rng.random(5)
    goals = [goal, *rest[:1]] if extra[0] < 0.25 and len(rest) > 2 else [goal]
    rest = [c for c in rest if c not in goals]
    pit = rest.pop() if extra[1] < 0.2 and len(rest) > 2 else None
    stones = [c for c in rest if rng.random() < 0.15]
    tokens = {start: "S", **dict.fromkeys(goals, variant.names["T"])}
    tokens |= dict.fromkeys(stones, "#")
    if pit:
        tokens[pit] = "pit"
    if fuel and extra[2] < 0.5 and rest and rest[0] not in stones:
        tokens[rest[0]] = "depot"
    moves = ["north", "south", "east", "west", *(["stay"] if extra[3] < 0.7 else [])]
    if extra[4] < 0.4:
        del moves[rng.integers(4)]
    lines = ["[system]", "map = '''", *_drawn(height, width, tokens, variant), "'''"]
    terminal = [variant.names["T"], *(["pit"] if pit and rng.random() < 0.5 else [])]
    named = [_turned(m) for m in moves] if variant.mirrored else moves
    lines += [
        'start = "S"',
        f"terminal = {terminal}",
        f"moves = {named}",
        *_extras(rng, variant),
    ]
    if fuel:
        full = int(rng.integers(2, 6))
        lines += ["[system.counters.fuel]", f"start = {int(rng.integers(2, full + 1))}"]
        lines += [f"max = {full}", "change = { move = -1 }", "stuck_at = 0"]
        refill = ["depot"] if "depot" in tokens.values() else []
        lines.append(f"refill = {refill}")
    lines.append("[labels]")
    for name in ("a", "b", "bad"):
        lines.append(
            f'{variant.names[name]} = "{_condition(rng, cells, width, variant, fuel=fuel)}"'
        )
    ends = {*goals, *([pit] if "pit" in terminal and pit else [])}
    column, row = int(rng.integers(width)), int(rng.integers(height))
    return _World(
        lines=lines,
        moves=_between(cells, {*stones}, ends, moves, width, variant),
        actions=[m for m in named if m != "stay"],
        near=f"column == {_column(column, width, variant)} or row == {row}",
        counter=fuel,
    )


def _between(
    cells: Sequence[tuple[int, int]],
    stones: set[tuple[int, int]],
    ends: set[tuple[int, int]],
    moves: Sequence[str],
    width: int,
    variant: Variant,
) -> list[str]:
    """Name the pairs of neighbours between which one can move, in either direction."""
    found = []
    for r, c in cells:
        for there, ahead, back in (
            ((r, c + 1), "east", "west"),
            ((r + 1, c), "south", "north"),
        ):
            if there not in cells or stones & {(r, c), there}:
                continue
            if (ahead in moves and (r, c) not in ends) or (back in moves and there not in ends):
                one = f"r{r}c{_column(c, width, variant)}"
                found.append(f"{one} <-> r{there[0]}c{_column(there[1], width, variant)}")
    return found


def _drawn(
    height: int, width: int, tokens: dict[tuple[int, int], str], variant: Variant
) -> list[str]:
    rows = [[tokens.get((r, c), ".") for c in range(width)] for r in range(height)]
    if variant.mirrored:
        rows = [row[::-1] for row in rows]
    if variant.with_room:
        rows = [[*row, "#", "."] for row in rows]
    return [" ".join(row) for row in rows]


def _column(column: int, width: int, variant: Variant) -> int:
    return width - 1 - column if variant.mirrored else column


def _turned(move: str) -> str:
    return {"east": "west", "west": "east"}.get(move, move)


def _condition(
    rng: Generator,
    cells: Sequence[tuple[int, int]],
    width: int,
    variant: Variant,
    *,
    fuel: bool,
) -> str:
    some = [cells[i] for i in rng.permutation(len(cells))[: rng.integers(1, 3)].tolist()]
    drawn, low = rng.random(), int(rng.integers(0, 3))
    here = " or ".join(
        f"row == {r} and column == {_column(c, width, variant)}" for r, c in some
    )
    if fuel and drawn < 0.4:
        return f"fuel <= {low}"
    return here


def _extras(rng: Generator, variant: Variant) -> list[str]:
    loops, end, order = rng.random(3)
    lines = []
    if loops < 0.2:
        lines.append('self_loops = "all"' if loops < 0.1 else 'self_loops = "none"')
    if end < 0.2:
        lines.append("terminal_loop = true")
    if order < 0.15:
        lines.append(f"label_priority = {[variant.names[n] for n in ('T', 'bad', 'a', 'b')]}")
    return lines


def _graph(rng: Generator, variant: Variant) -> _World:
    n = int(rng.integers(4, 8))
    more = int(rng.integers(n - 1, 2 * n))
    names = [f"s{i}" for i in range(n)]
    edges = [(i, i + 1) for i in range(n - 1) if rng.random() < 0.9]
    edges += [(int(i), int(j)) for i, j in rng.integers(0, n, (more, 2))]
    if rng.random() < 0.6:
        # Where no step can be undone, the grades of fairness part.
        edges = [(min(e), max(e)) for e in edges if e[0] != e[1]]
    moves = []
    for i, j in dict.fromkeys(edges):
        how = rng.random()
        by = " by go" if how < 0.15 else " by jump" if how < 0.25 else ""
        moves.append(f"{names[i]} -> {names[j]}{by}")
        if how < 0.05:
            moves.append(f"{names[i]} -> {names[j]} by crawl")
    ends = [names[-1], *(names[-2:-1] if rng.random() < 0.3 else [])]
    goals = ends if rng.random() < 0.5 else ends[:1]
    moves += [f"s0 -> {names[-1]}"]  # names the last state, so that it exists
    added = ["x0 -> x1", "x1 -> x0"] if variant.with_room else []
    lines = ["[system]", f"transitions = {[*dict.fromkeys(moves), *added]}"]
    lines += ['start = "s0"', f"terminal = {ends}", *_extras(rng, variant), "[system.labels]"]
    known = {word for move in moves for word in move.split(" by ")[0].split(" -> ")}
    lines.append(f"{variant.names['T']} = {[g for g in goals if g in known]}")
    for name in ("a", "b", "bad"):
        some = [names[i] for i in rng.permutation(n)[: rng.integers(1, 3)].tolist()]
        lines.append(f"{variant.names[name]} = {[s for s in some if s in known]}")
    plain = [m for m in moves if " by " not in m and _leads_on(m, ends)]
    return _World(
        lines=lines, moves=[*dict.fromkeys(plain)], actions=[], near="", counter=False
    )


def _leads_on(move: str, ends: Sequence[str]) -> bool:
    tail, head = move.split(" -> ")
    return tail != head and tail not in ends


def _environment(rng: Generator, world: _World) -> list[str]:
    kind = ("static", "static", "reactive", "mixed")[rng.integers(4 if world.near else 3)]
    count = ("obstacles", "edges")[rng.integers(2)]
    lines = ["[environment]", f'kind = "{kind}"', f'count = "{count}"']
    if kind == "mixed":
        lines.append(f'static_when = "{world.near}"')
    both = bool(rng.random() < (0.7 if world.near else 0.15))
    lines.append(f"bidirectional = {str(both).lower()}")
    if world.counter:
        lines.append('ignore = ["fuel"]')
    draws = rng.random(5)
    protects = draws[0] < 0.1 and "north" in world.actions
    if protects:
        lines.append('protect = ["north"]')
    if draws[1] < 0.25:
        lines.append('fairness = "fairest"')
    usable = [world.moves[i] for i in rng.permutation(len(world.moves)).tolist()]
    if kind != "static":
        usable = usable[: 6 if draws[4] < 0.8 else 3]
    # One more key follows at the end, and the keys of [environment] end at the next table:
    # what would be tables is written in line.
    lines.append(f"harness = [{', '.join(_zones(rng, world, kind, usable))}]")
    gated = usable[:1] if draws[2] < 0.15 and not protects else []
    lines.append(f"place = [{', '.join(_inline(name='gate', moves=[m]) for m in gated)}]")
    rules = _rules(rng, usable) if draws[3] < 0.35 and not protects else []
    lines.append(f"rule = [{', '.join(rules)}]")
    return lines


def _zones(rng: Generator, world: _World, kind: str, usable: Sequence[str]) -> list[str]:
    """Few moves where histories multiply the decisions, else all of them at times."""
    drawn, weights = rng.random(), rng.integers(0, 5, 2).tolist()
    if kind == "static" and drawn < 0.4:
        return []
    if world.near and drawn > 0.85:
        return [_inline(cells=world.near, actions=world.actions[:3], weight=weights[0])]
    zones = [_inline(moves=[*usable], weight=weights[0])]
    if drawn > 0.6:
        zones.append(_inline(moves=[*usable[:2]], weight=weights[1]))
    return zones


def _rules(rng: Generator, usable: Sequence[str]) -> list[str]:
    drawn, limit = rng.random(), int(rng.integers(0, 3))
    if len(usable) < 3:
        return []
    pair = [*usable[:2]]
    if drawn < 0.25:
        return [_inline(together=pair)]
    if drawn < 0.5:
        return [_inline(implies=pair)]
    if drawn < 0.75:
        return [_inline(never_both=pair)]
    return [_inline(at_most=limit, among=[*usable])]


def _inline(**values: str | int | list[str]) -> str:
    """Write a table in one line."""
    return f"{{ {', '.join(f'{key} = {value!r}' for key, value in values.items())} }}"
