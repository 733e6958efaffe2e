"""The published schema of a vector takes every published line, and no line that is mutilated."""

import json
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from paycat.conformance.derive.model import ValueVector, Vector, read_head
from paycat.conformance.run.engines import ajv
from paycat.conformance.run.engines.ajv.node import installed, node_program
from tests.artefacts.published import GENERATED, Json, vector_lines

SCHEMA = GENERATED / "conformance" / "vector.schema.json"
IN_AJV = """
import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020.js";
const accepts = new Ajv2020({ strict: true }).compile(JSON.parse(readFileSync(process.argv[1], "utf8")));
const lines = readFileSync(0, "utf8").split("\\n").slice(0, -1);
console.log(JSON.stringify(lines.map((line) => accepts(JSON.parse(line)))));
"""


@cache
def schema() -> Any:
    return json.loads(SCHEMA.read_text(encoding="utf-8"))


def accepted_by_ajv(lines: list[str]) -> list[bool]:
    program = [node_program("ajv"), "--input-type=module", "-e", IN_AJV, str(SCHEMA)]
    packages = installed(Path(str(ajv.__file__)).parent / "package.json", "ajv")
    text = "".join(f"{line}\n" for line in lines)
    done = subprocess.run(program, cwd=packages, input=text, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return list(json.loads(done.stdout))


def first(stage: str, *, valid: bool) -> Json:
    read = (json.loads(line) for line in vector_lines())
    return next(dict(vector) for vector in read if (vector["stage"], vector["valid"]) == (stage, valid))


def mutilated() -> dict[str, Json]:
    """Return lines that are no vectors, by what is wrong with them."""
    good, rejected, raw = first("fields", valid=True), first("fields", valid=False), first("text", valid=False)
    violation, part = rejected["violations"][0], raw["raw"][0]
    return {
        **{f"no {name}": {key: value for key, value in good.items() if key != name} for name in good},
        "no raw": {key: value for key, value in raw.items() if key != "raw"},
        "payload and raw": {**good, "raw": raw["raw"]},
        "empty raw": {**raw, "raw": []},
        "empty headers": {**raw, "headers": {}},
        "header that is no text": {**raw, "headers": {"Content-Length": 1}},
        "unknown member": {**good, "kills": ""},
        "unknown stage": {**good, "stage": "body"},
        "direction that is no text": {**good, "direction": 1},
        "id that is no text": {**good, "id": 1},
        "valid that is no boolean": {**good, "valid": "true"},
        "valid with violations": {**rejected, "valid": True},
        "rejected without violations": {**good, "valid": False},
        "violation without pointer": {**rejected, "violations": [{"code": violation["code"]}]},
        "violation with more": {**rejected, "violations": [{**violation, "message": ""}]},
        "violation that is text": {**rejected, "violations": [violation["code"]]},
        "part of text and bytes": {**raw, "raw": [{**part, "base64": ""}]},
        "part of nothing": {**raw, "raw": [{"times": 2}]},
        "part with more": {**raw, "raw": [{**part, "encoding": "utf-8"}]},
        "part that is there no times": {**raw, "raw": [{**part, "times": 0}]},
    }


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(schema())
    assert list(schema())[:4] == ["$schema", "$id", "title", "description"]
    assert schema()["properties"].keys() == Vector.model_fields.keys()
    assert [name for name, member in schema()["properties"].items() if not member.get("description")] == []


@pytest.mark.parametrize("validator", ["jsonschema-rs", "ajv"])
def test_every_published_line_is_a_vector(validator: str) -> None:
    verdicts = _verdicts(validator, list(vector_lines()))
    assert [line for line, verdict in zip(vector_lines(), verdicts, strict=True) if not verdict] == []
    assert verdicts


@pytest.mark.parametrize("validator", ["jsonschema-rs", "ajv"])
def test_no_mutilated_line_is_a_vector(validator: str) -> None:
    verdicts = _verdicts(validator, [json.dumps(line) for line in mutilated().values()])
    assert [name for name, verdict in zip(mutilated(), verdicts, strict=True) if verdict] == []


@pytest.mark.parametrize(
    "name", ["payload and raw", "no payload", "valid with violations", "rejected without violations", "part of nothing"]
)
def test_conform_does_not_read_a_line_that_contradicts_itself(name: str) -> None:
    with pytest.raises(ValidationError):
        Vector.model_validate(mutilated()[name])


def _verdicts(validator: str, lines: list[str]) -> list[bool]:
    if validator == "ajv":
        return accepted_by_ajv(lines)
    accepts: Callable[[Any], bool] = jsonschema_rs.Draft202012Validator(schema()).is_valid
    return [accepts(json.loads(line)) for line in lines]


def value_lines() -> list[str]:
    paths = sorted((GENERATED / "conformance" / "values").rglob("*.jsonl"))
    return [line for path in paths for line in path.read_text(encoding="utf-8").split("\n")[:-1]]


def mutilated_values() -> dict[str, Json]:
    read = [json.loads(line) for line in value_lines()]
    record, text = (next(one for one in read if one["stage"] == stage) for stage in ("record", "parameter"))
    return {
        **{f"no {name}": {key: value for key, value in record.items() if key != name} for name in record},
        "no texts": {key: value for key, value in text.items() if key != "texts"},
        "payload and texts": {**record, "texts": ["x"]},
        "text that is none": {**text, "texts": [1]},
        "unknown member": {**record, "kills": ""},
        "unknown stage": {**record, "stage": "body"},
    }


def test_every_published_value_is_one_and_no_mutilated_line() -> None:
    stated = json.loads((GENERATED / "conformance" / "value.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(stated)
    assert stated["properties"].keys() == ValueVector.model_fields.keys()
    accepts = jsonschema_rs.Draft202012Validator(stated).is_valid
    assert [line for line in value_lines() if not accepts(json.loads(line))] == []
    assert value_lines()
    assert [name for name, line in mutilated_values().items() if accepts(line)] == []


@pytest.mark.parametrize("name", ["payload and texts", "no payload", "no texts"])
def test_conform_does_not_read_a_value_that_contradicts_itself(name: str) -> None:
    with pytest.raises(ValidationError):
        ValueVector.model_validate(mutilated_values()[name])


def test_what_is_read_before_a_payload_is_what_the_line_says() -> None:
    for line in vector_lines():
        vector = json.loads(line)
        if vector.pop("payload", None) is not None:
            assert read_head(line) == vector
