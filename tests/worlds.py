"""Small worlds: named ones, written out, and random ones drawn from a seeded generator."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from numpy.random import Generator

from proctor.errors import InputError
from proctor.io.problem_file import read_problem
from proctor.models.problem import Problem

__all__ = [
    "BEAVER",
    "CORRIDOR",
    "EXAMPLE_1",
    "EXAMPLE_2",
    "NAMES",
    "OPEN_GRID",
    "RING",
    "SMALL_FUEL",
    "SMALL_FUEL_RUN",
    "Variant",
    "random_problem",
    "random_text",
    "read",
]

CORRIDOR: Final = """
format = 1
title = "a corridor"
[system]
map = "T . S a T"
start = "S"
terminal = ["T"]
[objective]
system = "F T"
test = "F a"
[environment]
kind = "static"
"""

OPEN_GRID: Final = """
format = 1
title = "an open grid"
[system]
map = '''
S . .
. a .
. . T
'''
start = "S"
terminal = ["T"]
[objective]
system = "F T"
test = "F a"
[environment]
kind = "static"
"""

RING: Final = """
format = 1
title = "a one-way ring with a short cut"
[system]
transitions = ["s -> a", "a -> b", "b -> s", "s -> b", "b -> t", "a -> t", "s -> t"]
start = "s"
terminal = ["t"]
[system.labels]
done = ["t"]
seen = ["a"]
[objective]
system = "F done"
test = "F seen"
[environment]
kind = "reactive"
bidirectional = false
"""

SMALL_FUEL: Final = """
format = 1
title = "a little fuel"
[system]
map = '''
S . T
. D .
'''
start = "S"
terminal = ["T"]
[system.counters.fuel]
start = 4
max = 4
change = { move = -1, stay = 0 }
refill = ["D"]
stuck_at = 0
[labels]
low = "fuel < 2"
[objective]
system = "F T"
test = "F low"
[environment]
kind = "static"
ignore = ["fuel"]
"""

# The sample of design.md, section 3, without its optional parts.
SMALL_FUEL_RUN: Final = """
format = 1
title = "A small fuel run"
[system]
map = '''
T . . .
. # . #
. . . .
S . . D
'''
start = "S"
terminal = ["T"]
moves = ["north", "south", "east", "west", "stay"]
[system.counters.fuel]
start = 7
max = 7
change = { move = -1, stay = 0 }
refill = ["D"]
stuck_at = 0
[labels]
low = "row <= 2 and fuel < 2"
empty = "fuel == 0"
[objective]
system = "F T & G !empty"
test = "F low"
[environment]
kind = "static"
protect = ["stay"]
bidirectional = true
ignore = ["fuel"]
"""

# Flow-based synthesis (2024), Example 1.
EXAMPLE_1: Final = """
format = 1
title = "Example 1"
[system]
map = '''
goal . I . goal
.    . . . .
I    . S . I
'''
start = "S"
terminal = ["goal"]
[objective]
system = "F goal"
test = "F I"
[environment]
kind = "static"
"""

# Flow-based synthesis (2024), Example 2.
EXAMPLE_2: Final = """
format = 1
title = "Example 2"
[system]
map = '''
I_1 . goal
S   . I_2
'''
start = "S"
terminal = ["goal"]
[objective]
system = "F goal"
test = "F I_1 & F I_2"
[environment]
kind = "reactive"
bidirectional = false
"""

# Thesis, Experiment 4.7: every state keeps a self-loop, the goal too.
BEAVER: Final = """
format = 1
title = "Beaver rescue"
[system]
transitions = [
  "init -> d1", "init -> d2", "d1 <-> d2", "d1 -> inside", "d2 -> inside",
  "inside -> p1", "inside -> p2", "p1 <-> p2", "p1 -> home", "p2 -> home",
]
start = "init"
terminal = ["home"]
self_loops = "all"
terminal_loop = true
[system.labels]
door_1 = ["d1", "p1"]
door_2 = ["d2", "p2"]
beaver = ["inside"]
goal = ["home"]
[objective]
system = "F(beaver & F goal)"
test = "F door_1 & F door_2"
[environment]
kind = "reactive"
bidirectional = false
"""

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


def read(text: str, *, conventions: str = "default") -> Problem:
    """Return the problem in a text, in the conventions asked for."""
    return read_problem("world.problem.toml", text=f"{text}conventions = {conventions!r}\n")


def random_problem(rng: Generator) -> Problem | None:
    """Return a small random problem, or ``None`` where the draw contradicts itself."""
    paper = rng.random() < 0.3
    text = random_text(rng)
    try:
        return read(text, conventions="paper" if paper else "default")
    except InputError:
        return None


def random_text(rng: Generator, variant: Variant | None = None) -> str:
    """Return the text of a random world; what is drawn does not depend on the variant."""
    chosen = variant or Variant()
    drawn = rng.random()
    if drawn < 0.4:
        world = _grid(rng, chosen, fuel=False)
    elif drawn < 0.6:
        world = _grid(rng, chosen, fuel=True)
    else:
        world = _graph(rng, chosen)
    objective = _objective(rng, chosen)
    # The environment comes last, since tables of its own may follow it.
    return "\n".join(["format = 1", *world.lines, *objective, *_environment(rng, world), ""])


SYSTEM: Final = (
    ("F {T}",) * 4
    + (
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
)
TEST: Final = (
    ("F {a}",) * 3
    + (
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
)


def _objective(rng: Generator, variant: Variant) -> list[str]:
    system = SYSTEM[rng.integers(len(SYSTEM))].format(**variant.names)
    test = TEST[rng.integers(len(TEST))].format(**variant.names)
    if variant.with_redundancy:
        weaker = "F {T} | F {bad} | G F {b}" if "bad}" in system else "({a} | !{a})"
        system = f"({system}) & ({weaker.format(**variant.names)} | ({system}))"
    return ["[objective]", f'system = "{system}"', f'test = "{test}"']


@dataclass(frozen=True, slots=True, kw_only=True)
class _World:
    """The lines of a world, and what its environment may speak of.

    ``moves`` are moves that can be named; ``actions`` are sorted; ``near`` is a condition on
    states that is true of some.
    """

    lines: list[str]
    moves: list[str]
    actions: list[str]
    near: str
    counter: bool


def _grid(rng: Generator, variant: Variant, *, fuel: bool) -> _World:
    shapes = [(1, 3), (1, 4), (2, 2), (2, 3)] if fuel else [(1, 4), (2, 2), (2, 3), (3, 2), (3, 3)]
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
    if extra[4] < 0.25:
        del moves[rng.integers(4)]
    lines = ["[system]", "map = '''", *_drawn(height, width, tokens, variant), "'''"]
    terminal = [variant.names["T"], *(["pit"] if pit and rng.random() < 0.5 else [])]
    named = [_turned(m) if variant.mirrored else m for m in moves]
    lines += ['start = "S"', f"terminal = {terminal}", f"moves = {named}", *_extras(rng, variant)]
    if fuel:
        full = int(rng.integers(2, 5))
        lines += ["[system.counters.fuel]", f"start = {int(rng.integers(1, full + 1))}"]
        lines += [f"max = {full}", "change = { move = -1 }", "stuck_at = 0"]
        refill = ["depot"] if "depot" in tokens.values() else []
        lines.append(f"refill = {refill}")
    lines.append("[labels]")
    for name in ("a", "b", "bad"):
        lines.append(f'{variant.names[name]} = "{_condition(rng, cells, width, variant, fuel=fuel)}"')
    between = [
        (f"r{r}c{_column(c, width, variant)}", f"r{r + dr}c{_column(c + dc, width, variant)}")
        for r, c in cells
        for dr, dc in ((0, 1), (1, 0))
        if (r + dr, c + dc) in cells and not {(r, c), (r + dr, c + dc)} & set(stones)
    ]
    near = int(rng.integers(width)), int(rng.integers(height))
    return _World(
        lines=lines,
        moves=[f"{x} <-> {y}" for x, y in between],
        actions=moves[:4],
        near=f"column == {_column(near[0], width, variant)} or row == {near[1]}",
        counter=fuel,
    )


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
    rng: Generator, cells: Sequence[tuple[int, int]], width: int, variant: Variant, *, fuel: bool
) -> str:
    some = [cells[i] for i in rng.permutation(len(cells))[: rng.integers(1, 3)].tolist()]
    drawn, low = rng.random(), int(rng.integers(0, 3))
    here = " or ".join(f"row == {r} and column == {_column(c, width, variant)}" for r, c in some)
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
    names = [f"s{i}" for i in range(n)]
    edges = [(i, i + 1) for i in range(n - 1) if rng.random() < 0.8]
    edges += [tuple(rng.integers(0, n, 2).tolist()) for _ in range(int(rng.integers(n - 2, n + 4)))]
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
    plain = [m for m in moves if " by " not in m]
    return _World(lines=lines, moves=plain, actions=["go", "jump"], near="", counter=False)


def _environment(rng: Generator, world: _World) -> list[str]:
    kind = ("static", "reactive", "mixed")[rng.integers(3 if world.near else 2)]
    count = ("obstacles", "edges")[rng.integers(2)]
    lines = ["[environment]", f'kind = "{kind}"', f'count = "{count}"']
    if kind == "mixed":
        lines.append(f'static_when = "{world.near}"')
    both = bool(rng.random() < (0.8 if world.near else 0.4))
    lines.append(f"bidirectional = {str(both).lower()}")
    if world.counter:
        lines.append('ignore = ["fuel"]')
    draws = rng.random(4)
    if draws[0] < 0.15 and world.near:
        lines.append('protect = ["north"]')
    if draws[1] < 0.25:
        lines.append('fairness = "fairest"')
    # TOML reads keys of [environment] only until the next table, and `read` adds one more:
    # tables follow as inline values.
    lines.append(f"harness = [{', '.join(_zones(rng, world, kind))}]")
    named = [m for m in world.moves if rng.random() < 0.15][:1]
    places = [f'{{ name = "gate", moves = {[m] } }}' for m in named if draws[2] < 0.5]
    lines.append(f"place = [{', '.join(places)}]")
    rules = _rules(rng, world) if draws[3] < 0.35 else []
    lines.append(f"rule = [{', '.join(rules)}]")
    return lines


def _zones(rng: Generator, world: _World, kind: str) -> list[str]:
    """Few moves where histories multiply the decisions, else all of them at times."""
    if kind == "static" and rng.random() < 0.4:
        return []
    most = 8 if kind == "static" else 4
    chosen = [world.moves[i] for i in rng.permutation(len(world.moves))[:most].tolist()]
    zones = [f"{{ moves = {chosen}, weight = {int(rng.integers(0, 4))} }}"]
    if rng.random() < 0.3:
        some = chosen[: int(rng.integers(1, 3))]
        zones.append(f"{{ moves = {some}, weight = {int(rng.integers(1, 5))} }}")
    return zones


def _rules(rng: Generator, world: _World) -> list[str]:
    if len(world.moves) < 2:
        return []
    first, second = (world.moves[i] for i in rng.permutation(len(world.moves))[:2].tolist())
    drawn = rng.random()
    if drawn < 0.25:
        return [f"{{ together = {[first, second]} }}"]
    if drawn < 0.5:
        return [f"{{ implies = {[first, second]} }}"]
    if drawn < 0.75:
        return [f"{{ never_both = {[first, second]} }}"]
    return [f"{{ at_most = {int(rng.integers(0, 3))}, among = {world.moves} }}"]
