"""What `route` writes beside a test: other optimal tests, and pictures of conflicts."""

from pathlib import Path

import proctor
from proctor import Alternatives, Problem, Stats
from proctor.apps.cli.asked import with_question
from proctor.apps.cli.pictures import write_picture
from proctor.reports.conflict_svg import conflict_svg
from proctor.reports.maps import explicit_model

__all__ = ["draw_conflicts", "keep_others", "others_text"]


def draw_conflicts(question: Problem, stats: Stats, target: Path) -> None:
    """Draw why each impossible grade is so, beside ``target``; only a map can be drawn."""
    model = explicit_model(question)
    if model.cells:
        for conflict in stats.conflicts:
            picture = conflict_svg(model, conflict, title=question.title)
            write_picture(_named(target, f"no-{conflict.grade}", ".svg"), picture)


def keep_others(others: Alternatives, question: Problem, target: Path) -> dict[str, object]:
    """Write each of them beside ``target``, and return the facts."""
    written: list[dict[str, object]] = []
    for number, answer in enumerate(others.found, start=2):
        file = _beside(target, number)
        proctor.save(with_question(answer, question), file)
        places = sorted({r.place for r in answer.test.restrictions})
        written.append({"file": str(file), "places": places})
    return {"found": written, "complete": others.complete}


def others_text(others: Alternatives, target: Path) -> str:
    """Return one line for each of them, and whether there are more."""
    lines = [
        f"  as good          {_beside(target, number)}: "
        + ", ".join(sorted({r.place for r in answer.test.restrictions}))
        for number, answer in enumerate(others.found, start=2)
    ]
    if others.complete:
        lines.append("  as good          there is no other" if not lines else "  and no other")
    return "\n".join(lines) if lines else "  as good          none was found within the limit"


def _beside(target: Path, number: int) -> Path:
    return _named(target, str(number), ".environment.json")


def _named(target: Path, word: str, ending: str) -> Path:
    stem = target.name.removesuffix(".json").removesuffix(".environment")
    return target.with_name(f"{stem}.{word}{ending}")
