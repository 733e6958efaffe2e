"""Operations that move records, with a body and without one, and answers without content: `holds.yaml`."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import projects
import pytest
from targets import one_of_each_kind

from tests.any_catalogue.small_catalogues.catalogues import holds, written
from tests.artefacts.sandbox import sandboxes

CASES = projects.read_yaml(Path(__file__).with_name("moves.yaml"))
_PACKAGE = "generated/python/src/card_holds"
_STEP = re.compile(r": (?P<step>[A-Za-z]+:[a-z]+) \(rule [A-Za-z]+:moves\): expected ")

_CLIENT = """
import sys
from card_holds.client import Client, NothingHereError, OtherStateError
from card_holds.parsing import parse_capture, parse_hold

url, key = sys.argv[1:]
with Client(key, base_url=url) as client:
    body = {"kind": "card", "reference": "test-hold-client", "amount": 9, "token": "tok_test"}
    hold = client.holds.create(parse_hold(body))
    assert client.holds.check(hold.id) is None
    captured = client.holds.capture(parse_capture({"amount": 4, "note": "Pens"}), hold.id)
    print(captured.state, captured.captured_amount, captured.note, client.holds.get(hold.id) == captured)
    for error, id in ((OtherStateError, hold.id), (NothingHereError, "x")):
        try:
            client.holds.release(id)
        except error as raised:
            print(raised.status, raised.slug)
"""

_REPEATING = """
from card_holds._runtime.sandbox.facts import read_facts
from card_holds._runtime.sandbox.filling import repeated

machine = read_facts("card_holds.sandbox").machines["hold"]
first = repeated(machine, {"id": "h"}, "capture", {"amount": 5, "note": "a"})
print(first, repeated(machine, first, "capture", {"amount": 4}))
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project, generated."""
    folder = written(holds, tmp_path_factory.mktemp("holds") / "project")
    made = projects.paycat("generate", cwd=folder)
    assert (made.returncode, made.stderr) == (0, ""), made.stdout
    return folder


@pytest.fixture(scope="module")
def sandbox(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[sandboxes.Sandbox]:
    """Its sandbox."""
    with sandboxes.running(project, tmp_path_factory.mktemp("sandbox")) as running:
        yield running


def test_it_is_sound_and_the_package_is_well_formed(project: Path, cli: Callable[..., Any]) -> None:
    ended = cli("check", cwd=project)
    assert (ended.code, ended.err) == (0, "")
    ended = cli("diff", "generated/contract/contract.json", "generated", cwd=project)
    assert (ended.code, ended.err) == (0, ""), ended.out
    for check in (
        ["ruff", "check", "--isolated", "--no-cache", "card_holds"],
        ["mypy", "--config-file=", "--strict", "--cache-dir", str(projects.ROOT / ".cache/mypy"), "-p", "card_holds"],
    ):
        command, sources = [sys.executable, "-m", *check], project / "generated/python/src"
        done = subprocess.run(command, cwd=sources, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_all_engines_agree_and_no_mutant_survives(project: Path, cli: Callable[..., Any]) -> None:
    ended = cli("conform", "--mutants", "--show", "50", cwd=project)
    assert ended.code == 0, ended.out
    assert " 0 disagreements, " in ended.out.splitlines()[-1]
    assert ended.out.endswith(" mutants, 0 survived\n")


def test_answers_without_a_record_have_no_content(project: Path) -> None:
    for name in ("openapi.json", "openapi-3.0.json"):
        document = json.loads((project / "generated/openapi" / name).read_text(encoding="utf-8"))
        for step, status in (("check", "202"), ("release", "204")):
            answer = document["paths"][f"/v1/holds/{{hold_id}}/{step}"]["post"]["responses"][status]
            assert set(answer) == {"description", "headers"}
    declared = (project / "generated/typescript/client/client.d.ts").read_text(encoding="utf-8")
    assert "  release(holdId: string, options?: ReleaseHoldOptions): Promise<void>;" in declared
    page = re.sub("<[^>]*>", "", (project / "generated/docs/operations.html").read_text(encoding="utf-8"))
    assert "from pending or active to released, for good." in page


@pytest.mark.parametrize("name", CASES["exchanges"])
def test_the_sandbox_moves_records(name: str, sandbox: sandboxes.Sandbox) -> None:
    ids: dict[str, str] = {"nobody": "nobody"}
    for step in CASES["exchanges"][name]:
        if "turn" in step:
            state, letter = step["until"].split()
            sandbox.turn(step["turn"])
            sandbox.reach("hold", ids[letter], state)
            continue
        operation_id, letter = step["send"].split()
        operation, reference = sandbox.operation(operation_id), sandboxes.held()
        body = step.get("body")
        if operation.get("request") == "hold":
            body = sandbox.payload("hold", sandboxes.fresh() if "reference" in step else reference)
        answer = sandbox.http.request(
            operation["http_method"],
            operation["path"].replace("{hold_id}", ids.get(letter, "")),
            json=body,
            headers={sandbox.key_header(): step["key"]} if "key" in step else {},
        )
        assert answer.status_code == step["status"], (step, answer.text)
        ids.setdefault(letter, str(answer.json().get("id")) if answer.content else "")
        assert (answer.headers.get("idempotent-replayed") == "true") is step.get("replayed", False), step
        assert bool(answer.content) is bool(operation["success"].get("record") or "problem" in step)
        document = answer.json() if answer.content else {}
        assert {key: document.get(key) for key in step.get("shows", {})} == step.get("shows", {})
        assert str(document.get("type", "")).endswith(step.get("problem", "")), step


@pytest.mark.parametrize("keyed", [32, 16])
def test_one_of_many_moves_at_once_succeeds(keyed: int, sandbox: sandboxes.Sandbox) -> None:
    """Some of them are one request, repeated: all of these have its answer, or none of them moved the record."""
    hold = sandbox.create("hold", sandboxes.held()).json()["id"]
    key = {sandbox.key_header(): f"at-once-{keyed}"}

    def status(headers: dict[str, str]) -> int:
        return sandbox.http.post(f"/v1/holds/{hold}/release", headers=headers).status_code

    with ThreadPoolExecutor(16) as pool:
        statuses = list(pool.map(status, [key] * keyed + [{}] * (32 - keyed)))
    of_the_key, others = set(statuses[:keyed]), statuses[keyed:]
    assert (of_the_key, others.count(204)) in (({204}, 0), ({409}, 1))
    assert set(others) <= {204, 409}


def test_the_client_returns_a_record_or_none(sandbox: sandboxes.Sandbox) -> None:
    ended = subprocess.run(
        [sys.executable, "-W", "error", "-c", _CLIENT, sandbox.url, sandbox.key],
        env=sandboxes.environment(sandbox.package),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stdout.splitlines() == ["captured 4 Pens True", "409 other-state", "404 nothing-here"], ended.stderr


def test_a_further_body_leaves_nothing_of_an_earlier_one(sandbox: sandboxes.Sandbox) -> None:
    command, environment = [sys.executable, "-c", _REPEATING], sandboxes.environment(sandbox.package)
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    first = "{'id': 'h', 'captured_amount': 5, 'note': 'a'}"
    assert ended.stdout == f"{first} {{'id': 'h', 'captured_amount': 4}}\n", ended.stderr


def test_the_page_shows_requests_without_content(sandbox: sandboxes.Sandbox) -> None:
    id = sandbox.create("hold", sandboxes.held()).json()["id"]
    assert sandbox.http.post(f"/v1/holds/{id}/release").status_code == 204
    sandboxes.until(lambda: any(one["status"] == 204 for one in sandbox.requests()), "no request is shown")


def test_a_live_run_tries_the_moves(project: Path, sandbox: sandboxes.Sandbox) -> None:
    live = projects.paycat("conform", "--url", sandbox.url, cwd=project, PAYCAT_TOKEN=sandbox.key)
    assert live.returncode == 0, live.stdout + live.stderr
    assert re.search(r"^moves +16 +16 +0$", live.stdout, re.MULTILINE)


@pytest.mark.parametrize("name", one_of_each_kind(CASES["faults"], ["the body of the move is forgotten"]))
def test_a_live_run_names_what_is_wrong(name: str, project: Path, tmp_path: Path) -> None:
    fault = CASES["faults"][name]
    lying = Path(shutil.copytree(project, tmp_path / "lying"))
    edit = {**fault["edit"], "file": f"{_PACKAGE}/_runtime/{fault['edit']['file']}"}
    projects.edit(lying, [edit])
    with sandboxes.running(lying, tmp_path) as sandbox:
        live = projects.paycat("conform", "--url", sandbox.url, "--show", "50", cwd=project, PAYCAT_TOKEN=sandbox.key)
    assert live.returncode == 1, live.stdout + live.stderr
    assert sorted(_STEP.findall(live.stdout)) == fault["found"], live.stdout
