"""The published receiver of notifications: signature first, then the event; nothing forged, altered or old gets in."""

import base64
import json
import time
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import projects
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError
from standardwebhooks import Webhook
from time_limit import time_limit

from tests.artefacts.published import contract, modules

SECRET = "whsec_" + base64.b64encode(b"0123456789abcdefghijklmn").decode()
OTHER = "whsec_" + base64.b64encode(b"nmlkjihgfedcba9876543210").decode()
SECRETS = projects.read_yaml(Path(__file__).parents[1] / "secrets.yaml")
EXAMPLES = {one["name"]: one["example"] for one in contract()["interface"]["records"]}
EVENTS = {one["name"]: one["state_machine"] for one in contract()["interface"]["event_types"]}
RECORDS = {"pay_in": "PayInEvent", "payout": "PayoutEvent"}
EVENT = {**EXAMPLES["PayoutEvent"], "type": "payout.succeeded"}


def webhooks() -> Any:
    return modules()["webhooks"]


def signed(body: bytes, *secrets: str, age: float = 0) -> dict[str, str]:
    """Return the headers of a body that was signed some seconds ago."""
    when = datetime.fromtimestamp(time.time() - age, UTC)
    signatures = [Webhook(secret).sign("evt_1", when, body.decode("latin-1")) for secret in secrets or (SECRET,)]
    return {
        "Webhook-Id": "evt_1",
        "Webhook-Timestamp": str(int(when.timestamp())),
        "Webhook-Signature": " ".join(signatures),
    }


def written(document: Any) -> bytes:
    return json.dumps(document).encode()


@pytest.mark.parametrize("name", EVENTS)
def test_every_event_is_read_as_its_record(name: str) -> None:
    kind = RECORDS[EVENTS[name]]
    body = written({**EXAMPLES[kind], "type": name, "news": 1})
    event = webhooks().verify(body, signed(body), SECRET)
    assert (type(event).__name__, event.type) == (kind, name)
    assert type(event) in webhooks().Event.__args__


def test_what_a_test_signs_is_verified() -> None:
    body = written(EVENT)
    headers = webhooks().sign(body, SECRET, id="evt_1")
    assert webhooks().verify(body, headers, SECRET).type == EVENT["type"]
    assert headers == {name.lower(): value for name, value in signed(body).items()} | {
        name: headers[name] for name in ("webhook-timestamp", "webhook-signature")
    }
    for wrong in (
        webhooks().sign(body, OTHER, id="evt_1"),
        webhooks().sign(body, SECRET, id="evt_1", at=time.time() - 301),
        {**headers, "webhook-id": "evt_2"},
    ):
        with pytest.raises(webhooks().SignatureError):
            webhooks().verify(body, wrong, SECRET)
    with pytest.raises(ValueError, match="whsec_"):
        webhooks().sign(body, "whsec_*", id="evt_1")


def test_amounts_of_events_are_exact() -> None:
    body = written({**EVENT, "data": {**EVENT["data"], "amount": 1}}).replace(
        b'"amount": 1', b'"amount": 1234567890.10'
    )
    assert str(webhooks().verify(body, signed(body), SECRET).data.amount) in ("1234567890.1", "1234567890.10")


def test_secrets_can_be_replaced() -> None:
    body = written(EVENT)
    for headers, secrets in (
        (signed(body, OTHER), [SECRET, OTHER]),
        (signed(body, OTHER, SECRET), SECRET),
        (signed(body, SECRET, OTHER), OTHER),
    ):
        assert webhooks().verify(body, headers, secrets).id == EVENT["id"]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_an_altered_byte_is_rejected(data: st.DataObject) -> None:
    body = written(EVENT)
    location = data.draw(st.integers(0, len(body) - 1))
    altered = bytearray(body)
    altered[location] = data.draw(st.integers(0, 255).filter(lambda byte: byte != body[location]))
    with pytest.raises(webhooks().SignatureError):
        webhooks().verify(bytes(altered), signed(body), SECRET)


@settings(max_examples=30, deadline=None)
@given(st.binary(min_size=24, max_size=64))
def test_another_secret_is_rejected(key: bytes) -> None:
    body = written(EVENT)
    with pytest.raises(webhooks().SignatureError):
        webhooks().verify(body, signed(body, "whsec_" + base64.b64encode(b"x" + key).decode()), SECRET)


@settings(max_examples=30, deadline=None)
@given(st.floats(305, 1e8) | st.floats(-1e8, -305))
def test_an_old_or_future_notification_is_rejected(age: float) -> None:
    body = written(EVENT)
    with pytest.raises(webhooks().SignatureError):
        webhooks().verify(body, signed(body, age=age), SECRET)


@settings(max_examples=20, deadline=None)
@given(st.floats(-290, 290))
def test_a_recent_notification_is_accepted(age: float) -> None:
    body = written(EVENT)
    assert webhooks().verify(body, signed(body, age=age), SECRET).id == EVENT["id"]


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"]),
    st.none() | st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=30),
)
def test_another_or_missing_header_is_rejected(name: str, value: str | None) -> None:
    body = written(EVENT)
    headers = signed(body)
    if value == headers.pop(name):
        return
    with pytest.raises(webhooks().SignatureError):
        webhooks().verify(body, headers if value is None else {**headers, name: value}, SECRET)


def test_the_tolerance_is_the_contracts() -> None:
    assert contract()["interface"]["signing"]["tolerance_seconds"] == webhooks().TOLERANCE


def test_a_shorter_tolerance_holds() -> None:
    body = written(EVENT)
    assert webhooks().verify(body, signed(body, age=50), SECRET, tolerance=60).id == EVENT["id"]
    with pytest.raises(webhooks().SignatureError):
        webhooks().verify(body, signed(body, age=70), SECRET, tolerance=60)


def test_an_event_of_a_newer_version_is_told_apart_from_a_broken_one() -> None:
    newer = written({"id": "evt_1", "type": "refund.brand_new", "data": {}})
    with pytest.raises(webhooks().UnknownEventError) as caught:
        webhooks().verify(newer, signed(newer), SECRET)
    assert caught.value.name == "refund.brand_new"
    assert caught.value.document["id"] == "evt_1"
    broken = [b"", b"[]", b"{", b"\xff", written({**EVENT, "type": 1}), written({"id": "evt_1"})]
    broken += [written({**EVENT, "data": None}), written({**EVENT, "timestamp": "yesterday"})]
    for body in broken:
        with pytest.raises((webhooks().EventError, webhooks().SignatureError)) as failed:
            webhooks().verify(body, signed(body), SECRET)
        assert not isinstance(failed.value, webhooks().UnknownEventError)
        if body != b"\xff":
            assert isinstance(failed.value, webhooks().EventError)


def test_no_value_and_no_secret_is_told_by_an_error() -> None:
    body = written({**EVENT, "data": {**EVENT["data"], "amount": "Very Secret", "created_at": "Very Secret"}})
    with pytest.raises(webhooks().EventError) as caught:
        webhooks().verify(body, signed(body), SECRET)
    told = "".join(traceback.format_exception(caught.value))
    assert "Very Secret" not in told
    assert "data.amount" in told


@pytest.mark.parametrize("name", SECRETS["accepted"])
def test_a_secret_in_its_form_verifies(name: str) -> None:
    body, secret = written(EVENT), SECRETS["accepted"][name]
    assert webhooks().verify(body, signed(body, secret), secret).id == EVENT["id"]
    assert webhooks().verify(body, webhooks().sign(body, secret, id="evt_1"), secret).id == EVENT["id"]


@pytest.mark.parametrize("name", SECRETS["refused"])
def test_a_secret_that_is_none_is_the_callers_mistake(name: str) -> None:
    body, refused = written(EVENT), SECRETS["refused"][name]
    for secret in (refused, [SECRET, *refused] if refused else refused, *refused[-1:]):
        with pytest.raises(ValueError, match=SECRETS["message"]) as caught:
            webhooks().verify(body, signed(body), secret)
        assert str(caught.value) == SECRETS["message"], "it shows no part of a secret"
    for secret in refused[-1:]:
        with pytest.raises(ValueError, match=SECRETS["message"]):
            webhooks().sign(body, secret, id="evt_1")


@pytest.mark.parametrize("name", ["Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"])
@pytest.mark.parametrize("value", ["\udcff", "é"])
def test_a_header_that_is_no_text_is_rejected(name: str, value: str) -> None:
    """It comes from the sender, so it is not the mistake of a caller, which a ValueError is."""
    body = written(EVENT)
    for header in (value, f"{signed(body)[name]}{value}"):
        with pytest.raises(webhooks().SignatureError):
            webhooks().verify(body, {**signed(body), name: header}, SECRET)


def test_a_body_that_was_decoded_is_the_callers_mistake() -> None:
    body = written(EVENT)
    with pytest.raises(TypeError, match="bytes"):
        webhooks().verify(body.decode(), signed(body), SECRET)


# Limits


def test_a_notification_beyond_its_limits_is_rejected() -> None:
    body = written({**EVENT, "news": "x" * webhooks().LARGEST})
    headers = signed(body)
    with pytest.raises(webhooks().SignatureError, match="longer"):
        webhooks().verify(body, headers, SECRET)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("Webhook-Signature", " ".join(["v1,YQ=="] * 17), "more than 16 signatures"),
        ("Webhook-Signature", "v1," + "A" * 3_000, "too long"),
        ("Webhook-Id", "i" * 300, "too long"),
        ("Webhook-Timestamp", "1" * 40, "too long"),
        ("webhook-id", "evt_2", "twice"),
        ("WEBHOOK-SIGNATURE", "v1,YQ==", "twice"),
    ],
)
def test_headers_beyond_their_limits_are_rejected(name: str, value: str, message: str) -> None:
    body = written(EVENT)
    with pytest.raises(webhooks().SignatureError, match=message):
        webhooks().verify(body, {**signed(body), name: value}, SECRET)


def test_other_headers_may_be_long() -> None:
    body = written(EVENT)
    headers = {**signed(body), "X-A": "a" * 9_000, "x-a": "b"}
    assert webhooks().verify(body, headers, SECRET).id == EVENT["id"]


@pytest.mark.parametrize("moment", ["nan", "inf", "-inf", "1e999", "9" * 32, "", " 1", "١"])
def test_a_moment_that_is_none_is_rejected(moment: str) -> None:
    body = written(EVENT)
    with pytest.raises(webhooks().SignatureError):
        webhooks().verify(body, {**signed(body), "Webhook-Timestamp": moment}, SECRET)


def test_a_deep_notification_is_an_event_error() -> None:
    for body in (b'{"a":' + b"[" * 65 + b"]" * 65 + b"}", b'{"a":' * 100_000, b"[" * 70 + b'"' + b'\\"' * 300_000):
        with time_limit(), pytest.raises(webhooks().EventError, match="deeper than 64"):
            webhooks().verify(body, signed(body), SECRET)


def test_names_of_members_are_printable_in_mistakes() -> None:
    """No record of this catalogue has members of any name and one type; another's may."""
    names = TypeAdapter(dict[str, int])
    with pytest.raises(ValidationError) as caught:
        names.validate_python({"a\nERROR forged\x1b[2J" + "x" * 999: [], **{str(number): [] for number in range(99)}})
    told = modules()["reading"].mistakes(caught.value)
    assert told.startswith(r"a\nERROR forged\x1b[2Jxxx")
    assert told.endswith("and 80 more")
    assert told.isprintable()
    assert len(told) < 1_000
