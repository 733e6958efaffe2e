"""Operations and parameters whose names the client or the language has in use: each has a method."""

import subprocess
from pathlib import Path

import projects
import pytest

from paycat.conformance.run.engines.ajv.node import node_program
from tests.artefacts.typescript.typescript_package import check_types

pytestmark = pytest.mark.slow

RENAMED = {
    "listBanks": "deleteBanks",
    "listPayIns": "iteratePayouts",
    "createPayIn": "call",
    "createPayout": "client",
}
METHODS = {
    *("banks.delete", "banks.iterateDelete"),
    *(f"payins.{name}" for name in ("create", "get", "iterate", "list", "wait")),
    *(f"payouts.{name}" for name in ("create", "get", "iterate", "list", "wait")),
}
NAMES = """
const client = new (await import(process.argv[1])).Client({ apiKey: "sk_test" });
for (const [resource, methods] of Object.entries(client)) {
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(methods))) console.log(`${resource}.${name}`);
}
"""
CONSUMER = """
import { Client, type CallOptions, type ClientOptions, type PayoutsResource } from "payments-api/client";
import type { Requests } from "payments-api";

export async function all(signal: AbortSignal, request: Requests["payout"], payIn: Requests["pay_in"]): Promise<void> {
  const [options, own]: [ClientOptions, CallOptions] = [{ apiKey: "sk_test", deadline: 3 }, { signal }];
  const client = new Client(options);
  const payouts: PayoutsResource = client.payouts;
  await payouts.create(request, { ...own, idempotencyKey: "k" });
  await client.payins.create(payIn, own);
  const payout = await payouts.wait((await payouts.get("x")).id, { until: ["succeeded"], deadline: 9 });
  const banks = await client.banks.delete({ methodCode: payout.method_code });
  for await (const one of client.banks.iterateDelete({ methodCode: "X" })) console.log(one === banks.data[0]);
  for await (const one of payouts.iterate()) console.log(one.reference === payout.reference);
  console.log((await client.payins.list()).data);
}
"""


def test_no_two_methods_have_one_name(tmp_path: Path) -> None:
    project = projects.copied(tmp_path / "project", generated=False)
    operations = project / "schemas" / "interface" / "operations.yaml"
    text = operations.read_text(encoding="utf-8")
    for old, new in RENAMED.items():
        text = text.replace(f"\n  {old}:\n", f"\n  {new}:\n")
    text = text.replace("path: /v1/banks\n", "path: /v1/banks/all\n")
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
    assert {name for name in done.stdout.split() if not name.endswith(".constructor")} == METHODS
