"""Notifications are signed, arrive, and are sent again as the catalogue states; they go nowhere else."""

import asyncio
import json
import subprocess
import sys
from ipaddress import ip_address
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import projects
import pytest

from runtime.sandbox import addresses
from runtime.sandbox.notifications import Attempt, Notifications
from tests.artefacts.published import modules
from tests.artefacts.sandbox import sandboxes
from tests.artefacts.sandbox.sandboxes import Run, Sandbox, fresh, until

PRIVATE = [
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1"),
    *("::1", "::", "fe80::1", "fc00::1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "64:ff9b::7f00:1", "ff02::1"),
    *("2002:7f00:1::", "2001:0:7f00:1::1", "240.0.0.1", "255.255.255.255", "64:ff9b:1::a00:1", "2001:db8::1"),
    *("fec0::1", "feff::1", "::7f00:1", "::8.8.8.8", "::ffff:0:127.0.0.1", "::ffff:0:8.8.8.8", "::ffff:0:0:1"),
    *("64:ff9b::8.8.8.8", "64:ff9b::a9fe:a9fe", "2002:a00:1::1", "2002:c0a8:101::", "3fff::1", "4000::1", "5f00::1"),
]
FORBIDDEN = [
    *("http://93.184.216.34/", "https://127.0.0.1/", "https://[::1]/", "https://user:secret@93.184.216.34/"),
    *("https://localhost/", "https://2130706433/", "https://0x7f.1/", "file:///etc/passwd", "https://", "nothing"),
    *("https://[::ffff:10.0.0.1]/", "https://169.254.169.254/latest/meta-data", "http://127.0.0.1:3000/other"),
]


UNREACHABLE = {
    "https://a..example/": "the host is not known",
    f"https://{'a' * 70}.example/": "the host is not known",
    "https://xn--a.example/": "the address is no URL",
    "https://ex\u00adample.test/": "the address is no URL",
    "https://[::1": "the address is no URL",
    "https://8.8.8.8:99999/": "the port is not from 1 to 65535",
    "https://8.8.8.8:0/": "the port is not from 1 to 65535",
    "https://[fec0::1]/": "the host has no public address",
}


def created(sandbox: Sandbox, reference: str) -> str:
    return str(sandbox.create("payout", f"{reference}-{fresh()}").json()["id"])


def attempts(sandbox: Sandbox, event: str) -> list[dict[str, Any]]:
    records = sandbox.http.get("/sandbox/state").json()["records"]["rows"]
    events = [one for record in records for one in sandbox.shown(record["id"])["events"]]
    return next(one["attempts"] for one in events if one["id"] == event)


def test_an_event_has_the_record_the_metadata_and_the_exact_amount(frozen: Run) -> None:
    sandbox, receiver = frozen
    metadata = {"order": "42", "deep": {"list": [1, 2.5, None, True], "text": "ü\u2028😀"}, "n": 123456789012345678}
    created = sandbox.create("payout", f"test-instant-{fresh()}", metadata=metadata, amount=1000000000000.25).json()
    [sent] = until(lambda: receiver.of("id", created["id"]), "the event")
    assert sent["body"]["data"]["metadata"] == metadata
    assert '"amount":1000000000000.25' in sent["text"]
    assert sent["body"]["data"] == sandbox.record("payout", created["id"])
    assert sent["body"]["id"] == sent["id"]


def test_the_generated_package_verifies_it(frozen: Run) -> None:
    """The receiver's own check is that of the Standard Webhooks library; the package reads the same message."""
    sandbox, receiver = frozen
    webhooks = modules()["webhooks"]
    id = created(sandbox, "test-instant")
    [sent] = until(lambda: receiver.of("id", id), "the event")
    assert webhooks.EVENTS[sent["body"]["type"]].model_validate(sent["body"]).data.id == id


def test_a_failed_attempt_is_repeated_by_the_schedule(frozen: Run) -> None:
    sandbox, receiver = frozen
    schedule = sandbox.facts["delivery"]["schedule_seconds"]
    receiver.answers += [(500, {})] * (len(schedule) - 1)
    id = created(sandbox, "test-instant")
    event = until(lambda: receiver.of("id", id), "the first attempt")[0]["id"]
    for number in range(1, len(schedule)):
        until(lambda number=number: len(attempts(sandbox, event)) == number, f"attempt {number} is kept")
        sandbox.turn(f"PT{int(schedule[number] * 0.8)}S")
        assert len(receiver.of("id", id)) == number or schedule[number] < 60
        sandbox.turn(f"PT{int(schedule[number] * 0.4) + 1}S")
        until(lambda number=number: len(receiver.of("id", id)) > number, f"attempt {number + 1}")
    assert len({one["id"] for one in receiver.of("id", id)}) == 1
    until(lambda: [one["status"] for one in attempts(sandbox, event)] == [500] * (len(schedule) - 1) + [204], "kept")


def test_the_schedule_ends(frozen: Run) -> None:
    sandbox, receiver = frozen
    schedule = sandbox.facts["delivery"]["schedule_seconds"]
    receiver.answers += [(302, {"location": "/"})] * len(schedule)
    id = created(sandbox, "test-instant")

    def all_sent() -> bool:
        sandbox.turn("P2D")
        return len(receiver.of("id", id)) == len(schedule)

    until(all_sent, "all attempts", 200)
    event = receiver.of("id", id)[0]["id"]
    until(lambda: len(attempts(sandbox, event)) == len(schedule), "all are kept")
    sandbox.turn("P30D")
    assert len(receiver.of("id", id)) == len(schedule)
    assert sandbox.control(f"events/{event}/resend").status_code == 200
    until(lambda: len(receiver.of("id", id)) == len(schedule) + 1, "it is sent again")
    assert sandbox.control("events/evt_unknown/resend").status_code == 404


def test_gone_ends_delivery_for_the_record(frozen: Run) -> None:
    sandbox, receiver = frozen
    id = created(sandbox, "test-hold")
    receiver.answers.append((410, {}))
    assert sandbox.control(f"payouts/{id}/moves", to="processing").status_code == 200
    event = until(lambda: receiver.of("id", id), "the first event")[0]["id"]
    until(lambda: attempts(sandbox, event), "the answer is kept")
    assert sandbox.control(f"payouts/{id}/moves", to="succeeded").status_code == 200
    other = created(sandbox, "test-instant")
    until(lambda: receiver.of("id", other), "another record's event")
    sandbox.turn("P1D")
    assert len(receiver.of("id", id)) == 1
    again = sandbox.control(f"events/{event}/resend")
    assert (again.status_code, "answered 410" in again.json()["detail"]) == (409, True)


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_receiver_may_ask_to_wait(frozen: Run, status: int) -> None:
    sandbox, receiver = frozen
    receiver.answers.append((status, {"retry-after": "7200"}))
    id = created(sandbox, "test-instant")
    event = until(lambda: receiver.of("id", id), "the first attempt")[0]["id"]
    until(lambda: attempts(sandbox, event), "the answer is kept")
    sandbox.turn("PT1H")
    other = created(sandbox, "test-instant")
    until(lambda: receiver.of("id", other), "another record's event")
    assert len(receiver.of("id", id)) == 1
    sandbox.turn("PT2H")
    until(lambda: len(receiver.of("id", id)) == 2, "the second attempt")


@pytest.mark.parametrize("text", PRIVATE)
def test_no_address_of_a_private_network_is_public(text: str) -> None:
    assert not addresses.is_public(ip_address(text))


@pytest.mark.parametrize("text", ["93.184.216.34", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "2002:808:808::"])
def test_addresses_of_the_internet_are_public(text: str) -> None:
    assert addresses.is_public(ip_address(text))


@pytest.mark.parametrize("address", FORBIDDEN)
def test_notifications_go_to_no_other_address(address: str) -> None:
    with pytest.raises(addresses.ForbiddenAddressError):
        asyncio.run(addresses.destination_of(address, "http://127.0.0.1:3000/hooks"))


def test_a_host_is_resolved_once_and_each_of_its_addresses_must_be_public(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    found = [["93.184.216.34"], ["93.184.216.34", "127.0.0.1"], []]

    async def resolved(host: str, _: int) -> list[Any]:
        asked.append(host)
        return [ip_address(one) for one in found.pop(0)]

    monkeypatch.setattr(addresses, "_resolved", resolved)
    target = asyncio.run(addresses.destination_of("https://merchant.example:8443/hooks?a=1", ""))
    assert str(target.url) == "https://93.184.216.34:8443/hooks?a=1"
    assert (target.host, target.server_name) == ("merchant.example:8443", "merchant.example")
    for _ in range(2):
        with pytest.raises(addresses.ForbiddenAddressError):
            asyncio.run(addresses.destination_of("https://merchant.example/", ""))
    assert asked == ["merchant.example"] * 3


def test_without_an_address_nothing_is_sent_and_a_private_one_is_not_asked(tmp_path: Path) -> None:
    with sandboxes.receiving() as receiver, sandboxes.running(projects.PROJECT, tmp_path) as sandbox:
        address = receiver.url.replace("http://", "https://")
        asked = sandbox.create("payout", f"test-instant-{fresh()}", webhook_url=address).json()["id"]
        body = sandbox.payload("payout", f"test-instant-{fresh()}")
        del body["webhook_url"]
        silent = sandbox.http.post("/v1/payouts", json=body).json()["id"]
        for id in (asked, silent):
            sandbox.reach("payout", id, "succeeded")
        shown = {id: sandbox.shown(id)["events"][0] for id in (asked, silent)}
        assert (shown[silent]["address"], shown[silent]["attempts"]) == (None, [])
        [attempt] = until(lambda: attempts(sandbox, shown[asked]["id"]), "the attempt")[:1]
        assert attempt["note"] == "the host has no public address"
        assert receiver.received == []


def test_every_attempt_that_fails_is_kept(tmp_path: Path) -> None:
    with sandboxes.running(projects.PROJECT, tmp_path) as sandbox:
        ids = [sandbox.create("payout", f"test-instant-{fresh()}", webhook_url=one).json()["id"] for one in UNREACHABLE]

        def notes() -> list[list[str]]:
            events = (sandbox.shown(id)["events"] for id in ids)
            return [[one["note"] for event in each for one in event["attempts"][:1]] for each in events]

        until(lambda: all(notes()), "the attempts", 200)
        assert notes() == [[one] for one in UNREACHABLE.values()]
        assert '"level": "error"' not in sandbox.log.read_text(encoding="utf-8")


@pytest.mark.parametrize("error", [ExceptionGroup("", [OSError()]), OverflowError(), ValueError(), RuntimeError()])
def test_whatever_fails_is_an_attempt(error: Exception) -> None:
    async def fail(*_: object) -> None:
        raise error

    sender = SimpleNamespace(_timeout=5, _post=fail)
    attempt = asyncio.run(Notifications._send(sender, "evt_1", "https://merchant.example/", "{}"))
    assert attempt == Attempt(None, type(error).__name__)


def test_what_waits_is_due_after_a_restart(tmp_path: Path) -> None:
    with sandboxes.running(projects.PROJECT, tmp_path) as sandbox:
        id = created(sandbox, "other")
        sandbox.turn("PT0S")
    with sandboxes.running(projects.PROJECT, tmp_path) as sandbox:
        sandbox.reach("payout", id, "succeeded")


def test_commands_ask_the_sandbox_that_runs(frozen: Run) -> None:
    sandbox, receiver = frozen
    command = [sys.executable, "-m", f"{sandbox.package.name}.sandbox"]
    environment = sandboxes.environment(sandbox.package)

    def asked(*arguments: str) -> Any:
        done = subprocess.run(
            [*command, *arguments, "--url", sandbox.url], env=environment, capture_output=True, check=False
        )
        return done.returncode, json.loads(done.stdout)

    code, answer = asked("trigger", "payout.returned")
    assert code == 0
    until(lambda: [one for one in receiver.received if one["id"] == answer["event"]], "the event")
    code, again = asked("resend", answer["event"])
    assert (code, again) == (0, {"event": answer["event"]})
    until(lambda: len([one for one in receiver.received if one["id"] == answer["event"]]) == 2, "it is sent again")
    held = created(sandbox, "test-hold")
    code, answer = asked("trigger", "payout.failed", held)
    assert (code, answer["id"]) == (0, held)
    code, answer = asked("trigger", "payout.returned", held)
    assert (code, answer["status"]) == (1, 409)
