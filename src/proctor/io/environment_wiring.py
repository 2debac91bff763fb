"""Environments, certificates and statistics as wire types, and back without trust."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain

from proctor.artefacts.certificate import Certificate, Claim
from proctor.artefacts.environment import Environment, Memory
from proctor.artefacts.model import Barriers, ExplicitModel, Move, Place, Rule
from proctor.artefacts.outcome import Conflict, Stats
from proctor.errors import InputError, ModelError, shown
from proctor.io.json_file import JsonFile
from proctor.io.wire_environment import (
    AnswerWire,
    CertificateWire,
    ClaimWire,
    ConflictWire,
    EnvironmentFileWire,
    HarnessWire,
    MemoryWire,
    ModelWire,
    PlaceWire,
    QuestionWire,
    RuleWire,
    StateWire,
    StatsWire,
)

__all__ = ["certificate_from", "environment_from", "stats_from", "wire_of"]


def wire_of(
    environment: Environment, certificate: Certificate | None, stats: Stats | None
) -> EnvironmentFileWire:
    """Return everything that an environment file says; its digest is still empty."""
    return EnvironmentFileWire(
        format=1,
        kind="environment",
        digest="",
        problem=QuestionWire(
            conventions=environment.conventions,
            count=environment.count,
            kind=environment.kind,
            system_objective=environment.system_objective,
            test_objective=environment.test_objective,
            digest=environment.problem_digest,
            title=environment.title,
        ),
        model=_model_wire(environment.model),
        harness=_harness_wire(environment.harness),
        memory=_memory_wire(environment.memory),
        answer=AnswerWire(
            closings=environment.closings,
            cut=environment.cut,
            cuts=environment.cuts,
            fairness=environment.fairness,
            flow=environment.flow,
            obstacles=environment.obstacles,
            stranded=environment.stranded,
            proved_by=environment.proved_by,
            ways=environment.ways,
            warnings=environment.warnings,
        ),
        seed=environment.seed,
        version=environment.version,
        certificate=None if certificate is None else _certificate_wire(certificate),
        stats=None if stats is None else _stats_wire(stats),
    )


def environment_from(file: JsonFile, wire: EnvironmentFileWire) -> Environment:
    """Return the environment in ``wire``; a number that points nowhere is an ``InputError``."""
    with _refused(file, "$.model"):
        model = _model(file, wire.model)
    with _refused(file, "$.memory"):
        memory = _memory(wire.memory)
    for path, numbers, end, what in _references(wire):
        for position, number in enumerate(numbers):
            if not 0 <= number < end:
                raise _points_nowhere(file, f"{path}[{position}]", number, end, what)
    question, answer = wire.problem, wire.answer
    return Environment(
        title=question.title,
        model=model,
        harness=_harness(wire.harness),
        system_objective=question.system_objective,
        test_objective=question.test_objective,
        kind=question.kind,
        conventions=question.conventions,
        count=question.count,
        fairness=answer.fairness,
        memory=memory,
        flow=answer.flow,
        ways=answer.ways,
        cut=answer.cut,
        obstacles=answer.obstacles,
        closings=answer.closings,
        cuts=answer.cuts,
        stranded=answer.stranded,
        proved_by=answer.proved_by,
        problem_digest=question.digest,
        seed=wire.seed,
        version=wire.version,
        warnings=answer.warnings,
    )


def certificate_from(wire: EnvironmentFileWire) -> Certificate | None:
    """Return the certificate that was written, if there is one."""
    if wire.certificate is None:
        return None
    return Certificate(
        claims=tuple(
            Claim(key=c.key, text=c.text, status=c.status, reason=c.reason)
            for c in wire.certificate.claims
        )
    )


def stats_from(wire: EnvironmentFileWire) -> Stats | None:
    """Return the statistics that were written, if there are any; seconds and steps are 0."""
    found = wire.stats
    if found is None:
        return None
    return Stats(
        method=found.method,
        optimal=found.optimal,
        proved_by=found.proved_by,
        flow_bound=found.flow_bound,
        bound=found.bound,
        gap=found.gap,
        stricter=found.stricter,
        looser=found.looser,
        conflicts=tuple(
            Conflict(grade=c.grade, ways=c.ways, pairs=c.pairs) for c in found.conflicts
        ),
        warnings=found.warnings,
    )


@contextmanager
def _refused(file: JsonFile, path: str) -> Iterator[None]:
    """Say where an ill-formed value stands, and show its names and numbers safely."""
    try:
        yield
    except ModelError as error:
        quoted = shown(error.message, 200)
        message = quoted[1:].removesuffix(quoted[0])
        hint = error.hint or "artefacts are written by Proctor; make the file again"
        raise InputError(message, hint=hint, place=file.place(path)) from None


def _model_wire(model: ExplicitModel) -> ModelWire:
    actions = tuple(sorted({move.action for move in model.moves}))
    number = {action: i for i, action in enumerate(actions)}
    cells = model.cells or (None,) * len(model.states)
    return ModelWire(
        actions=actions,
        moves=tuple((m.source, number[m.action], m.target) for m in model.moves),
        propositions=model.propositions,
        start=model.start,
        states=tuple(
            StateWire(name=name, labels=labels, cell=cell)
            for name, labels, cell in zip(model.states, model.labels, cells, strict=True)
        ),
        terminal=model.terminal,
        map=model.map,
    )


def _harness_wire(harness: Barriers) -> HarnessWire:
    return HarnessWire(
        bidirectional=harness.bidirectional,
        places=tuple(
            PlaceWire(name=p.name, moves=p.moves, weight=p.weight, wall=p.wall)
            for p in harness.places
        ),
        rules=tuple(
            RuleWire(kind=r.kind, first=r.first, second=r.second, limit=r.limit)
            for r in harness.rules
        ),
    )


def _memory_wire(memory: Memory) -> MemoryWire:
    return MemoryWire(
        after=memory.after,
        closed=memory.closed,
        letters=memory.letters,
        names=memory.names,
        start=memory.start,
        system_marks=memory.system_marks,
        test_marks=memory.test_marks,
    )


def _certificate_wire(certificate: Certificate) -> CertificateWire:
    return CertificateWire(
        claims=tuple(
            ClaimWire(key=c.key, text=c.text, status=c.status, reason=c.reason)
            for c in certificate.claims
        )
    )


def _stats_wire(stats: Stats) -> StatsWire:
    return StatsWire(
        method=stats.method,
        optimal=stats.optimal,
        proved_by=stats.proved_by,
        flow_bound=stats.flow_bound,
        bound=stats.bound,
        gap=stats.gap,
        stricter=stats.stricter,
        looser=stats.looser,
        conflicts=tuple(
            ConflictWire(grade=c.grade, ways=c.ways, pairs=c.pairs) for c in stats.conflicts
        ),
        warnings=stats.warnings,
    )


def _model(file: JsonFile, wire: ModelWire) -> ExplicitModel:
    count = len(wire.actions)
    for position, (_, action, _) in enumerate(wire.moves):
        if not 0 <= action < count:
            path = f"$.model.moves[{position}][1]"
            raise _points_nowhere(file, path, action, count, "actions")
    cells = tuple(state.cell for state in wire.states if state.cell is not None)
    return ExplicitModel(
        propositions=wire.propositions,
        states=tuple(state.name for state in wire.states),
        labels=tuple(state.labels for state in wire.states),
        start=wire.start,
        terminal=wire.terminal,
        moves=tuple(Move(source, wire.actions[a], target) for source, a, target in wire.moves),
        cells=cells,
        map=wire.map,
    )


def _memory(wire: MemoryWire) -> Memory:
    return Memory(
        names=wire.names,
        start=wire.start,
        letters=wire.letters,
        after=wire.after,
        closed=wire.closed,
        system_marks=wire.system_marks,
        test_marks=wire.test_marks,
    )


def _harness(wire: HarnessWire) -> Barriers:
    return Barriers(
        places=tuple(
            Place(name=p.name, moves=p.moves, weight=p.weight, wall=p.wall) for p in wire.places
        ),
        rules=tuple(
            Rule(kind=r.kind, first=r.first, second=r.second, limit=r.limit) for r in wire.rules
        ),
        bidirectional=wire.bidirectional,
    )


def _references(
    wire: EnvironmentFileWire,
) -> Iterator[tuple[str, Iterable[int], int, str]]:
    """Yield each row of numbers that point at something: path, row, how many there are."""
    moves, places = len(wire.model.moves), len(wire.harness.places)
    for i, place in enumerate(wire.harness.places):
        yield f"$.harness.places[{i}].moves", place.moves, moves, "moves"
    for i, rule in enumerate(wire.harness.rules):
        yield f"$.harness.rules[{i}].first", rule.first, places, "places"
        yield f"$.harness.rules[{i}].second", rule.second, places, "places"
    for i, closed in enumerate(wire.memory.closed):
        yield f"$.memory.closed[{i}]", closed, places, "places"
    states, memories = len(wire.model.states), len(wire.memory.names)
    lists = chain(
        ((f"$.answer.ways[{i}]", way) for i, way in enumerate(wire.answer.ways)),
        ((f"$.answer.cut[{i}]", edge) for i, edge in enumerate(wire.answer.cut)),
    )
    for path, steps in lists:
        for j, (state, memory) in enumerate(steps):
            yield f"{path}[{j}]", (state,), states, "states"
            if not 0 <= memory < memories:
                yield f"{path}[{j}]", (0, memory), memories, "memory states"


def _points_nowhere(file: JsonFile, path: str, number: int, end: int, what: str) -> InputError:
    numbered = f"{what} are numbered 0..{end - 1}" if end else f"there are no {what}"
    return InputError(f"{number} is out of range", hint=numbered, place=file.place(path))
