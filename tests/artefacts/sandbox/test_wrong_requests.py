"""Nothing that a request or the control may hold makes the sandbox fail, on any database, and the answer says why."""

import base64
import json
from itertools import product
from typing import Any

import httpx
import pytest
from targets import one_of_each_kind

from tests.artefacts.sandbox.sandboxes import DATABASES, Run, Sandbox, fresh

WRONG = [[], {}, [{}], 0, -1, 1.5, True, False, None, "", "\u0000", "x\u0000y", "\ud800", "x" * 70_000, "..", {"a": []}]
CONTROL = {
    "clock": ["advance"],
    "events": ["type", "id"],
    "events/{id}/resend": [],
    "payouts/{id}/moves": ["to", "failure"],
    "payins/{id}/moves": ["to", "failure"],
    "nothing/{id}/moves": ["to"],
}
RIGHT = {"advance": "PT0S", "type": "payout.failed", "to": "failed", "failure": "other"}


def raw(sandbox: Sandbox, path: str, body: Any) -> httpx.Response:
    """Return the answer to a body that JSON may hold, lone surrogates too."""
    return sandbox.http.post(path, content=json.dumps(body), headers={"Content-Type": "application/json"})


@pytest.mark.parametrize("any_database", one_of_each_kind(DATABASES, ["postgres"]), indirect=True)
def test_the_control_rejects_every_wrong_value(any_database: Sandbox) -> None:
    sandbox = any_database
    id = sandbox.create("payout", f"test-hold-{fresh()}").json()["id"]
    found: list[tuple[Any, ...]] = []
    for path, names in CONTROL.items():
        bodies: list[Any] = [*WRONG]
        bodies += [{**RIGHT, "id": id, **dict.fromkeys(one, value)} for one, value in product(_some(names), WRONG)]
        for name, body in product((id, "x", "%00", "%ff", "x" * 300, "%0a"), bodies):
            answer = raw(sandbox, f"/sandbox/{path.format(id=name)}", body)
            if answer.status_code >= 500 or (answer.is_error and answer.json()["status"] != answer.status_code):
                found.append((path, name, body, answer.status_code, answer.text))
    assert found == []
    assert '"level": "error"' not in sandbox.log.read_text(encoding="utf-8")


def _some(names: list[str]) -> list[list[str]]:
    return [[one] for one in names] + [names]


@pytest.mark.parametrize("body", [{"to": []}, {"to": {}}, {"to": "failed", "failure": {}}, {"to": 1}, {}])
def test_a_move_names_texts(frozen: Run, body: Any) -> None:
    sandbox, _ = frozen
    id = sandbox.create("payout", f"test-hold-{fresh()}").json()["id"]
    answer = raw(sandbox, f"/sandbox/payouts/{id}/moves", body)
    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")
    assert answer.json()["detail"].startswith("`")


@pytest.mark.parametrize("any_database", one_of_each_kind(DATABASES, ["postgres"]), indirect=True)
def test_nul_is_rejected_wherever_it_is(any_database: Sandbox) -> None:
    """PostgreSQL keeps no U+0000; a body with it is no text that everybody reads, and a parameter has another form."""
    sandbox = any_database
    path = sandbox.operation("createPayout")["path"]
    bodies = [
        {**sandbox.payload("payout", fresh()), **members}
        for members in (
            {"reference": "a\0b"},
            {"metadata": {"a": "\0"}},
            {"metadata": {"\0": 1}},
            {"metadata": {"a": [{"b": "\\\0"}]}},
            {"reference": "\0"},
        )
    ]
    assert {raw(sandbox, path, body).status_code for body in bodies} == {400}
    sound = {**sandbox.payload("payout", fresh()), "metadata": {"a": "\\u0000"}}
    assert raw(sandbox, path, sound).status_code == 201
    cursor = base64.urlsafe_b64encode(b"\0").decode()
    queries = [f"reference=%00{fresh()}", "reference=a%00", f"cursor={cursor}", "cursor=%00", "limit=%00"]
    for operation in ("listPayouts", "listPayIns"):
        address = sandbox.operation(operation)["path"]
        assert [sandbox.http.get(f"{address}?{one}").status_code for one in queries] == [422] * len(queries)
    assert sandbox.http.get(f"{path}/%00").status_code == 404
    assert sandbox.http.get(f"{sandbox.operation('listBanks')['path']}?method_code=UPI%00").status_code == 422
    assert raw(sandbox, "/sandbox/events", {"type": "payout.failed", "id": "\0"}).status_code == 400
    for one in ("payouts/%00/moves", "events/%00/resend"):
        assert raw(sandbox, f"/sandbox/{one}", {"to": "failed"}).status_code == 404
    assert '"level": "error"' not in sandbox.log.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("machine", "reference"),
    [
        *(("payout", "test-expire"), ("payout", "test-expire-1"), ("pay_in", "test-fail-name_mismatch")),
        *(("payout", "test-fail-name-mismatch"), ("payout", "test-fail-none"), ("payout", "test-fail")),
        *(
            ("payout", "test-instnat"),
            ("payout", "test-instant_1"),
            ("pay_in", "test-expird-7"),
            ("payout", "TEST-HOLD"),
        ),
        *(("payout", "tset-hold-1"), ("payout", "test-slow-11s"), ("payout", "test-return-none")),
    ],
)
def test_an_outcome_that_there_is_not_is_rejected(frozen: Run, machine: str, reference: str) -> None:
    sandbox, _ = frozen
    answer = sandbox.create(machine, reference)
    assert answer.status_code == 422, answer.text
    detail = answer.json()["detail"]
    known = {
        name for name, one in sandbox.facts["sandbox"]["outcomes"].items() if one["state_machine"] in (None, machine)
    }
    assert set(detail.rpartition(": ")[2].removesuffix(".").split(", ")) == known


@pytest.mark.parametrize(
    "reference",
    [
        "test-1500",
        "test-5001-1",
        "test-default",
        "test-olds",
        "rest-holds",
        "test",
        "test-1",
        "test-501",
        "test-payout-upi-min",
        "hold",
        "order-7",
    ],
)
def test_a_reference_that_means_no_outcome_is_accepted(frozen: Run, reference: str) -> None:
    assert frozen.sandbox.create("payout", f"{reference}-{fresh()}").status_code == 201


def test_banks_of_a_wrong_method_name_the_methods(frozen: Run) -> None:
    sandbox, _ = frozen
    path = sandbox.operation("listBanks")["path"]
    known = {one["method_code"] for one in sandbox.facts["operations"]["listBanks"]["choices"]}
    detail = sandbox.http.get(path, params={"method_code": "UPI"}).json()["detail"]
    assert detail == f"The parameter method_code must be one of {', '.join(sorted(known))}."


def test_the_clock_stays_in_this_century(frozen: Run) -> None:
    answers = [frozen.sandbox.control("clock", advance="P36000D") for _ in range(2)]
    assert (answers[0].status_code, answers[1].status_code) in ((200, 422), (422, 422))
    assert frozen.sandbox.http.get("/sandbox/health").status_code == 200
