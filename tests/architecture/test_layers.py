"""The layers are enforced: faults that are planted on purpose are caught."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FAULTS = {
    "an import upwards": ("logic/semantics.py", "import proctor.automata.table"),
    "an import upwards inside a function": (
        "graphs/reach.py",
        "def late() -> None:\n    import proctor.models.system",
    ),
    "the checker sees the finder": ("verify/search.py", "import proctor.graphs.reach"),
    "a third-party import on the trusted floor": ("artefacts/model.py", "import numpy"),
    "Spot outside its home": ("models/histories.py", "import spot"),
    "msgspec outside io": ("reports/facts.py", "import msgspec"),
    "click below apps": ("io/loading.py", "import click"),
    "a front end that reaches inside": (
        "apps/cli/check.py",
        "import proctor.engines.route.world",
    ),
    "an engine that uses the facade": ("engines/route/world.py", "import proctor"),
    "a library that nobody may use": ("graphs/csr.py", "import scipy"),
    "a new folder that nobody placed": ("gossip/__init__.py", ""),
}


def lint(package: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command as c; c()",
            "--no-cache",
        ],
        cwd=package.parent.parent,
        env={**os.environ, "PYTHONPATH": str(package.parent)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("house")
    shutil.copy(ROOT / "pyproject.toml", root)
    shutil.copytree(
        ROOT / "src" / "proctor",
        root / "src" / "proctor",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    return root / "src" / "proctor"


def test_the_house_as_it_stands_keeps_every_contract(house: Path) -> None:
    done = lint(house)

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_caught(house: Path, fault: str) -> None:
    name, line = FAULTS[fault]
    file = house / name
    before = file.read_text() if file.exists() else None
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"{before or ''}\n{line}\n")

    done = lint(house)

    if before is None:
        shutil.rmtree(file.parent)
    else:
        file.write_text(before)
    assert done.returncode != 0, fault
    assert "Traceback" not in done.stderr, done.stderr


def test_every_folder_is_a_package() -> None:
    # A folder without __init__.py escapes every contract.
    source = ROOT / "src" / "proctor"
    folders = {file.parent for file in source.rglob("*.py")}

    assert all((folder / "__init__.py").exists() for folder in folders)


def test_no_package_imports_from_its_own_submodules() -> None:
    # Cycles between a package and its modules go unseen by the contracts.
    for file in (ROOT / "src" / "proctor").rglob("__init__.py"):
        if file.parent.name in {"proctor", "gallery"}:
            continue
        assert "import" not in file.read_text().split('"""')[-1], file
