"""How wide a line of text is, and how to make it safe to show, whatever the font."""

from unicodedata import east_asian_width

__all__ = ["centred", "clean", "cut", "width", "wrap"]

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
    if _columns(short) > columns:
        mark = "…" if columns > 1 else ""
        while _columns(short + mark) > columns:
            short = short[:-1]
        short += mark
    left = (columns - _columns(short)) // 2
    return " " * left + short + " " * (columns - _columns(short) - left)


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


def _columns(text: str) -> int:
    return sum(2 if east_asian_width(c) in "WF" else 1 for c in text)


def _em(character: str) -> float:
    if character in _NARROW:
        return 0.4
    if character in _WIDE:
        return 0.92
    if east_asian_width(character) in "WF":
        return 1.05
    return 0.7 if character.isupper() else 0.62
