"""The README of the TypeScript package: every block compiles, and runs against the sandbox."""

import os
import re
import subprocess
from pathlib import Path

import projects
import pytest

from paycat.conformance.run.engines.ajv.node import node_program
from tests.artefacts.sandbox import sandboxes
from tests.artefacts.typescript.typescript_package import PACKAGE, check_types

pytestmark = pytest.mark.slow

BLOCKS = re.findall(
    r"^```ts\n(.*?)^```$", (PACKAGE / "README.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
)
SHOWN_ADDRESS = "http://127.0.0.1:8000"
RECEIVING = """
import { exampleNotifications, sign } from "payments-api/webhooks";
const [example] = exampleNotifications();
if (!example) throw new Error("there is none");
const [body, headers] = [new Uint8Array(example.body), await sign(example.body, SECRET, { id: "evt_1" })];
const received = async (sent: Uint8Array<ArrayBuffer>) =>
  (await receive(new Request("https://receiver.test", { method: "POST", body: sent, headers }))).status;
console.log(await received(body), await received(new Uint8Array([...body, 32])));
"""


def test_every_block_runs(tmp_path: Path) -> None:
    source = tmp_path / "source" / "readme.ts"
    source.parent.mkdir()
    with sandboxes.running(projects.PROJECT, tmp_path) as sandbox:
        text = "\n".join(BLOCKS).replace(SHOWN_ADDRESS, sandbox.url)
        source.write_text(text + RECEIVING, encoding="utf-8")
        check_types(tmp_path, source)
        environ = {**os.environ, "NODE_OPTIONS": ""}
        command = [node_program("tests"), "readme.ts"]
        ended = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    printed = ended.stdout
    assert printed.count("test-payout-") == 2, "the body that is judged, and the record"
    assert "object: 'payout'" in printed
    assert printed.endswith("204 400\n")
