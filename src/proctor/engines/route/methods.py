"""The methods of routing by name, loaded when they are asked for; `auto` chooses."""

from importlib import import_module
from typing import Final, Literal, get_args

from proctor.engines.route.result import Method
from proctor.errors import InputError, did_you_mean, shown

__all__ = ["MethodName", "method_called"]

MethodName = Literal[
    "auto", "enumerate", "textbook", "textbook-grouped", "boolean", "clauses", "search"
]

# Where each method lives. Solvers and compiled loops are heavy, so nothing is imported early.
_HOMES: Final = {
    "auto": ("strategy", "auto"),
    "enumerate": ("enumerate", "enumerated"),
    "textbook": ("textbook", "textbook"),
    "textbook-grouped": ("textbook", "textbook_grouped"),
    "boolean": ("boolean", "boolean"),
    "clauses": ("clauses", "clauses"),
    "search": ("search.method", "search"),
}


def method_called(name: str) -> Method:
    """Return the method with this name."""
    if name not in _HOMES:
        raise InputError(
            f"the method {shown(name)} is not known",
            hint=did_you_mean(name, get_args(MethodName)),
        )
    module, function = _HOMES[name]
    method: Method = getattr(import_module(f"proctor.engines.route.{module}"), function)
    return method
