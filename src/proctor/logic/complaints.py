"""What the parser says when a text is no formula: what is wrong, where, and what to do."""

import re
from difflib import get_close_matches
from typing import Final

from proctor.errors import InputError, SpecSyntaxError, did_you_mean, shown
from proctor.logic.lexer import PATTERNS, Kind, Token
from proctor.logic.names import (
    KEYWORDS,
    MAX_NAME,
    is_chain,
    is_plain,
    operator_called,
    other_names,
    quoted,
)

__all__ = ["Complaints"]


class Complaints:
    """Makes the errors of one text; ``known`` are the declared names, ``None`` for all."""

    def __init__(self, text: str, known: frozenset[str] | None) -> None:
        self.text = text
        self.known = known

    def unknown(self, token: Token) -> SpecSyntaxError:
        """Return that this name is not declared."""
        after = _COMPARISON.match(self.text, token.at + len(token.text))
        if after is not None:
            return self._comparison(after.start(1), after.group(1))
        known = self.known or frozenset()
        hint = _unglued(token.name, known) or _meant(token.name, known)
        return self._error(
            f'"{_short(token.name)}" is not a proposition here',
            token.at,
            hint or "no propositions are declared; labels define them",
        )

    def missing_operand(self, token: Token | None, last: Token | None) -> SpecSyntaxError:
        """Return that something to apply an operator to should stand before ``token``."""
        if token is not None and token.kind is Kind.COMPARISON:
            return self._comparison(token.at, token.text)
        if token is not None and operator_called(token.text):
            return self._letter(token)
        if last is None and token is None:
            return self._error("the formula is empty", 0, 'write for example "F goal"')
        if last is not None and last.kind not in {Kind.OPEN, Kind.PATTERN, Kind.COMMA}:
            return self._lonely(last, "right")
        if token is not None and token.kind is Kind.BINARY:
            return self._lonely(token, "left")
        if last is None:
            assert token is not None
            return self._error(
                f'the formula begins with "{token.text}"', token.at, "begin with a proposition"
            )
        if last.kind is Kind.COMMA:
            return self._error('there is nothing after this ","', last.at, "leave it away")
        if token is None:
            return self.never_closed(last)
        if token.kind is Kind.CLOSE:
            return self._error("there is nothing in these parentheses", last.at, "fill them in")
        return self._error(
            f'there is nothing before the "{token.text}"', token.at, "leave it away"
        )

    def missing_operator(self, last: Token, token: Token) -> SpecSyntaxError:
        """Return that two operands stand in a row."""
        if token.kind is Kind.COMPARISON:
            return self._comparison(token.at, token.text)
        if token.kind is Kind.BOUND:
            return self.lost_bound(token)
        hint = "join them, with & (and), | (or), -> (implies) or U (until)"
        if last.name in PATTERNS:
            hint = f"if the pattern is meant, write {last.name}(...)"
        elif last.name.lower() in KEYWORDS:
            hint = f'if the operator is meant, write "{last.name.lower()}"'
        elif token.name.lower() in KEYWORDS:
            hint = f'if the operator is meant, write "{token.name.lower()}"'
        return self._error(
            f'an operator is missing between "{_short(last.text)}" and "{_short(token.text)}"',
            token.at,
            hint,
        )

    def never_closed(self, token: Token) -> SpecSyntaxError:
        """Return that the parenthesis that ``token`` opens stays open."""
        return self._error("this parenthesis is never closed", token.at, 'add a ")"')

    def never_opened(self, token: Token) -> SpecSyntaxError:
        """Return that ``token`` closes what nobody opened."""
        return self._error(
            "this parenthesis closes nothing", token.at, 'remove it, or add a "(" before it'
        )

    def stray_comma(self, token: Token) -> SpecSyntaxError:
        """Return that a comma stands outside a pattern."""
        return self._error(
            'a "," stands only between the arguments of a pattern',
            token.at,
            "write & for and; the patterns are visit(a, b), sequence(a, b), never(a), "
            "instantly(a, b) and eventually_after(a, b)",
        )

    def wrong_count(self, token: Token, count: int) -> SpecSyntaxError:
        """Return that a pattern has ``count`` arguments, too few or too many."""
        form = "never(a)" if token.name == "never" else f"{token.name}(a, b)"
        plural = "" if count == 1 else "s"
        return self._error(
            f"{token.name} has {count} argument{plural}", token.at, f"write it as {form}"
        )

    def lost_bound(self, token: Token) -> SpecSyntaxError:
        """Return that a bound does not follow F, G or X."""
        return self._error(
            f"the bound {shown(token.text)} does not stand right after F, G or X",
            token.at,
            "write for example F[0:80] p",
        )

    def too_deep(self, at: int, limit: int) -> SpecSyntaxError:
        """Return that more than ``limit`` operators or parentheses are nested."""
        return self._error(
            f"operators or parentheses are nested more than {limit:,} deep",
            at,
            f"the limit is {limit:,} levels; join requirements with &, which does not nest",
        )

    def refused(self, token: Token, error: InputError) -> SpecSyntaxError:
        """Return ``error`` with the place of ``token``."""
        if isinstance(error, SpecSyntaxError):
            return error
        return self._error(error.message, token.at, error.hint)

    def with_quotes(self, error: SpecSyntaxError) -> SpecSyntaxError:
        """Return ``error`` with a better hint if it stands in a name that lacks its quotes."""
        hint = self._bare(error.offset)
        return error if hint is None else self._error(error.message, error.offset, hint)

    def _bare(self, at: int) -> str | None:
        """Return a hint if a declared name that needs quotes stands around ``at`` without."""
        odd = (name for name in self.known or () if not is_plain(name) and _is_writable(name))
        for name in sorted(odd, key=lambda name: (-len(name), name)):
            begin = self.text.find(name, max(0, at - len(name)), at + len(name))
            if 0 <= begin <= at < begin + len(name) and self.text[begin - 1 : begin] != '"':
                return (
                    f"a name like this is written in double quotes: {quoted(name)}; in a "
                    f"problem file single quotes go around the formula: 'F {quoted(name)}'"
                )
        return None

    def _letter(self, token: Token) -> SpecSyntaxError:
        return self._error(
            f'"{token.text}" is {operator_called(token.text)} and cannot be a proposition',
            token.at,
            f"rename the proposition, {other_names(token.text)}; "
            f"the operator has a formula on each side, as in a {token.text} b",
        )

    def _lonely(self, token: Token, side: str) -> SpecSyntaxError:
        at, text = token.at, _short(token.text)
        hint = f"write a formula on its {side}, or remove it"
        if is_chain(token.text) or token.text in KEYWORDS:
            hint = f"{hint}; if a proposition is meant, rename it, {other_names(text)}"
        return self._error(f'the operator "{text}" has nothing on its {side}', at, hint)

    def _comparison(self, at: int, symbol: str) -> SpecSyntaxError:
        return self._error(
            f'"{symbol}" compares, and only propositions stand in formulas',
            at,
            'define a proposition in [labels], such as low = "row <= 2", and use its name',
        )

    def _error(self, message: str, at: int, hint: str | None) -> SpecSyntaxError:
        return SpecSyntaxError(message, text=self.text, offset=at, hint=hint)


# `<` and `=` alone compare; in `<->`, `<>`, `<=>` and `=>` they do not.
_COMPARISON: Final = re.compile(r"[ \t\r\n]*(==|!=|>=|<=(?!>)|<(?![->=])|=(?![>=])|>)")


def _unglued(name: str, known: frozenset[str]) -> str | None:
    """Return a hint if ``name`` is a known one with operators stuck to its front."""
    chain = len(name) - len(name.lstrip("FGX"))
    # No name that is known is longer than MAX_NAME, so the cut stands near the end.
    for cut in range(max(1, len(name) - MAX_NAME), min(chain, len(name) - 1) + 1):
        if name[cut:] in known:
            apart = f"{_short(name[:cut])} {_short(name[cut:])}"
            return f'did you mean "{apart}"? Names are read whole'
    return None


def _meant(name: str, known: frozenset[str]) -> str | None:
    """Return what ``name`` may mean; names that need quotes are shown as they are written."""
    hint = did_you_mean(name, known)
    close = get_close_matches(name[:80], sorted(known), n=1)
    if not close or is_plain(close[0]):
        return hint
    return f"did you mean {quoted(close[0])}? The double quotes belong to it"


def _is_writable(name: str) -> bool:
    return bool(name) and not is_chain(name) and name not in KEYWORDS


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."
