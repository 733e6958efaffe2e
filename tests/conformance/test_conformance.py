"""The real run: every vector under every engine, on what is committed."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from paycat.conformance.derive.model import ValueVector, Vector
from paycat.conformance.run.engine import Engine
from paycat.conformance.run.engines import ENGINES, open_engines
from paycat.conformance.run.outcome import Result, run
from paycat.conformance.run.output_folder import STAGES, Batch, meant, reject_stale
from paycat.contract.model import Contract, Request, Sample, Violation
from paycat.contract.nodes import Node, fields_of

Deviant = tuple[Request, Sample]


@pytest.fixture(scope="module")
def engines(contract: Contract, artefacts: Path) -> Iterator[list[Engine]]:
    with open_engines(contract, artefacts) as (engines, missing):
        assert missing == []
        yield engines


def test_every_engine_gives_every_vector_its_verdict(
    engines: list[Engine], batches: list[Batch[Vector]], vectors: list[Vector]
) -> None:
    results = run(batches, engines)
    assert told(results) == []
    stages = Counter(vector.stage for vector in vectors)
    assert set(stages) == {"text", "dispatch", "fields", "schema"}
    assert {engine.name for engine in engines} == set(ENGINES)
    about_headers = {"Authorization", "Content-Encoding", "Content-Type"}
    passed_over = {"typescript": sum(bool(vector.headers.keys() & about_headers) for vector in vectors)}
    for engine, result in zip(engines, results, strict=True):
        covered = sum(stages[stage] for stage in engine.stages) - passed_over.get(engine.name, 0)
        assert (result.engine, result.run) == (engine.name, covered)
        assert result.limitations == sum(engine.artefact in vector.limitations for vector in vectors)
    assert {stage for engine in engines for stage in engine.stages} >= set(stages)


def test_every_engine_gives_every_value_its_verdict(
    engines: list[Engine], values: list[Batch[ValueVector]], contract: Contract
) -> None:
    results = {result.engine: result for result in run(values, engines)}
    assert told(list(results.values())) == []
    names = {name: {vector.name for vector in batch.vectors} for name, batch in ((one.subject, one) for one in values)}
    interface = contract.interface
    assert {name for name in names if "/" in name} == {f"records/{record.name}" for record in interface.records}
    assert names["parameters"] == {one.key for one in interface.parameters}
    assert names["headers"] == {one.key for one in interface.response_headers}
    assert results["openapi"].run == sum(len(batch.vectors) for batch in values)
    assert all(results[engine].run for engine in ("models", "stub"))


def test_every_rule_of_a_value_is_broken_and_kept(values: list[Batch[ValueVector]], contract: Contract) -> None:
    """Every constraint of every record, parameter and header has a vector that breaks it."""
    broken = {vector.rule for batch in values for vector in batch.vectors if not vector.valid}
    for record in contract.interface.records:
        stated = {f"record.{record.name}.{rule}".replace(".:", ":") for rule in rules_of(record.body)}
        assert stated <= broken
    for parameter in contract.interface.parameters:
        assert {f"parameter.{parameter.key}{rule}" for rule in rules_of(parameter.value)} <= broken | UNSENDABLE
    for header in contract.interface.response_headers:
        assert {f"header.{header.key}{rule}" for rule in rules_of(header.value)} <= broken | UNSENDABLE


UNSENDABLE = {"parameter.PayInId:min_length", "parameter.PayoutId:min_length"}
"""No path has an empty part."""


def rules_of(node: Node) -> list[str]:
    return [f"{field.path}:{rule.keyword}" for field in fields_of(node) for rule in field.constraints]


def told(results: list[Result]) -> list[str]:
    """Return disagreements in words, so that a failure says what it is about."""
    found = [one for result in results for one in result.disagreements]
    return [f"{one.engine}: {one.vector} (rule {one.rule}): {one.got} {one.failure}" for one in found]


def test_vectors_are_what_the_catalogue_means(contract: Contract, artefacts: Path, vectors: list[Vector]) -> None:
    reject_stale(contract, artefacts, "generated")
    validated = [vector for vector in vectors if vector.stage in STAGES]
    assert [vector.rule for vector in validated if meant(contract, vector) != vector.violations] == []


def test_vectors_are_named_once_and_every_request_type_has_valid_and_invalid_ones(
    contract: Contract, vectors: list[Vector]
) -> None:
    assert [name for name, count in Counter(vector.id for vector in vectors).items() if count > 1] == []
    spread = {(vector.direction, vector.method, vector.valid) for vector in vectors if vector.stage == "fields"}
    assert spread == {(one.direction, one.method, valid) for one in contract.requests() for valid in (True, False)}


def test_every_sample_is_a_vector(contract: Contract, vectors: list[Vector]) -> None:
    published = {vector.id: vector for vector in vectors}
    for request in contract.requests():
        for sample in request.samples:
            vector = published[f"{request.direction}.{request.method}:sample/{sample.name}"]
            assert vector.payload == sample.payload
            assert vector.valid == (not sample.violations)


def deviants(contract: Contract) -> Iterator[Deviant]:
    for request in contract.requests():
        yield from ((request, sample) for sample in request.samples if sample.erratum)


def test_deviant_samples_fail_with_exactly_their_violations_and_pass_when_corrected(
    contract: Contract, engines: list[Engine], vectors: list[Vector]
) -> None:
    published = {vector.id: vector for vector in vectors}
    found = list(deviants(contract))
    correctable = {erratum for _, sample in found if (erratum := sample.erratum) and sample.corrected is not None}
    assert correctable == {"E-01", "E-02", "E-03"}
    for request, sample in found:
        name = f"{request.direction}.{request.method}:sample/{sample.name}"
        deviant, corrected = published[name], published[f"{name}_corrected"]
        assert deviant.origin == f"sample {sample.name}"
        assert corrected.payload == sample.corrected != deviant.payload
        assert set(sample.violations) == set(deviant.violations) != set()
        for engine in engines:
            assert set(engine.violations(deviant)) == set(sample.violations), (engine.name, name)
            assert engine.violations(corrected) == (), (engine.name, name)


def test_limitations_are_exactly_the_declared_ones(
    contract: Contract, engines: list[Engine], vectors: list[Vector]
) -> None:
    """The one limitation: schemas cannot express a number of decimal places above zero."""
    assert {(limitation.artefact, limitation.keyword) for limitation in contract.limitations} == {
        ("json-schema", "decimal_places"),
        ("openapi", "decimal_places"),
    }
    locations = {currency.code: currency.exponent for currency in contract.currencies}
    fractional = {method.code for method in contract.methods if any(locations[one] > 0 for one in method.currencies)}
    limited = []
    for vector in vectors:
        breaks_places = vector.violations == (Violation(code="amount_precision", pointer="#/amount"),)
        expected = ("json-schema", "openapi") if breaks_places and vector.method in fractional else ()
        assert vector.limitations == expected, vector.id
        limited += [vector] if vector.limitations else []
    assert len(limited) >= sum(request.method in fractional for request in contract.requests())
    for engine in engines:
        for vector in limited:
            wanted = () if engine.artefact in vector.limitations else vector.violations
            assert engine.violations(vector) == wanted, (engine.name, vector.id)
    validators = {engine.name for engine in engines if engine.artefact == "json-schema"}
    assert validators >= {"jsonschema", "jsonschema-rs", "ajv"}
