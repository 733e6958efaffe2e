"""A project with what the editor pack makes of it."""

from pathlib import Path

import projects

from paycat.lint.checking import check_folder
from paycat.packs.reading import read_packs
from paycat.packs.render import render

EDITOR = Path("generated", "editor")


def with_schemas(project: Path) -> Path:
    """Write the files of the editor pack into a project, and return it."""
    contract, found = check_folder(project / "schemas")
    assert contract is not None, found
    packs, _ = read_packs(projects.GENERATORS, "generators")
    for path, text in render(contract, [pack for pack in packs if pack.name == "editor"]).texts().items():
        file = project / "generated" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return project
