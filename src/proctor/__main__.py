"""The command `proctor`; also `python -m proctor`."""

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line and leave with its exit code."""
    from proctor.apps.cli.main import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
