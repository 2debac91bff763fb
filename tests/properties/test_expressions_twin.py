"""Expressions against an interpreter that walks Python's own syntax tree, state by state."""

import ast
import operator
from collections.abc import Mapping

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.errors import SpecSyntaxError
from proctor.models.expressions import LARGEST, UNREACHABLE, evaluate, parse_expression

Texts = st.SearchStrategy[str]
Column = list[int]

COUNT = 4
ARITHMETIC = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}
COMPARED = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
CALLS = {"abs": abs, "min": lambda *xs: min(xs), "max": lambda *xs: max(xs)}


def clipped(number: int) -> int:
    return max(-LARGEST, min(LARGEST, number))


def twin(node: ast.AST, state: Mapping[str, int], distances: Mapping[str, int]) -> int:
    """Return the value of a piece of Python syntax in one state, over unbounded integers."""

    def of(part: ast.AST) -> int:
        return twin(part, state, distances)

    match node:
        case ast.Constant(value=value):
            return clipped(value)
        case ast.Name(id="true" | "false" as name):
            return name == "true"
        case ast.Name(id=name):
            return clipped(state[name])
        case ast.BinOp(left=left, op=op, right=right):
            return clipped(ARITHMETIC[type(op)](of(left), of(right)))
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return clipped(-of(inner))
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return not of(inner)
        case ast.BoolOp(op=op, values=values):
            return (all if isinstance(op, ast.And) else any)([of(v) for v in values])
        case ast.Compare(left=left, ops=ops, comparators=rights):
            values = [of(left), *(of(r) for r in rights)]
            pairs = zip(ops, values, values[1:], strict=False)
            return all(COMPARED[type(op)](a, b) for op, a, b in pairs)
        case ast.Call(func=ast.Name(id="distance"), args=[ast.Constant(value=token)]):
            return clipped(distances[token])
        case ast.Call(func=ast.Name(id=name), args=args):
            return CALLS[name](*(of(a) for a in args))
    raise AssertionError(ast.dump(node))


def bracketed(inner: Texts) -> Texts:
    return st.builds(lambda text, wrap: f"({text})" if wrap else text, inner, st.booleans())


leaves = st.sampled_from(
    ["row", "fuel", 'distance("T")', "distance('D')", "0", "1", "2", "7", "1000000000"]
)


def larger_numbers(inner: Texts) -> Texts:
    part = bracketed(inner)
    infix = st.builds(lambda a, op, b: f"{a} {op} {b}", part, st.sampled_from("+-*"), part)
    prefix = st.builds(lambda a: f"-{a}", part)
    absolute = st.builds(lambda a: f"abs({a})", part)
    folded = st.builds(
        lambda name, parts: f"{name}({', '.join(parts)})",
        st.sampled_from(["min", "max"]),
        st.lists(part, min_size=2, max_size=3),
    )
    return infix | infix | prefix | absolute | folded


numbers = st.recursive(leaves, larger_numbers, max_leaves=8)
signs = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])
comparisons = st.builds(
    lambda first, rest: first + "".join(f" {sign} {part}" for sign, part in rest),
    bracketed(numbers),
    st.lists(st.tuples(signs, bracketed(numbers)), min_size=1, max_size=3),
)


def larger_conditions(inner: Texts) -> Texts:
    part = bracketed(inner)
    infix = st.builds(
        lambda a, op, b: f"{a} {op} {b}", part, st.sampled_from(["and", "or"]), part
    )
    return infix | st.builds(lambda a: f"not {a}", part)


conditions = st.recursive(
    comparisons | st.sampled_from(["true", "false"]), larger_conditions, max_leaves=5
)
quantities = st.one_of(
    st.integers(-3, 9),
    st.sampled_from([UNREACHABLE, 10**9, 2**40, -(2**63), 2**63 - 1]),
)
columns = st.lists(quantities, min_size=COUNT, max_size=COUNT)


@settings(max_examples=250, deadline=None)
@given(numbers | conditions, columns, columns, columns, columns)
def test_every_state_agrees_with_the_twin(
    text: str, row: Column, fuel: Column, to_t: Column, to_d: Column
) -> None:
    expression = parse_expression(text, variables=["row", "fuel"], tokens=["T", "D"])
    found = evaluate(
        expression,
        {"row": np.array(row, dtype=np.int64), "fuel": np.array(fuel, dtype=np.int64)},
        {"T": np.array(to_t, dtype=np.int64), "D": np.array(to_d, dtype=np.int64)},
    )

    tree = ast.parse(text, mode="eval").body
    expected = [
        twin(tree, {"row": row[i], "fuel": fuel[i]}, {"T": to_t[i], "D": to_d[i]})
        for i in range(COUNT)
    ]
    assert found.tolist() == expected
    assert expression.is_condition == isinstance(expected[0], bool)


words = "row fuel distance min max abs ( ) ( ) , + - * < <= == and or not true 1 23 'T' = / ٣ é"
pieces = st.sampled_from(words.split())


@settings(max_examples=400, deadline=None)
@given(st.text() | st.lists(pieces, max_size=12).map(" ".join))
def test_any_text_is_an_expression_or_a_syntax_error_with_a_place(text: str) -> None:
    try:
        expression = parse_expression(text, variables=["row", "fuel"])
    except SpecSyntaxError as error:
        fault: SpecSyntaxError | None = error
    else:
        fault = None
        rows = np.array([1, 2])
        steps = dict.fromkeys(expression.tokens, rows)
        assert len(evaluate(expression, {"row": rows, "fuel": rows}, steps)) == 2

    assert fault is None or (0 <= fault.offset <= len(text) and str(fault))
