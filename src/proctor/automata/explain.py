"""What a formula means: in words, as an automaton, by a word that fits and one that fails."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from proctor.automata.automaton import Automaton
from proctor.automata.by_spot.translate import (
    available,
    class_of,
    deterministic_buchi,
    translate,
)
from proctor.automata.emptiness import find_lasso
from proctor.errors import BudgetExceeded, InputError, MissingLibrary
from proctor.logic.classes import Promise, promises
from proctor.logic.examples import telling_word
from proctor.logic.explain import in_words
from proctor.logic.formula import FALSE, TRUE, Formula, negation, propositions
from proctor.logic.lasso import Lasso
from proctor.logic.parser import parse
from proctor.logic.printer import spin_text, spot_text, words_text
from proctor.logic.semantics import holds

__all__ = ["Explanation", "explain"]

SECONDS: Final = 10.0  # that Spot may take for each question


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """A formula, explained.

    Attributes:
        formula: as it was understood.
        words: a plain sentence.
        spot: in Spot's syntax.
        spin: in Spin's syntax; empty if that would be too long.
        spelled: in words that parse to the same.
        class_name: which kind of property it is, and an example of that kind.
        promise: what that kind of property says, in plain words.
        automaton: deterministic Büchi if there is one, else not deterministic; ``None`` if it
            could not be made here.
        accepts: a short word that satisfies the formula, checked against its meaning.
        rejects: a short word that does not, checked alike.
        notes: what a careful reader should know.
    """

    formula: Formula
    words: str
    spot: str
    spin: str
    spelled: str
    class_name: str
    promise: str
    automaton: Automaton | None
    accepts: Lasso | None
    rejects: Lasso | None
    notes: tuple[str, ...] = ()

    @property
    def is_always(self) -> bool:
        """Whether it is known that every word satisfies it."""
        return _NONE.format("violates") in self.notes

    @property
    def is_never(self) -> bool:
        """Whether it is known that no word satisfies it."""
        return _NONE.format("satisfies") in self.notes


def explain(text: str, known: Sequence[str] | None = None) -> Explanation:
    """Explain the formula ``text``, which may only speak of ``known`` if that is given.

    Both words were judged by the reference semantics. Without Spot there is no automaton, and
    the class is read off the way the formula is written.

    Raises:
        SpecSyntaxError: if the text is no formula; it can point at the place.

    Examples:
        >>> told = explain("F(a & F b)")
        >>> told.words, str(told.accepts), str(told.rejects)
        ('The system visits a, then b.', '{a} ({b})^w', '{b} ({a})^w')
    """
    formula = parse(text, known)
    notes: list[str] = []
    known_class = _known_class(formula, notes)
    automaton = None if known_class is None else _automaton(formula, known_class, notes)
    by_spot = known_class is not None
    accepts = _word(formula, notes, "satisfies", by_spot=by_spot)
    rejects = _word(negation(formula), notes, "violates", by_spot=by_spot)
    class_name = known_class or _looks_like(formula)
    return Explanation(
        formula=formula,
        words=in_words(formula),
        spot=spot_text(formula),
        spin=_spin(formula),
        spelled=words_text(formula),
        class_name=class_name,
        promise=_promise(class_name),
        automaton=automaton,
        accepts=accepts,
        rejects=rejects,
        notes=tuple(notes),
    )


def _known_class(formula: Formula, notes: list[str]) -> str | None:
    """Return the class that Spot finds; ``None`` when it is missing or gives up."""
    if not available():
        notes.append("Spot is not installed here: there is no automaton (see `proctor doctor`)")
        return None
    try:
        return class_of(formula, seconds=SECONDS)
    except (InputError, MissingLibrary) as error:
        notes.append(error.message)
        return None


def _looks_like(formula: Formula) -> str:
    looks = promises(formula)
    names = (name for promise, name in _LOOKS.items() if promise in looks)
    return f"{next(names, 'a reactivity property')} (as it is written)"


def _automaton(formula: Formula, class_name: str, notes: list[str]) -> Automaton | None:
    names = propositions(formula)
    try:
        if not any(word in class_name for word in _GUESSING):
            return deterministic_buchi(formula, names, seconds=SECONDS)
        notes.append(
            "no deterministic Büchi automaton exists for it, so it cannot be an objective; "
            "this one has to guess"
        )
        return translate(formula, names, seconds=SECONDS)
    except (InputError, MissingLibrary) as error:
        notes.append(error.message)
        return None


def _word(formula: Formula, notes: list[str], does: str, *, by_spot: bool) -> Lasso | None:
    """Return a word that satisfies ``formula``; note it when there is none."""
    if formula in (FALSE, negation(TRUE)):
        notes.append(_NONE.format(does))
        return None
    try:
        word = telling_word(formula)
        if word is None and by_spot:
            word = find_lasso(translate(formula, propositions(formula), seconds=SECONDS))
            if word is None:
                notes.append(_NONE.format(does))
                return None
    except (InputError, BudgetExceeded, MissingLibrary):
        word = None
    if word is None or not holds(formula, word):
        notes.append(f"no word that {does} it was found")
        return None
    return word


def _spin(formula: Formula) -> str:
    try:
        return spin_text(formula)
    except InputError:
        return ""


def _promise(class_name: str) -> str:
    return next((said for word, said in _PROMISES.items() if word in class_name), "")


_NONE: Final = "no word {} it"

_GUESSING: Final = ("persistence", "reactivity")

_LOOKS: Final = {
    Promise.SAFETY: "a safety property",
    Promise.GUARANTEE: "a guarantee property",
    Promise.OBLIGATION: "an obligation property",
    Promise.RECURRENCE: "a recurrence property",
    Promise.PERSISTENCE: "a persistence property",
}

_PROMISES: Final = {
    "bounded number": "the first few steps decide it",
    "safety": "whatever breaks it does so at some step, and then it stays broken",
    "guarantee": "whatever fulfils it does so at some step, and then it stays fulfilled",
    "obligation": "safety and guarantee combined",
    "recurrence": "something good happens again and again",
    "persistence": "from some step on, something stays as it is",
    "reactivity": "what happens for ever depends on what else happens for ever",
}
