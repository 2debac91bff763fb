"""What a person reads after a test was found: what it does, how good it is, who says so."""

from proctor.artefacts.certificate import Certificate
from proctor.artefacts.environment import Environment
from proctor.artefacts.outcome import Stats
from proctor.reports.histories import ever_closed, is_wall, reachable_histories
from proctor.reports.lettering import clean, cut
from proctor.reports.map_cells import bars

__all__ = ["environment_text", "place_sentence"]

_PLACES = 12
_CLAIMS = 6
_HISTORIES = 6
_GRADES = {
    "strict": "strict: no restriction ever takes the objective away",
    "announced": "announced: the same, for a system that is told the walls beforehand",
    "paper": "paper: constraint (c8) of the flow paper only",
}
_NO_WALLS = "announced: there are no walls to announce, so this is the same as strict"
_PROVERS = {
    "brute-force": "proved by trying every choice that could matter",
    "bound-rechecked": "proved by the finder, and once more by the checker",
}


def environment_text(environment: Environment, certificate: Certificate, stats: Stats) -> str:
    """Return a screenful about a test: the ways, what is blocked, fairness, proof, warnings.

    What does not fit on the screen is counted.
    """
    ways = "1 way" if environment.flow == 1 else f"{environment.flow} disjoint ways"
    lines = [
        cut(environment.title, 90) or "A test environment",
        f"  the system must  {cut(environment.system_objective, 90)}",
        f"  the test shows   {cut(environment.test_objective, 90)}",
        f"  ways             {ways} to success (F = {environment.flow}){_flow_bound(stats)}",
        *(["                   (no two of them share a step)"] if environment.flow > 1 else []),
        f"  blocked          {_amount(environment)}",
        *_blocked(environment, reachable_histories(environment)),
        f"  fairness         {_grade(environment)}",
        *_stricter(stats),
        *_looser(environment, stats),
        f"  optimal          {_optimal(stats)}",
        f"  certificate      {_verdict(certificate)}",
        *_claims(certificate),
    ]
    warnings = tuple(dict.fromkeys((*environment.warnings, *stats.warnings)))
    lines += [f"  warning          {cut(warning, 160)}" for warning in warnings[:_CLAIMS]]
    if len(warnings) > _CLAIMS:
        lines.append(f"                   and {len(warnings) - _CLAIMS} more warnings")
    return "\n".join(lines)


def place_sentence(environment: Environment, place: int, reached: tuple[int, ...]) -> str:
    """Return what a place is and in which of the histories ``reached`` it is closed.

    For example "wall between r1c2 and r1c3", or "door between r0c1 and r0c2, closes in q0".
    """
    group = environment.harness.places[place]
    kind = "wall" if is_wall(environment, place) else "door"
    where = _where(environment, place)
    called = clean(group.name)
    # A name that people gave is worth telling; one made of the cells says nothing new.
    is_telling = called and not ("->" in called or "<->" in called) and called not in where
    head = f'{kind} "{cut(called, 40)}" {where}' if is_telling else f"{kind} {where}"
    if kind == "wall":
        return head
    closed = [m for m in sorted(reached) if place in environment.memory.closed[m]]
    names = ", ".join(cut(environment.memory.names[m], 24) for m in closed[:_HISTORIES])
    more = f" and {len(closed) - _HISTORIES} more" if len(closed) > _HISTORIES else ""
    if not closed:
        return f"{head}, never closes"
    if len(closed) == len(reached):
        return f"{head}, closed in every history"
    return f"{head}, closes in {names}{more}"


def _where(environment: Environment, place: int) -> str:
    model, moves = environment.model, environment.harness.places[place].moves
    if model.cells:
        parts = [bar.sentence for bar in bars(model, moves)]
    else:
        pairs = {(model.moves[m].source, model.moves[m].target) for m in moves}
        names = [cut(name, 40) for name in model.states]
        parts = [
            f"between {names[s]} and {names[t]}"
            if (t, s) in pairs
            else f"from {names[s]} to {names[t]}"
            for s, t in sorted(pairs)
            if (t, s) not in pairs or s <= t
        ]
    more = f" and {len(parts) - 2} more" if len(parts) > 2 else ""
    return ", ".join(parts[:2]) + more


def _blocked(environment: Environment, reached: tuple[int, ...]) -> list[str]:
    ever = ever_closed(environment, reached)
    lines = [f"    {place_sentence(environment, place, reached)}" for place in ever[:_PLACES]]
    return [*lines, f"    and {len(ever) - _PLACES} more"] if len(ever) > _PLACES else lines


def _amount(environment: Environment) -> str:
    """What is blocked, the count that was minimised first."""
    ever = ever_closed(environment, reachable_histories(environment))
    walls = sum(is_wall(environment, place) for place in ever)
    parts = [_count(walls, "wall")] if walls or not ever else []
    parts += [_count(len(ever) - walls, "door")] if len(ever) > walls else []
    places = " and ".join(parts)
    if environment.obstacles != len(ever):
        places = f"cost {environment.obstacles} ({places})"
    if len(ever) > walls:
        # A door that closes in three histories makes three closings.
        places += f", in {_count(environment.closings, 'closing')} (a place in a history)"
    edges = f"{_count(environment.cuts, 'edge')} of the product graph"
    return places if environment.count == "obstacles" else f"{edges}, by {places}"


def _grade(environment: Environment) -> str:
    if environment.fairness == "announced" and environment.kind == "reactive":
        return _NO_WALLS
    return _GRADES[environment.fairness]


def _flow_bound(stats: Stats) -> str:
    if stats.flow_bound is None:
        return ""
    return f"; no test allows more than {stats.flow_bound}"


def _stricter(stats: Stats) -> list[str]:
    return [
        f"    {cut(grade, 20)} is {cut(state, 20)}{f': {cut(why, 120)}' if why else ''}"
        for grade, state, why in stats.stricter[:3]
    ]


def _looser(environment: Environment, stats: Stats) -> list[str]:
    unit = "places" if environment.count == "obstacles" else "edges"
    return [
        f"    {cut(grade, 20)} would allow F = {flow}, with {unit} worth {count}"
        for grade, flow, count in stats.looser[:3]
    ]


def _optimal(stats: Stats) -> str:
    if stats.optimal:
        told = _PROVERS.get(stats.proved_by, f"proved by {cut(stats.proved_by, 40)}")
        return f"yes, {told}"
    known = f"; at least {stats.bound} are needed" if stats.bound is not None else ""
    gap = f" (gap {stats.gap:.0%})" if stats.gap is not None else ""
    return f"not proved{known}{gap}"


def _verdict(certificate: Certificate) -> str:
    counts = [
        (status, sum(claim.status == status for claim in certificate.claims))
        for status in ("proved", "trusted", "unproved", "refuted")
    ]
    told = ", ".join(f"{count} {status}" for status, count in counts if count)
    return f"{certificate.verdict} ({told or 'no claims'})"


def _claims(certificate: Certificate) -> list[str]:
    """The claims that a reader must not overlook: all but the proved ones."""
    open_ones = [claim for claim in certificate.claims if claim.status != "proved"]
    lines = [
        f"    {claim.status}: {cut(claim.text, 110)}"
        + (f" ({cut(claim.reason, 60)})" if claim.reason else "")
        for claim in open_ones[:_CLAIMS]
    ]
    hidden = len(open_ones) - _CLAIMS
    return [*lines, f"    and {hidden} more"] if hidden > 0 else lines


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
