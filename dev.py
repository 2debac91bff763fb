"""Set up and run Proctor from a checkout: ``python3 dev.py demo`` or ``python3 dev.py test``.

Needs Python 3.11 to 3.13 and nothing else. Everything is installed into ``.venv`` here.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
PYTHON = VENV / "bin" / "python"
SUPPORTED = ((3, 11), (3, 14))
USAGE = """usage: python3 dev.py COMMAND

  demo   install, then solve an example, draw it, and let you walk it
  test   install with the development tools, then run all tests
  setup  install with the development tools, and stop
"""


def main(arguments: list[str]) -> int:
    """Run one command and return its exit code."""
    command, *rest = arguments or ["help"]
    if command not in {"demo", "test", "setup"}:
        print(USAGE, end="")
        return 0 if command in {"help", "-h", "--help"} else 2
    problem = install("requirements.lock" if command == "demo" else "requirements-dev.lock")
    if problem:
        print(f"dev.py: {problem}", file=sys.stderr)
        return 1
    os.chdir(HERE)
    if command == "demo":
        return run([str(PYTHON), "-m", "proctor", "demo", *rest])
    if command == "test":
        return run_tests(rest)
    return 0


def run_tests(arguments: list[str]) -> int:
    """Run what is asked for; or the documentation, page by page, and then all tests."""
    pytest = [str(PYTHON), "-m", "pytest"]
    if arguments:
        return run([*pytest, *arguments])
    # The blocks of a page build on each other, so pages are not spread over processes.
    return run([*pytest, "README.md", "docs"]) or run([*pytest, "-n", "auto"])


def install(lock: str) -> str | None:
    """Make the virtual environment match ``lock``; return what went wrong, if anything."""
    stamp = VENV / ".installed"
    wanted = f"{lock} {digest(HERE / lock, HERE / 'pyproject.toml')}"
    have = stamp.read_text().splitlines() if stamp.exists() else []
    everything = f"requirements-dev.lock {wanted.split()[1]}"
    if PYTHON.exists() and (wanted in have or everything in have):
        return None
    problem = make_environment()
    if problem:
        return problem
    print(f"Installing from {lock} (this happens once) ...", file=sys.stderr, flush=True)
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    for step in (
        [*pip, "--require-hashes", "-r", lock],
        [*pip, "--no-deps", "--no-build-isolation", "--editable", "."],
    ):
        done = subprocess.run(step, cwd=HERE, capture_output=True, text=True, check=False)
        if done.returncode:
            last = "\n".join(done.stderr.strip().splitlines()[-8:])
            return f"installing failed; is the package index reachable?\n{last}"
    with stamp.open("a") as out:
        out.write(wanted + "\n")
    return None


def make_environment() -> str | None:
    """Make ``.venv``; return what went wrong, if anything."""
    if PYTHON.exists():
        return None
    python = suitable_python()
    if python is None:
        return (
            f"Proctor needs Python 3.11, 3.12 or 3.13; this is {sys.version.split()[0]}.\n"
            "Install one of them, for example Debian's package python3, and try again."
        )
    shutil.rmtree(VENV, ignore_errors=True)
    done = subprocess.run(
        [python, "-m", "venv", str(VENV)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        return (
            f"`{python} -m venv` does not work here, so no virtual environment can be made.\n"
            "On Debian and Ubuntu install the package python3-venv, then try again.\n"
            + (done.stdout + done.stderr).strip()[-400:]
        )
    return None


def suitable_python() -> str | None:
    """Return a Python that Proctor can run on: this one, or another on the path."""
    low, high = SUPPORTED
    if low <= sys.version_info[:2] < high:
        return sys.executable
    for name in ("python3.13", "python3.12", "python3.11"):
        found = shutil.which(name)
        if found:
            return found
    return None


def digest(*files: Path) -> str:
    """Return one digest for the contents of ``files``."""
    total = hashlib.sha256()
    for file in files:
        total.update(file.read_bytes())
    return total.hexdigest()[:16]


def run(command: list[str]) -> int:
    """Run a command in the foreground and return its exit code."""
    try:
        return subprocess.run(command, check=False).returncode
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
