"""What the parser reads, what it refuses, and how it says so."""

from time import perf_counter

import pytest

from proctor.errors import InputError, SpecSyntaxError
from proctor.logic.formula import FALSE, TRUE, atom, unary
from proctor.logic.ops import Op
from proctor.logic.parser import parse

KNOWN = ["goal", "Fuel", "Gate", "a", "b"]

SAME = {
    "G(a -> F b)": [
        "[](a -> <>b)",
        "always (a implies eventually b)",
        "□(a → ◇b)",
        "G (a => F(b))",
        "G(a --> (F b))",
        "eventually_after(a, b)",
    ],
    "a & b | !c": ["a && b || !c", "a /\\ b \\/ ~c", "a and b or not c", "a ∧ b ∨ ¬c"],
    "a U b": ["a until b", "(a)U(b)"],
    "a R b": ["a V b", "a release b"],
    "a W b": ["a weak until b", "a weak\n  until b"],
    "a M b": ["a strong release b"],
    "a xor b": ["a ^ b", "a ⊕ b"],
    "a <-> b": ["a <=> b", "a <--> b", "a iff b", "a ↔ b", "a ⇔ b"],
    "GF a": ["G F a", "G(F(a))", "[]<>a", "□◇a", "always eventually a"],
    "XXX a": ["X[3] a", "next next next a", "○○○a", "X X[2] a", "X[0] XXX a"],
    "1 & 0": ["true & false", "tt & ff", "⊤ & ⊥", "True & FALSE"],
    "F a & F b": ["visit(a, b)", "visit( a ,b )"],
    "F(a & F(b | c))": ["sequence(a, b | c)"],
    "G !(a & b)": ["never(a & b)"],
    "G(a -> b)": ["instantly(a, b)"],
    "a | X(a | X a)": ["F[0:2] a", "F[0..2]a", "eventually[0:2] a", "<>[0:2]a"],
    "X(a & X a)": ["G[1:2] a"],
    "XXF a": ["F[2:] a"],
    "XXX(a & b)": ["F[3:3] (a & b)"],
    "G(a | X a)": ["GF[0:1] a"],
}


@pytest.mark.parametrize(("text", "others"), SAME.items())
def test_all_ways_of_writing_read_the_same(text: str, others: list[str]) -> None:
    assert [parse(other) for other in others] == [parse(text)] * len(others)
    assert str(parse(text)) == text


def test_names_are_read_whole() -> None:
    assert parse("Goal") == atom("Goal")
    assert parse("GFp") == atom("GFp")
    assert parse("F Fuel", KNOWN) == unary(Op.FINALLY, atom("Fuel"))
    assert parse("visit & never") == parse('"visit" & "never"')


def test_quotes_make_any_name() -> None:
    assert parse('F "door 3"') == unary(Op.FINALLY, atom("door 3"))
    assert str(parse('F "U" & "a" & "Küche"')) == 'F "U" & a & "Küche"'


def test_constants_are_the_constants() -> None:
    assert parse("1") == TRUE
    assert parse("ff") == FALSE


REFUSED = [
    ("", 1, "the formula is empty", "F goal"),
    (" \n ", 1, "the formula is empty", "F goal"),
    ("a &", 3, "has nothing on its right", "remove it"),
    ("& a", 1, "has nothing on its left", "remove it"),
    ("a U & b", 3, '"U" has nothing on its right', "rename it"),
    ("F & a", 1, '"F" has nothing on its right', '"f" or "is_F"'),
    ("goal & U", 8, '"U" is the until operator and cannot be', '"u" or "is_U"'),
    ("F R", 3, '"R" is the release operator and cannot be', '"r" or "is_R"'),
    ("(a & b", 1, "this parenthesis is never closed", "add a"),
    ("a & (b | (a)", 5, "this parenthesis is never closed", "add a"),
    ("(((", 3, "this parenthesis is never closed", "add a"),
    ("a)", 2, "this parenthesis closes nothing", "remove it"),
    ("a & ()", 5, "nothing in these parentheses", "fill"),
    ("a b", 3, 'an operator is missing between "a" and "b"', "join them"),
    ("a (b)", 3, "an operator is missing", "join them"),
    ("a !b", 3, "an operator is missing", "join them"),
    ("a, b", 2, 'a "," stands only', "visit(a, b)"),
    ("(a, b)", 3, 'a "," stands only', "visit(a, b)"),
    (", a", 1, 'the formula begins with ","', "begin"),
    ("visit(a,,b)", 8, 'there is nothing after this ","', "leave it away"),
    ("visit(,a)", 7, 'there is nothing before the ","', "leave it away"),
    ("visit(a,", 8, 'there is nothing after this ","', "leave it away"),
    ("visit(a", 1, "never closed", "add a"),
    ("visit()", 1, "nothing in these", "fill"),
    ("never(a, b)", 1, "never has 2 arguments", "never(a)"),
    ("instantly(a)", 1, "instantly has 1 argument", "instantly(a, b)"),
    ("gaol", 1, '"gaol" is not a proposition', 'did you mean "goal"'),
    ('"a b"', 1, '"a b" is not a proposition', "known here"),
    ("Fgoal", 1, '"Fgoal" is not a proposition', 'did you mean "F goal"'),
    ("GFgoal", 1, '"GFgoal" is not a proposition', 'did you mean "GF goal"'),
    ("goal == 3", 6, "only propositions stand in formulas", "[labels]"),
    ("room == 3", 6, "only propositions stand in formulas", "[labels]"),
    ("room<3", 5, "only propositions stand in formulas", "[labels]"),
    ("3 < room", 1, "does not start with a digit", "rename"),
    ("== a", 1, "only propositions stand in formulas", "[labels]"),
    ("a = 1", 3, "only propositions stand in formulas", "[labels]"),
    ("1a", 1, "does not start with a digit", "rename"),
    ("F[3] a", 2, "a range is needed", "X[3] p"),
    ("X[1:2] a", 2, "X takes one number", "X[1] p"),
    ("F[5:2] a", 2, "ends before it begins", "F[2:5] p"),
    ("F[0:1001] a", 2, "the limit is 1000 steps", "larger steps"),
    ("X[" + "9" * 5000 + "] a", 2, "the limit is 1000 steps", "larger steps"),
    ("X[!] a", 2, "is not a bound", "X[3]"),
    ("F[-1:2] a", 2, "is not a bound", "F[0:80]"),
    ("a[3]", 2, "does not stand right after", "F[0:80]"),
    ("F[0:1][0:1] a", 7, "does not stand right after", "F[0:80]"),
    ("[0:1] a", 1, "does not stand right after", "F[0:80]"),
    ("F[0:1", 2, "this bracket is never closed", "F[0:80]"),
    ('F "goal', 3, "this quote is never closed", "second"),
    ('F ""', 3, "an empty name", "name"),
    ('"a\\"', 1, "contains", "without quotes"),
    ('"' + "x" * 201 + '"', 1, "the limit is 200", "shorter"),
    ('"a\u202eb"', 1, "U\\+202E", "printable"),
    ("a & \0b", 5, "U\\+0000", "double quotes"),
    ("\ud800", 1, "U\\+D800", "double quotes"),
    ("a \u202e b", 3, "U\\+202E", "double quotes"),
    ("\U0001f600", 1, "U\\+1F600", "double quotes"),
    ("g\u043eal", 2, "CYRILLIC SMALL LETTER O", "double quotes"),
    ("a.b", 2, "cannot stand in a formula", "double quotes"),
    ("weak b", 1, '"weak" stands alone', "weak until"),
    ("strong", 1, '"strong" stands alone', "strong release"),
]


@pytest.mark.parametrize(("text", "column", "message", "hint"), REFUSED)
def test_what_is_no_formula_is_refused_in_a_sentence(
    text: str, column: int, message: str, hint: str
) -> None:
    with pytest.raises(SpecSyntaxError, match=message) as caught:
        parse(text, KNOWN)
    assert caught.value.column == column
    assert hint in (caught.value.hint or "")
    str(caught.value).encode()


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Always a", 'if the operator is meant, write "always"'),
        ("a Until b", 'if the operator is meant, write "until"'),
        ("never a", "if the pattern is meant, write never(...)"),
    ],
)
def test_words_that_look_like_operators_get_a_hint(text: str, hint: str) -> None:
    with pytest.raises(SpecSyntaxError) as caught:
        parse(text)
    assert caught.value.hint == hint


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("F dock-A", "dock-A"),
        ("F(T & F dock-A)", "dock-A"),
        ("F dock B", "dock B"),
        ("F my.place", "my.place"),
        ("F 3rd", "3rd"),
    ],
)
def test_a_declared_name_that_needs_quotes_is_written_out_with_them(
    text: str, name: str
) -> None:
    with pytest.raises(SpecSyntaxError) as caught:
        parse(text, ["T", "dock-A", "dock B", "my.place", "3rd"])
    assert f'in double quotes: "{name}"' in (caught.value.hint or "")
    assert f"""'F "{name}"'""" in (caught.value.hint or "")


def test_a_guess_that_needs_quotes_says_so() -> None:
    with pytest.raises(SpecSyntaxError) as caught:
        parse("F dockA", ["dock-A"])
    assert caught.value.hint == 'did you mean "dock-A"? The double quotes belong to it'


def test_without_any_proposition_the_hint_names_labels() -> None:
    with pytest.raises(SpecSyntaxError, match="labels define them"):
        parse("F goal", [])


MILLION = 1_000_000


@pytest.mark.parametrize(
    "text",
    [
        "(" * MILLION,
        "!" * MILLION,
        "F" * MILLION,
        "[]" * (MILLION // 2),
        "never(" * 100_000,
        "a -> " * 100_000 + "a",
        "a U " * 100_000 + "a",
        "a xor " * 100_000 + "a",
        "(a & " * 100_000,
        "X[1000] " * 100_000 + "a",
        "!" * 2001 + "a",
        "(" * 2001 + "a" + ")" * 2001,
    ],
)
def test_nesting_too_deep_names_the_limit_and_is_quick(text: str) -> None:
    begin = perf_counter()

    with pytest.raises(SpecSyntaxError, match=r"nested more than [24],000 deep"):
        parse(text)
    assert perf_counter() - begin < 5


def test_nesting_up_to_the_limit_is_read() -> None:
    assert parse("!" * 2000 + "a").depth == 2001
    assert parse("(" * 2000 + "a" + ")" * 2000) == atom("a")
    assert parse("F[0:1000] a").depth == 2001
    assert parse("F(a & " * 1000 + "b" + ")" * 1000).depth == 2001


def test_long_chains_are_flat() -> None:
    assert len(parse("&".join(["a"] * 50_000)).args) == 50_000
    assert parse("a|b&" * 20_000 + "a").depth == 3


def test_a_text_beyond_the_limit_is_refused() -> None:
    with pytest.raises(SpecSyntaxError, match="the limit is 1000000"):
        parse("a" + " " * MILLION)


def test_a_formula_too_large_when_written_out_is_refused() -> None:
    with pytest.raises(InputError, match="the limit is 1000000"):
        parse("G[0:1000] F[0:1000] F[0:1000] a")
