"""Catalogues that are smaller than the shipped ones: everything is generated, agrees, and every mutant is noticed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paycat.checking import check_folder
from paycat.conformance.mutants.models import model_mutants
from paycat.conformance.mutants.mutant import Fate
from paycat.conformance.mutants.schemas import schema_mutants
from paycat.conformance.reading import read_vectors
from tests.small.catalogues import CATALOGUES, Catalogue

Cli = Callable[..., Any]


ENGINES = ("jsonschema-rs", "models", "stub")
"""One for each kind of artefact; tests/conformance asks every engine."""
OTHER_REQUESTS = ("pay-ins-alone", "payouts-alone", "one-method", "without-metadata")
"""Catalogues that differ in what dispatch and the stub are about; what others change is in schemas and models."""


@pytest.mark.parametrize("name", CATALOGUES)
def test_a_small_catalogue_agrees_and_no_mutant_survives(name: str, tmp_path: Path, cli: Cli) -> None:
    project = written(name, tmp_path / "project")
    made = cli("generate", cwd=project)
    assert (made.code, made.err) == (0, ""), made.out
    asked = [part for engine in ENGINES for part in ("--engine", engine)]
    mutants = ["--mutants"] * (name in OTHER_REQUESTS)
    ended = cli("conform", *asked, *mutants, "--show", "50", cwd=project)
    assert (ended.code, ended.err) == (0, ""), ended.out
    assert " 0 disagreements" in ended.out.splitlines()[-1]
    assert ended.out.endswith(" mutants, 0 survived\n" if mutants else " 0 disagreements\n")
    assert mutants or survivors(project) == []


def survivors(project: Path) -> list[str]:
    """Return the places where schemas and models were changed, and no vector noticed."""
    contract, findings = check_folder(project / "schemas")
    assert contract is not None, findings
    vectors = {batch.subject: batch.vectors for batch in read_vectors(project / "generated", "generated")}
    mutants = [
        mutant for made in (schema_mutants, model_mutants) for mutant in made(contract, project / "generated", vectors)
    ]
    assert mutants
    return [f"{one.place}: {one.change}" for one in mutants if one.fate is Fate.SURVIVED]


AT_ENDS = ["fixed-price", "fixed-whole-price", "one-whole-price", "sample-at-maximum", "texts-at-ends"]


@pytest.mark.parametrize("name", AT_ENDS)
def test_a_sound_catalogue_is_generated_whatever_its_samples_hold(name: str, tmp_path: Path, cli: Cli) -> None:
    ended = cli("generate", cwd=written(name, tmp_path / "project"))
    assert (ended.code, ended.err) == (0, ""), ended.out


def written(name: str, folder: Path) -> Path:
    """Make the project of a catalogue; return its folder."""
    catalogue = Catalogue()
    CATALOGUES[name](catalogue)
    return catalogue.write(folder)
