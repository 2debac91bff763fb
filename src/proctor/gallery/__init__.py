"""The examples that Proctor ships: problem files, found by name, from a wheel as well."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files

__all__ = ["Example", "example", "example_names", "examples"]

_ENDING = ".problem.toml"
_VARIANTS = ("-paper", "-printed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One problem file.

    Attributes:
        name: as it is asked for.
        text: the whole file.
        title: as the file says.
        kind: static, reactive or mixed.
        size: of its map, or how many transitions there are.
        about: the first lines of the file, as one line.
    """

    name: str
    text: str
    title: str
    kind: str
    size: str
    about: str

    @property
    def is_variant(self) -> bool:
        """Whether it is another example, as a paper defines or prints it."""
        return self.name.endswith(_VARIANTS)

    @property
    def file_name(self) -> str:
        """What a copy of it is called."""
        return f"{self.name}{_ENDING}"


def examples() -> tuple[Example, ...]:
    """Return all examples, by name.

    >>> "demo" in [example.name for example in examples()]
    True
    """
    return tuple(example(name) for name in example_names())


def example_names() -> list[str]:
    """Return the names of all examples, sorted."""
    found = (entry.name for entry in files("proctor.gallery").iterdir())
    return sorted(name.removesuffix(_ENDING) for name in found if name.endswith(_ENDING))


def example(name: str) -> Example:
    """Return the example called ``name``, which must be one of `example_names`.

    >>> example("maze1").title
    'Maze 1'
    """
    file = files("proctor.gallery").joinpath(f"{name}{_ENDING}")
    text = file.read_text(encoding="utf-8")
    data = tomllib.loads(text)
    return Example(
        name=name,
        text=text,
        title=data.get("title", name),
        kind=data["environment"]["kind"],
        size=_size(data["system"]),
        about=_about(text),
    )


def _size(system: dict[str, object]) -> str:
    drawn = system.get("map")
    if isinstance(drawn, str):
        rows = [line.split() for line in drawn.split("\n") if line.strip()]
        return f"{len(rows)} x {len(rows[0])}"
    listed = system.get("transitions")
    return f"{len(listed)} moves" if isinstance(listed, list) else ""


def _about(text: str) -> str:
    lines: list[str] = []
    for line in text.split("\n"):
        if not line.startswith("#"):
            break
        lines.append(line.lstrip("# ").rstrip())
    return " ".join(lines)
