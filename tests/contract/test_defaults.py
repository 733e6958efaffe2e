"""What comes with paycat: a service by defaults and stated in full has the same contract, with only what it uses."""

import json
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import projects
import pytest
from case_files import Case, cases_in
from expected_files import Expect

from paycat.catalogue.defaults import shipped_texts
from paycat.catalogue.problems import Problems
from paycat.contract.model import Contract
from paycat.contract.validate import given_codes
from paycat.diagnostics import Diagnostic
from paycat.lint.checking import resolved_folder
from paycat.project.interface_files import interface_files
from paycat.project.workspace import Workspace
from paycat.shapes.constraints import KINDS

SMALL = Path(__file__).with_name("defaults")
CASES = cases_in(SMALL.with_suffix(".yaml"), "cases", required=["edits"])
CATALOGUES = {"this": projects.ROOT, "every construct": projects.ROOT / "tests" / "harness" / "catalogue"}
WITHOUT = ("location", "digest")
"""Members of a contract that say where it is stated."""
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def made(case: Case, folder: Path) -> Path:
    """Make the project of a case."""
    shutil.copytree(SMALL, folder)
    projects.edit(folder, case.edits)
    return folder


def resolved(project: Path) -> tuple[Contract, list[Diagnostic]]:
    contract, findings = resolved_folder(project / "schemas")
    assert contract is not None
    return contract, list(findings)


def meaning(contract: Contract) -> Any:
    """Return what a contract says, without places."""
    return _without(json.loads(contract.model_dump_json()))


def _without(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without(inner) for key, inner in value.items() if key not in WITHOUT}
    return [_without(inner) for inner in value] if isinstance(value, list) else value


def in_full(project: Path, folder: Path) -> Path:
    """Make the same project with what `paycat show --interface` prints in place of the files of its interface."""
    shutil.copytree(project / "schemas", folder / "schemas")
    if (specification := project / "specification.md").is_file():
        shutil.copy(specification, folder)
    shutil.rmtree(folder / "schemas" / "interface")
    edits = [{"file": path, "content": text} for path, text in interface_files(Workspace(project))]
    projects.edit(folder, edits)
    return folder


@each_case
def test_a_service_has_what_it_uses(case: Case, tmp_path: Path, expect: Expect) -> None:
    contract, findings = resolved(made(case, tmp_path / "project"))
    assert findings == []
    expect(case.expected, "".join(f"{line}\n" for line in used(contract)))


def used(contract: Contract) -> Iterator[str]:
    """Yield what a contract has around the bodies, in a line each."""
    interface = contract.interface
    yield listed("parameters", (parameter.key for parameter in interface.parameters))
    yield listed("response headers", (f"{header.key} ({header.name})" for header in interface.response_headers))
    for problem in interface.problems:
        yield f"{problem.status} {problem.slug}, {problem.cause}: {problem.location.path}"
    yield listed("codes", (code.code for code in interface.violation_codes))
    for record in interface.records:
        members = ", ".join(member.name for member in record.members)
        yield f"{record.name}, {members}: {record.location.path}"
    yield listed("limits", (f"{limit.name} {limit.value}" for limit in interface.limits))
    for name in ("auth", "idempotency", "delivery", "signing", "versioning"):
        term = getattr(interface, name)
        yield f"{name}: {json.dumps({**term.written(), 'description': ''}) if term else 'off'}"
    yield f"problems are at {interface.problem_base}, {interface.problem_media_type}"


def listed(noun: str, names: Iterable[str]) -> str:
    return f"{noun}: {', '.join(names) or 'none'}"


@each_case
def test_stated_in_full_it_means_the_same(case: Case, tmp_path: Path) -> None:
    project = made(case, tmp_path / "project")
    by_defaults, _ = resolved(project)
    stated, findings = resolved(in_full(project, tmp_path / "full"))
    # What comes with paycat has no reason: a catalogue that cites a document needs one for what it states itself.
    assert {finding.code for finding in findings} <= {"statement-without-reason"}
    assert meaning(stated) == meaning(by_defaults)
    assert "paycat/defaults" not in stated.model_dump_json()


def test_every_code_that_requests_give_has_a_meaning() -> None:
    codes = {*given_codes(()), *(kind.usual_code for kind in KINDS.values())}
    assert codes == shipped_texts(Problems, "violation_codes").keys()


@pytest.mark.parametrize("project", CATALOGUES.values(), ids=CATALOGUES)
def test_a_catalogue_that_states_all_takes_nothing(project: Path, tmp_path: Path) -> None:
    contract, _ = resolved(project)
    assert "paycat/defaults" not in contract.model_dump_json()
    stated, findings = resolved(in_full(project, tmp_path / "full"))
    assert findings == []
    assert meaning(stated) == meaning(contract)
