"""Machines without Spot's library: progression does, or Spot's own program on the path."""

import stat
import sys
from pathlib import Path

import pytest

from proctor.artefacts.outcome import Found
from proctor.automata.by_spot import translate as by_spot
from proctor.engines.route.dispatch import route
from proctor.errors import InputError, MissingLibrary
from proctor.gallery import example
from proctor.io.problem_file import read_problem
from proctor.logic.parser import parse

# The programs ltl2tgba and ltlfilt are in no package registry. This answers to the options of
# theirs that are used, through the same library that they are made of.
PROGRAM = f"""#!{sys.executable}
import sys, warnings
warnings.simplefilter("ignore")
import spot
words = sys.argv[1:]
formula = spot.formula(words[words.index("-f") + 1])
if sys.argv[0].endswith("ltlfilt"):
    if "--count" in words:
        print(int(spot.are_equivalent(formula, spot.formula("0"))))
    else:
        print(spot.mp_class(formula))
else:
    options = {{"-B": ["Buchi", "SBAcc"], "-P": ["parity"], "-C": ["Complete"],
               "-D": ["Deterministic"]}}
    chosen = [option for word in words for option in options.get(word, [])]
    print(spot.translate(formula, *chosen).to_str("hoa"))
"""


@pytest.fixture
def no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_spot, "find_spec", lambda _name: None)
    monkeypatch.setenv("PATH", "")


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("spot", reason="Spot is not installed", exc_type=ImportError)
    for name in ("ltl2tgba", "ltlfilt"):
        (tmp_path / name).write_text(PROGRAM)
        (tmp_path / name).chmod(stat.S_IRWXU)
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.mark.usefixtures("no_library")
@pytest.mark.parametrize("name", ["example1", "example2", "beaver", "corridor"])
def test_without_spot_the_default_conventions_give_the_same_values(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = read_problem(name, text=example(name).text)
    without = route(problem)
    monkeypatch.undo()
    with_spot = route(problem)

    assert isinstance(without, Found)
    assert isinstance(with_spot, Found)
    assert without.certificate.verdict == "confirmed"
    assert (without.test.flow, without.test.obstacles) == (
        with_spot.test.flow,
        with_spot.test.obstacles,
    )
    if by_spot.available():
        assert any("progression" in warning for warning in without.stats.warnings)
        assert not with_spot.stats.warnings


@pytest.mark.usefixtures("no_library")
def test_without_spot_the_papers_conventions_are_refused_with_the_reason() -> None:
    with pytest.raises(MissingLibrary, match="Spot's automata"):
        route(read_problem("e", text=example("example1-paper").text))


@pytest.mark.usefixtures("no_library")
@pytest.mark.parametrize("objective", ["F G T", "F T & F G a"])
def test_without_spot_an_objective_is_judged_by_its_form(objective: str) -> None:
    text = example("example1").text.replace('system = "F T"', f'system = "{objective}"')

    with pytest.raises(InputError, match="deterministic Büchi"):
        route(read_problem("e", text=text.replace(" a", " I")))


@pytest.mark.usefixtures("no_library", "programs")
def test_the_program_on_the_path_stands_in_for_the_library() -> None:
    automaton = by_spot.deterministic_buchi(parse("F a & G(b -> F c)"), ("a", "b", "c"))

    assert automaton.is_deterministic
    assert automaton.is_complete
    assert by_spot.is_guarantee(parse("F a"))
    assert not by_spot.is_guarantee(parse("G F a"))
    assert by_spot.equivalent(parse("F F a"), parse("F a"))
    assert not by_spot.equivalent(parse("F a"), parse("G a"))


@pytest.mark.usefixtures("no_library", "programs")
def test_what_the_program_cannot_do_is_said() -> None:
    with pytest.raises(InputError, match="ltl2tgba finds no deterministic"):
        by_spot.deterministic_buchi(parse("F G a"), ("a",))


@pytest.mark.usefixtures("no_library", "programs")
def test_the_papers_figures_come_out_with_the_program_too() -> None:
    found = route(read_problem("e", text=example("example1-paper").text))

    assert isinstance(found, Found)
    assert (found.test.flow, found.test.cuts) == (3, 14)
