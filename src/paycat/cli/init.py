"""`paycat init`."""

import shlex
from pathlib import Path

import click

from paycat.cli.options import FOLDER, text_option, unavailable
from paycat.cli.printing import echo
from paycat.files.reading import real_path
from paycat.project.starter import Choices, OccupiedError, UnusableChoiceError, start
from paycat.text.counting import counted

_CONTENTS = {
    "README.md": "what is where, and how to continue",
    "schemas/": "the catalogue",
    ".gitattributes": "how git handles line endings and generated/",
}


@click.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
@text_option("--title", "Title of the interface. Default: the folder's name.", metavar="TEXT")
@text_option("--package", "Import name of the generated Python package. Default: the folder's name.", metavar="NAME")
@text_option(
    "--direction", "What requests of a kind ask for, such as transfer or gift_card; may be repeated.", multiple=True
)
def init_command(folder: Path, title: str | None, package: str | None, direction: tuple[str, ...]) -> None:
    """Create a small complete project in a new or empty folder.

    The folder may be a new repository: a README.md, LICENSE, .gitignore or .gitkeep stays as it is.

    For each direction the project has an operation that creates a record, one that reads it, and two states. Without
    a direction, it has transfers. Every command works at once. Add fields, operations and methods of your own.
    """
    working_folder = Path.cwd()
    try:
        files = start(folder, Choices(title, package, direction or Choices().directions), str(folder))
    except OccupiedError as error:
        remainder = f" and {len(error.names) - 3} more" if error.names[3:] else ""
        message = f"{folder} is not empty: {', '.join(error.names[:3])}{remainder}; name a new or empty folder"
        raise click.UsageError(message) from error
    except UnusableChoiceError as error:
        raise click.UsageError(f"--{error.key}: {error}") from error
    echo(f"{folder}: {counted(len(files), 'file')}")
    for name, description in _CONTENTS.items():
        is_written = any(file.startswith(name) for file in files)
        echo(f"  {name:<18}{description if is_written else 'not written: the folder has one'}")
    echo("next:")
    if real_path(folder) != working_folder:
        echo(f"  cd {shlex.quote(str(folder))}")
    install_lines = ["pip install 'paycat[conform]'"] if unavailable("conform") else []
    for line in ("paycat check", "paycat generate", *install_lines, "paycat conform"):
        echo(f"  {line}")
