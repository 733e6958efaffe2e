"""Runs that are interrupted: by the server, by the connection, or by a kill; and the journal that they go on from."""

import json
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from types import SimpleNamespace

import projects
import pytest
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from tenacity import wait_none

from paycat.conformance.run.live import sending
from paycat.contract.model import Contract
from tests.conformance.live.server import (
    KEY,
    TOKEN,
    Run,
    Server,
    Torn,
    calls_about_credentials,
    calls_about_records,
    running,
)

BASE = "https://docs.payments.test/problems/"

Line = dict[str, str]


def lines(journal: Path) -> list[Line]:
    """Return what a journal holds."""
    return [json.loads(line) for line in journal.read_bytes().splitlines()]


class FirstTime:
    """Answers each request with something else when it comes for the first time."""

    def __init__(self, answer: Callable[[], Response]) -> None:
        self._answer = answer
        self._seen: set[str] = set()

    def __call__(self, headers: Headers) -> Response | None:
        """Return the answer to a request, or None."""
        key = headers.get(KEY, "probe")
        if key in self._seen:
            return None
        self._seen.add(key)
        return self._answer()


# The server


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that are waited between two attempts; nothing is waited for."""
    waited: list[float] = []
    monkeypatch.setattr("tenacity.nap.time", SimpleNamespace(sleep=waited.append))
    return waited


def test_a_server_that_asks_to_wait(contract: Contract, small: Path, conform: Run, pauses: list[float]) -> None:
    """Three requests are told to wait seven seconds, and are sent again after them with the same key."""
    asked: set[str] = set()

    def instead(headers: Headers) -> Response | None:
        key = headers.get(KEY, "probe")
        if key not in asked and len(asked) < 3:
            asked.add(key)
            return PlainTextResponse("", status_code=429 if len(asked) != 2 else 503, headers={"Retry-After": "7"})
        return None

    with running(Server(contract, small / "generated", instead=instead)) as server:
        ended = conform(small, server.url)
    assert (ended.code, ended.err) == (0, "")
    assert "probe" in asked
    assert pauses == [7.0] * 3
    assert len(server.keys) == len(set(server.keys)) + 2


def test_a_server_that_asks_to_wait_for_too_long(contract: Contract, small: Path, conform: Run) -> None:
    busy = PlainTextResponse("", status_code=503, headers={"Retry-After": "3600"})
    with running(Server(contract, small / "generated", instead=lambda headers: busy)) as server:
        ended = conform(small, server.url)
    assert ended.code == 1
    assert "error unreachable: there is no answer: sent once, at last answered 503" in ended.out
    assert ended.last == "1 error, 0 warnings"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests are sent again at once."""
    monkeypatch.setattr(sending, "pause", wait_none())


@pytest.mark.usefixtures("impatient")
def test_connections_that_break(contract: Contract, small: Path, conform: Run) -> None:
    first_time = FirstTime(Torn)
    first_time(Headers())  # The probe gets through.
    with running(Server(contract, small / "generated", instead=first_time)) as server:
        ended = conform(small, server.url)
    assert (ended.code, ended.err) == (0, "")
    assert len(server.keys) == 2 * len(set(server.keys))


@pytest.mark.usefixtures("impatient")
def test_one_request_that_always_breaks(contract: Contract, small: Path, tmp_path: Path, conform: Run) -> None:
    """It is a disagreement, the others get their verdict, and it alone is sent again by the next run."""
    journal, broken = tmp_path / "journal", set[str]()

    def instead(headers: Headers) -> Response | None:
        if KEY in headers and not broken:
            broken.add(headers[KEY])
        return Torn() if headers.get(KEY) in broken else None

    with running(Server(contract, small / "generated", instead=instead)) as server:
        ended = conform(small, server.url, "--journal", journal)
        assert ended.code == 1
        assert re.search("got UnansweredError: sent 6 times, at last (RemoteProtocol|Read)Error: ", ended.out)
        assert ended.last.endswith(" 1 disagreement")
        assert [line["id"] for line in lines(journal)[1:] if "failure" in line] == [failed(ended.out)]
        server.sent.clear()
        server.instead = lambda headers: None
        assert conform(small, server.url, "--journal", journal).code == 0
        again = set(server.keys)
    assert broken <= again
    assert len(again - broken) == calls_about_credentials(contract)[True]


def failed(printed: str) -> str:
    """Return the id of the vector in the one disagreement."""
    (line,) = [line for line in printed.splitlines() if "UnansweredError" in line]
    return line.split(" ")[1]


@pytest.mark.usefixtures("impatient")
def test_a_server_that_goes_away(contract: Contract, small: Path, tmp_path: Path, conform: Run) -> None:
    """One finding, and not one for each vector; the next run sends the rest."""
    journal, enough = tmp_path / "journal", 40

    def instead(headers: Headers) -> Response | None:
        return Torn() if len(set(server.keys)) > enough else None

    server = Server(contract, small / "generated", instead=instead)
    with running(server):
        ended = conform(small, server.url, "--journal", journal)
        assert ended.code == 1
        assert f"{server.url} error unreachable: there is no answer: RemoteProtocolError" in ended.out
        assert ended.last == "1 error, 0 warnings"
        done = len(lines(journal)) - 1
        assert 0 < done <= enough
        server.sent.clear()
        server.instead = lambda headers: None
        again = conform(small, server.url, "--journal", journal)
    assert again.code == 0
    rest = len(lines(journal)) - 1 - done
    assert len(server.keys) == len(set(server.keys)) == rest + calls_about_credentials(contract)[True]


def test_a_token_that_ends(contract: Contract, small: Path, tmp_path: Path, conform: Run) -> None:
    def instead(headers: Headers) -> Response | None:
        return PlainTextResponse("", status_code=401) if len(server.keys) > 40 else None

    server = Server(contract, small / "generated", instead=instead)
    with running(server):
        ended = conform(small, server.url, "--journal", tmp_path / "journal")
    assert ended.code == 1
    assert f"{server.url} error unauthenticated: " in ended.out
    assert ended.last == "1 error, 0 warnings"
    assert TOKEN not in (tmp_path / "journal").read_text()


def problem(document: str) -> Response:
    """Return a document as a problem, with the status of rejected fields."""
    return Response(document, 422, media_type="application/problem+json; charset=utf-8")


NO_VERDICTS = {
    "the server answered 500 with the media type 'text/plain; charset=utf-8'": PlainTextResponse("no", 500),
    "the server answered 202 with the media type ''": Response("", 202),
    "JSONDecodeError: ": problem("{"),
    "the problem about:blank is no Problem as the interface states it: type at #": problem("[]"),
    "(rule pay_in:dispatch): expected type at #/method_code, got ValueError: the problem does not": problem(
        '{"type": "a\\u001b[31m"}'
    ),
    "the problem validation-failed is no Problem as the interface states it: ": problem(
        f'{{"type": "{BASE}validation-failed"}}'
    ),
    "the server answered 422, but malformed-json has the status 400": problem(f'{{"type": "{BASE}malformed-json"}}'),
}


def test_answers_that_are_no_verdict(contract: Contract, small: Path, tmp_path: Path, conform: Run) -> None:
    """Each is told of the vector that got it, and is not kept as an answer."""
    answers = cycle(NO_VERDICTS.values())
    with running(Server(contract, small / "generated", instead=lambda headers: next(answers))) as server:
        ended = conform(small, server.url, "--journal", tmp_path / "journal")
    assert (ended.code, ended.err) == (1, "")
    assert [told for told in NO_VERDICTS if told not in ended.out] == []
    count = len(server.keys) + calls_about_records(contract) + calls_about_credentials(contract)[False]
    assert ended.last == f"{count} vectors, {count} disagreements"
    assert "\x1b" not in ended.out
    assert all(line["failure"] for line in lines(tmp_path / "journal")[1:])


# The journal


def test_a_run_that_was_killed(contract: Contract, small: Path, tmp_path: Path, conform: Run) -> None:
    journal, half, released = tmp_path / "journal", 25, threading.Event()

    def instead(headers: Headers) -> Response | None:
        return Stuck() if len(server.keys) > half and not released.is_set() else None

    server = Server(contract, small / "generated", instead=instead)
    with running(server):
        command = projects.command("conform", "--url", server.url, "--journal", journal, "--project", small)
        environment = projects.environ(PAYCAT_TOKEN=TOKEN)
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as run:
            while run.poll() is None and not (journal.exists() and journal.read_bytes().count(b"\n") > half):
                time.sleep(0.02)  # The command signals no line of its journal.
            run.send_signal(signal.SIGKILL)
        assert run.returncode == -signal.SIGKILL
        known = {line["id"] for line in lines(journal)[1:]}
        assert len(known) == half
        first, server.sent = set(server.keys), []
        released.set()
        assert conform(small, server.url, "--journal", journal).code == 0
    told = [line["id"] for line in lines(journal)[1:]]
    assert len(told) == len(set(told)) > 1.5 * half
    rest = len(told) - half
    assert len(server.keys) == len(set(server.keys)) == rest + calls_about_credentials(contract)[True]
    assert len(set(server.keys) & first) <= 8, "what was under way is sent again with the same key"


class Stuck(Response):
    """No answer, for as long as the other side waits."""

    async def __call__(self, scope: object, receive: Callable[[], object], send: object) -> None:
        """Wait until the connection ends."""
        while (await receive())["type"] != "http.disconnect":  # type: ignore[misc,index]  # ASGI as it is called
            pass


@pytest.fixture(scope="module")
def finished(contract: Contract, small: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The journal of a run that came to its end."""
    journal = tmp_path_factory.mktemp("finished") / "journal"
    with running(Server(contract, small / "generated")) as server:
        ended = projects.paycat("conform", "--url", server.url, "--journal", journal, cwd=small, PAYCAT_TOKEN=TOKEN)
    assert (ended.returncode, ended.stderr) == (0, "")
    return journal.read_bytes()


@pytest.fixture
def journal(finished: bytes, tmp_path: Path) -> Path:
    """A copy of it."""
    (tmp_path / "journal").write_bytes(finished)
    return tmp_path / "journal"


def at(journal: Path, url: str) -> None:
    """Let a journal be about this server."""
    head, *rest = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(json.dumps({**json.loads(head), "url": url}).encode() + b"\n" + b"".join(rest))


def test_a_torn_last_line_is_sent_again(contract: Contract, small: Path, journal: Path, conform: Run) -> None:
    with running(Server(contract, small / "generated")) as server:
        at(journal, server.url)
        whole = journal.read_bytes()
        journal.write_bytes(whole[:-10])
        assert conform(small, server.url, "--journal", journal).code == 0
        about_credentials = calls_about_credentials(contract)
        assert len(server.keys) == 1 + about_credentials[True]
        assert journal.read_bytes() == whole
        server.sent.clear()
        assert conform(small, server.url, "--journal", journal).code == 0
        assert len(server.keys) == about_credentials[True]
        count = len(server.sent) - about_credentials.total()
        assert count == 8, "two probes, and two records with two calls of each"


def changed(text: str, **members: str) -> str:
    """Return the text of a journal with another head."""
    head, _, rest = text.partition("\n")
    return json.dumps({**json.loads(head), **members}) + "\n" + rest


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: changed(text, url="https://other"), "1:1 error other-journal: this journal is about https://ot"),
        (lambda text: changed(text, vectors="0"), "1:1 error other-journal: this journal is about other vectors"),
        (lambda text: changed(text, run="0"), "1:1 error bad-journal: this is not a journal"),
        (lambda text: "some notes", "1:1 error bad-journal: this is not a journal"),
        (lambda text: "some notes\n", "1:1 error bad-journal: this is not a journal"),
        (lambda text: "\xff\n", "1:1 error bad-journal: this is not a journal"),
        (lambda text: text + "{}\n{", "error bad-journal: this line is no answer"),
    ],
)
def test_a_journal_that_cannot_be_used(
    change: Callable[[str], str], told: str, contract: Contract, small: Path, journal: Path, conform: Run
) -> None:
    """One finding; nothing is sent, and the file stays as it is."""
    with running(Server(contract, small / "generated")) as server:
        at(journal, server.url)
        before = change(journal.read_text()).encode("latin-1")
        journal.write_bytes(before)
        ended = conform(small, server.url, "--journal", journal)
    assert ended.code == 1
    assert f"journal:{told}" in ended.out or ("{}" in before.decode("latin-1") and told in ended.out)
    assert ended.last == "1 error, 0 warnings"
    assert server.sent == []
    assert journal.read_bytes() == before


def test_a_journal_that_cannot_be_written(contract: Contract, small: Path, tmp_path: Path, conform: Run) -> None:
    with running(Server(contract, small / "generated")) as server:
        ended = conform(small, server.url, "--journal", tmp_path / "missing" / "journal")
    assert ended.code == 1
    assert "journal error journal-not-written: the journal cannot be written: No such file or directory" in ended.out
    assert server.sent == []


def test_an_empty_journal_begins_a_run(contract: Contract, small: Path, tmp_path: Path, conform: Run) -> None:
    (tmp_path / "journal").touch()
    with running(Server(contract, small / "generated")) as server:
        assert conform(small, server.url, "--journal", tmp_path / "journal").code == 0
        assert lines(tmp_path / "journal")[0]["url"] == server.url
