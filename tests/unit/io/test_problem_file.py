"""Problem files: what is read, and how errors name file, line, key and value."""

import pytest

from proctor.errors import InputError
from proctor.io.problem_file import read_problem

GOOD = """format = 1
title = "two cells"

[system]
map = "S a T"
start = "S"
terminal = ["T"]

[labels]
left = "column == 0"

[objective]
system = "F T"
test = "F a"

[environment]
kind = "static"
protect = ["stay"]
"""


def message(text: str) -> str:
    with pytest.raises(InputError) as caught:
        read_problem("my.problem.toml", text=text)
    return str(caught.value)


def test_a_whole_file_becomes_a_problem() -> None:
    problem = read_problem("my.problem.toml", text=GOOD)

    assert problem.title == "two cells"
    assert (problem.asked, problem.counted) == ("fairest", "obstacles")
    assert problem.model.propositions == ("S", "T", "a", "left")


def test_paper_conventions_change_what_is_asked_unless_it_is_set() -> None:
    paper = read_problem("p", text=GOOD + 'conventions = "paper"\n')
    strict = read_problem("p", text=GOOD + 'conventions = "paper"\nfairness = "strict"\n')

    assert (paper.asked, paper.counted) == ("paper", "edges")
    assert strict.asked == "strict"


def test_the_digest_depends_on_what_is_said_and_not_on_how_it_is_laid_out() -> None:
    plain = read_problem("p", text=GOOD)
    spaced = read_problem("p", text=GOOD.replace("\n[labels]", "\n# a comment\n\n[labels]"))
    other = read_problem("p", text=GOOD.replace("F a", "F left"))

    assert plain.digest == spaced.digest != other.digest


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            'protect = ["stay"]',
            'protct = ["stay"]',
            ["my.problem.toml:18", "protct", '"protect"'],
        ),
        (
            'protect = ["stay"]',
            'protect = ["stay", 1]',
            [":18", "protect[1]", "a text in quotes"],
        ),
        ('kind = "static"', 'kind = "statc"', [":17", "kind = 'statc'", '"static"']),
        ("format = 1", "format = 2", [":1", "format = 2"]),
        ('title = "two cells"', "title = 3", [":2", "3 is a whole number"]),
        (
            'left = "column == 0"',
            'left = "colum == 0"',
            [":10", "labels.left", '"column"', "^"],
        ),
        ('left = "column == 0"', "left = 5", [":10", "labels.left"]),
        ('left = "column == 0"', 'U = "column == 0"', [":10", "cannot be a proposition"]),
        ('system = "F T"', 'system = "F Tt"', [":13", "objective.system", "Tt", "^"]),
        ('test = "F a"', 'test = "F (a"', [":14", "objective.test", "^"]),
        ('test = "F a"', "", ["test is missing in [objective]", ":12"]),
        ('start = "S"', 'start = "X"', [":6", "system.start", "'X'"]),
        ('start = "S"', "start = 1", [":6", "a text in quotes or a list"]),
        ('terminal = ["T"]', 'terminal = ["U"]', [":7", "'U'"]),
        ('terminal = ["T"]', "", ["no terminal state", 'terminal = ["T"]']),
        ('map = "S a T"', 'map = "S a T\\nS a"', [":5", "row 1 of the map"]),
        ('map = "S a T"', 'map = "S a T"\ntransitions = []', ["map or as transitions"]),
        ('map = "S a T"', "", ["either as a map or as transitions"]),
        ('map = "S a T"', 'transitions = ["S => a"]', [":5", "is not a move"]),
        ('map = "S a T"', 'map = "S a T"\nmoves = ["up"]', ["is not a move on a map"]),
        ("[objective]", "[objective]\n[objective]", ["my.problem.toml:"]),
    ],
)
def test_an_error_names_the_place_the_value_and_what_to_do(
    old: str, new: str, words: list[str]
) -> None:
    assert old in GOOD
    said = message(GOOD.replace(old, new, 1))

    for word in words:
        assert word in said, said


RULES = [
    ("[[environment.rule]]\nat_most = 1", "exactly one of"),
    ("[environment.harness]\nweight = 2", "[[environment.harness]] with double brackets"),
    ("[system.counters.'²']\nstart = 1\nmax = 2", "cannot be the name of a counter"),
    ("[system.counters.'a.b']\nstart = 1\nmax = 2", "counters.'a.b'"),
    (
        '[system.counters.fuel]\nstart = 1\nmax = 2\nrefill = ["X"]',
        "system.counters.fuel.refill",
    ),
    ('[[environment.harness]]\nactions = ["up"]', "environment.harness[0].actions"),
    ('[[environment.rule]]\nimplies = ["a"]', "takes two operands"),
    ('[[environment.rule]]\nat_most = -1\namong = "true"', "less than nothing"),
    ('[[environment.rule]]\nimplies = ["nope", "row == 0"]', "environment.rule[0].implies"),
    ('[[environment.place]]\nname = "x"\nmoves = ["S <-> T"]', "there is no move"),
    ("[stop]\nsteps = 0", "would end every run at once"),
    ('[stop]\nwhen = "rwo == 0"', "stop.when"),
    ('[[requirement]]\nid = "A"\nltl = "G nope"', "requirement[0].ltl"),
    ("[system.counters.fuel]\nstart = 5\nmax = 3", "starts at 5"),
    (
        "[system.counters.row]\nstart = 1\nmax = 3",
        "row, column and words such as not are taken",
    ),
]


@pytest.mark.parametrize(("lines", "words"), RULES)
def test_what_is_wrong_further_down_is_found_as_well(lines: str, words: str) -> None:
    said = message(f"{GOOD}\n{lines}\n")

    assert words in said
    assert "my.problem.toml:" in said
