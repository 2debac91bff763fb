"""Formulas that must be refused: broken, too deep, too large, or made to deceive."""

from collections.abc import Iterator

from hostile.corpus import Bad, formula

__all__ = ["bad_formulas"]

_BROKEN = {
    "nothing": "",
    "only blanks": " \t ",
    "a lonely operator": "&",
    "nothing on the right": "a U",
    "nothing on the left": "-> a",
    "only an unary operator": "G",
    "a chain of operators alone": "GFX",
    "two propositions in a row": "a b",
    "two operators in a row": "a & | b",
    "never closed": "(a & (b",
    "never opened": "a) & b",
    "empty parentheses": "F ()",
    "parentheses the wrong way": ")a(",
    "a comma outside a pattern": "a, b",
    "a pattern without arguments": "visit()",
    "a pattern with one argument too many": "never(a, b)",
    "a pattern with one argument too few": "instantly(a)",
    "a pattern with a trailing comma": "sequence(a, b,)",
    "a quote that is never closed": 'F "door 3',
    "an empty quoted name": 'F ""',
    "square brackets": "F [a]",
    "braces of PSL": "{a;b}[]-> c",
    "a comparison": "F row <= 2",
    "one equals sign": "a = b",
    "arithmetic": "a + b",
    "a number": "F 42",
    "a dot": "a.b",
    "a semicolon": "a; b",
    "a backslash": "a \\ b",
    "LaTeX": "\\square a",
    "a past operator": "a S @ b",
    "a quantifier": "∃x. a",
    "a comment": "a // b",
    "text to be evaluated": "__import__('os').system('true')",
    "a shell command": "$(true) | `true`",
    "a format string": "%s {0} {a!r}",
}

_BOUNDS = {
    "a bound of 10^12": "F[0:1000000000000] a",
    "a bound of 5,000 digits": f"F[0:{'9' * 5000}] a",
    "one step more than the limit": "G[0:1001] a",
    "a bound the wrong way round": "F[9:1] a",
    "a negative bound": "F[-1:3] a",
    "a bound of fractions": "F[0.5:1] a",
    "a bound of letters": "F[a:b] a",
    "an empty bound": "F[ ] a",
    "a bound that is never closed": "F[0:3 a",
    "X with a range": "X[0:3] a",
    "F with one number": "F[3] a",
    "a bound on a proposition": "a[0:3]",
    "a bound on U": "a U[0:3] b",
    "a bound behind a blank operator": "F X [0:3:4] a",
    "Arabic digits in a bound": "F[0:٣] a",
    "X to the power of 10^9": "X^1000000000 a",
    "bounds within bounds": "F[0:1000] " * 40 + "a",
}

_WORDS = {
    "a reserved letter as a proposition": "F U",
    "a constant that is called": "true(a)",
    "an operator in capitals": "a AND b",
    "a bidi override": "F \u202etaog\u202c",
    "a zero-width space": "a\u200b&b",
    "a null character": "a\x00b",
    "an ANSI escape": "\x1b[31mF a",
    "a lone surrogate": "F \ud800",
    "an emoji": "F 🚪",
    "a superscript": "x² & a",
    "a full-width sign": "a \uff06 b",
    "a no-break space": "a\xa0b",
    "a quoted line break": 'F "a\nb"',
    "a quoted escape character": 'F "a\x1bb"',
    "a quoted bidi override": 'F "a\u202eb"',
    "a quoted name of 300 characters": f'F "{"a" * 300}"',
    "operators glued to a name, 5,000 of them": "F" * 5_000 + "a",
    "a name of 300 characters": "F " + "a" * 300,
    "a byte order mark inside": "a & \ufeff b",
    "a script tag": "</script><script>alert(1)</script>",
}


def bad_formulas() -> Iterator[Bad]:
    """Yield every bad formula."""
    for table in (_BROKEN, _BOUNDS, _WORDS):
        for name, text in table.items():
            yield formula(name, text)
    for power in range(3, 7):
        yield from _deep(10**power)
    yield formula("a formula of 1,000,001 characters", lambda: "a" + " " * 10**6)
    yield formula("a million operators in a row", lambda: "a&" * 499_999 + "&")


def _deep(size: int) -> Iterator[Bad]:
    too_deep = "nested more than" if size > 2000 else ""
    if size > 500_000:
        too_deep = "limit"
    yield formula(f"{size:,} parentheses, never closed", lambda: "(" * size, too_deep)
    yield formula(f"{size:,} negations of nothing", lambda: "!" * size, too_deep)
    yield formula(f"{size:,} brackets", lambda: "[" * size)
    yield formula(f"{size:,} X on nothing", lambda: "X " * (size // 2))
    yield formula(f"{size:,} implications of nothing", lambda: "a->" * (size // 3))
