"""What Spot does for us, in this process: one question in, one text out.

Formulas are handed over node by node, never as text of ours, and answers come back as HOA
text or as single words, so that nothing of Spot's leaves this module.
"""

import warnings
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Final, Literal, Protocol

from proctor.errors import InputError, MissingLibrary, shown
from proctor.logic.formula import Formula, postorder
from proctor.logic.ops import Op

__all__ = ["CLASSES", "MAX_DEPTH", "MAX_EDGES", "MAX_STATES", "Question", "answer", "too_large"]

MAX_STATES: Final = 4_096
MAX_EDGES: Final = 200_000
# Spot walks formulas by recursion in C++ and dies at ten times this depth.
MAX_DEPTH: Final = 2_010

Question = Literal[
    "deterministic Buchi", "Buchi", "generalised Buchi", "parity", "class", "equivalent"
]

CLASSES: Final = {
    "B": "a property that a bounded number of steps decides (such as X p)",
    "S": "a safety property (such as G p)",
    "G": "a guarantee property (such as F p)",
    "O": "an obligation property (such as G p | F q)",
    "R": "a recurrence property (such as G F p)",
    "P": "a persistence property (such as F G p)",
    "T": "a reactivity property (such as F G p | G F q)",
}

_BUCHI: Final = ("Buchi", "SBAcc", "Complete", "deterministic")
_PARITY: Final = ("parity", "deterministic", "Complete")
_LIMITS: Final = f"det-max-states={MAX_STATES},det-max-edges={MAX_EDGES}"


class _Twa(Protocol):
    """What is used of an automaton of Spot's."""

    def to_str(self, form: str, /) -> str: ...

    def num_states(self) -> int: ...

    def num_edges(self) -> int: ...


def answer(question: Question, formulas: Sequence[Formula]) -> str:
    """Return Spot's answer about ``formulas``, which are two for ``equivalent``, else one.

    An automaton is answered in HOA, a class by its letter, an equivalence by ``yes`` or
    ``no``.
    """
    spot = _spot()
    formula = formulas[0]
    natives = [_native(spot, f) for f in formulas]
    try:
        match question:
            case "class":
                return str(spot.mp_class(natives[0]))
            case "equivalent":
                return "yes" if spot.are_equivalent(*natives) else "no"
            case "Buchi":
                return _text(spot.translate(natives[0], "Buchi", "SBAcc"), formula)
            case "generalised Buchi":
                return _text(spot.translate(natives[0], "GeneralizedBuchi"), formula)
            case "parity":
                return _text(_parity(spot, natives[0], formula), formula)
            case "deterministic Buchi":
                return _text(_deterministic_buchi(spot, natives[0], formula), formula)
    except RuntimeError as error:
        reason = str(error).splitlines()[0]
        raise InputError(
            f"Spot cannot translate {shown(formula)}: {shown(reason, 200)}",
            hint="split the objective, or leave out some of its parts",
        ) from error


def too_large(formula: Formula) -> InputError:
    """Return the error that says that the automaton of ``formula`` is too large."""
    return InputError(
        f"the automaton of {shown(formula)} has more than {MAX_STATES} states "
        f"or {MAX_EDGES} edges",
        hint="split the objective, or leave out some of its parts",
    )


def _spot() -> ModuleType:
    with warnings.catch_warnings():
        # Its wrapper raises DeprecationWarning on import, which as an error ends the process.
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            import spot
        except ImportError as error:
            raise MissingLibrary(
                "Spot is not installed here",
                hint="`pip install spottl` brings it on Linux; HOA files work without it",
            ) from error
    module: ModuleType = spot
    return module


def _native(spot: ModuleType, formula: Formula) -> object:
    """Build the formula in Spot, children first."""
    if formula.depth > MAX_DEPTH:
        raise InputError(
            f"the formula is nested {formula.depth} levels deep; the limit is {MAX_DEPTH}",
            hint="shorten bounds such as F[0:n]",
        )
    make = spot.formula
    by_op: dict[Op, Callable[..., object]] = {
        Op.TRUE: make.tt,
        Op.FALSE: make.ff,
        Op.NOT: make.Not,
        Op.XOR: make.Xor,
        Op.IMPLIES: make.Implies,
        Op.IFF: make.Equiv,
        Op.NEXT: make.X,
        Op.FINALLY: make.F,
        Op.GLOBALLY: make.G,
        Op.UNTIL: make.U,
        Op.RELEASE: make.R,
        Op.WEAK: make.W,
        Op.STRONG: make.M,
    }
    built: dict[Formula, object] = {}
    for node in postorder(formula):
        arguments = [built[part] for part in node.args]
        if node.op is Op.ATOM:
            built[node] = make.ap(node.name)
        elif node.op in {Op.AND, Op.OR}:
            built[node] = (make.And if node.op is Op.AND else make.Or)(arguments)
        else:
            built[node] = by_op[node.op](*arguments)
    return built[formula]


def _text(made: _Twa, formula: Formula) -> str:
    if made.num_states() > MAX_STATES or made.num_edges() > MAX_EDGES:
        raise too_large(formula)
    return made.to_str("hoa")


def _deterministic_buchi(spot: ModuleType, native: object, formula: Formula) -> _Twa:
    """Translate plainly; where that stays nondeterministic, go through parity and Rabin.

    A deterministic Rabin automaton can be given a Büchi condition on its own edges whenever
    any deterministic Büchi automaton exists (Krishnan, Puri and Brayton, Deterministic
    omega-automata vis-a-vis deterministic Büchi automata, ISAAC 1994).
    """
    plain: _Twa = spot.translate(native, *_BUCHI)
    if spot.is_deterministic(plain):
        return plain
    rabin = spot.to_generalized_rabin(_parity(spot, native, formula), True)  # noqa: FBT003 - Spot's own interface
    found = spot.rabin_to_buchi_if_realizable(rabin)
    if found is None:
        raise InputError(
            f"no deterministic Büchi automaton exists for {shown(formula)}: "
            f"it is {CLASSES[str(spot.mp_class(native))]}",
            hint='say what must happen again and again ("G F p"), or by when, '
            'instead of "from some time on for ever"',
        )
    made: _Twa = spot.postprocess(found, *_BUCHI)
    return made


def _parity(spot: ModuleType, native: object, formula: Formula) -> _Twa:
    made: _Twa = spot.translate(native, *_PARITY, xargs=_LIMITS)
    if not spot.is_deterministic(made):
        raise too_large(formula)
    return made
