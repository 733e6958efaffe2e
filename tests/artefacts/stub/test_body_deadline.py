"""The stub limits how long a body may take: what needs no wait needs no timer, and what waits goes on as before."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest

from runtime.server.waiting import within


def result_of(work: Coroutine[Any, Any, Any], seconds: float = 60) -> Any:
    return asyncio.run(within(seconds, work))


@asynccontextmanager
async def noted(notes: list[str]) -> AsyncIterator[None]:
    try:
        yield
    except BaseException as error:
        notes.append(type(error).__name__)
        raise


@pytest.mark.parametrize("waits", [0, 1, 3])
def test_work_returns_its_result_however_often_it_waits(waits: int) -> None:
    async def work() -> int:
        return sum([await asyncio.sleep(0, 1) for _ in range(waits)])

    assert result_of(work()) == waits


@pytest.mark.parametrize("waits", [0, 1, 3])
def test_what_work_raises_is_raised(waits: int) -> None:
    async def work() -> None:
        for _ in range(waits):
            await asyncio.sleep(0)
        raise KeyError("x")

    with pytest.raises(KeyError):
        result_of(work())


def test_what_work_awaits_reaches_it() -> None:
    async def work() -> str:
        loop = asyncio.get_running_loop()
        answer, failure = loop.create_future(), loop.create_future()
        loop.call_soon(answer.set_result, "answer")
        loop.call_soon(failure.set_exception, KeyError("x"))
        with pytest.raises(KeyError):
            await failure
        return str(await answer)

    assert result_of(work()) == "answer"


@pytest.mark.parametrize("waits", [0, 2])
def test_work_that_waits_too_long_is_cancelled(waits: int) -> None:
    notes: list[str] = []

    async def work() -> None:
        async with noted(notes):
            for _ in range(waits):
                await asyncio.sleep(0)
            await asyncio.Event().wait()

    with pytest.raises(TimeoutError):
        result_of(work(), seconds=0.01)
    assert notes == ["CancelledError"]


def test_work_is_cancelled_with_its_task() -> None:
    notes: list[str] = []

    async def work() -> None:
        async with noted(notes):
            await asyncio.Event().wait()

    async def cancelled() -> None:
        task = asyncio.create_task(within(60, work()))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancelled())
    assert notes == ["CancelledError"]
