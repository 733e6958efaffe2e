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
    "specification.md": "the invented specification that the catalogue cites",
    "schemas/": "the catalogue",
    ".gitattributes": "how git handles line endings and generated/",
}


@click.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
@text_option("--title", "Title of the interface. Default: the starter's.", metavar="TEXT")
@text_option("--package", "Import name of the generated Python package. Default: the starter's.", metavar="NAME")
def init_command(folder: Path, title: str | None, package: str | None) -> None:
    """Create a small complete project in a new or empty folder.

    The folder may be a new repository: a README.md, LICENSE, .gitignore or .gitkeep stays as it is.

    The project collects money from bank accounts and refunds it. It has four payment methods, and an invented
    specification of two pages. Every command works at once. Replace it file by file by your own.
    """
    working_folder = Path.cwd()
    try:
        files = start(folder, Choices(title, package), str(folder))
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
