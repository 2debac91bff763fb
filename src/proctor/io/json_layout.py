"""JSON that reads well in git: keys sorted, a row of numbers or a small item on one line."""

import json
from collections.abc import Iterator
from typing import Final

__all__ = ["laid_out"]

_WIDTH: Final = 96


def laid_out(value: object) -> str:
    """Return ``value`` as JSON text of many lines; the same value gives the same text.

    A list of numbers, and a list or object that fits, takes one line; anything else takes a
    line for each item, one blank deeper. Values nest only as deep as their types do.

    >>> print(laid_out({"name": "door", "moves": [[0, 1], [2, 3]]}))
    {"moves": [[0, 1], [2, 3]], "name": "door"}
    >>> print(laid_out({"rows": [[n] * 20 for n in range(3)]}))
    {
     "rows": [
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
      [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]
     ]
    }
    """
    return "".join(_pieces(value, 0))


def _pieces(value: object, depth: int) -> Iterator[str]:
    if not isinstance(value, dict | list | tuple) or _is_row(value) or _is_small(value, depth):
        yield _line(value)
        return
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    yield opening
    margin = "\n" + " " * (depth + 1)
    if isinstance(value, dict):
        for number, key in enumerate(sorted(value)):
            yield f"{',' if number else ''}{margin}{_line(key)}: "
            yield from _pieces(value[key], depth + 1)
    else:
        for number, item in enumerate(value):
            yield f"{',' if number else ''}{margin}"
            yield from _pieces(item, depth + 1)
    yield f"{margin[:-1]}{closing}"


def _is_row(value: dict[str, object] | list[object] | tuple[object, ...]) -> bool:
    return not isinstance(value, dict) and all(isinstance(item, int | float) for item in value)


def _is_small(value: dict[str, object] | list[object] | tuple[object, ...], depth: int) -> bool:
    # An item takes at least three characters: long lists need not be written to be judged.
    return 3 * len(value) <= _WIDTH and len(_line(value)) + depth <= _WIDTH


def _line(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False)
