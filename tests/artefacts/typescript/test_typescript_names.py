"""Operations and parameters whose names the client has in use: each has a method, and what is beside it makes way."""

import subprocess
from pathlib import Path

import projects
import pytest

from paycat.conformance.run.engines.ajv.node import node_program
from tests.artefacts.typescript.typescript_package import check_types

pytestmark = pytest.mark.slow

RENAMED = {
    "listBanks": "waitForPayout",
    "listPayIns": "iteratePayouts",
    "createPayIn": "call",
    "createPayout": "client",
}
METHODS = {
    *("call", "client", "getPayIn", "getPayout", "iteratePayouts", "listPayouts", "waitForPayout"),
    *("iterateIteratePayouts", "iteratePayouts_", "iterateWaitForPayout", "waitForPayIn", "waitForPayout_"),
}
NAMES = "console.log(...Object.getOwnPropertyNames((await import(process.argv[1])).Client.prototype))"
CONSUMER = """
import { Client, type CallOptions, type ClientOptions } from "payments-api/client";
import type { Requests } from "payments-api";

export async function all(signal: AbortSignal, request: Requests["payout"], payIn: Requests["pay_in"]): Promise<void> {
  const [options, own]: [ClientOptions, CallOptions] = [{ key: "sk_test", deadline: 3 }, { signal }];
  const client = new Client(options);
  await client.client(request, { ...own, idempotencyKey: "k" });
  await client.call(payIn, own);
  const payout = await client.waitForPayout_((await client.getPayout("x")).id, { until: ["succeeded"] });
  const banks = await client.waitForPayout({ methodCode: payout.method_code });
  for await (const one of client.iterateWaitForPayout({ methodCode: "X" })) console.log(one === banks.data[0]);
  for await (const one of client.iteratePayouts_()) console.log(one.reference === payout.reference);
  console.log((await client.iteratePayouts()).data);
}
"""


def test_no_two_methods_have_one_name(tmp_path: Path) -> None:
    project = projects.copied(tmp_path / "project", generated=False)
    operations = project / "schemas" / "interface" / "operations.yaml"
    text = operations.read_text(encoding="utf-8")
    for old, new in RENAMED.items():
        text = text.replace(f"\n  {old}:\n", f"\n  {new}:\n")
    # Names that the methods use themselves.
    for path, parameter, name in (("payouts", "PayoutId", "waiting"), ("payins", "PayInId", "read")):
        text = text.replace(f"/v1/{path}/{{id}}", f"/v1/{path}/{{{name}}}")
        text = text.replace(
            f"  {parameter}:\n    in: path\n    name: id\n", f"  {parameter}:\n    in: path\n    name: {name}\n"
        )
    operations.write_text(text, encoding="utf-8")
    made = projects.paycat("generate", "--packs", "typescript", "--to", "made", cwd=project)
    assert (made.returncode, made.stderr) == (0, ""), made.stdout
    package = project / "made" / "typescript"

    source = tmp_path / "consumer.ts"
    source.write_text(CONSUMER, encoding="utf-8")
    (tmp_path / "compiled").mkdir()
    check_types(tmp_path / "compiled", source, package=package)
    command = [node_program("tests"), "--input-type=module", "-e", NAMES, (package / "client" / "client.js").as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == METHODS | {"constructor"}
