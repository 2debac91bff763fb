"""`proctor explain`: what a formula means."""

from pathlib import Path

import click

import proctor
from proctor.apps.cli.options import bold, has_unicode, json_option, note, print_json
from proctor.apps.cli.pictures import demand_ending, write_picture
from proctor.apps.cli.screen import page_width
from proctor.errors import InputError
from proctor.reports.explanation_text import explanation_facts, explanation_text

__all__ = ["command"]


_HELP = """Explain a formula: in words, as an automaton, by an example for and one against it.

Write it as in Spot, as in Spin, or in words; quotes keep the shell out of it:

\b
  proctor explain 'F(a & F b)'
  proctor explain '[] (call -> <> reply)'
  proctor explain 'always not crash'
"""


@click.command("explain", short_help="Explain a formula.", help=_HELP)
@click.argument("formula", nargs=-1, required=True)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="Write the automaton: .svg as a picture, .hoa for other tools.",
)
@json_option
def command(formula: tuple[str, ...], output: Path | None, *, as_json: bool) -> None:
    """Explain a formula in words, as an automaton and by examples."""
    if output is not None:
        demand_ending(output, ".svg", ".hoa")
    told = proctor.explain(" ".join(formula))
    if output is not None:
        _write(output, told)
    if as_json:
        print_json(explanation_facts(told))
    else:
        text = explanation_text(told, unicode=has_unicode(), wide=page_width())
        # The sentence comes first, on as many lines as it takes.
        sentence, begin, rest = text.partition("\n  It is ")
        print(f"{bold(sentence)}{begin}{rest}")


def _write(output: Path, told: proctor.Explanation) -> None:
    if told.automaton is None:
        reason = told.notes[0] if told.notes else "there is none"
        raise InputError(f"there is no automaton to write: {reason}")
    if output.suffix.lower() == ".svg":
        write_picture(output, told.automaton)
    else:
        proctor.save(told.automaton, output)
        note(f"written to {output}")
