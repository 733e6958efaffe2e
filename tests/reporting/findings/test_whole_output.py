"""In a format for programs the findings are all that a command prints, however it ends."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest

from paycat.conformance.run.outcome import Outcomes
from paycat.contract.model import Contract
from paycat.diagnostics import Severity
from paycat.reporting.conformance.files import report_of
from paycat.reporting.conformance.terminal import findings_of
from tests.reporting.made_up import SECRET, outcome

OUTCOMES = sorted((projects.ROOT / "tests" / "reporting" / "outcomes").iterdir())
NOTHING = {"version": 1, "findings": [], "errors": 0, "warnings": 0}


@pytest.mark.parametrize("command", ["check", "generate", "generate --check", "conform --engine union"])
def test_a_command_that_finds_nothing_says_so(generated: Path, cli: Callable[..., Any], command: str) -> None:
    ended = cli(*command.split(), "--format", "json", cwd=generated)
    assert (ended.code, json.loads(ended.out), ended.err) == (0, NOTHING, "")


@pytest.mark.parametrize(
    "command", ["generate --diff", "generate --no-such", "show NONE", "validate", "check --project none"]
)
def test_wrong_usage_is_no_finding(generated: Path, cli: Callable[..., Any], command: str) -> None:
    ended = cli(*command.split(), "--format", "json", cwd=generated)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err


def test_help_is_no_finding(generated: Path, cli: Callable[..., Any]) -> None:
    ended = cli("check", "--format", "json", "--help", cwd=generated)
    assert (ended.code, ended.out.split(" ")[0]) == (0, "Usage:")


def test_no_project_is_a_finding(tmp_path: Path, cli: Callable[..., Any]) -> None:
    ended = cli("check", "--format", "json", cwd=tmp_path)
    assert [one["code"] for one in json.loads(ended.out)["findings"]] == ["no-project"]
    assert ended.code == 2


def test_warnings_before_an_error_are_in_the_same_document(copied: Path, cli: Callable[..., Any]) -> None:
    projects.edit(copied, [UNUSED, {"file": "generated/notes.txt", "content": "mine\n"}])
    ended = cli("generate", "--check", "--format", "json", cwd=copied)
    told = json.loads(ended.out)
    assert (ended.code, told["warnings"]) == (1, 1)
    assert {"unused-type", "drift-stray"} <= {one["code"] for one in told["findings"]}
    assert all(one["rule"] for one in told["findings"])


def test_a_fingerprint_stays_when_the_line_moves_and_changes(copied: Path, cli: Callable[..., Any]) -> None:
    projects.edit(copied, [UNUSED])
    (found,) = json.loads(cli("check", "--format", "json", cwd=copied).out)["findings"]
    types = copied / "schemas" / "types.yaml"
    types.write_text("# A line more.\n" + types.read_text(encoding="utf-8").replace("A text.", "Another."), "utf-8")
    (moved,) = json.loads(cli("check", "--format", "json", cwd=copied).out)["findings"]
    assert (moved["fingerprint"], moved["line"]) == (found["fingerprint"], found["line"] + 1)


def test_the_same_findings_give_the_same_bytes(copied: Path, cli: Callable[..., Any]) -> None:
    projects.edit(copied, [UNUSED])
    for name in ("text", "json", "github", "sarif"):
        first, second = (cli("check", "--format", name, cwd=copied).out for _ in range(2))
        assert first == second
        assert str(copied) not in first


@pytest.fixture(params=OUTCOMES, ids=lambda case: case.name)
def made(request: pytest.FixtureRequest, resolved: Contract) -> Outcomes:
    return outcome(projects.read_yaml(request.param / "outcome.yaml"), resolved)


@pytest.mark.parametrize("must_be_whole", [False, True])
@pytest.mark.parametrize("most", [0, 1, 20])
def test_what_makes_a_run_fail_is_an_error(made: Outcomes, generated: Path, most: int, must_be_whole: bool) -> None:
    found = findings_of(made, generated / "generated", "generated", most, must_be_whole=must_be_whole)
    errors = [one for one in found if one.severity is Severity.ERROR]
    verdict = report_of(made).verdict
    fails = verdict in ("disagreement", "untested") or not made.results or (must_be_whole and made.missing)
    assert bool(errors) == bool(fails)
    assert sum(one.code == "missing-engine" for one in found) == len(made.missing)
    told = [one for one in found if one.code == "disagreement"]
    wanted = sum(min(len(result.disagreements), most + 1) for result in made.results)
    assert len(told) == wanted
    assert SECRET not in repr(found)
    if most == 20:
        for one, stated in zip(told, made.disagreements, strict=True):
            assert stated.vector in one.message
            assert f"rule {stated.rule}" in one.message


def test_no_engine_at_all_is_an_error(resolved: Contract, generated: Path) -> None:
    (found,) = findings_of(Outcomes(resolved, ()), generated / "generated", "generated", 20, must_be_whole=False)
    assert (found.code, found.severity) == ("missing-engine", Severity.ERROR)


UNUSED = {
    "file": "schemas/types.yaml",
    "find": "types:\n",
    "replace": 'types:\n  never_used: { shape: text, meaning: Nothing at all., source: "§1" }\n',
}
