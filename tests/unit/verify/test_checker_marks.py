"""What marks of automata say is trusted, unless a formula says otherwise."""

from dataclasses import replace

from proctor.artefacts.certificate import Claim
from proctor.artefacts.environment import Environment
from proctor.verify.environment import check_environment


def marks(environment: Environment) -> Claim:
    return next(c for c in check_environment(environment).claims if c.key == "marks")


def remember(environment: Environment, **changes: object) -> Environment:
    return replace(environment, memory=replace(environment.memory, **changes))


def test_marks_are_trusted_and_do_not_spoil_the_certificate(published: Environment) -> None:
    assert marks(published).status == "trusted"
    assert check_environment(published).verdict == "confirmed"


def test_a_test_mark_where_something_remains_is_refuted(published: Environment) -> None:
    claim = marks(remember(published, test_marks=(True, True, True, True)))

    assert claim.status == "refuted"
    assert "history 'none' has a test mark" in claim.reason


def test_a_missing_test_mark_is_refuted(published: Environment) -> None:
    claim = marks(remember(published, test_marks=(False, False, False, False)))

    assert claim.status == "refuted"
    assert "'seen', which has no test mark" in claim.reason


def test_a_system_mark_must_agree_with_the_words_that_end_in_one_letter(
    published: Environment,
) -> None:
    claim = marks(remember(published, system_marks=(True, True, True, True)))

    assert claim.status == "refuted"
    assert "the system marks" in claim.reason


def test_a_mark_on_the_way_is_no_acceptance(published: Environment) -> None:
    # In Büchi automata a mark that is left at once means nothing: only cycles count. Reading
    # anything in "fresh" leads on, so its mark is free; ways then end there.
    memory = published.memory
    names = (*memory.names, "fresh")
    marked = replace(
        memory,
        names=names,
        start=4,
        after=(*memory.after, memory.after[0]),
        closed=(*memory.closed, (0,)),
        system_marks=(*memory.system_marks, True),
        test_marks=(*memory.test_marks, False),
    )

    assert marks(replace(published, memory=marked)).status == "trusted"


def test_the_label_of_the_start_is_not_read(published: Environment) -> None:
    labels = (("a",), *published.model.labels[1:])
    relabelled = replace(published, model=replace(published.model, labels=labels))

    # B has the empty label, so all letters still occur; going back to S reads a.
    assert marks(relabelled).status == "trusted"


def test_a_rest_that_hides_its_truth_leaves_the_claim_open(published: Environment) -> None:
    # After a nothing remains to be shown, but no rule of rewriting says so.
    hidden = replace(published, test_objective="F(a & X(t | !t))")

    assert marks(hidden).status == "unproved"
    assert "'seen'" in marks(hidden).reason
    assert check_environment(hidden).verdict == "unconfirmed"
