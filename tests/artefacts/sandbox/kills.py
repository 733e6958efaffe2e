"""Workers are killed while payments are made: none is lost, none is half-written, and none is made twice.

`python -m tests.artefacts.sandbox.kills --kills 50 --transactions 2000` does so for as long as it takes, and prints
figures.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx

sys.path.insert(0, str(Path(__file__).parents[2] / "harness"))
sys.path.insert(0, str(Path(__file__).parent))

import projects

from tests.artefacts.sandbox import sandboxes
from tests.artefacts.sandbox.postgres import database

SENDERS = 16
_STATES = ("processing", "succeeded")
_MOST_WITHOUT_PROGRESS = 100


@dataclass(frozen=True)
class Figures:
    """What a run did, and what was wrong afterwards."""

    kills: int
    payments: int
    seconds: float
    sent_again: int
    notifications: int
    wrong: list[str]


def workers_of(process: int) -> list[int]:
    """Return the processes of the workers that a supervisor started."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    return [int(one) for one in children if b"spawn_main" in _command(one)]


def _command(process: str) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


class Killer(threading.Thread):
    """Kills a worker at random, as often as it is asked to, and waits until another one is there."""

    def __init__(self, sandbox: sandboxes.Sandbox, kills: int) -> None:
        super().__init__(daemon=True)
        self.done = 0
        self._sandbox, self._kills, self._random = sandbox, kills, random.Random(1)
        self._workers = len(workers_of(sandbox.process.pid))

    def run(self) -> None:
        while self.done < self._kills:
            time.sleep(self._random.uniform(0.05, 0.6))
            workers = workers_of(self._sandbox.process.pid)
            if len(workers) == self._workers and sandboxes.answers(self._sandbox.http):
                os.kill(self._random.choice(workers), signal.SIGKILL)
                self.done += 1


def run(project: Path, kills: int, transactions: int, workers: int, url: str = "") -> Figures:
    """Return what a run with so many kills and payments did."""
    begun = time.monotonic()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        receiver = stack.enter_context(sandboxes.receiving())
        arguments = ("--workers", str(workers), "--forward-to", receiver.url)
        sandbox = stack.enter_context(sandboxes.running(project, folder, *arguments, database=url))
        receiver.secret = sandboxes.signing_secret(sandbox)
        sandboxes.until(lambda: len(workers_of(sandbox.process.pid)) == workers, "all workers start")
        killer = Killer(sandbox, kills)
        killer.start()
        made, again = _payments(sandbox, transactions, killer)
        killer.join()
        sandboxes.until(lambda: sandboxes.answers(sandbox.http), "a worker answers")
        wrong = list(_unsettled(sandbox, made, receiver)) + receiver.wrong
        wrong += list(_differences(sandbox, made, receiver))
        return Figures(killer.done, len(made), time.monotonic() - begun, again, len(receiver.received), wrong)


@dataclass(frozen=True)
class Payment:
    """A payment that was accepted."""

    machine: str
    reference: str
    id: str
    metadata: dict[str, Any]


def _payments(sandbox: sandboxes.Sandbox, count: int, killer: Killer) -> tuple[list[Payment], int]:
    """Return so many payments at least, made until the last worker was killed, and how often one was sent again."""
    again = Counter[str]()
    made: list[Payment] = []
    numbers = iter(range(10**9))
    lock = threading.Lock()

    def send() -> None:
        with httpx.Client(base_url=sandbox.url, auth=sandbox.http.auth, timeout=10, trust_env=False) as http:
            while True:
                with lock:
                    number = next(numbers)
                    if number >= count and killer.done >= killer._kills:
                        return
                payment = _payment(sandbox, http, number, again)
                with lock:
                    made.append(payment)
                if number >= count * 0.9:
                    time.sleep(0.1)

    with ThreadPoolExecutor(SENDERS) as pool:
        for one in [pool.submit(send) for _ in range(SENDERS)]:
            one.result()
    return made, again.total()


def _payment(sandbox: sandboxes.Sandbox, http: httpx.Client, number: int, again: Counter[str]) -> Payment:
    machine = ("payout", "pay_in")[number % 2]
    reference, key, metadata = uuid4().hex, str(uuid4()), {"order": number, "part": number / 4}
    body = sandbox.payload(machine, reference, metadata=metadata)
    path = sandbox.operation(sandbox.facts["machines"][machine]["operation"])["path"]
    for _ in range(1000):
        try:
            answer = http.post(path, json=body, headers={sandbox.key_header(): key})
        except httpx.TransportError as error:
            again[type(error).__name__] += 1
            time.sleep(0.05)
            continue
        if answer.status_code == 201:
            return Payment(machine, reference, str(answer.json()["id"]), metadata)
        again[str(answer.status_code)] += 1
        time.sleep(0.05)
    raise TimeoutError(f"{reference} is never accepted: {again}")


def _unsettled(sandbox: sandboxes.Sandbox, made: list[Payment], receiver: sandboxes.Receiver) -> Iterator[str]:
    """Turn the clock until everything should have happened, and return the payments that did not settle."""
    expected, before, without_progress = len(made) * len(_STATES), -1, 0
    while before < expected and without_progress < _MOST_WITHOUT_PROGRESS:
        if without_progress:
            sandbox.turn("PT10M")
        time.sleep(0.5)
        arrived = len({one["id"] for one in receiver.received})
        without_progress = without_progress + 1 if arrived == before else 0
        before = arrived
    for one in made:
        state = sandbox.state(one.machine, one.id)
        if state != _STATES[-1]:
            yield f"{one.id} is {state}"


def _differences(sandbox: sandboxes.Sandbox, made: list[Payment], receiver: sandboxes.Receiver) -> Iterator[str]:
    """Return what is lost, doubled or different."""
    arrived: dict[str, set[str]] = {}
    metadata: dict[str, Any] = {}
    for one in receiver.received:
        data = one["body"]["data"]
        arrived.setdefault(data["id"], set()).add(data["status"])
        metadata[data["id"]] = data["metadata"]
    for payment in made:
        if arrived.get(payment.id, set()) != set(_STATES):
            yield f"{payment.id} led to {arrived.get(payment.id)}"
        if metadata.get(payment.id) != payment.metadata:
            yield f"{payment.id} has the metadata {metadata.get(payment.id)}"
        path = sandbox.operation(sandbox.facts["machines"][payment.machine]["operation"])["path"]
        found = sandbox.http.get(path, params={"reference": payment.reference}).json()["data"]
        if [one["id"] for one in found] != [payment.id]:
            yield f"{payment.reference} was accepted as {[one['id'] for one in found]}"
    if len({one.id for one in made}) != len(made):
        yield "two requests have one record"
    yield from (f"{id} was never answered" for id in arrived.keys() - {one.id for one in made})


def lost(project: Path, url: str, transactions: int) -> list[str]:
    """Lose a machine with its worker for good, let `recover` hand over its work, and return what is wrong then."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        receiver = stack.enter_context(sandboxes.receiving())
        forward = ("--forward-to", receiver.url)
        first = stack.enter_context(sandboxes.running(project, folder, *forward, database=url))
        receiver.secret = sandboxes.signing_secret(first)
        other = stack.enter_context(sandboxes.running(project, folder, "--name", "b", *forward, database=url))
        receiver.delay = 0.2
        killer = Killer(other, 0)
        made, _ = _payments(other, transactions, killer)
        first.turn("PT1M")
        sandboxes.until(lambda: receiver.received, "notifications begin")
        [worker] = workers_of(other.process.pid)
        other.process.kill()
        os.kill(worker, signal.SIGKILL)
        receiver.delay = 0
        command = [sys.executable, "-m", f"{first.package.name}.sandbox", "recover", "--executor", "b1"]
        done = subprocess.run(
            [*command, "--database", url], env=sandboxes.environment(first.package), capture_output=True, check=False
        )
        if done.returncode or done.stdout.startswith(b"0 "):
            return [f"recover ended with {done.returncode}: {done.stdout!r} {done.stderr[-500:]!r}"]
        wrong = list(_unsettled(first, made, receiver)) + receiver.wrong
        return wrong + list(_differences(first, made, receiver))


def main() -> None:
    """Run what the command line says, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--transactions", type=int, default=2000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--project", type=Path, help="a project with what is generated; default: the frozen one")
    chosen = parser.parse_args()
    if chosen.project is None:
        projects.make()
    project = chosen.project or projects.PROJECT
    with ExitStack() as stack:
        url = stack.enter_context(database()) if chosen.postgres else ""
        figures = run(project, chosen.kills, chosen.transactions, chosen.workers, url)
        print(figures)
        if chosen.postgres:
            print("lost for good:", lost(project, url, 100))


if __name__ == "__main__":
    main()
