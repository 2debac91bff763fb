"""Other optimal tests beside a first one: their files, and what is said of them."""

from pathlib import Path

import proctor
from proctor import Alternatives, Problem
from proctor.apps.cli.asked import with_question

__all__ = ["keep_others", "others_text"]


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
    stem = target.name.removesuffix(".json").removesuffix(".environment")
    return target.with_name(f"{stem}.{number}.environment.json")
