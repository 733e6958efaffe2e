"""The engine `openapi` notices each change of its document by which a client would send or read something else."""

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from paycat.conformance.derive.model import ValueVector, Vector
from paycat.conformance.run.engines import openapi
from paycat.conformance.run.engines.json_schema import read_document
from paycat.conformance.run.outcome import run
from paycat.conformance.run.output_folder import Batch
from paycat.contract.model import Contract

Json = dict[str, Any]
Fault = tuple[tuple[str | int, ...], Any, str]
"""The path of what is changed, what is there then, and what the engine says of one vector at least."""

GONE = object()
JSON = "application/json"
ELSEWHERE = [{"url": "https://elsewhere.example.test"}]
FURTHER = [{"name": "further", "in": "query"}]


def faults(document: Json) -> Iterator[Fault]:
    [scheme] = document["components"]["securitySchemes"]
    schemes = ("components", "securitySchemes")
    yield ("servers",), ELSEWHERE, "has the servers"
    yield ("servers",), [*document["servers"], *ELSEWHERE], "has the servers"
    yield ("servers",), GONE, "has the servers"
    yield (*schemes, scheme, "scheme"), "basic", "has the credentials"
    yield (*schemes, scheme), {"type": "apiKey", "in": "header", "name": "Key"}, "has the credentials"
    yield ("security",), GONE, "has the credentials"
    yield ("security",), [*document["security"], {}], "has the credentials"
    yield schemes, GONE, "does not say how"
    for path, item in document["paths"].items():
        yield ("paths", path), GONE, "does not say how"
        yield ("paths", path, "servers"), ELSEWHERE, "has the servers"
        yield ("paths", path, "parameters"), FURTHER, "has the parameters"
        for method, operation in item.items():
            yield from of_operation(("paths", path, method), operation)
    for key in document["components"]["parameters"]:
        for name, other in {"name": "further", "in": "cookie", "style": "matrix", "schema": GONE}.items():
            yield ("components", "parameters", key, name), other, "" if name == "schema" else "has the parameters"


def of_operation(own: tuple[str, ...], operation: Json) -> Iterator[Fault]:
    yield own, GONE, "does not say how"
    yield (*own, "servers"), ELSEWHERE, "has the servers"
    yield (*own, "security"), [], "has the credentials"
    yield (*own, "parameters"), [*operation.get("parameters", ()), *FURTHER], "has the parameters"
    if "parameters" in operation:
        yield (*own, "parameters"), operation["parameters"][1:], "has the parameters"
    if "requestBody" in operation:
        yield (*own, "requestBody"), GONE, "no request body"
        yield (*own, "requestBody", "required"), False, "may be left out"
        yield (*own, "requestBody", "content"), {"application/xml": {}}, "no request body"
    [status] = [one for one in operation["responses"] if one.startswith("2")]
    success = (*own, "responses", status)
    yield success, GONE, "the document states no record"
    yield (*success, "content"), {"text/plain": {}}, "the document states no record"
    yield (*success, "content", JSON, "schema"), {"$ref": "#/components/schemas/Problem"}, ""
    for header in operation["responses"][status].get("headers", ()):
        yield (*success, "headers", header), GONE, "the document states no header"


def changed(document: Json, path: tuple[str | int, ...], value: Any) -> Json:
    made = deepcopy(document)
    *above, last = path
    inner: Any = made
    for step in above:
        inner = inner[step]
    if value is GONE:
        del inner[last]
    else:
        inner[last] = value
    return made


def test_what_a_client_would_do_in_another_way_is_noticed(
    contract: Contract,
    artefacts: Path,
    batches: list[Batch[Vector]],
    values: list[Batch[ValueVector]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One vector is enough of each request type, record, parameter and header."""
    bodies = [next(one for one in batch.vectors if one.stage == "fields") for batch in batches if "/" in batch.subject]
    others = {(vector.stage, vector.name): vector for batch in values for vector in batch.vectors}
    few = [Batch("bodies", tuple(bodies)), Batch("values", tuple(others.values()))]

    def told(document: Json) -> list[str]:
        monkeypatch.setattr(openapi, "read_document", lambda _: document)
        [result] = run(few, [openapi.OpenApiEngine(contract, artefacts)])
        return [one.failure for one in result.disagreements]

    document = read_document(artefacts)
    assert told(document) == []
    seeded = list(faults(document))
    assert len(seeded) > 100
    unnoticed = [
        (path, value)
        for path, value, words in seeded
        if not any(words in one for one in told(changed(document, path, value)))
    ]
    assert unnoticed == []
