"""House rules that no linter knows."""

import ast
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import proctor
from proctor import errors

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "proctor"
MODULES = sorted(SOURCE.rglob("*.py"))


def modules() -> list[str]:
    found = pkgutil.walk_packages(proctor.__path__, "proctor.")
    return [module.name for module in found if not module.name.endswith("__main__")]


def loaded_by(code: str) -> set[str]:
    script = f"{code}\nimport sys; print(' '.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_every_public_name_can_be_loaded_and_is_listed_once() -> None:
    assert set(proctor._PLACES) == set(proctor.__all__)
    assert list(proctor.__all__) == sorted(set(proctor.__all__))
    for name in proctor.__all__:
        assert getattr(proctor, name) is not None


def test_the_type_checker_sees_the_same_names_as_the_user() -> None:
    tree = ast.parse((SOURCE / "__init__.py").read_text())
    (block,) = (
        node
        for node in tree.body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    )
    imported = {
        alias.asname or alias.name
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }

    assert imported == set(proctor.__all__)


def test_every_public_name_is_documented() -> None:
    text = (ROOT / "docs" / "reference" / "python.md").read_text()

    missing = [name for name in proctor.__all__ if f"`{name}" not in text]
    assert not missing


@pytest.mark.parametrize("name", modules())
def test_no_public_name_looks_like_a_test(name: str) -> None:
    # pytest collects such names when a user's test file merely imports them.
    public = getattr(importlib.import_module(name), "__all__", [])

    assert not [word for word in public if re.match(r"Test|test_", word)]


@pytest.mark.parametrize("name", modules())
def test_what_a_module_promises_exists(name: str) -> None:
    module = importlib.import_module(name)

    for word in getattr(module, "__all__", []):
        assert hasattr(module, word)


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = {"numpy", "rich", "click", "spot", "msgspec", "wasmtime"}

    assert not heavy & loaded_by("import proctor")


def test_help_and_version_load_no_arrays_and_no_automata() -> None:
    heavy = {"numpy", "spot", "msgspec", "wasmtime", "highspy", "rich"}

    for option in ("--help", "--version"):
        code = f"from proctor.apps.cli.main import run\nrun([{option!r}])"
        assert not heavy & loaded_by(code)


def test_no_module_is_longer_than_500_lines() -> None:
    long = {str(file): len(file.read_text().splitlines()) for file in MODULES}

    assert not {name: length for name, length in long.items() if length > 500}


def test_half_of_the_modules_are_at_most_150_lines() -> None:
    lengths = sorted(len(file.read_text().splitlines()) for file in MODULES)

    assert lengths[len(lengths) // 2] <= 150


def test_no_function_is_longer_than_60_lines() -> None:
    long = [
        f"{file.name}:{node.lineno} {node.name}"
        for file in MODULES
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.FunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno >= 60
    ]

    assert not long


def test_the_tree_of_errors_is_drawn_as_it_is() -> None:
    drawn = set(re.findall(r"[├└]── (\w+)", errors.__doc__ or ""))
    classes = {
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, errors.ProctorError)
    }

    assert drawn | {"ProctorError"} == classes


def test_every_error_inherits_a_builtin_and_is_raised_somewhere_in_the_tests() -> None:
    text = "\n".join(file.read_text() for file in (ROOT / "tests").rglob("*.py"))
    for name in errors.__all__:
        value = getattr(errors, name)
        if isinstance(value, type) and value is not errors.ProctorError:
            assert name in text, f"no test speaks of {name}"


def test_nothing_is_evaluated_unpickled_or_run_in_a_shell() -> None:
    forbidden = re.compile(r"\b(eval|exec)\(|\bpickle\b|shell=True|yaml\.load\(|os\.system\(")

    assert not [file for file in MODULES if forbidden.search(file.read_text())]


def test_only_the_command_line_prints() -> None:
    printing = [
        file
        for file in MODULES
        if "apps" not in file.parts
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "print"
    ]

    assert not printing
