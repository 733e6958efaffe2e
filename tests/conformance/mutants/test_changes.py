"""Changes of schemas, models and modules: each differs, can be used, and leaves the original as it was."""

import ast
import json
import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import jsonschema_rs
import projects
import pytest
from jsonschema import Draft202012Validator

from paycat.conformance.derive.model import Vector
from paycat.conformance.run.output_folder import Published
from paycat.contract.model import Contract
from paycat.text.json_data import with_value as changed
from paycat_mutants.code_changes import code_edits
from paycat_mutants.model_changes import edits
from paycat_mutants.models import model_mutants
from paycat_mutants.schema_changes import changes, subschemas

SCHEMAS = sorted((projects.GENERATED / "json-schema").glob("*/*.schema.json"))
UNIONS = sorted((projects.GENERATED / "json-schema").glob("*.schema.json"))
SAMPLED = 7
"""Of a large schema's changes, every seventh is compiled."""

SMALL: list[dict[str, Any]] = [
    {"type": "string", "const": "lower case"},
    {"type": "string", "minLength": 0, "maxLength": 0},
    {"type": "string", "enum": ["one"]},
    {"type": "string", "maxLength": 3, "pattern": "^A{2}[a^]$", "not": {"pattern": "\\n"}},
    {"type": "number", "exclusiveMinimum": 0, "maximum": 1e300, "multipleOf": 1},
    {"type": "object", "anyOf": [{"properties": {"a": True}, "required": ["a"]}]},
    {"type": "object", "allOf": [{"if": {"required": ["a"]}, "then": {"$ref": "#/$defs/X"}}], "$defs": {"X": {}}},
]


def locations(root: dict[str, Any]) -> Iterator[tuple[Any, Any, Any]]:
    """Return every change of a schema: the path of what is changed, the schema there, and the change."""
    for path, schema in subschemas(root):
        yield from ((path, schema, change) for change in changes(schema))


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: "/".join(path.parts[-2:]))
def test_changed_schemas_differ_and_compile_and_the_original_stays(path: Path) -> None:
    root = json.loads(path.read_text(encoding="utf-8"))
    before = deepcopy(root)
    made = list(locations(root))
    assert len({(location, *change[:2]) for location, _, change in made}) == len(made) > 0
    for number, (location, schema, (_, _, after)) in enumerate(made):
        assert after != schema
        if number % SAMPLED == 0:
            compiled(changed(root, location, after))
    assert root == before


@pytest.mark.parametrize("path", UNIONS, ids=lambda path: path.name)
def test_changed_unions_differ_and_compile(path: Path) -> None:
    """Changed is what picks the variant; the variants are the schemas above."""
    root = json.loads(path.read_text(encoding="utf-8"))
    union = {name: value for name, value in root.items() if name != "$defs"}
    for number, (location, schema, (keyword, change, after)) in enumerate(locations(union)):
        assert after != schema, (keyword, change)
        if number % SAMPLED == 0:
            compiled({**changed(union, location, after), "$defs": dict.fromkeys(root["$defs"], True)})


@pytest.mark.parametrize("schema", SMALL, ids=json.dumps)
def test_changes_of_small_schemas_differ_and_compile(schema: dict[str, Any]) -> None:
    before = deepcopy(schema)
    for location, one, (keyword, change, after) in locations(schema):
        assert after != one, (keyword, change)
        compiled(changed(schema, location, after))
    assert schema == before


def compiled(schema: Any) -> None:
    """Assert that both validators take a schema."""
    jsonschema_rs.Draft202012Validator(schema)
    Draft202012Validator.check_schema(schema)


def test_a_changed_schema_shares_what_is_beside_the_change() -> None:
    root = {"properties": {"a": {"type": "string"}, "b": {"type": "number"}}, "allOf": [{}, {"required": ["a"]}]}
    copy = changed(root, ("properties", "a"), {"type": "null"})
    assert copy == {**root, "properties": {"a": {"type": "null"}, "b": {"type": "number"}}}
    assert copy["properties"]["b"] is root["properties"]["b"]
    assert copy["allOf"] is root["allOf"]
    assert changed(root, ("allOf", 1), {})["allOf"] == [{}, {}]
    assert root["properties"]["a"] == {"type": "string"}


@pytest.mark.parametrize("keyword", ["minProperties", "dependentRequired", "else", "unevaluatedProperties", "$anchor"])
def test_a_keyword_without_changes_is_named(keyword: str) -> None:
    with pytest.raises(ValueError, match=f"no change for the keyword {re.escape(keyword)}$"):
        list(changes({"type": "object", "title": "A", "x-source": "§1", keyword: {}}))


MODEL = '''
class One(RequestModel):
    """A model."""

    _accepted = ((("a",), ("b", "c")),)
    a: Annotated[str, Field(min_length=1, max_length=3, pattern="^x$")]
    b: Literal["lower"] | None = None
    c: Literal["UP"]
    d: dict[str, Any] | None = None
'''


def test_changes_of_a_model() -> None:
    [model] = ast.parse(MODEL).body
    assert isinstance(model, ast.ClassDef)
    before = ast.dump(model)
    made: dict[str, list[str]] = {}
    for edit in edits(model):
        made.setdefault(edit.member, []).append(edit.change)
        assert ast.dump(edit.statement) != before
        compile(ast.Module([edit.statement], []), "model", "exec")
    assert ast.dump(model) == before
    lengths = [
        f"{name} {words}" for name in ("min_length", "max_length") for words in ("removed", "one more", "one less")
    ]
    assert made["a"] == ["optional", "any value", "also a number", *lengths, "pattern removed"]
    assert made["b"] == ["required", "any value", "any text", "another text"]
    assert made["c"] == ["optional", "any value", "any text", "another text", "lower case too"]
    assert made["d"] == ["required", "any value", "texts alone"]
    assert made[""] == [
        "combinations removed",
        *(f"combination 1 {words}" for words in ("dropped", "without a", "also b", "also c")),
        *(f"combination 2 {words}" for words in ("dropped", "without b", "without c", "also a")),
    ]


def test_a_changed_model_is_noticed_by_vectors_about_the_change(
    small: Path, small_contract: Contract, batches: list[Published]
) -> None:
    """A model that cannot be made would be noticed by any body, whatever the change."""
    rules = {vector.id: vector.rule for batch in batches for vector in batch.vectors}
    vectors = {one.subject: one.vectors for one in batches if isinstance(one.vectors[0], Vector)}
    found = [
        one for one in model_mutants(small_contract, small / "generated", vectors) if "." in one.location.split()[1]
    ]
    members = {one: one.location.rpartition(".")[2] for one in found if one.change != "required"}
    assert found
    assert [one for one, member in members.items() if f".{member}:" not in rules[one.why]] == []


MODULE = """
LIMIT = 3
CODES = {"a": 1, "b": 2}


def reject(value):
    if value is None and LIMIT > 0:
        raise ValueError
    if not isinstance(value, str):
        raise TypeError("no text")
    return is_long(value)


def is_long(value) -> bool:
    return len(value) > LIMIT


def elsewhere(value):
    return value == 1
"""
DECISIONS = {
    ("", "LIMIT is 2"),
    ("", "LIMIT is 4"),
    ("", "CODES without 'a'"),
    ("", "CODES without 'b'"),
    ("reject", "never: value is None and LIMIT > 0"),
    ("reject", "always: value is None and LIMIT > 0"),
    ("reject", "without the condition value is None"),
    ("reject", "without the condition LIMIT > 0"),
    ("reject", "value is None with IsNot"),
    ("reject", "LIMIT > 0 with GtE"),
    ("is_long", "len(value) > LIMIT with GtE"),
}


def test_changes_of_a_module() -> None:
    tree = ast.parse(MODULE)
    before = ast.dump(tree)
    made = list(code_edits(tree))
    assert {(edit.function, edit.change) for edit in made} == DECISIONS
    for edit in made:
        with edit.applied():
            assert ast.dump(tree) != before, edit.change
            compile(tree, "module", "exec")
        assert ast.dump(tree) == before, edit.change
