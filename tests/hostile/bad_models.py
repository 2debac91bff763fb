"""Problem files of good form that describe nothing that can be tested."""

from collections.abc import Iterator

from hostile.corpus import Bad, problem
from hostile.seeds import GRAPH_PROBLEM, MAP_PROBLEM

__all__ = ["bad_models"]

_MAP = 'map = """\nS a . T\n. # . .\n"""'
_ON_A_MAP = {
    "an empty map": (_MAP, 'map = ""'),
    "a map of blanks": (_MAP, 'map = """\n  \n\t\n"""'),
    "a map of walls": (_MAP, 'map = "# # #"'),
    "a ragged map": (". # . .", ". # ."),
    "a map without blanks": (_MAP, 'map = "S..T"'),
    "a map with a token of 300 characters": ("S a", f"S {'a' * 300}"),
    "a map with a null": ("S a", "S \\u0000a"),
    "a map with an escape": ("S a", "S \\u001b[31m"),
    "a map with a bidi override": ("S a", "S \u202ea"),
    "a map with a zero-width joiner": ("S a", "S a\u200d"),
    "a Cyrillic a on the map": ("S a", "S а"),
    "a capital A on the map": ("S a", "S A"),
    "an emoji for the goal": ("T\n", "🚪\n"),
    "a path for the goal": ("T\n", "../x\n"),
    "a script for the goal": ("T\n", "</script>\n"),
    "both a map and transitions": (_MAP, f'{_MAP}\ntransitions = ["a -> b"]'),
    "neither map nor transitions": (_MAP, ""),
    "a move nobody knows": ('"north"', '"nrth"'),
    "a move with an escape": ('"north"', '"\\u001b[1m"'),
    "a start that is nowhere": ('start = "S"', 'start = "Start"'),
    "a start that is a wall": ('start = "S"', 'start = "r1c1"'),
    "a start off the map": ('start = "S"', 'start = "r9c9"'),
    "a start in several places": ('start = "S"', 'start = "."'),
    "no start at all": ('start = "S"', "start = []"),
    "an empty start": ('start = "S"', 'start = ""'),
    "a terminal that is nowhere": ('["T"]', '["t"]'),
    "a terminal with a bidi override": ('["T"]', '["\u202eT"]'),
    "no terminal": ('terminal = ["T"]', "terminal = []"),
    "self-loops of a third kind": ("terminal =", 'self_loops = "some"\nterminal ='),
    "a priority of no label": ("terminal =", 'label_priority = ["none"]\nterminal ='),
}

_COUNTERS = {
    "a start above the maximum": ("start = 3", "start = 9"),
    "a negative start": ("start = 3", "start = -1"),
    "a negative maximum": ("max = 4", "max = -1"),
    "a maximum of 10^9": ("max = 4", "max = 1000000000"),
    "a maximum of 4,999,999": ("max = 4", "max = 4999999"),
    "a change of 2^62": ("move = -1", f"move = {2**62}"),
    "a change of -2^63": ("move = -1", f"move = {-(2**63)}"),
    "a change on no action": ("move = -1", "fly = -1"),
    "a refill that is nowhere": ('refill = ["a"]', 'refill = ["pump"]'),
    "a refill on a free cell": ('refill = ["a"]', 'refill = ["."]'),
    "a counter called row": ("counters.fuel", "counters.row"),
    "a counter that is a word of the language": ("counters.fuel", "counters.not"),
    "a counter with a blank": ("counters.fuel", 'counters."fu el"'),
    "a counter with an escape": ("counters.fuel", 'counters."fu\\u001bel"'),
    "a counter of 5,000 letters": ("counters.fuel", f"counters.{'f' * 5000}"),
    "a counter from Cyrillic letters": ("counters.fuel", 'counters."fuеl"'),
}

_LABELS = {
    "an empty label": "",
    "a number for a condition": "row + 1",
    "a condition for a number": "(row < 2) + 1 < 3",
    "a name nobody knows": "fule < 2",
    "a name from Cyrillic letters": "rоw < 2",
    "a division": "row / 2 < 1",
    "a power": "row ** 9 < 1",
    "a remainder": "row % 2 == 0",
    "one equals sign": "row = 2",
    "signs of C": "row < 2 && fuel < 2",
    "a fraction": "row < 1.5",
    "a number of 400 digits": f"row < {'9' * 400}",
    "6,000 zeros": "0" * 6000,
    "a number in another script": "row < ٣",
    "a superscript": "row < x²",
    "a text": "row < 'two'",
    "a distance to nowhere": "distance('nowhere') < 2",
    "a distance to nothing": "distance() < 2",
    "a distance without quotes": "distance(T) < 2",
    "min of a condition": "min(row, row < 2) < 2",
    "abs of two": "abs(row, column) < 2",
    "a call of something else": "len(row) < 2",
    "text to be evaluated": "__import__('os').system('true') == 0",
    "a lambda": "(lambda: row)() < 2",
    "an attribute": "row.__class__ == 1",
    "a subscript": "row[0] < 1",
    "a format": "f'{row}' == 1",
    "an assignment": "(row := 2) < 3",
    "an escape": "row < \\u001b[31m2",
    "a bidi override": "row < \\u202e2",
    "a null": "row < \\u00002",
    "never closed": "((row < 2)",
    "never opened": "row < 2)",
    "nothing on the right": "row <",
    "two numbers in a row": "row 2 < 3",
    "a not too many": "row not < 2",
    "10,000 parentheses": "(" * 9_999,
    "100,000 parentheses": "(" * 100_000,
    "5,000 nots": "not " * 2_400 + "true",
    "a proposition": "a and true",
}

_NAMES = {
    "a label called F": '"F"',
    "a label called GF": '"GF"',
    "a label called until": "until",
    "a label called true": "true",
    "a label with a quote": '"lo\\"w"',
    "a label with an escape": '"lo\\u001bw"',
    "a label with a bidi override": '"\u202elow"',
    "a label of 300 characters": "l" * 300,
    "a label without a name": '""',
    "a label that is a cell as well": "a",
}

_HARNESS = {
    "an action nobody knows": ('actions = ["north"', 'actions = ["norht"'),
    "an action protected that is none": ('protect = ["stay"]', 'protect = ["sit"]'),
    "a weight that is negative": ("weight = 2", "weight = -2"),
    "a weight of 2^62": ("weight = 2", f"weight = {2**62}"),
    "an ignored counter that is none": ('ignore = ["fuel"]', 'ignore = ["feul"]'),
    "counters that divide places": ('ignore = ["fuel"]', ""),
    "a condition on an ignored counter": ('cells = "row >= 0"', 'cells = "fuel > 1"'),
    "a condition that is a number": ('cells = "row >= 0"', 'cells = "row"'),
    "an empty condition": ('cells = "row >= 0"', 'cells = ""'),
    "a place of a move that does not exist": ("r0c2 <-> r0c3", "r0c0 <-> r0c3"),
    "a place of cells that do not exist": ("r0c2 <-> r0c3", "r7c7 <-> r7c8"),
    "a place that is no move": ("r0c2 <-> r0c3", "r0c2"),
    "a place with an arrow too many": ("r0c2 <-> r0c3", "r0c2 -> r0c3 -> T"),
    "a place of a self-loop": ("r0c2 <-> r0c3", "r0c2 -> r0c2"),
    "a place without moves": ('["r0c2 <-> r0c3"]', "[]"),
    "a place with an escape in its move": ("r0c2 <-> r0c3", "r0c2 <-> \\u001b[31m"),
    "a place with an escape in its name": ('"gate"', '"\\u001b[31mgate"'),
    "a place without a name": ('"gate"', '""'),
    "a place of 5,000 letters": ('"gate"', f'"{"g" * 5000}"'),
    "a rule over nothing": ('at_most = 3\namong = "row <= 1"', ""),
    "a rule of half": ('at_most = 3\namong = "row <= 1"', "at_most = 3"),
    "a rule of two kinds": ("at_most = 3", 'at_most = 3\nimplies = ["gate", "gate"]'),
    "a rule with a negative limit": ("at_most = 3", "at_most = -1"),
    "a rule over a place nobody knows": ('"row <= 1"', '"gaet"'),
    "a rule over moves nobody knows": ('"row <= 1"', '"r8c8 <-> r8c9"'),
    "a rule over an ignored counter": ('"row <= 1"', '"fuel <= 1"'),
    "a rule of three": (
        'at_most = 3\namong = "row <= 1"',
        'implies = ["gate", "gate", "gate"]',
    ),
    "static_when where everything is static": (
        'kind = "static"',
        'kind = "static"\nstatic_when = "row == 0"',
    ),
    "mixed without static_when": ('kind = "static"', 'kind = "mixed"'),
    "a grade below the conventions' own": ('"fairest"', '"fairest "'),
    "a run of no steps": ("steps = 200", "steps = 0"),
    "a run that is stuck at once": ("stuck = 20", "stuck = -3"),
    "an end of runs that is no condition": ('"fuel == 0"', '"fuel"'),
    "a requirement that is no formula": ('"G !low | F T"', '"G !low |"'),
    "a requirement of nobody": ('"G !low | F T"', '"G !lwo"'),
    "a requirement with an escape in its name": ('"R1"', '"\\u001b[31mR1"'),
}

_OBJECTIVES = {
    "a test objective that is not permanent, G": ("test", "G !a"),
    "a test objective that is not permanent, GF": ("test", "G F a"),
    "a test objective that is not permanent, FG": ("test", "F G a"),
    "a test objective that is not permanent, visit and avoid": ("test", "F a & G !low"),
    "a system objective without a deterministic automaton": ("system", "F G T"),
    "a look-alike from Cyrillic": ("test", "F а"),
    "a look-alike from Greek": ("system", "F Τ"),
    "a proposition nobody knows": ("test", "F goal"),
    "an empty objective": ("system", ""),
    "an objective of blanks": ("test", "  "),
    "an objective that never ends": ("system", "F (T"),
    "an objective that counts": ("system", "fuel > 1"),
    "an objective with an escape": ("test", "F \\u001b[31m"),
    "an objective with a null": ("test", "F a\\u0000"),
    "an objective over 10^12 steps": ("test", "F[0:1000000000000] a"),
    "an objective 5,000 deep": ("test", "X " * 5_000 + "a"),
    "an objective of a thousand Fs in each other": ("test", "F[0:900] " * 30 + "a"),
    "operators glued to a name": ("test", "Fa"),
    "100,000 operators glued to a name": ("test", "F" * 100_000 + "a"),
}

_GRAPH = {
    "no transitions": (
        '["lab <-> door1", "lab -> door2 by walk", "door1 -> hall", "door2 -> hall"]',
        "[]",
    ),
    "a transition without an arrow": ("door1 -> hall", "door1 hall"),
    "a transition without a source": ("door1 -> hall", "-> hall"),
    "a transition without a target": ("door1 -> hall", "door1 ->"),
    "a transition with two targets": ("door1 -> hall", "door1 -> hall lab"),
    "a transition by nothing": ("door1 -> hall", "door1 -> hall by"),
    "a transition with a longer arrow": ("door1 -> hall", "door1 --> hall"),
    "a transition without blanks": ("door1 -> hall", "door1->hall"),
    "an empty transition": ("door1 -> hall", ""),
    "a transition of 2,000 characters": ("door1 -> hall", f"{'d' * 1990} -> hall"),
    "a state with an escape": ("door1 -> hall", "door1 -> \\u001b[31mred"),
    "a state with a bidi override": ("door1 -> hall", "door1 -> \\u202ehall"),
    "an action with a line break": ("door1 -> hall", "door1 -> hall by a\\nb"),
    "a start that no transition mentions": ('start = "lab"', 'start = "labor"'),
    "a terminal that no transition mentions": ('["hall"]', '["hal"]'),
    "a label on a state nobody mentions": ('one = ["door1"]', 'one = ["door9"]'),
    "a label called W": ("one =", "W ="),
    "moves of a map": ('start = "lab"', 'start = "lab"\nmoves = ["north"]'),
    "rows in a graph": ("[objective]", '[labels]\nfar = "row > 1"\n[objective]'),
    "a place called like a move": ('name = "left"', 'name = "lab -> hall"'),
    "two places with one name": ('name = "right"', 'name = "left"'),
    "a move by another action": ('["lab -> door2 by walk"]', '["lab -> door2 by fly"]'),
    "a rule over a name nobody knows": ('["left", "right"]', '["left", "rihgt"]'),
    "together with a place that is outside": (
        'never_both = ["left", "right"]',
        'together = ["left", "door1 -> hall"]',
    ),
}


_SAYS = {  # where something else could be refused by accident
    "an empty map": "the map is empty",
    "a map of walls": "no free cell",
    "a ragged map": "row 1 of the map has 3 cells",
    "a start in several places": "start names",
    "a maximum of 4,999,999": "more than 5000000 states",
    "a change of 2^62": "changes the counter fuel by 4611686018427387904",
    "a counter that is a word of the language": "cannot be the name of a counter",
    "a counter of 5,000 letters": "cannot be the name of a counter",
    "a counter from Cyrillic letters": "`fuel` is not known here",
    "a place without moves": "has no moves",
    "a place of a self-loop": ":42: environment.place[0].moves: the place 'gate'",
    "a rule over an ignored counter": "environment.rule[0].among: ",
    "a label called W": "system.labels.W",
    "a place called like a move": "it reads as a move",
    "two places with one name": "two places are called 'left'",
}


def bad_models() -> Iterator[Bad]:
    """Yield every problem file that describes nothing that can be tested."""
    for table in (_ON_A_MAP, _COUNTERS, _HARNESS):
        for name, (old, new) in table.items():
            text = _replaced(MAP_PROBLEM, old, new)
            yield problem("models", name, text, _SAYS.get(name, ""))
    for name, text in _LABELS.items():
        made = text.replace('"', '\\"')
        new = _replaced(MAP_PROBLEM, '"fuel < 2 and row <= 1"', f'"{made}"')
        yield problem("models", f"a label: {name}", new, "labels.low")
    for name, key in _NAMES.items():
        yield problem("models", name, _replaced(MAP_PROBLEM, "low =", f"{key} ="))
    for name, (old, new) in _GRAPH.items():
        text = _replaced(GRAPH_PROBLEM, old, new)
        yield problem("models", f"a graph: {name}", text, _SAYS.get(name, ""))
    for name, (which, text) in _OBJECTIVES.items():
        old = "F T & G !(low & a)" if which == "system" else '"F a"'
        new = text if which == "system" else f'"{text}"'
        yield problem("models", name, _replaced(MAP_PROBLEM, old, new), f"objective.{which}")
    yield problem("models", "a map of 9,000,000 cells", lambda: _large_map(3000, 3000))
    yield problem("models", "a map of one long row", lambda: _large_map(1, 7_000_000))
    yield problem("models", "a map of long words", lambda: _large_map(1, 5_300_000, "ab"))
    yield problem("models", "ten counters of a thousand", _many_counters)


def _replaced(text: str, old: str, new: str) -> str:
    assert old in text, old
    return text.replace(old, new, 1)


def _large_map(rows: int, columns: int, word: str = ".") -> str:
    row = f"{word} " * columns
    lines = "\n".join([row] * rows)
    return MAP_PROBLEM.replace("S a . T\n. # . .", lines)


def _many_counters() -> str:
    tables = "".join(f"[system.counters.c{i}]\nstart = 0\nmax = 999\n" for i in range(10))
    return MAP_PROBLEM.replace("[labels]", f"{tables}[labels]")
