"""Formal test synthesis: fair, least restrictive, certified tests for reactive systems.

The names here are loaded on first use, so that ``import proctor`` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from proctor.artefacts.certificate import Certificate, Claim
    from proctor.artefacts.environment import Environment, Restriction
    from proctor.artefacts.examiner import Examination, Examiner, Turn
    from proctor.artefacts.outcome import Found, Infeasible, Outcome, Stats, Undecided
    from proctor.automata.automaton import Automaton
    from proctor.automata.explain import Explanation, explain
    from proctor.budget import Budget
    from proctor.engines.route.alternatives import Alternatives, alternatives
    from proctor.engines.route.dispatch import route
    from proctor.errors import (
        BudgetExceeded,
        CheckFailed,
        InfeasibleError,
        InputError,
        MissingLibrary,
        ModelError,
        ProctorError,
        SolverFault,
        SpecSyntaxError,
        StorageError,
        SystemFault,
    )
    from proctor.io.checking import check
    from proctor.io.loading import load, save
    from proctor.logic.formula import Formula
    from proctor.logic.parser import parse as formula
    from proctor.logic.patterns import (
        eventually_after,
        instantly,
        never,
        sequence,
        visit,
    )
    from proctor.models.harness import Harness
    from proctor.models.problem import Problem, Requirement
    from proctor.models.product import Product, build_product
    from proctor.models.system import SystemModel
    from proctor.models.validation import Finding, validate
    from proctor.models.worlds import GridWorld
    from proctor.progress import Event
    from proctor.reports.draw import svg
    from proctor.verify.witness import bypass_closed_by
    from proctor.version import version as __version__

__all__ = [
    "Alternatives",
    "Automaton",
    "Budget",
    "BudgetExceeded",
    "Certificate",
    "CheckFailed",
    "Claim",
    "Environment",
    "Event",
    "Examination",
    "Examiner",
    "Explanation",
    "Finding",
    "Formula",
    "Found",
    "GridWorld",
    "Harness",
    "Infeasible",
    "InfeasibleError",
    "InputError",
    "MissingLibrary",
    "ModelError",
    "Outcome",
    "Problem",
    "ProctorError",
    "Product",
    "Requirement",
    "Restriction",
    "SolverFault",
    "SpecSyntaxError",
    "Stats",
    "StorageError",
    "SystemFault",
    "SystemModel",
    "Turn",
    "Undecided",
    "__version__",
    "alternatives",
    "build_product",
    "bypass_closed_by",
    "check",
    "eventually_after",
    "explain",
    "formula",
    "instantly",
    "load",
    "never",
    "route",
    "save",
    "sequence",
    "svg",
    "validate",
    "visit",
]

# Where each public name lives: module, and its name there where it differs.
_HOMES: dict[str, tuple[str, ...]] = {
    "automata.automaton": ("Automaton",),
    "automata.explain": ("Explanation", "explain"),
    "artefacts.certificate": ("Certificate", "Claim"),
    "artefacts.environment": ("Environment", "Restriction"),
    "artefacts.examiner": ("Examination", "Examiner", "Turn"),
    "artefacts.outcome": ("Found", "Infeasible", "Outcome", "Stats", "Undecided"),
    "budget": ("Budget",),
    "engines.route.alternatives": ("Alternatives", "alternatives"),
    "engines.route.dispatch": ("route",),
    "errors": (
        "BudgetExceeded",
        "CheckFailed",
        "InfeasibleError",
        "InputError",
        "MissingLibrary",
        "ModelError",
        "ProctorError",
        "SolverFault",
        "SpecSyntaxError",
        "StorageError",
        "SystemFault",
    ),
    "io.checking": ("check",),
    "io.loading": ("load", "save"),
    "logic.formula": ("Formula",),
    "logic.parser": ("formula=parse",),
    "logic.patterns": ("eventually_after", "instantly", "never", "sequence", "visit"),
    "models.harness": ("Harness",),
    "models.problem": ("Problem", "Requirement"),
    "models.product": ("Product", "build_product"),
    "models.system": ("SystemModel",),
    "models.validation": ("Finding", "validate"),
    "models.worlds": ("GridWorld",),
    "progress": ("Event",),
    "reports.draw": ("svg",),
    "verify.witness": ("bypass_closed_by",),
    "version": ("__version__=version",),
}
_PLACES = {
    name.partition("=")[0]: (f"proctor.{module}", name.rpartition("=")[2])
    for module, names in _HOMES.items()
    for name in names
}

_DRAWN = {"Automaton", "Environment", "Explanation", "Problem", "Product", "SystemModel"}


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(f"module 'proctor' has no attribute {name!r}")
    module, attribute = _PLACES[name]
    value: object = getattr(import_module(module), attribute)
    if name in _DRAWN and isinstance(value, type):
        # Notebooks draw what has this method; the class itself need not know how.
        value._repr_svg_ = _notebook_form  # type: ignore[attr-defined]  # put there for notebooks
    globals()[name] = value
    return value


def _notebook_form(thing: object) -> str:
    from proctor.reports.draw import svg

    return svg(thing)


def __dir__() -> list[str]:
    return sorted(__all__)
