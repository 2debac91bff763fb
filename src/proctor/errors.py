"""Everything that can go wrong, as sentences with a place and a next step.

::

    ProctorError
    ├── InputError(ValueError)     malformed input
    │   ├── SpecSyntaxError        a formula does not parse: text, offset, caret
    │   └── ModelError             model, harness or contract ill-formed
    ├── InfeasibleError            raised only by Outcome.unwrap()
    ├── BudgetExceeded             raised by `spend`; also by Outcome.unwrap()
    ├── SolverFault                a solver contradicts its program, or itself
    ├── SystemFault                the system did what it must not or cannot do
    ├── MissingLibrary             something optional is not installed here
    ├── StorageError(OSError)      a file could not be written
    └── CheckFailed                an artefact does not do what it claims
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches

__all__ = [
    "BudgetExceeded",
    "CheckFailed",
    "InfeasibleError",
    "InputError",
    "MissingLibrary",
    "ModelError",
    "ProctorError",
    "SolverFault",
    "SpecSyntaxError",
    "StorageError",
    "SystemFault",
    "at",
    "did_you_mean",
    "shown",
]


class ProctorError(Exception):
    """What is wrong, where, and what to do next.

    Attributes:
        message: one sentence that names the offending value.
        hint: what to do next, or ``None``.
        place: file, line and key, as far as known, or ``None``.
        keys: the key in a file, part by part, until a reader knows file and line.
    """

    def __init__(
        self, message: str, *, hint: str | None = None, place: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.place = place
        self.keys: tuple[str | int, ...] = ()

    def __str__(self) -> str:
        text = f"{self.place}: {self.message}" if self.place else self.message
        return f"{text}\n  hint: {self.hint}" if self.hint else text


class InputError(ProctorError, ValueError):
    """Malformed input: a file, an option, a name or a value."""


class ModelError(InputError):
    """A model, a harness or a problem is ill-formed."""


class SpecSyntaxError(InputError):
    """A formula or expression does not parse; knows where, and can point at it."""

    def __init__(
        self, message: str, *, text: str, offset: int, hint: str | None = None
    ) -> None:
        super().__init__(message, hint=hint)
        self.text = text
        self.offset = offset

    def __str__(self) -> str:
        head = f"{self.place}: " if self.place else ""
        tail = f"\n  hint: {self.hint}" if self.hint else ""
        return f"{head}{self.message} (column {self.column})\n{self.caret()}{tail}"

    @property
    def column(self) -> int:
        """The column of the offending character, counted from 1 in its own line."""
        return self.offset - (self.text.rfind("\n", 0, self.offset) + 1) + 1

    def caret(self, width: int = 60) -> str:
        """Return the offending line, cut to ``width``, with a caret below the place."""
        begin = self.text.rfind("\n", 0, self.offset) + 1
        end = self.text.find("\n", begin)
        line = self.text[begin : end if end >= 0 else len(self.text)]
        at = self.offset - begin
        left = max(0, at - width // 2)
        window = "".join(c if c.isprintable() else "?" for c in line[left : left + width])
        dots = "..." if left else ""
        return f"    {dots}{window}\n    {' ' * (len(dots) + at - left)}^"


class InfeasibleError(ProctorError):
    """Somebody unwrapped an outcome that proves that nothing exists."""


class BudgetExceeded(ProctorError, TimeoutError):
    """The stated limit of time or steps was reached."""


class SolverFault(ProctorError, RuntimeError):
    """A solver gave an answer that contradicts its program, or what it said before."""


class SystemFault(ProctorError, RuntimeError):
    """The system under test broke the protocol, or took a blocked or impossible move."""


class MissingLibrary(ProctorError, ImportError):
    """Something optional is needed and not installed on this machine."""


class StorageError(ProctorError, OSError):
    """A file could not be read or written: a full disk, a missing right."""


class CheckFailed(ProctorError, AssertionError):
    """An artefact does not do what it claims."""


@contextmanager
def at(*keys: str | int) -> Iterator[None]:
    """Say where an error happened, unless it knows better.

    >>> with at("labels", "low"):
    ...     raise ModelError("no such counter")
    Traceback (most recent call last):
    ...
    proctor.errors.ModelError: labels.low: no such counter
    """
    try:
        yield
    except ProctorError as error:
        if error.place is None:
            error.place = ".".join(str(key) for key in keys)
            error.keys = keys
        raise


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return a hint that names the closest known word, or what words there are.

    >>> did_you_mean("gaol", ["goal", "fuel"])
    'did you mean "goal"?'
    >>> did_you_mean("x", ["goal", "fuel"])
    'known here: fuel, goal'
    """
    names = sorted(set(known))
    close = get_close_matches(word[:80], names, n=1)
    if close:
        return f'did you mean "{close[0]}"?'
    if not names:
        return None
    rest = f" and {len(names) - 12} more" if len(names) > 12 else ""
    return f"known here: {', '.join(names[:12])}{rest}"


def shown(value: object, width: int = 60) -> str:
    r"""Return ``value`` as it may safely stand in a message: printable and short.

    >>> shown("a" + chr(27) + "[31m")
    "'a\\x1b[31m'"
    """
    text = repr(value) if isinstance(value, str) else str(value)
    clean = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)
    return clean if len(clean) <= width else f"{clean[: width - 3]}..."
