"""`--format json`: every command prints one document, which is valid by a published schema, and keeps its exit code."""

import json
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import projects
import pytest
from jsonschema import Draft202012Validator

from docs.pages.schemas import SCHEMAS, published_schema

DOCS = projects.ROOT / "docs"
CONTRACT = json.loads((projects.ROOT / "generated/contract/contract.schema.json").read_text(encoding="utf-8"))
Cli = Callable[..., Any]

DATA = {
    "show UPI": "contract",
    "show CREDIT_CARD": "contract",
    "gaps": "gaps",
    "gaps --state open --state resolved": "gaps",
    "explain UPI": "explanations",
    "explain payout.UPI.recipient.wallet_uid": "explanations",
    "explain payout.returned": "explanations",
    "explain PayoutRecord": "explanations",
    "explain D-28": "explanations",
    "explain length": "explanations",
    "explain unused-type": "explanations",
    "check": "findings",
    "generate --check": "findings",
    "fmt --check": "findings",
}
"""Commands, each with the schema of what they print without findings; `show` prints a method of the contract."""

FAILING = ("check", "generate", "generate --check", "show UPI", "gaps", "explain D-28", "conform", "validate body.json")


def document(schema: str, text: str) -> Any:
    """Return a document that is valid by a published schema."""
    printed = json.loads(text)
    if schema == "contract":
        described = CONTRACT | CONTRACT["$defs"]["Method"]
    else:
        described = json.loads((DOCS / f"{schema}.schema.json").read_text(encoding="utf-8"))
    validator = Draft202012Validator(described)
    assert [error.message for error in validator.iter_errors(printed)] == []
    assert not validator.is_valid(printed | {"more": 1})
    return printed


@pytest.mark.parametrize("name", SCHEMAS)
def test_published_schemas_are_of_the_models(name: str) -> None:
    text = published_schema(SCHEMAS[name])
    assert text == (DOCS / f"{name}.schema.json").read_text(encoding="utf-8"), "run `make docs`"
    Draft202012Validator.check_schema(json.loads(text))


@pytest.mark.parametrize("command", DATA)
def test_a_command_prints_its_data(command: str, cli: Cli) -> None:
    ended = cli(*shlex.split(command), "--format", "json", cwd=projects.PROJECT)
    assert (ended.code, ended.err) == (0, "")
    printed = document(DATA[command], ended.out)
    assert DATA[command] == "findings" or "findings" not in printed


@pytest.mark.parametrize("command", FAILING)
def test_a_command_with_errors_prints_its_findings(command: str, cli: Cli, project: Path) -> None:
    projects.edit(project, [{"file": "schemas/methods/UPI.yaml", "find": "currency:", "replace": "curency:"}])
    (project / "body.json").write_text("{}")
    ended = cli(*shlex.split(command), "--format", "json", cwd=project)
    assert ended.code == 1
    assert document("findings", ended.out)["errors"] > 0


def test_an_invalid_payload_is_a_document(cli: Cli, tmp_path: Path) -> None:
    body = tmp_path / "body.json"
    body.write_text('{"method_code": "UPI", "amount": "1"}')
    command = ("validate", body, "--direction", "payout", "--project", projects.PROJECT, "--format", "json")
    ended = cli(*command, cwd=tmp_path)
    assert ended.code == 1
    assert document("findings", ended.out)["errors"] > 1


def test_gaps_that_fail_are_findings(cli: Cli) -> None:
    ended = cli("gaps", "--fail-on", "open", "--format", "json", cwd=projects.PROJECT)
    assert ended.code == 1
    assert {one["code"] for one in document("findings", ended.out)["findings"]} == {"open-gap"}


def test_a_conformance_run_prints_findings_and_writes_a_report(cli: Cli, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    command = ("conform", "--engine", "jsonschema-rs", "--report", report, "--format", "json")
    ended = cli(*command, cwd=projects.PROJECT)
    assert ended.code == 0
    document("findings", ended.out)
    assert document("conformance", report.read_text())["verdict"] == "agreement"


def test_data_is_complete(cli: Cli) -> None:
    """The document has what the table has, and nothing is left out of lists."""
    method = json.loads(cli("show", "UPI", "--format", "json", cwd=projects.PROJECT).out)
    assert method in json.loads((projects.PROJECT / "generated/contract/contract.json").read_text())["methods"]
    shown = cli("show", "UPI", cwd=projects.PROJECT).out
    paths = list(_paths([offer["request"]["root"] for offer in method["offers"].values()]))
    assert len(paths) > 20
    assert all(path in shown for path in paths)
    page = json.loads(cli("explain", "INR", "--format", "json", cwd=projects.PROJECT).out)["explanations"][0]
    assert (page["name"], page["kind"]) == ("INR", "currency")
    field = json.loads(cli("explain", "text", "--format", "json", cwd=projects.PROJECT).out)["explanations"][0]
    assert len(field["used"]) > 3


def _paths(nodes: list[Any]) -> Iterator[str]:
    for node in nodes:
        if node["kind"] == "field":
            yield node["path"]
        yield from _paths(node.get("members", []))


@pytest.mark.parametrize("format_", ["github", "sarif"])
@pytest.mark.parametrize("command", ["show UPI", "gaps", "explain UPI"])
def test_other_formats_print_findings_only(command: str, format_: str, cli: Cli) -> None:
    ended = cli(*shlex.split(command), "--format", format_, cwd=projects.PROJECT)
    assert ended.code == 0
    assert "Indian" not in ended.out


def test_a_usage_error_is_one_in_every_format(cli: Cli) -> None:
    for command in ("show NOTHING", "explain nothing-alike"):
        ended = cli(*shlex.split(command), "--format", "json", cwd=projects.PROJECT)
        assert (ended.code, ended.out) == (2, "")
