"""Valid inputs of every reader: what hostile inputs are made from."""

import json
from functools import cache

from proctor.artefacts.digest import digest
from proctor.artefacts.outcome import Found
from proctor.engines.route.dispatch import route
from proctor.io.artefact_file import environment_bytes
from proctor.io.problem_file import read_problem

__all__ = [
    "EXPRESSIONS",
    "FORMULAS",
    "GRAPH_PROBLEM",
    "HOA",
    "HOAS",
    "MAP_PROBLEM",
    "NAMES",
    "Data",
    "environment_data",
    "environment_text",
    "sealed",
]

Data = dict[str, object]

NAMES = ("a", "b", "low", "Goal", "door 3")

FORMULAS = (
    "F(a & F b)",
    "G(a -> F b) & G !low",
    "a U (b R (low W Goal)) M !a",
    "[] (a -> <> b) && !low",
    "always not low and eventually Goal",
    "F[0:8] a | G[2..5] b | X[3] low",
    '□(a ∧ ¬b) → ◇"door 3"',
    "visit(a, b) & sequence(a, low, b) & never(low)",
    "instantly(a, b) | eventually_after(a, b) xor Goal",
    "XXX a <-> FG b",
)

EXPRESSIONS = (
    "row <= 2 and fuel < 2",
    "1 <= row < 3 or not column == 0",
    'distance("T") * 2 - abs(row - column) >= min(fuel, 3, row)',
    "max(row, -column) != 5 and (true or false)",
)

MAP_PROBLEM = '''format = 1
title = "Fuel"

[system]
map = """
S a . T
. # . .
"""
start = "S"
terminal = ["T"]
moves = ["north", "south", "east", "west", "stay"]

[system.counters.fuel]
start = 3
max = 4
change = { move = -1, stay = 0 }
refill = ["a"]
stuck_at = 0

[labels]
low = "fuel < 2 and row <= 1"

[objective]
system = "F T & G !(low & a)"
test = "F a"

[environment]
kind = "static"
protect = ["stay"]
bidirectional = true
ignore = ["fuel"]
fairness = "fairest"
count = "obstacles"

[[environment.harness]]
cells = "row >= 0"
actions = ["north", "south", "east", "west"]
weight = 2

[[environment.place]]
name = "gate"
moves = ["r0c2 <-> r0c3"]

[[environment.rule]]
at_most = 3
among = "row <= 1"

[stop]
steps = 200
stuck = 20
when = "fuel == 0"

[[requirement]]
id = "R1"
ltl = "G !low | F T"
'''

GRAPH_PROBLEM = """format = 1

[system]
transitions = ["lab <-> door1", "lab -> door2 by walk", "door1 -> hall", "door2 -> hall"]
start = "lab"
terminal = ["hall"]

[system.labels]
one = ["door1"]
home = ["hall"]

[objective]
system = "F home"
test = "F one"

[environment]
kind = "reactive"

[[environment.harness]]
moves = ["lab <-> door1", "lab -> door2"]

[[environment.place]]
name = "left"
moves = ["lab <-> door1"]

[[environment.place]]
name = "right"
moves = ["lab -> door2 by walk"]

[[environment.rule]]
never_both = ["left", "right"]
"""

HOA = """HOA: v1
name: "F(a & F b)"
States: 3
Start: 0
AP: 2 "a" "b"
acc-name: Buchi
Acceptance: 1 Inf(0)
Alias: @both 0 & 1
properties: trans-labels explicit-labels state-acc complete deterministic
--BODY--
State: 0 "waiting"
[!0] 0
[0&!1] 1
[@both] 2
State: 1
[!1] 1
[1] 2
State: 2 {0}
[t] 2
--END--
"""

HOAS = (
    HOA,
    """HOA: v1 Start: 0 AP: 1 "p" Acceptance: 2 Fin(0) & Inf(1) controllable-AP: 0
    --BODY-- State: 0 {0} 0 1 {1} State: 1 [0 | !0] 0 --END--""",
    'HOA: v1 States: 1 AP: 1 "p" acc-name: all Acceptance: 0 t --BODY-- State: [0] 0 0 --END--',
    'HOA: v1 AP: 1 "p" Acceptance: 0 f --BODY-- --ABORT-- ' + HOA,
)


@cache
def environment_text() -> str:
    """The saved answer to `MAP_PROBLEM`, certificate and all."""
    outcome = route(read_problem("seed.problem.toml", text=MAP_PROBLEM))
    assert isinstance(outcome, Found)
    stored = environment_bytes(
        outcome.test, certificate=outcome.certificate, stats=outcome.stats
    )
    return stored.decode()


def environment_data() -> Data:
    """The same as plain data: a fresh copy that may be spoilt."""
    data: Data = json.loads(environment_text())
    return data


def sealed(data: Data) -> str:
    """Write ``data`` as a file whose digest is right, whatever nonsense it holds."""
    rest = {key: value for key, value in data.items() if key != "digest"}
    try:
        seal = digest(rest)
    except (ValueError, RecursionError):
        seal = "0" * 64  # what cannot be written canonically has no digest
    return json.dumps({**rest, "digest": seal})
