"""Shapes of records, parameters and headers as JSON Schema: each shape, each key, and what is taken from elsewhere."""

import json
from pathlib import Path
from typing import Any

import projects
import pytest
from json_schemas import schemas
from starter_cases import edited

from paycat.contract.interface import Interface, Parameter, Record
from paycat.lint.checking import check_folder
from paycat.schemas.json_schema import notes
from paycat.schemas.making import Dialect, Schema, node_schema
from paycat.schemas.openapi_30 import OpenApi30

HERE = Path(__file__).parent
SHAPES: dict[str, dict[str, Any]] = projects.read_yaml(HERE / "shapes.yaml")


def schema_of(one: Record | Parameter, dialect: type[Dialect] = Dialect) -> Schema:
    """Return a schema as documents have it, with names alone in references."""
    node = one.body if isinstance(one, Record) else one.value
    return node_schema(node, dialect("", lambda inner: notes(inner, record_reason=one.reason)))


def interface(project: Path) -> Interface:
    """Return the interface of a project's contract; nothing may be wrong with the project."""
    contract, found = check_folder(project / "schemas")
    assert contract is not None, found
    return contract.interface


@pytest.mark.parametrize("name", SHAPES)
def test_shape(name: str, tmp_path: Path) -> None:
    """A member of a record, which no example shows, has the schemas that a person wrote."""
    stated, schema = SHAPES[name]["member"], SHAPES[name]["schema"]
    made = {} if "echo" in stated else {"made": "example"}
    member = json.dumps({"requirement": "optional", "meaning": "A member.", **made, **stated})
    text = "text: { shape: text, length: ..200, made: failure_meaning, meaning: The reason in a sentence. }"
    edit = {
        "file": "schemas/interface/records.yaml",
        "find": text,
        "replace": f"{text}\n      tried: {member}",
    }
    record = interface(edited(tmp_path / "project", [edit])).record("FailureReason")
    for dialect, wanted in ((Dialect, schema), (OpenApi30, SHAPES[name].get("openapi_30", schema))):
        shown = schema_of(record, dialect)["properties"]["tried"]
        assert shown.pop("description") == SHAPES[name].get("description", "A member.")
        assert list(shown.items()) == list(wanted.items()), "the order is that in which a schema is read"
    assert "tried" not in schema_of(record)["required"]


def test_a_reference_that_may_be_longer_is_longer_wherever_it_is_repeated(tmp_path: Path) -> None:
    project = projects.copied(tmp_path / "project", generated=False)
    before = interface(project)
    longer = {"file": "schemas/types.yaml", "find": "length: { value: ..255,", "replace": "length: { value: ..300,"}
    projects.edit(project, [longer])
    after = interface(project)
    for side, most in ((before, 255), (after, 300)):
        for record in ("PayInRecord", "PayoutRecord"):
            assert schema_of(side.record(record))["properties"]["reference"]["maxLength"] == most
        assert schema_of(side.parameter("Reference")) == {"type": "string", "minLength": 1, "maxLength": most}
    changed = [one.name for one in after.records if schema_of(one) != schema_of(before.record(one.name))]
    assert changed == ["PayInRecord", "PayoutRecord"]


def test_a_page_has_as_many_items_as_its_parameter_says(tmp_path: Path) -> None:
    project = projects.copied(tmp_path / "project", generated=False)
    operations = "schemas/interface/operations.yaml"
    projects.edit(project, [{"file": operations, "find": "    maximum: 100\n", "replace": "    maximum: 50\n"}])
    after = interface(project)
    pages = ("PayInList", "PayoutList", "BankList")
    most = {name: schema_of(after.record(name))["properties"]["data"]["maxItems"] for name in pages}
    assert most == {"PayInList": 50, "PayoutList": 50, "BankList": 500}


def test_no_pattern_and_no_fixed_value_is_taken() -> None:
    properties = schema_of(interface(projects.PROJECT).record("PayInRecord"))["properties"]
    assert properties["callback_url"] == {**properties["callback_url"], "type": "string", "maxLength": 2048}
    taken = {keyword for name in ("callback_url", "currency", "amount") for keyword in properties[name]}
    assert taken.isdisjoint({"pattern", "const", "not", "enum"})


def test_every_schema_of_the_interface_is_made_of_shapes() -> None:
    """No reader of answers needs a keyword that rejects what a later version adds."""
    made = interface(projects.PROJECT)
    stated = [*(schema_of(one) for one in made.records), *(schema_of(one) for one in made.parameters)]
    keywords = {keyword for one in stated for _, schema in schemas(one) for keyword in schema}
    assert keywords.isdisjoint({"additionalProperties", "not", "if", "allOf", "patternProperties"})
