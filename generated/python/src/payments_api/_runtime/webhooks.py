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

LARGEST = 1_048_576
"""Most bytes of a notification."""

_HEADERS = {"webhook-id": 256, "webhook-timestamp": 32, "webhook-signature": 2_048}
"""The headers that verifying reads, and the most characters of each."""

_MOST_SIGNATURES = 16

_SECRET = re.compile(
    "whsec_([A-Za-z0-9+/]{4}){8,}([A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?"
)
"""The base64 of 24 bytes or more, in its one spelling: the library also reads others, and what is no base64."""

_MISTAKES = {
    r"\s": "a secret must have no blank or line break, also none around it",
    "[\"'`]": "a secret must not be in quotes",
    r"\Av1,": "a secret must begin with whsec_, not with v1,",
}
"""What a secret is often taken with, and what the error says."""

_TIMESTAMP = re.compile("0|[1-9][0-9]{0,10}")
"""A second that every clock knows. `int` also reads signs, blanks and the digits of other scripts."""

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
        keys = _keys(secret)
        moment = _signed_at(_bytes(body), _relevant(headers), keys)
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


def sign(
    body: bytes, secret: str, *, id: str, at: float | None = None
) -> dict[str, str]:
    """Return the headers of a notification, signed as the service does: for tests of a receiver.

    Args:
        body: The body's bytes, UTF-8.
        secret: The secret, `whsec_` and the base64 of 24 bytes or more.
        id: Identifier of the notification, the same in each attempt.
        at: The attempt's time in seconds since 1970. Default: now.

    Raises:
        TypeError: The secret is no text, the body is not bytes, or `at` is no number.
        ValueError: The secret has another form, the body is not UTF-8, or `at` is not in seconds.
    """
    [key] = _keys([secret])
    seconds = int(_seconds("at", time.time() if at is None else at, *_TIMES))
    moment = datetime.fromtimestamp(seconds, UTC)
    return {
        "webhook-id": id,
        "webhook-timestamp": str(seconds),
        "webhook-signature": Webhook(key).sign(id, moment, _bytes(body).decode()),
    }


@dataclass(frozen=True, slots=True)
class ExampleNotification:
    """A notification as it arrives, signed with `secret` at the time `signed_at`: for tests of a receiver."""

    type: str
    headers: dict[str, str]
    body: bytes
    secret: str

    @property
    def signed_at(self) -> float:
        """The time of the attempt in seconds since 1970: the `now` that verifies it."""
        return float(self.headers["webhook-timestamp"])


def notifications_in(file: Path) -> list[ExampleNotification]:
    """Return the notifications that a JSON file has."""
    document = json.loads(file.read_text(encoding="utf-8"))
    return [
        ExampleNotification(
            type=one["type"],
            headers=one["headers"],
            body=one["body"].encode(),
            secret=document["secret"],
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


def _keys(secret: object) -> list[bytes]:
    """Return the key of each secret. Raises TypeError and ValueError, which show no part of it."""
    secrets: list[object] = [secret]
    if isinstance(secret, Iterable) and not isinstance(secret, str | bytes | bytearray):
        secrets = [*cast("Iterable[object]", secret)]
    if not secrets:
        raise ValueError("no secret was given")
    return [base64.b64decode(_secret(one).removeprefix("whsec_")) for one in secrets]


def _secret(secret: object) -> str:
    if not secret:
        raise ValueError("no secret was given")
    if not isinstance(secret, str):
        raise TypeError(f"a secret must be a text, not {type(secret).__name__}")
    if _SECRET.fullmatch(secret):
        return secret
    for pattern, mistake in _MISTAKES.items():
        if re.search(pattern, secret):
            raise ValueError(mistake)
    raise ValueError(
        "pass at least one secret, each whsec_ and the base64 of 24 bytes or more"
    )


def _bytes(body: object) -> bytes:
    if not isinstance(body, bytes):
        raise TypeError("body must be the bytes as they arrived")
    return body


def _relevant(headers: object) -> list[tuple[str, str]]:
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
        if name.lower() not in _HEADERS or value is None:
            continue
        if not isinstance(value, str):
            kind = type(value).__name__
            raise TypeError(f"the header {name.lower()} must be a text, not {kind}")
        relevant.append((name.lower(), value))
    names = " ".join(str(name) for name, _ in pairs)
    # As in an environ: no sender can cause it, as `Content-Length` or another is there.
    if "_" in names and "-" not in names:
        raise TypeError("headers must have names such as webhook-id")
    return relevant


def _signed_at(
    body: bytes, sent_headers: list[tuple[str, str]], keys: list[bytes]
) -> int:
    """Return the time of an attempt whose signature is right, in seconds since 1970. Raises SignatureError."""
    if len(body) > LARGEST:
        raise SignatureError(f"the body is longer than {LARGEST} bytes")
    if len({name for name, _ in sent_headers}) < len(sent_headers):
        raise SignatureError("a header came twice")
    headers = dict(sent_headers)
    if any(len(value) > _HEADERS[name] for name, value in sent_headers):
        raise SignatureError("a header is too long")
    if missing := _HEADERS.keys() - headers.keys():
        raise SignatureError(f"the header {min(missing)} is missing")
    if not all(value.isascii() for value in headers.values()):
        raise SignatureError("a header has other characters than ASCII")
    signatures = headers["webhook-signature"].split(" ")
    if len(signatures) > _MOST_SIGNATURES:
        raise SignatureError(f"there are more than {_MOST_SIGNATURES} signatures")
    if not _TIMESTAMP.fullmatch(headers["webhook-timestamp"]):
        raise SignatureError("the time cannot be read")
    # The library signs texts alone, and a body may be none.
    message = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    for key in keys:
        expected = b"v1," + base64.b64encode(hmac.digest(key, message, "sha256"))
        if any(hmac.compare_digest(one.encode(), expected) for one in signatures):
            return int(headers["webhook-timestamp"])
    raise SignatureError("no signature matches")
