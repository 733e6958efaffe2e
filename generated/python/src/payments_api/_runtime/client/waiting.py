# Part of paycat's runtime, copied unchanged. Do not edit.

"""Waiting for a state: a record is read again until it has one; the repeating is tenacity's."""

from collections.abc import Collection, Mapping
from typing import Any

from tenacity import (
    RetryCallState,
    retry_if_result,
    wait_exponential,
)

from ..states import States
from .errors import StillWaitingError
from .operations import ClientOperation

_FIRST_PAUSE = 1.0


def policy(
    operation: ClientOperation[Any],
    states: States,
    until: Collection[str],
    longest: float,
    longest_pause: float,
) -> Mapping[str, Any]:
    """Return the arguments of `tenacity.Retrying` and `tenacity.AsyncRetrying`.

    Raises ValueError unless some known states are awaited.
    """
    ends = states.ends(until)
    growing = wait_exponential(_FIRST_PAUSE, max=longest_pause)

    def is_other(record: Any) -> bool:
        return getattr(record, states.member) not in ends

    def left(attempt: RetryCallState) -> float:
        return longest - max(attempt.idle_for, attempt.seconds_since_start or 0.0)

    def is_late(attempt: RetryCallState) -> bool:
        return left(attempt) <= 0

    def pause(attempt: RetryCallState) -> float:
        return max(0.0, min(growing(attempt), left(attempt)))

    def give_up(attempt: RetryCallState) -> Any:
        assert attempt.outcome is not None
        record = attempt.outcome.result()
        state = getattr(record, states.member)
        raise StillWaitingError(
            f"after {longest:g} seconds `{states.member}` is {state!r}",
            operation=operation.id,
            record=record,
        )

    return {
        "retry": retry_if_result(is_other),
        "stop": is_late,
        "wait": pause,
        "retry_error_callback": give_up,
    }
