"""Rewriting stands in for an automaton: what remains of a formula is its state.

This needs no library. It knows only the letters it is given, and it has no Büchi marks: it
judges finite runs, which is all that the default conventions ask for.
"""

from collections.abc import Sequence

import numpy as np

from proctor.automata.table import Table
from proctor.errors import BudgetExceeded
from proctor.logic.formula import Formula
from proctor.logic.lasso import Lasso, Letter
from proctor.logic.progression import Progression, Rest
from proctor.logic.semantics import holds

__all__ = ["progression_table"]


def progression_table(
    formula: Formula, letters: Sequence[Letter], limit: int = 20_000
) -> Table:
    """Return the rests of ``formula`` over ``letters`` as a table.

    ``accepting`` holds for the rest that is true: nothing that follows can matter any more.

    Raises:
        BudgetExceeded: there are more than ``limit`` rests.

    Examples:
        >>> from proctor.logic.parser import parse
        >>> table = progression_table(parse("F a"), [frozenset(), frozenset({"a"})])
        >>> table.after.tolist(), table.ends_well.tolist()
        ([[0, 1], [1, 1]], [[False, True], [True, True]])
    """
    progression = Progression(formula)
    numbers: dict[Rest, int] = {progression.start: 0}
    rests = [progression.start]
    after: list[list[int]] = []
    for rest in rests:
        row: list[int] = []
        for letter in letters:
            following = progression.after(rest, letter)
            if following not in numbers:
                if len(rests) >= limit:
                    raise BudgetExceeded(
                        f"the formula leaves more than {limit} different rests",
                        hint="split the objective, or install Spot for smaller automata",
                    )
                numbers[following] = len(rests)
                rests.append(following)
            row.append(numbers[following])
        after.append(row)
    shape = (len(rests), len(letters))
    judged = [[_ends_well(rest, letter) for letter in letters] for rest in rests]
    return Table(
        letters=tuple(letters),
        start=0,
        after=np.array(after, dtype=np.int32).reshape(shape),
        ends_well=np.array(judged, dtype=np.bool_).reshape(shape),
        accepting=np.array([rest.is_true for rest in rests], dtype=np.bool_),
    )


def _ends_well(rest: Rest, letter: Letter) -> bool:
    if rest.is_true or rest.is_false:
        return rest.is_true
    return holds(rest.formula(), Lasso((), (letter,)))
