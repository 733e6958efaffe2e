# Part of paycat's runtime, copied unchanged. Do not edit.

"""The client for `async` code, without its operations."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from types import TracebackType
from typing import Any, ParamSpec, Self

import anyio
import httpx
from tenacity import AsyncRetrying

from .calling import Caller, Key
from .deadline import Deadline, too_late
from .keyring import Keyring
from .operations import Answer, Call
from .receiving import Body, Received
from .retrying import Attempts, Patience
from .target import Target, no_cookies
from .waiting import Policy

Arguments = ParamSpec("Arguments")


class AsyncClient(Caller[Key]):
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
        http: httpx.AsyncClient | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
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
                them, however slowly the service responds.
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
        self._turn = anyio.Lock()
        self._own = http is None
        if http is None:
            http = httpx.AsyncClient(
                transport=transport,
                timeout=30,
                cookies=no_cookies(),
                # A proxy would receive what is meant for this machine alone.
                trust_env=target.is_encrypted,
            )
        self._http = http

    async def aclose(self) -> None:
        """Close the connections, unless they are those of a client of your own."""
        if self._own:
            await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def _answer(self, call: Call[Answer]) -> Answer:
        attempts = self._attempts(call)
        retrying = AsyncRetrying(sleep=self._sleep, **attempts.policy)
        try:
            answer: Received = await retrying(self._attempt, attempts)
        except Exception as error:
            attempts.fail(error)
            raise
        return attempts.record(answer)

    async def _repeated(
        self,
        policy: Policy,
        read: Callable[Arguments, Awaitable[Answer]],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Answer:
        retrying = AsyncRetrying(sleep=self._sleep, **policy.arguments)
        with policy.in_time():
            found: Answer = await retrying(read, *arguments, **named)
        return found

    async def _attempt(self, attempts: Attempts[Any]) -> Received:
        attempts.is_sent = False
        try:
            with anyio.fail_after(attempts.deadline.left()):
                answer = await self._exchange(attempts)
                renews = attempts.renews(answer)
                return await self._exchange(attempts) if renews else answer
        except TimeoutError:
            raise too_late() from None

    async def _exchange(self, attempts: Attempts[Any]) -> Received:
        if giver := attempts.giver:
            async with self._turn:
                if request := attempts.token_request(giver, self._build):
                    answer = await self._receive(request, attempts.deadline)
                    if not attempts.takes_token(giver, answer):
                        return answer
        return await self._receive(attempts.request(self._build), attempts.deadline)

    def _build(self, **parts: Any) -> httpx.Request:
        return self._http.build_request(**parts, timeout=self._timeout)

    async def _receive(self, request: httpx.Request, deadline: Deadline) -> Received:
        deadline.limit(request)
        answer = await self._http.send(request, stream=True, follow_redirects=False)
        try:
            body = Body(answer, self._largest)
            if body.wanted:
                async for piece in answer.aiter_raw():
                    body.add(piece)
                    if not body.wanted:
                        break
            return body.received()
        finally:
            await answer.aclose()


class AsyncResource:
    """What a client has under one name; a package adds the operations."""

    def __init__(self, client: AsyncClient[Any]) -> None:
        # The two classes are one to a reader: this one has the calls of a client.
        self._answer = client._answer  # pyright: ignore[reportPrivateUsage]
        self._repeated = client._repeated  # pyright: ignore[reportPrivateUsage]
