"""Records that paths name, that follow others, and that have no states: engines agree, and the sandbox serves them."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import projects
import pytest

from paycat.catalogue.interface import Operation
from paycat.changes.revisions import read_contract
from paycat.contract.model import Contract
from paycat.documents.openapi import openapi_document
from paycat.project.workspace import Workspace, contract_of
from tests.artefacts.sandbox import sandboxes
from tests.artefacts.sandbox.sandboxes import Receiver, Sandbox, fresh, receiving, until

Cli = Callable[..., Any]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project, with all that is made of it."""
    folder = tmp_path_factory.mktemp("made_records") / "project"
    shutil.copytree(Path(__file__).parent, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    made = projects.paycat("generate", cwd=folder)
    assert made.returncode == 0, made.stdout + made.stderr
    return folder


@pytest.fixture(scope="module")
def contract(project: Path) -> Contract:
    """Its contract."""
    return contract_of(Workspace(project))[0]


@pytest.fixture(scope="module")
def run(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Sandbox, Receiver]]:
    """Its sandbox, and the receiver of all notifications."""
    folder = tmp_path_factory.mktemp("sandbox")
    with receiving() as receiver, sandboxes.running(project, folder, "--forward-to", receiver.url) as sandbox:
        receiver.secret = sandboxes.signing_secret(sandbox)
        yield sandbox, receiver


def operation(contract: Contract, id: str) -> Operation:
    """Return an operation of the contract."""
    return next(one for one in contract.interface.operations if one.id == id)


def test_check_warns_of_an_example(project: Path, cli: Cli) -> None:
    checked = cli("check", cwd=project)
    assert checked.code == 0
    assert "nothing states what 'getFilling' does" in checked.err + checked.out
    assert (checked.err + checked.out).count(" warning ") == 1
    page = (project / "generated/docs/operations.html").read_text(encoding="utf-8")
    assert page.count("responds with an example, as nothing states how") == 1


def test_paths_name_records(contract: Contract) -> None:
    identified = {one.id: one.identifies for one in contract.interface.operations if one.identifies}
    assert identified == {
        "getLocker": {"locker_id": "locker"},
        "getFilling": {"locker_id": "locker"},
        "createParcel": {"locker_id": "locker"},
        "getParcel": {"parcel_id": "parcel"},
        "getReturn": {"return_id": "return"},
        "getMemo": {"memo_id": "MemoRecord"},
    }
    parameters = {one.key: one.value.bounds for one in contract.interface.parameters}
    assert parameters["ParcelId"] == parameters["ReturnId"] == parameters["MemoId"] == parameters["LockerId"]
    assert operation(contract, "getParcel").parameters == ("ParcelId",)


def test_a_record_without_states_is_nowhere_with_one(contract: Contract, project: Path) -> None:
    assert [one.name for one in contract.interface.state_machines] == ["locker", "parcel", "return"]
    assert "x-transitions" not in str(openapi_document(contract)["components"]["schemas"]["MemoRecord"])
    pages = [*(project / "generated/docs").rglob("*.html")]
    assert not [page for page in pages if "state-machine.Memo" in page.read_text(encoding="utf-8")]


def test_a_subset_has_what_follows(project: Path, cli: Cli, tmp_path: Path) -> None:
    made = cli("generate", "--to", tmp_path / "part", "--direction", "parcel", cwd=project)
    assert made.code == 0, made.out + made.err
    part = read_contract((tmp_path / "part/contract/contract.json").read_bytes(), "contract.json")
    assert [one.name for one in part.interface.state_machines] == ["parcel", "return"]
    assert operation(part, "createParcel").identifies == {}, "no request of the part makes a locker"


def test_every_engine_agrees(project: Path, cli: Cli) -> None:
    engines = [part for name in ("jsonschema-rs", "models", "stub", "typescript") for part in ("--engine", name)]
    ended = cli("conform", *engines, "--show", "50", cwd=project)
    assert (ended.code, ended.err) == (0, ""), ended.out
    assert ended.out.endswith(" 0 disagreements\n")


@pytest.mark.deep
def test_no_mutant_survives(project: Path, cli: Cli) -> None:
    ended = cli("conform", "--engine", "all", "--mutants", "--show", "50", cwd=project)
    assert ended.code == 0, ended.out
    assert ended.out.endswith(" mutants, 0 survived\n")


def test_a_live_run_agrees(project: Path, run: tuple[Sandbox, Receiver]) -> None:
    live = projects.paycat("conform", "--url", run[0].url, cwd=project, PAYCAT_TOKEN=run[0].key)
    assert live.returncode == 0, live.stdout + live.stderr
    [line] = [line for line in live.stdout.splitlines() if line.startswith("records ")]
    assert line.split()[1:] == ["12", "12", "0"]


def test_every_sample_is_accepted_and_read_again(contract: Contract, run: tuple[Sandbox, Receiver]) -> None:
    http, created = run[0].http, list[tuple[str, str]]()
    locker = http.post("/v1/lockers", json={"own_id": fresh(), "place": "Main street"}).json()["id"]
    for request in contract.requests():
        path = operation(contract, f"create{request.direction.capitalize()}").path.replace("{locker_id}", locker)
        for sample in request.samples:
            own = {"own_id": fresh()} if "own_id" in sample.payload else {}
            answer = http.post(path, json={**sample.payload, **own})
            assert answer.status_code == 201, answer.text
            created.append((f"/v1/{request.direction}s", answer.json()["id"]))
    assert all(http.get(f"{path}/{id}").json()["id"] == id for path, id in created)


def test_every_unknown_identifier_is_404(run: tuple[Sandbox, Receiver]) -> None:
    http, parcel = run[0].http, {"size": "SMALL", "own_id": fresh(), "worth": 1, "currency": "EUR"}
    paths = ("lockers/x", "lockers/x/filling", "parcels/x", "returns/x", "memos/x")
    answers = [*(http.get(f"/v1/{path}") for path in paths), http.post("/v1/lockers/x/parcels", json=parcel)]
    assert [answer.status_code for answer in answers] == [404] * len(answers)


def test_a_record_follows(run: tuple[Sandbox, Receiver]) -> None:
    sandbox, receiver = run
    http = sandbox.http
    locker = http.post("/v1/lockers", json={"own_id": fresh(), "place": "Market"}).json()["id"]
    members = {"size": "SMALL", "worth": 12.5, "currency": "EUR", "notify_url": "https://caller.example.com/parcels"}
    sent = {**members, "own_id": f"late-nobody-{fresh()}"}
    parcel = http.post(f"/v1/lockers/{locker}/parcels", json=sent).json()["id"]

    def made() -> dict[str, Any] | None:
        returns = http.get("/v1/returns").json()["items"]
        return next((one for one in returns if one["parcel_id"] == parcel), None)

    made_return = until(made, "no return was made")
    assert {"worth": 12.5, "reason": "nobody"}.items() <= made_return.items()
    assert http.get(f"/v1/returns/{made_return['id']}").json()["parcel_id"] == parcel
    until(lambda: len(receiver.of("parcel_id", parcel)) == 2, "its events were not sent")
    assert [one["body"]["event"] for one in receiver.of("parcel_id", parcel)] == ["return.sent", "return.back"]
    assert receiver.wrong == []


def test_events_of_what_follows_are_triggered(run: tuple[Sandbox, Receiver]) -> None:
    triggered = [run[0].control("events", type=f"return.{state}").json() for state in ("sent", "sent", "back")]
    assert len({one["id"] for one in triggered}) == len({one["event"] for one in triggered}) == 3
