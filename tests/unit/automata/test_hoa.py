"""Reading and writing HOA files, kind and hostile ones."""

import pytest

from proctor.automata.guard import EVERY, Guard
from proctor.automata.hoa_lexer import MAX_TEXT
from proctor.automata.hoa_reader import read_hoa, read_hoas
from proctor.automata.hoa_writer import write_hoa
from proctor.automata.runs import accepts
from proctor.errors import InputError, SpecSyntaxError
from proctor.logic.lasso import Lasso

A, B = Guard.literal(0), Guard.literal(1)


def hoa(
    body: str, *, header: str = "", acceptance: str = "1 Inf(0)", ap: str = '2 "a" "b"'
) -> str:
    return (
        f"HOA: v1\nStart: 0\nAP: {ap}\nAcceptance: {acceptance}\n{header}\n"
        f"--BODY--\n{body}\n--END--\n"
    )


def test_an_automaton_reads_back_as_it_was_written() -> None:
    automaton = read_hoa(
        hoa(
            "State: 0 [0&!1 | 1] 1 {0}\n[!0&!1] 0\nState: 1 [t] 1 {0}",
            header='name: "with \\"quotes\\" and \\\\"\ncontrollable-AP: 1',
        )
    )

    assert read_hoa(write_hoa(automaton)) == automaton
    assert automaton.name == 'with "quotes" and \\'
    assert automaton.controllable == ("b",)


def test_marks_on_states_go_to_all_their_edges_and_come_back_to_states() -> None:
    automaton = read_hoa(hoa("State: 0 {0} [0] 0 [!0] 0"))

    assert [edge.marks for edge in automaton.edges] == [frozenset({0})] * 2
    assert "State: 0 {0}\n[0] 0\n" in write_hoa(automaton)


def test_a_label_may_stand_on_the_state() -> None:
    automaton = read_hoa(hoa('State: [0&1] 0 "name" 0 1 {0}\nState: 1 [t] 1'))

    assert [edge.guard for edge in automaton.outgoing(0)] == [A.intersection(B)] * 2


def test_edges_without_labels_read_the_letters_in_order() -> None:
    automaton = read_hoa(hoa("State: 0 0 1 0 1\nState: 1 1 1 1 1"))

    assert [(e.guard, e.target) for e in automaton.outgoing(0)] == [(A.negation(), 0), (A, 1)]
    assert automaton.outgoing(1)[0].guard == EVERY


def test_aliases_stand_for_labels() -> None:
    automaton = read_hoa(
        hoa("State: 0 [@both] 0 [!@both] 0", header="Alias: @a 0\nAlias: @both @a & 1")
    )

    assert automaton.outgoing(0)[0].guard == A.intersection(B)
    assert automaton.is_complete


def test_comments_nest_and_may_stand_inside_labels() -> None:
    automaton = read_hoa(hoa("State: 0 /* a /* b */ ] */ [0 /* ] */ & !1] 0"))

    assert automaton.edges[0].guard == A.intersection(B.negation())


def test_windows_line_ends_and_a_byte_order_mark_do_not_matter() -> None:
    text = hoa("State: 0 [t] 0 {0}")

    assert read_hoa("\ufeff" + text.replace("\n", "\r\n")) == read_hoa(text)


def test_several_automata_are_read_and_aborted_ones_left_out() -> None:
    one, other = hoa("State: 0 [0] 0"), hoa("State: 0 [1] 0")
    aborted = "HOA: v1 States: 3 --ABORT--\n" + hoa("State: 0 [t]").replace(
        "[t]\n--END--", "--ABORT--"
    )

    found = read_hoas(one + aborted + other)

    assert [a.edges[0].guard for a in found] == [A, B]


def test_small_headers_are_ignored_and_large_ones_refused() -> None:
    read_hoa(hoa("State: 0 [t] 0", header='spot-state-player: 0 1 "x"'))

    with pytest.raises(SpecSyntaxError, match='line 5: the header "Colour:" changes'):
        read_hoa(hoa("State: 0 [t] 0", header="Colour: 1"))


def test_a_huge_announcement_is_refused_before_anything_is_made() -> None:
    with pytest.raises(SpecSyntaxError, match="numbers up to 5000000 are possible"):
        read_hoa(hoa("State: 0 [t] 0", header="States: 1000000000"))


def test_an_error_knows_its_line_and_column() -> None:
    with pytest.raises(SpecSyntaxError) as caught:
        read_hoa(hoa("State: 0\n[0 & ] 0"))

    assert caught.value.message.startswith("line 8: the label misses an operand")
    assert caught.value.column == 6


REFUSED = {
    "no start of a file": ("States: 1", "begins with HOA: v1"),
    "another version": ("HOA: v2", "version 'v2' is not known"),
    "an empty file": ("", "holds 0 automata"),
    "two automata": (hoa("State: 0 [t] 0") * 2, "holds 2 automata"),
    "no acceptance": ("HOA: v1 --BODY-- --END--", 'misses "Acceptance:"'),
    "no body": ("HOA: v1 Acceptance: 0 t", "the end of the file stands where a header"),
    "no end": (
        hoa("State: 0 [t] 0").replace("--END--", ""),
        "the end of the file stands where",
    ),
    "a state twice": (hoa("State: 0 [t] 0\nState: 0 [t] 0"), "state 0 is described twice"),
    "a start that is none": (
        hoa("State: 0 [t] 0", header="Start: 5"),
        "start state 5 does not",
    ),
    "an edge to nowhere": (hoa("State: 0 [t] 3"), "leads to state 3, which is not described"),
    "an edge too far": (hoa("State: 0 [t] 3", header="States: 2"), "an edge mentions 3 of the"),
    "a proposition too far": (
        hoa("State: 0 [2] 0"),
        "the label mentions 2 of the propositions",
    ),
    "a set too far": (hoa("State: 0 [t] 0 {1}"), "mentions 1 of the sets"),
    "too many sets": (hoa("", acceptance="65 t"), "numbers up to 64"),
    "a condition too far": (hoa("", acceptance="1 Inf(1)"), "the condition mentions 1"),
    "names missing": (hoa("", ap='3 "a" "b"'), "announces 3 propositions, but 2 names"),
    "a name twice": (hoa("State: 0 [t] 0", ap='2 "a" "a"'), "'a' is declared twice"),
    "universal edges": (hoa("State: 0 [t] 0&0"), "universal branching"),
    "universal starts": (hoa("", header="Start: 0&1"), "universal branching"),
    "the property says so": (hoa("", header="properties: univ-branch"), "branches universally"),
    "an unknown alias": (hoa("State: 0 [@x] 0"), "the alias @x is not defined"),
    "aliases in a circle": (hoa("", header="Alias: @x @y Alias: @y @x"), "@y is not defined"),
    "an alias twice": (hoa("", header="Alias: @x 0 Alias: @x 1"), "defined twice"),
    "an alias too far": (hoa("", header="Alias: @x 7"), "the alias @x mentions proposition 7"),
    "a header twice": (hoa("", header="Acceptance: 0 t"), '"Acceptance:" is given twice'),
    "an open label": (hoa("State: 0 [0 0"), "the label does not end"),
    "an open parenthesis": (hoa("State: 0 [(0] 0"), "parenthesis is never closed"),
    "an open comment": (hoa("State: 0 /* [t] 0"), "this comment is never closed"),
    "an open string": (hoa("", header='name: "x'), "this string is never closed"),
    "few implicit edges": (hoa("State: 0 0 0 0"), "must be exactly 4"),
    "many implicit edges": (hoa("State: 0 0 0 0 0 0"), "must be exactly 4"),
    "labels on both": (hoa("State: [0] 0 [1] 0"), "its edges must have none"),
    "controllable too far": (
        hoa("State: 0 [t] 0", header="controllable-AP: 2"),
        '"controllable-AP:" mentions proposition 2',
    ),
    "implicit labels over many": (
        hoa("State: 0 0", ap="17 " + " ".join(f'"p{n}"' for n in range(17))),
        "at most 16 propositions",
    ),
    "a strange character": (hoa("State: 0 [t] 0 $"), r"'\$' has no meaning here"),
    "a control character": (hoa("", header='name: "\x1b[31m"'), "cannot be printed"),
    "a NUL": (hoa("\0"), "has no meaning here"),
    "a long number": (hoa("", header="States: " + "9" * 5000), "numbers up to"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_broken_file_is_refused_with_a_sentence(what: str) -> None:
    text, message = REFUSED[what]

    with pytest.raises(SpecSyntaxError, match=message.replace("(", r"\(").replace(")", r"\)")):
        read_hoa(text)


@pytest.mark.parametrize("label", ["(" * 5_000 + "0", "!" * 100_000 + "0"])
def test_nesting_beyond_the_limit_is_refused_quickly(label: str) -> None:
    with pytest.raises(SpecSyntaxError, match="nested more than 2000 levels deep"):
        read_hoa(hoa(f"State: 0 [{label}] 0"))


def test_nesting_up_to_the_limit_is_read() -> None:
    deep = "(" * 1_000 + "!" * 999 + "0" + ")" * 1_000

    assert read_hoa(hoa(f"State: 0 [{deep}] 0")).edges[0].guard == A.negation()


def test_a_label_that_explodes_is_refused() -> None:
    names = " ".join(f'"p{n}"' for n in range(60))
    label = " & ".join(f"({2 * n} | {2 * n + 1})" for n in range(30))

    with pytest.raises(SpecSyntaxError, match="more than 16384 alternatives"):
        read_hoa(hoa(f"State: 0 [{label}] 0", ap=f"60 {names}"))


def test_a_file_that_is_too_long_is_refused() -> None:
    with pytest.raises(InputError, match="the limit is 16000000"):
        read_hoa(" " * (MAX_TEXT + 1))


def test_an_announced_state_without_a_body_has_no_edges() -> None:
    automaton = read_hoa(hoa("", header="States: 5000000"))

    assert automaton.states == 5_000_000
    assert not accepts(automaton, Lasso((), (frozenset(),)))
