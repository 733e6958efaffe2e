"""What the page of the sandbox shows of requests: all that explains an answer, nothing sensitive, and so much of it."""

import json
import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import projects
import pytest
from targets import one_of_each_kind

from paycat.contract.identifiers import usual_spelling
from runtime.sandbox import filling
from runtime.sandbox.masking import without_long_numbers
from tests.artefacts.sandbox import sandboxes
from tests.artefacts.sandbox.kills import workers_of
from tests.artefacts.sandbox.sandboxes import Run, Sandbox, fresh, held
from tests.artefacts.sandbox.test_requests import everything
from tests.artefacts.stub.test_sensitive import ACCOUNT, PAN, invalid, leaks, unreadable, valid

JSON = {"Content-Type": "application/json"}


def latest(sandbox: Sandbox, id: str) -> dict[str, Any]:
    """Return the request whose answer has an identifier, as soon as the page shows it."""
    found: list[dict[str, Any]] = sandboxes.until(lambda: sandbox.requests(search=id), "the request")
    return found[0]


def sent(sandbox: Sandbox, machine: str, body: Any, **headers: str) -> dict[str, Any]:
    """Send a body, and return what the page shows of the request."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    answer = sandbox.http.post(sandbox.address(machine), content=content, headers={**JSON, **headers})
    return latest(sandbox, answer.json().get("request_id") or answer.json()["id"])


def test_a_request_has_its_body_its_answer_its_record_and_what_it_broke(frozen: Run) -> None:
    sandbox, _ = frozen
    reference, key = held(), fresh()
    body = sandbox.payload("payout", reference)
    accepted = sent(sandbox, "payout", body, **{sandbox.key_header(): key})
    answer = sandbox.record("payout", accepted["record"])
    assert (accepted["status"], accepted["key"], accepted["problem"]) == (201, key, "")
    assert (accepted["reference"], accepted["answer"]["id"], accepted["violations"]) == (reference, answer["id"], [])
    assert (accepted["sent"]["amount"], accepted["sent"]["reference"]) == (body["amount"], reference)
    rejected = sent(sandbox, "payout", {**body, "amount": -1, "refrence": "x"})
    meanings = {one["code"]: one["meaning"] for one in sandbox.contract["interface"]["violation_codes"]}
    errors = rejected["answer"]["errors"]
    assert {one["pointer"] for one in errors} == {"#/amount", "#/refrence"}
    assert rejected["violations"] == [{**one, "meaning": meanings[one["code"]], "field": None} for one in errors]
    assert (rejected["problem"], rejected["sent"]["amount"]) == ("validation-failed", -1)
    assert (rejected["record"], rejected["sent"]["refrence"]) == ("", "•••")
    sandbox.create("payout", reference, key)
    again, first = sandboxes.until(lambda: sandbox.requests(search=key)[1:] and sandbox.requests(search=key), "both")
    assert (again["replayed"], first["replayed"], again["record"]) == (True, False, accepted["record"])


def test_a_record_has_a_timeline_of_requests_events_attempts_and_answers(frozen: Run) -> None:
    sandbox, receiver = frozen
    id = latest(sandbox, sandbox.create("payout", held()).json()["id"])["record"]
    assert sandbox.shown(id)["moves"] == ["processing", "succeeded", "failed"]
    receiver.answers.append((503, {}))
    sandbox.control(f"payouts/{id}/moves", to="processing")
    sandboxes.until(lambda: sandbox.shown(id)["events"][0]["attempts"], "the attempt")
    [event], [asked] = sandbox.shown(id)["events"], sandbox.shown(id)["requests"]
    assert (event["name"], event["body"]["data"]["id"], event["attempts"][0]["status"]) == (
        "payout.processing",
        id,
        503,
    )
    assert (asked["http_method"], asked["status"], "answer" in asked) == ("POST", 201, False)
    listed = sandbox.http.get("/sandbox/state", params={"search": id}).json()["records"]["rows"]
    assert [(one["events"], one["attempts"], one["arrived"]) for one in listed] == [(1, 1, 0)]


def test_nothing_sensitive_is_kept_whatever_body_it_is_in(frozen: Run) -> None:
    sandbox, _ = frozen
    for name, (machine, payload) in invalid().items():
        assert leaks(json.dumps(sent(sandbox, machine, payload), ensure_ascii=False)) == [], name
    for name, content in unreadable().items():
        found = sent(sandbox, "payout", content)
        assert (found["sent"], leaks(json.dumps(found))) == (None, []), name
        assert "it is not kept" in found["sent_note"], name
    for name, (machine, payload) in valid().items():
        found = sent(sandbox, machine, {**payload, "reference": held()})
        assert found["status"] == 201, name
        kept = json.dumps([found, sandbox.shown(found["record"])], ensure_ascii=False)
        assert leaks(kept, (PAN, ACCOUNT)) == [], name
    for number in ("4111 1111 1111 1111", "4111-1111-1111-1111", "４１１１１１１１１１１１１１１１", f"GB29{ACCOUNT}"):
        payload = {**sandbox.payload("payout", number), "amount": -1}
        assert sent(sandbox, "payout", payload)["reference"] in ("…", "GB…")
    assert leaks(everything(sandbox).partition("sandbox_requests")[2], (PAN, ACCOUNT)) == []


def test_no_identifier_of_a_record_is_hidden_as_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = [(1 << 80) - 1, 0]  # Zeros first: `pop` takes the last one.
    monkeypatch.setattr(filling.secrets, "randbits", lambda _: drawn.pop())
    id = filling.new_id(usual_spelling("payout_example"))
    assert (drawn, id[-16:], without_long_numbers(id)) == ([], "Z" * 16, id)


def test_no_identifier_of_a_request_is_hidden_as_a_number(frozen: Run) -> None:
    """One of 2,500 texts of 32 hexadecimal digits is a long number, or has one in it."""
    answers = [frozen.sandbox.http.get("/nowhere").json()["request_id"] for _ in range(3)]
    assert [one for one in answers if re.search(r"\d", one)] == []


def test_no_reference_of_a_triggered_record_is_hidden_as_a_number(frozen: Run) -> None:
    ids = [frozen.sandbox.control("events", type="payout.succeeded").json()["id"] for _ in range(3)]
    references = [frozen.sandbox.record("payout", id)["reference"] for id in ids]
    assert [one for one in references if re.search(r"\d", one)] == []


DIVIDED = [
    f"{first}{sign}{second}{sign}{first}{sign}{second}"
    for first, second in [(PAN[:4], PAN[4:8])]
    for sign in ("", " ", "  ", "-", "_", "/", ".", "\u00a0", "\u2013", "- ", "%20", "%C2%A0")
]


def test_a_long_number_is_kept_nowhere_however_it_is_divided(frozen: Run) -> None:
    """Neither in what is sent around a body nor in what the service repeats of it; a search does not find it either."""
    sandbox, receiver = frozen
    header = sandbox.key_header()
    for number, text in enumerate(DIVIDED):
        payload = sandbox.payload("payout", held(), metadata={"card": text, text: [text]})
        accepted = sent(sandbox, "payout", payload, **{header: f"{PAN}{number}"})
        assert (accepted["status"], accepted["key"]) == (201, "…"), text
        sandbox.control(f"payouts/{accepted['record']}/moves", to="succeeded")
        record = sandbox.shown(accepted["record"])
        assert record["body"]["id"] == accepted["answer"]["id"] == accepted["record"]
        address = f"/{fresh()}/"
        sandbox.http.get(f"{address}{text}")
        missing = latest(sandbox, address)
        assert missing["path"].endswith("/…"), text
        for shown in (accepted, record, missing):
            plain = "".join(sign for sign in json.dumps(shown) if sign.isalnum())
            assert PAN[:8] not in plain, text
        assert "…" in json.dumps(record["events"], ensure_ascii=False)
    assert receiver.received, "what is sent is as it was"
    sandbox.http.request(PAN, f"/{fresh()}")
    for text in (PAN, PAN[:8], *DIVIDED):
        assert sandbox.requests(search=text) == [], text


def test_the_address_of_a_notification_is_shown_without_a_long_number(tmp_path: Path) -> None:
    with sandboxes.running(projects.PROJECT, tmp_path) as sandbox:
        address = f"https://merchant.example.com/hooks?card={PAN}"
        id = sandbox.create("payout", held(), webhook_url=address).json()["id"]
        sandbox.control(f"payouts/{id}/moves", to="processing")
        shown = sandbox.shown(id)
        assert shown["events"][0]["address"] == "https://merchant.example.com/hooks?card=…"
        assert leaks(json.dumps(shown), (PAN,)) == []


def test_times_amounts_and_addresses_are_no_long_numbers(frozen: Run) -> None:
    sandbox, _ = frozen
    texts = [
        "2026-11-27 12:45:31",
        "2026-11-27T12:45:31.123456Z",
        "9,999,999,999,999.99",
        "http://192.168.100.100:65535/",
    ]
    found = sent(sandbox, "payout", {**sandbox.payload("payout", held()), "metadata": {"all": texts}})
    assert found["sent"]["metadata"]["all"] == texts
    assert found["answer"]["metadata"]["all"] == texts


def test_what_is_not_sensitive_is_shown(frozen: Run) -> None:
    sandbox, _ = frozen
    metadata = {"order": "A-1", "lines": [1, {"a": None}], "id": "6fa459ea-ee8a-3ca4-894e-db77e160355e"}
    payload = sandbox.payload("payout", held(), amount=98765432.5, metadata=metadata)
    found = sent(sandbox, "payout", payload)["sent"]
    for name in ("amount", "currency", "method_code", "reference", "metadata", "webhook_url"):
        assert found[name] == payload[name]
    assert set(found) == set(payload)


def test_so_much_is_kept_and_no_more(frozen: Run) -> None:
    sandbox, _ = frozen
    key, note = fresh(), "It has more than 16,384 bytes, so it is not kept."
    sandbox.create("payout", held(), key, metadata={"a": "x" * 17_000})
    large = latest(sandbox, key)
    assert (large["sent"], large["sent_note"], large["answer"], large["answer_note"]) == (None, note, None, note)
    for _ in range(1_010):
        sandbox.http.get("/nothing")
    path = f"/{fresh()}x"
    sandbox.http.get(path)
    sandboxes.until(lambda: sandbox.requests(search=path), "the last one")
    assert sandbox.http.get(f"/sandbox/requests/{large['number']}").status_code == 404
    assert everything(sandbox).count('INSERT INTO "sandbox_requests"') <= 1_000


VIEWS: list[tuple[dict[str, str], set[str]]] = [
    ({"status": "4xx"}, {"POST 422 bad"}),
    ({"status": "422"}, {"POST 422 bad"}),
    ({"status": "2xx", "http_method": "GET"}, {"GET 200 good_1"}),
    ({"http_method": "GET"}, {"GET 200 good_1"}),
    ({"search": "exclusive_minimum"}, {"POST 422 bad"}),
    ({"search": "VALIDATION-failed"}, {"POST 422 bad"}),
    ({"reference": "good_1"}, {"POST 201 good_1", "GET 200 good_1"}),
    ({"reference": "_"}, {"POST 201 good_1", "GET 200 good_1"}),
    ({"search": "%"}, set()),
    ({"status": "0xx"}, set()),
    ({"status": "'; drop table sandbox_requests; --"}, set()),
    ({"search": "' or 1=1 --"}, set()),
    ({"http_method": "' or ''='"}, set()),
    ({"requests_before": "1 or 1=1"}, set()),
    ({"requests_before": "99999999999999999999"}, set()),
    ({"search": "\0good_1\0"}, {"POST 201 good_1", "GET 200 good_1"}),
    ({}, {"POST 422 bad", "POST 201 good_1", "GET 200 good_1"}),
]


@pytest.mark.parametrize("any_database", one_of_each_kind(sandboxes.DATABASES, ["postgres"]), indirect=True)
def test_a_view_shows_what_it_chooses(any_database: Sandbox) -> None:
    sandbox = any_database
    name = f"good_1-{fresh()}"
    id = sandbox.create("payout", name).json()["id"]
    sandbox.http.post(sandbox.address("payout"), json=sandbox.payload("payout", "bad", amount=-1))
    sandbox.http.get(f"{sandbox.operation('createPayout')['path']}/{id}")
    sandboxes.until(lambda: len(sandbox.requests()) == 3, "the requests")
    for view, expected in VIEWS:
        rows = sandbox.http.get("/sandbox/state", params=view).json()["requests"]["rows"]
        found = {f"{one['http_method']} {one['status']} {one['reference']}".replace(name, "good_1") for one in rows}
        assert found == expected, view


@pytest.mark.parametrize("any_database", one_of_each_kind(sandboxes.DATABASES, ["postgres"]), indirect=True)
def test_pages_have_every_record_once(any_database: Sandbox) -> None:
    sandbox = any_database
    ids = [sandbox.create("payout", f"test-hold-{number}-a").json()["id"] for number in range(120)]
    sandbox.control(f"payouts/{ids[7]}/moves", to="failed")
    found: list[str] = []
    view: dict[str, str] = {}
    for size, has_older in ((50, True), (50, True), (20, False)):
        page = sandbox.http.get("/sandbox/state", params=view).json()["records"]
        assert (len(page["rows"]), page["has_older"]) == (size, has_older)
        found += [one["id"] for one in page["rows"]]
        view = {"records_before": found[-1]}
    assert found == sorted(ids, reverse=True)
    for view, expected in (
        ({"state": "payout/failed"}, [ids[7]]),
        ({"state": "pay_in/"}, []),
        ({"search": ids[3].lower()}, [ids[3]]),
        ({"reference": "hold-42-"}, [ids[42]]),
    ):
        rows = sandbox.http.get("/sandbox/state", params=view).json()["records"]["rows"]
        assert [one["id"] for one in rows] == expected, view
    assert len(sandbox.http.get("/sandbox/state", params={"state": "payout/"}).json()["records"]["rows"]) == 50


@contextmanager
def streamed(sandbox: Sandbox, **view: str) -> Iterator[Iterator[str]]:
    """Give the events of a stream of a view."""
    with (
        httpx.Client(base_url=sandbox.url, timeout=60, trust_env=False) as http,
        http.stream("GET", "/sandbox/stream", params=view) as stream,
    ):
        yield (line.removeprefix("data: ") for line in stream.iter_lines() if line)


def test_a_stream_has_what_a_view_shows_and_then_what_changed(tmp_path: Path) -> None:
    with sandboxes.running(projects.PROJECT, tmp_path) as sandbox:
        for number in range(60):
            sandbox.create("payout", f"test-hold-{number}-a")
        sandboxes.until(lambda: len(sandbox.requests()) == 50, "the requests")
        with streamed(sandbox) as events, streamed(sandbox, reference="hold-7-a") as chosen:
            first = json.loads(next(events))
            assert [len(first[name]["rows"]) for name in ("requests", "records")] == [50, 50]
            [moved] = [one["id"] for one in json.loads(next(chosen))["records"]["rows"]]
            id = sandbox.create("payout", "test-hold-new").json()["id"]
            sizes = [0]
            while id not in (text := next(events)) or '"requests"' not in text:
                sizes.append(len(text))
            assert max(*sizes, len(text)) < 7_000, "no row that was sent is sent again"
            sandbox.control(f"payouts/{moved}/moves", to="failed")
            [row] = json.loads(next(chosen))["records"]["rows"]
            assert (row["id"], row["state"]) == (moved, "failed"), "of the new payout the view has nothing"


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_what_was_accepted_is_shown_after_an_end(tmp_path: Path, how: signal.Signals) -> None:
    """A sandbox that is stopped keeps every request; one that is killed keeps every record."""
    with sandboxes.running(projects.PROJECT, tmp_path) as sandbox:
        id = sandbox.create("payout", held()).json()["id"]
        for one in [*workers_of(sandbox.process.pid), sandbox.process.pid] if how is signal.SIGKILL else ():
            os.kill(one, how)
    with sandboxes.running(projects.PROJECT, tmp_path) as sandbox:
        record = sandbox.shown(id)
        assert (record["state"], record["body"]["id"]) == ("pending", id)
        if how is signal.SIGTERM:
            assert [one["record"] for one in sandbox.requests()] == [id]
            assert [one["status"] for one in record["requests"]] == [201]


def test_all_that_is_shown_is_guarded(frozen: Run) -> None:
    sandbox, _ = frozen
    scripts = [f"/sandbox/{one.name}" for one in sorted((sandbox.package / "_runtime/sandbox").glob("*.js"))]
    assert len(scripts) == 4
    odd = ["/sandbox/requests/0", "/sandbox/requests/²", "/sandbox/records/none", "/sandbox/records/a%00b"]
    for path in ["/", "/sandbox/state", "/sandbox/page.css", *scripts, *odd]:
        answer = sandbox.http.get(path)
        assert answer.status_code == (404 if path in odd else 200), path
        assert answer.headers["cache-control"] == "no-store", path
        assert "default-src 'none'" in answer.headers["content-security-policy"], path
        assert sandbox.http.get(path, headers={"Host": "evil.example"}).status_code == 400, path
