"""What a request costs a worker of the sandbox, against the bare stub; and whether its memory stays flat.

    python benchmarks/sandbox.py [PROJECT] [--postgres] [--memory 100000]

The CPU is that of the worker, read from /proc, without that of the client and of PostgreSQL. `--postgres` also measures
a PostgreSQL server of its own, from Debian's packages.
"""

import http.client
import json
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median
from uuid import uuid4

import click
import uvicorn
from asgi import stub_app
from table import write_section

from paycat.conformance.run.engines.models import Package
from paycat.project.workspace import contract_of, find_workspace

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "harness")]
from tests.artefacts.sandbox.postgres import database  # noqa: E402 - it is found by the path above

TITLE, SUBJECT = "The sandbox", "CPU of a request and its ratio to the bare stub, requests a second, and memory."
SENDERS = 8
_LISTENS = re.compile(r"listens at http://[^:]+:(\d+)")
_MIB = 2**20
_SECONDS_OF_IDLENESS = 3


@dataclass(frozen=True)
class Worker:
    """A process that answers requests."""

    process: int
    port: int
    key: str

    @property
    def cpu(self) -> float:
        """CPU seconds until now, of user and system."""
        fields = Path(f"/proc/{self.process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> float:
        """Memory in MiB that is in use now."""
        pages = int(Path(f"/proc/{self.process}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / _MIB


Request = tuple[str, str, bytes]
"""HTTP method, path and body."""


class Requests:
    """Makes requests of a project: each creates, reads or finds a payment of its own."""

    def __init__(self, facts: dict, contract: dict) -> None:  # type: ignore[type-arg]  # JSON
        self._machine = next(iter(facts["machines"].values()))
        operations = {one["id"]: one["path"] for one in contract["interface"]["operations"]}
        self._path = operations[self._machine["operation"]]
        outcomes = facts["sandbox"]["outcomes"].items()
        self._hold = next(name for name, one in outcomes if one["moves"] == [] and one["problem"] is None)

    def creating(self, reference: str) -> Request:
        """Return the request that creates a payment."""
        *inner, last = self._machine["reference"]
        owner = payload = json.loads(json.dumps(self._machine["sample"]))
        for step in inner:
            owner = owner[step]
        owner[last] = reference
        return "POST", self._path, json.dumps(payload).encode()

    def held(self) -> Request:
        """Return the request that creates a payment which stays as it is."""
        return self.creating(f"{self._hold}-{uuid4().hex}")

    def moving(self) -> Request:
        """Return the request that creates a payment which moves to its final state by itself."""
        return self.creating(uuid4().hex)

    def listing(self) -> Request:
        """Return the request that looks for a payment that is not there."""
        return "GET", f"{self._path}?{self._machine['reference'][-1]}={uuid4().hex}", b""


def send(worker: Worker, make: Callable[[], Request], number: int) -> float:
    """Send so many requests at once from several threads, and return the seconds that it took."""
    numbers, lock = count(), threading.Lock()

    def sender() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", worker.port, timeout=120)
        headers = {"Authorization": f"Bearer {worker.key}", "Content-Type": "application/json"}
        while True:
            with lock:
                if next(numbers) >= number:
                    return
            method, path, body = make()
            connection.request(method, path, body or None, headers)
            answer = connection.getresponse()
            text = answer.read()
            assert answer.status in (200, 201), text

    begun = time.perf_counter()
    with ThreadPoolExecutor(SENDERS) as pool:
        for one in [pool.submit(sender) for _ in range(SENDERS)]:
            one.result()
    return time.perf_counter() - begun


@contextmanager
def sandbox(package: Path, key: str, url: str) -> Iterator[Worker]:
    """Give the worker of a sandbox that runs."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        arguments = ("--port", "0", "--database", url or f"sqlite:///{folder}/sandbox.db", "--credential", key)
        environment = {**os.environ, "PYTHONPATH": str(package.parent)}
        command = (sys.executable, "-m", f"{package.name}.sandbox", *arguments)
        with (
            log.open("wb") as output,
            subprocess.Popen(command, env=environment, stdout=output, stderr=output) as parent,
        ):
            try:
                found = _until(lambda: _LISTENS.search(log.read_text()))
                _until(lambda: "startup complete" in log.read_text())
                children = Path(f"/proc/{parent.pid}/task/{parent.pid}/children").read_text().split()
                [worker] = [one for one in children if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]
                yield Worker(int(worker), int(found[1]), key)
            finally:
                parent.terminate()


@contextmanager
def stub(project: Path, key: str) -> Iterator[Worker]:
    """Give a process that serves the stub, whose handlers answer with examples."""
    listener = uvicorn.Config("", port=0, log_level="warning").bind_socket()
    process = multiprocessing.get_context("fork").Process(target=_serve_stub, args=(project, listener), daemon=True)
    process.start()
    assert process.pid is not None
    try:
        yield Worker(process.pid, listener.getsockname()[1], key)
    finally:
        process.terminate()


def _serve_stub(project: Path, listener: object) -> None:
    workspace = find_workspace(project)
    contract, _ = contract_of(workspace)
    app = stub_app(contract, Package(contract, workspace.generated))
    uvicorn.Server(uvicorn.Config(app, log_config=None)).run([listener])  # type: ignore[list-item]  # a socket


def _until(found: Callable[[], object]) -> re.Match[str]:
    for _ in range(600):
        value = found()
        if value:
            return value  # type: ignore[return-value]  # what the caller asked for
        time.sleep(0.05)
    raise TimeoutError


def idle(worker: Worker) -> float:
    """Return the CPU seconds of a second in which nobody asks for anything."""
    before = worker.cpu
    time.sleep(_SECONDS_OF_IDLENESS)
    return (worker.cpu - before) / _SECONDS_OF_IDLENESS


def cost(worker: Worker, make: Callable[[], Request], number: int, rounds: int) -> tuple[float, float]:
    """Return CPU milliseconds of a request with all that follows from it, and requests a second."""
    idleness = idle(worker)
    send(worker, make, number // 4)
    _wait_until_idle(worker, idleness)
    found: list[tuple[float, float]] = []
    for _ in range(rounds):
        before, begun = worker.cpu, time.monotonic()
        seconds = send(worker, make, number)
        _wait_until_idle(worker, idleness)
        spent = worker.cpu - before - idleness * (time.monotonic() - begun - seconds)
        found.append((spent / number * 1000, number / seconds))
    return median(one for one, _ in found), median(rate for _, rate in found)


def _wait_until_idle(worker: Worker, idleness: float) -> None:
    while idle(worker) > idleness + 0.1:
        pass


@dataclass(frozen=True)
class Subject:
    """A project whose sandbox is measured."""

    project: Path
    package: Path
    requests: Requests
    key: str

    @classmethod
    def of(cls, project: Path) -> "Subject":
        """Return that of a folder with what is generated."""
        generated = find_workspace(project).generated
        [init] = (generated / "python/src").glob("*/sandbox/facts.json")
        facts = json.loads(init.read_text(encoding="utf-8"))
        contract = json.loads((generated / "contract/contract.json").read_text(encoding="utf-8"))
        return cls(project, init.parents[1], Requests(facts, contract), "benchmark")


def measure(subject: Subject, number: int, rounds: int, urls: dict[str, str]) -> Iterator[str]:
    """Yield the rows of the table."""
    made = subject.requests
    with stub(subject.project, subject.key) as worker:
        _until(lambda: _answers(worker, made))
        base, rate = cost(worker, made.held, number, rounds)
        yield _row("the stub, a creation", base, base, rate)
    for name, url in urls.items():
        with sandbox(subject.package, subject.key, url) as worker:
            yield f"| {name}, a second without requests | {idle(worker) * 1000:.0f} ms | | |"
            for what, make in (
                ("a creation", made.held),
                ("a list by reference", made.listing),
                ("a creation with its moves", made.moving),
            ):
                cpu, rate = cost(worker, make, number, rounds)
                yield _row(f"{name}, {what}", cpu, base, rate)


def _row(what: str, cpu: float, base: float, rate: float) -> str:
    return f"| {what} | {cpu:.2f} ms | {cpu / base:.1f} | {rate:,.0f} |"


def _answers(worker: Worker, made: Requests) -> bool:
    try:
        send(worker, made.held, 1)
    except OSError:
        return False
    return True


def remember(subject: Subject, number: int, url: str) -> Iterator[str]:
    """Yield the memory of a worker after so many requests, half of which create something."""
    turns = count()

    def make() -> Request:
        return subject.requests.held() if next(turns) % 2 else subject.requests.listing()

    with sandbox(subject.package, subject.key, url) as worker:
        done = 0
        for share in (0.01, 0.1, 0.25, 0.5, 0.75, 1):
            send(worker, make, round(number * share) - done)
            done = round(number * share)
            yield f"| {done:,} | {worker.memory:.0f} MiB | {worker.cpu / done * 1000:.2f} ms |"


@click.command(help=__doc__)
@click.argument("project", type=click.Path(exists=True, file_okay=False, path_type=Path), default=ROOT)
@click.option("--number", default=1000, show_default=True, help="How many requests a round has.")
@click.option("--rounds", default=3, show_default=True, help="Of how many rounds a figure is the median.")
@click.option("--postgres", is_flag=True, help="Measure PostgreSQL, too.")
@click.option("--memory", default=0, help="After how many requests the memory is measured; default: it is not.")
@click.option("--write", is_flag=True, help="Write the tables to results.md as well.")
def main(project: Path, number: int, rounds: int, postgres: bool, memory: int, write: bool) -> None:
    """Measure, and print tables."""
    lines: list[str] = []

    def show(line: str) -> None:
        click.echo(line)
        lines.append(line)

    subject = Subject.of(project)
    with ExitStack() as stack:
        urls = {"SQLite": ""}
        if postgres:
            urls["PostgreSQL"] = stack.enter_context(database())
        show("| | CPU of a request | ratio | requests a second |\n|---|--:|--:|--:|")
        for row in measure(subject, number, rounds, urls):
            show(row)
        if memory:
            show("\n| requests to one worker on SQLite | memory | CPU of a request |\n|--:|--:|--:|")
            for row in remember(subject, memory, ""):
                show(row)
    if write:
        write_section(TITLE, "\n".join((SUBJECT, "", *lines)))


if __name__ == "__main__":
    main()
