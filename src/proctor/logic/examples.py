"""A short word that satisfies a formula, chosen so that a person learns something from it.

A word tells most when it uses the propositions, one at a time: ``a, then b for ever`` says
more about ``F(a & F b)`` than the shorter ``a and b for ever``.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from proctor.errors import BudgetExceeded
from proctor.logic.formula import Formula, propositions
from proctor.logic.lasso import Lasso, Letter
from proctor.logic.progression import Progression, Rest
from proctor.logic.semantics import holds

__all__ = ["telling_word"]

_STEPS: Final = 400  # prefixes that are looked at
_MANY: Final = 4  # up to so many propositions all letters are tried, not only the plain ones
_LARGE: Final = 120  # parts; what is larger is judged too slowly for so many words
_TERMS: Final = 256

_Score = tuple[int, int, int]


def telling_word(formula: Formula) -> Lasso | None:
    """Return a short word that satisfies ``formula``, or ``None`` if none was found soon.

    Nothing follows from ``None``: only some words of a few letters are tried.

    Examples:
        >>> from proctor.logic.parser import parse
        >>> print(telling_word(parse("G(call -> F reply)")), telling_word(parse("a & !a")))
        {call} ({reply})^w None
    """
    names = propositions(formula)
    if formula.size > _LARGE:
        return None
    plain = [frozenset[str](), *(frozenset({name}) for name in names)]
    best = _best(formula, plain)
    if len(names) <= _MANY and (best is None or best[0][1]):
        every = [frozenset(x) for n in range(len(names) + 1) for x in combinations(names, n)]
        best = min(filter(None, (best, _best(formula, every))), default=None, key=_score_of)
    return None if best is None else best[1]


def _score_of(found: tuple[_Score, Lasso]) -> _Score:
    return found[0]


def _best(formula: Formula, letters: Sequence[Letter]) -> tuple[_Score, Lasso] | None:
    """Return the most telling word over ``letters``: short, but each name is worth a letter."""
    names = frozenset(propositions(formula))
    best: tuple[_Score, Lasso] | None = None
    try:
        for prefix, rest in _prefixes(formula, letters):
            seen = frozenset[str]().union(*prefix)
            if best is not None and len(prefix) + 1 > best[0][0]:
                break
            for cycle in _cycles(letters):
                missing = len(names - seen - frozenset[str]().union(*cycle))
                # Loops of two letters and letters of two names are harder to say.
                length = len(prefix) + 2 * len(cycle) - 1
                length += sum(len(letter) > 1 for letter in (*prefix, *cycle))
                score = (length + missing, missing, sum(map(len, (*prefix, *cycle))))
                is_better = best is None or score < best[0]
                if is_better and holds(rest.formula(), Lasso((), cycle)):
                    best = (score, Lasso(prefix, cycle))
    except BudgetExceeded:
        return best
    return best


def _prefixes(
    formula: Formula, letters: Sequence[Letter]
) -> Iterator[tuple[tuple[Letter, ...], Rest]]:
    """Yield one shortest prefix for each rest and set of names seen, shorter ones first."""
    progression = Progression(formula, limit=_TERMS)
    queue: list[tuple[tuple[Letter, ...], Rest]] = [((), progression.start)]
    known = {(progression.start, frozenset[str]())}
    for prefix, rest in queue:
        yield prefix, rest
        if len(queue) > _STEPS or rest.is_false:
            continue
        for letter in letters:
            after = progression.after(rest, letter)
            key = (after, frozenset[str]().union(letter, *prefix))
            if key not in known and not after.is_false:
                known.add(key)
                queue.append(((*prefix, letter), after))


def _cycles(letters: Sequence[Letter]) -> Iterator[tuple[Letter, ...]]:
    yield from ((letter,) for letter in letters)
    if len(letters) <= 6:
        yield from ((one, two) for one in letters for two in letters if one != two)
