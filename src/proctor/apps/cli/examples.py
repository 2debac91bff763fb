"""`proctor examples`: what there is to try, and a copy of it here."""

import textwrap
from pathlib import Path

import click

from proctor.apps.cli.options import bold, json_option, note, print_json
from proctor.errors import InputError, did_you_mean, shown
from proctor.gallery import Example, example, example_names, examples
from proctor.io.opening import file_name
from proctor.io.writing import write_bytes

__all__ = ["chosen_example", "command", "write_new"]


@click.command("examples", short_help="List the examples, or copy one here.")
@click.argument("name", required=False)
@click.option(
    "--copy",
    "directory",
    type=click.Path(path_type=Path),
    is_flag=False,
    flag_value=Path(),
    help="Write NAME into DIRECTORY, by default here.",
    metavar="[DIRECTORY]",
)
@click.option("--all", "with_variants", is_flag=True, help="List the papers' variants as well.")
@json_option
def command(
    name: str | None, directory: Path | None, *, with_variants: bool, as_json: bool
) -> None:
    """List the examples; with NAME print that file, with --copy write it here.

    Names that end in -paper are the papers' own versions, those in -printed what is printed
    there where the two differ.
    """
    if name is None:
        if directory is not None:
            raise InputError(
                "which example shall be copied?", hint="proctor examples demo --copy"
            )
        _list([e for e in examples() if with_variants or not e.is_variant], as_json=as_json)
        return
    chosen = chosen_example(name)
    target = None if directory is None else directory / chosen.file_name
    if target is not None:
        write_new(target, chosen.text)
    if as_json:
        print_json({**_facts(chosen), "text": chosen.text, "file": str(target or "")})
    elif target is not None:
        print(f"written to {target}\nnext: proctor route {target}")
    else:
        print(chosen.text, end="")


def chosen_example(name: str) -> Example:
    """Return the example called ``name``; any other name is bad input."""
    short = name.removesuffix(".problem.toml")
    known = example_names()
    if short not in known:
        raise InputError(f"there is no example {shown(name)}", hint=did_you_mean(short, known))
    return example(short)


def write_new(path: Path, text: str) -> None:
    """Write ``text`` to ``path``; what is there already is never overwritten."""
    try:
        is_there = path.exists()
    except (OSError, ValueError):
        is_there = False  # what is wrong with the name is told when it is written
    if is_there:
        raise InputError(
            "there is such a file already, and it is left as it is",
            hint="remove it, or choose another directory",
            place=file_name(path),
        )
    write_bytes(path, text.encode())


def _list(found: list[Example], *, as_json: bool) -> None:
    if as_json:
        print_json({"examples": [_facts(one) for one in found]})
        return
    for one in found:
        print(f"{bold(f'{one.name:12}')} {one.title}  ({one.kind}, {one.size})")
        for line in textwrap.wrap(one.about, 64):
            print(f"{'':13}{line}")
    note("\nTo see one:   proctor examples demo")
    note("To have one:  proctor examples demo --copy")
    if not any(one.is_variant for one in found):
        note("Variants:     proctor examples --all lists NAME-paper (as the paper defines it)")
        note("              and NAME-printed (as it is printed there, where the two differ)")
    note("On the larger ones `proctor route` may come to its limit, and says so: undecided.")


def _facts(one: Example) -> dict[str, object]:
    return {
        "name": one.name,
        "title": one.title,
        "kind": one.kind,
        "size": one.size,
        "about": one.about,
        "variant": one.is_variant,
    }
