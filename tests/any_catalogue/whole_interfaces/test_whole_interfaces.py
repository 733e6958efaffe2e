"""Two interfaces that state all that is around a body: direct debits, and card payments. Everything of them works."""

import html
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import projects
import pytest

from paycat.catalogue.interface import Operation, StateMachine
from paycat.contract.model import Contract
from paycat.schemas.making import record_schema
from tests.artefacts.sandbox import sandboxes

Cli = Callable[..., Any]

HERE = Path(__file__).parent
STATEMENTS = projects.read_yaml(HERE / "statements.yaml")
MOST_LINES = 236
IN_FULL = [("direct_debits", False), ("card_payments", False), ("card_payments", True)]
"""Catalogues whose interface is printed in full, or which are written in full, without a default, by hand."""
OTHERS_WORDS = re.compile("pay.?in|payout|payment|merchant|customer(?!ror)", re.IGNORECASE)
"""Words of other domains; `PydanticCustomError` is a name of a library."""
SHIPPED_HEADERS = re.compile("Idempotency-Key|Idempotent-Replayed|Request-Id|The {IdempotencyKey}")
OF_THE_TOOL = {"licences.txt", "contract.schema.json"}
"""Licences, and the words that a catalogue may state, which the schemas for editors have, too."""


@pytest.fixture(scope="module", params=["direct_debits", "card_payments"])
def project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project, generated."""
    folder = Path(shutil.copytree(HERE / request.param, tmp_path_factory.mktemp("whole") / request.param))
    made = projects.paycat("generate", cwd=folder)
    assert (made.returncode, made.stderr) == (0, ""), made.stdout
    return folder


@pytest.fixture(scope="module")
def contract(project: Path) -> Contract:
    """Its contract."""
    return Contract.model_validate_json((project / "generated/contract/contract.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def sandbox(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[sandboxes.Sandbox]:
    """Its sandbox."""
    with sandboxes.running(project, tmp_path_factory.mktemp("sandbox")) as running:
        yield running


@pytest.mark.parametrize("name", STATEMENTS)
def test_each_statement_occurs(name: str) -> None:
    files = list(HERE.glob(STATEMENTS[name]["file"]))
    assert any(re.search(STATEMENTS[name]["states"], file.read_text("utf-8"), re.MULTILINE) for file in files)


def test_direct_debits_are_short() -> None:
    files = (HERE / "direct_debits/schemas").rglob("*.yaml")
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files if "samples" not in file.parts) <= MOST_LINES


def test_nothing_is_found(project: Path, cli: Cli) -> None:
    for command in (["check"], ["fmt", "--check"], ["diff", "generated/contract/contract.json", "generated"]):
        ended = cli(*command, cwd=project)
        assert (ended.code, ended.err) == (0, ""), ended.out
        assert " warning " not in ended.out


@pytest.mark.slow
def test_all_engines_agree_and_no_mutant_survives(project: Path, cli: Cli) -> None:
    ended = cli("conform", "--mutants", "--show", "50", cwd=project)
    assert ended.code == 0, ended.out
    assert " 0 disagreements, " in ended.out.splitlines()[-1]
    assert ended.out.endswith(" mutants, 0 survived\n")


def test_every_sample_is_accepted_and_every_answer_has_its_form(contract: Contract, sandbox: sandboxes.Sandbox) -> None:
    """Each creating operation, and each reading one with what was made; a live run tries those that move."""
    interface, ids = contract.interface, dict[str, str]()
    for operation in interface.operations:
        for request in contract.requests(operation.request) if operation.request and operation.is_creating else ():
            for sample in request.samples:
                answer = sandbox.http.request(operation.http_method, path_of(operation, ids), json=sample.payload)
                machine = interface.state_machine_of(operation.success.record)
                assert machine is not None
                ids[machine.name] = checked(contract, operation, answer)["id"]
    ids |= {
        machine.name: following(contract, sandbox, machine) for machine in interface.state_machines if machine.follows
    }
    for operation in interface.operations:
        if operation.http_method == "GET":
            checked(contract, operation, sandbox.http.get(path_of(operation, ids)))


def following(contract: Contract, sandbox: sandboxes.Sandbox, machine: StateMachine) -> str:
    """Return the identifier of the record that the service makes after one of the machine that it follows."""
    [(leader, state)] = machine.follows.items()
    outcomes = contract.interface.sandbox.outcomes
    outcome = next(one.reference for one in outcomes if one.moves and one.moves[-1] == state)
    made = sandbox.create(leader, f"{outcome}-{sandboxes.fresh()}").json()
    sandbox.reach(leader, made["id"], state)
    [row] = sandbox.http.get("/sandbox/state", params={"state": f"{machine.name}/"}).json()["records"]["rows"]
    return str(row["id"])


def path_of(operation: Operation, ids: dict[str, str]) -> str:
    """Return the path of an operation, with the identifiers of records by state machine."""
    return operation.path.format(**{name: ids[machine] for name, machine in operation.identifies.items()})


def checked(contract: Contract, operation: Operation, answer: httpx.Response) -> dict[str, Any]:
    """Return the record of an answer. Raises AssertionError and ValidationError unless it is as stated."""
    assert answer.status_code == operation.success.status, answer.text
    assert operation.success.record
    jsonschema.validate(answer.json(), json.loads(record_schema(contract.interface, operation.success.record)))
    return dict(answer.json())


def test_every_unknown_id_is_404(contract: Contract, sandbox: sandboxes.Sandbox) -> None:
    interface = contract.interface
    operations = [operation for operation in interface.operations if "{" in operation.path]
    assert len(operations) > 4
    for operation in operations:
        request = next(contract.requests(operation.request), None) if operation.request else None
        body = request.sample("minimal").payload if request else None
        path = path_of(operation, dict.fromkeys(operation.identifies.values(), "nobody"))
        answer = sandbox.http.request(operation.http_method, path, json=body)
        assert answer.status_code == 404, (operation.id, answer.text)
        assert answer.headers["content-type"] == interface.problem_media_type
        jsonschema.validate(answer.json(), json.loads(record_schema(interface, interface.problem_record)))


def test_pages_name_codes_and_places_as_errors_have_them(project: Path) -> None:
    form = re.compile(r'data-label="Rejected">(?P<rows>.*?)</td>.*?<pre[^>]*>(?P<document>.*?)</pre>', re.DOTALL)
    errors = [
        (page.name, code, place, html.unescape(re.sub("<[^>]*>", "", row["document"])))
        for page in (project / "generated/docs").rglob("*.html")
        for row in form.finditer(page.read_text("utf-8"))
        for code, place in re.findall(r"#violation.*?>(.*?)</a> at (?:<code>|the body)(.*?)<", row["rows"])
    ]
    assert len(errors) > 20
    assert [error for error in errors if f'"{error[1]}"' not in error[3] or f'"{error[2]}"' not in error[3]] == []
    assert project.name != "card_payments" or {"invalid"} <= {code for _, code, _, _ in errors}


@pytest.mark.slow
def test_a_live_run_agrees(project: Path, sandbox: sandboxes.Sandbox) -> None:
    live = projects.paycat("conform", "--url", sandbox.url, cwd=project, **sandbox.secrets)
    assert live.returncode == 0, live.stdout + live.stderr
    assert live.stdout.splitlines()[-1].endswith(" vectors, 0 disagreements")
    assert re.search(r"^moves +12 +12 +0$", live.stdout, re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize("project", ["card_payments"], indirect=True)
def test_a_live_run_notices_a_key_for_any_path(project: Path, tmp_path: Path) -> None:
    lying, file = Path(shutil.copytree(project, tmp_path / "lying")), "_runtime/sandbox/accepting.py"
    wrong = {"file": f"generated/python/src/card_till/{file}", "find": '"target": target, ', "replace": ""}
    projects.edit(lying, [wrong])
    with sandboxes.running(lying, tmp_path) as sandbox:
        live = projects.paycat("conform", "--url", sandbox.url, "--show", "9", cwd=project, **sandbox.secrets)
    assert live.returncode == 1, live.stdout + live.stderr
    found = set(re.findall(r": (\w+:\w+) \(rule", live.stdout))
    assert found == {"refundPayment:reused", "capturePayment:reused", "cancelPayment:reused"}


@pytest.mark.parametrize("project", ["card_payments"], indirect=True)
def test_headers_have_their_stated_names(project: Path, contract: Contract, sandbox: sandboxes.Sandbox) -> None:
    answer = sandbox.http.get("/payments/nobody")
    assert (answer.status_code, "x-trace" in answer.headers, "request-id" in answer.headers) == (404, True, False)
    assert all("RequestId" in problem.headers for problem in contract.interface.problems)
    published = [path for path in (project / "generated").rglob("*") if path.is_file() and path.name not in OF_THE_TOOL]
    texts = {path: path.read_text("utf-8", errors="ignore") for path in published if path.parent.name != "editor"}
    assert [path for path, text in texts.items() if SHIPPED_HEADERS.search(text)] == []


@pytest.mark.parametrize("project", ["direct_debits"], indirect=True)
def test_no_word_of_another_domain_is_published(project: Path) -> None:
    published = [path for path in (project / "generated").rglob("*") if path.is_file()]
    texts = {path: path.read_text("utf-8", errors="ignore") for path in published if path.name not in OF_THE_TOOL}
    editors = project / "generated/editor"
    found = {
        (path.name, word)
        for path, text in texts.items()
        for word in OTHERS_WORDS.findall(re.sub('"merchant"', "", text) if path.is_relative_to(editors) else text)
    }
    assert found == set()


@pytest.mark.parametrize(("project", "is_by_hand"), IN_FULL, indirect=["project"])
def test_what_is_stated_in_full_means_the_same(project: Path, is_by_hand: bool, tmp_path: Path, cli: Cli) -> None:
    """The interface as `show` prints it, or the catalogue by hand, in place of its files: the same but for places."""
    full = Path(shutil.copytree(project, tmp_path / "full"))
    if is_by_hand:
        shutil.copytree(HERE / "in_full" / project.name, full, dirs_exist_ok=True)
    else:
        shown = cli("show", "--interface", "--format", "json", cwd=project)
        for path, text in json.loads(shown.out).items():
            (full / path).write_text(text, encoding="utf-8")
    ended = cli("generate", cwd=full)
    assert ended.code == 0, ended.out
    assert _without_places(full) == _without_places(project)


def _without_places(project: Path) -> Any:
    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: bare(inner) for key, inner in value.items() if key not in ("location", "digest")}
        return [bare(inner) for inner in value] if isinstance(value, list) else value

    return bare(json.loads((project / "generated/contract/contract.json").read_text(encoding="utf-8")))
