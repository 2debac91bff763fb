"""A lasso: an ultimately periodic word, a prefix followed by a cycle for ever."""

from dataclasses import dataclass

from proctor.errors import ModelError

__all__ = ["Lasso", "Letter"]

Letter = frozenset[str]  # the propositions that hold


@dataclass(frozen=True, slots=True)
class Lasso:
    """The word ``prefix cycle cycle cycle ...``; the cycle is not empty."""

    prefix: tuple[Letter, ...]
    cycle: tuple[Letter, ...]

    def __post_init__(self) -> None:
        if not self.cycle:
            raise ModelError("a lasso needs a cycle of at least one letter")

    def __str__(self) -> str:
        def word(letters: tuple[Letter, ...]) -> str:
            return " ".join("{" + ",".join(sorted(x)) + "}" for x in letters)

        return f"{word(self.prefix)} ({word(self.cycle)})^w".strip()
