"""`proctor bench`: the papers' tables, measured, with the published figures beside ours."""

import re
from collections.abc import Sequence

import click

from proctor.apps.cli.options import budget_option, json_option, note, print_json

__all__ = ["command"]

Row = dict[str, object]
_WORDS = {True: "agrees", False: "DIFFERS", None: "-"}


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


@command.command("table5")
@click.option(
    "--conventions",
    type=click.Choice(["paper", "default"]),
    default="paper",
    help="paper: as published; default: the fairest grade, obstacles.",
)
@click.option("--only", help="One instance, such as mars.")
@click.option("--method", default="auto", help="One method, or `all` of them in turn.")
@budget_option
@json_option
def table5(
    *, conventions: str, only: str | None, method: str, budget: float, as_json: bool
) -> None:
    """Routing of the papers' examples (Tables V, VI, A.2 to A.6); 60 s a row."""
    from proctor.apps.bench.routes import METHODS, route_rows

    rows: list[Row] = []
    for name in METHODS[1:] if method == "all" else [method]:
        for row in route_rows(
            conventions=conventions,  # type: ignore[arg-type]  # click has checked the word
            only=only,
            seconds=budget,
            method=name,  # type: ignore[arg-type]  # route checks the word
        ):
            rows.append(row)
            if not as_json:
                print(_route_line(row), flush=True)
    if not rows:
        note(f"proctor: nothing is called {only!r}; try mars or example1")
    if as_json:
        print_json({"rows": rows})
    else:
        print(_closing(rows))


def _route_line(row: Row) -> str:
    if row["status"] == "refused":
        return f"{row['name']:11} {row['method']:16} refused: {row['reason']}"
    flow = f"F {row['flow']}/{row['flow_bound']}"
    found = f"{flow}  cuts {row['cuts']}  obstacles {row['obstacles']}"
    proof = f"{row['status']} by {row['proved_by']}"
    grade = f"{row['fairness']}, stranded {row['stranded']}"
    paper = row["paper"]
    assert isinstance(paper, dict)
    word = _WORDS[row["agrees"]]  # type: ignore[index]  # a bool or None
    published = f"{paper['flow']}/{paper['cuts']} published" if paper.get("flow") else ""
    return (
        f"{row['name']:11} {row['method']:16} {found:38} {row['seconds']:8.2f} s  {proof:28} "
        f"{grade:24} {published:18} {word}"
    )


def _line(row: Row) -> str:
    paper = row["paper"]
    assert isinstance(paper, dict)
    published = paper.get("seconds")
    times = f"{published:9.3f} s published" if published is not None else ""
    sizes = "  ".join(f"{key} {_size(row[key])}" for key in ("automaton", "system", "product"))
    word = _WORDS[row["agrees"]]  # type: ignore[index]  # a bool or None
    return f"{row['name']:16} {sizes:66} {row['seconds']:8.4f} s {times:20} {word}"


def _size(value: object) -> str:
    assert isinstance(value, Sequence)
    return f"({value[0]}, {value[1]})"


def _closing(rows: Sequence[Row]) -> str:
    compared = [row for row in rows if row.get("agrees") is not None]
    good = sum(row.get("agrees") is True for row in compared)
    return f"{good} of {len(compared)} rows that can be compared agree with the papers"
