"""Reads ``*.problem.toml``: what people write becomes a `Problem`."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from proctor.artefacts.digest import digest
from proctor.errors import InputError, ModelError, ProctorError, at, shown
from proctor.io.decode import decode
from proctor.io.toml_file import TomlFile, read_toml
from proctor.io.wire import EnvironmentWire, ProblemWire, RuleWire, SystemWire
from proctor.logic.formula import Formula
from proctor.logic.parser import parse
from proctor.models.base import Base
from proctor.models.build import build_model
from proctor.models.counters import Counter
from proctor.models.expressions import RESERVED
from proctor.models.grid import grid_base
from proctor.models.harness import Harness, NamedPlace, RuleText, Zone
from proctor.models.problem import Problem, Requirement, Stop
from proctor.models.system import SystemModel
from proctor.models.transitions import transitions_base

__all__ = ["read_problem"]

MOVES = ("north", "south", "east", "west", "stay")


def read_problem(path: Path | str, *, text: str | None = None) -> Problem:
    """Return the problem in a file, or in ``text`` under that name.

    Every error is an `InputError` that names the file, the line, the key and the value.

    >>> problem = read_problem(
    ...     "a.problem.toml",
    ...     text='''
    ... format = 1
    ... [system]
    ... map = "S a T"
    ... start = "S"
    ... terminal = ["T"]
    ... [objective]
    ... system = "F T"
    ... test = "F a"
    ... [environment]
    ... kind = "static"
    ... ''',
    ... )
    >>> problem.model.n, str(problem.test_objective)
    (3, 'F a')
    """
    file = read_toml(path, text=text)
    wire = decode(file, ProblemWire)
    with _located(file):
        model = _model(wire)
        problem = Problem(
            title=wire.title,
            model=model,
            kind=wire.environment.kind,
            harness=_harness(wire.environment),
            system_objective=_formula(wire.objective.system, model, "objective", "system"),
            test_objective=_formula(wire.objective.test, model, "objective", "test"),
            fairness=wire.environment.fairness,
            count=wire.environment.count,
            conventions=wire.environment.conventions,
            requirements=tuple(
                Requirement(
                    id=_title(r.id, f"requirement.{i}.id"),
                    formula=_formula(r.ltl, model, "requirement", i, "ltl"),
                )
                for i, r in enumerate(wire.requirement)
            ),
            stop=_stop(wire),
            digest=digest(file.data),
        )
        # Found on first use otherwise: the place of an error is known only here.
        _ = problem.places, problem.stopping
    return problem


@contextmanager
def _located(file: TomlFile) -> Iterator[None]:
    """Turn the key that an error names into file, line and key."""
    try:
        yield
    except ProctorError as error:
        # An error raised with a place of its own names a key of ours, part by part.
        parts = error.keys or tuple((error.place or "").split("."))
        error.place = file.place(*(_part(p) for p in parts if p != ""))
        raise


def _part(key: str | int) -> str | int:
    is_number = isinstance(key, str) and key.isascii() and key.isdecimal()
    return int(key) if is_number else key


def _model(wire: ProblemWire) -> SystemModel:
    system = wire.system
    return build_model(
        _base(system),
        start=[system.start] if isinstance(system.start, str) else system.start,
        terminal=system.terminal,
        counters=_counters(system),
        labels=wire.labels,
        self_loops=system.self_loops or "moves",
        terminal_loop=system.terminal_loop,
        label_priority=system.label_priority,
    )


def _base(system: SystemWire) -> Base:
    if (system.map is None) == (system.transitions is None):
        raise ModelError(
            "a system is given either as a map or as transitions",
            hint="write exactly one of `map` and `transitions`",
            place="system",
        )
    if system.map is not None:
        if system.labels:
            raise ModelError(
                "[system.labels] goes with transitions; on a map, words name cells",
                hint="write the word into the map, or a condition into [labels]",
                place="system.labels",
            )
        return grid_base(system.map, MOVES if system.moves is None else system.moves)
    if system.moves is not None:
        raise ModelError(
            "moves are the directions of a map, but this system is a list of transitions",
            hint='name actions in the transitions: "a -> b by open"',
            place="system.moves",
        )
    return transitions_base(system.transitions or [], system.labels)


def _counters(system: SystemWire) -> list[Counter]:
    counters: list[Counter] = []
    for name, c in system.counters.items():
        with at("system", "counters", name):
            taken = name in {"row", "column", *RESERVED}
            if taken or not name.isidentifier() or len(name) > 60:
                raise ModelError(
                    f"{shown(name)} cannot be the name of a counter",
                    hint="use a word such as fuel; row, column and words such as not are taken",
                )
            counters.append(
                Counter(
                    name=name,
                    start=c.start,
                    max=c.max,
                    change=c.change,
                    refill=tuple(c.refill),
                    stuck_at=c.stuck_at,
                )
            )
    return counters


def _formula(text: str, model: SystemModel, *keys: str | int) -> Formula:
    with at(*keys):
        return parse(text, model.propositions)


def _title(name: str, key: str) -> str:
    """Return a name that people gave, if it can be shown to them again."""
    if not name.strip() or not name.isprintable() or len(name) > 100:
        raise InputError(
            f"{shown(name)} cannot be a name",
            hint="use 1 to 100 printable characters",
            place=key,
        )
    return name


def _harness(wire: EnvironmentWire) -> Harness:
    return Harness(
        protect=tuple(wire.protect),
        zones=tuple(_zone(wire, i) for i in range(len(wire.harness))),
        bidirectional=wire.bidirectional,
        ignore=tuple(wire.ignore),
        places=tuple(
            NamedPlace(name=_title(p.name, f"environment.place.{i}.name"), moves=tuple(p.moves))
            for i, p in enumerate(wire.place)
        ),
        rules=tuple(_rule(rule, i) for i, rule in enumerate(wire.rule)),
        static_when=wire.static_when,
    )


def _zone(wire: EnvironmentWire, i: int) -> Zone:
    zone = wire.harness[i]
    with at("environment", "harness", i, "weight"):
        return Zone(
            cells=zone.cells,
            actions=None if zone.actions is None else tuple(zone.actions),
            moves=None if zone.moves is None else tuple(zone.moves),
            weight=zone.weight,
        )


def _rule(rule: RuleWire, i: int) -> RuleText:
    with at("environment", "rule", i):
        given = [
            k
            for k in ("together", "implies", "never_both", "at_most")
            if getattr(rule, k) is not None
        ]
        if len(given) != 1 or (rule.among is not None) != (given == ["at_most"]):
            raise InputError(
                "a rule is exactly one of together, implies, never_both, or at_most with among",
                hint="write one [[environment.rule]] for each",
            )
        if rule.at_most is not None and rule.among is not None:
            if rule.at_most < 0:
                raise InputError(
                    f"at_most = {rule.at_most} is less than nothing", hint="0 or more"
                )
            return RuleText(
                kind="at_most", operands=(_operand(rule.among),), limit=rule.at_most
            )
        if rule.together is not None:
            return RuleText(kind="together", operands=tuple(map(_operand, rule.together)))
        pair = rule.implies if rule.implies is not None else rule.never_both
        kind = given[0]
        if pair is None or len(pair) != 2:
            raise InputError(
                f"{kind} takes two operands", hint=f'such as {kind} = ["door1", "door2"]'
            )
        return RuleText(
            kind="implies" if rule.implies is not None else "never_both",
            operands=tuple(map(_operand, pair)),
        )


def _operand(value: str | list[str]) -> str | tuple[str, ...]:
    return value if isinstance(value, str) else tuple(value)


def _stop(wire: ProblemWire) -> Stop | None:
    if wire.stop is None:
        return None
    for key, value in (("steps", wire.stop.steps), ("stuck", wire.stop.stuck)):
        if value is not None and value < 1:
            raise InputError(
                f"{key} = {value} would end every run at once",
                hint="give 1 or more",
                place=f"stop.{key}",
            )
    return Stop(steps=wire.stop.steps, stuck=wire.stop.stuck, when=wire.stop.when)
