"""Catalogues in; the files of the pack as it makes them, and the vectors that they are held against, out."""

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import projects
from starter_cases import STARTER
from vector_texts import vector_texts

from paycat.contract.model import Contract
from paycat.lint.checking import check_folder
from paycat.packs.reading import read_packs
from paycat.packs.render import render
from tests.any_catalogue.small_catalogues.catalogues import Catalogue
from tests.any_catalogue.small_catalogues.names_on_the_wire import names_on_the_wire

Json = dict[str, Any]

CATALOGUES = {"frozen": projects.PROJECT, "starter": STARTER, "small": projects.SMALL, "names": None}
"""The projects by name; None for the catalogue whose members have names of every case."""


@dataclass(frozen=True, slots=True)
class Written:
    """A contract, and every file of the pack by path below requirements/."""

    contract: Contract
    files: dict[str, str]

    def requirements(self) -> dict[str, Json]:
        """Return the requirements by direction and method, such as payout/CODE."""
        return {
            path.removesuffix(".json"): json.loads(text)
            for path, text in self.files.items()
            if path.startswith(("pay_in/", "payout/"))
        }

    def schema(self, name: str) -> Json:
        """Return the JSON Schema of a format."""
        return dict(json.loads(self.files[f"{name}.schema.json"]))

    def code(self) -> list[str]:
        """Return the programs that the README prints, in order."""
        return re.findall(r"^```js\n(.*?)^```$", self.files["README.md"], re.MULTILINE | re.DOTALL)


@cache
def written(name: str) -> Written:
    """Return what the pack makes of a catalogue."""
    if project := CATALOGUES[name]:
        return made_of(project)
    catalogue = Catalogue()
    names_on_the_wire(catalogue)
    with TemporaryDirectory() as folder:
        return made_of(catalogue.write(Path(folder)))


def made_of(project: Path) -> Written:
    """Return what the pack makes of a project's catalogue."""
    contract, found = check_folder(project / "schemas")
    assert contract is not None, found
    packs, wrong = read_packs(projects.GENERATORS, "generators")
    assert wrong == []
    files = render(contract, [pack for pack in packs if pack.name == "requirements"]).texts()
    return Written(contract, {path.removeprefix("requirements/"): text for path, text in files.items()})


@cache
def vectors(name: str) -> tuple[Json, ...]:
    """Return the vectors of the stage `fields` of a catalogue; payloads are parsed with exact numbers by `exactly`."""
    if name == "frozen":
        folder = projects.GENERATED / "conformance" / "vectors"
        texts = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.jsonl"))]
    else:
        texts = vector_texts(written(name).contract)
    read = (json.loads(line) for text in texts for line in text.split("\n")[:-1] if '"stage":"fields"' in line)
    return tuple(read)
