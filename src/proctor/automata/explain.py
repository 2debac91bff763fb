"""What a formula means: in words, as an automaton, by a word that fits and one that does not."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from proctor.automata.automaton import Automaton
from proctor.automata.by_spot.translate import (
    available,
    class_of,
    deterministic_buchi,
    is_recurrence,
    translate,
)
from proctor.automata.emptiness import find_lasso
from proctor.errors import BudgetExceeded, InputError
from proctor.logic.classes import Promise, promises
from proctor.logic.examples import telling_word
from proctor.logic.explain import in_words
from proctor.logic.formula import Formula, negation, propositions
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
    class_name = _class_name(formula, notes)
    automaton = _automaton(formula, notes)
    accepts = _word(formula, notes, "satisfies it", "satisfied")
    rejects = _word(negation(formula), notes, "violates it", "violated")
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


def _class_name(formula: Formula, notes: list[str]) -> str:
    if available():
        try:
            return class_of(formula)
        except InputError as error:
            notes.append(error.message)
    else:
        notes.append("Spot is not installed here: there is no automaton (see `proctor doctor`)")
    looks = promises(formula)
    return next(
        (f"{name} (as it is written)" for promise, name in _LOOKS.items() if promise in looks),
        "a reactivity property (as it is written)",
    )


def _automaton(formula: Formula, notes: list[str]) -> Automaton | None:
    if not available():
        return None
    names = propositions(formula)
    try:
        if is_recurrence(formula):
            return deterministic_buchi(formula, names, seconds=SECONDS)
        notes.append(
            "no deterministic Büchi automaton exists for it, so it cannot be an objective; "
            "this one has to guess"
        )
        return translate(formula, names, seconds=SECONDS)
    except InputError as error:
        notes.append(error.message)
        return None


def _word(formula: Formula, notes: list[str], does: str, done: str) -> Lasso | None:
    """Return a word that satisfies ``formula``; if there is none, note what that means."""
    try:
        word = telling_word(formula)
        if word is None and available():
            word = find_lasso(translate(formula, propositions(formula), seconds=SECONDS))
            if word is None:
                notes.append(f"no word {does}: it can never be {done}")
                return None
    except (InputError, BudgetExceeded):
        word = None
    if word is None or not holds(formula, word):
        notes.append(f"no word that {does} was found")
        return None
    return word


def _spin(formula: Formula) -> str:
    try:
        return spin_text(formula)
    except InputError:
        return ""


def _promise(class_name: str) -> str:
    return next((said for word, said in _PROMISES.items() if word in class_name), "")


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
