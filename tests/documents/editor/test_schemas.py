"""The schemas of the editor pack, as any validator reads them: right, whole, and of one mind with the loader."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import projects
import pytest
from edited_project import with_schemas
from jsonschema import Draft202012Validator
from pydantic import ValidationError
from starter_cases import edited as edited_starter

from paycat.catalogue.defaults import with_defaults
from paycat.catalogue.form import FORM
from paycat.catalogue.kinds import FileKind, kind_of_packs, kinds_with
from paycat.catalogue.values import READING
from paycat.catalogue.violations import violations_of
from paycat.packs.manifest import Pack
from paycat.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence, json_value
from paycat.yaml.reading import load_file

KINDS = kinds_with(projects.DIRECTIONS)
ALL_KINDS = (*KINDS, kind_of_packs(Pack))
MODELINE = "# yaml-language-server: $schema="
TOLD_BY_RULES = {"component name", "currency code", "decision id", "erratum id", "field path", "gap id", "operation id"}
"""Forms whose violations a rule reports, and not the loader."""

MOST = 100
"""So many places of a file are broken, spread evenly."""


@pytest.fixture(params=ALL_KINDS, ids=lambda kind: kind.name)
def kind(request: pytest.FixtureRequest) -> FileKind:
    """Each kind of file."""
    assert isinstance(request.param, FileKind)
    return request.param


@pytest.fixture
def schema(kind: FileKind, edited: Path) -> dict[str, Any]:
    """The schema of the kind."""
    return dict(json.loads((edited / "generated" / "editor" / kind.schema).read_text(encoding="utf-8")))


TYPES = """
  street: { shape: text, meaning: A street., source: "§2.1" }
  place: { shape: object, meaning: A place., source: "§2.1", members: { at: { requirement: required, type: street } } }
  site: { shape: object, meaning: A site., source: "§2.1", members: { at: { requirement: optional, type: digits } } }
  call: { shape: text, meaning: A call., source: "§2.1" }
"""
RARE_NAMES = [
    ("types.yaml", "\n  labels:", f"{TYPES}\n  labels:"),
    ("requests/pay_in.yaml", "  debtor.name:", "  debtor.place: { requirement: absent, type: place }\n  debtor.name:"),
    ("requests/pay_in.yaml", "  debtor.name:", "  debtor.site: { requirement: optional, type: site }\n  debtor.name:"),
    (
        "interface/records.yaml",
        "      collect_on: {",
        "      site: { echo: debtor.site, requirement: optional, meaning: A }\n      collect_on: {",
    ),
    ("interface/operations.yaml", "    shape: text\n    length: 1..64", "    type: call\n    length: 1..64"),
    ("samples/pay_in/BACS_DEBIT.yaml", "0004\n      debtor:\n", '0004\n      debtor:\n        site: { at: "1" }\n'),
    ("samples/pay_in/SEPA_DEBIT.yaml", "0002\n      debtor:\n", '0002\n      debtor:\n        site: { at: "1" }\n'),
]
"""A type that only an absent field has, one inside it, one of a header alone, and an object that a record repeats."""


def files(kind: FileKind, project: Path) -> list[Path]:
    return sorted(file for pattern in kind.files for file in project.glob(pattern))


def test_every_schema_is_one(schema: dict[str, Any]) -> None:
    Draft202012Validator.check_schema(schema)


def test_every_kind_has_files_and_they_are_valid(kind: FileKind, schema: dict[str, Any], edited: Path) -> None:
    found = files(kind, edited)
    assert found
    for file in found:
        node, _ = load_file(file, file.name)
        assert node is not None
        assert [error.message for error in Draft202012Validator(schema).iter_errors(json_value(node))] == [], file


def test_no_rare_name_is_underlined(tmp_path: Path) -> None:
    keys = ("file", "find", "replace")
    edits = [dict(zip(keys, (f"schemas/{file}", *texts), strict=True)) for file, *texts in RARE_NAMES]
    project = with_schemas(edited_starter(tmp_path / "project", edits))
    for kind in KINDS:
        schema = json.loads((project / "generated" / "editor" / kind.schema).read_text(encoding="utf-8"))
        for file in files(kind, project):
            data = projects.read_yaml(file)
            assert [error.message for error in Draft202012Validator(schema).iter_errors(data)] == [], file


def test_every_file_is_of_a_kind_and_names_its_schema(edited: Path) -> None:
    kinds = {file: kind for kind in ALL_KINDS for file in files(kind, edited)}
    for folder in ("schemas", "generators"):
        for file in sorted((edited / folder).rglob("*.yaml")):
            first = file.read_text(encoding="utf-8").splitlines()[0]
            assert first.startswith(MODELINE), file
            named = (file.parent / first.removeprefix(MODELINE)).resolve()
            assert named == (edited / "generated" / "editor" / kinds[file].schema).resolve(), file


def test_settings_name_every_schema(edited: Path) -> None:
    folder = edited / "generated" / "editor"
    settings = json.loads((folder / "vscode-settings.json").read_text(encoding="utf-8"))
    named = {(edited / path).resolve(): globs for path, globs in settings["yaml.schemas"].items()}
    assert set(named) == {file.resolve() for file in folder.glob("*.schema.json")}
    covered = [file for globs in named.values() for glob in globs for file in edited.glob(glob)]
    assert sorted(covered) == sorted(
        file for part in ("schemas", "generators") for file in (edited / part).rglob("*.yaml")
    )


def test_every_key_is_described_and_every_object_closed(schema: dict[str, Any]) -> None:
    objects = list(inner_objects(schema))
    assert objects
    for one in objects:
        assert one["additionalProperties"] is False
        for key, described in one["properties"].items():
            target = schema["$defs"].get(described.get("$ref", "").removeprefix("#/$defs/"), {})
            assert described.get("description") or target.get("description"), key


def inner_objects(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        if "properties" in schema:
            yield schema
        for inner in schema.values():
            yield from inner_objects(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from inner_objects(inner)


def test_every_word_is_explained_and_no_mark_is_left(schema: dict[str, Any]) -> None:
    assert not re.search(r"x-paycat-(?!form\b)", json.dumps(schema))
    for one in words(schema):
        assert len(one["enum"]) == len(one["enumDescriptions"])
        assert all(one["enumDescriptions"])


def words(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        if isinstance(schema.get("enum"), list) and schema.get("type") == "string":
            yield schema
        for inner in schema.values():
            yield from words(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from words(inner)


@pytest.mark.slow
def test_schemas_reject_what_the_loader_rejects(kind: FileKind, schema: dict[str, Any], edited: Path) -> None:
    """Every place of a file is broken in every way; names aside, of which the loader knows nothing, both agree."""
    file = max(files(kind, edited), key=lambda file: (file.stat().st_size, file))
    whole, _ = load_file(file, file.name)
    assert whole is not None
    broken = list(mutants(whole))
    assert broken
    validator = Draft202012Validator(_without(schema, TOLD_BY_RULES))
    rejected = 0
    for what, mutant in broken[:: len(broken) // MOST + 1]:
        loads, valid = loader_takes(kind, mutant), validator.is_valid(json_value(mutant))
        assert loads == valid, what
        rejected += not valid
    assert rejected


def _without(schema: Any, forms: set[str]) -> Any:
    """Return a schema without the names of tables that have one of these forms."""
    if isinstance(schema, list):
        return [_without(one, forms) for one in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: one for key, one in schema.items() if not (key == "propertyNames" and one.get(FORM) in forms)}
    return {key: _without(one, forms) for key, one in kept.items()}


def loader_takes(kind: FileKind, stated: Node) -> bool:
    node = with_defaults(stated, kind.model)
    try:
        kind.model.model_validate(node, context=READING)
    except ValidationError:
        return False
    return violations_of(node, kind.model) == []


def mutants(node: Node, path: str = "") -> Iterator[tuple[str, Node]]:
    """Every way to break one place: another kind of value, a key that is missing, misspelt or unknown."""
    for what, other in (("null", None), ("list", Sequence(node.span, ())), ("mapping", Mapping(node.span, ()))):
        if type(other) is not type(node):
            yield f"{path} becomes a {what}", other or Scalar(node.span, "null", plain=True)
    if isinstance(node, Sequence):
        for index, item in enumerate(node.items):
            for what, inner in mutants(item, f"{path}/{index}"):
                yield what, replace(node, items=(*node.items[:index], inner, *node.items[index + 1 :]))
    if isinstance(node, Mapping):
        yield f"{path} gets a key", with_entries(node, len(node.entries), (entry_of(node, "nonsense"),))
        for index, entry in enumerate(node.entries):
            key = entry.key.text
            yield f"{path} loses {key}", with_entries(node, index, ())
            yield f"{path} misspells {key}", with_entries(node, index, (Entry(renamed(entry.key), entry.value),))
            for what, inner in mutants(entry.value, f"{path}/{key}"):
                yield what, with_entries(node, index, (Entry(entry.key, inner),))


def with_entries(node: Mapping, index: int, entries: tuple[Entry, ...]) -> Mapping:
    return replace(node, entries=(*node.entries[:index], *entries, *node.entries[index + 1 :]))


def entry_of(node: Mapping, key: str) -> Entry:
    return Entry(Scalar(node.span, key, plain=True), Scalar(node.span, "1", plain=True))


def renamed(key: Scalar) -> Scalar:
    return replace(key, text=f"{key.text}x")
