"""200 random limits of numbers in one catalogue: contract, schemas, models and stub reject what fractions reject."""

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import projects
import pytest

from paycat.conformance.derive.model import Vector
from paycat.conformance.run.engines import open_engines
from paycat.contract.model import Contract, Request, Violation
from paycat.contract.validate import validate
from paycat.lint.checking import check_folder
from tests.any_catalogue.small_catalogues.catalogues import Catalogue
from tests.any_catalogue.small_catalogues.sweep import Limits, random_limits

METHOD = "SEPA_TRANSFER"
ENDS = ("exclusive_minimum", "minimum", "maximum", "exclusive_maximum")
ENGINES = ("jsonschema", "jsonschema-rs", "ajv", "openapi", "models", "stub", "typescript")
LIMITS = {f"number_{chr(97 + index // 26)}{chr(97 + index % 26)}": one for index, one in enumerate(random_limits())}
TOO_NARROW = Limits("9999999999999.98", "9999999999999.99", 2)
"""No number of 15 digits with three decimal places is between these bounds."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a field for each of the limits, generated."""
    catalogue = Catalogue()
    catalogue.only(METHOD)
    fields = catalogue.files["requests/payout.yaml"]["fields"]
    samples = catalogue.files[f"samples/payout/{METHOD}.yaml"]["samples"]
    codes = catalogue.files["interface/problems.yaml"]["violation_codes"]
    codes |= {code: {"meaning": "It is.", "source": "§1"} for code in ("minimum", "exclusive_maximum", "multiple_of")}
    for name, limits in LIMITS.items():
        catalogue.files["types.yaml"]["types"][name] = limits.statement()
        fields[name] = {"requirement": "optional", "type": name, "meaning": "A number"}
        samples["full"]["payload"][name] = float(str(limits.accepted()))
    folder = catalogue.write(tmp_path_factory.mktemp("limits") / "project")
    made = projects.paycat("generate", cwd=folder)
    assert (made.returncode, made.stderr) == (0, ""), made.stdout
    return folder


@pytest.fixture(scope="module")
def contract(project: Path) -> Contract:
    """The contract of all limits."""
    contract, findings = check_folder(project / "schemas")
    assert contract is not None, findings
    return contract


def test_bounds_are_kept_as_they_are_written(contract: Contract) -> None:
    (request,) = contract.requests()
    again = Contract.model_validate_json(json.dumps(contract.model_dump(mode="json")))
    assert again == contract
    for field in request.root.fields():
        if field.name in LIMITS:
            stated = LIMITS[field.name]
            kept = {rule.keyword: rule for rule in field.constraints if rule.keyword in ENDS}
            assert {keyword: Fraction(rule.number) for keyword, rule in kept.items()} == stated.bounds()
            for keyword, rule in kept.items():
                assert Decimal(rule.text) == Decimal(getattr(stated, keyword))
                assert not set(rule.text) & set("eE+"), rule.text


def test_every_level_rejects_what_fractions_reject(project: Path, contract: Contract) -> None:
    (request,) = contract.requests()
    vectors = [vector(request, name, text) for name, limits in LIMITS.items() for text in limits.edges()]
    assert vectors
    wrong = [one.id for one in vectors if validate(request, json.loads(one.body())) != one.violations]
    with open_engines(contract, project / "generated", ENGINES) as (engines, missing):
        assert missing == []
        for engine in engines:
            for one in vectors:
                expected = () if engine.artefact in one.limitations else one.violations
                if engine.violations(one) != expected:
                    wrong.append(f"{engine.name} {one.id}: {engine.violations(one)}")
    assert wrong == []


def vector(request: Request, name: str, text: str) -> Vector:
    """Return the vector of a field's number, with what the field's limits say of it."""
    code = LIMITS[name].violation(text)
    violations = (Violation(code=code, pointer=f"#/{name}"),) if code else ()
    payload = {**request.sample("minimal").payload, name: json.loads(text)}
    return Vector(
        id=f"{name} {LIMITS[name]}: {text}",
        direction="payout",
        method=METHOD,
        stage="fields",
        valid=not violations,
        rule=f"payout.{METHOD}.{name}",
        origin="derived",
        limitations=("json-schema", "openapi") if LIMITS[name].is_lost(code) else (),
        violations=violations,
        payload=payload,
    )


def test_every_rule_is_broken_alone_unless_no_number_can(project: Path, contract: Contract) -> None:
    lines = (project / "generated" / "conformance" / "vectors" / "payout" / f"{METHOD}.jsonl").read_text().splitlines()
    published = [json.loads(line) for line in lines]
    broken = {one["rule"].rpartition(".")[2] for one in published if not one["valid"]}
    (request,) = contract.requests()
    unbroken = {
        (field.name, rule.keyword)
        for field in request.root.fields()
        for rule in field.constraints
        if field.name in LIMITS and f"{field.name}:{rule.keyword}" not in broken
    }
    one_number = {one for one in LIMITS.values() if one.minimum is not None and one.minimum == one.maximum}
    assert {(LIMITS[name], keyword) for name, keyword in unbroken} == {
        (one, "decimal_places") for one in {TOO_NARROW, *one_number}
    }
