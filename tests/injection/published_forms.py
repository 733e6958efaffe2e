"""Values of each form, written from the published formats alone: a file for each form, named after it."""

from dataclasses import dataclass
from pathlib import Path

import yaml

from tests.injection.places import Place

FOLDER = Path(__file__).parent / "forms"


@dataclass(frozen=True, slots=True)
class Values:
    """What a file says of a form: values that must be refused or inert, and values that must be accepted."""

    form: str
    hostile: tuple[str, ...]
    legitimate: tuple[str, ...]

    def places(self, places: list[Place]) -> list[Place]:
        """Return the places of the form: a name alone, and wherever it is used."""
        return [place for place in places if place.form == self.form and place.way != "key"]


def read_values() -> list[Values]:
    """Return the values of every file."""
    found = []
    for file in sorted(FOLDER.glob("*.yaml")):
        stated = yaml.safe_load(file.read_text(encoding="utf-8"))
        form = file.stem.replace("-", " ")
        found.append(Values(form, tuple(stated["hostile"]), tuple(stated["legitimate"])))
    return found
