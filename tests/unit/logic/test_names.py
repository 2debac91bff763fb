"""Which words can be propositions."""

import pytest

from proctor.errors import InputError
from proctor.logic.formula import atom
from proctor.logic.names import KEYWORDS, check_name, is_plain
from proctor.logic.parser import parse


@pytest.mark.parametrize("name", ["goal", "Goal", "GFp", "_x", "r0c1", "door 3", "Küche", "u"])
def test_ordinary_names_can_be_declared(name: str) -> None:
    check_name(name)

    assert parse(f'F "{name}"', [name]).args[0] == atom(name)


@pytest.mark.parametrize("name", ["F", "GF", "FGX", *sorted(KEYWORDS)])
def test_operators_cannot_be_declared_and_the_hint_renames_them(name: str) -> None:
    with pytest.raises(InputError, match="cannot be a proposition") as caught:
        check_name(name)
    suggested = (caught.value.hint or "").split('"')[1::2]
    assert suggested
    assert all(map(is_plain, suggested))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "empty name"),
        ("x" * 201, "the limit is 200"),
        ('a"b', "contains"),
        ("a\\b", "contains"),
        ("a\nb", "U\\+000A"),
        ("a\u202eb", "U\\+202E"),
        ("\ud800", "U\\+D800"),
    ],
)
def test_names_that_cannot_be_written_are_refused(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        check_name(name)
    with pytest.raises(InputError, match=message):
        atom(name)
