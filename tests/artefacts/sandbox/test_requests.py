"""What is sent is kept once, shown as declared, and found again."""

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import projects
import pytest

from paycat.packages.operations.sandbox import sandbox_facts
from paycat.project.workspace import Workspace, contract_of
from tests.artefacts.sandbox import sandboxes
from tests.artefacts.sandbox.sandboxes import Run, Sandbox, fresh

REPETITIONS = 100


def slug_of(answer: httpx.Response) -> str:
    return str(answer.json()["type"]).rpartition("/")[2]


def at(payload: Any, path: list[Any]) -> Any:
    for step in path:
        payload = payload.get(step) if isinstance(payload, dict) else None
    return payload


def samples(sandbox: Sandbox) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Return each valid sample with its state machine and its request."""
    for name in sandbox.facts["machines"]:
        for request in sandbox.stated_requests(name):
            for sample in request["samples"]:
                if not sample.get("violations"):
                    yield name, sample["payload"], request


def declared_echoes(
    sandbox: Sandbox, record: str, above: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Return the members of a record that repeat a field, by their paths."""
    stated = next(one for one in sandbox.contract["interface"]["records"] if one["name"] == record)
    for member in stated["body"].get("members", ()):
        if member.get("echo"):
            yield (*above, member["name"]), member["echo"]
        if member.get("record"):
            yield from declared_echoes(sandbox, member["record"], (*above, member["name"]))


def test_a_record_repeats_what_it_declares_and_nothing_sensitive(run: Run) -> None:
    sandbox, _ = run
    secrets: set[str] = set()
    for name, payload, request in samples(sandbox):
        machine = sandbox.facts["machines"][name]
        *inner, last = machine["reference"][0]
        body = json.loads(json.dumps(payload))
        at(body, inner)[last] = fresh()
        answer = sandbox.http.post(sandbox.address(name, request["method"]), json=body)
        assert answer.status_code == 201, answer.text
        record = answer.json()
        for path, echo in declared_echoes(sandbox, machine["record"]):
            sent = at(body, echo.split("."))
            if sent is not None:
                assert at(record, list(path)) == sent, path
        secrets |= {str(at(body, path)) for path in sensitive(request["root"]) if at(body, path) is not None}
        assert sandbox.http.get(answer.headers["Location"]).json()["id"] == record["id"]
    kept = everything(sandbox) + sandbox.log.read_text(encoding="utf-8")
    assert secrets
    assert [one for one in secrets if re.search(by_itself(one), kept)] == []


def by_itself(secret: str) -> str:
    """Return the pattern of a secret; a short one has no letter or digit beside it, as random ids may contain it."""
    return re.escape(secret) if len(secret) > 8 else rf"(?<![0-9A-Za-z]){re.escape(secret)}(?![0-9A-Za-z])"


def sensitive(group: dict[str, Any], above: tuple[str, ...] = ()) -> Iterator[list[str]]:
    """Return the paths of card and account numbers of a request that are long enough to be found in a text."""
    for member in group["members"]:
        path = (*above, member["name"])
        if "members" in member:
            yield from sensitive(member, path)
        elif member.get("sensitive") in ("pan", "account"):
            yield list(path)


def everything(sandbox: Sandbox) -> str:
    """Return all that the database holds, as text."""
    with closing(sqlite3.connect(sandbox.database.removeprefix("sqlite:///"))) as connection:
        return "\n".join(connection.iterdump())


def test_a_key_is_answered_once(frozen: Run) -> None:
    sandbox, _ = frozen
    key, reference = fresh(), f"test-hold-{fresh()}"
    first = sandbox.create("payout", reference, key)
    again = sandbox.create("payout", reference, key)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert ("idempotent-replayed" in first.headers, again.headers["idempotent-replayed"]) == (False, "true")
    assert slug_of(sandbox.create("payout", fresh(), key)) == "idempotency-key-reused"
    assert sandbox.create("pay_in", reference, key).status_code == 201, "another operation has keys of its own"
    hours = sandbox.facts["idempotency"]["retention_hours"]
    sandbox.turn(f"PT{hours}H")
    assert sandbox.create("payout", fresh(), key).status_code == 201
    late = sandbox.create("payout", reference, fresh())
    assert (slug_of(late), late.json()["existing_id"]) == ("duplicate-reference", first.json()["id"])


def test_the_first_answer_is_repeated_after_the_record_moved(frozen: Run) -> None:
    sandbox, _ = frozen
    key, reference = fresh(), f"test-instant-{fresh()}"
    first = sandbox.create("payout", reference, key)
    sandbox.reach("payout", first.json()["id"], "succeeded")
    assert sandbox.create("payout", reference, key).json() == first.json()


def test_equal_values_are_one_payload_and_others_are_not(frozen: Run) -> None:
    sandbox, _ = frozen
    key, body = fresh(), sandbox.payload("payout", f"test-hold-{fresh()}", metadata={"a": 1, "b": [True, 1.50]})
    path, header = sandbox.operation("createPayout")["path"], sandbox.key_header()
    alike = {**dict(reversed(body.items())), "metadata": {"b": [True, 1.5], "a": 1.0}}
    others = [{"a": True, "b": [True, 1.5]}, {"a": "1", "b": [True, 1.5]}, {"a": 1, "b": [1, 1.5]}]
    answers = [
        sandbox.http.post(path, json=one, headers={header: key})
        for one in (body, alike, *({**body, "metadata": other} for other in others))
    ]
    assert [one.status_code for one in answers] == [201, 201, 422, 422, 422]


def test_a_slow_answer_is_in_progress_until_it_comes(frozen: Run) -> None:
    sandbox, _ = frozen
    key, reference = fresh(), f"test-slow-10s-{fresh()}"
    with pytest.raises(httpx.ReadTimeout):
        sandbox.http.post(
            sandbox.operation("createPayout")["path"],
            json=sandbox.payload("payout", reference),
            headers={sandbox.key_header(): key},
            timeout=0.5,
        )
    busy = sandbox.create("payout", reference, key)
    assert (slug_of(busy), busy.headers["retry-after"].isdecimal()) == ("idempotency-in-progress", True)
    late = sandboxes.until(lambda: answered(sandbox, reference, key), "the answer never comes")
    assert late.json()["reference"] == reference


def answered(sandbox: Sandbox, reference: str, key: str) -> httpx.Response | None:
    answer = sandbox.create("payout", reference, key)
    return answer if answer.status_code == 201 else None


def test_pages_are_stable_while_records_come(run: Run) -> None:
    sandbox, _ = run
    for operation, action in sandbox.facts["operations"].items():
        if action["kind"] != "list":
            continue
        page, path = action["page"], sandbox.operation(operation)["path"]
        for _ in range(5):
            sandbox.create(action["machine"], fresh())
        everyone = [one["id"] for one in listed(sandbox, path, page, 100)]
        found: list[str] = []
        for number, one in enumerate(listed(sandbox, path, page, 2)):
            found.append(one["id"])
            if number < 5:
                sandbox.create(action["machine"], fresh())
        assert found == everyone
        assert len(set(found)) == len(found)
        wrong = sandbox.http.get(path, params={page["cursor"]: "no cursor"})
        assert wrong.status_code == 422


def listed(sandbox: Sandbox, path: str, page: dict[str, Any], limit: int) -> Iterator[dict[str, Any]]:
    """Return the items of all pages."""
    parameters: dict[str, Any] = {page["limit"]: limit}
    while True:
        answer = sandbox.http.get(path, params=parameters).json()
        assert len(answer[page["items"]]) <= limit
        yield from answer[page["items"]]
        if answer[page["following"]] is None:
            return
        parameters[page["cursor"]] = answer[page["following"]]


def test_a_lost_answer_is_found_by_its_reference(frozen: Run) -> None:
    sandbox, _ = frozen
    for machine, operation in (("payout", "listPayouts"), ("pay_in", "listPayIns")):
        reference = fresh()
        created = sandbox.create(machine, reference).json()
        path = sandbox.operation(operation)["path"]
        found = sandbox.http.get(path, params={"reference": reference}).json()["data"]
        assert [one["id"] for one in found] == [created["id"]]
        assert sandbox.http.get(path, params={"reference": fresh()}).json()["data"] == []


def test_banks_are_those_of_a_method(frozen: Run) -> None:
    sandbox, _ = frozen
    path = sandbox.operation("listBanks")["path"]
    field = sandbox.operation("listBanks")["serves"]["field"]
    for method in sandbox.contract["methods"]:
        request = method["offers"]["payout"].get("request")
        takes = bool(request) and field.partition(".")[0] in {one["name"] for one in request["root"]["members"]}
        answer = sandbox.http.get(path, params={"method_code": method["code"]})
        assert answer.status_code == (200 if takes else 422), method["code"]
        if takes:
            assert {code for one in answer.json()["data"] for code in one["method_codes"]} == {method["code"]}
            assert sandbox.http.get(path, params={"method_code": method["code"], "country": "XX"}).json()["data"] == []
    assert sandbox.http.get(path).status_code == 422


def test_an_answer_that_caches_may_keep_has_a_tag_of_its_version(frozen: Run) -> None:
    sandbox, _ = frozen
    path = sandbox.operation("listBanks")["path"]
    codes = [one["method_code"] for one in sandbox.facts["operations"]["listBanks"]["choices"]]
    tags = {code: {listed_tag(sandbox, path, code) for _ in range(2)} for code in codes}
    assert {len(found) for found in tags.values()} == {1}
    assert len(set.union(*tags.values())) == len(tags)
    assert "etag" not in sandbox.http.get(sandbox.operation("listPayouts")["path"]).headers


def test_an_answer_that_the_client_has_is_not_sent_again(frozen: Run) -> None:
    sandbox, _ = frozen
    path = sandbox.operation("listBanks")["path"]
    method = sandbox.facts["operations"]["listBanks"]["choices"][0]["method_code"]

    def answered(*known: str) -> httpx.Response:
        lines = [("If-None-Match", one) for one in known]
        return sandbox.http.get(path, params={"method_code": method}, headers=lines)

    tag = listed_tag(sandbox, path, method)
    for known in ([tag], [f"W/{tag}"], ["*"], [f'"a,b", {tag}'], ['"a"', tag]):
        answer = answered(*known)
        assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", tag), known
        assert "request-id" in answer.headers
    for other in ('"a"', tag.strip('"'), f"{tag[:-1]}a{tag[-1]}"):
        assert answered(other).status_code == 200, other
    assert sandbox.http.get("/v1/payouts", headers={"If-None-Match": "*"}).status_code == 200, "it has no tag"


def listed_tag(sandbox: Sandbox, path: str, code: str) -> str:
    tag = sandbox.http.get(path, params={"method_code": code}).headers["etag"]
    assert (tag[0], tag[-1]) == ('"', '"')
    return tag


def test_a_fixed_header_for_caches_is_sent_with_its_value(tmp_path: Path) -> None:
    project = projects.copied(tmp_path, generated=False)
    described = "How long the answer may be kept; `max-age=3600` is one hour.\n    shape: text\n    length: ..255"
    fixed = described.replace("length: ..255", "fixed: max-age=60")
    projects.edit(project / "schemas", [{"file": "interface/operations.yaml", "find": described, "replace": fixed}])
    contract, _ = contract_of(Workspace(project))
    operations = sandbox_facts(contract)["operations"]
    assert operations["listBanks"]["headers"] == {"Cache-Control": "max-age=60", "ETag": ""}


@pytest.mark.parametrize("upi_id", ["x@bank", "a@b"])
def test_only_the_number_that_a_mask_names_is_shown(frozen: Run, upi_id: str) -> None:
    """A UPI id is no account or wallet number, whose end the member shows."""
    sandbox, _ = frozen
    request = next(one for name, one, _ in samples(sandbox) if name == "payout" and one["method_code"] == "UPI")
    recipients = [{"upi_id": upi_id}, {"wallet_uid": "00001234", "ifsc_code": "TEST0000001", "upi_id": upi_id}]
    path, name = sandbox.operation("createPayout")["path"], request["recipient"]["full_name"]
    answers = [
        sandbox.http.post(path, json={**request, "reference": fresh(), "recipient": {"full_name": name, **one}})
        for one in recipients
    ]
    assert [one.json()["recipient"] for one in answers] == [
        {"full_name": name},
        {"full_name": name, "account_last4": "1234"},
    ]


def test_the_customer_pays_as_the_method_declares(frozen: Run) -> None:
    """D-14: show_qr for a method that collects by QR code, redirect for all others, and none afterwards."""
    sandbox, _ = frozen
    actions = {}
    for machine, payload, request in samples(sandbox):
        if machine == "pay_in":
            record = sandbox.http.post(sandbox.operation("createPayIn")["path"], json=payload).json()
            action, id = record["next_action"], record["id"]
            actions[request["method"]] = action["type"]
            assert id in json.dumps(action)
    assert actions == {code: "show_qr" if code == "QR_BANK" else "redirect" for code in actions}
    sandbox.reach("pay_in", id, "succeeded")
    assert sandbox.record("pay_in", id)["next_action"] == {"type": "none"}


def test_the_page_shows_requests_and_nothing_that_they_carry(frozen: Run) -> None:
    sandbox, _ = frozen
    number, key = "4111111111111111", fresh()
    path = sandbox.operation("createPayout")["path"]
    sandbox.create("payout", f"test-hold-{fresh()}", key)
    sandbox.http.get(path, params={"reference": number})
    sandbox.http.get(f"/{number}")
    sandbox.http.get("/a%00b")
    expected = [
        {"http_method": "GET", "path": "/a�b", "key": "", "status": 404, "problem": "not-found"},
        {"http_method": "GET", "path": "/…", "key": "", "status": 404, "problem": "not-found"},
        {"http_method": "GET", "path": path, "key": "", "status": 200, "problem": ""},
        {"http_method": "POST", "path": path, "key": key, "status": 201, "problem": ""},
    ]

    def latest() -> list[dict[str, Any]]:
        shown = sandbox.http.get("/sandbox/state").json()["requests"]["rows"][: len(expected)]
        return [{name: one[name] for name in expected[0]} for one in shown]

    sandboxes.until(lambda: latest() == expected, "the requests are shown")
    assert number not in everything(sandbox)


def test_parameters_of_the_media_type_are_ignored(frozen: Run) -> None:
    sandbox, _ = frozen
    body = json.dumps(sandbox.payload("payout", fresh()))
    headers = {"Content-Type": 'application/json; profile="x;charset=latin1"; charset=UTF-8'}
    assert sandbox.http.post("/v1/payouts", content=body, headers=headers).status_code == 201


def test_requests_at_the_same_time_make_one_payout(any_database: Sandbox) -> None:
    sandbox = any_database
    key, by_key, by_reference = fresh(), f"test-hold-{fresh()}", f"test-hold-{fresh()}"
    same_key = asyncio.run(together(sandbox, sandbox.payload("payout", by_key), {sandbox.key_header(): key}))
    assert {one.status_code for one in same_key} == {201}
    assert len({one.json()["id"] for one in same_key}) == 1
    assert sum("idempotent-replayed" not in one.headers for one in same_key) == 1
    same_reference = asyncio.run(together(sandbox, sandbox.payload("payout", by_reference), {}))
    statuses = sorted(one.status_code for one in same_reference)
    assert statuses == [201] + [409] * (REPETITIONS - 1)
    for reference in (by_key, by_reference):
        assert len(sandbox.http.get("/v1/payouts", params={"reference": reference}).json()["data"]) == 1


async def together(sandbox: Sandbox, body: dict[str, Any], headers: dict[str, str]) -> list[httpx.Response]:
    limits = httpx.Limits(max_connections=REPETITIONS)
    async with httpx.AsyncClient(
        base_url=sandbox.url, auth=sandbox.http.auth, timeout=120, limits=limits, trust_env=False
    ) as http:
        requests = (http.post("/v1/payouts", json=body, headers=headers) for _ in range(REPETITIONS))
        return await asyncio.gather(*requests)


def test_a_database_of_another_version_is_rejected(tmp_path: Any) -> None:
    with sandboxes.running(projects.PROJECT, tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / "sandbox.db")) as connection:
        connection.execute("UPDATE sandbox_settings SET value = '0' WHERE name = 'version'")
        connection.commit()
    with (
        pytest.raises(AssertionError, match="The database has version 0"),
        sandboxes.running(projects.PROJECT, tmp_path),
    ):
        pass
