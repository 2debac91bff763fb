"""How wide a line of text is, and how to make it safe to show, whatever the font."""

from collections.abc import Callable, Mapping, Sequence
from unicodedata import east_asian_width

__all__ = ["centred", "clean", "columns_of", "cut", "in_full", "short_forms", "width", "wrap"]

_LONGEST = 60
_NARROW = frozenset("iljtfrI.,:;'|!()[]{}/\\ \"`-")
_WIDE = frozenset("mwMW@%&<>=+~")


def clean(text: str) -> str:
    """Return ``text`` without control, direction and other invisible characters.

    >>> clean("a" + chr(27) + "[31m" + chr(0x202E) + "b")
    'a[31mb'
    """
    return "".join(c for c in text if c.isprintable())


def cut(text: str, length: int) -> str:
    """Return ``text`` cleaned, and cut to ``length`` characters with an ellipsis.

    >>> cut("corridor", 5)
    'corr…'
    """
    short = clean(text[: 4 * length + 40])
    whole = len(short) <= length and len(text) <= 4 * length + 40
    return short if whole else f"{short[: max(1, length - 1)]}…"


def centred(text: str, columns: int) -> str:
    """Return ``text`` in the middle of so many columns of a terminal, cut if it must be.

    >>> centred("T", 3), centred("corridor", 5)
    (' T ', 'corr…')
    """
    short = clean(text[: columns + 40])
    if columns_of(short) > columns:
        mark = "…" if columns > 1 else ""
        while columns_of(short + mark) > columns:
            short = short[:-1]
        short += mark
    left = (columns - columns_of(short)) // 2
    return " " * left + short + " " * (columns - columns_of(short) - left)


def width(text: str, size: float) -> float:
    """Return about how wide ``text`` is in a sans-serif font of ``size``; never too little.

    >>> width("il", 10) < width("MW", 10)
    True
    """
    return size * sum(map(_em, text))


def wrap(text: str, size: float, limit: float) -> tuple[str, ...]:
    """Break ``text`` into lines that are at most ``limit`` wide, at spaces if it can be.

    >>> wrap("a b c", 10, 20)
    ('a b', 'c')
    """
    lines: list[str] = []
    line = ""
    for word in clean(text.replace("\n", " ")).split():
        longer = f"{line} {word}" if line else word
        if line and width(longer, size) > limit:
            lines.append(line)
            longer = word
        line = longer
        while len(line) > 1 and width(line, size) > limit:
            fits = next(
                n
                for n in range(len(line) - 1, 0, -1)
                if n == 1 or width(line[:n], size) <= limit
            )
            lines.append(line[:fits])
            line = line[fits:]
    if line:
        lines.append(line)
    return tuple(lines)


def columns_of(text: str) -> int:
    """Return how many columns of a terminal ``text`` takes.

    >>> columns_of("lab"), columns_of("庫")
    (3, 2)
    """
    return sum(2 if east_asian_width(c) in "WF" else 1 for c in text)


def short_forms(names: Sequence[str], fits: Callable[[str], bool]) -> dict[str, str]:
    """Return for each name a form that ``fits``, no two of them alike.

    A name is cut at its end, and in its middle where that would make it another's.

    >>> short_forms(["dock", "dock_west", "dock_east"], lambda text: len(text) <= 5)
    {'dock': 'dock', 'dock_west': 'd…est', 'dock_east': 'd…ast'}
    """
    short = {name: _end_cut(name, fits) for name in names}
    for alike in _alike(short):
        short.update(_told_apart(alike, fits))
    # What still looks alike, among each other or beside another name, is numbered.
    left = [name for alike in _alike(short) for name in alike]
    return {**short, **{name: f"({number})" for number, name in enumerate(left, 1)}}


def in_full(names: Mapping[str, str], most: int = 16) -> str:
    """Return which names the short forms stand for; empty if none is cut.

    >>> in_full({"dock": "dock", "dock_west": "d…est"})
    'Names: d…est is dock_west.'
    """
    told = [
        f"{short} is {cut(name, 40)}"
        for name, short in names.items()
        if short not in ("", name)
    ]
    more = [f"and {len(told) - most} more"] if len(told) > most else []
    return f"Names: {', '.join([*told[:most], *more])}." if told else ""


def _end_cut(name: str, fits: Callable[[str], bool]) -> str:
    length = min(len(name), _LONGEST)
    while length > 1 and not fits(cut(name, length)):
        length -= 1
    return cut(name, length)


def _alike(short: Mapping[str, str]) -> list[list[str]]:
    """The names that share a form with others."""
    groups: dict[str, list[str]] = {}
    for name, form in short.items():
        groups.setdefault(form, []).append(name)
    return [names for names in groups.values() if len(names) > 1]


def _told_apart(names: Sequence[str], fits: Callable[[str], bool]) -> dict[str, str]:
    for tail in range(1, 9):
        found = {name: _middle_cut(name, tail, fits) for name in names}
        if len(set(found.values())) == len(names):
            return found
    return {}


def _middle_cut(name: str, tail: int, fits: Callable[[str], bool]) -> str:
    end = f"…{clean(name[-tail:])}"
    head = min(len(name) - tail, _LONGEST)
    while head > 0 and not fits(clean(name[:head]) + end):
        head -= 1
    return clean(name[: max(head, 0)]) + end


def _em(character: str) -> float:
    if character in _NARROW:
        return 0.4
    if character in _WIDE:
        return 0.92
    if east_asian_width(character) in "WF":
        return 1.05
    return 0.7 if character.isupper() else 0.62
