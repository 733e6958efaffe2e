# Part of paycat's runtime, copied unchanged. Do not edit.

"""What the handlers of the operations call: it accepts, moves, reads or lists records."""

import asyncio
import hashlib
import json
import time
from collections.abc import Mapping
from typing import Any

from anyio import to_thread
from pydantic import BaseModel

from ..reading import read_document
from ..server import Context
from .accepting import Accepted, Accepting
from .facts import Action, Facts
from .listing import Listing
from .recording import LOST


class Handlers:
    """The base of a class with a method for each operation of a service."""

    def __init__(self, facts: Facts, accepting: Accepting, listing: Listing) -> None:
        self._facts = facts
        self._accepting = accepting
        self._listing = listing

    async def _create(
        self,
        operation: str,
        request: BaseModel,
        arguments: Mapping[str, Any],
        context: Context,
    ) -> dict[str, Any]:
        action = self._facts.operations[operation]
        if action.kind == "show":
            return await self._found(action, arguments)
        await self._check(action, arguments)
        call = (operation, request, *_target_and_key(action, arguments))
        accepted = await to_thread.run_sync(self._accepting.accept, *call)
        return await self._answer(accepted, context)

    async def _move(
        self,
        operation: str,
        request: BaseModel | None,
        arguments: Mapping[str, Any],
        context: Context,
    ) -> dict[str, Any]:
        """Return the record that answers a move; it is empty if the answer has no content."""
        action = self._facts.operations[operation]
        call = (operation, request, *_target_and_key(action, arguments))
        accepted = await to_thread.run_sync(self._accepting.move, *call)
        return await self._answer(accepted, context)

    async def _answer(self, accepted: Accepted, context: Context) -> dict[str, Any]:
        delay = accepted.ready_at - time.time()
        if delay > 0:
            await asyncio.sleep(delay)
        if accepted.replayed:
            context.answer_headers[self._facts.idempotency.replayed] = "true"
        if accepted.is_lost:
            context.answer_headers[LOST] = "true"
        return read_document(accepted.text.encode()) if accepted.text else {}

    async def _find(
        self, operation: str, arguments: Mapping[str, Any], context: Context
    ) -> dict[str, Any]:
        action = self._facts.operations[operation]
        found = await self._found(action, arguments)
        for name, value in action.headers.items():
            context.answer_headers[name] = value or _tag(found)
        return found

    async def _found(
        self, action: Action, arguments: Mapping[str, Any]
    ) -> dict[str, Any]:
        listing = self._listing
        await self._check(action, arguments)
        match action.kind:
            case "read":
                id = str(arguments[action.argument])
                return await to_thread.run_sync(listing.read, action.machine, id)
            case "list":
                return await to_thread.run_sync(listing.page, action, arguments)
            case "choices":
                return listing.choices(action, arguments)
            case _:
                return dict(action.example or {})

    async def _check(self, action: Action, arguments: Mapping[str, Any]) -> None:
        """Raise ProblemError if an argument names a record that does not exist."""
        for argument, machine in action.identifies.items():
            id = str(arguments[argument])
            await to_thread.run_sync(self._listing.read, machine, id)


def _target_and_key(
    action: Action, arguments: Mapping[str, Any]
) -> tuple[dict[str, Any], str | None]:
    target = {name: arguments[name] for name in action.target}
    return target, arguments.get(action.key)


def _tag(found: dict[str, Any]) -> str:
    """Return a tag of an answer, which another answer does not have."""
    text = json.dumps(found, sort_keys=True, default=str)
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
