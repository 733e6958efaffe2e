"""`paycat pins`."""

import click

from paycat import __version__
from paycat.cli.printing import echo
from paycat.files.installed import REQUIREMENTS, bundled


@click.command()
def pins_command() -> None:
    """Print the versions of paycat and of the libraries with which it was tested, as constraints for pip.

    With these versions, every machine generates the same bytes:

    \b
      paycat pins > pins.txt
      pip install --constraint pins.txt paycat
    """
    echo("# Written by `paycat pins`: pip install --constraint FILE paycat")
    echo(f"paycat=={__version__}")
    for line in (bundled(REQUIREMENTS) / "constraints.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            echo(line)
