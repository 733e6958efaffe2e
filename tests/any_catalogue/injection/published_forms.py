"""Values of each form, written from the published formats alone: a file for each form, named after it."""

from dataclasses import dataclass
from pathlib import Path

import projects

from tests.any_catalogue.injection.locations import Location

FOLDER = Path(__file__).parent / "forms"


@dataclass(frozen=True, slots=True)
class Values:
    """What a file says of a form: values that must be rejected or inert, and values that must be accepted."""

    form: str
    hostile: tuple[str, ...]
    legitimate: tuple[str, ...]

    def locations(self, locations: list[Location]) -> list[Location]:
        """Return the places of the form: a name alone, and wherever it is used."""
        return [location for location in locations if location.form == self.form and location.way != "key"]


def read_values() -> list[Values]:
    """Return the values of every file."""
    found = []
    for file in sorted(FOLDER.glob("*.yaml")):
        stated = projects.read_yaml(file)
        form = file.stem.replace("-", " ")
        found.append(Values(form, tuple(stated["hostile"]), tuple(stated["legitimate"])))
    return found
