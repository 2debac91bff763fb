"""Answers as plain facts: what ``--json`` prints, and what tables are made of."""

from proctor.artefacts.certificate import Certificate
from proctor.artefacts.environment import Environment
from proctor.artefacts.outcome import Stats

__all__ = ["certificate_facts", "environment_facts", "stats_facts"]

Facts = dict[str, object]


def environment_facts(
    environment: Environment, certificate: Certificate, stats: Stats, *, file: str = ""
) -> Facts:
    """Return everything that a machine wants to know about a test that was found."""
    return {
        "status": "optimal" if stats.optimal else "feasible",
        "reason": "",
        "file": file,
        "title": environment.title,
        "kind": environment.kind,
        "conventions": environment.conventions,
        "flow": environment.flow,
        "fairness": environment.fairness,
        "cuts": environment.cuts,
        "obstacles": environment.obstacles,
        "closings": environment.closings,
        "stranded": environment.stranded,
        "certificate": certificate_facts(certificate),
        "restrictions": [
            {"from": r.state, "action": r.action, "to": r.to, "histories": r.histories}
            for r in environment.restrictions
        ],
        **stats_facts(stats),
    }


def stats_facts(stats: Stats) -> Facts:
    """Return how good an answer is, and what it took."""
    return {
        "method": stats.method,
        "seconds": round(stats.seconds, 6),
        "seconds_first": None if stats.seconds_first is None else round(stats.seconds_first, 6),
        "proved_by": stats.proved_by,
        "flow_bound": stats.flow_bound,
        "bound": stats.bound,
        "gap": stats.gap,
        "steps": stats.steps,
        "stricter": {
            grade: {"state": state, "reason": why} for grade, state, why in stats.stricter
        },
        "looser": {
            grade: {"flow": flow, "count": count} for grade, flow, count in stats.looser
        },
        "conflicts": {
            conflict.grade: {
                "must_be_closed": [list(way) for way in conflict.ways],
                "must_keep_their_objective": [
                    {"pair": pair, "reached_by": list(way)} for pair, way in conflict.pairs
                ],
            }
            for conflict in stats.conflicts
        },
        "warnings": list(stats.warnings),
    }


def certificate_facts(certificate: Certificate) -> Facts:
    """Return the verdict and every claim."""
    return {
        "verdict": certificate.verdict,
        "claims": [
            {"key": c.key, "text": c.text, "status": c.status, "reason": c.reason}
            for c in certificate.claims
        ],
    }
