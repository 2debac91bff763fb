"""True environments are confirmed; every lie is refuted, and by the claim it concerns."""

from collections.abc import Callable
from dataclasses import fields, replace
from itertools import product

import pytest

from proctor.artefacts.certificate import Certificate, Claim
from proctor.artefacts.environment import Environment, Memory
from proctor.artefacts.model import Barriers, ExplicitModel, Move, Place, Rule
from proctor.verify.environment import check_environment

S, A, B, T = range(4)
NONE, SEEN, ARRIVED, BOTH = range(4)
Change = Callable[[Environment], Environment]


def refuted(certificate: Certificate) -> set[str]:
    return {claim.key for claim in certificate.claims if claim.status == "refuted"}


def the(key: str, certificate: Certificate) -> Claim:
    return next(claim for claim in certificate.claims if claim.key == key)


def remember(environment: Environment, **changes: object) -> Environment:
    return replace(environment, memory=replace(environment.memory, **changes))


def rework(environment: Environment, **changes: object) -> Environment:
    return replace(environment, model=replace(environment.model, **changes))


def refit(environment: Environment, **changes: object) -> Environment:
    return replace(environment, harness=replace(environment.harness, **changes))


def refit_place(environment: Environment, **changes: object) -> Environment:
    first, *others = environment.harness.places
    return refit(environment, places=(replace(first, **changes), *others))


def after(environment: Environment, row: int, entries: tuple[int, ...]) -> Environment:
    table = list(environment.memory.after)
    table[row] = entries
    return remember(environment, after=tuple(table))


@pytest.mark.parametrize("name", ["reactive", "announced", "mixed", "published"])
def test_a_true_environment_is_confirmed(name: str, request: pytest.FixtureRequest) -> None:
    certificate = check_environment(request.getfixturevalue(name))

    assert certificate.verdict == "confirmed", certificate.claims


def test_claims_come_in_a_fixed_order_that_depends_on_the_conventions(
    reactive: Environment, published: Environment
) -> None:
    default = [claim.key for claim in check_environment(reactive).claims]
    paper = [claim.key for claim in check_environment(published).claims]

    first = ["model", "memory", "harness", "rules", "walls"]
    last = ["no-bypass", "possible", "fair", "flow", "counts", "permanent"]
    assert default == [*first, "history", "terminal", *last]
    assert paper == [*first, "marks", *last]


def test_claims_of_an_artefact_that_cannot_be_followed_keep_that_order(
    reactive: Environment,
) -> None:
    broken = check_environment(after(reactive, NONE, (NONE, -1, ARRIVED)))

    assert [c.key for c in broken.claims] == [c.key for c in check_environment(reactive).claims]
    assert the("fair", broken).status == "unproved"
    assert '"memory"' in the("fair", broken).reason


LIES: dict[str, tuple[Change, str]] = {
    "the door is open": (lambda e: remember(e, closed=((), (), (), ())), "no-bypass"),
    "the door stays closed": (lambda e: remember(e, closed=((0,), (0,), (), ())), "flow"),
    "a place that does not exist": (
        lambda e: remember(e, closed=((1,), (), (), ())),
        "harness",
    ),
    "a negative place": (lambda e: remember(e, closed=((-1,), (), (), ())), "harness"),
    "a place closed twice": (lambda e: remember(e, closed=((0, 0), (), (), ())), "harness"),
    "a gap in the table": (lambda e: after(e, NONE, (NONE, -1, ARRIVED)), "memory"),
    "A is forgotten": (lambda e: after(e, SEEN, (NONE, SEEN, BOTH)), "history"),
    "A is not noticed": (lambda e: after(e, NONE, (NONE, NONE, ARRIVED)), "history"),
    "A is assumed": (lambda e: after(e, NONE, (SEEN, SEEN, ARRIVED)), "history"),
    "another start of the memory": (lambda e: remember(e, start=SEEN), "history"),
    "a letter twice": (lambda e: remember(e, letters=((), ("a",), ("a",))), "memory"),
    "a strange letter": (lambda e: remember(e, letters=((), ("a",), ("a", "t"))), "memory"),
    "letters exchanged": (lambda e: remember(e, letters=(("a",), (), ("t",))), "history"),
    "no ways": (lambda e: replace(e, ways=()), "flow"),
    "one way twice": (lambda e: replace(e, ways=(e.ways[0], e.ways[0])), "flow"),
    "an empty way": (lambda e: replace(e, ways=(e.ways[0], ())), "flow"),
    "a way of one step": (lambda e: replace(e, ways=(e.ways[0], ((S, NONE),))), "flow"),
    "a way that starts late": (lambda e: replace(e, ways=(e.ways[0], e.ways[1][1:])), "flow"),
    "a way that stops early": (lambda e: replace(e, ways=(e.ways[0], e.ways[1][:-1])), "flow"),
    "a way through the door": (
        lambda e: replace(e, ways=(e.ways[0], ((S, NONE), (B, NONE), (T, ARRIVED)))),
        "flow",
    ),
    "a way that jumps": (
        lambda e: replace(e, ways=(e.ways[0], ((S, NONE), (T, BOTH)))),
        "flow",
    ),
    "a way out of the model": (
        lambda e: replace(e, ways=(e.ways[0], ((S, NONE), (9, NONE), (T, BOTH)))),
        "flow",
    ),
    "a way with a wrong memory": (
        lambda e: replace(e, ways=(e.ways[0], ((S, NONE), (A, NONE), (T, BOTH)))),
        "flow",
    ),
    "a way whose memory does not exist": (
        lambda e: replace(e, ways=(e.ways[0], ((S, NONE), (A, -3), (T, BOTH)))),
        "flow",
    ),
    "ways that share an edge": (
        lambda e: replace(
            e,
            ways=(e.ways[0], ((S, NONE), (A, SEEN), (B, SEEN), (T, BOTH))),
        ),
        "flow",
    ),
    "a way back to the start": (
        lambda e: replace(
            e,
            ways=(
                e.ways[0],
                ((S, NONE), (B, NONE), (S, NONE), (A, SEEN), (B, SEEN), (T, BOTH)),
            ),
        ),
        "flow",
    ),
    "too large a flow": (lambda e: replace(e, flow=3), "flow"),
    "too small a flow": (lambda e: replace(e, flow=1, ways=e.ways[:1], cut=e.cut[:1]), "flow"),
    "no flow": (lambda e: replace(e, flow=0, ways=(), cut=()), "possible"),
    "a negative flow": (lambda e: replace(e, flow=-1), "possible"),
    "no cut": (lambda e: replace(e, cut=()), "flow"),
    "one edge of the cut twice": (lambda e: replace(e, cut=(e.cut[0], e.cut[0])), "flow"),
    "a cut beside the ways": (
        lambda e: replace(e, cut=(e.cut[0], ((A, SEEN), (S, SEEN)))),
        "flow",
    ),
    "a cut of no edge": (lambda e: replace(e, cut=(e.cut[0], ((S, NONE), (T, BOTH)))), "flow"),
    "a cut out of the model": (
        lambda e: replace(e, cut=(e.cut[0], ((7, NONE), (T, 11)))),
        "flow",
    ),
    "other cuts": (lambda e: replace(e, cuts=2), "counts"),
    "other obstacles": (lambda e: replace(e, obstacles=0), "counts"),
    "other closings": (lambda e: replace(e, closings=2), "counts"),
    "other stranded": (lambda e: replace(e, stranded=1), "counts"),
    "another weight": (lambda e: refit_place(e, weight=3), "counts"),
    "a negative weight": (lambda e: refit_place(e, weight=-1), "harness"),
    "a kind that has no doors": (lambda e: replace(e, kind="static"), "walls"),
    "marks are missing": (lambda e: replace(e, conventions="paper"), "marks"),
    "another system objective": (lambda e: replace(e, system_objective="G !t"), "possible"),
    "another test objective": (lambda e: replace(e, test_objective="F t"), "history"),
    "a formula that cannot be read": (lambda e: replace(e, test_objective="F ("), "history"),
    "a formula of other words": (lambda e: replace(e, system_objective="F goal"), "history"),
    "another start": (lambda e: rework(e, start=B), "flow"),
    "a start in A": (lambda e: rework(e, start=A), "history"),
    "a start in success": (lambda e: rework(e, start=T), "possible"),
    "no terminal state": (lambda e: rework(e, terminal=()), "terminal"),
    "a terminal state that is left": (lambda e: rework(e, terminal=(B, T)), "terminal"),
    "another label": (lambda e: rework(e, labels=((), ("a",), ("a",), ("t",))), "flow"),
    "an unknown label": (
        lambda e: rework(e, labels=((), ("a",), ("a", "t"), ("t",))),
        "memory",
    ),
    "a move less": (
        lambda e: rework(e, moves=e.model.moves[:4] + e.model.moves[5:]),
        "harness",
    ),
    "another action": (
        lambda e: rework(e, moves=(*e.model.moves[:7], Move(B, "to A", T))),
        "harness",
    ),
    "half a place": (lambda e: refit_place(e, moves=(6, 7)), "harness"),
    "a place of other moves": (lambda e: refit_place(e, moves=()), "no-bypass"),
    "a place of no move of the model": (lambda e: refit_place(e, moves=(8,)), "harness"),
    "a move in two places": (
        lambda e: refit(e, places=(*e.harness.places, Place(name="again", moves=(7,)))),
        "harness",
    ),
    "a move twice in a place": (lambda e: refit_place(e, moves=(7, 7)), "harness"),
    "a rule that is broken": (
        lambda e: refit(e, rules=(Rule(kind="at_most", first=(0,), limit=0),)),
        "rules",
    ),
    "a rule over no place": (
        lambda e: refit(e, rules=(Rule(kind="at_most", first=(0, 1), limit=9),)),
        "harness",
    ),
    "a rule over a negative place": (
        lambda e: refit(e, rules=(Rule(kind="implies", first=(0,), second=(-1,)),)),
        "harness",
    ),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_refuted_by_the_claim_that_it_concerns(
    lie: str, reactive: Environment
) -> None:
    change, key = LIES[lie]

    certificate = check_environment(change(reactive))

    assert certificate.verdict == "refuted"
    assert key in refuted(certificate), certificate.claims
    assert all(claim.reason for claim in certificate.claims if claim.status == "refuted")


PAPER_LIES: dict[str, tuple[Change, str]] = {
    "no system marks": (lambda e: remember(e, system_marks=()), "marks"),
    "no test marks": (lambda e: remember(e, test_marks=()), "marks"),
    "an early system mark": (
        lambda e: remember(e, system_marks=(False, True, True, True)),
        "marks",
    ),
    "a late system mark": (
        lambda e: remember(e, system_marks=(False, False, False, True)),
        "marks",
    ),
    "one early system mark": (
        lambda e: remember(e, system_marks=(True, False, True, True)),
        "marks",
    ),
    "a test mark that is lost": (
        lambda e: remember(e, test_marks=(False, True, False, False)),
        "marks",
    ),
    "an early test mark": (
        lambda e: remember(e, test_marks=(True, True, False, True)),
        "marks",
    ),
    "a late test mark": (
        lambda e: remember(e, test_marks=(False, False, False, True)),
        "marks",
    ),
    "another system objective": (lambda e: replace(e, system_objective="F a"), "marks"),
    "another test objective": (lambda e: replace(e, test_objective="F (a & X t)"), "marks"),
    "a formula that cannot be read": (lambda e: replace(e, system_objective="F t &"), "marks"),
    "the door is open": (lambda e: remember(e, closed=((), (), (), ())), "no-bypass"),
    "A is forgotten": (lambda e: after(e, SEEN, (NONE, SEEN, BOTH)), "marks"),
    "all doors are closed": (
        lambda e: refit(
            remember(e, closed=((0, 1, 2), (), (), ())),
            places=(
                *e.harness.places,
                Place(name="SA", moves=(0,)),
                Place(name="BA", moves=(6,)),
            ),
        ),
        "fair",
    ),
}


@pytest.mark.parametrize("lie", PAPER_LIES)
def test_a_lie_in_paper_conventions_is_refuted(lie: str, published: Environment) -> None:
    change, key = PAPER_LIES[lie]

    certificate = check_environment(change(published))

    assert key in refuted(certificate), certificate.claims


def test_a_wall_that_strands_is_fair_only_when_announced(announced: Environment) -> None:
    strict = check_environment(replace(announced, fairness="strict"))

    assert refuted(strict) == {"fair"}
    assert "'B' in history 'none'" in the("fair", strict).reason


def test_paper_fairness_asks_nothing_of_walls(announced: Environment) -> None:
    assert check_environment(replace(announced, fairness="paper")).verdict == "confirmed"


def test_a_way_to_success_through_the_start_counts_as_one(announced: Environment) -> None:
    # From B the only way leads back over S; the door closes it.
    moves = tuple(Move(one, f"to {two}", two) for one, two in [(S, A), (S, B), (A, T), (B, S)])
    back = replace(rework(announced, moves=moves), kind="reactive", closings=3)
    open_again = replace(
        remember(back, closed=((), (), (), ())), closings=0, cuts=0, obstacles=0, stranded=0
    )

    closed, opened = check_environment(back), check_environment(open_again)

    assert refuted(closed) == {"fair"}
    assert (
        "'B' in history 'none', reached by 'S' -> 'B', sees no way"
        in the("fair", closed).reason
    )
    assert opened.verdict == "confirmed"


def test_claims_give_their_figures(reactive: Environment) -> None:
    certificate = check_environment(reactive)

    assert [claim.text.partition(": ")[2] for claim in certificate.claims[1:]] == [
        "7 pairs of state and history, 13 edges, 4 histories",
        "1 place, 1 move",
        "0 rules, 4 histories",
        "0 walls, 4 histories",
        "4 histories, 3 letters",
        "1 of 4 states",
        "6 pairs searched, 0 ways around",
        "1 pair of success reached",
        "strict, 6 pairs looked at, 0 lose success",
        "2 ways without a shared edge, and a cut of 2 edges",
        "cuts 1, obstacles 1, closings 1, stranded 0",
        "by the form of the formula",
    ]


def test_a_door_is_never_announced(announced: Environment) -> None:
    as_doors = check_environment(replace(announced, kind="reactive", closings=4))

    assert refuted(as_doors) == {"fair"}


def test_a_wall_is_closed_in_all_histories_or_in_none(mixed: Environment) -> None:
    half_open = check_environment(remember(mixed, closed=((0, 1), (1,), (), (1,))))

    assert "walls" in refuted(half_open)
    assert "'BA'" in the("walls", half_open).reason


def test_a_test_objective_that_can_be_lost_is_refuted(reactive: Environment) -> None:
    # "not in A at the end" is true at S and false at A.
    fickle = check_environment(replace(reactive, test_objective="G !a"))

    assert "permanent" in refuted(fickle)


def test_the_start_may_not_be_a_success(reactive: Environment) -> None:
    over = rework(reactive, start=T)
    certificate = check_environment(remember(over, start=ARRIVED))

    assert "possible" in refuted(certificate)
    assert "over where it starts" in the("possible", certificate).reason


RULES = {
    "implies": Rule(kind="implies", first=(0,), second=(1,)),
    "never_both": Rule(kind="never_both", first=(0, 1), second=(0, 1)),
    "at_most": Rule(kind="at_most", first=(0, 1), limit=2),
}
KEPT = {  # by which sets of closed places
    "implies": [(), (1,), (0, 1)],
    "never_both": [(), (0,), (1,)],
    "at_most": [(), (0,), (1,), (0, 1)],
}


@pytest.mark.parametrize(
    ("kind", "closed"), list(product(RULES, [(), (0,), (1,), (0, 1)])), ids=str
)
def test_rules_hold_in_every_history(
    kind: str, closed: tuple[int, ...], mixed: Environment
) -> None:
    ruled = refit(remember(mixed, closed=((), closed, (), ())), rules=(RULES[kind],))

    claim = the("rules", check_environment(ruled))

    assert claim.status == ("proved" if closed in KEPT[kind] else "refuted")
    assert closed in KEPT[kind] or "'seen'" in claim.reason


def test_a_pair_of_directions_belongs_to_one_place(mixed: Environment) -> None:
    # The wall BA holds B->A only.
    assert "harness" in refuted(check_environment(refit(mixed, bidirectional=True)))


def test_a_self_loop_is_in_no_place(reactive: Environment) -> None:
    moves = reactive.model.moves
    looped = rework(reactive, moves=(*moves[:5], Move(B, "stay", B), *moves[5:]))
    certificate = check_environment(refit_place(looped, moves=(5, 8)))

    assert "self-loop" in the("harness", certificate).reason


def test_two_actions_between_two_states_block_only_together(reactive: Environment) -> None:
    # Both lead from B to T; only the first is in the place.
    twice = rework(reactive, moves=(*reactive.model.moves, Move(B, "jump", T)))
    one = check_environment(refit(twice, bidirectional=False))
    both = check_environment(refit_place(twice, moves=(7, 8)))

    assert "no-bypass" in refuted(one)
    assert both.verdict == "confirmed"


SILENT = {  # what says nothing that could be checked here
    # A better grade of fairness must be earned (tested above); a worse one is true as well.
    "Environment": {
        "title",
        "count",
        "fairness",
        "problem_digest",
        "proved_by",  # a name; whether it is so is the claim `best`
        "seed",
        "version",
        "warnings",
    },
    # Names, and the drawing: that they are those of the file is the claim `model`.
    "ExplicitModel": {"propositions", "states", "cells", "map"},
    "Memory": {"names", "system_marks", "test_marks"},  # marks speak in `paper` only
    "Barriers": set(),
    "Place": {"name", "wall"},  # walls are flagged in `mixed` only
}
CHANGED: dict[str, dict[str, Change]] = {
    "Environment": {
        "model": lambda e: rework(e, start=A),
        "harness": lambda e: refit(e, places=()),
        "system_objective": lambda e: replace(e, system_objective="F (t & X a)"),
        "test_objective": lambda e: replace(e, test_objective="F (t & X a)"),
        "kind": lambda e: replace(e, kind="static"),
        "conventions": lambda e: replace(e, conventions="paper"),
        "memory": lambda e: remember(e, start=BOTH),
        "flow": lambda e: replace(e, flow=1),
        "ways": lambda e: replace(e, ways=e.ways[:1]),
        "cut": lambda e: replace(e, cut=e.cut[1:]),
        "obstacles": lambda e: replace(e, obstacles=2),
        "closings": lambda e: replace(e, closings=0),
        "cuts": lambda e: replace(e, cuts=0),
        "stranded": lambda e: replace(e, stranded=1),
    },
    "ExplicitModel": {
        "labels": lambda e: rework(e, labels=((), (), ("a",), ("t",))),
        "start": lambda e: rework(e, start=B),
        "terminal": lambda e: rework(e, terminal=()),
        "moves": lambda e: rework(e, moves=e.model.moves[:7]),
    },
    "Memory": {
        "start": lambda e: remember(e, start=ARRIVED),
        "letters": lambda e: remember(e, letters=((), ("t",), ("a",))),
        "after": lambda e: after(e, NONE, (NONE, BOTH, ARRIVED)),
        "closed": lambda e: remember(e, closed=((), (), (), ())),
    },
    "Barriers": {
        "places": lambda e: refit(e, places=()),
        "rules": lambda e: refit(e, rules=(Rule(kind="at_most", first=(0,)),)),
        "bidirectional": lambda e: refit(
            rework(e, terminal=(T,), moves=(*e.model.moves, Move(T, "to B", B))),
            bidirectional=True,
        ),
    },
    "Place": {
        "moves": lambda e: refit_place(e, moves=(6,)),
        "weight": lambda e: refit_place(e, weight=2),
    },
}


@pytest.mark.parametrize("kind", [Environment, ExplicitModel, Memory, Barriers, Place])
def test_no_field_can_be_changed_silently(kind: type, reactive: Environment) -> None:
    known = CHANGED[kind.__name__]
    assert set(known) | SILENT[kind.__name__] == {field.name for field in fields(kind)}
    assert check_environment(reactive).verdict == "confirmed"

    for name, change in known.items():
        assert check_environment(change(reactive)).verdict == "refuted", name


def test_fields_without_a_claim_change_nothing(reactive: Environment) -> None:
    renamed = rework(reactive, states=("s", "a", "b", "t"), propositions=("a", "b", "t"))
    dressed = replace(
        remember(renamed, names=("w", "x", "y", "z")),
        title="another",
        count="edges",
        problem_digest="0",
        seed=7,
        version="9",
        warnings=("careful",),
    )

    assert check_environment(dressed).verdict == "confirmed"


def test_an_objective_that_flickers_before_the_end_may_still_be_one_that_stays(
    reactive: Environment,
) -> None:
    # A run that ends in A satisfies F(a & X a), and one step later it need not; but once a has
    # come twice in a row, nothing can take it back. Its form says so.
    twice = check_environment(replace(reactive, test_objective="F(a & X a)"))

    assert "permanent" not in refuted(twice)
