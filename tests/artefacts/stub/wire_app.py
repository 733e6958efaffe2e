"""The generated stub for requests over raw sockets: some identifiers make handlers fail, and bodies must be quick."""

import asyncio
from typing import Any

from tests.artefacts.stub.example_app import KEY, Handlers, authenticate, problems, records, runtime, server

HEADERS = {
    "line_break": {"X-Told": "a\r\nSet-Cookie: b=c"},
    "name": {"X Told:": "a"},
    "empty_name": {"": "a"},
    "euro": {"X-Told": "€"},
    "control": {"X-Told": "a\x00b"},
    "number": {"X-Told": 7},
}
"""What handlers try to send, by the identifier that makes them."""


class Failing(Handlers):
    """Every operation answers with its record's example; `get_payout` does what its identifier says."""

    async def get_payout(self, *, id: str, context: Any) -> Any:
        """Fail, or answer."""
        name = id
        context.answer_headers.update(HEADERS.get(name, {}))
        if name.startswith("problem_"):
            raise problems.ProblemError("forbidden", headers=HEADERS[name.removeprefix("problem_")])
        if name == "cancelled":
            raise asyncio.CancelledError
        if name == "cancelled_task":
            task = asyncio.ensure_future(asyncio.sleep(9))
            asyncio.get_running_loop().call_soon(task.cancel)
            await task
        return await Handlers.__getattr__(self, "get_payout")()


runtime.app.BODY_SECONDS = 1.0
app = server.create_app(Failing(), authenticate)

__all__ = ["KEY", "app", "records"]
