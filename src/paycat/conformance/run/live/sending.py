"""Requests over HTTP, sent again where that helps; answers read within a limit on the size and a deadline."""

import time
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, NamedTuple, NoReturn

import httpx
from tenacity import (
    RetryCallState,
    Retrying,
    retry_if_exception_type,
    retry_if_result,
    stop_after_attempt,
    stop_before_delay,
    wait_random_exponential,
)

from paycat.catalogue.interface import Operation
from paycat.conformance.run.credentials import Message, Proof
from paycat.conformance.run.live.tokens import TokenKeyring
from paycat.contract.model import Contract

MOST_BYTES = 1_048_576
ATTEMPTS = 6
LONGEST_WAIT_SECONDS = 120
_CONNECT_SECONDS = 10
_LONGEST_REASON = 300
_BUSY = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
_OPENED = (".connect_tcp.complete", ".start_tls.complete")

pause = wait_random_exponential(multiplier=0.5, max=20)

_deadline: ContextVar[float] = ContextVar("deadline")


class AnswerTooLargeError(Exception):
    """The answer is larger than any answer of the interface, or compressed, though it was to come as it is."""


def receive(client: httpx.Client, request: httpx.Request, seconds: float) -> httpx.Response:
    """Return the answer to a request, read whole. Raises httpx.TransportError and AnswerTooLargeError."""
    request.headers["Accept-Encoding"] = "identity"
    request.extensions["trace"] = _watch
    deadline_token = _deadline.set(time.monotonic() + seconds)
    try:
        answer = client.send(request, stream=True)
        try:
            body = _read(answer)
        finally:
            answer.close()
    finally:
        _deadline.reset(deadline_token)
    return httpx.Response(answer.status_code, headers=answer.headers, content=body, request=request)


def _read(answer: httpx.Response) -> bytes:
    if answer.headers.get("Content-Encoding", "identity").strip().lower() != "identity":
        raise AnswerTooLargeError("the answer is compressed, though the request accepts none of that")
    body = bytearray()
    for piece in answer.iter_raw():
        body += piece
        if len(body) > MOST_BYTES:
            raise AnswerTooLargeError(f"the answer is larger than {MOST_BYTES:,} bytes")
        _seconds_left()
    return bytes(body)


def _seconds_left() -> float:
    seconds_left = _deadline.get() - time.monotonic()
    if seconds_left <= 0:
        raise httpx.ReadTimeout("the whole answer did not arrive in time")
    return seconds_left


def _watch(event: str, details: Mapping[str, Any]) -> None:
    stream = details.get("return_value")
    if stream is not None and event.endswith(_OPENED):
        stream.read = _limited(stream.read)


def _limited(read_stream: Callable[..., bytes]) -> Callable[..., bytes]:
    def limited(max_bytes: int, timeout: float | None = None) -> bytes:
        seconds_left = _seconds_left()
        return read_stream(max_bytes, timeout=seconds_left if timeout is None else min(seconds_left, timeout))

    return limited


@dataclass(frozen=True, slots=True)
class Target:
    """The address of a server, what proves credentials by their names, and how many requests are sent at a time."""

    url: str
    secrets: Mapping[str, str] = field(repr=False)
    concurrency: int

    @property
    def name(self) -> str:
        """Host and port, as reports name the server."""
        return httpx.URL(self.url).netloc.decode()

    @property
    def is_unencrypted(self) -> bool:
        """Whether anyone between here and the server can read what is sent."""
        return httpx.URL(self.url).scheme == "http"

    @property
    def is_this_machine(self) -> bool:
        """Whether nothing is sent to another machine."""
        return httpx.URL(self.url).host in _THIS_MACHINE


class Address(NamedTuple):
    """The operation of a request, its encoded path and query, and how it proves who sent it, if not as usual."""

    operation: Operation
    path: str
    proof: Proof | None = None


class UnansweredError(Exception):
    """No answer to a request was a verdict, however often it was sent."""


class Sender:
    """Posts requests to a server; may be used by several threads."""

    def __init__(self, contract: Contract, target: Target) -> None:
        self._contract = contract
        self._client = httpx.Client(
            base_url=target.url,
            timeout=httpx.Timeout(contract.interface.limit("answer_seconds"), connect=_CONNECT_SECONDS),
            limits=httpx.Limits(max_connections=target.concurrency),
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
            trust_env=not target.is_unencrypted,  # A proxy would read the secrets.
        )
        self.keyring = TokenKeyring(contract, target.secrets, self._client, self._receive)
        self._seconds = _CONNECT_SECONDS + contract.interface.limit("answer_seconds")
        asks_to_wait = retry_if_result(self._asks_to_wait)
        self._patient = Retrying(
            retry=asks_to_wait,
            wait=_wait,
            stop=stop_after_attempt(ATTEMPTS) | stop_before_delay(LONGEST_WAIT_SECONDS),
            retry_error_callback=_give_up,
        )
        self._stubborn = self._patient.copy(retry=asks_to_wait | retry_if_exception_type(httpx.TransportError))

    def post(self, address: Address, body: bytes, headers: Mapping[str, str]) -> httpx.Response:
        """Return the answer to a request, which is sent again when the connection fails. Raises UnansweredError."""
        return self._stubborn(self._send, address, body, headers)

    def ask(self, address: Address, body: bytes, headers: Mapping[str, str]) -> httpx.Response:
        """Return the answer to a request, if there is a connection. Raises httpx.TransportError and UnansweredError."""
        return self._patient(self._send, address, body, headers)

    def _send(self, address: Address, body: bytes, headers: Mapping[str, str]) -> httpx.Response:
        answer = self._attempt(address, body, headers)
        if answer.status_code == HTTPStatus.UNAUTHORIZED and self.keyring.forget(answer.request):
            return self._attempt(address, body, headers)
        return answer

    def _attempt(self, address: Address, body: bytes, headers: Mapping[str, str]) -> httpx.Response:
        # Without a declared length the body goes in pieces; a header with an empty value is not sent.
        content = iter([body]) if headers.get("Content-Length") == "" else body
        sent_headers = {header_name: value for header_name, value in headers.items() if value}
        http_method, alternative = address.operation.http_method, self.keyring.alternative(address.operation) or ()
        request = self._client.build_request(http_method, address.path, content=content, headers=sent_headers)
        message = Message(http_method, request.url.raw_path.decode(), body)
        proof = address.proof(message) if address.proof else self.keyring.proof(alternative, message)
        request.headers.update({name: value for name, value in proof.items() if name not in headers})
        return self._receive(request)

    def _receive(self, request: httpx.Request) -> httpx.Response:
        try:
            return receive(self._client, request, self._seconds)
        except AnswerTooLargeError as error:
            raise UnansweredError(str(error)) from error

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _asks_to_wait(self, answer: httpx.Response) -> bool:
        interface = self._contract.interface
        running = next((kind for kind in interface.problems if kind.cause == "idempotency_in_progress"), None)
        if running and answer.status_code == running.status:
            return running.slug in answer.text  # The same status also says that a record exists.
        return answer.status_code in _BUSY


def _wait(retry_state: RetryCallState) -> float:
    assert retry_state.outcome is not None
    retry_seconds = None if retry_state.outcome.failed else _retry_after(retry_state.outcome.result())
    return pause(retry_state) if retry_seconds is None else retry_seconds


def _retry_after(answer: httpx.Response) -> float | None:
    header_text = answer.headers.get("retry-after", "")
    if header_text.isascii() and header_text.isdecimal():
        return float(header_text)
    try:
        return max(0.0, parsedate_to_datetime(header_text).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None


def _give_up(retry_state: RetryCallState) -> NoReturn:
    assert retry_state.outcome is not None
    times_text = "once" if retry_state.attempt_number == 1 else f"{retry_state.attempt_number} times"
    error = retry_state.outcome.exception()
    last_outcome = in_words(error) if error else f"answered {retry_state.outcome.result().status_code}"
    raise UnansweredError(f"sent {times_text}, at last {last_outcome}") from error


def in_words(error: BaseException) -> str:
    """Return what went wrong with a request."""
    if isinstance(error, UnansweredError):
        return str(error)
    words = f"{type(error).__name__}: {error}".removesuffix(": ")[:_LONGEST_REASON]
    return "".join(char if char.isprintable() else "?" for char in words)  # It may hold what the server sent.
