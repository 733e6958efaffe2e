# Part of paycat's runtime, copied unchanged. Do not edit.

"""What the plain client and the one for `async` code have in common."""

from typing import ClassVar, Generic, TypeVar

import httpx

from .answers import Answers
from .keyring import Keyring
from .operations import Answer, Call
from .retrying import Attempts, Patience
from .service import Service
from .target import Target

Key = TypeVar("Key")


class Caller(Generic[Key]):
    """Where calls go, with which credentials, and how long and often they are tried.

    `Key` is the type of the credentials of a service.
    """

    _service: ClassVar[Service]

    def __init__(
        self,
        target: Target,
        keyring: Keyring,
        patience: Patience,
        largest_answer: int,
        timeout: float | httpx.Timeout | None,
    ) -> None:
        """Raises ValueError for a limit that no answer keeps."""
        if not largest_answer >= 1:
            raise ValueError("largest_answer must be a number of bytes above 0")
        self._target = target
        self._keyring = keyring
        self._patience = patience
        self._answers = Answers(self._service)
        self._largest = largest_answer
        self._timeout = httpx.USE_CLIENT_DEFAULT if timeout is None else timeout

    def __repr__(self) -> str:
        return f"{type(self).__name__}(base_url={self._target.base_url!r})"

    def _attempts(self, call: Call[Answer]) -> Attempts[Answer]:
        return Attempts(
            call, self._patience, self._answers, self._target, self._keyring
        )
