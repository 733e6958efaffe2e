"""Both clients send each credential to the stub of a catalogue that has all of them, over HTTP."""

import asyncio
import json
import logging
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.responses import JSONResponse, Response

from tests.artefacts.client.credential_stub import CALLER, SECRETS, Keyring, running
from tests.artefacts.typescript.typescript_package import Driver, check_types

OPERATIONS = {
    "request_signature": "transfers",
    "card_signature": "card",
    "partner_key": "key",
    "jws": "described",
    "token": "token",
    "bearer": "bearer",
    "basic": "basic",
}
"""The resource whose method `get` takes a credential alone."""
WRONG: dict[str, Any] = {
    "request_signature": ("key-one", "forged-secret"),
    "card_signature": ("card-two", "forged-secret"),
    "partner_key": "forged-secret",
    "jws": {"X-JWS-Signature": "forged-secret", "X-JWS-Certificate": "c"},
    "token": "client/one:forged-secret",
    "bearer": "forged-secret",
    "basic": "name:forged-secret",
}
PRIVATE = (
    *("s:ecret", "secret of cards", "partner-secret", "eyJhbGci", "MIIB", "secret+of", "secret%2Bof", "bearer-secret"),
    *("pass:word", "token-secret", "forged-secret", "bmFtZTpwYXNz", "Y2xpZW50"),
)
"""What is in a secret, a token or a header of a caller, or begins it."""
TOKEN = "/oauth/token"
NO_TOKEN = "status 200 (no valid {})"
BEARER_TOKEN = {"access_token": "token-secret-x", "token_type": "Bearer"}


class Caller:
    """A client: it makes a call of a resource, once or several times at once."""

    def __init__(self, kind: str, keyring: Keyring) -> None:
        self.kind, self.keyring = kind, keyring

    def get(self, resource: str, api_key: Any, times: int = 1, **options: Any) -> list[Any]:
        """Return how each of the calls ends: the caller that the service knew, or the name and text of an error."""
        options = {"base_url": self.keyring.url, "sleep": lambda _: None, **options}
        if self.kind == "Client":
            return self._plain(resource, api_key, times, options)
        return asyncio.run(self._asynchronous(resource, api_key, times, options))

    def _plain(self, resource: str, api_key: Any, times: int, options: Any) -> list[Any]:
        def ended(_: int) -> Any:
            try:
                return getattr(client, resource).get("a b?c").reference
            except Exception as error:  # noqa: BLE001 - whatever a client raises is what the caller sees
                return shown(error)

        try:
            with self.keyring.client.Client(api_key, **options) as client, ThreadPoolExecutor(times) as threads:
                assert not hidden_in(repr(client) + repr(vars(client)))
                return list(threads.map(ended, range(times)))
        except (ValueError, TypeError) as error:
            return [shown(error)]

    async def _asynchronous(self, resource: str, api_key: Any, times: int, options: Any) -> list[Any]:
        async def ended() -> Any:
            try:
                return (await getattr(client, resource).get("a b?c")).reference
            except Exception as error:  # noqa: BLE001 - whatever a client raises is what the caller sees
                return shown(error)

        async def nothing(_: float) -> None: ...

        if "http" in options:
            options["http"] = httpx.AsyncClient()
        try:
            async with self.keyring.client.AsyncClient(api_key, **{**options, "sleep": nothing}) as client:
                return list(await asyncio.gather(*(ended() for _ in range(times))))
        except (ValueError, TypeError) as error:
            return [shown(error)]
        finally:
            if "http" in options:
                await options["http"].aclose()

    def post(self, alternatives: list[list[str]], makes: Any = None, **options: Any) -> dict[str, Any]:
        """Return the error of a POST without an answer, and its `requests`; `makes` has an item for each attempt."""
        requests: list[Any] = []

        def unanswered(request: httpx.Request) -> httpx.Response:
            requests.append({"headers": request.headers})
            raise httpx.ReadTimeout("no answer")

        def make(*_: Any) -> Any:
            if (item := makes[min(len(requests), len(makes) - 1)]) == "raises":
                raise RuntimeError("no signer")
            return item

        package = self.keyring
        chosen = tuple(tuple(getattr(package.credentials, name.upper()) for name in one) for one in alternatives)
        operation = replace(package.client.operations.CREATE_TRANSFER, alternatives=chosen)
        call = package.operations.Call(operation, body=package.request, idempotency_key="key-1")
        options = {**options, "base_url": "https://service.test", "transport": httpx.MockTransport(unanswered)}
        if makes:
            options["api_key"] = {"jws": make}

        async def asked() -> Any:
            async def nothing(_: float) -> None: ...

            if self.kind == "Client":
                return package.client.Client(**options, sleep=lambda _: None)._answer(call)
            return await package.client.AsyncClient(**options, sleep=nothing)._answer(call)

        with pytest.raises((package.client.ClientError, ValueError, TypeError, RuntimeError)) as caught:
            asyncio.run(asked())
        name, message = shown(caught.value)
        return {"name": name, "message": message, **vars(caught.value), "requests": requests}


class TypeScriptCaller(Caller):
    """The client of the TypeScript package."""

    def __init__(self, keyring: Keyring, driver: Driver) -> None:
        super().__init__("TypeScript", keyring)
        self._driver = driver

    def get(self, resource: str, api_key: Any, times: int = 1, **options: Any) -> list[Any]:
        """Return how each of the calls ends."""
        by_name = isinstance(api_key, dict) and not any("-" in name for name in api_key)
        given = {camel(name): value for name, value in api_key.items()} if by_name else api_key
        own = {"apiKey": given, "baseUrl": self.keyring.url, **{camel(name): value for name, value in options.items()}}
        question = {"call": f"{resource}.get", "args": ["a b?c"], "options": own, "times": times}
        ended = self._driver.ask(act="together", **question)
        assert not hidden_in(ended["printed"])
        for one in ended["ended"]:
            assert not hidden_in(json.dumps(one)), one
        return [one.get("reference") or (one["name"], one["message"]) for one in ended["ended"]]

    def post(self, alternatives: list[list[str]], makes: Any = None, **options: Any) -> dict[str, Any]:
        """Return the same of this client."""
        operation = {"id": "pay", "httpMethod": "POST", "path": "/v1/x", "status": 201, "record": "TransferRecord"}
        operation["alternatives"] = alternatives
        call = {"operation": operation, "body": {"reference": "r-1"}, "idempotencyKey": "key-1"}
        own = {"baseUrl": "https://service.test", **{camel(name): value for name, value in options.items()}}
        question = {"act": "call", "bare": True, "call": "answer", "args": [call, {}, []], "options": own}
        found = self._driver.ask(**question, makes=makes, script=[{"error": "ECONNRESET", "syscall": "read"}])
        assert not hidden_in(found["printed"] + json.dumps(found["error"]))
        return {**found["error"], "requests": found["requests"]}


def shown(error: Exception) -> tuple[str, str]:
    text, cause = "".join(traceback.format_exception(error)), error
    while cause:
        requests = [vars(one) for one in vars(cause).values() if isinstance(one, httpx.Request)]
        text += repr(cause) + repr(vars(cause)) + repr(requests)
        cause = cause.__cause__ or cause.__context__
    assert not hidden_in(text), text
    return type(error).__name__, str(error)


def hidden_in(text: str) -> list[str]:
    """Return what a text shows of a secret."""
    return [private for private in PRIVATE if private in text]


def camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Keyring]:
    with running(tmp_path_factory.mktemp("credentials")) as keyring:
        yield keyring


@pytest.fixture(scope="module")
def keyring_driver(served: Keyring) -> Iterator[Driver]:
    driver = Driver(served.generated / "typescript")
    yield driver
    driver.close()


@pytest.fixture(params=["Client", "AsyncClient", pytest.param("TypeScript", marks=pytest.mark.slow)])
def caller(request: pytest.FixtureRequest, served: Keyring) -> Caller:
    served.reset()
    if request.param == "TypeScript":
        return TypeScriptCaller(served, request.getfixturevalue("keyring_driver"))
    return Caller(request.param, served)


@pytest.fixture(autouse=True)
def no_log_shows_a_secret() -> Iterator[None]:
    log, root = StringIO(), logging.getLogger()
    handler, level = logging.StreamHandler(log), root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield
    root.removeHandler(handler)
    root.setLevel(level)
    assert not hidden_in(log.getvalue())


def once(path: str, response: Response) -> Callable[[str], Response | None]:
    """Return what answers the first request for a path."""
    responses = [response]
    return lambda sent_path: responses.pop() if responses and sent_path.startswith(path) else None


@pytest.mark.parametrize("name", OPERATIONS)
def test_each_credential_is_sent(name: str, caller: Caller) -> None:
    assert caller.get(OPERATIONS[name], {name: SECRETS[name]}) == [CALLER]
    assert caller.keyring.sent[-1].path.endswith("/a b?c")


@pytest.mark.parametrize("name", [name for name in OPERATIONS if name != "jws"])
def test_the_environment_has_texts(name: str, served: Keyring, monkeypatch: pytest.MonkeyPatch) -> None:
    value = SECRETS[name]
    monkeypatch.setenv(f"KEYRING_{name.upper()}", value if isinstance(value, str) else ":".join(value))
    for kind in ("Client", "AsyncClient"):
        assert Caller(kind, served).get(OPERATIONS[name], None) == [CALLER]


@pytest.mark.parametrize("name", OPERATIONS)
def test_nothing_is_sent_without_it(name: str, caller: Caller) -> None:
    for api_key in ({}, {"basic" if name == "bearer" else "bearer": "a:b"}):
        [(error, message)] = caller.get(OPERATIONS[name], api_key)
        spelled = camel(name) if caller.kind == "TypeScript" else name
        assert error in ("ValueError", "TypeError")
        assert f" needs {spelled} in api" in message
    assert caller.keyring.sent == []


@pytest.mark.parametrize("name", OPERATIONS)
def test_a_wrong_one_is_an_error_that_shows_nothing(name: str, caller: Caller) -> None:
    [(error, message)] = caller.get(OPERATIONS[name], {name: WRONG[name]})
    if name == "token":
        assert error == "AnswerError"
        assert message.endswith("/oauth/token gave no token: it answered with status 401 (invalid_client)")
    else:
        assert (error, "401 unauthenticated" in message) == ("UnauthenticatedError", True)
    assert len(caller.keyring.sent) == 1


@pytest.mark.parametrize(
    ("api_key", "message"),
    [
        ("text", "must have credentials by name, of: "),
        ("", "must have credentials by name, of: "),
        ({"secret": "s"}, "must have credentials by name, of: "),
        ({"basic": "pass"}, "must be a name and a secret"),
        ({"basic": ("na:me", "pass")}, "must be a name and a secret"),
        ({"basic": "na\nme:pass"}, "must be a name and a secret"),
        ({"request_signature": ("key", "")}, "must be a name and a secret"),
        ({"request_signature": ("key two", "x")}, "must be a name and a secret"),
        ({"token": ("a", "b", "c")}, "must be a name and a secret"),
        ({"partner_key": "a b"}, "must be visible ASCII characters"),
        ({"partner_key": ("a", "b")}, "must be a text, not "),
        ({"bearer": 1}, "must be a text, not "),
        ({"jws": "text"}, " must be headers by name"),
        ({"jws": {"X-JWS-Signature": "a", "X-JWS-Certificate": 1}}, "must be a text, not "),
        ({"jws": {"X-JWS-Signature": "a"}}, "must be X-JWS-Signature, X-JWS-Certificate"),
        ({"jws": {"X-JWS-Signature": "a", "X-JWS-Certificate": "b\r\nc"}}, "must be X-JWS-Signature, X-JWS-"),
        ({"jws": {"X-JWS-Signature": "a", "X-JWS-Certificate": "b", "Accept": "c"}}, "must be X-JWS-Signature, X-JWS-"),
    ],
    ids=str,
)
def test_what_is_no_credential_is_never_sent(api_key: Any, message: str, caller: Caller) -> None:
    [(error, text)] = caller.get("described", api_key)
    assert error in ("ValueError", "TypeError")
    assert message in text
    assert caller.keyring.sent == []


def test_alternatives(caller: Caller) -> None:
    """The first that the caller has whole: both keys, or else a token; nothing for an open operation."""
    both = {name: SECRETS[name] for name in ("partner_key", "basic", "token")}
    assert caller.get("both", both) == [CALLER]
    assert caller.get("both", {name: both[name] for name in ("basic", "token")}) == [CALLER]
    assert [path for path, _ in caller.keyring.paths] == ["/v1/both/a b?c", TOKEN, "/v1/both/a b?c"]
    [(_, message)] = caller.get("both", {"basic": SECRETS["basic"]})
    wanted = "partner_key in api_key or KEYRING_PARTNER_KEY, or token in api_key or KEYRING_TOKEN"
    assert message.replace("partnerKey", "partner_key").replace("apiKey", "api_key") == f"readBoth needs {wanted}"
    assert caller.get("open", {}) == ["None"]
    assert not {"authorization", "x-api-key"} & {*caller.keyring.sent[-1].headers}


def test_a_certificate_is_that_of_a_client_of_the_caller(caller: Caller) -> None:
    [(_, message)] = caller.get("certified", {"bearer": SECRETS["bearer"]})
    assert message.startswith("readCertified needs a ")
    if caller.kind != "TypeScript":
        with httpx.Client() as http:
            assert caller.get("certified", {"bearer": SECRETS["bearer"]}, http=http) == [CALLER]


def test_a_certificate_that_may_be_none_comes_last(caller: Caller) -> None:
    for api_key, sent in (({"bearer": SECRETS["bearer"]}, "Bearer bearer-secret"), ({}, None)):
        found = caller.post([["certificate"], ["bearer"]], api_key=api_key, retries=0)
        [headers] = (httpx.Headers(one["headers"]) for one in found["requests"])
        assert (found["name"], headers.get("authorization")) == ("NetworkError", sent)


@pytest.mark.parametrize("name", [name for name in OPERATIONS if name != "jws"])
def test_a_service_with_one_credential_takes_it_bare(
    name: str, served: Keyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = served.client
    credential = next(one for one in client.service.SERVICE.credentials if one.name == name)
    only = replace(credential, variable="KEYRING_API_KEY")
    service = replace(client.service.SERVICE, credentials=[only], needs_key=True)
    monkeypatch.setattr(client.Client, "_service", service)
    plain, value = Caller("Client", served), SECRETS[name]
    text = value if isinstance(value, str) else ":".join(value)
    for api_key in (value, text):
        assert plain.get(OPERATIONS[name], api_key) == [CALLER]
    with httpx.Client() as http:
        for own in ({}, {"http": http}):
            lacking = ("ValueError", "pass an api_key, or set KEYRING_API_KEY")
            assert plain.get(OPERATIONS[name], None, **own) == [lacking]
    monkeypatch.setenv("KEYRING_API_KEY", text)
    assert plain.get(OPERATIONS[name], None) == [CALLER]


PROGRAM = """
from keyring_api.client import Client

Client({"token": ("id", "secret"), "basic": "a:b", "jws": {"X-JWS-Signature": "a"}})
Client({"jws": lambda method, target, body: {"X-JWS-Signature": method + target}})
Client({"token": ("id", "secret", "more")})
Client({"unknown": "a"})
Client("text")
"""
MODULE = """
import { Client, type ApiKey, type ClientOptions } from "keyring-api/client";

const jws = async (method: string, target: string) => ({ a: method + target });
const apiKey: ApiKey = { token: ["id", "secret"], basic: "a:b", jws };
export const options: ClientOptions = { apiKey };
new Client(options);
// @ts-expect-error
new Client({ apiKey: { token: ["id", "secret", "more"] } });
// @ts-expect-error
new Client({ apiKey: { unknown: "a" } });
// @ts-expect-error
new Client({ apiKey: "text" });
"""


@pytest.mark.slow
def test_type_checkers_know_what_the_service_takes(served: Keyring, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    command = [*(sys.executable, "-m", "mypy", "--config-file=", "--strict"), str(tmp_path / "program.py")]
    command += ["--cache-dir", str(tmp_path / "cache")]
    sources = served.generated / "python" / "src"
    done = subprocess.run(command, cwd=sources, capture_output=True, text=True, check=False)
    errors = [line for line in done.stdout.splitlines() if "program.py:" in line and " error: " in line]
    assert [int(line.split(":")[1]) for line in errors] == [6, 7, 8], done.stdout
    (tmp_path / "module.ts").write_text(MODULE)
    consumer = tmp_path / "consumer"
    consumer.mkdir()
    check_types(consumer, tmp_path / "module.ts", package=served.generated / "typescript")


def test_headers_are_made_of_what_is_sent(served: Keyring) -> None:
    seen = []

    def make(method: str, target: str, body: bytes) -> dict[str, str]:
        seen.append((method, target, body))
        return SECRETS["jws"]

    for kind in ("Client", "AsyncClient"):
        assert Caller(kind, served).get("described", {"jws": make}) == [CALLER]
    assert seen == [("GET", "/v1/described/a%20b%3Fc", b"")] * 2


@pytest.mark.slow
def test_headers_are_made_of_what_typescript_sends(served: Keyring, keyring_driver: Driver) -> None:
    question = {"call": "described.get", "args": ["a b?c"], "options": {"baseUrl": served.url}, "times": 1}
    ended = keyring_driver.ask(act="together", makes=[SECRETS["jws"]], **question)
    assert ended["ended"][0]["reference"] == CALLER
    assert ended["made"] == [["GET", "/v1/described/a%20b%3Fc", ""]]


@pytest.mark.parametrize("item", ["raises", {}, None])
def test_headers_that_cannot_be_made_again_leave_the_outcome_unknown(item: Any, caller: Caller) -> None:
    first = caller.post([["jws"]], [item])
    assert (first["requests"], first.get("outcome_unknown")) == ([], None)
    second = caller.post([["jws"]], [SECRETS["jws"], item])
    assert (second["name"], second["outcome_unknown"], len(second["requests"])) == ("NetworkError", True, 1)
    assert second["idempotency_key"] == "key-1"


@pytest.mark.slow
def test_headers_that_are_never_made_end_in_time(served: Keyring, keyring_driver: Driver) -> None:
    for makes, unknown in ((["never"], False), ([SECRETS["jws"], "never"], True)):
        found = TypeScriptCaller(served, keyring_driver).post([["jws"]], makes, deadline=1)
        assert (found["name"], found["outcome_unknown"]) == ("NetworkError", unknown)
        assert "no whole answer arrived within 1 seconds" in found["message"]


def test_headers_are_made_by_no_async_function(served: Keyring) -> None:
    async def make(*_: Any) -> dict[str, str]:
        return SECRETS["jws"]

    for kind in (served.client.Client, served.client.AsyncClient):
        with pytest.raises(TypeError, match="jws of api_key must be a function that is not async"):
            kind({"jws": make})


def test_the_readmes_tell_of_each_credential_what_is_true(served: Keyring) -> None:
    python, typescript = ((served.generated / one / "README.md").read_text() for one in ("python", "typescript"))
    for readme, own, kind in (
        (python, "`http` or `transport`", "is not async"),
        (typescript, "`fetch`", "may be async"),
    ):
        assert readme.count("Each attempt is signed with its time and with a nonce of its own.") == 1
        assert readme.count("Each attempt is signed with its time. ") == 1
        assert f"The HTTP client is {own}." in readme
        assert f"The function {kind}." in readme
    assert "accepts the key `test_key:sk_test_example`" in " ".join(python.split())


# Signatures


def test_each_attempt_is_signed_anew(caller: Caller) -> None:
    caller.keyring.instead = once("/v1/transfers", Response(status_code=503))
    assert caller.get("transfers", {"request_signature": SECRETS["request_signature"]}) == [CALLER]
    first, second = (one.headers for one in caller.keyring.sent)
    for name in ("x-nonce", "x-signature"):
        assert first[name] != second[name]


def test_the_body_is_signed_as_it_is_sent(served: Keyring) -> None:
    served.reset()
    api_key = {"request_signature": SECRETS["request_signature"]}
    with served.client.Client(api_key, base_url=f"{served.url}/v1") as client:
        assert client.transfers.create(served.request).reference == CALLER


# Tokens


def test_calls_at_once_request_one_token(caller: Caller) -> None:
    assert caller.get("token", {"token": SECRETS["token"]}, times=20) == [CALLER] * 20
    assert [path for path, _ in caller.keyring.paths].count(TOKEN) == 1


def test_a_token_is_renewed_before_it_ends(caller: Caller) -> None:
    caller.keyring.authenticate.seconds = 0
    assert caller.get("token", {"token": SECRETS["token"]}, times=3) == [CALLER] * 3
    assert [path for path, _ in caller.keyring.paths].count(TOKEN) == 3


def test_a_token_that_was_revoked_is_renewed_once(caller: Caller) -> None:
    given: list[str] = []

    def revoking(path: str) -> None:
        if path != TOKEN and not given:
            given.extend(caller.keyring.authenticate.tokens)
            caller.keyring.authenticate.tokens.clear()

    caller.keyring.instead = revoking
    assert caller.get("token", {"token": SECRETS["token"]}, retries=0) == [CALLER]
    statuses = [status for path, status in caller.keyring.paths if path != TOKEN]
    assert (statuses, len(caller.keyring.sent)) == ([401, 200], 4)


def test_many_calls_with_a_revoked_token_renew_it_once(caller: Caller) -> None:
    given: list[str] = []

    def revoking(path: str) -> None:
        if path != TOKEN and not given:
            given.extend(caller.keyring.authenticate.tokens)
            caller.keyring.authenticate.tokens.clear()

    caller.keyring.instead = revoking
    assert caller.get("token", {"token": SECRETS["token"]}, times=20) == [CALLER] * 20
    assert [path for path, _ in caller.keyring.paths].count(TOKEN) == 2


def test_a_token_that_is_never_known_is_renewed_once_and_no_more(caller: Caller) -> None:
    caller.keyring.authenticate.gives_revoked = True
    [(error, message)] = caller.get("token", {"token": SECRETS["token"]})
    assert (error, "401 unauthenticated" in message) == ("UnauthenticatedError", True)
    assert [status for _, status in caller.keyring.paths] == [200, 401, 200, 401]


@pytest.mark.parametrize(
    ("answer", "ends"),
    [
        (Response(status_code=503), CALLER),
        (JSONResponse({"error": "invalid_scope"}, 400), "status 400 (invalid_scope)"),
        (JSONResponse({"error": "no\ncode"}, 400), "status 400"),
        (JSONResponse({"access_token": "token-secret-x", "token_type": "mac"}), NO_TOKEN.format("token_type")),
        (JSONResponse({"access_token": "token-secret\n", "token_type": "Bearer"}), NO_TOKEN.format("access_token")),
        (JSONResponse({**BEARER_TOKEN, "expires_in": "9"}), NO_TOKEN.format("expires_in")),
        (Response("token-secret", media_type="application/json"), NO_TOKEN.format("access_token")),
        (Response(status_code=302, headers={"Location": "/v1/open/x"}), "status 302"),
    ],
    ids=lambda one: str(getattr(one, "body", one))[:60],
)
def test_the_address_of_tokens_is_called_as_any_other(answer: Response, ends: str, caller: Caller) -> None:
    caller.keyring.instead = once(TOKEN, answer)
    [ended] = caller.get("token", {"token": SECRETS["token"]})
    if ends == CALLER:
        assert (ended, len(caller.keyring.sent)) == (CALLER, 3)
    elif "302" not in ends or caller.kind != "TypeScript":
        assert (ended[0], ended[1].endswith(f"gave no token: it answered with {ends}")) == ("AnswerError", True), ended


@pytest.mark.parametrize("name", OPERATIONS)
def test_no_error_of_a_connection_holds_what_was_sent(name: str, caller: Caller) -> None:
    closed = {"base_url": "http://127.0.0.1:9", "retries": 0}
    assert caller.get(OPERATIONS[name], {name: SECRETS[name]}, **closed)[0][0] == "NetworkError"


def test_an_address_of_tokens_that_is_not_there(caller: Caller) -> None:
    [(error, message)] = caller.get("token", {"token": SECRETS["token"]}, base_url="http://127.0.0.1:9", retries=1)
    assert error == "NetworkError"
    assert "no whole answer arrived from /oauth/token" in message
    assert "the outcome is unknown" not in message
