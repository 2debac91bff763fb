"""What a problem asks, made again from its file, against what an artefact says was asked.

States, moves and places are compared by name, whatever their numbers.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from proctor.artefacts.environment import Environment
from proctor.artefacts.model import ExplicitModel, Move, Place, Rule
from proctor.errors import InputError, shown
from proctor.logic.parser import parse

if TYPE_CHECKING:
    from proctor.logic.formula import Formula
    from proctor.models.problem import Problem

__all__ = ["first_difference"]

NamedMove = tuple[str, str, str]


def first_difference(test: Environment, problem: "Problem") -> str | None:
    """Return the first thing that ``test`` says otherwise than ``problem``, as a sentence."""
    return next(_differences(test, problem), None)


def _differences(test: Environment, problem: "Problem") -> Iterator[str]:
    yield from _asked_otherwise(test, problem)
    for which, text, formula in (
        ("system", test.system_objective, problem.system_objective),
        ("test", test.test_objective, problem.test_objective),
    ):
        yield from _other_objective(which, text, formula, problem)
    model = problem.model.explicit(problem.model.labelling(problem.propositions))
    starts = [problem.model.name(state) for state in problem.model.starts]
    yield from _other_model(test.model, model, starts)
    yield from _other_harness(test, problem, model)


def _asked_otherwise(test: Environment, problem: "Problem") -> Iterator[str]:
    for key, written, asked in (
        ("kind", test.kind, problem.kind),
        ("conventions", test.conventions, problem.conventions),
        ("count", test.count, problem.counted),
    ):
        if written != asked:
            yield f"the file asks for {key} = {asked}, but the artefact has {key} = {written}"
    if problem.asked not in ("fairest", test.fairness):
        yield (
            f"the file asks for a test that is fair as in {shown(problem.asked)}, "
            f"but the artefact claims {shown(test.fairness)}"
        )


def _other_objective(
    which: str, text: str, formula: "Formula", problem: "Problem"
) -> Iterator[str]:
    try:
        same = parse(text, problem.model.propositions) == formula
    except InputError as error:
        yield f"the artefact's {which} objective does not fit the file: {error.message}"
        return
    if not same:
        yield (
            f"the file's {which} objective is {shown(str(formula))}, "
            f"but the artefact's is {shown(text)}"
        )


def _other_model(
    written: ExplicitModel, asked: ExplicitModel, starts: list[str]
) -> Iterator[str]:
    yield from _other_items("state", written.states, asked.states)
    start = written.states[written.start]
    if start not in starts:
        begin = " or ".join(map(shown, starts))
        yield f"the file's model starts in {begin}, but the artefact's in {shown(start)}"
    yield from _other_items("terminal state", _terminal(written), _terminal(asked))
    yield from _other_labels(_labels(written), _labels(asked))
    yield from _other_items("move", _moves(written), _moves(asked))
    if _cells(written) != _cells(asked) or written.map != asked.map:
        yield "the map drawn in the artefact is not the file's"
    if sorted(set(written.propositions)) != sorted(set(asked.propositions)):
        yield "the artefact declares other propositions than the file's model"


def _other_items(
    what: str, written: Iterable[Hashable], asked: Iterable[Hashable]
) -> Iterator[str]:
    mine, theirs = Counter(written), Counter(asked)
    for item in theirs - mine:
        yield f"the file's model has the {what} {_named(item)} that the artefact does not have"
    for item in mine - theirs:
        yield f"the artefact has the {what} {_named(item)} that the file's model does not have"


def _named(item: Hashable) -> str:
    if isinstance(item, tuple):
        source, action, target = item
        return f"{shown(source)} -> {shown(target)} by {shown(action)}"
    return shown(item)


def _terminal(model: ExplicitModel) -> list[str]:
    return [model.states[number] for number in sorted(set(model.terminal))]


def _labels(model: ExplicitModel) -> dict[str, frozenset[str]]:
    return {s: frozenset(x) for s, x in zip(model.states, model.labels, strict=True)}


def _other_labels(
    written: Mapping[str, frozenset[str]], asked: Mapping[str, frozenset[str]]
) -> Iterator[str]:
    for state, label in asked.items():
        # A state that only one of the two has was told of before.
        mine = written.get(state, label)
        for name in sorted(label ^ mine):
            says, other = ("holds", "does not") if name in label else ("does not hold", "does")
            yield (
                f"in the file's model {shown(name)} {says} in {shown(state)}, "
                f"in the artefact it {other}"
            )


def _moves(model: ExplicitModel) -> list[NamedMove]:
    return [_move(model, move) for move in model.moves]


def _move(model: ExplicitModel, move: Move) -> NamedMove:
    return (model.states[move.source], move.action, model.states[move.target])


def _cells(model: ExplicitModel) -> dict[str, tuple[int, int]]:
    return dict(zip(model.states, model.cells, strict=True)) if model.cells else {}


def _other_harness(
    test: Environment, problem: "Problem", model: ExplicitModel
) -> Iterator[str]:
    if test.harness.bidirectional != problem.harness.bidirectional:
        asked, written = problem.harness.bidirectional, test.harness.bidirectional
        yield (
            f"the file has bidirectional = {str(asked).lower()}, "
            f"but the artefact {str(written).lower()}"
        )
    asked_places = problem.places.explicit()
    mine = {_held(test.model, place): place for place in test.harness.places}
    theirs = {_held(model, place): place for place in asked_places}
    for moves, place in theirs.items():
        if moves not in mine:
            yield f"the file's harness has the place {shown(place.name)}; the artefact has not"
        else:
            yield from _other_place(mine[moves], place)
    for moves, place in mine.items():
        if moves not in theirs:
            yield f"the artefact has the place {shown(place.name)}; the file's harness has not"
    count, asked_count = len(test.harness.places), len(asked_places)
    if count != asked_count:
        yield f"the artefact has {count} places, the file {asked_count}"
    written_rules = Counter(
        _rule(test.model, test.harness.places, r) for r in test.harness.rules
    )
    asked_rules = Counter(_rule(model, asked_places, rule) for rule in problem.places.rules)
    for kind, *_ in asked_rules - written_rules:
        yield f"the file has a rule {kind} that the artefact does not have"
    for kind, *_ in written_rules - asked_rules:
        yield f"the artefact has a rule {kind} that the file does not have"


def _held(model: ExplicitModel, place: Place) -> frozenset[NamedMove | int]:
    """Return the moves of a place by name; one that does not exist keeps its number."""
    known = range(len(model.moves))
    return frozenset(_move(model, model.moves[m]) if m in known else m for m in place.moves)


def _other_place(written: Place, asked: Place) -> Iterator[str]:
    name = shown(asked.name)
    if written.name != asked.name:
        yield f"the file's place {name} is called {shown(written.name)} in the artefact"
    if written.weight != asked.weight:
        yield (
            f"the place {name} has the weight {asked.weight} in the file, "
            f"but {written.weight} in the artefact"
        )
    if written.wall != asked.wall:
        kinds = ("a wall", "a door") if asked.wall else ("a door", "a wall")
        yield f"the place {name} is {kinds[0]} in the file, but {kinds[1]} in the artefact"


def _rule(
    model: ExplicitModel, places: tuple[Place, ...], rule: Rule
) -> tuple[str, frozenset[Hashable], frozenset[Hashable], int]:
    known = range(len(places))

    def held(numbers: tuple[int, ...]) -> frozenset[Hashable]:
        return frozenset(_held(model, places[n]) if n in known else n for n in numbers)

    return (rule.kind, held(rule.first), held(rule.second), rule.limit)
