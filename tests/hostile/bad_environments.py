"""Saved tests that must be refused, or whose claims must be refuted."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from hostile.corpus import Bad, in_file
from hostile.seeds import Data, environment_data, environment_text, sealed

__all__ = ["bad_environments"]

Keys = tuple[str | int, ...]

# Nonsense under a digest that fits: refused where it points nowhere or has the wrong type.
_REFUSED: dict[str, tuple[Keys, object]] = {
    "a move from state 10^9": (("model", "moves", 0, 0), 10**9),
    "a move to state -1": (("model", "moves", 0, 2), -1),
    "a move by an action that does not exist": (("model", "moves", 0, 1), 99),
    "a move of two numbers": (("model", "moves", 0), [0, 0]),
    "a move of words": (("model", "moves", 0), ["a", "b", "c"]),
    "a start that does not exist": (("model", "start"), 10**6),
    "a negative start": (("model", "start"), -1),
    "a start of 10^400": (("model", "start"), 10**400),
    "a start that is true": (("model", "start"), True),
    "a start that is a fraction": (("model", "start"), 0.5),
    "a terminal state that does not exist": (("model", "terminal", 0), 10**9),
    "states that are a number": (("model", "states"), 31),
    "no states": (("model", "states"), []),
    "a state without a name": (("model", "states", 0, "name"), None),
    "a state's cell with three numbers": (("model", "states", 0, "cell"), [0, 0, 0]),
    "no cell for one of the states": (("model", "states", 0, "cell"), None),
    "two states with one name": (("model", "states", 0, "name"), "r0c1,fuel=4"),
    "a label that is no proposition": (("model", "states", 0, "labels"), ["nowhere"]),
    "a place of a move that does not exist": (("harness", "places", 0, "moves", 0), 10**9),
    "a place of a negative move": (("harness", "places", 0, "moves", 0), -7),
    "a weight in words": (("harness", "places", 0, "weight"), "heavy"),
    "a rule over a place that does not exist": (("harness", "rules", 0, "first", 0), 99),
    "a rule of an unknown kind": (("harness", "rules", 0, "kind"), "sometimes"),
    "a closed place that does not exist": (("memory", "closed", 0), [99]),
    "memory that starts nowhere": (("memory", "start"), 99),
    "memory that leads nowhere": (("memory", "after", 0, 0), 10**9),
    "memory rows of different lengths": (("memory", "after", 0), [0]),
    "memory with a row too few": (("memory", "closed"), []),
    "memory without letters": (("memory", "letters"), []),
    "a letter twice": (("memory", "letters"), [[], [], []]),
    "a way through a state that does not exist": (("answer", "ways", 0, 0, 0), 10**9),
    "a way through a negative memory": (("answer", "ways", 0, 0, 1), -3),
    "a way of single numbers": (("answer", "ways", 0), [1, 2, 3]),
    "a cut of three": (("answer", "cut", 0), [[0, 0], [0, 0], [0, 0]]),
    "an unknown grade": (("answer", "fairness"), "kind"),
    "a flow in words": (("answer", "flow"), "one"),
    "a flow that is infinite": (("answer", "flow"), float("inf")),
    "a seed in words": (("seed",), "lucky"),
    "a kind that is no kind": (("problem", "kind"), "dynamic"),
    "conventions of nobody": (("problem", "conventions"), "mine"),
    "an objective that is a list": (("problem", "system_objective"), ["F T"]),
    "a claim of an unknown status": (("certificate", "claims", 0, "status"), "believed"),
    "an unknown key": (("answer", "colour"), "red"),
    "an unknown key with an escape": (("answer", "\x1b[31m"), 1),
    "a newer format": (("format",), 99),
    "a format in words": (("format",), "one"),
    "an artefact of another kind": (("kind",), "strategy"),
    "an artefact of no kind": (("kind",), None),
    "a title of half a character": (("problem", "title"), "\ud800"),
    "a title that is a number": (("problem", "title"), 7),
}

# Well formed, sealed, and wrong: read, and then refuted.
_REFUTED: dict[str, tuple[Keys, object]] = {
    "one way more than there is": (("answer", "flow"), 2),
    "a flow of 2^62": (("answer", "flow"), 2**62),
    "a flow of 10^400": (("answer", "flow"), 10**400),
    "a limit of -10^400": (("harness", "rules", 0, "limit"), -(10**400)),
    "a negative flow": (("answer", "flow"), -1),
    "obstacles that nobody built": (("answer", "obstacles"), 3),
    "a negative count": (("answer", "closings"), -5),
    "stranded pairs that are not": (("answer", "stranded"), 4),
    "a cut that cuts nothing": (("answer", "cut"), []),
    "a way that jumps": (("answer", "ways", 0, 1, 0), 0),
    "no way at all": (("answer", "ways"), []),
    "another test objective": (("problem", "test_objective"), "F low"),
    "a test objective that is no formula": (("problem", "test_objective"), "F (("),
    "a test objective of 10,000 X": (("problem", "test_objective"), "X " * 10_000 + "a"),
    "a test objective of nobody": (("problem", "test_objective"), "F nobody"),
    "a test objective with an escape": (("problem", "test_objective"), "F \x1b[31m"),
    "memory that forgets": (("memory", "after", 1), [0, 0, 0, 0, 0]),
    "memory without an answer": (("memory", "after", 0), [-1] * 5),
    "a wall in one history only": (("memory", "closed", 0), [0]),
    "every place closed": (("memory", "closed"), [[*range(7)]] * 3),
    "a place in which a move stands twice": (("harness", "places", 0, "moves"), [1, 1]),
    "a negative weight": (("harness", "places", 0, "weight"), -1),
    "a rule that is broken": (("harness", "rules", 0, "limit"), -1),
    "another start": (("model", "start"), 0),
    "no terminal state": (("model", "terminal"), []),
    "terminal states that can be left": (("model", "terminal"), [0]),
}

_TEXTS: dict[str, Callable[[], str]] = {
    "an empty file": lambda: "",
    "only blanks": lambda: " \n\n",
    "a list": lambda: "[]",
    "a number": lambda: "1",
    "null": lambda: "null",
    "an empty object": lambda: "{}",
    "a digest that is wrong": lambda: environment_text().replace('"digest": "', '"digest": "0'),
    "one digit of the answer changed": lambda: environment_text().replace(
        '"flow": 1', '"flow": 2'
    ),
    "a digest that is missing": lambda: json.dumps(without("digest")),
    "a model that is missing": lambda: sealed(without("model")),
    "a key that comes twice": lambda: environment_text().replace("{", '{"seed": 1, ', 1),
    "NaN": lambda: environment_text().replace('"flow": 1', '"flow": NaN'),
    "minus infinity": lambda: environment_text().replace('"flow": 1', '"flow": -Infinity'),
    "1e999": lambda: environment_text().replace('"flow": 1', '"flow": 1e999'),
    "a number of 5,000 digits": lambda: environment_text().replace(
        '"flow": 1', f'"flow": {"1" * 5000}'
    ),
    "a trailing comma": lambda: environment_text().replace('"flow": 1', '"flow": 1,,'),
    "a comment": lambda: "// a test\n" + environment_text(),
    "two objects": lambda: environment_text() * 2,
    "single quotes": lambda: environment_text().replace('"', "'"),
    "10,000 lists in each other": lambda: "[" * 10_000,
    "1,000,000 lists in each other": lambda: "[" * 10**6,
    "100,000 objects in each other": lambda: '{"a":' * 10**5,
    "300 lists under an unknown key": lambda: nested(300),
    "50,000 lists under an unknown key": lambda: nested(50_000),
    "a billion laughs, in XML": lambda: (
        '<!DOCTYPE lolz [<!ENTITY lol "lol">]><lolz>&lol;</lolz>'
    ),
    "a pickle": lambda: "\x80\x04cos\nsystem\n(S'true'\ntR.",
}


def bad_environments() -> Iterator[Bad]:
    """Yield every bad environment file."""
    for name, (path, value) in _REFUSED.items():
        yield _environment(name, partial(changed, path, value))
    for name, (path, value) in _REFUTED.items():
        yield _environment(f"refuted: {name}", partial(changed, path, value), code=1)
    for name, made in _TEXTS.items():
        yield _environment(name, made)
    for part in range(1, 13):
        yield _environment(f"cut after {part} of 13 parts", partial(cut_after, part))


def changed(path: Keys, value: object) -> str:
    """The valid file with another value at ``path``, and a digest that fits."""
    data = environment_data()
    box: Any = data
    for key in path[:-1]:
        box = box[key]
    box[path[-1]] = value
    return sealed(data)


def without(key: str) -> Data:
    """The valid file's data without one key."""
    return {k: v for k, v in environment_data().items() if k != key}


def nested(depth: int) -> str:
    """The valid file with lists in each other under a key of their own."""
    return environment_text().replace('"start":', f'"x": {"[" * depth}{"]" * depth}, "start":')


def cut_after(part: int) -> str:
    """The first so many thirteenths of the valid file."""
    text = environment_text()
    return text[: len(text) * part // 13]


def _environment(name: str, made: Callable[[], str], *, code: int = 2) -> Bad:
    file = "bad.environment.json"
    return in_file("environments", name, made, file, [["check"]], code=code)
