"""Which words can be propositions, and which are read as something else."""

from typing import Final

from proctor.errors import InputError, shown

__all__ = [
    "KEYWORDS",
    "MAX_NAME",
    "check_name",
    "check_spelling",
    "described",
    "is_chain",
    "is_plain",
    "operator_called",
    "other_names",
    "quoted",
]

MAX_NAME: Final = 200

_LETTERS: Final = {
    "U": "until",
    "R": "release",
    "V": "release",
    "W": "weak until",
    "M": "strong release",
}

KEYWORDS: Final = frozenset(
    {
        *_LETTERS,
        *("true", "True", "TRUE", "tt", "false", "False", "FALSE", "ff"),
        *("not", "and", "or", "xor", "implies", "iff"),
        *("next", "always", "eventually", "until", "release", "weak", "strong"),
    }
)


def is_chain(word: str) -> bool:
    """Return whether ``word`` is read as a chain of operators, such as ``GF``.

    >>> is_chain("GF"), is_chain("GFp")
    (True, False)
    """
    return bool(word) and not word.strip("FGX")


def is_plain(name: str) -> bool:
    """Return whether ``name`` stands for itself in a formula, without quotes.

    >>> is_plain("Goal"), is_plain("F"), is_plain("door 3")
    (True, False, False)
    """
    word = name.isascii() and name.isidentifier()
    return word and name not in KEYWORDS and not is_chain(name)


def check_spelling(name: str) -> None:
    """Raise ``InputError`` unless ``name`` can be written in a formula, at least in quotes.

    >>> check_spelling("door 3")
    """
    if not name:
        raise InputError("a proposition has an empty name", hint="give it a name such as goal")
    if len(name) > MAX_NAME:
        raise InputError(
            f"the name {shown(name)} has {len(name)} characters; the limit is {MAX_NAME}",
            hint="choose a shorter name",
        )
    for character in name:
        if not character.isprintable() or character in '"\\':
            raise InputError(
                f"the name {shown(name)} contains {described(character)}",
                hint="a name is made of printable characters, without quotes and backslashes",
            )


def check_name(name: str) -> None:
    """Raise ``InputError`` unless ``name`` can be declared as a proposition.

    >>> check_name("Goal")
    >>> check_name("U")
    Traceback (most recent call last):
    ...
    proctor.errors.InputError: "U" cannot be a proposition: in formulas it is the until operator
      hint: rename it, for example to "u" or "is_U"
    """
    check_spelling(name)
    if is_chain(name):
        reason = "in formulas F, G, X and words made of them are operators"
    elif name in KEYWORDS:
        reason = f"in formulas it is {operator_called(name) or 'a word of the language'}"
    else:
        return
    raise InputError(
        f'"{name}" cannot be a proposition: {reason}', hint=f"rename it, {other_names(name)}"
    )


def operator_called(word: str) -> str:
    """Return which operator a single letter is, as the end of a sentence; else nothing.

    >>> operator_called("R"), operator_called("r")
    ('the release operator', '')
    """
    return f"the {_LETTERS[word]} operator" if word in _LETTERS else ""


def quoted(name: str) -> str:
    """Return ``name`` as it is written in a formula: in quotes if it needs them.

    >>> quoted("dock"), quoted("dock-A")
    ('dock', '"dock-A"')
    """
    return name if is_plain(name) else f'"{name}"'


def other_names(name: str) -> str:
    """Return two names close to ``name`` that can be propositions, as the end of a hint.

    >>> other_names("GF")
    'for example to "gf" or "is_GF"'
    """
    lower = name.lower()
    first = f'"{lower}" or ' if is_plain(lower) else ""
    return f'for example to {first}"is_{name}"'


def described(character: str) -> str:
    """Return ``character`` as it can safely stand in a message, with its code.

    >>> described("?")
    "'?' (U+003F)"
    """
    code = f"U+{ord(character):04X}"
    return f"{character!r} ({code})" if character.isprintable() else f"the character {code}"
