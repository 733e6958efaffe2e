# Part of paycat's runtime, copied unchanged. Do not edit.

"""When a call is sent again, and after how long; the waiting and repeating is tenacity's."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic

import httpx
from tenacity import RetryCallState, wait_random_exponential

from ..credentials import Credential
from .answers import Answers, retry_after
from .deadline import Deadline, check_seconds
from .errors import NetworkError
from .keyring import Keyring
from .operations import Answer, Call
from .receiving import Received
from .target import Target

Build = Callable[..., httpx.Request]
"""Makes a request of its parts, as the HTTP client sends it."""

_BUSY = (429, 503)
_NEVER_SENT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
)
_HOPELESS = (httpx.UnsupportedProtocol, httpx.LocalProtocolError)
_FIRST_WAIT, _LONGEST_WHILE_RUNNING = 0.5, 2.0


@dataclass(frozen=True, slots=True)
class Patience:
    """How often a call is repeated at most, and how many seconds it may wait and last."""

    retries: int
    longest_pause: float
    deadline: float

    def __post_init__(self) -> None:
        if not (self.retries >= 0 and self.longest_pause >= 0):
            raise ValueError("retries and longest_pause must not be negative")
        check_seconds("deadline", self.deadline)


class Attempts(Generic[Answer]):
    """The attempts of one call: what each sends, when there is another one, and what they come to.

    An attempt without a token that it needs requests one first.
    """

    def __init__(
        self,
        call: Call[Answer],
        patience: Patience,
        answers: Answers,
        target: Target,
        keyring: Keyring,
    ) -> None:
        """Raises ValueError if the caller has not the credentials of the operation."""
        self._call = call
        self._answers = answers
        self._target = target
        self._keyring = keyring
        self._credentials = keyring.credentials(call.operation)
        giving = (one for one in self._credentials if one.token_path)
        self.giver = next(giving, None)
        self.is_sent = False
        self._token, self._asked_at = "", 0.0
        self._longest = patience.longest_pause
        self._left = patience.retries
        self._growing = wait_random_exponential(_FIRST_WAIT, max=patience.longest_pause)
        self._doubt = False
        self.deadline = Deadline(patience.deadline)

    @property
    def policy(self) -> Mapping[str, Any]:
        """The arguments of `tenacity.Retrying` and `tenacity.AsyncRetrying`."""
        return {
            "retry": self._is_worth_another,
            "stop": self._stop,
            "wait": self._wait,
            "before_sleep": self._note,
            "retry_error_callback": _outcome,
        }

    def token_request(self, giver: Credential, build: Build) -> httpx.Request | None:
        """Return a request for a token; None if there is one."""
        self._token, self._asked_at = self._keyring.tokens.text(giver), time.monotonic()
        if self._token:
            return None
        authorization = self._keyring.client_of(giver)
        return build(**self._target.token_request(giver.token_path, authorization))

    def takes_token(self, giver: Credential, answer: Received) -> bool:
        """Return whether an answer gives a token, which is then that of all calls."""
        self._token = self._keyring.tokens.keep(giver, answer, self._asked_at)
        return bool(self._token)

    def request(self, build: Build) -> httpx.Request:
        """Return the request of the call as it is sent now, with its credentials."""
        request = build(**self._target.request(self._call))
        for credential in self._credentials:
            request.headers.update(
                self._keyring.headers(credential, request, self._token)
            )
        self.is_sent = True
        return request

    def renews(self, answer: Received) -> bool:
        """Return whether the token was rejected, which is then used no more."""
        if not (self.giver and self.is_sent and answer.status == 401):
            return False
        self._keyring.tokens.reject(self.giver, self._token)
        self.is_sent = False
        return True

    def record(self, answer: Received) -> Answer:
        """Return the record of the last answer. Raises ApiError or AnswerError."""
        if self.giver and not self.is_sent:
            path = self.giver.token_path
            raise self._answers.no_token(self._call, answer, self._doubt, path)
        return self._answers.record_of(self._call, answer, self._doubt)

    def fail(self, error: Exception) -> None:
        """Raise NetworkError for an attempt without an answer; for any error where an earlier one is in doubt."""
        if isinstance(error, httpx.RequestError):
            unshown: Any = error
            unshown.request = None  # It holds the credentials.
        elif not self._doubt:
            return
        late = self.deadline.left() <= 0
        within = f" within {self.deadline.seconds:g} seconds" if late else ""
        giver = None if self.is_sent or self._token else self.giver
        source = f" from {giver.token_path}" if giver else ""
        raise NetworkError(
            f"no whole answer arrived{source}{within} ({type(error).__name__})",
            operation=self._call.operation.id,
            outcome_unknown=self._doubt or self._is_in_doubt(error),
            idempotency_key=self._call.idempotency_key,
        ) from error

    def _stop(self, state: RetryCallState) -> bool:
        # To come back earlier than the service asks for would only be rejected again.
        if _asked_to_wait(state) > self._longest:
            return True
        # What was sent before still runs, and its answer is worth the deadline.
        if not self._runs(state):
            if not self._left or (self.is_sent and not self._call.repeatable):
                return True
            self._left -= 1
        return state.upcoming_sleep >= self.deadline.left()

    def _wait(self, state: RetryCallState) -> float:
        # After what the service asks for not all callers should come back at once.
        growing = self._growing(state)
        if self._runs(state):
            growing = min(growing, _LONGEST_WHILE_RUNNING)
        return min(_asked_to_wait(state) + growing, self._longest)

    def _runs(self, state: RetryCallState) -> bool:
        answer = _answer(state)
        return answer is not None and self._answers.still_runs(self._call, answer)

    def _note(self, state: RetryCallState) -> None:
        answer, error = _answer(state), _error(state)
        if answer is not None and self.is_sent:
            self._doubt = self._doubt or self._answers.in_doubt(self._call, answer)
        if error is not None:
            self._doubt = self._doubt or self._is_in_doubt(error)

    def _is_worth_another(self, state: RetryCallState) -> bool:
        answer, error = _answer(state), _error(state)
        if answer is not None:
            return answer.status in _BUSY or self._answers.asks_to_wait(answer)
        return isinstance(error, httpx.TransportError) and not isinstance(
            error, _HOPELESS
        )

    def _is_in_doubt(self, error: BaseException) -> bool:
        is_open = self.is_sent and not isinstance(error, _NEVER_SENT)
        return self._call.changes and is_open


def _asked_to_wait(state: RetryCallState) -> int:
    answer = _answer(state)
    return 0 if answer is None else retry_after(answer) or 0


def _answer(state: RetryCallState) -> Received | None:
    outcome = state.outcome
    return None if outcome is None or outcome.failed else outcome.result()


def _error(state: RetryCallState) -> BaseException | None:
    outcome = state.outcome
    return outcome.exception() if outcome is not None and outcome.failed else None


def _outcome(state: RetryCallState) -> Any:
    assert state.outcome is not None
    return state.outcome.result()
