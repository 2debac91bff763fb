"""`proctor bench`: the papers' tables, measured, with the published figures beside ours."""

import re
from collections.abc import Sequence

import click

from proctor.apps.cli.options import json_option, note, print_json

__all__ = ["command"]

Row = dict[str, object]


class _Seeds(click.ParamType[range]):
    name = "A:B"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> range:
        if isinstance(value, range):
            return value
        found = re.fullmatch(r"(\d{1,9}):(\d{1,9})", str(value))
        if found is None or int(found[1]) >= int(found[2]):
            self.fail(
                f"{value!r} is no range of seeds; write 0:10 (10 is left out)", param, ctx
            )
        return range(int(found[1]), int(found[2]))


@click.group("bench", short_help="Measure: the papers' tables, theirs beside ours.")
def command() -> None:
    """Measure, and print the papers' figures beside ours. Trust ratios from one run only."""


@command.command("graphs")
@click.option("--large", is_flag=True, help="Also 7 propositions on 100x100.")
@click.option("--only", help="One instance or one class, such as mars, react3 or react3-20.")
@click.option("--seeds", type=_Seeds(), default=range(3), help="Seeds A:B (default 0:3).")
@json_option
def graphs(*, large: bool, only: str | None, seeds: range, as_json: bool) -> None:
    """Automata and product graphs: sizes and seconds (Tables II, V, VI and A.4)."""
    from proctor.apps.bench.graphs import graph_rows, summary

    rows: list[Row] = []
    for row in graph_rows(seeds=seeds, large=large, only=only):
        rows.append(row)
        if not as_json:
            print(_line(row), flush=True)
    if not rows:
        note(f"proctor: nothing is called {only!r}; try mars, react3 or react3-20")
    if as_json:
        print_json({"rows": rows, "summary": summary(rows)})
    else:
        print(_closing(rows))


def _line(row: Row) -> str:
    paper = row["paper"]
    assert isinstance(paper, dict)
    published = paper.get("seconds")
    times = f"{published:9.3f} s published" if published is not None else ""
    sizes = "  ".join(f"{key} {_size(row[key])}" for key in ("automaton", "system", "product"))
    word = {True: "agrees", False: "DIFFERS", None: "-"}[row["agrees"]]  # type: ignore[index]  # a bool or None
    return f"{row['name']:16} {sizes:66} {row['seconds']:8.4f} s {times:20} {word}"


def _size(value: object) -> str:
    assert isinstance(value, Sequence)
    return f"({value[0]}, {value[1]})"


def _closing(rows: Sequence[Row]) -> str:
    compared = [row for row in rows if row["agrees"] is not None]
    good = sum(row["agrees"] is True for row in compared)
    return f"{good} of {len(compared)} rows that can be compared agree with the papers"
