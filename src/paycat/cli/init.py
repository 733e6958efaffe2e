"""`paycat init`."""

import shlex
from pathlib import Path

import click

from paycat.cli.options import WORDS
from paycat.cli.printing import echo
from paycat.counting import counted
from paycat.files import real_path
from paycat.scaffold.starter import Choices, OccupiedError, UnusableChoiceError, start


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option("--title", type=WORDS, metavar="TEXT", help="Title of the interface, in place of the starter's.")
@click.option("--package", type=WORDS, metavar="NAME", help="Import name of the generated Python package.")
def command(folder: Path, title: str | None, package: str | None) -> None:
    """Start a small complete project in a new or empty folder.

    The project collects money from bank accounts and refunds it: four payment methods, an invented specification
    of two pages, and at least one of everything that a catalogue can say. It generates and conforms at once. Change
    it file by file into your own.
    """
    here = Path.cwd()
    try:
        files = start(folder, Choices(title, package), str(folder))
    except OccupiedError as error:
        message = f"{folder} is not empty: {_shown(error.names)}; name a new folder, or an empty one"
        raise click.UsageError(message) from error
    except UnusableChoiceError as error:
        raise click.UsageError(f"--{error.key}: {error}") from error
    echo(f"{folder}: {counted(len(files), 'file')}")
    for name, about in _PARTS.items():
        echo(f"  {name:18}{about}")
    echo("next:")
    if real_path(folder) != here:
        echo(f"  cd {shlex.quote(str(folder))}")
    for line in ("paycat check", "paycat generate", "paycat conform"):
        echo(f"  {line}")


_PARTS = {
    "README.md": "what is where, and how to go on",
    "specification.md": "the invented specification that the catalogue cites",
    "schemas/": "the catalogue",
    ".gitattributes": "what git must know of generated/",
}


def _shown(names: list[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if names[3:] else "")
