"""Catalogues that are smaller than the shipped ones: all is generated, and agrees. Mutants run on every construct.

They also run on the two catalogues of `interfaces.py`, and in `.ci/run` on the shipped one.
"""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest
from targets import one_of_each_kind

from paycat.changes.revisions import read_contract
from paycat.project.git import CONTRACT
from paycat.project.workspace import Workspace, contract_of
from tests.any_catalogue.injection.trials import CATALOGUE
from tests.any_catalogue.small_catalogues import catalogues
from tests.any_catalogue.small_catalogues.account_kinds import account_kinds
from tests.any_catalogue.small_catalogues.catalogues import domestic_payments, recipients, written
from tests.any_catalogue.small_catalogues.codes import ON_THE_WIRE, codes
from tests.any_catalogue.small_catalogues.names_on_the_wire import names_on_the_wire
from tests.any_catalogue.small_catalogues.naming_methods import NAMING
from tests.any_catalogue.small_catalogues.object_types import object_types
from tests.any_catalogue.small_catalogues.transfers import open_transfers, transfers
from tests.artefacts.sandbox import sandboxes
from tests.artefacts.typescript.in_chromium import Chromium

Cli = Callable[..., Any]

ENGINES = ("jsonschema-rs", "models", "stub", "typescript")
"""One for each kind of artefact; tests/conformance asks every engine."""
SMALL = {
    **catalogues.CATALOGUES,
    "object-types": object_types,
    "transfers": transfers,
    "open-transfers": open_transfers,
    **NAMING,
}
OF_INTERFACES = {
    "domestic-payments": domestic_payments,
    "recipients": recipients,
    "account-kinds": account_kinds,
    "names-on-the-wire": names_on_the_wire,
    "codes": codes(ON_THE_WIRE[::3]),
}
"""Every engine is asked in other files."""


@pytest.mark.parametrize("name", SMALL)
def test_a_small_catalogue_agrees(name: str, tmp_path: Path, cli: Cli) -> None:
    project = written(SMALL[name], tmp_path / "project")
    _generate(project, cli)
    ended = cli("conform", *_ENGINES_ASKED, "--show", "50", cwd=project)
    assert (ended.code, ended.err) == (0, ""), ended.out
    assert ended.out.endswith(" 0 disagreements\n")


def test_every_construct_agrees_and_no_mutant_survives(tmp_path: Path, cli: Cli) -> None:
    project = Path(shutil.copytree(CATALOGUE, tmp_path / "project"))
    _generate(project, cli)
    ended = cli("conform", *_ENGINES_ASKED, "--mutants", "--show", "50", cwd=project)
    assert ended.code == 0, ended.out
    assert ended.out.endswith(" mutants, 0 survived\n")
    assert " 0 disagreements, " in ended.out.splitlines()[-1]


@pytest.mark.parametrize("name", one_of_each_kind([*SMALL, *OF_INTERFACES], ["shapes"]))
def test_a_small_catalogue_agrees_in_chromium(name: str, tmp_path: Path, cli: Cli, chromium: Chromium) -> None:
    project = written((SMALL | OF_INTERFACES)[name], tmp_path / "project")
    _generate(project, cli)
    assert chromium.disagreements(contract_of(Workspace(project))[0], project / "generated", fewest=150) == []


LIVE = {name: SMALL[name] for name in ("optional-roles", "amounts-in-objects", *NAMING)} | OF_INTERFACES
LIVE |= {"codes": codes(ON_THE_WIRE)}


@pytest.mark.parametrize("name", one_of_each_kind(LIVE, ["method-in-the-path", "recipients"]))
def test_a_live_run_of_its_sandbox_agrees(name: str, tmp_path: Path, cli: Cli) -> None:
    project = written(LIVE[name], tmp_path / "project")
    _generate(project, cli)
    with sandboxes.running(project, tmp_path) as sandbox:
        live = projects.paycat("conform", "--url", sandbox.url, cwd=project, PAYCAT_TOKEN=sandbox.key)
    assert live.returncode == 0, live.stdout + live.stderr


def _generate(project: Path, cli: Cli) -> None:
    made = cli("generate", cwd=project)
    assert (made.code, made.err) == (0, ""), made.out
    read_contract((project / CONTRACT).read_bytes(), CONTRACT)  # Its commands read it again.


_ENGINES_ASKED = [part for engine in ENGINES for part in ("--engine", engine)]
