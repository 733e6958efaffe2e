"""The TypeScript receiver of notifications: nothing forged, altered, old or in the future gets in."""

import json
import time
from typing import Any

import pytest

from tests.artefacts.client.test_webhooks import (
    EVENT,
    EVENTS,
    EXAMPLES,
    OTHER,
    RECORDS,
    SECRET,
    SECRETS,
    signed,
    written,
)
from tests.artefacts.published import modules
from tests.artefacts.typescript.typescript_package import Driver

pytestmark = pytest.mark.slow


def verified(driver: Driver, body: bytes, headers: dict[str, Any], secrets: Any = SECRET, **options: Any) -> Any:
    """Return the event or the error that verifying ends with."""
    return driver.ask(act="verify", body=body.decode("latin-1"), headers=headers, secrets=secrets, **options)


@pytest.mark.parametrize("name", EVENTS)
def test_every_event_is_read(name: str, driver: Driver) -> None:
    document = {**EXAMPLES[RECORDS[EVENTS[name]]], "type": name, "news": 1}
    body = written(document)
    assert verified(driver, body, signed(body)) == {"event": document}


def test_examples_are_verified(driver: Driver) -> None:
    found = driver.ask(act="examples")
    known = [one.type for one in modules()["webhooks"].example_notifications()]
    assert [one["type"] for one in found] == known
    assert [one["event"] for one in found] == known


def test_what_a_test_signs_is_verified_here_and_in_python(driver: Driver) -> None:
    body, now = written(EVENT), int(time.time())
    headers = driver.ask(act="sign", body=body.decode(), secret=SECRET, id="evt_1", at=now)
    assert headers == modules()["webhooks"].sign(body, SECRET, id="evt_1", at=now)
    assert verified(driver, body, headers)["event"] == EVENT


def test_secrets_can_be_replaced(driver: Driver) -> None:
    body = written(EVENT)
    for headers, secrets in (
        (signed(body, OTHER), [SECRET, OTHER]),
        (signed(body, OTHER, SECRET), SECRET),
        (signed(body, SECRET, OTHER), OTHER),
    ):
        assert verified(driver, body, headers, secrets)["event"] == EVENT
    assert verified(driver, body, signed(body, OTHER))["error"]["name"] == "SignatureError"


def test_every_altered_byte_is_rejected(driver: Driver) -> None:
    body = written(EVENT)
    headers = signed(body)
    for location in range(0, len(body), 7):
        altered = bytearray(body)
        altered[location] ^= 1
        assert verified(driver, bytes(altered), headers)["error"]["name"] == "SignatureError"
    for altered in (body + b" ", body[:-1], b"\xef\xbb\xbf" + body, b""):
        assert verified(driver, altered, headers)["error"]["name"] == "SignatureError"


@pytest.mark.parametrize("age", [305, 1e8, -305, -1e8])
def test_an_old_or_future_notification_is_rejected(age: float, driver: Driver) -> None:
    body = written(EVENT)
    headers = signed(body, age=age)
    assert verified(driver, body, headers)["error"]["message"] == "the time is too far away"
    assert verified(driver, body, headers, now=time.time() - age)["event"] == EVENT, "it was kept"


def test_a_shorter_tolerance_holds(driver: Driver) -> None:
    body = written(EVENT)
    assert verified(driver, body, signed(body, age=50), tolerance=60)["event"] == EVENT
    assert verified(driver, body, signed(body, age=70), tolerance=60)["error"]["name"] == "SignatureError"


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("Webhook-Signature", None, "the header webhook-signature is missing"),
        ("Webhook-Id", None, "the header webhook-id is missing"),
        ("Webhook-Signature", "", "no signature matches"),
        ("Webhook-Signature", "v1,YQ==", "no signature matches"),
        ("Webhook-Signature", "v2," + "A" * 43 + "=", "no signature matches"),
        ("Webhook-Signature", " ".join(["v1,YQ=="] * 17), "more than 16 signatures"),
        ("Webhook-Signature", "v1," + "A" * 3_000, "too long"),
        ("Webhook-Id", "i" * 300, "too long"),
        ("Webhook-Id", "evt_2", "no signature matches"),
        ("Webhook-Timestamp", "1" * 40, "too long"),
        ("webhook-id", "evt_2", "twice"),
        ("Webhook-Id", ["evt_1", "evt_1"], "twice"),
        *(("Webhook-Timestamp", moment, "time cannot") for moment in ("nan", "inf", "1e9", "", " 1", "١", "-1")),
        ("Webhook-Timestamp", "0", "no signature matches"),
    ],
)
def test_another_header_is_rejected(name: str, value: Any, message: str, driver: Driver) -> None:
    body = written(EVENT)
    headers: dict[str, Any] = {**signed(body), name: value}
    headers = {one: held for one, held in headers.items() if held is not None}
    error = verified(driver, body, headers)["error"]
    assert error["name"] == "SignatureError"
    assert message in error["message"]


def test_a_large_notification_is_rejected(driver: Driver) -> None:
    body = written({**EVENT, "news": "x" * 1_048_576})
    assert "longer" in verified(driver, body, signed(body))["error"]["message"]


def test_an_event_of_a_newer_version_is_told_apart_from_a_broken_one(driver: Driver) -> None:
    for name in ("refund.brand_new", "constructor"):
        newer = written({"id": "evt_1", "type": name, "data": {}})
        error = verified(driver, newer, signed(newer))["error"]
        assert (error["name"], error["event"]) == ("UnknownEventError", name)
    broken = [b"", b"[]", b"{", written({**EVENT, "type": 1}), written({"id": "evt_1"}), b'{"type":1,"type":1}']
    broken += [written({**EVENT, "data": None}), written({**EVENT, "timestamp": "yesterday"})]
    broken += [b'{"a":' + b"[" * 65 + b"]" * 65 + b"}", b'{"a":' * 100_000]
    for body in broken:
        assert verified(driver, body, signed(body))["error"]["name"] == "EventError"


def test_no_value_and_no_secret_is_told_by_an_error(driver: Driver) -> None:
    body = written({**EVENT, "data": {**EVENT["data"], "amount": "Very Secret", "created_at": "Very Secret"}})
    error = verified(driver, body, signed(body))["error"]
    assert "Very Secret" not in json.dumps(error)
    assert "data.amount" in error["message"]


@pytest.mark.parametrize("name", SECRETS["accepted"])
def test_a_secret_in_its_form_verifies(name: str, driver: Driver) -> None:
    body, secret = written(EVENT), SECRETS["accepted"][name]
    assert verified(driver, body, signed(body, secret), secret)["event"] == EVENT


@pytest.mark.parametrize("name", SECRETS["refused"])
def test_a_secret_that_is_none_is_the_callers_mistake(name: str, driver: Driver) -> None:
    body, refused = written(EVENT), SECRETS["refused"][name]
    for secret in (refused, [SECRET, *refused] if refused else refused, *refused[-1:]):
        error = verified(driver, body, signed(body), secret)["error"]
        assert (error["name"], error["message"]) == ("TypeError", SECRETS["message"]), "it shows no part of a secret"


@pytest.mark.parametrize("given", [None, "webhook-id: evt_1", [["webhook-id", "evt_1"]], {"webhook-id": 1}])
def test_headers_that_are_none_are_the_callers_mistake(given: Any, driver: Driver) -> None:
    error = verified(driver, written(EVENT), given)["error"]
    assert error["name"] == "TypeError"
    assert "header" in error["message"]


def test_a_header_that_is_null_is_missing(driver: Driver) -> None:
    body = written(EVENT)
    error = verified(driver, body, {**signed(body), "Webhook-Id": None})["error"]
    assert (error["name"], error["message"]) == ("SignatureError", "the header webhook-id is missing")
