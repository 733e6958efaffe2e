"""The client of another catalogue: well-formed, typed, and it works; nothing of it is made for one catalogue."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import projects
import pytest
from starter_cases import STARTER

PACKAGE = "bank_collections"
SCRIPT = """
import asyncio, datetime, json, sys
import httpx, standardwebhooks
from bank_collections import client, parse_payout, parse_pay_in, records, webhooks
from bank_collections.server import create_app

contract = json.loads(sys.stdin.read())
examples = {one["name"]: one["example"] for one in contract["interface"]["records"]}
samples = [
    (direction, sample["payload"])
    for method in contract["methods"]
    for direction in ("pay_in", "payout")
    if "request" in method["offers"][direction]
    for sample in method["offers"][direction]["request"]["samples"]
    if not sample.get("violations")
]

class Handlers:
    async def create_collection(self, *, request, **_):
        return records.CollectionRecord.model_validate(examples["CollectionRecord"])

    async def create_refund(self, *, request, **_):
        return records.RefundRecord.model_validate(examples["RefundRecord"])

async def authenticate(credential):
    return credential

async def main():
    transport = httpx.ASGITransport(create_app(Handlers(), authenticate))
    async with client.AsyncClient("sk_test", base_url="http://localhost", transport=transport) as service:
        for direction, payload in samples:
            if direction == "pay_in":
                await service.collections.create(parse_pay_in(payload))
            else:
                await service.refunds.create(parse_payout(payload))

asyncio.run(main())
secret, when = "whsec_dGVzdC1zZWNyZXQtb2YtdGhpcy1yZWFkbWU=", datetime.datetime.now(datetime.timezone.utc)
body = json.dumps({**examples["RefundMessage"], "event": "refund.sent"}).encode()
headers = {"webhook-id": "m", "webhook-timestamp": str(int(when.timestamp()))}
headers["webhook-signature"] = standardwebhooks.Webhook(secret).sign("m", when, body.decode())
print(len(samples), type(webhooks.verify(body, headers, secret)).__name__)
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The starter's project, generated."""
    folder = shutil.copytree(STARTER, tmp_path_factory.mktemp("second") / "project")
    return _generated(folder)


@pytest.fixture(scope="module")
def new_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project as `paycat init` makes it, generated; its package has the name of that of the starter."""
    folder = tmp_path_factory.mktemp("new") / "project"
    directions = ("--direction", "gift_card", "--direction", "top_up")
    assert projects.paycat("init", str(folder), "--package", PACKAGE, *directions, cwd=folder.parent).returncode == 0
    return _generated(folder)


@pytest.mark.parametrize("which", ["project", "new_project"])
@pytest.mark.parametrize(
    "check",
    [
        ["ruff", "check", "--isolated", "--no-cache", PACKAGE],
        ["ruff", "format", "--check", "--isolated", "--no-cache", PACKAGE],
        ["mypy", "--config-file=", "--strict", "-p", PACKAGE, "--cache-dir", str(projects.ROOT / ".cache" / "mypy")],
    ],
    ids=lambda check: check[0] + " " + check[1].strip("-"),
)
def test_the_package_is_well_formed(request: pytest.FixtureRequest, which: str, check: list[str]) -> None:
    command = [sys.executable, "-m", *check]
    sources = _sources(request.getfixturevalue(which))
    ended = subprocess.run(command, cwd=sources, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_the_client_and_the_receiver_work(project: Path) -> None:
    contract = (project / "generated" / "contract" / "contract.json").read_text(encoding="utf-8")
    command = [sys.executable, "-W", "error", "-c", SCRIPT]
    environ = projects.environ(PYTHONPATH=str(_sources(project)))
    ended = subprocess.run(command, input=contract, env=environ, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    samples, event = ended.stdout.split()
    assert int(samples) >= 2 * len(json.loads(contract)["methods"])
    assert event == "RefundMessage"


ODD_NAMES = """
import asyncio, json, sys
import httpx
from bank_collections import client, parse_pay_in, records, server

payload, example = json.load(sys.stdin)

class Handlers:
    async def import_(self, **arguments):
        return records.CollectionRecord.model_validate(example)

async def authenticate(credential):
    return credential

async def main():
    transport = httpx.ASGITransport(server.create_app(Handlers(), authenticate))
    async with client.AsyncClient("sk_test", base_url="http://localhost", transport=transport) as service:
        return await service.collections.create(parse_pay_in(payload))

print(type(asyncio.run(main())).__name__)
"""


def test_operations_may_have_the_names_of_keywords_and_built_ins(tmp_path: Path) -> None:
    project = shutil.copytree(STARTER, tmp_path / "project")
    operations = "schemas/interface/operations.yaml"
    renamed = [("  createCollection:", "  import:"), ("  createRefund:", "  str:")]
    projects.edit(project, [{"file": operations, "find": old, "replace": new} for old, new in renamed])
    _generated(project)
    strict = [sys.executable, "-m", "mypy", "--config-file=", "--strict", "-p", PACKAGE, "--cache-dir", str(tmp_path)]
    ended = subprocess.run(strict, cwd=_sources(project), capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout
    contract = json.loads((project / "generated" / "contract" / "contract.json").read_text(encoding="utf-8"))
    payload = next(one["offers"]["pay_in"]["request"] for one in contract["methods"])["samples"][0]["payload"]
    example = next(one["example"] for one in contract["interface"]["records"] if one["name"] == "CollectionRecord")
    ended = subprocess.run(
        [sys.executable, "-W", "error", "-c", ODD_NAMES],
        input=json.dumps([payload, example]),
        env=projects.environ(PYTHONPATH=str(_sources(project))),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (0, "CollectionRecord\n"), ended.stderr


def _sources(project: Path) -> Path:
    return project / "generated" / "python" / "src"


def _generated(project: Path) -> Path:
    ended = projects.paycat("generate", "--project", str(project), cwd=project.parent)
    assert (ended.returncode, ended.stderr) == (0, "")
    return project
