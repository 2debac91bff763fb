"""Random inputs that are nearly right: they pass the lexer and try what lies behind it."""

import numpy as np

from hostile.mutation import HOSTILE_WORDS, pick

__all__ = ["expression", "formula", "hoa", "toml_of"]

_UNARY = ("!", "F", "G", "X", "not ", "[]", "<>", "◇", "F[1:3]", "G[2:]", "X[2]", "FG", "~")
_BINARY = ("&", "|", "->", "<->", "xor", "U", "R", "W", "M", "and", "∨", "=>", "until", "&&")
_CALLS = ("visit", "sequence", "never", "instantly", "eventually_after")
_ATOMS = ("a", "b", "low", "Goal", '"door 3"', "true", "ff", "1", "0", "gaol", "Fa", "U")

_SIGNS = ("+", "-", "*", "<", "<=", "==", "!=", ">", ">=", "and", "or", ",")
_VALUES = ("row", "column", "fuel", "0", "7", "1000000000", "true", 'distance("T")', "rov")


def formula(rng: np.random.Generator) -> str:
    """A formula, mostly well formed."""
    return _tree(rng, int(rng.integers(1, 12)))


def expression(rng: np.random.Generator) -> str:
    """An expression whose parentheses fit, mostly; its types often do not."""
    words: list[str] = []
    is_open = 0
    for _ in range(int(rng.integers(1, 10))):
        if rng.random() < 0.3:
            words.append(str(pick(rng, ("(", "not", "-", "abs(", "min(", "max("))))
            is_open += words[-1].endswith("(")
        words.append(str(pick(rng, _VALUES)))
        if is_open and rng.random() < 0.4:
            words.append(")")
            is_open -= 1
        words.append(str(pick(rng, _SIGNS)))
    return " ".join([*words[:-1], *[")"] * is_open])


def hoa(rng: np.random.Generator) -> str:
    """An automaton whose numbers may be wrong."""
    n, bits, sets = (int(rng.integers(0, most)) for most in (6, 5, 4))
    lines = ["HOA: v1", f"Start: {int(rng.integers(n + 2))}"]
    lines.append(f"AP: {bits} " + " ".join(f'"p{i}"' for i in range(bits)))
    lines.append(f"Acceptance: {sets} {_marks_tree(rng, sets, 4)}")
    if rng.random() < 0.5:
        lines.append(f"States: {n}")
    if rng.random() < 0.4:
        lines.append(f"Alias: @x {_label(rng, bits, 3)}")
    if rng.random() < 0.2:
        lines.append(
            str(pick(rng, ("properties: univ-branch", "Foo: 1", "foo: 1 2", "name: 3")))
        )
    order = rng.permutation(len(lines) - 1) + 1
    body = [line for state in range(n) for line in _state(rng, state, n, bits, sets)]
    head = [lines[0], *(lines[i] for i in order.tolist())]
    return "\n".join([*head, "--BODY--", *body, "--END--"])


def toml_of(data: object) -> str:
    """Write plain data as TOML: a table in tables, and what is no TOML as well as it goes."""
    assert isinstance(data, dict)
    plain = {k: v for k, v in data.items() if not isinstance(v, dict)}
    lines = [f"{_text(str(key))} = {_inline(value)}" for key, value in plain.items()]
    for key, value in data.items():
        if isinstance(value, dict):
            lines.append(f"\n[{_text(str(key))}]")
            lines.extend(f"{_text(str(k))} = {_inline(v)}" for k, v in value.items())
    return "\n".join(lines)


def _tree(rng: np.random.Generator, size: int) -> str:
    if size <= 1:
        atoms = HOSTILE_WORDS if rng.random() < 0.02 else _ATOMS
        return str(pick(rng, atoms))
    match int(rng.integers(8)):
        case 0 | 1:
            return f"{pick(rng, _UNARY)} {_tree(rng, size - 1)}"
        case 2:
            return f"({_tree(rng, size - 1)})"
        case 3:
            arguments = ", ".join(_tree(rng, size // 2) for _ in range(int(rng.integers(1, 4))))
            return f"{pick(rng, _CALLS)}({arguments})"
        case _:
            left, right = _tree(rng, size // 2), _tree(rng, size - size // 2 - 1)
            return f"{left} {pick(rng, _BINARY)} {right}"


def _state(rng: np.random.Generator, state: int, n: int, bits: int, sets: int) -> list[str]:
    label = f"[{_label(rng, bits, 2)}] " if rng.random() < 0.1 else ""
    lines = [f"State: {label}{state} {_marks(rng, sets)}"]
    if rng.random() < 0.2:
        lines.extend(f"{int(rng.integers(n))} {_marks(rng, sets)}" for _ in range(1 << bits))
        return lines
    for _ in range(int(rng.integers(0, 4))):
        target = int(rng.integers(n + (rng.random() < 0.05)))
        lines.append(f"[{_label(rng, bits, 4)}] {target} {_marks(rng, sets)}")
    return lines


def _marks(rng: np.random.Generator, sets: int) -> str:
    if rng.random() < 0.5:
        return ""
    return f"{{{' '.join(str(int(rng.integers(sets + 1))) for _ in range(2))}}}"


def _label(rng: np.random.Generator, bits: int, depth: int) -> str:
    if not depth or rng.random() < 0.3:
        plain = (*map(str, range(bits + (rng.random() < 0.05))), "t", "f")
        return str(pick(rng, (*plain, "@x") if rng.random() < 0.1 else plain))
    if rng.random() < 0.3:
        return f"!({_label(rng, bits, depth - 1)})"
    return f"{_label(rng, bits, depth - 1)} {pick(rng, '&|')} {_label(rng, bits, depth - 1)}"


def _marks_tree(rng: np.random.Generator, sets: int, depth: int) -> str:
    if not depth or not sets or rng.random() < 0.3:
        number = int(rng.integers(sets + (rng.random() < 0.05) + (sets == 0)))
        return str(pick(rng, (f"Inf({number})", f"Fin({number})", f"Inf(!{number})", "t", "f")))
    left, right = (_marks_tree(rng, sets, depth - 1) for _ in range(2))
    return f"({left}) {pick(rng, '&|')} {right}"


def _inline(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    if isinstance(value, dict):
        pairs = (f"{_text(str(k))} = {_inline(v)}" for k, v in value.items())
        return f"{{ {', '.join(pairs)} }}"
    return "" if value is None else str(value)


def _text(text: str) -> str:
    """A basic string; a lone surrogate cannot be escaped and stays as it is."""
    return '"' + "".join(_escaped(c) for c in text) + '"'


def _escaped(character: str) -> str:
    code = ord(character)
    if character in '"\\':
        return f"\\{character}"
    return f"\\u{code:04x}" if code < 32 or code == 127 else character
