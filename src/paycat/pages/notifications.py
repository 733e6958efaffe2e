"""A contract in, its notifications out: events, delivery in words, and a signed message that receivers can try."""

import base64
import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from string import Template
from typing import Any

from paycat.contract.interface import EventType, Notification, Parameter
from paycat.contract.model import Contract
from paycat.encoding import compact, pretty
from paycat.pages.downloads import Pack
from paycat.pages.words import duration

_KEY = b"a secret for tests and no others"
_STANDARD = "standard webhooks"
_ID, _TIMESTAMP, _SIGNATURE = "webhook-id", "webhook-timestamp", "webhook-signature"


@dataclass(frozen=True, slots=True)
class NotificationPage:
    """A notification with the events that it carries and its headers, and an example of its body."""

    notification: Notification
    events: tuple[EventType, ...]
    headers: tuple[Parameter, ...]
    example: str | None


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt to deliver: how long after the one before, and after the first, in words."""

    number: int
    after: str
    since_first: str


@dataclass(frozen=True, slots=True)
class SignedMessage:
    """A message that is signed rightly with a secret for tests."""

    secret: str
    id: str
    timestamp: int
    body: str
    signature: str

    @property
    def headers(self) -> str:
        """The headers, one a line."""
        told = ((_ID, self.id), (_TIMESTAMP, self.timestamp), (_SIGNATURE, self.signature))
        return "\n".join(f"{name}: {value}" for name, value in told)


def notification_pages(contract: Contract) -> tuple[NotificationPage, ...]:
    """Return every notification, in the order of the catalogue."""
    interface = contract.interface
    return tuple(
        NotificationPage(
            notification=one,
            events=tuple(event for event in interface.event_types if event.machine == one.machine),
            headers=tuple(contract.interface.parameter(key) for key in one.headers),
            example=_example(contract, one.record),
        )
        for one in interface.notifications
    )


def notification_headers(contract: Contract) -> tuple[Parameter, ...]:
    """Return the headers that notifications have, each once."""
    keys = dict.fromkeys(key for one in contract.interface.notifications for key in one.headers)
    return tuple(contract.interface.parameter(key) for key in keys)


def attempts(contract: Contract) -> tuple[Attempt, ...]:
    """Return the attempts of a delivery that never succeeds."""
    seconds = contract.interface.delivery.schedule_seconds
    return tuple(
        Attempt(index + 1, duration(wait), duration(sum(seconds[: index + 1]))) for index, wait in enumerate(seconds)
    )


def signed_message(contract: Contract) -> SignedMessage | None:
    """Return the first notification's example, signed; None where the scheme is not that of Standard Webhooks."""
    interface = contract.interface
    if _STANDARD not in interface.signing.scheme.lower() or not interface.notifications:
        return None
    first = interface.notifications[0]
    examples = {one.name: one.example for one in interface.parameters if one.key in first.headers}
    id, timestamp = str(examples.get(_ID) or "msg_test_1"), int(examples.get(_TIMESTAMP) or 1767323100)
    body = compact(_record_example(contract, first.record))
    signed = hmac.digest(_KEY, f"{id}.{timestamp}.{body}".encode(), hashlib.sha256)
    return SignedMessage(
        secret="whsec_" + base64.b64encode(_KEY).decode(),
        id=id,
        timestamp=timestamp,
        body=body,
        signature="v1," + base64.b64encode(signed).decode(),
    )


def _example(contract: Contract, name: str) -> str | None:
    example = _record_example(contract, name)
    return None if example is None else pretty(example)


def _record_example(contract: Contract, name: str) -> Any:
    return contract.interface.record(name).example


_PYTHON = '''\
from standardwebhooks import Webhook, WebhookVerificationError

SECRET = "$secret"


def verified(body: bytes, headers: dict[str, str]) -> dict:
    """Return the notification. `body` is what arrived, byte for byte. Raises ValueError when it is not genuine."""
    try:
        return Webhook(SECRET).verify(body, headers)
    except WebhookVerificationError as error:
        raise ValueError("not a genuine notification") from error
'''

_PACKAGE = '''\
from $package.webhooks import Event, SignatureError, verify

SECRET = "$secret"


def verified(body: bytes, headers: dict[str, str]) -> Event:
    """Return the event, typed. `body` is what arrived, byte for byte. Raises ValueError when it is not genuine."""
    try:
        return verify(body, headers, SECRET)
    except SignatureError as error:
        raise ValueError("not a genuine notification") from error
'''

_PYTHON_ALONE = '''\
import base64
import hashlib
import hmac
import json
import time

SECRET = "$secret"
TOLERANCE_SECONDS = $tolerance


def verified(body: bytes, headers: dict[str, str]) -> dict:
    """Return the notification. `body` is what arrived, byte for byte. Raises ValueError when it is not genuine."""
    id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise ValueError("too old, or from the future")
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    expected = hmac.digest(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256)
    for signature in headers.get("webhook-signature", "").split(" "):
        version, _, value = signature.partition(",")
        if version == "v1" and hmac.compare_digest(base64.b64decode(value), expected):
            return json.loads(body)
    raise ValueError("no signature fits")
'''

_JAVASCRIPT = """\
const { createHmac, timingSafeEqual } = require("node:crypto");

const SECRET = "$secret";
const TOLERANCE_SECONDS = $tolerance;

/** Returns the notification. `body` is the Buffer that arrived. Throws an Error when it is not genuine. */
function verified(body, headers) {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) {
    throw new Error("too old, or from the future");
  }
  const key = Buffer.from(SECRET.slice("whsec_".length), "base64");
  const expected = createHmac("sha256", key).update(`$${id}.$${timestamp}.`).update(body).digest();
  for (const signature of signatures.split(" ")) {
    const [version, value] = signature.split(",");
    const given = Buffer.from(value ?? "", "base64");
    if (version === "v1" && given.length === expected.length && timingSafeEqual(given, expected)) {
      return JSON.parse(body.toString("utf8"));
    }
  }
  throw new Error("no signature fits");
}
"""


@dataclass(frozen=True, slots=True)
class Verifier:
    """A program: what it needs, and its text, in which `verified` takes a body and headers."""

    id: str
    title: str
    language: str
    needs: str
    text: str


def verifiers(contract: Contract, message: SignedMessage, packs: Iterable[Pack]) -> tuple[Verifier, ...]:
    """Return programs that take the message and refuse every other; they hold its secret.

    The package of models is named where one of the packs makes it, with what receives notifications.
    """
    package = contract.service.package
    packaged = any(file.path.endswith(f"/{package}/webhooks.py") for pack in packs for file in pack.files)
    names = {"secret": message.secret, "tolerance": contract.interface.signing.tolerance_seconds, "package": package}
    return tuple(
        Verifier(id, title, language, needs, Template(text).substitute(names))
        for id, title, language, needs, text in (*([_of_package(package)] if packaged else []), *_PROGRAMS)
    )


def _of_package(package: str) -> tuple[str, str, str, str, str]:
    needs = f"The package `{package}` of [the downloads](downloads.html), with its extra `webhooks`."
    return ("verify-package", f"Python, {package}", "Python", needs, _PACKAGE)


_NOTHING = "Nothing beside the language's own library."
_LIBRARY = "`pip install standardwebhooks`. The library refuses what is more than five minutes away."
_PROGRAMS = (
    ("verify-python", "Python, standardwebhooks", "Python", _LIBRARY, _PYTHON),
    ("verify-python-alone", "Python alone", "Python", _NOTHING, _PYTHON_ALONE),
    ("verify-javascript", "JavaScript, Node.js alone", "JavaScript", _NOTHING, _JAVASCRIPT),
)
