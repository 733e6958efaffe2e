"""`paycat pins`."""

import click

from paycat import __version__
from paycat.cli.printing import echo
from paycat.files.installed import REQUIREMENTS, bundled


@click.command()
def pins_command() -> None:
    """Print the versions of libraries with which paycat was tested, as constraints for pip.

    With these versions, every machine generates the same bytes:

    \b
      paycat pins > pins.txt
      pip install --constraint pins.txt paycat
    """
    echo(f"# The versions with which paycat {__version__} was tested: pip install --constraint FILE paycat")
    for line in (bundled(REQUIREMENTS) / "constraints.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            echo(line)
