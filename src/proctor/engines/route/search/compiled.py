"""The same search, compiled to machine code by numba, where it is installed.

The compiled code is kept on disk. Its name holds a digest of the sources, so that old code
is never used for new sources.
"""

import hashlib
import importlib
import importlib.util
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Final

import numpy as np

from proctor.engines.route.search import bound, clauses, memory, tree, ways
from proctor.engines.route.search.memory import Tape

__all__ = ["Run", "as_array", "available", "compiled_run"]

Run = Callable[[Tape, int], int]

PARTS: Final[tuple[ModuleType, ...]] = (memory, ways, clauses, bound, tree)


def available() -> bool:
    """Return whether numba is installed."""
    return importlib.util.find_spec("numba") is not None


@cache
def compiled_run() -> Run:
    """Return `tree.run`, compiled when it is first called or read from the disk."""
    numba = importlib.import_module("numba")
    scope: dict[str, object] = {"__name__": tree.__name__, "__builtins__": __builtins__}
    functions: dict[str, FunctionType] = {}
    for part in PARTS:
        for name, value in vars(part).items():
            if isinstance(value, FunctionType) and value.__module__ == part.__name__:
                assert name not in functions, "two parts define it"
                functions[name] = value
            elif not name.startswith("__"):
                scope[name] = value
    for name, function in functions.items():
        # The copies call each other through ``scope``, where all of them are compiled.
        copy = FunctionType(function.__code__, scope, name)
        scope[name] = copy if name == "run" else numba.njit(copy)
    entry = scope["run"]
    assert isinstance(entry, FunctionType)
    entry.__qualname__ = f"run_{_digest()}"
    entry.__module__ = tree.__name__
    return _kept(numba, entry)


def _kept(numba: ModuleType, entry: FunctionType) -> Run:
    try:
        run: Run = numba.njit(cache=True)(entry)
    except RuntimeError:  # there is no folder to keep it in
        run = numba.njit(entry)
    return run


def as_array(tape: Tape) -> Tape:
    """Return the same tape as an array, which compiled code needs."""
    array: Tape = np.array(tape, dtype=np.int64)  # type: ignore[assignment]  # indexed alike
    return array


def _digest() -> str:
    total = hashlib.sha256()
    for part in PARTS:
        assert part.__file__ is not None
        total.update(Path(part.__file__).read_bytes())
    return total.hexdigest()[:12]
