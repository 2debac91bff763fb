"""`proctor demo`: a robot dog takes an exam that it does not know."""

import shutil
import sys
from pathlib import Path
from typing import Final

import click

import proctor
from proctor import Certificate, Environment, Found, Problem
from proctor.apps.cli.asked import with_question
from proctor.apps.cli.failing import Exit
from proctor.apps.cli.options import (
    bold,
    coloured,
    has_unicode,
    is_interactive,
    json_option,
    print_json,
)
from proctor.apps.cli.screen import fitted, page_width
from proctor.apps.cli.walk import transcript, typed_lines, walk_through
from proctor.apps.cli.walk_words import proof_sentence
from proctor.apps.cli.walking import Walk
from proctor.errors import CheckFailed, StorageError
from proctor.gallery import example
from proctor.io.opening import file_name
from proctor.io.problem_file import read_problem
from proctor.io.writing import write_bytes
from proctor.reports.automaton_svg import automaton_drawing
from proctor.reports.captions import captions, objective_words
from proctor.reports.drawing_text import automaton_lines
from proctor.reports.environment_svg import environment_svg
from proctor.reports.explanation_text import automata_drawing
from proctor.reports.facts import environment_facts
from proctor.reports.map_text import map_text
from proctor.reports.maps import explicit_model, history_maps
from proctor.reports.product_drawing import walked_drawing

__all__ = ["command"]

_DIRECTORY: Final = Path("proctor-demo")


@click.command("demo", short_help="See it work: solve an example, draw it, walk it.")
@click.option("--auto", is_flag=True, help="Let the dog walk by itself.")
@click.option(
    "--directory",
    type=click.Path(path_type=Path),
    default=_DIRECTORY,
    help="Where the pictures go (default proctor-demo).",
)
@json_option
def command(directory: Path, *, auto: bool, as_json: bool) -> int:
    """See it work: a robot dog takes an exam that it does not know, and you may be the dog.

    Solves an example, draws it, says what was proved, writes pictures into proctor-demo/, and
    lets you walk through the test. Without a terminal the dog walks by itself.
    """
    _make(directory)
    chosen = example("demo")
    problem = read_problem(chosen.file_name, text=chosen.text)
    if not as_json:
        _tell_the_question(problem)
        _pause(auto=auto)
    found = proctor.route(problem)
    if not isinstance(found, Found):
        raise CheckFailed(f"the demonstration has no answer: {found.reason}")
    found = with_question(found, problem)
    if not as_json:
        _tell_the_answer(found, auto=auto)
    written = _write_pictures(directory, chosen.text, problem, found)
    if as_json:
        files = [str(directory / name) for name in written]
        facts = environment_facts(found.test, found.certificate, found.stats)
        print_json({**facts, "files": files, "walk": transcript(Walk(found.test))})
        return Exit.GOOD
    _pause(auto=auto)
    print(bold("5  Look closer"))
    print(f"   There is more in {_shown(directory)}/:")
    print("".join(f"     {name:22} {what}\n" for name, what in written.items()))
    print(bold("6  Be the dog"))
    print("   Try to get home without the bone or without the ball.\n")
    code = walk_through(found.test, found.certificate, None if auto else typed_lines())
    print(f"\n{bold('Next')}\n{_next_steps()}")
    return code


def _next_steps() -> str:
    """How to go on, and how to get the command if the shell does not know it yet."""
    lines = ["   proctor init mytest       writes a first problem of your own"]
    activate = Path(sys.prefix) / "bin" / "activate"
    if shutil.which("proctor") is None and activate.is_file():
        here = Path.cwd()
        near = activate.relative_to(here) if activate.is_relative_to(here) else activate
        lines.insert(0, f"   {f'. {near}':25} makes the command known to this shell")
    return "\n".join(lines)


def _pause(*, auto: bool) -> None:
    """Wait for a person to go on; nobody else is waited for."""
    if auto or not is_interactive():
        return
    try:
        input("   (Enter to go on) ")
    except EOFError:
        print()


def _tell_the_question(problem: Problem) -> None:
    print(bold("A robot dog takes an exam that it does not know."))
    print(f"\n{bold('1  The house')}\n")
    model = explicit_model(problem)
    floor = map_text(model, colour=coloured(), unicode=has_unicode())
    print(_indented(fitted(floor, "make it wider, or look at map.svg")))
    print(f"\n   The dog must      {objective_words(str(problem.system_objective))}")
    print(f"   We want to see    {objective_words(str(problem.test_objective))}")
    print("   The test may only open and close doors, and it never traps the dog.\n")


def _tell_the_answer(found: Found[Environment], *, auto: bool) -> None:
    test, stats = found.test, found.stats
    print(bold("2  What the test must remember"))
    told = proctor.explain(test.test_objective)
    if told.automaton is None:
        print("   (without Spot there is no automaton to draw; see proctor doctor)")
    else:
        print(_REMEMBERS)
        print(_indented("\n".join(automaton_lines(automaton_drawing(told.automaton)))))
    _pause(auto=auto)
    ways = "1 way" if test.flow == 1 else f"{test.flow} ways"
    best = "no better test exists" if stats.optimal else "a better one may exist"
    print(f"\n{bold('3  The test')}\n")
    maps = fitted(
        history_maps(
            test,
            captions=captions(test),
            colour=coloured(),
            unicode=has_unicode(),
            wide=page_width() - 3,
        ),
        "make it wider, or look at test.svg",
    )
    print(_indented(maps))
    _pause(auto=auto)
    print(f"\n{bold('4  What is proved')}")
    print(f"   {ways} home share no step; {test.obstacles} doors ever close; {best}.")
    print(f"   {proof_sentence(found.certificate)}")
    print(f"   {_fairness(found.certificate)}\n")


_REMEMBERS: Final = """\
   Which toys the dog has been at. A small machine does that: it begins in the
   state marked start, each step of the dog may move it on, and in the accepting
   state both were seen. ("on bone & !ball" reads: when the dog is at the bone
   and not at the ball.)
"""


def _fairness(certificate: Certificate) -> str:
    fair = next((c for c in certificate.claims if c.key == "fair"), None)
    if fair is None or fair.status != "proved":
        return "Nobody has proved that it is fair."
    return "It proved as well that no door ever takes the way home away."


def _write_pictures(
    directory: Path, text: str, problem: Problem, found: Found[Environment]
) -> dict[str, str]:
    """Write everything about the demonstration, and return what is in each file."""
    test = found.test
    goals = {
        "the system must": proctor.explain(test.system_objective),
        "the test shows": proctor.explain(test.test_objective),
    }
    product = walked_drawing(test)
    pictures = {
        "map.svg": proctor.svg(problem),
        "test.svg": environment_svg(test, captions=captions(test)),
        "product.svg": proctor.svg(product),
    }
    if all(told.automaton is not None for told in goals.values()):
        pictures["automata.svg"] = proctor.svg(automata_drawing(goals, "Both objectives"))
    for name, picture in pictures.items():
        write_bytes(directory / name, picture.encode())
    write_bytes(directory / "demo.problem.toml", text.encode())
    proctor.save(found, directory / "demo.environment.json")
    about = {**_ABOUT, "product.svg": f"the graph it was found on, {len(product.nodes)} nodes"}
    return {n: what for n, what in about.items() if n in pictures or not n.endswith(".svg")}


_ABOUT: Final = {
    "map.svg": "the house",
    "automata.svg": "both objectives, as automata",
    "product.svg": "",
    "test.svg": "what closes when, and the ways home",
    "demo.problem.toml": "the question, to change and try again",
    "demo.environment.json": "the answer; `proctor check` proves it again",
}


def _make(directory: Path) -> None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "for an unknown reason"
        raise StorageError(
            f"the directory cannot be made: {reason}",
            hint="choose another: proctor demo --directory DIRECTORY",
            place=file_name(directory),
        ) from None


def _shown(path: Path) -> str:
    return file_name(path).rstrip("/")


def _indented(text: str) -> str:
    return "\n".join(f"   {line}".rstrip() for line in text.split("\n"))
