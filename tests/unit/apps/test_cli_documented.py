"""The page of commands is complete: every command, every option."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from proctor.apps.cli.main import COMMANDS
from proctor.apps.cli.main import proctor as program
from unit.apps.conftest import Cli

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "commands.md"


def leaves(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    """The command, or the commands below it."""
    if isinstance(command, click.Group):
        for word, inner in command.commands.items():
            yield from leaves(f"{name} {word}", inner)
    else:
        yield name, command


def sections() -> dict[str, str]:
    """What the page says below the first mention of each command as code."""
    parts = re.split(
        r"^(?:## )?`(proctor [a-z0-9 ]+?)(?= ?[\[A-Z`])", PAGE.read_text(), flags=re.MULTILINE
    )
    return {name.strip(): text for name, text in zip(parts[1::2], parts[2::2], strict=True)}


COMMANDS_THERE = [
    leaf
    for name in COMMANDS
    if (command := program.get_command(click.Context(program), name)) is not None
    for leaf in leaves(f"proctor {name}", command)
]


@pytest.mark.parametrize(
    ("name", "command"), COMMANDS_THERE, ids=[name for name, _ in COMMANDS_THERE]
)
def test_every_option_of_every_command_is_documented(name: str, command: click.Command) -> None:
    text = sections()[name]

    options = [
        word
        for parameter in command.params
        if isinstance(parameter, click.Option) and parameter.name != "as_json"
        for word in parameter.opts
    ]
    assert not [option for option in options if f"`{option}" not in text]


def test_help_pages_show_no_control_signs(cli: Cli) -> None:
    for arguments in ((), *((name,) for name in COMMANDS)):
        out = cli(*arguments, "--help").out

        assert "\\b" not in out
        assert "\b" not in out
