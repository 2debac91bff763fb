import numpy as np
import pytest

from proctor.errors import ModelError, SpecSyntaxError
from proctor.models.expressions import (
    LARGEST,
    UNREACHABLE,
    condition,
    evaluate,
    parse_expression,
    require_condition,
)

NAMES = ("row", "column", "fuel")


def value(text: str, **columns: int) -> object:
    expression = parse_expression(text, variables=NAMES)
    arrays = {name: np.array([number], dtype=np.int64) for name, number in columns.items()}
    return evaluate(expression, arrays, states=1).tolist()[0]


def refusal(text: str, *, tokens: list[str] | None = None) -> SpecSyntaxError:
    with pytest.raises(SpecSyntaxError) as caught:
        parse_expression(text, variables=NAMES, tokens=tokens)
    return caught.value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("10 - 4 - 3", 3),
        ("-2 * -3", 6),
        ("- - 4", 4),
        ("2 - -3", 5),
        ("abs(3 - 5)", 2),
        ("min(4)", 4),
        ("min(4, 2, 3) + max(1, 9, 5)", 11),
        ("007", 7),
        ("1 <= 2 < 3", True),
        ("3 > 2 > 2", False),
        ("1 < 2 == 2 != 3", True),
        ("not 1 < 2 or true", True),
        ("true or true and false", True),
        ("not (true and not false)", False),
        ("1 + 1 == 2 and 2 * 2 >= 4", True),
    ],
)
def test_operators_bind_as_in_arithmetic(text: str, expected: object) -> None:
    assert value(text) == expected


def test_variables_are_read_in_every_state() -> None:
    low = condition("row <= 2 and fuel < 2", variables=NAMES)

    rows = np.array([0, 2, 3, 1])
    fuel = np.array([0, 1, 1, 5])

    found = evaluate(low, {"row": rows, "fuel": fuel})
    assert found.tolist() == [True, True, False, False]
    assert found.dtype == np.bool_


def test_an_expression_knows_what_it_reads() -> None:
    expression = parse_expression("distance('T') + row", variables=NAMES)

    assert expression.variables == {"row"}
    assert expression.tokens == {"T"}
    assert not expression.is_condition
    assert str(expression) == "distance('T') + row"


def test_what_cannot_be_reached_is_farther_than_any_number() -> None:
    far = condition('distance("T") > 1000000000', variables=())
    steps = {"T": np.array([3, UNREACHABLE])}

    assert evaluate(far, {}, steps).tolist() == [False, True]


def test_nothing_is_farther_than_what_cannot_be_reached() -> None:
    grown = condition('1000000000 * 1000000000 * row > distance("T")', variables=NAMES)

    found = evaluate(grown, {"row": np.array([9])}, {"T": np.array([UNREACHABLE])})
    assert found.tolist() == [False]


def test_numbers_saturate_in_both_directions() -> None:
    top = "*".join(["1000000000"] * 900)

    assert value(top) == LARGEST
    assert value(f"-{top}") == -LARGEST
    assert value("row", row=2**62) == LARGEST


def test_a_result_is_a_new_array() -> None:
    rows = np.array([1, 2])
    found = evaluate(parse_expression("row", variables=NAMES), {"row": rows})
    found[0] = 9

    assert rows.tolist() == [1, 2]


def test_a_constant_holds_in_every_state() -> None:
    always = condition("true", variables=())

    assert evaluate(always, {"row": np.array([4, 5, 6])}).tolist() == [True] * 3
    assert evaluate(always, {}, states=2).tolist() == [True] * 2
    assert evaluate(always, {}, states=0).tolist() == []


def test_columns_must_be_there_and_of_one_length() -> None:
    sum_of_two = parse_expression("row + fuel", variables=NAMES)

    with pytest.raises(ModelError, match="no values for the variable 'fuel'"):
        evaluate(sum_of_two, {"row": np.array([1])})
    with pytest.raises(ModelError, match="one whole number for each state"):
        evaluate(sum_of_two, {"row": np.array([1]), "fuel": np.array([1, 2])})
    with pytest.raises(ModelError, match="how many states"):
        evaluate(parse_expression("1", variables=()), {})


def test_a_number_is_not_a_condition() -> None:
    with pytest.raises(SpecSyntaxError) as caught:
        condition("  row + 1", variables=NAMES)

    assert caught.value.message == "`row + 1` is a number; a condition was expected here"
    assert caught.value.offset == 2


def test_a_condition_passes_the_check_unchanged() -> None:
    expression = parse_expression("row < 1", variables=NAMES)

    assert require_condition(expression) is expression


@pytest.mark.parametrize(
    ("text", "offset", "message"),
    [
        ("row and true", 0, "`row` is a number; a condition was expected here"),
        ("true or row + 1", 8, "`row + 1` is a number; a condition was expected here"),
        ("not (row)", 4, "`(row)` is a number; a condition was expected here"),
        ("1 + (row < 2)", 4, "`(row < 2)` is a condition; a number was expected here"),
        ("1 + not true", 4, "`not true` is a condition; a number was expected here"),
        ("min(1, row < 2)", 7, "`row < 2` is a condition; a number was expected here"),
        ("true == false", 0, "`true` is a condition; a number was expected here"),
        ("-abs(true)", 5, "`true` is a condition; a number was expected here"),
    ],
)
def test_numbers_and_conditions_do_not_mix(text: str, offset: int, message: str) -> None:
    error = refusal(text)

    assert error.message == message
    assert error.offset == offset


@pytest.mark.parametrize(
    ("text", "offset", "message"),
    [
        ("", 0, "the expression is empty"),
        ("  \n", 3, "the expression is empty"),
        ("row <", 5, "the expression ends where a value was expected"),
        ("()", 1, "`)` stands where a value was expected"),
        ("min()", 4, "`)` stands where a value was expected"),
        ("(row", 0, "this parenthesis is never closed"),
        ("min(1, 2", 0, "this parenthesis is never closed"),
        ("row)", 3, "this parenthesis was never opened"),
        ("1, 2", 1, "this comma is in no call"),
        ("(1, 2)", 2, "this comma is in no call"),
        ("abs(1, 2)", 0, "`abs` takes 1 value, not 2"),
        ("abs", 3, "`(` was expected here"),
        ("row 1", 4, "an operator was expected before `1`"),
        ("row(1)", 3, "an operator was expected before `(`"),
        ("1 2", 2, "an operator was expected before `2`"),
        ("and 1", 0, "`and` stands where a value was expected"),
        ("distance(T)", 9, "a token of the map was expected"),
        ('distance("")', 9, "a token of the map was expected"),
        ('distance("T"', 12, "`)` was expected here"),
        ('"T"', 0, '`"T"` stands where a value was expected'),
        ("row = 1", 4, "'=' is no sign here"),
        ("row / 2", 4, "'/' is no sign here"),
        ("1.5", 1, "'.' is no sign here"),
        ('distance("T', 9, "this quote is not closed"),
    ],
)
def test_a_fault_is_pointed_at(text: str, offset: int, message: str) -> None:
    error = refusal(text)

    assert error.message == message
    assert error.offset == offset


def test_an_unknown_name_gets_a_suggestion() -> None:
    error = refusal("row < 2 and feul < 3")

    assert error.message == "`feul` is not known here"
    assert error.hint == 'did you mean "fuel"?'
    assert str(error).splitlines()[1:3] == ["    row < 2 and feul < 3", " " * 16 + "^"]


def test_other_spellings_get_a_hint() -> None:
    assert refusal("row = 1").hint == "write == to compare"
    assert refusal("true && true").hint == "write and"
    assert refusal("!true").hint == "write not, or != for different from"
    assert refusal("true AND true").hint == 'did you mean "and"?'


def test_tokens_can_be_checked_against_the_map() -> None:
    error = refusal('distance("X") < 2', tokens=["T", "S"])

    assert error.message == "the map has no token `X`"
    assert error.hint == "known here: S, T"


def test_a_variable_cannot_have_the_name_of_a_word_of_the_language() -> None:
    with pytest.raises(ModelError, match="'min' cannot be the name of a variable"):
        parse_expression("1", variables=["row", "min"])


@pytest.mark.parametrize(
    "text",
    [
        "(" * 1_000_000,
        "(" * 9_999,
        "-" * 9_999 + "1",
        "not " * 2_400 + "true",
        "min(" * 2_400 + "1" + ")",
        "9" * 400,
        "9" * 9_000,
        "10^400",
        "__import__('os')",
        "row.__class__",
        "(lambda: 1)()",
        "row if true else 1",
        "[1]",
        "row < ٣",
        "row < ²",
        "row² < 1",
        "row\x00",
        "\ud800",
        "row ≤ 2",
        "1_000",
        "1e9",
        "0x10",
        "row := 1",
        "2 ** 3",
        "'" * 99,
    ],
)
def test_hostile_texts_are_refused_in_a_sentence(text: str) -> None:
    error = refusal(text)

    assert len(error.message) < 200
    assert all(line.isprintable() for line in str(error).split("\n"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(" * 1_999 + "7" + ")" * 1_999, 7),
        ("-" * 2_000 + "7", 7),
        ("not " * 2_000 + "true", True),
        ("1" + "+1" * 4_000, 4_001),
        ("1" + "<=1" * 3_000, True),
        ("min(" + ",".join("9" * 3_000) + ")", 9),
    ],
)
def test_deep_and_long_expressions_are_computed(text: str, expected: object) -> None:
    assert value(text) == expected


def test_the_limits_are_named() -> None:
    assert "the limit is 10000" in refusal("1" + " " * 10_000).message
    assert "2000 levels" in refusal("(" * 2_001).message
    assert refusal("1000000001").hint == "whole numbers go up to 1000000000"
    assert value("1000000000") == 10**9
