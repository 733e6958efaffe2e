"""Requests that name their method elsewhere: package, client, sandbox, pages and documents agree on where."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import projects
import pytest
from targets import deep, one_of_each_kind

from paycat.contract.model import Contract, Request
from paycat.contract.sending import path_for
from tests.any_catalogue.small_catalogues.catalogues import Catalogue, written
from tests.any_catalogue.small_catalogues.naming_methods import NAMING, address, below_the_top, move_member
from tests.artefacts.openapi.linting import RULES, linted
from tests.artefacts.sandbox import sandboxes
from tests.pages.test_checker import NO_TEXTS, Checker, validated

PROGRAM = """
import json, sys
import pydantic
from bank_collections import parsing, requests
from bank_collections.client import Client

url, key, contract = json.loads(sys.stdin.read())
addressed = {
    operation["request"]
    for operation in contract["interface"]["operations"]
    if operation.get("request")
    for parameter in contract["interface"]["parameters"]
    if parameter["key"] in operation["parameters"] and parameter.get("role")
}
unions = {"pay_in": "PayInRequest", "payout": "PayoutRequest"}
resources = {"pay_in": "collections", "payout": "refunds"}
sent = 0
with Client(key, base_url=url) as client:
    for method in contract["methods"]:
        for direction in requests.REQUESTS:
            for sample in method["offers"][direction].get("request", {}).get("samples", ()):
                body, code = sample["payload"], method["code"]
                arguments = (code, body) if direction in addressed else (body,)
                request = getattr(parsing, f"parse_{direction}")(*arguments)
                assert requests.method_of(request) == code
                union = pydantic.TypeAdapter(getattr(requests, unions[direction]))
                assert union.validate_python(request) is request
                if direction not in addressed:
                    assert type(union.validate_python(body)) is type(request)
                record = getattr(client, resources[direction]).create(request)
                assert record.scheme == code, record
                sent += 1
print(sent)
"""


@pytest.fixture(
    scope="module",
    params=one_of_each_kind(NAMING, ["method-below-the-top", "method-in-the-path", "method-not-named"]),
)
def project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project of one of the catalogues, generated."""
    made = written(NAMING[request.param], tmp_path_factory.mktemp("naming") / "project")
    ended = projects.paycat("generate", cwd=made)
    assert ended.returncode == 0, ended.stdout
    return made


def test_the_package_is_well_formed(project: Path) -> None:
    for check in (
        ["ruff", "format", "--check", "--isolated", "--no-cache", "bank_collections"],
        ["mypy", "--config-file=", "--strict", "-p", "bank_collections"],
    ):
        cache = ["--cache-dir", str(projects.ROOT / ".cache" / "mypy")] if check[0] == "mypy" else []
        command = [sys.executable, "-m", *check, *cache]
        ended = subprocess.run(command, cwd=sources(project), capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stdout + ended.stderr


def test_the_sandbox_accepts_every_sample_of_the_client(project: Path, tmp_path: Path) -> None:
    contract = (project / "generated/contract/contract.json").read_text(encoding="utf-8")
    samples = [one for request in Contract.model_validate_json(contract).requests() for one in request.samples]
    with sandboxes.running(project, tmp_path) as sandbox:
        ended = subprocess.run(
            [sys.executable, "-W", "error", "-c", PROGRAM],
            input=json.dumps([sandbox.url, sandbox.key, json.loads(contract)]),
            env=projects.environ(PYTHONPATH=str(sources(project))),
            capture_output=True,
            text=True,
            check=False,
        )
        event = sandbox.control("events", type="refund.sent")
    assert (ended.returncode, ended.stdout) == (0, f"{len(samples)}\n"), ended.stderr
    assert event.status_code == 200, event.text


def test_the_location_of_what_was_created_is_where_it_is_read(project: Path, tmp_path: Path) -> None:
    contract = Contract.model_validate_json((project / "generated/contract/contract.json").read_text(encoding="utf-8"))
    with sandboxes.running(project, tmp_path) as sandbox:
        for request in contract.requests():
            created = sandbox.http.post(path_to(contract, request), json=request.sample("minimal").payload)
            assert created.status_code == 201, created.text
            read = sandbox.http.get(created.headers["location"])
            assert read.json()["id"] == created.json()["id"]


def test_the_same_key_is_for_one_method(tmp_path: Path) -> None:
    """Two methods may have a body in common where the path names them."""
    made = written(NAMING["method-in-the-path"], tmp_path / "project")
    assert projects.paycat("generate", cwd=made).returncode == 0
    body = sample_of(made, "pay_in/SEPA_DEBIT")
    with sandboxes.running(made, tmp_path) as sandbox:
        first, again, other, unknown = (
            sandbox.http.post(f"/v1/schemes/{code}/collections", json=body, headers={"Idempotency-Key": "key-1"})
            for code in ("SEPA_DEBIT", "SEPA_DEBIT", "SEPA_TRANSFER", "sepa%5Fdebit")
        )
    assert (first.status_code, again.headers["idempotent-replayed"]) == (201, "true")
    assert (other.status_code, other.json()["method_code"]) == (422, "SEPA_TRANSFER")
    assert (unknown.status_code, unknown.json()["type"].rpartition("/")[2]) == (404, "scheme-unknown")


def test_the_pages_say_what_the_service_says(project: Path) -> None:
    checker = Checker(project / "generated" / "docs" / "assets")
    try:
        ran, no_texts, wrong = validated(checker, project / "generated")
    finally:
        checker.process.close()
    assert wrong == []
    assert ran > 300
    assert no_texts == NO_TEXTS


@pytest.mark.parametrize("rules", RULES)
def test_the_openapi_documents_satisfy_linters(project: Path, rules: str, tmp_path: Path) -> None:
    documents = sorted((project / "generated/openapi").glob("openapi*.json"))
    assert len(documents) == 2
    assert linted(rules, documents, tmp_path) == []


def test_only_a_direct_member_is_a_discriminator(project: Path) -> None:
    """What selects a variant otherwise is described; a body that two variants accept is valid."""
    for name in ("openapi.json", "openapi-3.0.json"):
        document = json.loads((project / "generated/openapi" / name).read_text(encoding="utf-8"))
        unions = [
            one for name in ("PayInRequest", "PayoutRequest") if (one := document["components"]["schemas"].get(name))
        ]
        for union in unions:
            listed = union.get("oneOf") or union.get("anyOf")
            mapping = union["discriminator"]["mapping"] if "discriminator" in union else union["x-methods"]
            assert [{"$ref": one} for one in mapping.values()] == listed
            assert ("anyOf" in union) == ("of the path" in union["description"])


def test_validate_takes_the_method(tmp_path: Path) -> None:
    made = written(NAMING["method-in-the-path"], tmp_path / "project")
    assert projects.paycat("generate", cwd=made).returncode == 0
    body = made / "body.json"
    body.write_text(json.dumps(sample_of(made, "payout/SEPA_TRANSFER")), encoding="utf-8")
    for arguments, status, text in (
        (["--method", "SEPA_TRANSFER"], 0, "accepted as payout by SEPA_TRANSFER"),
        (["--direction", "payout", "--method", "SEPA_TRANSFER"], 0, "accepted as payout by SEPA_TRANSFER"),
        (["--direction", "payout", "--method", "NONE"], 2, "there is no method 'NONE'"),
        (["--direction", "payout", "--method", "SEPA_DEBIT"], 1, "scheme-not-offered"),
        (["--direction", "payout"], 2, "name it here by --method"),
    ):
        ended = projects.paycat("validate", str(body), *arguments, cwd=made)
        assert (ended.returncode, text in ended.stdout + ended.stderr) == (status, True), ended.stdout + ended.stderr


def to_one_object(catalogue: Catalogue) -> None:
    """The member moves into another object."""
    catalogue.without_invalid_samples()
    move_member(catalogue, "payout", "routing.scheme")


def to_the_path(catalogue: Catalogue) -> None:
    """The member gives way to a step of the path."""
    catalogue.without_invalid_samples()
    address(catalogue, "payout", "/v1/refunds/by/{scheme}")


def as_it_is(catalogue: Catalogue) -> None:
    """The member at the top level."""
    catalogue.without_invalid_samples()


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        pytest.param(as_it_is, to_one_object, {"field-removed", "field-added-required"}, marks=deep),
        (below_the_top, to_one_object, {"field-removed", "field-added-required"}),
        (as_it_is, to_the_path, {"field-removed", "operation-moved", "parameter-added-required"}),
    ],
    ids=["into an object", "into another object", "into the path"],
)
def test_a_move_breaks_whoever_sends_requests(before: Any, after: Any, changes: set[str], tmp_path: Path) -> None:
    for name, edit in (("old", before), ("new", after)):
        made = written(edit, tmp_path / name)
        assert projects.paycat("generate", cwd=made).returncode == 0
    old = tmp_path / "old/generated/contract/contract.json"
    ended = projects.paycat("diff", str(old), "--format", "json", cwd=tmp_path / "new")
    report = json.loads(ended.stdout)
    assert ended.returncode == 1, ended.stdout + ended.stderr
    found = [one for one in report["changes"] if one["verdict"] == "breaking"]
    assert changes <= {one["type"] for one in found}
    shown = [one["counterexample"] for one in found if one.get("counterexample")]
    assert any(one["before"] == [] and one["after"] for one in shown), shown


def test_a_method_that_the_path_cannot_name_any_more_is_one_change(tmp_path: Path) -> None:
    made = written(to_the_path, tmp_path / "project")
    assert projects.paycat("generate", cwd=made).returncode == 0
    old = shutil.copy(made / "generated/contract/contract.json", tmp_path / "old.json")
    for file in ("methods/FASTER_PAYMENT.yaml", "samples/payout/FASTER_PAYMENT.yaml"):
        (made / "schemas" / file).unlink()
    text = (made / "schemas/interface/operations.yaml").read_text(encoding="utf-8")
    text = text.replace("example: FASTER_PAYMENT", "example: SEPA_TRANSFER")
    (made / "schemas/interface/operations.yaml").write_text(text, encoding="utf-8")
    report = json.loads(projects.paycat("diff", str(old), "--format", "json", cwd=made).stdout)
    [removed] = [one for one in report["changes"] if one["verdict"] == "breaking"]
    assert removed["type"] == "method-removed"
    assert removed["counterexample"]["after"] == [{"code": "scheme-unknown", "pointer": "#"}]
    assert [one["type"] for one in removed["consequences"]] == ["parameter-narrowed"]


def path_to(contract: Contract, request: Request) -> str:
    """Return the path to which a request is sent."""
    operation = contract.interface.creating(request.direction)
    assert operation
    return path_for(contract.interface, operation, request.method)


def sample_of(project: Path, request: str) -> Any:
    """Return a body of a request."""
    text = (project / f"generated/json-schema/{request}.schema.json").read_text(encoding="utf-8")
    return json.loads(text)["examples"][0]


def sources(project: Path) -> Path:
    """Return the folder of the project's package."""
    return project / "generated" / "python" / "src"
