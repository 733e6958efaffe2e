# Part of paycat's runtime, copied unchanged. Do not edit.

"""Waiting for a state: a record is read again until it has one; the repeating is tenacity's."""

from collections.abc import Collection, Generator, Mapping
from contextlib import contextmanager
from typing import Any

from tenacity import (
    RetryCallState,
    retry_if_result,
    wait_exponential,
)

from ..states import States
from .deadline import Deadline, check_seconds
from .errors import NetworkError, StillWaitingError
from .operations import ClientOperation

_FIRST_PAUSE = 1.0


class Policy:
    """How often a record is read, and until when."""

    def __init__(
        self,
        operation: ClientOperation[Any],
        states: States,
        until: Collection[str],
        deadline: float,
        longest_pause: float,
    ) -> None:
        """Raises ValueError unless some known states are awaited, in a time that ends."""
        self._ends = states.ends(until)
        check_seconds("deadline", deadline)
        check_seconds("longest_pause", longest_pause)
        self._operation = operation
        self._member = states.member
        self._longest = deadline
        self._growing = wait_exponential(_FIRST_PAUSE, max=longest_pause)
        self._record: Any = None

    @property
    def arguments(self) -> Mapping[str, Any]:
        """The arguments of `tenacity.Retrying` and `tenacity.AsyncRetrying`."""
        return {
            "retry": retry_if_result(self._is_other),
            "stop": self._is_late,
            "wait": self._pause,
            "retry_error_callback": self._give_up,
        }

    @contextmanager
    def in_time(self) -> Generator[None, None, None]:
        """Within the block, waiting ends in time, however slowly the service responds.

        Raises StillWaitingError if a record was read, else NetworkError.
        """
        deadline = Deadline(self._longest)
        try:
            with deadline.limits_reads():
                yield
        except NetworkError as error:
            if self._record is None or deadline.left() > 0:
                raise
            raise self._still_waiting() from error

    def _is_other(self, record: Any) -> bool:
        self._record = record
        return getattr(record, self._member) not in self._ends

    def _is_late(self, attempt: RetryCallState) -> bool:
        return self._left(attempt) <= 0

    def _left(self, attempt: RetryCallState) -> float:
        return self._longest - max(attempt.idle_for, attempt.seconds_since_start or 0.0)

    def _pause(self, attempt: RetryCallState) -> float:
        return max(0.0, min(self._growing(attempt), self._left(attempt)))

    def _give_up(self, _: RetryCallState) -> Any:
        raise self._still_waiting()

    def _still_waiting(self) -> StillWaitingError:
        state = getattr(self._record, self._member)
        return StillWaitingError(
            f"after {self._longest:g} seconds `{self._member}` is {state!r}",
            operation=self._operation.id,
            record=self._record,
        )
