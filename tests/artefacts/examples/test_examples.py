"""The example programs are what a type checker accepts, and do against the sandbox what they say."""

import importlib.util
import json
import shutil
import socket
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

import httpx
import projects
import pytest
from standardwebhooks import Webhook

from paycat.conformance.run.engines import ajv
from paycat.conformance.run.engines.ajv.node import installed, node_program
from tests.artefacts.examples.conftest import EXAMPLES, SOURCES, Sandbox, environment
from tests.artefacts.integrators.node_packages import node_modules

GENERATED = projects.ROOT / "generated"
pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path, **added: str) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, which must be a good one."""
    arguments = list(map(str, command))
    done = subprocess.run(arguments, cwd=cwd, env=environment(**added), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def module(name: str) -> ModuleType:
    """Return an example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_strict_type_checkers_find_nothing(tmp_path: Path) -> None:
    programs = sorted(EXAMPLES.glob("*.py"))
    assert len(programs) == 2
    cache = projects.ROOT / ".cache" / "mypy"
    run(sys.executable, "-m", "mypy", "--config-file=", "--strict", "--cache-dir", cache, *programs, cwd=SOURCES)
    for program in programs:
        shutil.copy(program, tmp_path)
    config = {"include": ["*.py"], "extraPaths": [str(SOURCES)], "typeCheckingMode": "strict"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
    run(sys.executable, "-m", "pyright", "-p", tmp_path, "--pythonpath", sys.executable, cwd=tmp_path)


def test_a_payout_is_paid_once_after_a_lost_answer(sandbox: Sandbox, losing: str, tmp_path: Path) -> None:
    arguments = (EXAMPLES / "payout.py", "orders.db", "example-once", "150.25", "a.person@bank")
    settings = {"PAYMENTS_BASE_URL": losing, "PAYMENTS_API_KEY": sandbox.key}
    first = run(sys.executable, *arguments, cwd=tmp_path, **settings)
    assert "no answer (money may have moved: True); trying again" in first.stderr
    [payout] = sandbox.payouts("example-once")
    assert first.stdout.split()[0] == payout["id"]
    again = run(sys.executable, *arguments, cwd=tmp_path, **settings)
    assert again.stdout == first.stdout
    assert len(sandbox.payouts("example-once")) == 1


def test_a_payout_of_another_key_is_found_by_its_reference(sandbox: Sandbox, tmp_path: Path) -> None:
    arguments = (EXAMPLES / "payout.py", "orders.db", "example-lost-database", "5", "a.person@bank")
    settings = {"PAYMENTS_BASE_URL": sandbox.url, "PAYMENTS_API_KEY": sandbox.key}
    first = run(sys.executable, *arguments, cwd=tmp_path, **settings)
    (tmp_path / "orders.db").unlink()
    again = run(sys.executable, *arguments, cwd=tmp_path, **settings)
    assert again.stdout.split()[0] == first.stdout.split()[0]


def test_the_receiver_keeps_each_notification_once(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    program = (
        "import json; from payments_api.webhooks import example_notifications as all;"
        "print(json.dumps([[one.type, one.body.decode(), one.secret] for one in all()]))"
    )
    events = json.loads(run(sys.executable, "-c", program, cwd=tmp_path).stdout)
    command = [sys.executable, str(EXAMPLES / "receiver.py"), "orders.db", str(port)]
    settings = environment(PAYMENTS_WEBHOOK_SECRET=events[0][2])
    with subprocess.Popen(command, cwd=tmp_path, env=settings, stdout=subprocess.PIPE, text=True) as receiver:
        try:
            assert receiver.stdout is not None
            url = receiver.stdout.readline().split()[-1]
            sent = [_post(url, kind, body, events[0][2]) for _ in range(2) for kind, body, _ in events]
            assert set(sent) == {204}
            assert httpx.post(url, content=events[0][1], headers={"webhook-id": "x"}).status_code == 400
        finally:
            receiver.terminate()
    with sqlite3.connect(tmp_path / "orders.db") as connection:
        kept = connection.execute("SELECT type FROM notifications ORDER BY rowid").fetchall()
        states = connection.execute("SELECT status, final FROM states").fetchall()
    assert [kind for (kind,) in kept] == [kind for kind, *_ in events]
    assert len(states) == 2
    assert all(final for _, final in states)


def _post(url: str, kind: str, body: str, secret: str) -> int:
    moment = datetime.now(UTC)
    headers = {
        "webhook-id": f"msg-{kind}",
        "webhook-timestamp": str(int(moment.timestamp())),
        "webhook-signature": Webhook(secret).sign(f"msg-{kind}", moment, body),
    }
    return httpx.post(url, content=body, headers=headers).status_code


def test_the_typescript_program_compiles_and_pays_once(sandbox: Sandbox, losing: str, tmp_path: Path) -> None:
    modules = tmp_path / "node_modules"
    modules.mkdir()
    ajv_modules = installed(Path(ajv.__file__).parent / "package.json", "tests") / "node_modules"
    for package in (*node_modules().iterdir(), *ajv_modules.iterdir()):
        if not (modules / package.name).exists():
            (modules / package.name).symlink_to(package)
    shutil.copy(EXAMPLES / "payout.ts", tmp_path)
    shutil.copy(projects.ROOT / "tests/artefacts/clients/callers/openapi-typescript/tsconfig.json", tmp_path)
    shutil.copy(GENERATED / "openapi" / "openapi.json", tmp_path)
    shutil.copy(GENERATED / "json-schema" / "payout" / "UPI.schema.json", tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    node = node_program("tests")
    run(node, "node_modules/.bin/openapi-typescript", "openapi.json", "-o", "client.d.ts", cwd=tmp_path)
    run(node, "node_modules/.bin/tsc", cwd=tmp_path)
    settings = {"PAYMENTS_BASE_URL": losing, "PAYMENTS_API_KEY": sandbox.key}
    first, second = run(node, "build/payout.js", cwd=tmp_path, **settings).stdout.splitlines()
    assert first == "false must have required property 'recipient'"
    [payout] = sandbox.payouts("example-ts")
    assert second.split()[0] == payout["id"]
