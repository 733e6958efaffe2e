"""A contract in, its notifications out: events, delivery in words, and a signed message that receivers can try."""

import base64
import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from paycat.catalogue.interface import EventType, Notification
from paycat.contract.interface import Parameter
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


def has_receiver(packs: Iterable[Pack], package: str) -> bool:
    """Tell whether one of the packs makes the module of a package that receives notifications."""
    return any(file.path.endswith(f"/{package}/webhooks.py") for pack in packs for file in pack.files)
