"""The random grids of the flow paper (Section VIII.C), drawn to the cell from a seed.

An empty square grid; start, goal and propositions on distinct random cells. Reach n: visit n
cells. React n: n triggers, each with its answer. Safe n: n cells to avoid, one to visit.
"""

from typing import Final

import numpy as np

from proctor.artefacts.environment import Conventions, Kind
from proctor.errors import InputError, did_you_mean, shown
from proctor.logic.parser import parse
from proctor.models.harness import Harness
from proctor.models.problem import Problem
from proctor.models.worlds import GridWorld

__all__ = ["CLASSES", "random_grid"]

CLASSES: Final = ("reach", "react", "safe")


def random_grid(
    family: str, n: int, size: int, seed: int, *, kind: Kind, conventions: Conventions
) -> Problem:
    """Return the random grid of this class, number of sub-tasks, size and seed."""
    if family not in CLASSES:
        raise InputError(
            f"the class {shown(family)} is not known", hint=did_you_mean(family, CLASSES)
        )
    names, system, test = _specification(family, n)
    if len(names) > size * size:
        raise InputError(f"{len(names)} cells do not fit on a {size}x{size} grid")
    drawn = np.random.default_rng(seed).choice(size * size, len(names), replace=False)
    words = ["."] * (size * size)
    for name, cell in zip(names, drawn.tolist(), strict=True):
        words[cell] = name
    rows = [" ".join(words[r * size : (r + 1) * size]) for r in range(size)]
    world = GridWorld.parse("\n".join(rows))
    static_when = f"2 * column < {size}" if kind == "mixed" else None
    return Problem(
        title=f"{family}{n}-{size}-s{seed}",
        model=world.model(start="S", terminal=["goal"]),
        kind=kind,
        harness=Harness(
            protect=("stay",), bidirectional=kind == "static", static_when=static_when
        ),
        system_objective=parse(system),
        test_objective=parse(test),
        conventions=conventions,
    )


def _specification(family: str, n: int) -> tuple[list[str], str, str]:
    """Return the words to draw, the system objective and the test objective."""
    count = range(1, n + 1)
    match family:
        case "reach":
            goals = [f"i{k}" for k in count]
            return (["S", "goal", *goals], "F goal", " & ".join(f"F {i}" for i in goals))
        case "react":
            pairs = [name for k in count for name in (f"t{k}", f"r{k}")]
            answers = " & ".join(f"G(t{k} -> F r{k})" for k in count)
            triggers = " & ".join(f"F t{k}" for k in count)
            return (["S", "goal", *pairs], f"F goal & {answers}", triggers)
        case _:
            bad = [f"u{k}" for k in count]
            never = " & ".join(f"G !{u}" for u in bad)
            return (["S", "goal", "i", *bad], f"F goal & {never}", "F i")
