from dataclasses import replace

import pytest

from proctor.artefacts.certificate import Claim
from proctor.artefacts.environment import Environment
from proctor.artefacts.model import Barriers, ExplicitModel, Move
from proctor.artefacts.outcome import Found
from proctor.budget import Budget
from proctor.engines.route.dispatch import route
from proctor.gallery import example
from proctor.io.checking import check
from proctor.io.problem_file import read_problem
from proctor.models.problem import Problem

MAZE = """
format = 1
title = "a small maze"
[system]
map = '''
S a .
. . T
'''
start = "S"
terminal = ["T"]
[objective]
system = "F T"
test = "F a"
[environment]
kind = "reactive"
[[environment.harness]]
cells = "row >= 0"
weight = 2
[[environment.place]]
name = "gate"
moves = ["r1c1 <-> r1c2"]
[[environment.rule]]
at_most = 3
among = "row == 0"
[[environment.rule]]
implies = ["r1c0 <-> r1c1", "gate"]
"""


def problem(*changes: tuple[str, str]) -> Problem:
    text = MAZE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return read_problem("maze.problem.toml", text=text)


def answer(question: Problem) -> Environment:
    found = route(question)
    assert isinstance(found, Found)
    return found.test


@pytest.fixture(scope="module")
def maze() -> Environment:
    return answer(problem())


def model_claim(test: Environment, *changes: tuple[str, str]) -> Claim:
    certificate = check(test, problem=problem(*changes))
    (claim,) = (c for c in certificate.claims if c.key == "model")
    assert certificate.verdict == ("confirmed" if claim.status == "proved" else "refuted")
    return claim


def test_without_a_problem_the_model_is_trusted(maze: Environment) -> None:
    certificate = check(maze)

    assert certificate.verdict == "confirmed"
    assert [c.key for c in certificate.claims if c.status == "trusted"] == ["model"]


def test_with_its_problem_every_claim_is_proved(maze: Environment) -> None:
    certificate = check(maze, problem=problem())

    assert {c.status for c in certificate.claims} == {"proved"}
    assert certificate.claims[0].text == (
        "the model is the one of the problem file: 6 states, 17 moves, 7 places"
    )


@pytest.mark.parametrize("kind", ["static", "mixed"])
def test_walls_are_confirmed_too(kind: str) -> None:
    changes = [('kind = "reactive"', f'kind = "{kind}"\nstatic_when = "row == 1"')]
    if kind == "static":
        changes = [('kind = "reactive"', 'kind = "static"')]
    question = problem(*changes)

    assert check(answer(question), problem=question).claims[0].status == "proved"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('kind = "reactive"', 'kind = "static"', "the file asks for kind = static, but"),
        (
            'kind = "reactive"',
            'kind = "reactive"\ncount = "edges"',
            "the file asks for count = edges, but the artefact has count = obstacles",
        ),
        (
            'kind = "reactive"',
            'kind = "reactive"\nfairness = "announced"',
            "the file asks for a test that is fair as in 'announced', but the artefact claims",
        ),
        (
            'kind = "reactive"',
            'kind = "reactive"\nbidirectional = false',
            "the file has bidirectional = false, but the artefact true",
        ),
        ('"F T"', '"G F T"', "the file's system objective is 'GF T', but the artefact's is"),
        ('"F a"', '"F (a & !T)"', "the file's test objective is 'F(a & !T)', but the artefa"),
        ("S a .\n. . T", "S . a\n. . T", "in the file's model 'a' does not hold in 'r0c1', in"),
        ("S a .\n. . T", "S a #\n. . T", "the artefact has the state 'r0c2' that the file's"),
        ("S a .\n. . T", "S a .\n. . T\n. # #", "the file's model has the state 'r2c0' that"),
        ("S a .\n. . T", ". a .\nS . T", "the file's model starts in 'r1c0', but the artefact"),
        ("S a .\n. . T", "S a .\nT . T", "the file's model has the terminal state 'r1c0' that"),
        (
            'start = "S"',
            'start = "S"\nmoves = ["east", "south", "west", "stay"]',
            "the artefact has the move 'r1c0' -> 'r0c0' by 'north' that the file's model does",
        ),
        ("S a .\n. . T", "S a B\n. . T", "the map drawn in the artefact is not the file's"),
        ('"gate"', '"door"', "the file's place 'door' is called 'gate' in the artefact"),
        ("weight = 2", "weight = 3", "the place 'r0c0 <-> r1c0' has the weight 3 in the file"),
        ('"row >= 0"', '"row >= 1"', "the artefact has the place 'r0c0 <-> r1c0'; the file's"),
        ("at_most = 3", "at_most = 4", "the file has a rule at_most that the artefact does"),
        ("implies", "never_both", "the file has a rule never_both that the artefact does not"),
    ],
)
def test_an_answer_to_another_problem_is_refuted(
    maze: Environment, old: str, new: str, reason: str
) -> None:
    claim = model_claim(maze, (old, new))

    assert claim.status == "refuted"
    assert claim.reason.startswith(reason)


def test_the_kind_of_a_place_counts() -> None:
    mixed = [('kind = "reactive"', 'kind = "mixed"\nstatic_when = "row == 1"')]
    doors = [('kind = "reactive"', 'kind = "mixed"\nstatic_when = "row == 0"')]

    claim = model_claim(answer(problem(*mixed)), *doors)
    assert claim.status == "refuted"
    assert claim.reason.startswith(
        "the place 'r0c0 <-> r0c1' is a wall in the file, but a door"
    )


def test_paper_conventions_are_asked_for(maze: Environment) -> None:
    claim = model_claim(maze, ('kind = "reactive"', 'kind = "reactive"\nconventions = "paper"'))

    assert claim.reason == (
        "the file asks for conventions = paper, but the artefact has conventions = default"
    )


def test_what_does_not_matter_to_the_test_may_change(maze: Environment) -> None:
    claim = model_claim(
        maze,
        ('"a small maze"', '"renamed"'),
        ("[[environment.rule]]\nat", "[stop]\nsteps = 9\n[[environment.rule]]\nat"),
    )

    assert claim.status == "proved"


def test_the_same_objective_may_be_written_otherwise(maze: Environment) -> None:
    assert model_claim(maze, ('"F a"', '"<> a"')).status == "proved"


def test_any_candidate_may_be_the_start(maze: Environment) -> None:
    assert model_claim(maze, ('start = "S"', 'start = ["r1c0", "S"]')).status == "proved"


def test_other_numbers_for_the_same_states_are_the_same_model(maze: Environment) -> None:
    old = maze.model
    last = len(old.states) - 1
    order = sorted(range(len(old.moves)), key=lambda m: (-old.moves[m].source, m))
    position = {m: i for i, m in enumerate(order)}
    model = ExplicitModel(
        propositions=old.propositions,
        states=old.states[::-1],
        labels=old.labels[::-1],
        start=last - old.start,
        terminal=tuple(sorted(last - s for s in old.terminal)),
        moves=tuple(
            Move(last - old.moves[m].source, old.moves[m].action, last - old.moves[m].target)
            for m in order
        ),
        cells=old.cells[::-1],
        map=old.map,
    )
    turned = replace(
        maze,
        model=model,
        harness=replace(
            maze.harness,
            places=tuple(
                replace(p, moves=tuple(sorted(position[m] for m in p.moves)))
                for p in maze.harness.places
            ),
        ),
        ways=tuple(tuple((last - s, q) for s, q in way) for way in maze.ways),
        cut=tuple(((last - s, q), (last - t, r)) for (s, q), (t, r) in maze.cut),
    )

    assert model_claim(turned).status == "proved"


def test_a_missing_place_is_refuted_though_the_test_works(maze: Environment) -> None:
    # Nobody closes the place that is left out, so that all other claims still hold.
    closed = {p for row in maze.memory.closed for p in row}
    unused = next(p for p in range(len(maze.harness.places)) if p not in closed)
    kept = [p for p in range(len(maze.harness.places)) if p != unused]
    moved = {p: i for i, p in enumerate(kept)}
    memory = replace(
        maze.memory,
        closed=tuple(tuple(moved[p] for p in row) for row in maze.memory.closed),
    )
    places = tuple(maze.harness.places[p] for p in kept)
    harness = Barriers(places=places, bidirectional=True)
    smaller = replace(maze, harness=harness, memory=memory)

    assert check(smaller).verdict == "confirmed"
    claim = model_claim(smaller)
    assert claim.reason == (
        f"the file's harness has the place '{maze.harness.places[unused].name}'; "
        "the artefact has not"
    )


def test_places_that_hold_no_moves_and_bad_numbers_are_refuted(maze: Environment) -> None:
    places = (replace(maze.harness.places[0], moves=(99,)), *maze.harness.places[1:])
    broken = replace(maze, harness=replace(maze.harness, places=places))

    assert check(broken, problem=problem()).verdict == "refuted"


def test_an_objective_that_does_not_parse_is_refuted(maze: Environment) -> None:
    claim = model_claim(replace(maze, test_objective="F ("))

    assert claim.status == "refuted"
    assert claim.reason.startswith("the artefact's test objective does not fit the file: ")


def test_a_limit_leaves_claims_open(maze: Environment) -> None:
    certificate = check(maze, problem=problem(), budget=Budget(steps=1))

    assert certificate.verdict == "unconfirmed"
    assert certificate.claims[0].status == "proved"


def test_in_the_papers_conventions_the_automata_are_made_again() -> None:
    problem = read_problem("e", text=example("example2-paper").text)
    environment = route(problem, method="enumerate").unwrap()
    memory = environment.memory
    after = [list(row) for row in memory.after]
    after[memory.start] = after[memory.start][::-1]
    lies = [
        replace(memory, test_marks=tuple(not mark for mark in memory.test_marks)),
        replace(memory, system_marks=tuple(not mark for mark in memory.system_marks)),
        replace(memory, after=tuple(map(tuple, after))),
    ]

    status = {c.key: c.status for c in check(environment, problem=problem).claims}
    assert status["marks"] == "proved"
    for lie in lies:
        assert check(replace(environment, memory=lie), problem=problem).verdict == "refuted"
