"""The catalogue that cases edit is the starter's, until what `paycat init` writes is to change alone."""

import projects
from starter_cases import STARTER


def test_it_is_the_catalogue_of_the_starter() -> None:
    starter = projects.files_in(projects.ROOT / "starters" / "bank-collections")
    of_projects = {".gitattributes", "README.md"}
    assert projects.files_in(STARTER) == {name: data for name, data in starter.items() if name not in of_projects}
