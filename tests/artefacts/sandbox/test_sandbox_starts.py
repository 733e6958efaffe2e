"""The sandbox is started by a project, and by the fixture for pytest."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import projects
import pytest
from targets import deep, one_of_each_kind

from tests.artefacts.sandbox import sandboxes
from tests.artefacts.sandbox.kills import workers_of

TEST = """
import httpx

pytest_plugins = ["payments_api.testing"]

def test_a_payout_is_returned(sandbox):
    id = sandbox.trigger("payout.returned")
    sandbox.turn("PT1H")
    headers = {"Authorization": f"Bearer {sandbox.secret_key}"}
    assert httpx.get(f"{sandbox.url}/v1/payouts/{id}", headers=headers).json()["status"] == "returned"
    held = sandbox.trigger("payin.processing")
    sandbox.move("payins", held, "failed", "declined")
    assert httpx.get(f"{sandbox.url}/v1/payins/{held}", headers=headers).json()["failure"]["code"] == "declined"
"""


def test_the_fixture_runs_a_sandbox(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(TEST, encoding="utf-8")
    (tmp_path / "test_payouts.py").write_text("from conftest import test_a_payout_is_returned\n", encoding="utf-8")
    (tmp_path / "foreign").mkdir()
    ran = projects.plant_modules(tmp_path / "foreign")
    tests = str(tmp_path / "test_payouts.py")
    command = [sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null", tests]
    environment = sandboxes.environment(sandboxes.package_of(projects.PROJECT))
    ended = subprocess.run(
        command, cwd=tmp_path / "foreign", env=environment, capture_output=True, text=True, check=False
    )
    assert not ran.exists(), ran.read_text(encoding="utf-8")
    assert ended.returncode == 0, ended.stdout
    assert "1 passed" in ended.stdout


def test_a_project_serves_its_sandbox(tmp_path: Path) -> None:
    """Modules in the folder where it is started do not run, in none of its processes."""
    (tmp_path / "foreign").mkdir()
    ran = projects.plant_modules(tmp_path / "foreign")
    database = f"sqlite:///{tmp_path / 'sandbox.db'}"
    options = ["--port", "0", "--database", database, "--workers", "2"]
    program = projects.command("serve", "--project", projects.PROJECT, *options)
    log = tmp_path / "log"
    with (
        log.open("wb") as output,
        subprocess.Popen(program, stdout=output, stderr=output, cwd=tmp_path / "foreign") as process,
        sandboxes.ending(process),
        httpx.Client(base_url=f"http://127.0.0.1:{sandboxes.listening_port(process, log)}", trust_env=False) as http,
    ):
        page, reference = http.get("/"), http.get("/reference/")
        with http.stream("GET", "/sandbox/stream") as stream:
            first = next(stream.iter_lines())
    assert not ran.exists(), ran.read_text(encoding="utf-8")
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert (reference.status_code, "<h1" in reference.text) == (200, True)
    assert first.startswith('data: {"time": ')
    assert process.returncode == 0, log.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("http://localhost:3000", True),
        pytest.param("http://127.0.0.1", True, marks=deep),
        ("https://evil.example", False),
    ],
)
def test_pages_of_this_machine_may_call_it_and_others_may_not(tmp_path: Path, origin: str, allowed: bool) -> None:
    with sandboxes.running(projects.PROJECT, tmp_path) as sandbox:
        headers = {"Origin": origin, "Access-Control-Request-Method": "POST"}
        answer = sandbox.http.options("/sandbox/clock", headers=headers)
        assert ("access-control-allow-origin" in answer.headers) == allowed
        plain = sandbox.http.post(
            "/sandbox/clock", content='{"advance": "PT1H"}', headers={"Content-Type": "text/plain"}
        )
        assert plain.status_code == 415


@pytest.mark.parametrize(
    ("host", "status"),
    [
        *(("localhost", 200), ("LOCALHOST:8000", 200), ("127.0.0.1:8000", 200), ("[::1]:8000", 200)),
        *(("sandbox.test", 200), ("sandbox.test:80", 200)),
        *(("evil.example", 400), ("localhost.evil.example", 400), ("127.0.0.1.evil.example", 400), ("", 400)),
        *(("www.sandbox.test", 400), ("evil.example@localhost", 400), ("10.0.0.1", 400)),
    ],
)
def test_every_path_answers_at_known_hosts_only(allowing: sandboxes.Sandbox, host: str, status: int) -> None:
    """A page of another site whose name leads to this machine sends its own name."""
    for method, path in [*CONTROL, ("GET", "/v1/payins")]:
        answer = allowing.http.request(method, path, headers={"Host": host}, json={"advance": "PT0S"})
        assert answer.status_code == status, path


CONTROL = [("GET", "/"), ("GET", "/sandbox/health"), ("GET", "/sandbox/state"), ("POST", "/sandbox/clock")]


@pytest.fixture(scope="module")
def allowing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sandboxes.Sandbox]:
    """A sandbox that also answers at a name."""
    arguments = ("--allow-host", "sandbox.test")
    with sandboxes.running(projects.PROJECT, tmp_path_factory.mktemp("hosts"), *arguments) as sandbox:
        yield sandbox


@pytest.fixture(scope="module")
def exposed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sandboxes.Sandbox]:
    """A sandbox that other machines can reach."""
    folder = tmp_path_factory.mktemp("exposed")
    with sandboxes.running(projects.PROJECT, folder, "--host", "0.0.0.0") as sandbox:
        yield sandbox


def control_key(sandbox: sandboxes.Sandbox) -> str:
    lines = sandbox.log.read_text(encoding="utf-8").splitlines()
    [key] = [one.split()[-1] for one in lines if one.startswith("Control key:")]
    assert any("Other machines can reach it." in one for one in lines)
    return key


def test_beyond_this_machine_the_page_and_the_control_ask_for_a_key(exposed: sandboxes.Sandbox) -> None:
    key = control_key(exposed)
    assert len(key) == 32
    guarded = [one for one in CONTROL if one[1] != "/sandbox/health"]
    guarded += [("GET", "/sandbox/page.js"), ("GET", "/sandbox/requests/1"), ("GET", "/sandbox/records/x")]
    guarded += [("POST", "/sandbox/events"), ("POST", "/sandbox/payouts/x/moves")]
    for method, path in [*guarded, ("GET", "/sandbox/stream")]:
        for auth in (None, httpx.BasicAuth("control", ""), httpx.BasicAuth("control", key + "x")):
            with httpx.Client(base_url=exposed.url, auth=auth, trust_env=False) as http:
                answer = http.request(method, path, json={"advance": "PT0S"})
            assert (answer.status_code, answer.headers["www-authenticate"][:5]) == (401, "Basic"), path
    for odd in ("Basic", "Basic \u00e9", "Basic %%%", f"Bearer {key}", f"Basic {key}"):
        assert exposed.http.get("/", headers={"Authorization": odd.encode("latin-1")}).status_code == 401
    with httpx.Client(base_url=exposed.url, auth=("any", key), trust_env=False) as http:
        statuses = {http.request(method, path, json={"advance": "PT0S"}).status_code for method, path in guarded[:3]}
    assert statuses == {200}
    assert exposed.http.get("/sandbox/health").status_code == 200
    assert exposed.create("payout", "test-hold-exposed").status_code == 201


@pytest.mark.parametrize(
    ("host", "status"),
    [("10.0.0.1", 200), ("192.0.2.7:8000", 200), ("[2001:db8::1]:80", 200), ("evil.example", 400), ("127.1", 400)],
)
def test_other_machines_call_an_address(exposed: sandboxes.Sandbox, host: str, status: int) -> None:
    """No name of another site is an address, and those of this machine are not known before."""
    assert exposed.http.get("/v1/payins", headers={"Host": host}).status_code == status


def test_commands_send_the_control_key(exposed: sandboxes.Sandbox) -> None:
    command = [
        sys.executable,
        "-m",
        f"{exposed.package.name}.sandbox",
        "trigger",
        "payout.failed",
        "--url",
        exposed.url,
    ]
    for key, code in (("wrong", 1), (control_key(exposed), 0)):
        environment = sandboxes.environment(exposed.package)
        ended = subprocess.run([*command, "--control-key", key], env=environment, capture_output=True, check=False)
        assert ended.returncode == code, ended.stdout


@pytest.mark.parametrize("host", one_of_each_kind(["127.0.0.1", "localhost", "::1"], ["::1"]))
def test_on_this_machine_no_key_is_needed(tmp_path: Path, host: str) -> None:
    with sandboxes.running(projects.PROJECT, tmp_path, "--host", host) as sandbox:
        assert sandbox.http.get("/", headers={"Authorization": ""}).status_code == 200
        assert "Control key" not in sandbox.log.read_text(encoding="utf-8")


def test_a_head_that_does_not_arrive_ends(allowing: sandboxes.Sandbox) -> None:
    """Three connections send nothing, half a head, and a byte now and then; the last one has sent a request before."""
    address = ("127.0.0.1", int(allowing.url.rpartition(":")[2]))
    with ExitStack() as stack:
        silent, half, slow = (stack.enter_context(socket.create_connection(address, timeout=60)) for _ in range(3))
        half.sendall(b"GET /sandbox/health HTTP/1.1\r\nHost: localhost\r\n")
        slow.sendall(b"GET /sandbox/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert slow.recv(65_536).startswith(b"HTTP/1.1 200")
        with suppress(OSError):
            for _ in range(600):
                slow.sendall(b"A")
                time.sleep(0.1)
        with pytest.raises(OSError):  # noqa: PT011 - a broken pipe, or a connection that was reset
            slow.sendall(b"A" * 10)
        assert [one.recv(10) for one in (silent, half)] == [b"", b""]
    assert allowing.http.get("/sandbox/health").status_code == 200


def test_so_many_pages_are_open_and_no_more(allowing: sandboxes.Sandbox) -> None:
    with ExitStack() as stack:
        streams = [stack.enter_context(allowing.http.stream("GET", "/sandbox/stream")).iter_lines() for _ in range(20)]
        assert all(next(one).startswith("data: ") for one in streams)
        assert allowing.http.get("/sandbox/stream").status_code == 503
        assert allowing.http.get("/sandbox/state").status_code == 200

    def opens() -> bool:
        with allowing.http.stream("GET", "/sandbox/stream") as stream:
            return stream.status_code == 200

    sandboxes.until(opens, "a page can be opened again")


def test_the_log_has_no_value_of_a_query(allowing: sandboxes.Sandbox) -> None:
    number = "4111111111111111"
    allowing.http.get("/v1/payouts", params={"reference": "secret-7", "cursor": number})
    allowing.http.get(f"/v1/payouts/{number}")
    sandboxes.until(lambda: "/v1/payouts/…" in allowing.log.read_text(encoding="utf-8"), "it is logged")
    log = allowing.log.read_text(encoding="utf-8")
    assert "GET /v1/payouts HTTP" in log
    assert [one for one in ("secret-7", number, "?") if one in log] == []


def test_workers_end_with_a_supervisor_that_is_killed(tmp_path: Path) -> None:
    with sandboxes.running(projects.PROJECT, tmp_path, "--workers", "2") as sandbox:
        workers = started(sandbox, 2)
        sandbox.process.kill()
        sandboxes.until(lambda: not any(map(runs, workers)), "workers are left")
    with sandboxes.running(projects.PROJECT, tmp_path) as sandbox:
        assert sandbox.create("payout", "after-a-kill").status_code == 201


def test_a_hangup_replaces_workers_and_loses_no_payment(tmp_path: Path) -> None:
    with sandboxes.running(projects.PROJECT, tmp_path, "--workers", "2") as sandbox:
        before = started(sandbox, 2)
        sandbox.process.send_signal(signal.SIGHUP)
        accepted: list[str] = []

        def replaced() -> bool:
            name = f"test-instant-{len(accepted)}"
            try:
                answer = sandbox.create("payout", name, name)
            except httpx.TransportError:
                return False  # A worker that ends closes its connections; the same request is repeated.
            assert answer.status_code == 201, answer.text
            accepted.append(answer.json()["id"])
            return not set(workers_of(sandbox.process.pid)) & set(before)

        sandboxes.until(replaced, "workers are not replaced")
        assert len(started(sandbox, 4)) == 2
        for id in accepted:
            sandbox.reach("payout", id, "succeeded")


def test_a_stopped_worker_lives_on_and_ends_with_its_supervisor(tmp_path: Path) -> None:
    with sandboxes.running(projects.PROJECT, tmp_path) as sandbox:
        [worker] = started(sandbox, 1)
        os.kill(worker, signal.SIGSTOP)
        time.sleep(9)  # On a busy machine a worker may wait that long.
        os.kill(worker, signal.SIGCONT)
        assert sandbox.http.get("/sandbox/health").status_code == 200
        assert workers_of(sandbox.process.pid) == [worker]
        os.kill(worker, signal.SIGSTOP)
        sandboxes.until(lambda: stopped(worker), "the worker runs")
    assert not runs(worker)


def stopped(process: int) -> bool:
    return Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] == "T"


def started(sandbox: sandboxes.Sandbox, number: int) -> list[int]:
    """Return the workers of a sandbox as soon as all of them are ready."""
    ready = '"Application startup complete."'
    sandboxes.until(lambda: sandbox.log.read_text(encoding="utf-8").count(ready) >= number, "workers start")
    return workers_of(sandbox.process.pid)


def runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
