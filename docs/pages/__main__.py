"""Write the files that are made of the source and of tests: `make docs`. Of them the wheel has the examples of keys.

Pages about the tool are made of its source. Those about other people's generators are made of the figures that
tests/artefacts/integrators and tests/artefacts/clients measured, which `make update-cases` writes.
"""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from paycat.changes.taxonomy import CHANGE_TYPES
from paycat.lint.rule import pages

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "harness"))

import projects

from docs.pages.change_types import changes_page
from docs.pages.examples import examples
from docs.pages.format import format_page
from docs.pages.rules import rules_page
from docs.pages.schemas import SCHEMAS, published_schema
from tests.artefacts.clients.client import AMOUNTS_ALONE, CLIENTS
from tests.artefacts.clients.clients_page import clients_page
from tests.artefacts.integrators.limitations_page import limitations_page
from tests.artefacts.integrators.option_set import OPTION_SETS

ROOT = Path(__file__).parents[2]
FILES: dict[str, Callable[[], str]] = {
    "src/paycat/reporting/explaining/examples.json": examples,
    "docs/changes.md": lambda: changes_page(CHANGE_TYPES.values()),
    **{f"docs/{name}.schema.json": partial(published_schema, model) for name, model in SCHEMAS.items()},
    "docs/clients.md": lambda: clients_page(list(CLIENTS.values()), list(AMOUNTS_ALONE.values())),
    "docs/format.md": format_page,
    "docs/rules.md": lambda: rules_page(pages()),
    "docs/what-your-generator-loses.md": lambda: limitations_page(OPTION_SETS),
}
"""The files by path, each after those that it is made of."""


def main() -> None:
    """Write each file that is not as it is made, and print its name."""
    projects.make()  # What is measured is the project that the tests read.
    for name, make in FILES.items():
        file, text = ROOT / name, make().encode()
        if not file.exists() or file.read_bytes() != text:
            file.write_bytes(text)
            print(f"{name}: written")


if __name__ == "__main__":
    main()
