"""Why a test is as it is: what each place closes, and why one fewer will not do."""

from proctor.artefacts.certificate import Certificate
from proctor.artefacts.environment import Environment, Step
from proctor.artefacts.outcome import Stats
from proctor.budget import Budget
from proctor.errors import BudgetExceeded
from proctor.reports.environment_text import place_sentence
from proctor.reports.histories import ever_closed, reachable_histories
from proctor.reports.lettering import cut
from proctor.verify.witness import bypass_closed_by, separate_ways

__all__ = ["conflict_lines", "why_facts", "why_text"]

_SECONDS = 10.0
_LONG = 9


def why_text(environment: Environment, certificate: Certificate, stats: Stats) -> str:
    """Return for each closed place the way around that it closes, and why fewer will not do."""
    lines = ["Why each of them stands"]
    for sentence, way in _reasons(environment):
        lines.append(f"  {sentence}")
        if way is None:
            lines.append("    for fairness or for a rule: without it no way around opens")
        else:
            lines.append(f"    without it: {_told(environment, way)}")
    lines += [
        "Why one fewer will not do",
        *(f"  {line}" for line in _whole(environment, certificate, stats)),
    ]
    lines += conflict_lines(stats)
    return "\n".join(lines)


def conflict_lines(stats: Stats) -> list[str]:
    """Return for each impossible grade what cannot all be had, as lines."""
    lines: list[str] = []
    for conflict in stats.conflicts:
        lines.append(f"Why no {conflict.grade} test exists: these cannot all be had")
        lines += [f"  this way around is closed: {_drawn(way)}" for way in conflict.ways]
        lines += [
            f"  whoever comes to {cut(pair, 40)} can still succeed, or cannot come there: "
            f"{_drawn(way)}"
            for pair, way in conflict.pairs
        ]
    return lines


def why_facts(environment: Environment) -> dict[str, object]:
    """Return the same as plain facts."""
    return {
        "places": [
            {"place": sentence, "without_it": way and [_state(environment, s) for s in way]}
            for sentence, way in _reasons(environment)
        ],
        "separate_ways": [
            [_state(environment, step) for step in way] for way in _separate(environment)
        ],
    }


def _reasons(environment: Environment) -> list[tuple[str, tuple[Step, ...] | None]]:
    reached = reachable_histories(environment)
    budget = Budget(seconds=_SECONDS)
    return [
        (
            place_sentence(environment, place, reached),
            bypass_closed_by(environment, place, budget=budget),
        )
        for place in ever_closed(environment, reached)
    ]


def _separate(environment: Environment) -> tuple[tuple[Step, ...], ...]:
    try:
        return separate_ways(environment, budget=Budget(seconds=_SECONDS))
    except BudgetExceeded:
        return ()


def _whole(environment: Environment, certificate: Certificate, stats: Stats) -> list[str]:
    ways = _separate(environment)
    lines = []
    if ways:
        one = len(ways) == 1
        lines.append(
            f"{'1 way' if one else f'{len(ways)} ways'} around the test "
            f"{'has' if one else 'share no place, so each has'} to lose one of "
            f"{'its places' if one else 'its own'}:"
        )
        lines += [f"  {_told(environment, way)}" for way in ways]
    best = next((c for c in certificate.claims if c.key == "best"), None)
    if best is not None and best.status == "proved":
        lines.append(f"{best.text}.")
    elif stats.optimal:
        lines.append(f"That nothing better exists is said by {stats.proved_by}.")
    else:
        lines.append(
            f"It is not proved that fewer will not do: at least {stats.bound} are needed."
        )
    return lines


def _told(environment: Environment, way: tuple[Step, ...]) -> str:
    return _drawn(tuple(_state(environment, step) for step in way))


def _drawn(states: tuple[str, ...]) -> str:
    names = [cut(name, 40) for name in states]
    if len(names) > _LONG:
        names = [
            *names[: _LONG // 2],
            f"{len(names) - _LONG + 1} more",
            *names[-(_LONG // 2) :],
        ]
    return " -> ".join(names)


def _state(environment: Environment, step: Step) -> str:
    return environment.model.states[step[0]]
