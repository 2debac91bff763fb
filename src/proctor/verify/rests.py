"""What remains of an objective after a word: numbered, so that equal rests are found again.

A rest is a formula about the letters to come. The rest of an objective after a word is found by
rewriting the formula letter by letter, without any automaton.
"""

from collections.abc import Sequence
from typing import Final

from proctor.artefacts.environment import Environment
from proctor.budget import Budget
from proctor.errors import BudgetExceeded, InputError, shown
from proctor.logic.formula import Formula, propositions
from proctor.logic.lasso import Lasso, Letter
from proctor.logic.parser import parse
from proctor.logic.progression import Progression, Rest
from proctor.logic.semantics import holds
from proctor.verify.moves import joined
from proctor.verify.search import forward

__all__ = ["MAX_RESTS", "Rests", "letters_that_occur", "objectives"]

MAX_RESTS: Final = 50_000


class Rests:
    """Everything that may remain of one objective over some letters.

    Rests and letters are numbers; rest 0 is the whole objective.

    Examples:
        >>> from proctor.logic.parser import parse
        >>> letters = [frozenset(), frozenset({"a"})]
        >>> rests = Rests(parse("F a"), letters, Budget())
        >>> rests.after(0, 0), rests.ends_well(0, 0), rests.ends_well(0, 1)
        (0, False, True)
        >>> rests.is_true(rests.after(0, 1))
        True
    """

    __slots__ = ("_after", "_budget", "_ends", "_letters", "_numbers", "_progression", "_rests")

    def __init__(self, objective: Formula, letters: Sequence[Letter], budget: Budget) -> None:
        # Letters that the objective cannot tell apart share their rests.
        read = frozenset(propositions(objective))
        self._letters = [letter & read for letter in letters]
        self._progression = Progression(objective)
        self._rests: list[Rest] = [self._progression.start]
        self._numbers = {self._progression.start: 0}
        self._after: dict[tuple[int, Letter], int] = {}
        self._ends: dict[tuple[int, Letter], bool] = {}
        self._budget = budget

    def after(self, rest: int, letter: int) -> int:
        """Return what remains of ``rest`` after ``letter``."""
        key = (rest, self._letters[letter])
        known = self._after.get(key)
        if known is None:
            self._budget.spend()
            new = self._progression.after(self._rests[rest], key[1])
            known = self._after[key] = self._numbers.setdefault(new, len(self._rests))
            if known == len(self._rests):
                if known >= MAX_RESTS:
                    raise BudgetExceeded(f"an objective leaves more than {MAX_RESTS} rests")
                self._rests.append(new)
        return known

    def ends_well(self, rest: int, letter: int) -> bool:
        """Return whether ``letter`` for ever satisfies ``rest``."""
        key = (rest, self._letters[letter])
        known = self._ends.get(key)
        if known is None:
            self._budget.spend()
            word = Lasso((), (key[1],))
            known = self._ends[key] = holds(self._rests[rest].formula(), word)
        return known

    def is_true(self, rest: int) -> bool:
        """Return whether nothing remains to be done."""
        return self._rests[rest].is_true


def objectives(
    environment: Environment, letters: Sequence[Letter], budget: Budget
) -> tuple[Rests, Rests]:
    """Return the rests of the system objective and of the test objective.

    Raises:
        InputError: when one of the two cannot be read.
    """
    known = environment.model.propositions
    system = _read("system", environment.system_objective, known)
    test = _read("test", environment.test_objective, known)
    return Rests(system, letters, budget), Rests(test, letters, budget)


def letters_that_occur(environment: Environment, budget: Budget) -> tuple[tuple[str, ...], ...]:
    """Return the distinct labels of all states that the model reaches, sorted."""
    model = environment.model
    targets = joined(model, environment.harness).targets
    found = forward(model.start, targets.__getitem__, budget)
    return tuple(sorted({tuple(sorted(set(model.labels[state]))) for state in found}))


def _read(whose: str, text: str, known: Sequence[str]) -> Formula:
    try:
        return parse(text, known)
    except InputError as error:
        raise InputError(
            f"the {whose} objective {shown(text)} cannot be read: {error.message}",
            hint=error.hint,
        ) from error
