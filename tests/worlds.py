"""Small worlds, named and written out; the random ones come from `random_worlds`."""

from typing import Final

from proctor.io.problem_file import read_problem
from proctor.models.problem import Problem
from random_worlds import Variant, random_problem, random_text

__all__ = [
    "BEAVER",
    "CORRIDOR",
    "EXAMPLE_1",
    "EXAMPLE_2",
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


def read(text: str, *, conventions: str = "default") -> Problem:
    """Return the problem in a text, in the conventions asked for."""
    return read_problem("world.problem.toml", text=f"{text}conventions = {conventions!r}\n")
