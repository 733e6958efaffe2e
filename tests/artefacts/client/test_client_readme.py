"""The README of the published package: every Python block runs, one after the other, against a served stub."""

import base64
import os
import re
import subprocess
import sys
from typing import Any

import pytest

from tests.artefacts.client.answers import EXAMPLES
from tests.artefacts.published import GENERATED, SOURCES, contract, modules
from tests.artefacts.serving import Handlers
from tests.conformance.live.server import serving

README = (GENERATED / "python" / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
SHOWN_ADDRESS = "http://127.0.0.1:8000"
RECEIVING = """
import datetime, standardwebhooks
body, when = EVENT, datetime.datetime.now(datetime.timezone.utc)
signature = standardwebhooks.Webhook(SECRET).sign("evt_1", when, body.decode())
headers = {"webhook-id": "evt_1", "webhook-timestamp": str(int(when.timestamp())), "webhook-signature": signature}
print(receive(body, headers), receive(body + b" ", headers))
"""


async def known_caller(credential: str) -> str | None:
    return "merchant" if credential == contract()["interface"]["sandbox"]["secret_key"] else None


@pytest.mark.slow
def test_every_block_runs() -> None:
    handlers = Handlers()
    event = modules()["records"].PayoutEvent.model_validate({**EXAMPLES["PayoutEvent"], "type": "payout.succeeded"})
    with serving(modules()["server"].create_app(handlers, known_caller)) as address:
        script = "\n".join(BLOCKS).replace(SHOWN_ADDRESS, address)
        script += f"\nEVENT = {event.model_dump_json().encode()!r}\n{RECEIVING}"
        environ = {**os.environ, "PYTHONPATH": str(SOURCES), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-W", "error", "-c", script]
        ended = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stderr
    written, provenance, first, second, *kinds, told, statuses = ended.stdout.splitlines()
    assert provenance.startswith("Provenance(source='§2.")
    assert kinds == [one["name"] for one in contract()["interface"]["event_types"]]
    sent = modules()["parsing"].parse("payout", modules()["body"].read_object(written.encode()))
    assert handlers.seen == [sent, sent], "the block with the client, and its async twin"
    for record in (first, second):
        assert modules()["records"].PayoutRecord.model_validate_json(record).reference == sent.reference
    assert told.startswith("PayoutEvent {")
    assert statuses == "204 400"


def test_the_blocks_show_what_they_should() -> None:
    shown = "\n".join(BLOCKS)
    for word in ("Client(", "AsyncClient(", "verify(", "create_app("):
        assert word in shown
    assert shown.count(SHOWN_ADDRESS) == 2
    [secret] = re.findall(r'"whsec_(.*)"', README)
    assert 24 <= len(base64.b64decode(secret)) <= 64


def test_installing_is_told_for_every_extra() -> None:
    project: Any = (GENERATED / "python" / "pyproject.toml").read_text(encoding="utf-8")
    extras = re.findall(r"^(\w+) = \[", project.partition("[project.optional-dependencies]")[2], re.MULTILINE)
    assert {"client", "server", "webhooks"} <= set(extras)
    for extra in ("client", "server", "webhooks"):
        assert f"pip install '.[{extra}]'" in README
