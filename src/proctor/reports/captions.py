"""What a history means to a person: what has been seen, and what remains to be seen."""

from proctor.artefacts.environment import Environment
from proctor.errors import BudgetExceeded, InputError
from proctor.logic.explain import in_words
from proctor.logic.formula import Formula
from proctor.logic.parser import parse
from proctor.logic.progression import Progression, Rest
from proctor.reports.histories import final_histories, reachable_histories

__all__ = ["captions", "objective_words"]

_VISITS = "The system visits "


def captions(environment: Environment) -> dict[str, str]:
    """Return for the name of each history that can be reached what remains to be seen in it.

    Where histories differ in what the system itself still has to do, that is told as well.
    There are no captions when the objectives cannot be read, or are too large to be followed.
    """
    try:
        words = _words(environment)
        test = _rests(parse(environment.test_objective), words)
        system = _rests(parse(environment.system_objective), words)
    except (BudgetExceeded, InputError):
        return {}
    names, begin = environment.memory.names, system[environment.memory.start]
    ended = final_histories(environment)
    # What the system has to do is news only once it has done some of it.
    return {
        names[history]: f"{_seen(test[history])}, and the run is over"
        if history in ended
        else _caption(test[history], None if rest == begin else rest)
        for history, rest in system.items()
    }


def objective_words(text: str) -> str:
    """Return an objective in plain words, as the end of a sentence about the system.

    >>> objective_words("F a & F b"), objective_words("G !crash")
    ('visit a and b, in any order', 'never crash')
    """
    return _told(parse(text), visits="visit ")


def _words(environment: Environment) -> dict[int, list[frozenset[str]]]:
    """For each history a word that brings it about, short if not shortest."""
    memory, start = environment.memory, environment.model.labels[environment.model.start]
    reached = set(reachable_histories(environment))
    begin = [frozenset(start)] if environment.conventions == "default" else []
    words = {memory.start: begin}
    for history in (queue := [memory.start]):
        for letter, after in zip(memory.letters, memory.after[history], strict=True):
            if after in reached and after not in words:
                words[after] = [*words[history], frozenset(letter)]
                queue.append(after)
    return words


def _rests(formula: Formula, words: dict[int, list[frozenset[str]]]) -> dict[int, Rest]:
    progression = Progression(formula)
    rests: dict[int, Rest] = {}
    for history, word in words.items():
        rest = progression.start
        for letter in word:
            rest = progression.after(rest, letter)
        rests[history] = rest
    return rests


def _seen(test: Rest) -> str:
    if test.is_true:
        return "the test objective has been seen"
    if test.is_false:
        return "the test objective can no longer be seen"
    return f"still to see: {_told(test.formula())}"


def _caption(test: Rest, system: Rest | None) -> str:
    said = _seen(test)
    if system is None:
        return said
    if system.is_true:
        return f"{said}, and the system has done its part"
    if system.is_false:
        return f"{said}; the system has lost its objective"
    return f"{said}; left for the system: {_told(system.formula(), visits='visit ')}"


def _told(formula: Formula, visits: str = "") -> str:
    """The formula in words, without the beginning and the end of a sentence."""
    words = in_words(formula)
    if words.startswith(_VISITS):
        return visits + words.removeprefix(_VISITS).removesuffix(".")
    return f"{words[0].lower()}{words[1:].removesuffix('.')}"
