"""Valid inputs, spoilt: the same generator spoils them in the same way."""

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np

__all__ = ["HOSTILE_VALUES", "HOSTILE_WORDS", "pick", "spoilt_data", "spoilt_text"]

HOSTILE_WORDS = (
    *("", " ", "\n", "\r\n", "\t", "\x00", "\x1b[31m", "\x7f", "\x85", "\u2028", "\ufeff"),
    *("\u202e", "\u200b", "\ud800", "а", "é", "e\u0301", "ｇ", "🚪", "٣", "²", "½", "∞"),
    *("(", ")", "[", "]", "{", "}", '"', "'", "\\", "/", "/*", "*/", "--", "#", "@", ":", ";"),
    *("=", "==", "=>", "<->", "->", "<-", "&&", "||", "!", "~", "^", "**", "//", "%", ",", "."),
    *("0", "-1", "-0", "00", "01", "1_000", "9" * 20, "9" * 400, "1e999", "0x7f", "1.5"),
    *("inf", "-inf", "nan", "true", "false", "null", "None", "1979-05-27", "07:32:00"),
    *("F", "GF", "X[3]", "F[0:", "F[9:1]", "U", "W", "t", "f", "first_match", "__import__"),
    *("../x", "-rf", "CON", "</script>", "]]>", "$(id)", "a" * 300, "distance(", "lambda"),
    *("State:", "Start:", "AP:", "Inf(", "--BODY--", "--END--", "--ABORT--", "HOA: v1"),
    *('"""', "'''", "[[", "]]", "\\u0000", "\\ud800", "\\n", '\\"'),
)

HOSTILE_VALUES: tuple[object, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**63, -(2**63) - 1, 10**30, 10**400),
    *(0.5, -0.0, 1e308, float("inf"), float("nan")),
    *("", " ", "a", "T", "S", "r0c0", "r9c9", "stay", "\x00", "\x1b[2J", "\u202eabc", "\ud800"),
    *("GF", "F", "F T", "fuel", "row <= 2", "x" * 500, "r0c0 <-> r0c1", "r0c0 -> r0c0", "gate"),
    *([], [[]], [0], [-1], [10**9], ["a"], ["a", "a"], [None], [True, False], [0.5]),
    *({}, {"a": 1}, {"": ""}, {"move": 10**30}, {"x": {"y": {}}}),
)


def pick(rng: np.random.Generator, things: Sequence[object]) -> object:
    """One of ``things``."""
    return things[int(rng.integers(len(things)))]


def spoilt_text(rng: np.random.Generator, text: str, others: Sequence[str]) -> str:
    """Return ``text`` after one to four changes; pieces of ``others`` may come in."""
    for _ in range(int(rng.integers(1, 5))):
        text = _changed(rng, text, others)
    return text[:200_000]


def spoilt_data(rng: np.random.Generator, data: object) -> object:
    """Return a copy of plain data after one to three changes somewhere inside."""
    data = copy.deepcopy(data)
    for _ in range(int(rng.integers(1, 4))):
        _change_inside(rng, data)
    return data


def _changed(rng: np.random.Generator, text: str, others: Sequence[str]) -> str:
    begin, end = sorted(rng.integers(0, len(text) + 1, size=2).tolist())
    end = min(end, begin + int(rng.integers(1, 40)))
    word = str(pick(rng, HOSTILE_WORDS))
    match int(rng.integers(10)):
        case 0:
            return text[:begin] + text[end:]
        case 1 | 2:
            return text[:begin] + word + text[begin:]
        case 3 | 4:
            return text[:begin] + word + text[end:]
        case 5:
            return text[:end] + text[begin:]
        case 6:
            times = int(rng.choice([2, 3, 10, 100, 3000]))
            return text[:begin] + (text[begin:end] or word)[:20] * times + text[end:]
        case 7:
            return text[:begin]
        case 8:
            other = str(pick(rng, others))
            first, last = sorted(rng.integers(0, len(other) + 1, size=2).tolist())
            return text[:begin] + other[first:last] + text[end:]
        case _:
            code = int(rng.integers(1, 0x250))
            return text[:begin] + chr(code) + text[begin + 1 :]


def _change_inside(rng: np.random.Generator, data: object) -> None:
    """Walk down to some container and change one of its items."""
    box: Any = data
    while isinstance(box, dict | list) and box:
        keys = list(box) if isinstance(box, dict) else list(range(len(box)))
        key = keys[int(rng.integers(len(keys)))]
        inner = box[key]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.85:
            box = inner
            continue
        _change_item(rng, box, key)
        return


def _change_item(rng: np.random.Generator, box: Any, key: Any) -> None:
    value = box[key]
    match int(rng.integers(6)):
        case 0:
            del box[key]
        case 1 if isinstance(value, int):
            box[key] = value + int(rng.choice([-1, 1, 7, 10**6]))
        case 1 | 2 if isinstance(value, str):
            box[key] = spoilt_text(rng, value, HOSTILE_WORDS)
        case 3 if isinstance(box, list):
            box.insert(int(rng.integers(len(box) + 1)), copy.deepcopy(pick(rng, box)))
        case 3 if isinstance(box, dict):
            box[str(pick(rng, HOSTILE_WORDS))] = value
        case _:
            box[key] = copy.deepcopy(pick(rng, HOSTILE_VALUES))
