"""Problem files whose form is wrong: TOML, keys, types, numbers, sizes."""

import tomllib
from collections.abc import Iterator
from typing import Any

from hostile.corpus import Bad, problem
from hostile.grammars import toml_of
from hostile.seeds import GRAPH_PROBLEM, MAP_PROBLEM

__all__ = ["bad_problems"]

_LINES = {  # one valid line, and what stands there instead
    "a value without quotes": ('start = "S"', "start = S"),
    "a key without a value": ('start = "S"', "start ="),
    "a value without a key": ('start = "S"', '= "S"'),
    "a colon instead of an equals sign": ('start = "S"', 'start: "S"'),
    "a key given twice": ('start = "S"', 'start = "S"\nstart = "S"'),
    "a table given twice": ("[labels]", "[labels]\n[labels]"),
    "a table that is a value as well": ("[stop]", "[title]"),
    "a table within a value": ("[labels]", "[system.map.row]"),
    "a list of tables that is a table as well": ("[stop]", "[[objective]]"),
    "a table header never closed": ("[labels]", "[labels"),
    "an empty header": ("[labels]", "[]"),
    "a map never closed": ('. # . .\n"""', ". # . ."),
    "a list never closed": ('["T"]', '["T"'),
    "an inline table over two lines": ("{ move = -1", "{ move = -1,\n"),
    "a string over two lines": ('"Fuel"', '"Fuel\n"'),
    "an escape that is none": ('"Fuel"', r'"\q"'),
    "half a character, escaped": ('"Fuel"', r'"\ud800"'),
    "a control character": ('"Fuel"', '"Fu\x1bel"'),
    "a number with a leading zero": ("max = 4", "max = 04"),
    "a number in letters": ("max = 4", "max = four"),
    "a number of 5,000 digits": ("max = 4", f"max = {'4' * 5000}"),
    "a number of 5,000 hexadecimal digits": ("max = 4", f"max = 0x{'f' * 5000}"),
    "a number of 65 bits": ("max = 4", f"max = {2**64}"),
    "the smallest number, less one": ("move = -1", f"move = {-(2**63) - 1}"),
    "a number that is infinite": ("max = 4", "max = inf"),
    "a number that is none": ("max = 4", "max = nan"),
    "10^400": ("max = 4", "max = 1e400"),
    "minus zero, as a fraction": ("max = 4", "max = -0.0"),
    "a whole number with a point": ("max = 4", "max = 4.0"),
    "true for a number": ("max = 4", "max = true"),
    "a date for a number": ("max = 4", "max = 2024-02-29"),
    "a time for a number": ("max = 4", "max = 07:32:00"),
    "a day that does not exist": ("max = 4", "max = 2023-02-30"),
    "a date for a text": ('id = "R1"', "id = 1979-05-27T07:32:00Z"),
    "a number for a yes": ("bidirectional = true", "bidirectional = 1"),
    "a text for a yes": ("bidirectional = true", 'bidirectional = "true"'),
    "a yes of YAML": ("bidirectional = true", "bidirectional = yes"),
    "True of Python": ("bidirectional = true", "bidirectional = True"),
    "null of JSON": ("stuck_at = 0", "stuck_at = null"),
    "another format": ("format = 1", "format = 2"),
    "a format in words": ("format = 1", 'format = "1"'),
    "no format": ("format = 1", ""),
    "a kind of problem that comes later": ('kind = "static"', 'kind = "agent"'),
    "a kind in capitals": ('kind = "static"', 'kind = "STATIC"'),
    "a kind from Cyrillic letters": ('kind = "static"', 'kind = "stаtiс"'),
    "a kind with an escape": ('kind = "static"', 'kind = "\\u001b[31mstatic"'),
    "a kind with a bidi override": ('kind = "static"', 'kind = "\u202ecitats"'),
    "no kind": ('kind = "static"', ""),
    "a grade nobody knows": ('"fairest"', '"fair"'),
    "a count of nobody": ('"obstacles"', '"walls"'),
    "conventions of nobody": ('kind = "static"', 'kind = "static"\nconventions = "mine"'),
    "a misspelt key": ("terminal =", "terminals ="),
    "a key with an escape": ("terminal =", '"\\u001b[2Jterminal" ='),
    "a key of 300 characters": ("terminal =", "t" * 300 + " ="),
    "an empty key": ("terminal =", '"" ='),
    "a key of half the alphabet, Cyrillic": ("terminal =", '"tеrminаl" ='),
    "labels of a map in [system.labels]": ("[labels]", "[system.labels]"),
    "the objective in [system]": ("[objective]\n", ""),
    "the harness in the wrong table": ("[[environment.harness]]", "[[system.harness]]"),
    "the harness as one table": ("[[environment.harness]]", "[environment.harness]"),
    "a place outside [environment]": ("[[environment.place]]", "[[place]]"),
    "requirements in [objective]": ("[[requirement]]", "[[objective.requirement]]"),
    "a counter outside [system]": ("[system.counters.fuel]", "[counters.fuel]"),
    "counters without a name": ("[system.counters.fuel]", "[system.counters]"),
    "no objective": ("[objective]", "[objectives]"),
    "no environment": ("[environment]", "[surroundings]"),
}

_FILES = {
    "nothing": "",
    "only comments": "# a problem\n# with nothing in it\n",
    "only a format": "format = 1\n",
    "empty tables": "format = 1\n[system]\n[objective]\n[environment]\n",
    "JSON": '{"format": 1}',
    "YAML": "format: 1\nsystem:\n  - &a [*a]\n",
    "YAML that makes an object": "!!python/object/apply:os.system [true]",
    "XML": "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
    "Python": "import os\nos.system('true')\n",
    "a Windows ini": "; a problem\n[system\nmap=S T\n",
}


def bad_problems() -> Iterator[Bad]:
    """Yield every problem file whose form is wrong."""
    for name, text in _FILES.items():
        yield problem("problems", name, text)
    for name, (old, new) in _LINES.items():
        assert old in MAP_PROBLEM, name
        yield problem("problems", name, MAP_PROBLEM.replace(old, new, 1))
    end = MAP_PROBLEM.index("[[environment.harness]]")
    for at in range(3, end, 23):
        yield problem("problems", f"cut after {at} characters", MAP_PROBLEM[:at])
    yield from _wrong_types()
    yield from _unknown_keys()
    for power in (2, 3, 4, 5, 6):
        yield from _deep(10**power)


def _wrong_types() -> Iterator[Bad]:
    """A value of another type for every key of both files."""
    for which, text in (("map", MAP_PROBLEM), ("graph", GRAPH_PROBLEM)):
        for path in _paths(tomllib.loads(text)):
            data = tomllib.loads(text)
            box: Any = data
            for key in path[:-1]:
                box = box[key]
            old = box[path[-1]]
            box[path[-1]] = [7.5] if isinstance(old, str | int) else "seven"
            where = ".".join(map(str, path))
            yield problem("types", f"{which}: the wrong type for {where}", toml_of(data))


def _paths(data: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    items: Iterator[tuple[str | int, object]] = iter(())
    if isinstance(data, dict):
        items = iter(data.items())
    elif isinstance(data, list):
        items = iter(enumerate(data[:1]))
    for key, value in items:
        yield (*path, key)
        yield from _paths(value, (*path, key))


def _unknown_keys() -> Iterator[Bad]:
    for line in MAP_PROBLEM.splitlines():
        if line.startswith("["):
            header = line.strip("[]")
            yield problem(
                "types",
                f"an unknown key in {header}",
                MAP_PROBLEM.replace(line, f'{line}\n"colour of it" = 1', 1),
            )


def _deep(size: int) -> Iterator[Bad]:
    kinds = {
        "lists in each other": ('"Fuel"', "[" * size + "]" * size),
        "lists never closed": ('"Fuel"', "[" * size),
        "inline tables in each other": ('"Fuel"', "{a=" * size + "1" + "}" * size),
        "dots in a key": ("title", "a" + ".a" * size),
        "dots in a header": ("[labels]", f"[a{'.a' * size}]"),
    }
    for name, (old, new) in kinds.items():
        yield problem("problems", f"{size:,} {name}", MAP_PROBLEM.replace(old, new, 1))
