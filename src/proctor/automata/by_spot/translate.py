"""Formulas become automata by Spot, within a limit of seconds, states and edges.

Automata come back through our own HOA reader, over the propositions in the order asked for.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Final, Literal

from proctor.automata.automaton import MAX_PROPOSITIONS, Automaton
from proctor.automata.by_spot.apart import answer_apart
from proctor.automata.by_spot.command import answer_by_command, on_the_path
from proctor.automata.by_spot.native import CLASSES, Question, answer
from proctor.automata.hoa_reader import read_hoa
from proctor.errors import InputError, did_you_mean, shown
from proctor.logic.formula import Formula, postorder
from proctor.logic.formula import propositions as names_in
from proctor.logic.ops import TEMPORAL

__all__ = [
    "SECONDS",
    "Kind",
    "available",
    "class_of",
    "deterministic_buchi",
    "equivalent",
    "has_library",
    "is_guarantee",
    "is_recurrence",
    "translate",
]

SECONDS: Final = 30.0
# So many temporal operators rarely take a second; more go to a process that can be stopped.
_SMALL: Final = 8

Kind = Literal["Buchi", "generalised Buchi", "parity"]


def available() -> bool:
    """Whether Spot is here: its library, or its program ltl2tgba on the path."""
    return has_library() or on_the_path()


def has_library() -> bool:
    """Whether Spot's library is installed here."""
    return find_spec("spot") is not None


def deterministic_buchi(
    formula: Formula, propositions: Sequence[str], *, seconds: float = SECONDS
) -> Automaton:
    """Return a deterministic, complete, state-based Büchi automaton for ``formula``.

    It is found whenever one exists, and Spot stays within the limits.

    Raises:
        InputError: no such automaton exists (the sentence names the class of the formula),
            or it is too large, or takes too long.
        MissingLibrary: Spot is not installed.
    """
    _check_declared(formula, propositions)
    text = _ask("deterministic Buchi", (formula,), seconds)
    automaton = read_hoa(text).over(propositions).as_buchi()
    if not automaton.is_deterministic:
        raise InputError(
            f"ltl2tgba finds no deterministic Büchi automaton for {shown(formula)}",
            hint="Spot's library looks further than its program: `pip install spottl`",
        )
    assert automaton.state_based
    return automaton


def translate(
    formula: Formula,
    propositions: Sequence[str],
    kind: Kind = "Buchi",
    *,
    seconds: float = SECONDS,
) -> Automaton:
    """Return an automaton for ``formula``; only ``parity`` is sure to be deterministic."""
    _check_declared(formula, propositions)
    return read_hoa(_ask(kind, (formula,), seconds)).over(propositions)


def class_of(formula: Formula, *, seconds: float = SECONDS) -> str:
    """Return the class of ``formula`` in the hierarchy of Manna and Pnueli, in words."""
    return CLASSES[_class_letter(formula, seconds)]


def is_guarantee(formula: Formula) -> bool:
    """Whether ``formula``, once it has come true, stays true whatever follows."""
    return _class_letter(formula) in {"B", "G"}


def is_recurrence(formula: Formula) -> bool:
    """Whether a deterministic Büchi automaton exists for ``formula``."""
    return _class_letter(formula) in {"B", "S", "G", "O", "R"}


def equivalent(left: Formula, right: Formula, *, seconds: float = SECONDS) -> bool:
    """Whether both formulas are true of the same words."""
    return _ask("equivalent", (left, right), seconds) == "yes"


def _class_letter(formula: Formula, seconds: float = SECONDS) -> str:
    return _ask("class", (formula,), seconds)


def _ask(question: Question, formulas: Sequence[Formula], seconds: float) -> str:
    if not has_library() and on_the_path():
        return answer_by_command(question, formulas, seconds)
    temporal = sum(node.op in TEMPORAL for f in formulas for node in postorder(f))
    if temporal <= _SMALL:
        return answer(question, formulas)
    return answer_apart(question, formulas, seconds)


def _check_declared(formula: Formula, propositions: Sequence[str]) -> None:
    if len(propositions) > MAX_PROPOSITIONS:
        raise InputError(
            f"{len(propositions)} propositions; at most {MAX_PROPOSITIONS} are supported",
            hint="leave out those that no formula mentions",
        )
    for name in names_in(formula):
        if name not in propositions:
            raise InputError(
                f"the formula mentions {shown(name)}, which is not declared",
                hint=did_you_mean(name, propositions),
            )
