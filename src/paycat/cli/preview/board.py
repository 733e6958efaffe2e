"""What the page shows now, by its kind, and the streams of server-sent events that bring it to each open page."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

_SECONDS_OF_SILENCE = 15


class Board:
    """The newest data of each kind; a thread posts it, and the streams of an event loop send it."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._texts: dict[str, str] = {}
        self._streams: set[asyncio.Event] = set()
        self._is_over = False

    def post(self, kind: str, facts: dict[str, Any]) -> None:
        """Show data in place of the last of its kind; called by any thread."""
        self._texts = {**self._texts, kind: json.dumps(facts)}
        self._wake_all()

    def end(self) -> None:
        """End all streams; called by any thread."""
        self._is_over = True
        self._wake_all()

    async def events(self) -> AsyncIterator[str]:
        """Yield what is shown now, and whenever it changes.

        When nothing does, a comment at intervals, by which the server notices who has gone.
        """
        self._loop = asyncio.get_running_loop()
        wake_up, sent_texts = asyncio.Event(), dict[str, str]()
        self._streams.add(wake_up)
        try:
            while not self._is_over:
                wake_up.clear()
                for kind, text in self._texts.items():
                    if sent_texts.get(kind) is not text:
                        sent_texts[kind] = text
                        yield f"event: {kind}\ndata: {text}\n\n"
                try:
                    await asyncio.wait_for(wake_up.wait(), _SECONDS_OF_SILENCE)
                except TimeoutError:
                    yield ": nothing new\n\n"
        finally:
            self._streams.discard(wake_up)

    def _wake_all(self) -> None:
        if self._loop:
            with suppress(RuntimeError):  # The loop was closed: nobody is left to be told.
                self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        for stream in self._streams:
            stream.set()
