"""The Python clients over connections: those that are used again, certificates, and proxies."""

import asyncio
import datetime
import json
import logging
import os
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
import trustme
from projects import ROOT

from tests.artefacts.client.clients import PythonClient
from tests.artefacts.client.lies import SLOW, payout
from tests.artefacts.client.lying import answer, keeping, lying
from tests.artefacts.client.test_lying_servers import DEADLINE, SLACK, asked, timed

pytestmark = pytest.mark.slow


@contextmanager
def own_client(python: PythonClient, **options: Any) -> Iterator[Any]:
    """Yield an HTTPX client of the caller."""
    if python.kind == "Client":
        with httpx.Client(**options) as http:
            yield http
    else:
        http = httpx.AsyncClient(**options)
        yield http
        python.in_loop(http.aclose())


def test_the_deadline_holds_on_a_connection_that_is_used_again() -> None:
    """In a process of its own: in one that ran other tests for long, HTTPX now and then connects again."""
    program = f"from {__name__} import used_again; used_again()"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for name, connections, requests, lasted in json.loads(done.stdout):
        assert (name, connections, requests) == ("NetworkError", 1, 2), done.stderr
        assert 0.9 * DEADLINE < lasted < DEADLINE + SLACK


def used_again() -> None:
    """Call twice on one connection; print how the second call ends, connections, requests and seconds as JSON."""
    logging.basicConfig(level=logging.DEBUG)
    ended = []
    with asyncio.Runner() as loop:
        for python in (PythonClient("Client", loop), PythonClient("AsyncClient", loop)):
            good = keeping(answer(payout()))
            # However long this machine pauses between the calls, the connection is kept.
            with (
                own_client(python, limits=httpx.Limits(keepalive_expiry=None)) as http,
                lying(good, SLOW["a head byte by byte"]) as liar,
            ):
                error, lasted = timed(python, liar.url, times=2, http=http)
                ended.append([error["name"], liar.connections, len(liar.requests), lasted])
    print(json.dumps(ended))


@pytest.mark.parametrize("flaw", ["another authority", "another host", "expired"])
def test_a_bad_certificate_gets_no_request(flaw: str, python: PythonClient) -> None:
    authority = trustme.CA()
    expired = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC) if flaw == "expired" else None
    host = "elsewhere.test" if flaw == "another host" else "127.0.0.1"
    server, trusted = contexts(authority, host, expired)
    if flaw == "another authority":
        _, trusted = contexts(trustme.CA(), host)
    with lying(answer(payout()), context=server) as liar, own_client(python, verify=trusted) as http:
        error = asked(python, liar.url, "create_payout", http=http)["error"]
    assert (error["name"], error["outcome_unknown"]) == ("NetworkError", False)
    assert liar.requests == []


def test_the_deadline_holds_over_tls(python: PythonClient) -> None:
    server, trusted = contexts(trustme.CA(), "127.0.0.1")
    with lying(SLOW["a head byte by byte"], context=server) as liar, own_client(python, verify=trusted) as http:
        error, lasted = timed(python, liar.url, http=http)
    assert (error["name"], len(liar.requests)) == ("NetworkError", 1)
    assert lasted < DEADLINE + SLACK


def contexts(
    authority: trustme.CA, host: str, end: datetime.datetime | None = None
) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Return the context of a server whose certificate an authority issued, and of a client that trusts it."""
    server, trusted = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH), ssl.create_default_context()
    authority.issue_cert(host, not_after=end).configure_cert(server)
    authority.configure_trust(trusted)
    return server, trusted


def test_no_proxy_gets_what_is_for_this_machine(python: PythonClient, monkeypatch: pytest.MonkeyPatch) -> None:
    with lying(answer(payout())) as proxy, lying(answer(payout())) as liar:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        monkeypatch.setenv("http_proxy", proxy.url)
        asked(python, liar.url)
    assert (len(liar.requests), proxy.requests) == (1, [])
