"""Errors in other forms than RFC 9457: servers write them, and clients and `conform` read them."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import projects
import pytest

from tests.any_catalogue.small_catalogues.catalogues import written
from tests.any_catalogue.small_catalogues.error_forms import FORMS
from tests.artefacts.sandbox import sandboxes

_PAYLOAD = {
    "amount": 49.9,
    "currency": "EUR",
    "scheme": "SEPA_TRANSFER",
    "end_to_end_id": "sepa-refund-0001",
    "collection_id": "col_0001",
    "beneficiary": {"name": "Test Debtor", "iban": "DE00000000000000000000"},
}
_WRONG = _PAYLOAD | {"collection_id": "", "note": "x", "beneficiary": {"name": "Test Debtor"}}
_REQUESTS: dict[str, dict[str, Any]] = {
    "no such record": {"method": "GET", "url": "/v1/refunds/ref_0"},
    "no such path": {"method": "GET", "url": "/v2"},
    "another HTTP method": {"method": "PATCH", "url": "/v1/refunds"},
    "an unknown key": {"method": "GET", "url": "/v1/refunds/ref_0", "headers": {"Authorization": "Bearer unknown"}},
    "no JSON": {"method": "POST", "url": "/v1/refunds", "content": "{"},
    "another media type": {"method": "POST", "url": "/v1/refunds", "headers": {"Content-Type": "text/plain"}},
    "an unknown scheme": {"method": "POST", "url": "/v1/refunds", "json": _PAYLOAD | {"scheme": "NONE"}},
    "a scheme without the direction": {"method": "POST", "url": "/v1/refunds", "json": {"scheme": "SEPA_DEBIT"}},
    "wrong fields": {"method": "POST", "url": "/v1/refunds", "json": _WRONG},
    "the same reference": {"method": "POST", "url": "/v1/refunds", "json": _PAYLOAD},
}
"""Requests that are rejected, after the payload was accepted once."""

_FLAT_FIELDS = [
    {"path": "beneficiary.iban", "reason": "REQUIRED"},
    {"path": "collection_id", "reason": "INVALID"},
    {"path": "note", "reason": "UNKNOWN_FIELD"},
]
_DETAILS = [
    {"at": "#/beneficiary/iban", "why": "REQUIRED", "text": "is required"},
    {"at": "#/collection_id", "why": "INVALID", "text": "string should have at least 1 character"},
    {"at": "#/note", "why": "UNKNOWN_FIELD", "text": "is not listed here"},
]
_EXPECTED: dict[str, dict[str, Any]] = {
    "flat": {
        "no such record": {"error_code": "NOTHING_HERE", "message": "There is nothing here"},
        "wrong fields": {
            "error_code": "FIELDS_REFUSED",
            "message": "3 fields need attention.",
            "fields": _FLAT_FIELDS,
        },
    },
    "enveloped": {
        "wrong fields": {
            "outcome": "error",
            "error": {
                "code": "FIELDS_REFUSED",
                "message": "3 fields need attention.",
                "details": _DETAILS,
                "help": "https://collections.test/problems/FIELDS_REFUSED",
            },
        },
    },
    "sparse": {
        "no such record": {"message": "There is nothing here"},
        "wrong fields": {
            "message": "Some fields are rejected",
            "fields": [{"name": one["path"]} for one in _FLAT_FIELDS],
        },
    },
}
_READ = {
    "flat": "FIELDS_REFUSED 2 beneficiary.iban REQUIRED IDENTIFIER_TAKEN True NOTHING_HERE",
    "enveloped": "FIELDS_REFUSED 2 #/beneficiary/iban REQUIRED IDENTIFIER_TAKEN False NOTHING_HERE",
    "sparse": "FIELDS_REFUSED 2 beneficiary.iban  IDENTIFIER_TAKEN False NOTHING_HERE",
}
"""What clients read of each form: of wrong fields, of a reference that was used, and of an id that there is not.

Then comes whether the outcome is unknown after an error that does not tell whether an earlier request still runs.
"""
_IN_PYTHON = """
import sys

import httpx
from bank_collections.client import AnswerError, ApiError, Client
from bank_collections.parsing import parse_payout

url, key, payload = sys.argv[1:]
right = parse_payout(payload)
beneficiary = right.beneficiary.model_construct(name="Test Debtor")
wrong = right.model_copy(update={"collection_id": "", "beneficiary": beneficiary})


def error_of(call, *arguments):
    try:
        call(*arguments)
    except (AnswerError, ApiError) as error:
        return error


with Client(key, base_url=url) as client:
    fields = error_of(client.refunds.create, wrong)
    taken = error_of(client.refunds.create, right)
    nothing = error_of(client.refunds.get, "ref_0")
with Client(key, transport=httpx.MockTransport(lambda _: httpx.Response(409, json={"message": "Wait"}))) as client:
    busy = error_of(client.refunds.create, right)
first = fields.errors[0]
place = first.pointer or first.path
print(fields.slug, len(fields.errors), place, first.code, taken.slug, bool(taken.existing_id), nothing.slug)
print(busy.outcome_unknown)
"""
_IN_TYPESCRIPT = """
const [folder, url, key, payload] = process.argv.slice(2);
const right = JSON.parse(payload);
const wrong = { ...right, collection_id: "", beneficiary: { name: "Test Debtor" } };
const { Client } = await import(`${folder}/client/index.js`);
const client = new Client({ apiKey: key, baseUrl: url });
const errorOf = (call) => call.then(() => undefined, (error) => error);
const fields = await errorOf(client.refunds.create(wrong));
const taken = await errorOf(client.refunds.create(right));
const nothing = await errorOf(client.refunds.get("ref_0"));
const wait = () => new Response('{"message":"Wait"}', { status: 409, headers: { "Content-Type": "application/json" } });
const busy = await errorOf(new Client({ apiKey: key, fetch: async () => wait() }).refunds.create(right));
const [first] = fields.errors;
const place = first.pointer || first.path;
const existing = taken.existingId ? "True" : "False";
console.log(fields.slug, fields.errors.length, place, first.code, taken.slug, existing, nothing.slug);
console.log(busy.outcomeUnknown ? "True" : "False");
"""


@pytest.fixture(scope="module", params=FORMS)
def form(request: pytest.FixtureRequest) -> str:
    """The name of a form."""
    return str(request.param)


@pytest.fixture(scope="module")
def project(form: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project of a catalogue with the form, generated."""
    project = written(FORMS[form], tmp_path_factory.mktemp(form) / "project")
    made = projects.paycat("generate", cwd=project)
    assert (made.returncode, made.stderr) == (0, ""), made.stdout
    return project


@pytest.fixture(scope="module")
def sandbox(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[sandboxes.Sandbox]:
    """Its sandbox, which has accepted the payload."""
    with sandboxes.running(project, tmp_path_factory.mktemp("sandbox")) as running:
        running.http.post("/v1/refunds", json=_PAYLOAD).raise_for_status()
        yield running


def test_nothing_is_found_in_it(project: Path, cli: Callable[..., Any]) -> None:
    ended = cli("check", cwd=project)
    assert ended.out.endswith(" the catalogue is sound\n"), ended.out


def test_all_engines_agree_and_no_mutant_survives(project: Path, cli: Callable[..., Any]) -> None:
    ended = cli("conform", "--mutants", "--show", "50", cwd=project)
    assert ended.code == 0, ended.out
    assert " 0 disagreements, " in ended.out.splitlines()[-1]
    assert ended.out.endswith(" mutants, 0 survived\n")


def test_the_package_is_well_formed(project: Path) -> None:
    for check in (["ruff", "format", "--check", "--isolated", "--no-cache"], ["ruff", "check", "--isolated"]):
        sources = project / "generated/python/src"
        command = [sys.executable, "-m", *check, "bank_collections"]
        ended = subprocess.run(command, cwd=sources, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stdout + ended.stderr


@pytest.mark.parametrize("name", _REQUESTS)
def test_the_server_writes_the_form(form: str, project: Path, sandbox: sandboxes.Sandbox, name: str) -> None:
    answer = sandbox.http.request(**_REQUESTS[name])
    document = json.loads((project / "generated/openapi/openapi.json").read_text(encoding="utf-8"))
    reference = {"$ref": "#/components/schemas/ApiError", "components": document["components"]}
    assert answer.headers["content-type"] == "application/json"
    body = answer.json()
    jsonschema.Draft202012Validator(reference).validate(body)
    listed = {part["name"] for part in sandbox.contract["interface"]["problem_form"]}
    assert body.keys() <= listed
    if name in _EXPECTED[form]:
        assert body == _EXPECTED[form][name]


def test_the_client_in_python_reads_it(form: str, sandbox: sandboxes.Sandbox) -> None:
    arguments = [sandbox.url, sandbox.key, json.dumps(_PAYLOAD)]
    command = [sys.executable, "-c", _IN_PYTHON, *arguments]
    environment = sandboxes.environment(sandbox.package)
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ended.stdout == f"{_READ[form]}\nTrue\n", ended.stderr


def test_the_client_in_typescript_reads_it(
    form: str, project: Path, sandbox: sandboxes.Sandbox, tmp_path: Path
) -> None:
    script = tmp_path / "reading.mjs"
    script.write_text(_IN_TYPESCRIPT, encoding="utf-8")
    folder = (project / "generated/typescript").as_uri()
    arguments = [folder, sandbox.url, sandbox.key, json.dumps(_PAYLOAD)]
    ended = subprocess.run(["node", script, *arguments], capture_output=True, text=True, check=False)
    assert ended.stdout == f"{_READ[form]}\nTrue\n", ended.stderr


def test_a_live_run_agrees(project: Path, sandbox: sandboxes.Sandbox) -> None:
    live = projects.paycat("conform", "--url", sandbox.url, cwd=project, PAYCAT_TOKEN=sandbox.key)
    assert live.returncode == 0, live.stdout + live.stderr


def test_a_live_run_reports_another_form(form: str, sandbox: sandboxes.Sandbox, tmp_path: Path) -> None:
    other = written(FORMS["enveloped" if form != "enveloped" else "flat"], tmp_path / "project")
    assert projects.paycat("generate", cwd=other).returncode == 0
    live = projects.paycat("conform", "--url", sandbox.url, "--show", "1", cwd=other, PAYCAT_TOKEN=sandbox.key)
    assert live.returncode == 1
    assert " is no ApiError as the interface states it: " in live.stdout
