"""Histories in words, prospects of a walk, and maps side by side."""

from dataclasses import replace

import pytest

import proctor
from proctor.artefacts.environment import Environment
from proctor.errors import InputError
from proctor.gallery import example
from proctor.io.problem_file import read_problem
from proctor.logic.explain import word_text
from proctor.logic.lasso import Lasso
from proctor.reports.captions import captions, objective_words
from proctor.reports.drawing_text import drawing_text
from proctor.reports.histories import final_histories
from proctor.reports.maps import history_maps, side_by_side
from proctor.reports.product_drawing import walked_drawing
from proctor.reports.prospects import prospects
from unit.reports.pictured import network_environment, reactive_environment, static_environment


def solved() -> Environment:
    """Example 2 of the flow paper, as `route` answers it."""
    text = example("example2").text
    return proctor.route(read_problem("example2.problem.toml", text=text)).unwrap()


def test_a_history_is_told_by_what_remains_to_be_seen() -> None:
    assert captions(reactive_environment()) == {
        "q0": "still to see: I1 and I2, in any order",
        "q6": "still to see: I2",
        "q7": "still to see: I1",
        "q1": "the test objective has been seen",
    }


def test_what_is_left_for_the_system_is_not_told_when_the_run_is_over() -> None:
    test = replace(solved(), system_objective="F T & G !fire")

    told = captions(test)

    last = {test.memory.names[history] for history in final_histories(test)}
    assert last
    for name in last:
        assert told[name] == "the test objective has been seen, and the run is over"


def test_captions_are_as_wide_as_the_page_above_large_maps() -> None:
    test = reactive_environment()
    long = dict.fromkeys(test.memory.names, "word " * 14)

    text = history_maps(test, captions=long, wide=30)

    assert max(len(line) for line in text.splitlines()) <= 30


def test_objectives_that_cannot_be_read_have_no_captions() -> None:
    assert captions(replace(reactive_environment(), test_objective="F (")) == {}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("F T", "visit T"),
        ("F(a & F b)", "visit a, then b"),
        ("F T & G !empty", "visit T; and never empty"),
        ("GF a", "infinitely often a"),
    ],
)
def test_an_objective_is_the_end_of_a_sentence(text: str, words: str) -> None:
    assert objective_words(text) == words


def test_repetitions_in_a_word_are_counted() -> None:
    word = Lasso((frozenset(),) * 3 + (frozenset("a"),), (frozenset("ba"),))

    assert word_text(word) == "no proposition (3 times), then a, then a and b for ever"


def test_a_loop_after_a_beginning_is_told_apart() -> None:
    word = Lasso((frozenset("c"),), (frozenset("a"), frozenset("b")))

    assert word_text(word) == "c, then for ever: a, then b, over and over"


def test_small_maps_stand_side_by_side_and_large_ones_below_each_other() -> None:
    assert side_by_side([["aa", "b"], ["c"]], wide=20) == [["aa   c", "b"]]
    assert side_by_side([["a" * 12], ["b" * 12]], wide=20) == [["a" * 12], ["b" * 12]]
    assert side_by_side([["\x1b[1ma\x1b[0m"], ["b"]], wide=8) == [["\x1b[1ma\x1b[0m   b"]]


def test_histories_in_which_the_same_is_closed_share_a_map() -> None:
    test = reactive_environment()

    text = history_maps(test, captions=captions(test))

    assert text.count("┌") == 2
    assert "q1: the test objective has been seen\n  (nothing is closed)" in text
    assert max(map(len, text.splitlines())) <= 76


def test_a_static_test_has_one_map_for_all_histories() -> None:
    text = history_maps(static_environment(), unicode=False)

    assert text.startswith("in every history")
    assert text.isascii()


def test_whoever_can_still_arrive_is_not_lost() -> None:
    found = prospects(solved())

    start = found.judged.product.step(0)
    assert not found.is_lost(start)
    assert found.is_open(start)
    assert found.next_for_sure(start) is not None


def test_a_plan_goes_a_shortest_way_past_what_is_closed_now() -> None:
    test = solved()
    found = prospects(test)
    at, steps = (test.model.start, test.memory.start), 0
    while not found.judged.success[found.judged.product.find(at)]:
        at = found.next_as_seen(at)[0]
        steps += 1

    assert steps in (5, 7)


def test_a_product_shows_what_is_blocked_and_the_ways() -> None:
    drawing = walked_drawing(solved())

    assert {arrow.kind for arrow in drawing.arrows} == {"plain", "blocked", "way"}
    assert not [arrow for arrow in drawing.arrows if arrow.source == arrow.target]
    assert "✕" in drawing_text(drawing)
    assert drawing_text(drawing, unicode=False).isascii()


def test_a_memory_that_is_wrong_is_bad_input() -> None:
    test = network_environment()
    broken = replace(test, memory=replace(test.memory, after=((0, 0, 0), (1, 1, 1))))

    with pytest.raises(InputError, match="memory"):
        walked_drawing(broken)
