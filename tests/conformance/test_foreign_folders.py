"""`paycat conform --generated` of a folder from somebody else: what it executes, and what it never does."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest

STARTER = projects.HERE / "bank_collections"
MARK = "EXECUTED"


@pytest.fixture
def part(tmp_path: Path, cli: Callable[..., Any]) -> Path:
    """A generated folder whose Python package writes a file when any of its modules is imported."""
    made = cli("generate", "--only", "SEPA_TRANSFER", "--to", tmp_path / "part", "--project", STARTER)
    assert made.code == 0, made
    for module in (tmp_path / "part" / "python" / "src").rglob("*.py"):
        line = f"import pathlib; pathlib.Path({str(tmp_path / MARK)!r}).touch()\n"
        future = "from __future__ import annotations\n"
        text = module.read_text(encoding="utf-8")
        module.write_text(f"{future}{line}{text.replace(future, '')}", encoding="utf-8")
    return tmp_path / "part"


def test_without_code_nothing_of_the_folder_is_imported(part: Path, tmp_path: Path, cli: Callable[..., Any]) -> None:
    """The schemas and the documents are held against every vector all the same."""
    ended = cli("conform", "--generated", part, "--no-code", cwd=tmp_path)
    assert ended.code == 0, ended
    assert not (tmp_path / MARK).exists()
    ran = [line.split()[0] for line in ended.out.splitlines()[1:] if line.strip()]
    assert {"jsonschema", "jsonschema-rs", "ajv", "union", "openapi"} <= set(ran)
    assert not {"models", "stub"} & set(ran)
    assert ended.out.endswith(" 0 disagreements\n")


def test_with_code_it_is_executed(part: Path, tmp_path: Path, cli: Callable[..., Any]) -> None:
    """What --help says, so that the test above proves something."""
    cli("conform", "--generated", part, "--engine", "models", cwd=tmp_path)
    assert (tmp_path / MARK).exists()


@pytest.mark.parametrize("options", [["--engine", "models"], ["--engine", "stub"], ["--mutants"]], ids=" ".join)
def test_what_needs_code_is_rejected(options: list[str], part: Path, tmp_path: Path, cli: Callable[..., Any]) -> None:
    ended = cli("conform", "--generated", part, "--no-code", *options, cwd=tmp_path)
    assert ended.code == 2
    assert f"{' '.join(options)} executes the Python package" in " ".join(ended.err.split())
    assert not (tmp_path / MARK).exists()


@pytest.mark.parametrize(
    ("engine", "file", "reference"),
    [
        ("jsonschema", "json-schema/payout/SEPA_TRANSFER.schema.json", "http://127.0.0.1:9/x.json"),
        ("jsonschema-rs", "json-schema/payout/SEPA_TRANSFER.schema.json", "file:///etc/passwd"),
        ("union", "json-schema/payout.schema.json", "other.json#/a"),
        ("openapi", "openapi/openapi.json", "//127.0.0.1:9/x"),
    ],
)
def test_a_reference_to_another_document_is_a_finding(
    part: Path, file: str, engine: str, reference: str, tmp_path: Path, cli: Callable[..., Any]
) -> None:
    """A validator would fetch an address that the folder names, from the machine that runs paycat."""
    for keyword in ("$ref", "$schema"):
        document = json.loads((part / file).read_text(encoding="utf-8"))
        owner = document["components"]["schemas"] if "components" in document else document
        owner["$defs"] = {"x": {keyword: reference}}
        (part / file).write_text(json.dumps(document), encoding="utf-8")
        ended = cli("conform", "--generated", part, "--no-code", "--engine", engine, cwd=tmp_path)
        assert ended.code == 1
        assert f"refers to another document, '{reference}'" in ended.out + ended.err
