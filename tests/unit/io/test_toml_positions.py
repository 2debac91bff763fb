import tomllib
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.io.toml_positions import MAX_KEYS, MAX_LEVELS, key_positions
from proctor.io.toml_words import too_deep, words_of

EXAMPLE = '''\
format = 1 # [not.a.table]
title = "A \\"small\\" run = [1]"

[system]
map = """
T . [ "
# = "" #
S \\""" .
"""
raw = \'\'\'
it's = {''
\'\'\'
terminal = ["T"]
moves = [
  "north",  # up
  [1.5, 2.5],
  { cells = "a, b", at = [3, 4] },
]

[system.counters.fuel]
change = { move = -1, stay.always = 0 }

[[environment.harness]]
cells = "row >= 1"
[[environment.harness]]
"quoted \\u0041.key" . 'raw.key' = 1979-05-27 07:32:00.5
[environment.harness.more]
weight = 2
'''


def places(text: str) -> dict[object, tuple[int, int]]:
    return {path: (p.line, p.column) for path, p in key_positions(text).items()}


def test_every_key_of_a_problem_file_is_found() -> None:
    found = places(EXAMPLE)

    assert found == {
        ("format",): (1, 1),
        ("title",): (2, 1),
        ("system",): (4, 2),
        ("system", "map"): (5, 1),
        ("system", "raw"): (10, 1),
        ("system", "terminal"): (13, 1),
        ("system", "terminal", 0): (13, 13),
        ("system", "moves"): (14, 1),
        ("system", "moves", 0): (15, 3),
        ("system", "moves", 1): (16, 3),
        ("system", "moves", 1, 0): (16, 4),
        ("system", "moves", 1, 1): (16, 9),
        ("system", "moves", 2): (17, 3),
        ("system", "moves", 2, "cells"): (17, 5),
        ("system", "moves", 2, "at"): (17, 21),
        ("system", "moves", 2, "at", 0): (17, 27),
        ("system", "moves", 2, "at", 1): (17, 30),
        ("system", "counters"): (20, 9),
        ("system", "counters", "fuel"): (20, 18),
        ("system", "counters", "fuel", "change"): (21, 1),
        ("system", "counters", "fuel", "change", "move"): (21, 12),
        ("system", "counters", "fuel", "change", "stay"): (21, 23),
        ("system", "counters", "fuel", "change", "stay", "always"): (21, 28),
        ("environment",): (23, 3),
        ("environment", "harness"): (23, 15),
        ("environment", "harness", 0): (23, 15),
        ("environment", "harness", 0, "cells"): (24, 1),
        ("environment", "harness", 1): (25, 15),
        ("environment", "harness", 1, "quoted A.key"): (26, 1),
        ("environment", "harness", 1, "quoted A.key", "raw.key"): (26, 23),
        ("environment", "harness", 1, "more"): (27, 22),
        ("environment", "harness", 1, "more", "weight"): (28, 1),
    }
    assert set(found) == paths(tomllib.loads(EXAMPLE))


def test_carriage_returns_do_not_move_anything() -> None:
    assert places(EXAMPLE.replace("\n", "\r\n")) == places(EXAMPLE)


def test_a_table_stands_where_its_header_is() -> None:
    assert places("[a.b]\nc = 1\n[a]\nd = 2")["a",] == (3, 2)


@pytest.mark.parametrize(
    "text",
    [
        'a = """x"""""\nb = 1',
        "a = '''x'''''\nb = 1",
        'a = ""\nb = 1',
        "a = ''\nb = 1",
        'a = """"""\nb = 1',
        'a = "\\\\"\nb = 1',
        "a = '\\'\nb = 1",
        "a = [] # ]\nb = 1",
        "a = {}\nb = 1",
        "a = [[], [[]], {},]\nb = 1",
        "a = 1.5e3\nb = 1",
    ],
)
def test_the_line_after_a_tricky_value_is_found(text: str) -> None:
    found = places(text)

    assert found["b",] == (2, 1)
    assert set(found) == paths(tomllib.loads(text))


def test_what_stands_before_a_fault_is_found() -> None:
    assert places("a = 1\nb = ]\nc = 2") == {("a",): (1, 1), ("b",): (2, 1)}


def test_keys_beyond_the_limits_are_left_out() -> None:
    deep = places("a = " + "[" * 50 + "]" * 50 + "\nb = 1")
    many = key_positions("a = [" + "1," * (MAX_KEYS + 9) + "]\nb = 1")

    assert (
        max(len(path) for path in key_positions("[" + ".".join("x" * 90) + "]")) == MAX_LEVELS
    )
    assert deep["b",] == (2, 1)
    assert len(many) == MAX_KEYS


def test_nesting_is_measured_outside_strings() -> None:
    assert too_deep('a = "[[[[" # [[[[\nb = [[1]]', 2) is None
    assert too_deep("a.b.c = 1", 3) is None
    assert too_deep("a.b.c = 1", 2) is not None
    assert too_deep("a = [1.5, 2.5, 3.5]", 2) is None


names = st.sampled_from(
    ["a", "b", "key-1", "1", "with space", "dot.ted", "é", 'quo"te', "x\ty"]
)
scalars = (
    st.booleans()
    | st.integers(-99, 99)
    | st.sampled_from([1.5, -2e9])
    | st.text("ab\"'[]{}=,.#\n\\ é", max_size=8)
)
trees = st.dictionaries(
    names,
    st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
        max_leaves=12,
    ),
    max_size=4,
)


def quoted(text: str) -> str:
    spelled = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    return '"' + spelled.replace("\n", "\\n") + '"'


def written(value: object) -> str:
    """Return a value as TOML, tables inline and lists over several lines."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return quoted(value) if len(value) % 2 else f'"""\n{quoted(value)[1:-1]}"""'
        case list():
            return "[" + ",\n".join(written(v) for v in value) + "]"
        case dict():
            return (
                "{" + ", ".join(f"{quoted(k)} = {written(v)}" for k, v in value.items()) + "}"
            )
    return str(value)


def document(tree: dict[str, object]) -> str:
    """Return a tree as TOML; tables and lists of tables at the top get headers."""
    plain, headed = [], []
    for key, value in tree.items():
        tables = value if isinstance(value, list) else [value]
        if tables and all(isinstance(t, dict) for t in tables):
            head = f"[[{quoted(key)}]]" if isinstance(value, list) else f"[ {quoted(key)} ]"
            for table in tables:
                lines = [f"{quoted(k)} = {written(v)}" for k, v in table.items()]
                headed.extend([head, *lines, "# = [ comment"])
        else:
            plain.append(f"  {quoted(key)} = {written(value)} # {{")
    return "\n".join([*plain, *headed])


def paths(value: object, prefix: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
    children: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        children = list(value.items())
    elif isinstance(value, list):
        children = list(enumerate(value))
    found = {prefix} if prefix else set()
    return found.union(*(paths(child, (*prefix, step)) for step, child in children))


@settings(max_examples=150, deadline=None)
@given(trees)
def test_what_the_standard_reader_reads_is_found_where_it_stands(
    tree: dict[str, object],
) -> None:
    text = document(tree)
    assert tomllib.loads(text) == tree

    found = places(text)
    lines = text.split("\n")

    assert set(found) == paths(tree)
    for path, (line, column) in found.items():
        if isinstance(path, tuple) and isinstance(path[-1], str):
            assert lines[line - 1][column - 1 :].startswith(quoted(path[-1]))


pieces = st.sampled_from(
    [
        "[",
        "]",
        "{",
        "}",
        ",",
        ".",
        "=",
        "a",
        "1.5",
        '"',
        "'",
        '"""',
        "'''",
        "\n",
        "#",
        "\\",
        " ",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.text() | st.lists(pieces, max_size=40).map("".join))
def test_any_text_is_covered_by_words_and_raises_nothing(text: str) -> None:
    key_positions(text)
    too_deep(text, 3)

    lines = text.split("\n")
    for word in words_of(text):
        rest = "\n".join(lines[word.line - 1 :])
        assert rest[word.column - 1 :].startswith(word.text)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len(EXAMPLE)), st.integers(0, 5), st.lists(pieces, max_size=3))
def test_a_damaged_file_raises_nothing(at: int, gone: int, put: list[str]) -> None:
    text = EXAMPLE[:at] + "".join(put) + EXAMPLE[at + gone :]
    found = key_positions(text)

    assert all(1 <= position.line <= text.count("\n") + 1 for position in found.values())


@pytest.mark.parametrize(
    "unit",
    [
        "[",
        "{",
        "a=[",
        "a={a=",
        '"""\\',
        "'''",
        '"',
        "'",
        ".a",
        "\\",
        '\\"""',
        "a.",
        "[a]\n",
        "#",
    ],
)
def test_hostile_texts_take_linear_time(unit: str) -> None:
    begun = perf_counter()
    key_positions(unit * (200_000 // len(unit)))

    assert perf_counter() - begun < 5
