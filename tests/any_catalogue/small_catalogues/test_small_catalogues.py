"""Catalogues that are smaller than the shipped ones: all is generated, agrees, in Chromium too; mutants are noticed."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paycat.project.workspace import Workspace, contract_of
from tests.any_catalogue.injection.trials import CATALOGUE
from tests.any_catalogue.small_catalogues import catalogues
from tests.any_catalogue.small_catalogues.catalogues import Catalogue, Edit
from tests.any_catalogue.small_catalogues.codes import ON_THE_WIRE, codes
from tests.any_catalogue.small_catalogues.names_on_the_wire import names_on_the_wire
from tests.any_catalogue.small_catalogues.naming_methods import NAMING
from tests.any_catalogue.small_catalogues.object_types import object_types
from tests.artefacts.typescript.in_chromium import Chromium

CATALOGUES = {**catalogues.CATALOGUES, "names-on-the-wire": names_on_the_wire, "object-types": object_types}
Cli = Callable[..., Any]


ENGINES = ("jsonschema-rs", "models", "stub", "typescript")
"""One for each kind of artefact; tests/conformance asks every engine."""


SMALL = CATALOGUES | NAMING


@pytest.mark.parametrize("name", SMALL)
def test_a_small_catalogue_agrees_and_no_mutant_survives(
    name: str, tmp_path: Path, cli: Cli, chromium: Chromium
) -> None:
    _agrees(written(SMALL[name], tmp_path / "project"), cli, chromium)


def test_codes_of_any_form_agree_and_no_mutant_survives(tmp_path: Path, cli: Cli, chromium: Chromium) -> None:
    _agrees(written(codes(ON_THE_WIRE[::3]), tmp_path / "project"), cli, chromium)


def test_every_construct_agrees_and_no_mutant_survives(tmp_path: Path, cli: Cli, chromium: Chromium) -> None:
    _agrees(Path(shutil.copytree(CATALOGUE, tmp_path / "project")), cli, chromium)


def _agrees(project: Path, cli: Cli, chromium: Chromium) -> None:
    made = cli("generate", cwd=project)
    assert (made.code, made.err) == (0, ""), made.out
    asked = [part for engine in ENGINES for part in ("--engine", engine)]
    ended = cli("conform", *asked, "--mutants", "--show", "50", cwd=project)
    assert (ended.code, ended.err) == (0, ""), ended.out
    assert ended.out.endswith(" mutants, 0 survived\n")
    assert " 0 disagreements, " in ended.out.splitlines()[-1]
    assert chromium.disagreements(contract_of(Workspace(project))[0], project / "generated", fewest=150) == []


def written(edit: Edit, folder: Path) -> Path:
    """Make the project of a catalogue; return its folder."""
    catalogue = Catalogue()
    edit(catalogue)
    return catalogue.write(folder)
