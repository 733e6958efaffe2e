"""Accounts of ten countries, whose fields depend on each other: every body of the table has its verdict everywhere."""

from collections.abc import Iterator
from pathlib import Path

import projects
import pytest

from paycat.conformance.derive.model import Vector
from paycat.conformance.run.engine import Engine
from paycat.conformance.run.engines import open_engines
from paycat.contract.model import JSON_SCHEMA, Contract, Violation
from paycat.contract.validate import validate
from paycat.lint.checking import check_folder
from tests.any_catalogue.small_catalogues.account_kinds import account_kinds, bodies
from tests.any_catalogue.small_catalogues.catalogues import written

ENGINES = ("jsonschema-rs", "models", "typescript", "stub")
"""One for each kind of artefact."""
BODIES = bodies()
BEYOND_SCHEMAS = {"check_digits", "amount_precision"}
"""Codes of what a JSON Schema may be unable to say, which are declared limitations."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The catalogue, with all that is generated."""
    folder = written(account_kinds, tmp_path_factory.mktemp("account_kinds") / "project")
    made = projects.paycat("generate", cwd=folder)
    assert (made.returncode, made.stderr) == (0, ""), made.stdout
    return folder


@pytest.fixture(scope="module")
def contract(project: Path) -> Contract:
    """The contract of the catalogue."""
    contract, findings = check_folder(project / "schemas")
    assert contract is not None, findings
    return contract


def test_half_of_the_bodies_are_wrong() -> None:
    wrong = [body for body in BODIES if body.violations]
    assert len(BODIES) > 4_000
    assert 0.45 < len(wrong) / len(BODIES) < 0.55
    assert len([body for body in wrong if len(body.violations) > 1]) < len(wrong) / 50


def test_the_contract_has_the_verdict_of_the_table(contract: Contract) -> None:
    requests = {request.method: request for request in contract.requests()}
    assert [body.name for body in BODIES if validate(requests[body.method], body.payload) != body.violations] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_has_the_verdict_of_the_table(name: str, project: Path, contract: Contract) -> None:
    with open_engines(contract, project / "generated", [name]) as ((engine,), missing):
        assert missing == []
        wrong = [
            f"{vector.id}: {got}"
            for vector in vectors()
            if (got := engine.violations(vector)) not in [engine.expected(one) for one in told(engine, vector)]
        ]
    assert wrong == []


@pytest.mark.deep
def test_no_mutant_survives(project: Path) -> None:
    ended = projects.paycat("conform", "--engine", "all", "--mutants", "--show", "50", cwd=project)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    assert " 0 disagreements, " in ended.stdout.splitlines()[-1]
    assert ended.stdout.endswith(" mutants, 0 survived\n")


def told(engine: Engine, vector: Vector) -> Iterator[tuple[Violation, ...]]:
    """Yield what an engine may tell of a body: all that is wrong, and what a schema can say of it."""
    yield vector.violations
    if engine.artefact == JSON_SCHEMA:
        yield tuple(violation for violation in vector.violations if violation.code not in BEYOND_SCHEMAS)


def vectors() -> Iterator[Vector]:
    """Yield the bodies as vectors."""
    for body in BODIES:
        yield Vector(
            id=body.name,
            direction="payout",
            method=body.method,
            stage="fields",
            valid=not body.violations,
            rule=f"payout.{body.method}",
            origin="the table of verdicts",
            violations=body.violations,
            payload=body.payload,
        )
