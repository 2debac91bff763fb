"""A formula, and a word that fits it or not, in plain English."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final

from proctor.logic.formula import Formula
from proctor.logic.lasso import Lasso, Letter
from proctor.logic.names import quoted
from proctor.logic.ops import TEMPORAL, Op
from proctor.logic.printer import spot_text, words_text
from proctor.logic.windows import Window, windows

__all__ = ["LONGEST", "in_words", "word_text"]

LONGEST: Final = 200  # parts; what is longer reads better as a formula


def in_words(formula: Formula) -> str:
    """Return ``formula`` as a sentence; a very long formula as its text, cut short.

    "Then", "until" and "eventually" include the present moment, as in the formula.

    Examples:
        >>> from proctor.logic.parser import parse
        >>> in_words(parse("F(a & F b) & G !crash"))
        'The system visits a, then b; and never crash.'
        >>> in_words(parse("G(call -> F reply)"))
        'Whenever call, then eventually reply.'
        >>> in_words(parse("F[0:80] goal"))
        'The system visits goal within 80 steps.'
    """
    # Only what is written out is known to be long: a bound of 80 steps is one phrase.
    found = windows(formula)
    spoken = _spoken(formula, found)
    if sum(1 + len(part.args) for part in spoken) > LONGEST:
        text = spot_text(formula)
        return f"A requirement of {formula.size} parts: {text[:LONGEST]}..."
    clauses = _Speaker(formula, found, spoken).clauses()
    sentence = "; and ".join(clauses)
    return f"{sentence[0].upper()}{sentence[1:]}."


def word_text(word: Lasso) -> str:
    """Return a word as people say it.

    >>> print(word_text(Lasso((frozenset("a"), frozenset()), (frozenset("b"),))))
    a, then no proposition, then b for ever
    >>> print(word_text(Lasso((), (frozenset("ab"), frozenset()))))
    a and b, then no proposition, over and over
    >>> print(word_text(Lasso((), (frozenset(),))))
    no proposition holds, for ever
    """
    if not word.prefix and set(word.cycle) == {frozenset()}:
        return f"{_NOTHING} holds, for ever"
    parts = [_repeated(letter, len([*same])) for letter, same in groupby(word.prefix)]
    if len(word.cycle) == 1:
        return ", then ".join([*parts, f"{_letter(word.cycle[0])} for ever"])
    cycle = [_repeated(letter, len([*same])) for letter, same in groupby(word.cycle)]
    loop = ", then ".join(cycle)
    loop = f"{loop}, over and over"
    return ", then ".join([*parts, f"for ever: {loop}" if parts else loop])


class _Speaker:
    """Knows a phrase for every part of one formula, smaller parts first."""

    def __init__(
        self, formula: Formula, found: Mapping[Formula, Window], spoken: list[Formula]
    ) -> None:
        self.formula = formula
        self.windows = found
        self.timeless: set[Formula] = set()
        self.phrases: dict[Formula, str] = {}
        for part in spoken:
            if part.op not in TEMPORAL and self.timeless.issuperset(part.args):
                self.timeless.add(part)
            self.phrases[part] = self._phrase(part)

    def clauses(self) -> list[str]:
        """Return what the formula demands, a clause for each; plain visits share one."""
        parts = [*_top(self.formula, self.windows)]
        visits = [part for part in parts if _is_visit(part)]
        clauses = [self._clause(part) for part in parts if not _is_visit(part)]
        if len(visits) > 1:
            goals = [self.phrases[part.args[0]] for part in visits]
            text = f"{', '.join(goals[:-1])} and {goals[-1]}"
            clauses.insert(0, f"the system visits {text}, in any order")
        elif visits:
            clauses.insert(0, self.phrases[visits[0]])
        return clauses

    def _clause(self, part: Formula) -> str:
        phrase = self.phrases[part]
        if part.op in {Op.TRUE, Op.FALSE}:
            every = "every run" if part.op is Op.TRUE else "no run"
            return f"{every} satisfies it"
        if part in self.timeless:
            return f"at the start, {phrase}"
        # A sentence begins with a word of ours, never with a proposition's name.
        return (
            phrase
            if part in self.windows or part.op in _BEGIN_WELL
            else f"it holds that {phrase}"
        )

    def _phrase(self, part: Formula) -> str:
        if part in self.timeless:
            return words_text(part)
        if part in self.windows:
            return self._within(self.windows[part])
        group = [self._grouped(a) for a in part.args]
        match part.op:
            case Op.NOT:
                return f"it is not so that {group[0]}"
            case Op.AND:
                return " and ".join(group)
            case Op.OR:
                return " or ".join(group)
            case Op.XOR:
                return f"either {group[0]} or {group[1]}, but not both"
            case Op.IMPLIES:
                return f"if {group[0]}, then {group[1]}"
            case Op.IFF:
                return f"{group[0]} exactly when {group[1]}"
            case Op.FINALLY:
                return self._visited(part)
            case Op.GLOBALLY:
                return self._always(part.args[0])
            case Op.UNTIL:
                return f"the system keeps {group[0]} until {group[1]}, which comes"
            case Op.WEAK:
                return f"the system keeps {group[0]} until {group[1]}, or for ever"
            case Op.STRONG:
                return (
                    f"the system keeps {group[1]} up to and including {group[0]}, which comes"
                )
            case _:
                return (
                    f"the system keeps {group[1]} up to and including {group[0]}, or for ever"
                )

    def _grouped(self, part: Formula) -> str:
        phrase = self.phrases[part]
        return phrase if part.op in {Op.ATOM, Op.TRUE, Op.FALSE} else f"({phrase})"

    def _within(self, window: Window) -> str:
        """Phrase a part that counts steps."""
        goal, low, high = self._grouped(window.goal), window.low, window.high
        steps = f"{high} step{'' if high == 1 else 's'}"
        if window.is_moment:
            when = "at the next step" if low == 1 else f"after {steps}"
            return f"{when}, {goal}"
        if window.kind == "every":
            when = (
                f"now and for the next {steps}"
                if low == 0
                else f"at each of the steps {low} to {high}"
            )
            return f"{when}, {goal}"
        what = (
            f"the system visits {goal}" if window.goal.op is Op.ATOM else f"eventually {goal}"
        )
        when = f"within {steps}" if low == 0 else f"between {low} and {steps} from now"
        return f"{what} {when}"

    def _visited(self, part: Formula) -> str:
        """Phrase ``F ...``: a visit, a sequence of visits, or anything else eventually."""
        inner = part.args[0]
        if inner.op is Op.GLOBALLY:
            return f"from some time on, {self._always(inner.args[0])}"
        goals: list[str] = []
        while inner.op is Op.AND and inner.args[-1].op is Op.FINALLY:
            *here, later = inner.args
            if not self.timeless.issuperset(here):
                break
            goals.append(" and ".join(map(self._grouped, here)))
            inner = later.args[0]
        if goals or inner.op is Op.ATOM:
            return f"the system visits {', then '.join([*goals, self._grouped(inner)])}"
        return f"eventually {self._grouped(inner)}"

    def _always(self, inner: Formula) -> str:
        """Phrase ``G inner``: never, whenever, infinitely often, or anything else always."""
        match inner.op:
            case Op.NOT:
                return f"never {self._grouped(inner.args[0])}"
            case Op.FINALLY:
                return f"infinitely often {self._grouped(inner.args[0])}"
            case Op.IMPLIES:
                cause, effect = inner.args
                return f"whenever {self.phrases[cause]}, then {self._effect(effect)}"
            case _:
                return f"always {self._grouped(inner)}"

    def _effect(self, effect: Formula) -> str:
        if effect in self.timeless:
            return f"{self.phrases[effect]} at the same time"
        if effect.op is Op.FINALLY and effect.args[0].op is Op.ATOM:
            return f"eventually {self.phrases[effect.args[0]]}"
        return self.phrases[effect]


_BEGIN_WELL: Final = TEMPORAL | {Op.NOT, Op.XOR, Op.IMPLIES}


def _top(formula: Formula, found: Mapping[Formula, Window]) -> Iterator[Formula]:
    """The parts of which each is a clause of its own."""
    is_joined = formula.op is Op.AND and formula not in found
    yield from formula.args if is_joined else (formula,)


def _spoken(formula: Formula, found: Mapping[Formula, Window]) -> list[Formula]:
    """Every part that is spoken of, parts before wholes; bounds are not taken apart."""
    order: list[Formula] = []
    seen: set[Formula] = set()
    stack = [(formula, False)]
    while stack:
        part, is_done = stack.pop()
        if is_done:
            order.append(part)
        elif part not in seen:
            seen.add(part)
            inner = (found[part].goal,) if part in found else part.args
            stack.append((part, True))
            stack.extend((one, False) for one in reversed(inner))
    return order


def _repeated(letter: Letter, times: int) -> str:
    return _letter(letter) if times == 1 else f"{_letter(letter)} ({times} times)"


def _letter(letter: Letter) -> str:
    return " and ".join(map(quoted, sorted(letter))) or _NOTHING


_NOTHING: Final = "no proposition"


def _is_visit(part: Formula) -> bool:
    return part.op is Op.FINALLY and part.args[0].op is Op.ATOM
