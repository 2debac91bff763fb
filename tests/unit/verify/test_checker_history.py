"""Histories are the classes of prefixes with the same futures, found without any automaton."""

from dataclasses import replace

import pytest

from proctor.artefacts.environment import Environment, Memory
from proctor.artefacts.model import Barriers, ExplicitModel, Move
from proctor.budget import Budget
from proctor.verify import history, rests
from proctor.verify.environment import check_environment
from proctor.verify.history import histories


def world(system: str, test: str, *labels: tuple[str, ...]) -> Environment:
    """States in a ring, so that every label occurs; the first is the start."""
    n = len(labels)
    return Environment(
        model=ExplicitModel(
            propositions=("a", "b", "c", "t"),
            states=tuple(f"s{i}" for i in range(n)),
            labels=labels,
            start=0,
            terminal=(n - 1,),
            moves=tuple(Move(i, "on", (i + 1) % n) for i in range(n)),
        ),
        harness=Barriers(places=()),
        system_objective=system,
        test_objective=test,
        kind="reactive",
        memory=Memory(names=("m",), start=0, letters=((),), after=((-1,),), closed=((),)),
        flow=1,
    )


def classes(system: str, test: str, *labels: tuple[str, ...]) -> int:
    return len(histories(world(system, test, *labels), Budget()).after)


def test_two_visits_make_four_histories() -> None:
    assert classes("F t", "F a", (), ("a",), ("t",)) == 4


def test_a_proposition_that_never_comes_makes_no_history() -> None:
    assert classes("F t", "F(a & F b)", (), ("a",), ("t",)) == 2
    assert classes("F t & G !c", "F a", (), ("a",), ("t",)) == 4


def test_equal_futures_are_one_history_however_the_formulas_are_written() -> None:
    plain = classes("F t", "F a", (), ("a",), ("t",))
    clumsy = classes("F t & (F t | G !t)", "F a | F(a & F a) | !G !a", (), ("a",), ("t",))

    assert plain == clumsy


def test_a_sequence_takes_one_history_per_step() -> None:
    # Nothing, a, a then b, all three; F t doubles them.
    labels = ((), ("a",), ("b",), ("c",), ("t",))

    assert classes("F t", "F(a & F(b & F c))", *labels) == 8


def test_a_broken_system_objective_keeps_the_histories_of_the_test() -> None:
    # Open, done, broken; each with the test objective shown or not.
    assert classes("F t & G !c", "F a", (), ("a",), ("c",), ("t",)) == 6


def test_the_label_of_the_start_is_read() -> None:
    # The start shows a at once, so that the other histories are not reached.
    assert classes("F t", "F a", ("a",), (), ("t",)) == 2


def test_the_memory_may_not_be_finer_than_the_histories(reactive: Environment) -> None:
    # A second "seen" that differs in nothing.
    memory = reactive.memory
    finer = replace(
        memory,
        names=(*memory.names, "seen again"),
        after=(memory.after[0], (4, 4, 3), *memory.after[2:], (1, 1, 3)),
        closed=(*memory.closed, ()),
    )
    certificate = check_environment(replace(reactive, memory=finer))
    claim = next(c for c in certificate.claims if c.key == "history")

    assert claim.status == "refuted"
    assert "'seen again'" in claim.reason
    assert "same futures" in claim.reason


def test_the_memory_may_not_be_coarser_than_the_histories(reactive: Environment) -> None:
    memory = reactive.memory
    coarser = replace(memory, after=((0, 0, 2), *memory.after[1:]))
    certificate = check_environment(replace(reactive, memory=coarser))
    claim = next(c for c in certificate.claims if c.key == "history")

    assert claim.status == "refuted"
    assert "'none'" in claim.reason
    assert "other futures" in claim.reason


def test_a_formula_that_cannot_be_read_is_a_refuted_claim(reactive: Environment) -> None:
    certificate = check_environment(replace(reactive, system_objective="F gaol"))
    claim = next(c for c in certificate.claims if c.key == "history")

    assert claim.status == "refuted"
    assert "the system objective 'F gaol' cannot be read" in claim.reason


@pytest.mark.parametrize(("module", "limit"), [(rests, "MAX_RESTS"), (history, "MAX_PAIRS")])
def test_too_many_rests_leave_claims_unproved(
    module: object, limit: str, monkeypatch: pytest.MonkeyPatch, reactive: Environment
) -> None:
    monkeypatch.setattr(module, limit, 1)

    certificate = check_environment(reactive)

    assert certificate.verdict == "unconfirmed"
    claim = next(c for c in certificate.claims if c.key == "history")
    assert claim.status == "unproved"
    assert "more than 1 rests" in claim.reason


def test_a_budget_that_runs_out_leaves_the_rest_unproved(
    reactive: Environment, published: Environment
) -> None:
    for environment in (reactive, published):
        verdicts = []
        for steps in range(120):
            certificate = check_environment(environment, budget=Budget(steps=steps))
            verdicts.append(certificate.verdict)
            for claim in certificate.claims:
                assert claim.status != "refuted"
                assert claim.status != "unproved" or claim.reason

        # More steps never prove less.
        assert verdicts[0] == "unconfirmed"
        assert verdicts[-1] == "confirmed"
        assert verdicts == sorted(verdicts, reverse=True)
