# Part of paycat's runtime, copied unchanged. Do not edit.

"""Verifies the signature of a notification and reads its event.

Needs the extra `webhooks`, which is part of the extra `client`.
"""

import base64
import hmac
import json
import math
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from numbers import Real
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from pydantic import BaseModel, ValidationError
from standardwebhooks import Webhook

from .reading import ReadingError, mistakes, read_document
from .signing import SignatureForm

LARGEST = 1_048_576
"""Most bytes of a notification."""

STANDARD = SignatureForm(
    parts=("nonce", "timestamp", "body"),
    headers={
        "nonce": "webhook-id",
        "timestamp": "webhook-timestamp",
        "signature": "webhook-signature",
    },
    joined_by=".",
    prefix="v1,",
)
"""The form of Standard Webhooks. It alone has several signatures in a header, and keys in base64."""

_LONGEST = {"nonce": 256, "timestamp": 32, "signature": 2_048}
"""The most characters of a header, by what it holds."""

_MOST_SIGNATURES = 16

_SECRET = re.compile(
    "whsec_([A-Za-z0-9+/]{4}){8,}([A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?"
)
"""The base64 of 24 bytes or more, in its one spelling: the library also reads others, and what is no base64."""

_TEXT = re.compile("[^\\x00-\\x20\\x7f\\ud800-\\udfff]+")
"""A secret of any other form: its bytes as UTF-8 are the key."""

_MISTAKES = {
    r"\s": "a secret must have no blank or line break, also none around it",
    "[\"'`]": "a secret must not be in quotes",
    r"\Av1,": "a secret must begin with whsec_, not with v1,",
}
"""What a secret is often taken with, and what the error says."""

_DIGITS = {"seconds": 11, "milliseconds": 14}
"""The most digits of a time that every clock knows."""

_TIMES = (31_536_000, 253_402_300_799)
"""The first second of 1971, and the last of 9999: a time beyond them has another unit."""


class SignatureError(Exception):
    """The notification is not from the service, or too old: respond with 400, and ignore it."""


class EventError(Exception):
    """The notification is from the service, but cannot be read."""


class UnknownEventError(EventError):
    """The event is of a kind that a newer version of the interface added.

    Respond as if it had been handled, or it is delivered again. `name` is the event's
    name, and `document` the body as it was read.
    """

    def __init__(self, name: str, document: dict[str, Any]) -> None:
        self.name = name
        self.document = document
        super().__init__("this version does not know the event")


Event = TypeVar("Event", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Receiver(Generic[Event]):
    """Reads the notifications of a package.

    `events` has the record of each event that it knows, and `named_by` the members of a
    body that may hold the name of its event.
    """

    events: Mapping[str, type[Event]]
    named_by: tuple[str, ...]
    form: SignatureForm = STANDARD

    def verify(
        self,
        body: bytes,
        headers: Mapping[str, str],
        secret: str | Sequence[str],
        now: float | None,
        tolerance: float,
    ) -> Event:
        """Return the event of a notification that the service has signed.

        Raises SignatureError and EventError; TypeError and ValueError for arguments that are not valid.
        """
        arrival = _seconds("now", time.time() if now is None else now, *_TIMES)
        _seconds("tolerance", tolerance, 0, math.inf)
        secrets = _secrets(secret, self.form)
        words = {name.lower(): word for word, name in self.form.headers.items()}
        sent = _relevant(headers, words)
        moment = _signed_at(self.form, _bytes(body), _sent(body, sent, words), secrets)
        if not abs(arrival - moment) <= tolerance:
            raise SignatureError("the time is too far away")
        try:
            document = read_document(body)
        except ReadingError as error:
            raise EventError(f"the body cannot be read: {error}") from None
        names = [document[member] for member in self.named_by if member in document]
        if not names or not isinstance(names[0], str):
            raise EventError("the body does not name its event")
        record = self.events.get(names[0])
        if record is None:
            raise UnknownEventError(names[0], document)
        try:
            return record.model_validate(document)
        except ValidationError as error:
            places = mistakes(error)
        raise EventError(f"the event does not hold what it must: {places}")


def signed_headers(
    form: SignatureForm, body: bytes, secret: str, id: str, at: float | None
) -> dict[str, str]:
    """Return the headers of a notification, signed at a time in seconds since 1970, or now.

    Raises TypeError and ValueError for arguments that are not valid.
    """
    [checked] = _secrets([secret], form)
    seconds = _seconds("at", time.time() if at is None else at, *_TIMES)
    timestamp, body = form.time_of(seconds), _bytes(body)
    if form is not STANDARD:
        return form.signed(checked, {"nonce": id, "timestamp": timestamp, "body": body})
    moment = datetime.fromtimestamp(int(seconds), UTC)
    return {
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": Webhook(checked).sign(id, moment, body.decode()),
    }


@dataclass(frozen=True, slots=True)
class ExampleNotification:
    """A notification as it arrives, signed with `secret` at the time `signed_at`: for tests of a receiver."""

    type: str
    headers: dict[str, str]
    body: bytes
    secret: str
    signed_at: float
    """The time of the attempt in seconds since 1970: the `now` that verifies it."""


def notifications_in(file: Path, form: SignatureForm) -> list[ExampleNotification]:
    """Return the notifications that a JSON file has."""
    document = json.loads(file.read_text(encoding="utf-8"))
    return [
        ExampleNotification(
            type=one["type"],
            headers=one["headers"],
            body=one["body"].encode(),
            secret=document["secret"],
            signed_at=form.seconds_of(one["headers"][form.headers["timestamp"]]) or 0,
        )
        for one in document["notifications"]
    ]


def _seconds(name: str, argument: float, least: float, most: float) -> float:
    wanted = f"{name} must be a number of seconds from {least} to {most}"
    if not isinstance(argument, Real):
        raise TypeError(wanted)
    if not least <= argument <= most:
        raise ValueError(wanted)
    return argument


def _secrets(secret: object, form: SignatureForm) -> list[str]:
    """Return each secret. Raises TypeError and ValueError, which show no part of it."""
    secrets: list[object] = [secret]
    if isinstance(secret, Iterable) and not isinstance(secret, str | bytes | bytearray):
        secrets = [*cast("Iterable[object]", secret)]
    if not secrets:
        raise ValueError("no secret was given")
    return [_secret(one, form) for one in secrets]


def _secret(secret: object, form: SignatureForm) -> str:
    if not secret:
        raise ValueError("no secret was given")
    if not isinstance(secret, str):
        raise TypeError(f"a secret must be a text, not {type(secret).__name__}")
    is_standard = form is STANDARD
    if (_SECRET if is_standard else _TEXT).fullmatch(secret):
        return secret
    for pattern, mistake in _MISTAKES.items() if is_standard else ():
        if re.search(pattern, secret):
            raise ValueError(mistake)
    wanted = "whsec_ and the base64 of 24 bytes or more"
    wanted = wanted if is_standard else "a text without blanks"
    raise ValueError(f"pass at least one secret, each {wanted}")


def _bytes(body: object) -> bytes:
    if not isinstance(body, bytes):
        raise TypeError("body must be the bytes as they arrived")
    return body


def _relevant(headers: object, words: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the headers that verifying reads. Raises TypeError for what no sender can cause."""
    items = getattr(headers, "items", None)
    pairs: list[tuple[object, object]] = [*items()] if items else [(None, None)]
    relevant: list[tuple[str, str]] = []
    for name, value in pairs:
        is_request = name == "headers" and not isinstance(value, str | None)
        if not isinstance(name, str) or is_request:
            raise TypeError(
                "headers must map the names of a request's headers to texts"
            )
        if name.lower() not in words or value is None:
            continue
        if not isinstance(value, str):
            kind = type(value).__name__
            raise TypeError(f"the header {name.lower()} must be a text, not {kind}")
        relevant.append((name.lower(), value))
    names = " ".join(str(name) for name, _ in pairs)
    # As in an environ: no sender can cause it, as `Content-Length` or another is there.
    if "_" in names and "-" not in names:
        raise TypeError(f"headers must have names such as {min(words)}")
    return relevant


def _sent(
    body: bytes, sent_headers: list[tuple[str, str]], words: Mapping[str, str]
) -> dict[str, str]:
    """Return what the headers of a notification hold, by word. Raises SignatureError."""
    if len(body) > LARGEST:
        raise SignatureError(f"the body is longer than {LARGEST} bytes")
    if len({name for name, _ in sent_headers}) < len(sent_headers):
        raise SignatureError("a header came twice")
    headers = dict(sent_headers)
    if any(len(value) > _LONGEST[words[name]] for name, value in sent_headers):
        raise SignatureError("a header is too long")
    if missing := words.keys() - headers.keys():
        raise SignatureError(f"the header {min(missing)} is missing")
    if not all(value.isascii() for value in headers.values()):
        raise SignatureError("a header has other characters than ASCII")
    return {words[name]: value for name, value in sent_headers}


def _signed_at(
    form: SignatureForm, body: bytes, sent: Mapping[str, str], secrets: list[str]
) -> float:
    """Return the time of an attempt whose signature is right, in seconds since 1970. Raises SignatureError."""
    signatures = [sent["signature"]]
    if form is STANDARD:
        signatures = sent["signature"].split(" ")
    if len(signatures) > _MOST_SIGNATURES:
        raise SignatureError(f"there are more than {_MOST_SIGNATURES} signatures")
    moment = form.seconds_of(sent["timestamp"])
    if moment is None or len(sent["timestamp"]) > _DIGITS[form.timestamp]:
        raise SignatureError("the time cannot be read")
    text = form.text({**sent, "body": body})
    for secret in secrets:
        expected = _signature(form, secret, text).encode()
        if any(hmac.compare_digest(one.encode(), expected) for one in signatures):
            return moment
    raise SignatureError("no signature matches")


def _signature(form: SignatureForm, secret: str, text: bytes) -> str:
    if form is not STANDARD:
        return form.signature(secret, text)
    # The library signs texts alone, and a body may be none.
    key = base64.b64decode(secret.removeprefix("whsec_"))
    return f"v1,{base64.b64encode(hmac.digest(key, text, 'sha256')).decode()}"
