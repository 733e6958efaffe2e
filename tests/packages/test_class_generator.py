"""The source of model classes: what the class generator makes of their schemas, whatever a catalogue states."""

import ast
import builtins
import keyword
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import projects
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from paycat.cache import Cache
from paycat.contract.model import Contract
from paycat.contract.naming import attribute_name
from paycat.lint.checking import resolved_folder
from paycat.packages.python.class_generator import class_sources
from paycat.packages.python.class_schemas import (
    MODELS,
    Schema,
    class_schema,
    record_schemas,
    reference,
    request_schemas,
)

HOSTILE = (
    '"""',
    '\\"""',
    'a"',
    "'",
    "\\",
    "\\'",
    "'\"",
    "{x}",
    "{{ x }}",
    "{% raw %}",
    "#/$defs/A",
    "\\N{DIGIT ONE}",
    "é",
    "\u2028",
)
RECURSIVE: Schema = {
    "x-text": "Records.",
    "$defs": {
        "Tree": class_schema(
            reference("RecordModel", MODELS),
            "A tree.",
            {
                "date": {"type": "string", "format": "date"},
                "branches": {"type": "array", "items": reference("Tree")},
                "either": {
                    "type": "array",
                    "items": {
                        "anyOf": [reference("Leaf"), reference("Tree"), {"type": "null"}],
                        "discriminator": {
                            "propertyName": "kind",
                            "mapping": {"leaf": "#/$defs/Leaf", "tree": "#/$defs/Tree"},
                        },
                    },
                },
                "kind": {"const": "tree"},
            },
            ["kind"],
        ),
        "Leaf": class_schema(reference("RecordModel", MODELS), "A leaf.", {"kind": {"const": "leaf"}}, ["kind"]),
    },
}


def documents(contract: Contract) -> dict[str, Schema]:
    return {**request_schemas(contract), "records": record_schemas(contract)}


def source_of(members: Mapping[str, Schema], text: str = "An example.", required: list[str] | None = None) -> str:
    """Return the module of a class of requests."""
    made = class_schema(reference("RequestModel", MODELS), text, dict(members), required or [])
    document = {"x-text": text, "$defs": {"Example": {**made, "x-new": required or []}}}
    return class_sources({"example": document}, Cache())["example"]


def attributes(source: str) -> dict[str, ast.AnnAssign]:
    [made] = [one for one in ast.parse(source).body if isinstance(one, ast.ClassDef)]
    found = [one for one in made.body if isinstance(one, ast.AnnAssign)]
    return {one.target.id: one for one in found if isinstance(one.target, ast.Name)}


def texts_in(node: ast.AST) -> list[str]:
    return [one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)]


@pytest.mark.parametrize("catalogue", ["frozen", "catalogue"])
def test_a_module_is_made_of_its_document_alone(catalogue: str) -> None:
    contract, findings = resolved_folder(projects.HERE / catalogue / "schemas")
    assert contract, findings
    whole = documents(contract)
    together = class_sources(whole, Cache())
    assert {name: class_sources({name: one}, Cache())[name] for name, one in whole.items()} == together


def test_what_was_made_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    cache, first, second = Cache(), {**RECURSIVE, "x-text": "One."}, {**RECURSIVE, "x-text": "Two."}
    made = class_sources({"first": first, "second": second}, cache)
    monkeypatch.setattr("datamodel_code_generator.generate", lambda *_, **__: None)
    assert class_sources({"second": second, "first": first}, cache) == made
    with pytest.raises(RuntimeError, match="did not make Leaf, Tree"):
        class_sources({"first": first, "third": {**RECURSIVE, "x-text": "Three."}}, cache)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_breaks_out(text: str) -> None:
    members = {
        "fixed": {"type": "string", "const": text, "x-text": text},
        "listed": {"type": "string", "enum": [text, "other" * 30], "x-text": text},
        "matched": {
            "type": "string",
            "x-arguments": {"pattern": text},
            "x-codes": {"pattern": text},
            "x-sensitive": True,
            "x-text": "",
        },
        "list_": {
            "x-alias": "list",
            "type": "array",
            "items": {"type": "string"},
            "x-rules": {"max_items": [1, text]},
            "x-text": "A",
        },
    }
    source = source_of(members, text, ["fixed", "listed"])
    found = attributes(source)
    assert [*found] == ["fixed", "listed", "matched", "list_"]
    assert texts_in(found["fixed"]) == [text]
    assert texts_in(found["listed"]) == [text, "other" * 30]
    assert texts_in(found["matched"]) == [text, text]
    assert texts_in(found["list_"]) == ["list", text]
    tree = ast.parse(source)
    [made] = [one for one in tree.body if isinstance(one, ast.ClassDef)]
    assert ast.get_docstring(tree) == ast.get_docstring(made) == text.strip()
    assert len(made.body) == 1 + 4 + 3 + 1  # Docstring, members, three docstrings of members, and `new`.


@settings(max_examples=25, deadline=None)
@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cf", "Zl", "Zp"]), min_size=1))
def test_any_text_is_kept(text: str) -> None:
    one = {"type": "string", "enum": [text, "b"], "x-arguments": {"pattern": text}}
    found = attributes(source_of({"one": one}, required=["one"]))
    assert texts_in(found["one"]) == [text, "b", text]


ODD = sorted(
    {*dir(BaseModel), *dir(builtins), *keyword.kwlist, "datetime", "Field", "Literal", "date", "type", "x-y", "9", "é"}
)


def test_a_member_may_have_any_name(tmp_path: Path) -> None:
    """Its attribute is what `attribute_name` says, and nothing is imported that the module does not use."""
    names = {name: attribute_name(name) for name in ODD if attribute_name(name).isidentifier()}
    members: dict[str, Schema] = {names[name]: {"type": "string", "x-text": name, "x-alias": name} for name in names}
    source = source_of(members, required=[*members])
    assert [*attributes(source)] == [*members]
    file = tmp_path / "example.py"
    file.write_text(source, encoding="utf-8")
    lint = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", str(file)]
    done = subprocess.run(lint, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("number", [1, 30])
def test_long_lines_are_laid_out_as_formatters_do(number: int, tmp_path: Path) -> None:
    member, values = "member_" * number, [f"value_{one}" for one in range(number)]
    members: dict[str, Any] = {
        member: {"type": "string", "enum": values, "maxLength": 10, "x-text": "A long one. " * number},
        f"{member}b": {"type": "string", "enum": values, "x-text": "B"},
        f"{member}c": {**reference("Class" * number), "x-text": "C"},
        f"{member}d": {"type": "string", "enum": values, "x-text": "D"},
        f"{member}e": {**reference("Class" * number), "x-text": "E", "x-number": True, "x-sensitive": True},
        "fixed": {"const": "x", "x-text": "D"},
    }
    base = reference("Base" * number, "shared")
    made = {**class_schema(base, "Text.", members, [f"{member}b", "fixed"]), "x-new": ["fixed"]}
    made["x-accepted"] = [[["a" * number, "b" * number], ["c" * number]]]
    inner = class_schema(reference("RequestModel", MODELS), "Inner.", {}, [])
    document = {"x-text": "Example.", "$defs": {"Class" * number: inner, "Outer" * number: made}}
    file = tmp_path / "example.py"
    file.write_text(class_sources({"example": document}, Cache())["example"], encoding="utf-8")
    form = [sys.executable, "-m", "ruff", "format", "--isolated", "--no-cache", "--diff", str(file)]
    done = subprocess.run(form, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_records_may_hold_each_other() -> None:
    source = class_sources({"records": RECURSIVE}, Cache())["records"]
    assert 'list[Annotated[Leaf | Tree, Field(discriminator="kind")] | None] | None' in source.replace("\n", " ")
    assert source.index("class Leaf") < source.index("class Tree"), "what others name comes first"
