"""`proctor explain` says what a formula means, and points at what is wrong with one."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from unit.apps.conftest import Cli


def test_a_formula_is_told_in_words_first(cli: Cli) -> None:
    said = cli("explain", "F(a & F b)")

    assert said.code == 0
    assert said.out.splitlines()[0] == "The system visits a, then b."
    assert "satisfied by  a, then b for ever" in said.out
    assert "violated by   b, then a for ever" in said.out
    assert "<>(a && <>b)" in said.out
    assert said.err == ""


def test_the_automaton_is_told_as_lines_that_begin_with_the_start(cli: Cli) -> None:
    lines = cli("explain", "F a").out.splitlines()

    begin = next(i for i, line in enumerate(lines) if "automaton" in line)
    assert "(start)" in next(line for line in lines[begin + 1 :] if "state" in line)
    assert any("accepting)" in line for line in lines)
    assert any(line.strip().startswith("on a, go to") for line in lines)


def test_no_line_is_longer_than_a_terminal_is_wide(cli: Cli) -> None:
    for formula in ("F(a & F b)", "FG a", "G(call -> F reply)", "a & !a"):
        assert max(map(len, cli("explain", formula).out.splitlines())) <= 80


def test_a_syntax_error_has_a_caret_and_a_hint(cli: Cli) -> None:
    said = cli("explain", "F (a &")

    assert said.code == 2
    assert said.out == ""
    assert "^" in said.err
    assert "hint:" in said.err


@pytest.mark.parametrize("formula", ["", "   ", "F", "a b", "(" * 2500, "a\x1b[31m"])
def test_what_is_no_formula_is_bad_input(cli: Cli, formula: str) -> None:
    said = cli("explain", formula)

    assert said.code == 2
    assert "\x1b" not in said.err


def test_words_on_the_command_line_are_one_formula(cli: Cli) -> None:
    assert cli("explain", "always", "not", "crash").out.startswith("Never crash.")


def test_json_is_one_object_with_both_words(cli: Cli) -> None:
    facts = cli("explain", "F p", "--json").json

    assert facts["words"] == "The system visits p."
    assert facts["accepts"]["cycle"] == [["p"]]
    assert facts["rejects"]["words"] == "no proposition holds, for ever"
    assert facts["automaton"]["deterministic"] is True


def test_the_automaton_is_written_as_a_picture_and_for_other_tools(
    cli: Cli, tmp_path: Path
) -> None:
    assert cli("explain", "F p", "-o", "p.svg").err == "written to p.svg\n"
    assert cli("explain", "F p", "-o", "p.hoa").code == 0

    assert ET.fromstring((tmp_path / "p.svg").read_text()).tag.endswith("}svg")
    assert (tmp_path / "p.hoa").read_text().startswith("HOA: v1")
    assert "state" in cli("show", "p.hoa").out


def test_an_unknown_ending_is_refused_before_anything_is_said(cli: Cli) -> None:
    said = cli("explain", "F p", "-o", "p.txt")

    assert (said.code, said.out) == (2, "")
    assert "p.svg" in said.err


def test_a_contradiction_has_no_word_that_satisfies_it(cli: Cli) -> None:
    said = cli("explain", "a & !a")

    assert "violated by every word, satisfied by none" in said.out


def test_what_has_no_deterministic_automaton_says_so(cli: Cli) -> None:
    said = cli("explain", "FG a")

    assert "nondeterministic" in said.out
    assert "it cannot be an objective" in " ".join(said.out.split())
