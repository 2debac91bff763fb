"""The method ``search``: for each F from the largest down, targets that rise until one holds.

A run with a target looks for less than that and nothing else, so its bound gives up early. The
first run that finds something goes on until nothing cheaper is left. A run that gave nothing
up for its cost has shown that this F cannot be had at all.
"""

from dataclasses import dataclass, field
from typing import Final

from proctor.artefacts.environment import Grade
from proctor.budget import Budget
from proctor.engines.route.result import Choice, Result, choice_of, news
from proctor.engines.route.search.memory import (
    BOUNDED,
    CUT,
    DONE,
    FLOW,
    FULL,
    JOINT_PRICE,
    LIMIT,
    LOWER,
    NODES,
    NODES_IN,
    PRICE,
    SOLVED,
    START,
    UNITS_IN,
    VALUE,
    Tape,
)
from proctor.engines.route.search.net import make_net
from proctor.engines.route.search.store import empty_tree, forget
from proctor.engines.route.search.stepping import Stepper
from proctor.engines.route.violations import first_violation
from proctor.engines.route.world import World
from proctor.errors import BudgetExceeded
from proctor.progress import Progress, silent
