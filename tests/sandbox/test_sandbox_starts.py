"""The sandbox is started by a project, and by the fixture for pytest."""

import subprocess
import sys
from pathlib import Path

import httpx
import projects
import pytest

from tests.sandbox import sandboxes

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
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null", str(tmp_path)]
    environment = sandboxes.environment(sandboxes.package_of(projects.PROJECT))
    ended = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout
    assert "1 passed" in ended.stdout


def test_a_project_serves_its_sandbox(tmp_path: Path) -> None:
    port = projects.free_port()
    database = f"sqlite:///{tmp_path / 'sandbox.db'}"
    arguments = ["serve", "--project", str(projects.PROJECT), "--port", str(port), "--database", database]
    log = tmp_path / "log"
    with (
        log.open("wb") as output,
        subprocess.Popen(projects.command(*arguments), stdout=output, stderr=output, cwd=tmp_path) as process,
        httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False) as http,
    ):
        try:
            sandboxes.until(
                lambda: sandboxes.answers(http) or process.poll() is not None, "the sandbox does not answer"
            )
            page = http.get("/")
            with http.stream("GET", "/sandbox/stream") as stream:
                first = next(stream.iter_lines())
        finally:
            process.terminate()
            process.wait(20)
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert first.startswith('data: {"time": ')
    assert process.returncode == 0, log.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [("http://localhost:3000", True), ("http://127.0.0.1", True), ("https://evil.example", False)],
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
