"""The published receivers of notifications, used in one way: each reports the event of a body, or the error."""

import base64
import hmac
import json
import time
import traceback
from typing import Any

from tests.artefacts.client.clients import Found
from tests.artefacts.published import modules
from tests.artefacts.typescript.typescript_package import Driver

SECRET = "whsec_" + base64.b64encode(b"0123456789abcdefghijklmn").decode()
OTHER = "whsec_" + base64.b64encode(b"nmlkjihgfedcba9876543210").decode()


def signed(body: bytes, *secrets: str, age: float = 0) -> dict[str, str]:
    """Return the headers of a body that was signed some seconds ago, whatever bytes it has."""
    return signed_at(str(int(time.time() - age)), body, *secrets)


def signed_at(moment: str, body: bytes, *secrets: str) -> dict[str, str]:
    """Return the headers of a body that was signed at a time, however it is written."""
    keys = [base64.b64decode(secret.removeprefix("whsec_")) for secret in secrets or (SECRET,)]
    macs = [hmac.digest(key, f"evt_1.{moment}.".encode() + body, "sha256") for key in keys]
    return {
        "Webhook-Id": "evt_1",
        "Webhook-Timestamp": moment,
        "Webhook-Signature": " ".join(f"v1,{base64.b64encode(mac).decode()}" for mac in macs),
    }


class PythonReceiver:
    """The receiver of the Python package."""

    language = "Python"
    mistake = "ValueError"
    """The error for a secret that is none."""

    def verify(self, body: bytes, headers: Any, secrets: Any = SECRET, **options: Any) -> Found:
        """Return the event as JSON, or the error: `name`, `message`, `event` and `document`, and what is `shown`."""
        webhooks = modules()["webhooks"]
        try:
            event = webhooks.verify(body, headers, secrets, **options)
        except (webhooks.SignatureError, webhooks.EventError, ValueError, TypeError) as error:
            known = {"event": getattr(error, "name", None), "document": getattr(error, "document", None)}
            shown = "".join(traceback.format_exception(error))
            return {"error": {"name": type(error).__name__, "message": str(error), "shown": shown, **known}}
        assert type(event) in webhooks.Event.__args__
        return {"event": json.loads(event.model_dump_json(by_alias=True)), "record": type(event).__name__}

    def sign(self, body: bytes, secret: str, at: float) -> dict[str, str]:
        """Return the headers of a body that the package signs for a test."""
        found: dict[str, str] = modules()["webhooks"].sign(body, secret, id="evt_1", at=at)
        return found

    def examples(self) -> list[dict[str, str]]:
        """Return the type of each example, and that of its event, which is verified at its time."""
        found = []
        for one in modules()["webhooks"].example_notifications():
            event = self.verify(one.body, one.headers, one.secret, now=one.signed_at)["event"]
            found.append({"type": one.type, "event": event["type"]})
        return found


class TypeScriptReceiver:
    """The receiver of the TypeScript package, in a process of node."""

    language = "TypeScript"
    mistake = "TypeError"

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def verify(self, body: bytes, headers: Any, secrets: Any = SECRET, **options: Any) -> Found:
        """Return the event or the error."""
        asked = {"body": body.decode("latin-1"), "headers": headers, "secrets": secrets}
        found: Found = self._driver.ask(act="verify", **asked, **options)
        if "error" in found:
            found["error"]["shown"] = json.dumps(found["error"])
        return found

    def sign(self, body: bytes, secret: str, at: float) -> dict[str, str]:
        """Return the headers."""
        found: dict[str, str] = self._driver.ask(act="sign", body=body.decode(), secret=secret, id="evt_1", at=at)
        return found

    def examples(self) -> list[dict[str, str]]:
        """Return the types of the examples, and of their events."""
        found: list[dict[str, str]] = self._driver.ask(act="examples")
        return found


Receiver = PythonReceiver | TypeScriptReceiver
