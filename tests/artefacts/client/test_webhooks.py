"""The published receivers of notifications: signature first, then the event; nothing forged, altered or old gets in."""

import time
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import projects
import pytest
from pydantic import TypeAdapter, ValidationError
from time_limit import time_limit

from tests.artefacts.client.answers import BODY, EVENT, EXAMPLES, INTERFACE, written
from tests.artefacts.client.receivers import OTHER, SECRET, Receiver, TypeScriptReceiver, signed, signed_at
from tests.artefacts.published import contract, modules
from tests.artefacts.typescript.typescript_package import Driver
from tests.artefacts.unreadable import BY_CLIENTS, UNREADABLE

SECRETS = projects.read_yaml(Path(__file__).parents[1] / "secrets.yaml")
EVENTS = {one["name"]: one["state_machine"] for one in INTERFACE["event_types"]}
RECORDS = {"pay_in": "PayInEvent", "payout": "PayoutEvent"}
LARGEST = 1_048_576
HEADERS = ("Webhook-Id", "Webhook-Timestamp", "Webhook-Signature")


def error_of(receiver: Receiver, body: bytes, headers: Any, *secrets: Any, **options: Any) -> tuple[str, str]:
    """Return name and message of the error that verifying ends with."""
    error = receiver.verify(body, headers, *secrets, **options)["error"]
    return error["name"], error["message"]


def is_rejected(receiver: Receiver, body: bytes, headers: Any, *secrets: Any, **options: Any) -> bool:
    """Return whether a notification is not from the service."""
    return error_of(receiver, body, headers, *secrets, **options)[0] == "SignatureError"


# What is verified


@pytest.mark.parametrize("name", EVENTS)
def test_every_event_is_read_as_its_record(name: str, receiver: Receiver) -> None:
    document = {**EXAMPLES[RECORDS[EVENTS[name]]], "type": name}
    body = written({**document, "news": 1})
    found = receiver.verify(body, signed(body))
    # A record of Python has the members that it declares.
    assert found["event"] == document | ({} if receiver.language == "Python" else {"news": 1})
    assert found.get("record", RECORDS[EVENTS[name]]) == RECORDS[EVENTS[name]]


def test_examples_are_verified(receiver: Receiver) -> None:
    found = receiver.examples()
    assert [one["type"] for one in found] == [one["event"] for one in found] == [*EVENTS]


def test_what_a_test_signs_is_verified(receiver: Receiver) -> None:
    now = int(time.time())
    headers = receiver.sign(BODY, SECRET, now)
    assert headers == {name.lower(): value for name, value in signed(BODY, age=time.time() - now).items()}
    assert receiver.verify(BODY, headers)["event"] == EVENT
    for wrong in (
        receiver.sign(BODY, OTHER, now),
        receiver.sign(BODY, SECRET, now - 301),
        {**headers, "webhook-id": "evt_2"},
    ):
        assert is_rejected(receiver, BODY, wrong)


def test_secrets_can_be_replaced(receiver: Receiver) -> None:
    for headers, secrets in (
        (signed(BODY, OTHER), [SECRET, OTHER]),
        (signed(BODY, OTHER, SECRET), SECRET),
        (signed(BODY, SECRET, OTHER), OTHER),
    ):
        assert receiver.verify(BODY, headers, secrets)["event"] == EVENT
    assert is_rejected(receiver, BODY, signed(BODY, OTHER))


def test_other_headers_may_be_long(receiver: Receiver) -> None:
    headers = {**signed(BODY), "X-A": "a" * 9_000, "x-a": "b"}
    assert receiver.verify(BODY, headers)["event"] == EVENT


# What is altered, old, or not signed


def test_every_altered_byte_is_rejected(receiver: Receiver) -> None:
    headers = signed(BODY)
    for location in range(0, len(BODY), 7):
        altered = bytearray(BODY)
        altered[location] ^= 1 << location % 8
        assert is_rejected(receiver, bytes(altered), headers), location
    for other in (BODY + b" ", BODY[:-1], b"\xef\xbb\xbf" + BODY, b""):
        assert is_rejected(receiver, other, headers)


@pytest.mark.parametrize("age", [305, 1e8, -305, -1e8])
def test_an_old_or_future_notification_is_rejected(age: float, receiver: Receiver) -> None:
    headers = signed(BODY, age=age)
    assert error_of(receiver, BODY, headers) == ("SignatureError", "the time is too far away")
    assert receiver.verify(BODY, headers, now=time.time() - age)["event"] == EVENT, "it was kept"


@pytest.mark.parametrize("age", [290, -290])
def test_a_recent_notification_is_accepted(age: float, receiver: Receiver) -> None:
    assert receiver.verify(BODY, signed(BODY, age=age))["event"] == EVENT


def test_the_tolerance_decides(receiver: Receiver) -> None:
    """By default it is the contract's; a time that is exactly that far away is accepted."""
    headers, most = signed(BODY), INTERFACE["signing"]["tolerance_seconds"]
    moment = int(headers["Webhook-Timestamp"])
    for age, options in ((most, {}), (-most, {}), (50, {"tolerance": 60}), (most + 1, {"tolerance": most + 1})):
        assert receiver.verify(BODY, headers, now=moment + age, **options)["event"] == EVENT
    for age, options in ((most + 1, {}), (-most - 1, {}), (70, {"tolerance": 60}), (1, {"tolerance": 0})):
        assert error_of(receiver, BODY, headers, now=moment + age, **options)[1] == "the time is too far away"


UNREADABLE_TIME = "the time cannot be read"
UNREADABLE_TIMES = (
    *("", "x", "nan", "inf", "-inf", "1e9", "1e999", "1.5", "1.", "0x1", "1_0", "1,0"),
    *("-1", "+1", " 1", "1 ", "1\n", "01", "00", "1" * 12, "9" * 15, "9" * 32),
)
"""`int` of Python reads some of them, and no clock of both languages knows the longest ones."""
NO_MATCH = "no signature matches"


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        *((name, None, f"the header {name.lower()} is missing") for name in HEADERS),
        *(("Webhook-Signature", value, NO_MATCH) for value in ("", "v1,YQ==", "v1", "v2," + "A" * 43 + "=")),
        ("Webhook-Signature", " ".join(["v1,YQ=="] * 17), "more than 16 signatures"),
        ("Webhook-Signature", "v1," + "A" * 3_000, "too long"),
        ("Webhook-Id", "i" * 300, "too long"),
        ("Webhook-Id", "evt_2", NO_MATCH),
        ("Webhook-Id", "", NO_MATCH),
        ("Webhook-Timestamp", "1" * 40, "too long"),
        ("webhook-id", "evt_2", "twice"),
        ("WEBHOOK-SIGNATURE", "v1,YQ==", "twice"),
        *(("Webhook-Timestamp", moment, UNREADABLE_TIME) for moment in UNREADABLE_TIMES),
        *(("Webhook-Timestamp", moment, NO_MATCH) for moment in ("0", "1", "9" * 11)),
        *((name, value, "other characters than ASCII") for name in HEADERS for value in ("١", "１", "²", "1\xa0")),
    ],
)
def test_another_header_is_rejected(name: str, value: str | None, message: str, receiver: Receiver) -> None:
    headers = {one: held for one, held in {**signed(BODY), name: value}.items() if held is not None}
    kind, told = error_of(receiver, BODY, headers)
    assert (kind, message in told) == ("SignatureError", True), told


@pytest.mark.parametrize("moment", ["01", "1.5", "+1", " 1", "9" * 15])
def test_a_time_that_is_written_otherwise_is_rejected_though_it_is_signed(moment: str, receiver: Receiver) -> None:
    assert error_of(receiver, BODY, signed_at(moment, BODY)) == ("SignatureError", UNREADABLE_TIME)


@pytest.mark.parametrize("name", HEADERS)
@pytest.mark.parametrize("value", ["\udcff", "é"])
def test_a_header_that_is_no_text_is_rejected(name: str, value: str, receiver: Receiver) -> None:
    """It comes from the sender, so it is not the mistake of a caller."""
    headers = signed(BODY)
    assert is_rejected(receiver, BODY, {**headers, name: value})
    assert is_rejected(receiver, BODY, {**headers, name: headers[name] + value})


def test_a_large_notification_is_rejected(receiver: Receiver) -> None:
    body = written({**EVENT, "news": "x" * LARGEST})
    kind, message = error_of(receiver, body, signed(body))
    assert (kind, f"longer than {LARGEST} bytes" in message) == ("SignatureError", True)


# What the event is


@pytest.mark.parametrize("name", ["refund.brand_new", "constructor"])
def test_an_event_of_a_newer_version_is_told_apart(name: str, receiver: Receiver) -> None:
    newer = written({"id": "evt_1", "type": name, "data": {}})
    error = receiver.verify(newer, signed(newer))["error"]
    assert (error["name"], error["event"]) == ("UnknownEventError", name)
    assert error["document"]["id"] == "evt_1"


BROKEN = [
    *(b"", b"[]", b"{", b'{"type":1,"type":1}', written({"id": "evt_1"}), written({**EVENT, "type": 1})),
    *(written({**EVENT, "data": None}), written({**EVENT, "timestamp": "yesterday"})),
]


@pytest.mark.parametrize("body", BROKEN, ids=lambda body: body.decode()[:20])
def test_a_broken_event_is_an_error(body: bytes, receiver: Receiver) -> None:
    assert error_of(receiver, body, signed(body))[0] == "EventError"


@pytest.mark.parametrize("name", BY_CLIENTS)
def test_a_body_that_is_no_json_says_why(name: str, receiver: Receiver) -> None:
    case = UNREADABLE[name]
    expected = ("EventError", f"the body cannot be read: {case.words_of_clients}")
    assert error_of(receiver, case.content, signed(case.content)) == expected


DEEP = [b'{"a":' + b"[" * 65 + b"]" * 65 + b"}", b'{"a":' * 100_000, b"[" * 70 + b'"' + b'\\"' * 300_000]


@pytest.mark.parametrize("body", DEEP, ids=len)
def test_a_deep_notification_is_an_error(body: bytes, receiver: Receiver) -> None:
    with time_limit():
        kind, message = error_of(receiver, body, signed(body))
    assert (kind, "deeper than 64" in message) == ("EventError", True)


def test_no_value_is_shown_by_an_error(receiver: Receiver) -> None:
    body = written({**EVENT, "data": {**EVENT["data"], "amount": "Very Secret", "created_at": "Very Secret"}})
    error = receiver.verify(body, signed(body))["error"]
    assert (error["name"], "data.amount" in error["message"]) == ("EventError", True)
    assert "Very Secret" not in error["shown"]


# Secrets, and mistakes of a caller


@pytest.mark.parametrize("name", SECRETS["accepted"])
def test_a_secret_in_its_form_verifies(name: str, receiver: Receiver) -> None:
    secret = SECRETS["accepted"][name]
    for headers in (signed(BODY, secret), receiver.sign(BODY, secret, time.time())):
        assert receiver.verify(BODY, headers, secret)["event"] == EVENT


@pytest.mark.parametrize("name", SECRETS["refused"])
def test_a_secret_that_is_none_is_the_callers_mistake(name: str, receiver: Receiver) -> None:
    refused = SECRETS["refused"][name]
    for secret in (refused, [SECRET, *refused] if refused else refused, *refused[-1:]):
        expected = (receiver.mistake, SECRETS["packages"].get(name, SECRETS["message"]))
        assert error_of(receiver, BODY, signed(BODY), secret) == expected, "it shows no part of a secret"


@pytest.mark.parametrize("secret", [None, [None], [SECRET, None]], ids=repr)
def test_a_variable_that_is_not_set_is_no_secret(secret: Any, receiver: Receiver) -> None:
    assert error_of(receiver, BODY, signed(BODY), secret) == (receiver.mistake, "no secret was given")


@pytest.mark.parametrize("secret", [1, True, [1], [SECRET, 1.5], [[SECRET]], {"a": 1}], ids=repr)
def test_a_secret_that_is_no_text_is_named_as_such(secret: Any, receiver: Receiver) -> None:
    name, message = error_of(receiver, BODY, signed(BODY), secret)
    if isinstance(secret, dict) and receiver.language == "Python":  # Its names are texts.
        assert (name, message) == ("ValueError", SECRETS["message"])
    else:
        assert (name, message.startswith("a secret must be a text, not ")) == ("TypeError", True)


NO_HEADERS = [
    *(None, 1, True, "webhook-id: evt_1", [["webhook-id", "evt_1"]], {"webhook-id": 1}, {"Webhook-Timestamp": [1]}),
    *(
        {(prefix + name.upper()).replace("-", "_"): text for name, text in signed(BODY).items()}
        for prefix in ("", "HTTP_")
    ),
    *({"headers": signed(BODY)}, {"headers": [["webhook-id", "evt_1"]], **signed(BODY)}),
]
"""Of the last two, which are whole requests, one says of its headers what another one has to say of itself."""


@pytest.mark.parametrize("given", NO_HEADERS)
def test_headers_that_are_none_are_the_callers_mistake(given: Any, receiver: Receiver) -> None:
    name, message = error_of(receiver, BODY, given)
    assert (name, "header" in message) == ("TypeError", True)


@pytest.mark.parametrize("name", ["webhook_id", "HTTP_WEBHOOK_ID"])
def test_a_sender_cannot_cause_a_mistake_of_the_caller(name: str, receiver: Receiver) -> None:
    headers = {name: "evt_1", "webhook_timestamp": "1", "webhook_signature": "v1,", "Content-Length": "2"}
    assert error_of(receiver, BODY, headers) == ("SignatureError", "the header webhook-id is missing")
    assert receiver.verify(BODY, {**signed(BODY), name: "evt_2"})["event"] == EVENT


@pytest.mark.parametrize(
    ("name", "number"),
    [
        *(("now", "x"), ("tolerance", "x"), ("tolerance", -1), ("now", -1), ("now", 1e300)),
        *(("now", 1.8e12), ("now", 1.8e6)),
    ],
)
def test_a_time_that_is_not_in_seconds_is_the_callers_mistake(name: str, number: Any, receiver: Receiver) -> None:
    """Whoever takes it for a forgery answers each notification with 400, and learns of none."""
    kind, message = error_of(receiver, BODY, signed(BODY), **{name: number})
    assert kind in ("TypeError", receiver.mistake)
    assert (message.startswith(f"{name} must be "), "seconds" in message) == (True, True), message


def test_a_header_that_is_null_is_missing(receiver: Receiver) -> None:
    missing = {**signed(BODY), "Webhook-Id": None}
    assert error_of(receiver, BODY, missing) == ("SignatureError", "the header webhook-id is missing")


# In TypeScript alone: headers as node holds them


@pytest.mark.slow
def test_a_header_that_is_a_list_came_twice(driver: Driver) -> None:
    receiver, headers = TypeScriptReceiver(driver), signed(BODY)
    once, twice = ({**headers, "Webhook-Id": value} for value in (["evt_1"], ["evt_1", "evt_1"]))
    assert receiver.verify(BODY, once)["event"] == EVENT
    assert error_of(receiver, BODY, twice) == ("SignatureError", "a header came twice")


@pytest.mark.slow
def test_the_names_of_a_map_are_compared_without_case(driver: Driver) -> None:
    receiver, headers = TypeScriptReceiver(driver), signed(BODY)
    assert receiver.verify(BODY, headers, held="map")["event"] == EVENT
    twice = {**headers, "webhook-id": "evt_1"}
    assert error_of(receiver, BODY, twice, held="map") == ("SignatureError", "a header came twice")


@pytest.mark.slow
@pytest.mark.parametrize("options", [None, 1, "x", []], ids=repr)
def test_options_that_are_none_are_the_callers_mistake(options: Any, driver: Driver) -> None:
    name, message = error_of(TypeScriptReceiver(driver), BODY, signed(BODY), options=options)
    assert (name, message.startswith("options must be ")) == ("TypeError", True)


# In Python alone


@pytest.mark.parametrize("name", SECRETS["refused"])
def test_nothing_is_signed_with_a_secret_that_is_none(name: str) -> None:
    for secret in SECRETS["refused"][name][-1:]:
        with pytest.raises(ValueError, match=SECRETS["packages"].get(name, SECRETS["message"])):
            modules()["webhooks"].sign(BODY, secret, id="evt_1")
    for secret in (b"whsec_", 1, [SECRET]):
        with pytest.raises(TypeError, match="a secret must be a text, not "):
            modules()["webhooks"].sign(BODY, secret, id="evt_1")


def test_the_limits_are_the_contracts() -> None:
    webhooks = modules()["webhooks"]
    assert (contract()["interface"]["signing"]["tolerance_seconds"], LARGEST) == (webhooks.TOLERANCE, webhooks.LARGEST)


def test_amounts_of_events_are_exact() -> None:
    body = written({**EVENT, "data": {**EVENT["data"], "amount": 1}}).replace(
        b'"amount": 1', b'"amount": 1234567890.10'
    )
    event = modules()["webhooks"].verify(body, signed(body), SECRET)
    assert str(event.data.amount) in ("1234567890.1", "1234567890.10")


@pytest.mark.parametrize("name", ["now", "tolerance", "at"])
@pytest.mark.parametrize("number", [float("nan"), -(10**400), "5", datetime.now(UTC)], ids=type)
def test_a_number_that_is_no_time_is_the_callers_mistake(name: str, number: Any) -> None:
    webhooks = modules()["webhooks"]
    verify, sign = (webhooks.verify, BODY, signed(BODY), SECRET), (webhooks.sign, BODY, SECRET)
    act = partial(*sign, id="evt_1") if name == "at" else partial(*verify)
    with pytest.raises((TypeError, ValueError), match=f"^{name} must be a number of seconds from ") as raised:
        act(**{name: number})
    assert (raised.type is ValueError) is isinstance(number, int | float)


@pytest.mark.parametrize(("name", "number"), [("now", 10**400), ("tolerance", None)])
def test_an_argument_is_named_by_its_error(name: str, number: Any) -> None:
    with pytest.raises((TypeError, ValueError), match=f"^{name} must be a number of seconds"):
        modules()["webhooks"].verify(BODY, signed(BODY), SECRET, **{name: number})


@pytest.mark.parametrize(
    "body", [BODY.decode(), None, {"type": "x"}, bytearray(BODY)], ids=lambda one: type(one).__name__
)
def test_a_body_that_was_decoded_is_the_callers_mistake(body: Any) -> None:
    webhooks = modules()["webhooks"]
    for act in (webhooks.verify, lambda body, headers, secret: webhooks.sign(body, secret, id="evt_1")):
        with pytest.raises(TypeError, match="body must be the bytes as they arrived"):
            act(body, signed(BODY), SECRET)


@pytest.mark.parametrize("secret", [SECRET.encode(), [SECRET.encode()], bytearray(SECRET.encode())], ids=repr)
def test_a_secret_in_bytes_is_the_callers_mistake(secret: Any) -> None:
    with pytest.raises(TypeError, match="a secret must be a text, not byte"):
        modules()["webhooks"].verify(BODY, signed(BODY), secret)


def test_headers_in_bytes_are_the_callers_mistake() -> None:
    """As an ASGI server has them; they would be missing."""
    raw = {name.lower().encode(): value.encode() for name, value in signed(BODY).items()}
    for headers in (raw, [*raw.items()], {**signed(BODY), "webhook-ID": b"evt_1"}):
        with pytest.raises(TypeError, match="header"):
            modules()["webhooks"].verify(BODY, headers, SECRET)


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
