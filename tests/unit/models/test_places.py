"""Places: which moves are blocked together, which may be blocked at all, and rules."""

import pytest

from proctor.errors import ModelError
from proctor.io.problem_file import read_problem
from proctor.models.places import Places

GRID = """
format = 1
[system]
map = '''
S . .
. # T
'''
start = "S"
terminal = ["T"]
moves = ["north", "south", "east", "west", "stay"]
[objective]
system = "F T"
test = "F T"
[environment]
"""
NET = """
format = 1
[system]
transitions = [
  "a -> b by go", "a -> c by go", "a -> b by run", "b -> a", "b -> t", "c -> t", "a -> a"
]
start = "a"
terminal = ["t"]
[system.labels]
goal = ["t"]
[objective]
system = "F goal"
test = "F goal"
[environment]
"""


def places(text: str) -> Places:
    return read_problem("w.problem.toml", text=text).places


def as_sets(found: Places) -> set[frozenset[str]]:
    model = found.model
    return {
        frozenset(
            f"{model.name(model.tails[m])}>{model.name(model.heads[m])}" for m in found.moves[p]
        )
        for p in range(found.n)
    }


def test_both_directions_are_one_place_unless_told_otherwise() -> None:
    together = places(GRID + 'kind = "static"')
    apart = places(GRID + 'kind = "static"\nbidirectional = false')

    assert frozenset({"r0c0>r0c1", "r0c1>r0c0"}) in as_sets(together)
    assert frozenset({"r0c0>r0c1"}) in as_sets(apart)
    assert frozenset({"r0c2>r1c2"}) in as_sets(together)  # nothing leads out of the goal


def test_a_self_loop_is_never_a_place() -> None:
    found = places(GRID + 'kind = "static"')

    assert not [s for s in as_sets(found) for m in s if m.split(">")[0] == m.split(">")[1]]


def test_one_action_with_two_outcomes_is_one_place() -> None:
    found = places(NET + 'kind = "reactive"\nbidirectional = false')

    assert frozenset({"a>b", "a>c"}) in as_sets(found)
    assert frozenset({"a>b"}) in as_sets(found)  # the other action
    assert len(set(found.names)) == found.n


def test_with_both_directions_all_moves_of_a_pair_hang_together() -> None:
    found = places(NET + 'kind = "reactive"')

    assert frozenset({"a>b", "a>c", "b>a"}) in as_sets(found)


def test_protected_actions_and_what_hangs_on_them_stay_free() -> None:
    found = places(NET + 'kind = "reactive"\nprotect = ["run"]')

    assert frozenset({"a>b", "a>c", "b>a"}) not in as_sets(found)


def test_a_counter_must_be_ignored_or_directions_told_apart() -> None:
    fuel = "[system.counters.fuel]\nstart = 2\nmax = 2\nchange = { move = -1 }\n"
    text = GRID.replace("[objective]", fuel + "[objective]")

    with pytest.raises(ModelError, match="the counter fuel divides cells"):
        places(text + 'kind = "static"')
    merged = places(text + 'kind = "static"\nignore = ["fuel"]')
    split = places(text + 'kind = "static"\nbidirectional = false')
    assert merged.n == 4
    assert split.n > merged.n


def test_zones_allow_moves_and_the_largest_weight_counts() -> None:
    found = places(
        GRID
        + 'kind = "static"\nbidirectional = false\n'
        + '[[environment.harness]]\ncells = "row == 0"\nweight = 2\n'
        + '[[environment.harness]]\nactions = ["south"]\nweight = 5\n'
    )
    weights = {name: int(found.weights[p]) for p, name in enumerate(found.names)}

    assert weights["r0c0 -> r0c1"] == 2
    assert weights["r0c2 -> r1c2"] == 5
    assert "r1c0 -> r0c0" not in weights


def test_a_named_place_is_one_unit_and_can_stand_in_rules() -> None:
    found = places(
        GRID
        + 'kind = "reactive"\n'
        + '[[environment.place]]\nname = "gate"\nmoves = ["r0c0 <-> r0c1", "r0c0 <-> r1c0"]\n'
        + '[[environment.rule]]\nnever_both = ["gate", "r0c1 <-> r0c2"]\n'
        + '[[environment.rule]]\nat_most = 1\namong = "row == 0"\n'
    )
    gate = found.names.index("gate")

    assert len(found.moves[gate]) == 4
    assert found.rules[0].first == (gate,)
    assert found.rules[1].limit == 1
    assert len(found.rules[1].first) == found.n


def test_together_makes_one_place() -> None:
    found = places(
        GRID
        + 'kind = "static"\n[[environment.rule]]\n'
        + 'together = ["r0c0 <-> r0c1", "r0c1 <-> r0c2"]\n'
    )

    assert max(len(moves) for moves in found.moves) == 4


def test_in_a_mixed_problem_a_pair_is_a_wall_as_soon_as_one_direction_is() -> None:
    found = places(GRID + 'kind = "mixed"\nstatic_when = "column == 0"')
    walls = {name for p, name in enumerate(found.names) if found.walls[p]}

    assert walls == {"r0c1 <-> r0c0", "r1c0 <-> r0c0"} or {
        frozenset(name.split(" <-> ")) for name in walls
    } == {frozenset({"r0c0", "r0c1"}), frozenset({"r0c0", "r1c0"})}


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ('kind = "mixed"', "must say which transitions are walls"),
        ('kind = "static"\nstatic_when = "row == 0"', "no meaning in a static problem"),
        ('kind = "static"\nprotect = ["fly"]', "no action of this model"),
        ('kind = "static"\nignore = ["fuel"]', "no counter"),
        (
            'kind = "static"\n[[environment.place]]\nname = "x"\nmoves = ["r0c0 <-> r1c2"]',
            "there is no move",
        ),
        (
            (
                'kind = "static"\nprotect = ["east"]\n'
                '[[environment.place]]\nname = "x"\nmoves = ["r0c0 -> r0c1"]'
            ),
            "its action is protected",
        ),
        (
            'kind = "static"\n[[environment.harness]]\nweight = -1',
            "out of range",
        ),
    ],
)
def test_contradictions_are_refused_with_the_key(lines: str, words: str) -> None:
    with pytest.raises(ModelError, match=words) as caught:
        places(GRID + lines)

    assert "w.problem.toml:" in str(caught.value)


def test_an_ignored_counter_cannot_stand_in_a_condition() -> None:
    fuel = "[system.counters.fuel]\nstart = 2\nmax = 2\n"
    text = GRID.replace("[objective]", fuel + "[objective]")

    with pytest.raises(ModelError, match="places ignore that counter"):
        places(text + 'kind = "mixed"\nignore = ["fuel"]\nstatic_when = "fuel > 1"')


def test_together_with_a_condition_joins_places_and_never_destroys_them() -> None:
    found = places(
        GRID
        + 'kind = "static"\nprotect = ["north"]\n'
        + '[[environment.rule]]\ntogether = ["row == 0"]\n'
    )

    # r0c0 <-> r1c0 hangs on a protected move; the two others of row 0 become one.
    assert as_sets(found) == {
        frozenset({"r0c0>r0c1", "r0c1>r0c0", "r0c1>r0c2", "r0c2>r0c1", "r0c2>r1c2"})
    }


def test_two_named_doors_can_hang_on_one_motor() -> None:
    found = places(
        GRID
        + 'kind = "static"\n'
        + '[[environment.place]]\nname = "d1"\nmoves = ["r0c0 <-> r0c1"]\n'
        + '[[environment.place]]\nname = "d2"\nmoves = ["r0c0 <-> r1c0"]\n'
        + '[[environment.rule]]\ntogether = ["d1", ["d2"]]\n'
    )

    assert "d1 + d2" in found.names


def test_waiting_in_a_cell_is_never_blocked_even_if_it_costs() -> None:
    fuel = "[system.counters.fuel]\nstart = 2\nmax = 2\nchange = { move = -1, stay = -1 }\n"
    found = places(
        GRID.replace("[objective]", fuel + "[objective]") + 'kind = "static"\nignore = ["fuel"]'
    )

    assert not [s for s in as_sets(found) for m in s if m[:4] == m.split(">")[1][:4]]


def test_a_long_chain_of_shared_actions_is_grouped_in_a_moment() -> None:
    # One place, and no round for each link of the chain.
    moves = ", ".join(f'"s{i} <-> s{i + 1} by go"' for i in range(3000))
    found = places(
        f'format = 1\n[system]\ntransitions = [{moves}, "s9 -> t"]\nstart = "s0"\n'
        'terminal = ["t"]\n[system.labels]\ngoal = ["t"]\n[objective]\nsystem = "F goal"\n'
        'test = "F goal"\n[environment]\nkind = "static"'
    )

    assert max(len(moves) for moves in found.moves) == 6000


@pytest.mark.parametrize("name", ["a -> b", "r0c0 <-> r0c1"])
def test_a_place_is_not_called_like_a_move(name: str) -> None:
    with pytest.raises(ModelError, match="reads as a move"):
        places(
            GRID
            + f'kind = "static"\n[[environment.place]]\nname = "{name}"\n'
            + 'moves = ["r0c0 <-> r0c1"]'
        )
