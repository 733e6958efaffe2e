# Part of paycat's runtime, copied unchanged. Do not edit.

"""A limit on how long work waits. Work that never waits needs no timer: most bodies are there."""

import asyncio
from collections.abc import Coroutine, Generator
from typing import Any, Generic, TypeVar

_Result = TypeVar("_Result")


async def within(seconds: float, work: Coroutine[Any, Any, _Result]) -> _Result:
    """Return the result of some work. Raises TimeoutError if it waits too long.

    The seconds count from its first wait.
    """
    try:
        awaited = work.send(None)
    except StopIteration as ended:
        result: _Result = ended.value
        return result
    async with asyncio.timeout(seconds):
        return await _Begun(work, awaited)


class _Begun(Generic[_Result]):
    """Work that waits already. To await it is to continue it."""

    def __init__(self, work: Coroutine[Any, Any, _Result], awaited: Any) -> None:
        self._work = work
        self._awaited = awaited

    def __await__(self) -> Generator[Any, Any, _Result]:
        awaited = self._awaited
        try:
            while True:
                try:
                    answer = yield awaited
                except BaseException as error:  # noqa: BLE001 - a cancellation is the work's, too
                    awaited = self._work.throw(error)
                else:
                    awaited = self._work.send(answer)
        except StopIteration as ended:
            result: _Result = ended.value
            return result
