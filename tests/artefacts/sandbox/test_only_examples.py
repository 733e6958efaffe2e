"""What the sandbox does where only an example is stated, and how a request asks for an outcome by a value."""

import shutil
from collections.abc import Iterator

import httpx
import projects
import pytest

from tests.artefacts.sandbox import sandboxes

_OPERATIONS, _RECORDS = "schemas/interface/operations.yaml", "schemas/interface/records.yaml"
_SANDBOX = "schemas/interface/sandbox.yaml"
_HALT = """  haltCollection:
    http_method: POST
    path: "/v1/collections/{id}/halt"
    tag: Collections
    summary: Halt a collection
    description: The answer is the collection.
    parameters: [CollectionId, RepeatKey]
    success:
      status: 200
      description: The collection.
      record: CollectionRecord
      headers: [CallId]
    problems: [token-missing, token-insufficient, nothing-here, too-many-calls, fault, closed-for-now]
    source: "§4"

"""
_BALANCE = """  readBalance:
    http_method: GET
    path: "/v1/collections/{id}/balance"
    tag: Collections
    summary: Read what is left of a collection
    description: The answer is the rest.
    parameters: [CollectionId]
    success:
      status: 200
      description: The rest.
      record: Balance
      headers: [CallId]
    problems: [token-missing, token-insufficient, nothing-here, too-many-calls, fault, closed-for-now]
    source: "§4"

"""
_RECORD = """  Balance:
    decision: D-107
    meaning: What is left of a collection.
    members:
      left: { shape: integer, minimum: 0, maximum: 1000, meaning: What is left. }
    example:
      left: 7

"""
_BY_VALUE = """  debtor-is-unknown:
    state_machine: collection
    meaning: The bank knows no such debtor.
    field: debtor.name
    value: Nobody
    moves: [rejected]
    failure: no_account
  whole-reference:
    state_machine: collection
    meaning: The request stays accepted until you move it.
    value: end-to-end-0007
    moves: []
"""


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sandboxes.Sandbox]:
    folder = tmp_path_factory.mktemp("examples")
    project = folder / "project"
    shutil.copytree(projects.HERE / "bank_collections", project)
    projects.edit(
        project,
        [
            {"file": _OPERATIONS, "find": "  createRefund:\n", "replace": f"{_HALT}{_BALANCE}  createRefund:\n"},
            {"file": _RECORDS, "find": "  FailureReason:\n", "replace": f"{_RECORD}  FailureReason:\n"},
            {"file": _SANDBOX, "find": "outcomes:\n", "replace": f"outcomes:\n{_BY_VALUE}"},
        ],
    )
    ended = projects.paycat("generate", cwd=project)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    with sandboxes.running(project, folder) as started:
        yield started


@pytest.mark.parametrize("operation", ["haltCollection", "readBalance"])
def test_an_operation_of_which_only_an_example_is_known_is_named_at_the_start(
    operation: str, sandbox: sandboxes.Sandbox
) -> None:
    lines = sandbox.log.read_text(encoding="utf-8").splitlines()
    assert any(operation in one and "example" in one for one in lines)


@pytest.mark.parametrize(("http_method", "below"), [("POST", "halt"), ("GET", "balance")])
def test_there_is_nothing_at_an_unknown_id(http_method: str, below: str, sandbox: sandboxes.Sandbox) -> None:
    id = sandbox.create("collection", sandboxes.held()).json()["id"]
    known = sandbox.http.request(http_method, f"/v1/collections/{id}/{below}")
    assert (known.status_code, known.json().get("id", id)) == (200, id)
    assert sandbox.http.request(http_method, f"/v1/collections/{id}1/{below}").status_code == 404


def test_an_outcome_is_asked_for_by_a_value(sandbox: sandboxes.Sandbox) -> None:
    debtor = sandbox.facts["machines"]["collection"]["sample"]["debtor"]
    for name, reference, state in (
        ("Nobody", sandboxes.fresh(), "rejected"),
        (debtor["name"], "end-to-end-0007-more", "collected"),
        (debtor["name"], "end-to-end-0007", "accepted"),
    ):
        created = sandbox.create("collection", reference, debtor=debtor | {"name": name})
        assert created.status_code == 201, created.text
        sandbox.reach("collection", created.json()["id"], state)


def test_of_a_lost_answer_the_repetition_has_the_record(sandbox: sandboxes.Sandbox) -> None:
    [name] = [name for name, one in sandbox.facts["sandbox"]["outcomes"].items() if one["answer_lost"]]
    for machine in sandbox.facts["machines"]:
        reference, key = f"{name}-{sandboxes.fresh()}", sandboxes.fresh()
        with pytest.raises(httpx.RemoteProtocolError):
            sandbox.create(machine, reference, key)
        repeated = sandbox.create(machine, reference, key)
        assert repeated.status_code == 201
        assert sandbox.record(machine, repeated.json()["id"]) is not None


@pytest.mark.parametrize("language", ["python", "typescript"])
def test_a_page_shows_a_program_whose_answer_is_lost(language: str, sandbox: sandboxes.Sandbox) -> None:
    page = (sandbox.package.parents[2] / "docs/sandbox.html").read_text(encoding="utf-8")
    program = page.partition(f'<pre id="lost-{language}"')[2].partition("</pre>")[0]
    assert "test-lost" in program
