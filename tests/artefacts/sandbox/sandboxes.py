"""A sandbox in a process of its own, what asks it, and a receiver of its notifications."""

import base64
import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote
from uuid import uuid4

import httpx
from standardwebhooks import Webhook

from tests.artefacts.sandbox.credentials import Sender

DATABASES = ("sqlite", "postgres")
MOST_TRIES = 600
_LETTERS = str.maketrans("0123456789", "ghijklmnop")


def fresh() -> str:
    """Return a text that no other call returns, of letters alone: a long number in it would be masked."""
    return uuid4().hex[:16].translate(_LETTERS)


def held() -> str:
    """Return a reference of which no other call returns the same, and with which a payment waits."""
    return f"test-hold-{fresh()}"


def until(found: Callable[[], Any], what: str, tries: int = MOST_TRIES) -> Any:
    """Return what a function returns as soon as it is true. Raises TimeoutError if it never is.

    It calls the function again and again: a process that runs signals nothing, and its state is read over HTTP.
    """
    for _ in range(tries):
        value = found()
        if value:
            return value
        time.sleep(0.05)
    raise TimeoutError(what)


@dataclass
class Receiver:
    """Keeps every notification, and what is wrong with signatures.

    `answers` has the status and headers of the next answers, and `delay` how long each takes.
    """

    url: str = ""
    secret: str = ""
    received: list[dict[str, Any]] = field(default_factory=list)
    answers: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    delay: float = 0

    def of(self, name: str, value: str) -> list[dict[str, Any]]:
        """Return the notifications in whose JSON a member has a value, at any depth."""
        return [one for one in self.received if f'"{name}":"{value}"' in one["text"]]

    def keep(self, headers: dict[str, str], body: bytes) -> tuple[int, dict[str, str]]:
        """Keep a notification, and return how it is answered."""
        time.sleep(self.delay)
        try:
            Webhook(standard_secret(self.secret)).verify(body, headers)
        except Exception as error:  # noqa: BLE001 - whatever is wrong is reported by the test
            self.wrong.append(repr(error))
        text = body.decode()
        kept = {"id": headers["webhook-id"], "headers": headers, "text": text, "body": json.loads(text)}
        self.received.append(kept)
        return self.answers.pop(0) if self.answers else (204, {})


@contextmanager
def receiving(own: Receiver | None = None) -> Iterator[Receiver]:
    """Give a receiver that listens on a port of this machine."""
    receiver = own or Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["content-length"])
            body = self.rfile.read(length)
            if len(body) < length:
                return  # The sender was killed meanwhile.
            status, headers = receiver.keep({name.lower(): value for name, value in self.headers.items()}, body)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.url = f"http://127.0.0.1:{server.server_port}/hooks"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@dataclass
class Sandbox:
    """A sandbox that runs, with the facts of its catalogue."""

    package: Path
    url: str
    facts: dict[str, Any]
    contract: dict[str, Any]
    database: str
    log: Path
    process: subprocess.Popen[bytes]
    http: httpx.Client

    @property
    def key(self) -> str:
        """The key, as clients take it."""
        return key_in(self.facts)

    @property
    def secrets(self) -> dict[str, str]:
        """The key by every credential, as environment variables that `conform` reads."""
        names = [str(each["name"]) for each in self.contract["interface"]["credentials"]]
        return {f"PAYCAT_TOKEN_{name.upper()}" if len(names) > 1 else "PAYCAT_TOKEN": self.key for name in names}

    def operation(self, id: str) -> dict[str, Any]:
        """Return an operation of the contract."""
        return next(one for one in self.contract["interface"]["operations"] if one["id"] == id)

    def key_header(self) -> str:
        """Return the name of the header with the idempotency key."""
        interface = self.contract["interface"]
        stated = interface["idempotency"]["parameter"]
        return next(str(one["name"]) for one in interface["parameters"] if one["key"] == stated)

    def address(self, machine: str, method: str = "") -> str:
        """Return where requests of a method are sent, by default that of the state machine's sample."""
        stated = self.facts["machines"][machine]
        return re.sub(
            r"{[^}]+}", quote(method or stated["method"], safe=""), self.operation(stated["operation"])["path"]
        )

    def created(self) -> dict[str, dict[str, Any]]:
        """Return the state machines whose records requests create."""
        return {name: one for name, one in self.facts["machines"].items() if one["operation"]}

    def stated_requests(self, machine: str) -> list[dict[str, Any]]:
        """Return the requests that create records of a state machine: that of each method, or one for all methods."""
        direction = self.facts["machines"][machine]["direction"]
        for_all = [one for one in self.contract["directions"] if one["name"] == direction]
        offers = [one["offers"][direction] for one in self.contract["methods"] if direction in one["offers"]]
        return [one["request"] for one in (*for_all, *offers) if one.get("request")]

    def named(self, machine: str, payload: dict[str, Any], method: str) -> dict[str, Any]:
        """Return a body that names another method; the same body where the address does."""
        members = self.stated_requests(machine)[0]["root"]["members"]
        return payload | dict.fromkeys((one["name"] for one in members if one.get("role") == "method"), method)

    def payload(self, machine: str, reference: str, **members: Any) -> dict[str, Any]:
        """Return a sample of a state machine's requests, with a reference."""
        stated = self.facts["machines"][machine]
        payload = json.loads(json.dumps(stated["sample"])) | members
        *inner, last = stated["reference"][0]
        owner = payload
        for step in inner:
            owner = owner[step]
        owner[last] = reference
        return payload

    def create(self, machine: str, reference: str, key: str | None = None, **members: Any) -> httpx.Response:
        """Return the answer to a request that creates a record."""
        headers = {self.key_header(): key} if key else {}
        return self.http.post(self.address(machine), json=self.payload(machine, reference, **members), headers=headers)

    def record(self, machine: str, id: str) -> dict[str, Any]:
        """Return a record as the service shows it; as the page does, if it follows another and nothing reads it."""
        stated = self.facts["machines"][machine]
        paths = [
            one["path"]
            for one in self.contract["interface"]["operations"]
            if one["http_method"] == "GET" and one["success"].get("record") == stated["record"]
        ]
        if stated["follows"] and not paths:
            return dict(self.shown(id)["body"])
        [path] = paths
        answer = self.http.get(re.sub(r"{[^}]+}", id, path))
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def shown(self, id: str) -> dict[str, Any]:
        """Return a record as the page of the sandbox shows it."""
        answer = self.http.get(f"/sandbox/records/{id}")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def requests(self, **view: str) -> list[dict[str, Any]]:
        """Return the requests that the page shows of a view, the last one first, each with all that is kept of it."""
        rows = self.http.get("/sandbox/state", params=view).json()["requests"]["rows"]
        return [self.http.get(f"/sandbox/requests/{one['number']}").json() for one in rows]

    def state(self, machine: str, id: str) -> str:
        """Return the state of a record."""
        return str(self.record(machine, id)[self.facts["machines"][machine]["member"]])

    def control(self, path: str, **body: Any) -> httpx.Response:
        """Return the answer of the control."""
        return self.http.post(f"/sandbox/{path}", json=body)

    def turn(self, duration: str) -> None:
        """Turn the clock forward."""
        answer = self.control("clock", advance=duration)
        assert answer.status_code == 200, answer.text

    def reach(self, machine: str, id: str, state: str) -> None:
        """Turn the clock until a record is in a state. Raises TimeoutError if it never is."""

        def is_there() -> bool:
            self.turn("PT1M")
            return self.state(machine, id) == state

        until(is_there, f"{id} does not reach {state}", 100)


def environment(package: Path) -> dict[str, str]:
    """Return the environment in which the package is found."""
    return {**os.environ, "PYTHONPATH": str(package.parent), "PYTHONDONTWRITEBYTECODE": "1"}


def package_of(project: Path) -> Path:
    """Return the folder of a project's generated package."""
    [init] = (project / "generated/python/src").glob("*/__init__.py")
    return init.parent


def standard_secret(secret: str) -> str:
    """Return the key of a secret as Standard Webhooks writes it; a text of another form is the key itself."""
    return secret if secret.startswith("whsec_") else f"whsec_{base64.b64encode(secret.encode()).decode()}"


def key_in(facts: dict[str, Any]) -> str:
    """Return the key that a sandbox takes: a secret, with its name before it where credentials have one."""
    stated = facts["sandbox"]
    return f"{stated['key_id']}:{stated['secret_key']}".removeprefix(":")


@contextmanager
def running(
    project: Path, folder: Path, *arguments: str, database: str = "", cwd: Path | None = None
) -> Iterator[Sandbox]:
    """Give a sandbox of a project, which keeps its database in a folder if none is named."""
    package = package_of(project)
    database = database or f"sqlite:///{folder / 'sandbox.db'}"
    command = [sys.executable, "-m", f"{package.name}.sandbox", "--port", "0", "--database", database]
    log = folder / f"log-{len(list(folder.glob('log-*')))}"
    facts = json.loads((package / "sandbox/facts.json").read_text(encoding="utf-8"))
    contract = json.loads((project / "generated/contract/contract.json").read_text(encoding="utf-8"))
    sender = Sender(contract, key_in(facts))
    with (
        log.open("wb") as output,
        subprocess.Popen(
            [*command, *arguments], env=environment(package), cwd=cwd, stdout=output, stderr=output
        ) as process,
        ending(process),
    ):
        url = f"http://{'[::1]' if '::1' in arguments else '127.0.0.1'}:{listening_port(process, log)}"
        with httpx.Client(base_url=url, auth=sender, timeout=30, trust_env=False) as http:
            assert answers(http), log.read_text(encoding="utf-8")
            yield Sandbox(package, url, facts, contract, database, log, process, http)


@contextmanager
def ending(process: "subprocess.Popen[bytes]") -> Iterator[None]:
    """End a process after the block; kill it if it does not end by itself."""
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(20)
        finally:
            process.kill()


def listening_port(process: "subprocess.Popen[bytes]", log: Path) -> int:
    """Return the port that the sandbox prints, once it listens. Raises AssertionError if it ends before."""
    listens = re.compile(r"^The sandbox listens at http://.+:(\d+)\n", re.MULTILINE)
    until(lambda: listens.search(log.read_text()) or process.poll() is not None, "the sandbox does not listen")
    found = listens.search(log.read_text(encoding="utf-8"))
    assert found, log.read_text(encoding="utf-8")
    return int(found[1])


def answers(http: httpx.Client) -> bool:
    """Tell whether the sandbox answers."""
    try:
        return http.get("/sandbox/health").status_code == 200
    except httpx.TransportError:
        return False


def signing_secret(sandbox: Sandbox) -> str:
    """Return the secret that the sandbox printed."""
    [line] = [one for one in sandbox.log.read_text(encoding="utf-8").splitlines() if one.startswith("Signing secret:")]
    return line.partition(":")[2].strip()


class Run(NamedTuple):
    """A sandbox, and the receiver of all its notifications."""

    sandbox: Sandbox
    receiver: Receiver
