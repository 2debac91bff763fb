"""A small safe language of labels and conditions, evaluated for all states at once.

It knows variables (``row``, ``column``, counters), ``distance("T")``, whole numbers, ``+ - *``,
comparisons (also chained: ``1 <= row < 3``), ``and or not``, ``abs``, ``min``, ``max``,
``true`` and ``false``. Numbers saturate: whatever leaves -2^31..2^31 becomes the nearer end,
so nothing overflows, and the distance to what cannot be reached is never smaller than any
other number.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import reduce
from types import MappingProxyType
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from proctor.errors import ModelError, SpecSyntaxError, shown
from proctor.models.expression_parser import (
    RESERVED,
    Instruction,
    compile_expression,
    excerpt,
)

__all__ = [
    "LARGEST",
    "RESERVED",
    "UNREACHABLE",
    "Expression",
    "condition",
    "evaluate",
    "parse_expression",
    "require_condition",
]

LARGEST: Final = 2**31  # small enough that a product of two still fits into 64 bits
UNREACHABLE: Final = LARGEST

_Ints = NDArray[np.int64]
_Bools = NDArray[np.bool_]
_T = TypeVar("_T")

_NOTHING: Final[Mapping[str, _Ints]] = MappingProxyType({})
_SINGLE: Final = {"negate": np.negative, "abs": np.absolute}
_FOLDED: Final = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "min": np.minimum,
    "max": np.maximum,
}
_COMPARED: Final = {
    "==": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Expression:
    """An expression whose names and kinds have been checked.

    Attributes:
        text: as it was written.
        is_condition: whether it yields true or false; otherwise it yields a number.
        variables: the variables that it reads.
        tokens: the map tokens to which it asks the distance.
        program: what ``evaluate`` does, operands first.
    """

    text: str
    is_condition: bool
    variables: frozenset[str]
    tokens: frozenset[str]
    program: tuple[Instruction, ...]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"


def parse_expression(
    text: str, *, variables: Collection[str], tokens: Collection[str] | None = None
) -> Expression:
    """Return the expression that ``text`` spells, or raise ``SpecSyntaxError``.

    Only ``variables`` are known as names; when ``tokens`` is given, ``distance`` may name only
    those.

    Examples:
        >>> low = parse_expression("row <= 2 and fuel < 2", variables=["row", "fuel"])
        >>> low.is_condition, sorted(low.variables)
        (True, ['fuel', 'row'])
    """
    for name in sorted(RESERVED.intersection(variables)):
        raise ModelError(
            f"{shown(name)} cannot be the name of a variable: it is a word of the language",
            hint=f"choose another name, for example {name}_",
        )
    program = compile_expression(text, variables=variables, tokens=tokens)
    steps = program.instructions
    return Expression(
        text=text,
        is_condition=program.is_condition,
        variables=frozenset(s.name for s in steps if s.op == "variable"),
        tokens=frozenset(s.name for s in steps if s.op == "distance"),
        program=steps,
    )


def condition(
    text: str, *, variables: Collection[str], tokens: Collection[str] | None = None
) -> Expression:
    """Return the condition that ``text`` spells; a number is refused.

    >>> condition("column == 2", variables=["row", "column"])
    Expression('column == 2')
    """
    return require_condition(parse_expression(text, variables=variables, tokens=tokens))


def require_condition(expression: Expression) -> Expression:
    """Return ``expression`` itself if it is a condition; a number is refused."""
    if expression.is_condition:
        return expression
    text = expression.text
    raise SpecSyntaxError(
        f"{excerpt(text)} is a number; a condition was expected here",
        text=text,
        offset=len(text) - len(text.lstrip()),
        hint="compare it with something, as in row <= 2",
    )


def evaluate(
    expression: Expression,
    columns: Mapping[str, NDArray[np.int64]],
    distances: Mapping[str, NDArray[np.int64]] = _NOTHING,
    *,
    states: int | None = None,
) -> NDArray[np.int64] | NDArray[np.bool_]:
    """Return the value of ``expression`` in every state, as a new array.

    ``columns`` has for each variable its value in every state, ``distances`` for each map
    token the steps to it, ``UNREACHABLE`` where there is no way. ``states`` says how many
    states there are; it is needed only when both are empty.

    Examples:
        >>> near = condition('distance("T") <= row + 1', variables=["row"])
        >>> evaluate(
        ...     near,
        ...     {"row": np.array([0, 1, 2])},
        ...     {"T": np.array([1, 3, UNREACHABLE])},
        ... ).tolist()
        [True, False, False]
    """
    count = _count(columns, distances, states)
    sources = {
        ("variable", name): _read(columns, name, "variable") for name in expression.variables
    } | {("distance", name): _read(distances, name, "distance") for name in expression.tokens}
    numbers: list[_Ints] = []
    truths: list[_Bools] = []
    for step in expression.program:
        if step.op in {"true", "false"}:
            truths.append(np.full(1, step.op == "true"))
        elif step.op == "number":
            numbers.append(np.full(1, step.number, dtype=np.int64))
        elif step.op in {"variable", "distance"}:
            numbers.append(sources[step.op, step.name])
        elif step.op == "compare":
            truths.append(_compared(step.signs, _taken(numbers, step.arity)))
        elif step.op in {"and", "or", "not"}:
            truths.append(_joined(step.op, _taken(truths, step.arity)))
        else:
            numbers.append(_computed(step.op, _taken(numbers, step.arity)))
    if expression.is_condition:
        return np.broadcast_to(truths[-1], (count,)).copy()
    return np.broadcast_to(numbers[-1], (count,)).copy()


def _count(
    columns: Mapping[str, _Ints], distances: Mapping[str, _Ints], states: int | None
) -> int:
    shapes = {column.shape for column in (*columns.values(), *distances.values())}
    if states is not None:
        shapes.add((states,))
    if len(shapes) == 1 and len(shape := shapes.pop()) == 1:
        return int(shape[0])
    if not shapes:
        raise ModelError(
            "it is not known how many states there are", hint="give a column, or states="
        )
    raise ModelError(
        "every column needs one whole number for each state",
        hint=f"the shapes given: {', '.join(map(str, sorted(shapes)))}",
    )


def _read(columns: Mapping[str, _Ints], name: str, kind: str) -> _Ints:
    if name not in columns:
        raise ModelError(
            f"there are no values for the {kind} {shown(name)}",
            hint=f"given: {', '.join(sorted(columns)) or 'nothing'}",
        )
    return np.clip(np.asarray(columns[name], dtype=np.int64), -LARGEST, LARGEST)


def _taken(stack: list[_T], arity: int) -> list[_T]:
    taken = stack[-arity:]
    del stack[-arity:]
    return taken


def _compared(signs: tuple[str, ...], values: list[_Ints]) -> _Bools:
    pairs = zip(signs, values, values[1:], strict=False)
    held: list[_Bools] = [_COMPARED[sign](left, right) for sign, left, right in pairs]
    return reduce(np.logical_and, held)


def _joined(op: str, values: list[_Bools]) -> _Bools:
    if op == "not":
        return np.logical_not(values[0])
    return reduce(np.logical_and if op == "and" else np.logical_or, values)


def _computed(op: str, values: list[_Ints]) -> _Ints:
    result: _Ints = _SINGLE[op](values[0]) if op in _SINGLE else reduce(_FOLDED[op], values)
    return np.clip(result, -LARGEST, LARGEST)
