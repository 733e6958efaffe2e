# Part of paycat's runtime, copied unchanged. Do not edit.

"""The client for plain code, without its operations."""

import threading
import time
from collections.abc import Callable, Collection, Generator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, ParamSpec, Self

import httpx
from tenacity import Retrying

from .calling import Caller, Key
from .deadline import Deadline, too_late, watch
from .keyring import Keyring
from .operations import Answer, Call
from .receiving import Body, Received
from .retrying import Attempts, Patience
from .target import Target, no_cookies
from .waiting import Policy

Arguments = ParamSpec("Arguments")


class Client(Caller[Key]):
    """Sends calls and reads their answers; a package adds its operations."""

    def __init__(
        self,
        api_key: Key | None = None,
        *,
        base_url: str | None = None,
        timeout: float | httpx.Timeout | None = None,
        retries: int = 3,
        longest_pause: float = 30.0,
        deadline: float = 120.0,
        largest_answer: int = 1_048_576,
        allow_http: Collection[str] = (),
        http: httpx.Client | None = None,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Raises ValueError for arguments that are not valid, as operations do, too.

        Operations raise it before anything is sent.

        Args:
            api_key: The credentials. No `repr` and no error shows them. Default: an
                environment variable that the class names.
            base_url: Address of the service. Default: an environment variable that the
                class names, or else the address of the documentation.
            timeout: Seconds for connecting, and for each wait for data; or HTTPX's own
                Timeout. Default: 30 seconds, or the timeout of `http`.
            retries: Maximum number of repetitions of a call; 0 for none.
            longest_pause: Maximum seconds between two attempts. If the service requires
                more, the call is not repeated.
            deadline: Maximum seconds for a call, with its attempts and the pauses between
                them, however slowly the service responds;
                looking up its name is not included.
            largest_answer: Maximum bytes of an answer, decoded. A longer answer is not
                read, and raises AnswerError.
            allow_http: Hosts that may be called over http://, which shows the key to
                everybody on the way. This machine is always allowed.
            http: An HTTPX client of your own, for proxies or certificates. You close it.
            transport: An HTTPX transport, instead of `http`.
            sleep: The function that waits between attempts.
        """
        if http is not None and transport is not None:
            raise ValueError("give http or transport, not both")
        has_own_connections = http is not None or transport is not None
        keyring = Keyring(self._service, api_key, has_own_connections)
        target = Target.of(self._service, base_url, allow_http)
        patience = Patience(retries, longest_pause, deadline)
        super().__init__(target, keyring, patience, largest_answer, timeout)
        self._sleep = sleep
        self._turn = threading.Lock()
        self._own = http is None
        if http is None:
            http = httpx.Client(
                transport=transport,
                timeout=30,
                cookies=no_cookies(),
                # A proxy would receive what is meant for this machine alone.
                trust_env=target.is_encrypted,
            )
        self._http = http

    def close(self) -> None:
        """Close the connections, unless they are those of a client of your own."""
        if self._own:
            self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _answer(self, call: Call[Answer]) -> Answer:
        attempts = self._attempts(call)
        retrying = Retrying(sleep=self._sleep, **attempts.policy)
        try:
            answer: Received = retrying(self._attempt, attempts)
        except Exception as error:
            attempts.fail(error)
            raise
        return attempts.record(answer)

    def _repeated(
        self,
        policy: Policy,
        read: Callable[Arguments, Answer],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Answer:
        retrying = Retrying(sleep=self._sleep, **policy.arguments)
        with policy.in_time():
            found: Answer = retrying(read, *arguments, **named)
        return found

    def _attempt(self, attempts: Attempts[Any]) -> Received:
        attempts.is_sent = False
        with attempts.deadline.limits_reads():
            answer = self._exchange(attempts)
            return self._exchange(attempts) if attempts.renews(answer) else answer

    def _exchange(self, attempts: Attempts[Any]) -> Received:
        if giver := attempts.giver:
            with self._turn_before(attempts.deadline):
                if request := attempts.token_request(giver, self._build):
                    answer = self._receive(request, attempts.deadline)
                    if not attempts.takes_token(giver, answer):
                        return answer
        return self._receive(attempts.request(self._build), attempts.deadline)

    def _build(self, **parts: Any) -> httpx.Request:
        return self._http.build_request(**parts, timeout=self._timeout)

    @contextmanager
    def _turn_before(self, deadline: Deadline) -> Generator[None, None, None]:
        left = min(deadline.check(), threading.TIMEOUT_MAX)
        if not self._turn.acquire(timeout=left):
            raise too_late()
        try:
            yield
        finally:
            self._turn.release()

    def _receive(self, request: httpx.Request, deadline: Deadline) -> Received:
        deadline.limit(request)
        request.extensions["trace"] = watch
        answer = self._http.send(request, stream=True, follow_redirects=False)
        try:
            body = Body(answer, self._largest)
            if body.wanted:
                for piece in answer.iter_raw():
                    body.add(piece)
                    deadline.check()
                    if not body.wanted:
                        break
            return body.received()
        finally:
            answer.close()


class Resource:
    """What a client has under one name; a package adds the operations."""

    def __init__(self, client: Client[Any]) -> None:
        # The two classes are one to a reader: this one has the calls of a client.
        self._answer = client._answer  # pyright: ignore[reportPrivateUsage]
        self._repeated = client._repeated  # pyright: ignore[reportPrivateUsage]
