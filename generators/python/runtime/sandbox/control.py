# Part of paycat's runtime, copied unchanged. Do not edit.

"""The control of the sandbox, below `/sandbox`: its clock, moves on demand, and events.

It takes `application/json` only, which no page of another origin can send without being asked for its origin.
"""

import json
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from string import ascii_lowercase
from typing import Any

from anyio import to_thread
from sqlalchemy import select
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ..body import BodyError
from ..media_types import parsed
from ..server import Context
from .clock import Clock, timestamp
from .facts import Machine, at
from .filling import id_member
from .handlers import Handlers
from .lifecycle import IllegalMoveError, Lifecycle
from .notifications import MutedError, Notifications
from .service import Service
from .store import EVENTS, RECORDS, Store

_DURATION = re.compile(
    r"P(?:([0-9]{1,6})D)?(?:T(?:([0-9]{1,6})H)?(?:([0-9]{1,6})M)?(?:([0-9]{1,9})S)?)?"
)
_SECONDS = (86_400, 3_600, 60, 1)
_LARGEST = 65_536

Endpoint = Callable[[Request], Awaitable[Response]]


class ControlError(Exception):
    """The control cannot do what was asked for."""

    def __init__(self, status: HTTPStatus, detail: str) -> None:
        self.status = status
        self.detail = detail
        super().__init__(detail)


def seconds_of(duration: object) -> int:
    """Return the length of an ISO 8601 duration of days, hours, minutes and seconds. Raises ControlError."""
    found = _DURATION.fullmatch(duration) if isinstance(duration, str) else None
    if found is None or not any(found.groups()):
        detail = "`advance` must be a duration such as PT24H or P1DT30M."
        raise ControlError(HTTPStatus.UNPROCESSABLE_ENTITY, detail)
    pairs = zip(found.groups(), _SECONDS, strict=True)
    return sum(int(number or 0) * unit for number, unit in pairs)


class Control:
    """Answers the requests below `/sandbox` that change something, and that for its health."""

    def __init__(
        self,
        service: Service,
        store: Store,
        clock: Clock,
        lifecycle: Lifecycle,
        notifications: Notifications,
        handlers: Handlers,
    ) -> None:
        self._service = service
        self._facts = service.facts
        self._store = store
        self._clock = clock
        self._lifecycle = lifecycle
        self._notifications = notifications
        self._handlers = handlers

    def routes(self, guards: list[Middleware]) -> list[Route]:
        """Return the routes of the control, all of which the middleware guards; its health is no secret."""
        endpoints = {
            ("GET", "/sandbox/health"): self._health,
            ("POST", "/sandbox/clock"): self._controlling(self._advance),
            ("POST", "/sandbox/{collection}/{id}/moves"): self._controlling(self._move),
            ("POST", "/sandbox/events"): self._controlling(self._trigger),
            ("POST", "/sandbox/events/{id}/resend"): self._controlling(self._resend),
        }
        return [
            Route(
                path,
                endpoint,
                methods=[method],
                middleware=() if method == "GET" else guards,
            )
            for (method, path), endpoint in endpoints.items()
        ]

    def _controlling(
        self,
        function: Callable[[Request, Mapping[str, Any]], Awaitable[dict[str, Any]]],
    ) -> Endpoint:
        """Return the endpoint that calls a function with the body, and answers what it returns or raises."""

        async def endpoint(request: Request) -> Response:
            try:
                body = await _body(request, self._service.read_object)
                return JSONResponse(await function(request, body))
            except ControlError as error:
                members = {"title": error.status.phrase, "status": error.status.value}
                return JSONResponse(
                    {**members, "detail": error.detail},
                    status_code=error.status,
                    media_type="application/problem+json",
                )

        return endpoint

    async def _health(self, _: Request) -> Response:
        now = await to_thread.run_sync(self._clock.now)
        return JSONResponse({"status": "ok", "time": timestamp(now)})

    async def _advance(self, _: Request, body: Mapping[str, Any]) -> dict[str, Any]:
        seconds = seconds_of(body.get("advance"))
        try:
            now = await to_thread.run_sync(self._clock.advance, seconds)
        except ValueError as error:
            raise ControlError(HTTPStatus.UNPROCESSABLE_ENTITY, str(error)) from None
        return {"time": timestamp(now)}

    async def _move(self, request: Request, body: Mapping[str, Any]) -> dict[str, Any]:
        name, machine = self._of_collection(request.path_params["collection"])
        id = _id(request)
        state, failure = _text(body, "to"), _text(body, "failure")
        if state not in machine.states:
            known = ", ".join(machine.states)
            detail = f"`to` must be one of {known}."
            raise ControlError(HTTPStatus.UNPROCESSABLE_ENTITY, detail)
        if failure is not None and failure not in self._facts.failure_codes:
            known = ", ".join(self._facts.failure_codes)
            detail = f"`failure` must be one of {known}."
            raise ControlError(HTTPStatus.UNPROCESSABLE_ENTITY, detail)
        await self._check_machine(id, name)
        return {"event": await self._moved(id, str(state), failure)}

    async def _trigger(self, _: Request, body: Mapping[str, Any]) -> dict[str, Any]:
        """Move a record to the state of an event: the one that is named, or a new one."""
        name, machine, state = self._of_event(_text(body, "type"))
        id = _text(body, "id")
        if id is None:
            id = await self._created(name, machine)
            start = machine.initial
            if machine.follows and state == start:
                return {"id": id, "event": await self._first_event(id)}
        else:
            await self._check_machine(id, name)
            query = select(RECORDS.c.state).where(RECORDS.c.id == id)
            start = (await to_thread.run_sync(self._store.rows, query))[0]["state"]
        moves = machine.path(start, state)
        if not moves:
            detail = f"No moves lead from {start} to {state}."
            raise ControlError(HTTPStatus.CONFLICT, detail)
        event = None
        for move in moves:
            event = await self._moved(id, move, None)
        return {"id": id, "event": event}

    async def _first_event(self, id: str) -> str | None:
        query = select(EVENTS.c.id).where(EVENTS.c.record_id == id)
        rows = await to_thread.run_sync(self._store.rows, query.order_by(EVENTS.c.id))
        return rows[0]["id"] if rows else None

    async def _resend(self, request: Request, _: Mapping[str, Any]) -> dict[str, Any]:
        id = _id(request)
        try:
            await to_thread.run_sync(self._notifications.resend, id)
        except KeyError:
            detail = "No event with an address has this identifier."
            raise ControlError(HTTPStatus.NOT_FOUND, detail) from None
        except MutedError:
            detail = "The receiver answered 410 to a notification of this record, so it receives no more of them."
            raise ControlError(HTTPStatus.CONFLICT, detail) from None
        return {"event": id}

    async def _moved(self, id: str, state: str, failure: str | None) -> str | None:
        try:
            return await to_thread.run_sync(self._lifecycle.move, id, state, failure)
        except IllegalMoveError as error:
            raise ControlError(HTTPStatus.CONFLICT, str(error)) from None

    async def _created(self, name: str, machine: Machine) -> str:
        """Return the identifier of a new record, made from a sample with a reference of its own, or by another one."""
        for leader, state in machine.follows.items():
            return await self._led(name, leader, state)
        payload = json.loads(json.dumps(machine.sample))
        # Of letters alone: a long number in it would be hidden.
        own = "".join(secrets.choice(ascii_lowercase) for _ in range(16))
        for *inner, last in machine.reference:
            if isinstance(at(payload, [*inner, last]), str):
                at(payload, inner)[last] = f"trigger-{own}"
        request = self._service.parse(machine.direction, payload, machine.method)
        action = self._facts.operations[machine.operation]
        handler = getattr(self._handlers, action.handler)
        arguments: dict[str, Any] = {action.key: None} if action.key else {}
        for argument, outer in action.identifies.items():
            arguments[argument] = await self._created(
                outer, self._facts.machines[outer]
            )
        record = await handler(
            request=request, **arguments, context=Context("trigger", "sandbox")
        )
        return str(record.model_dump(by_alias=True)[id_member(machine)])

    async def _led(self, name: str, leader: str, state: str) -> str:
        """Return the identifier of a record that follows a new one of another machine, which enters a state."""
        machine = self._facts.machines[leader]
        id = await self._created(leader, machine)
        for move in machine.path(machine.initial, state):
            await self._moved(id, move, None)
        reference = select(RECORDS.c.reference).where(RECORDS.c.id == id)
        led = (RECORDS.c.machine == name, RECORDS.c.reference.in_(reference))
        query = select(RECORDS.c.id).where(*led).order_by(RECORDS.c.id.desc())
        rows = await to_thread.run_sync(self._store.rows, query.limit(1))
        if not rows:
            detail = f"No moves lead from {machine.initial} to {state}."
            raise ControlError(HTTPStatus.CONFLICT, detail)
        return str(rows[0]["id"])

    async def _check_machine(self, id: str, machine: str) -> None:
        where = (RECORDS.c.id == id, RECORDS.c.machine == machine)
        query = select(RECORDS.c.id).where(*where)
        if not await to_thread.run_sync(self._store.rows, query):
            detail = "No record has this identifier."
            raise ControlError(HTTPStatus.NOT_FOUND, detail)

    def _of_collection(self, collection: str) -> tuple[str, Machine]:
        for name, machine in self._facts.machines.items():
            if machine.collection == collection:
                return name, machine
        raise ControlError(HTTPStatus.NOT_FOUND, "There are no such records.")

    def _of_event(self, event: str | None) -> tuple[str, Machine, str]:
        for name, machine in self._facts.machines.items():
            for state, one in machine.events.items():
                if one.name == event:
                    return name, machine, state
        known = (
            one.name
            for machine in self._facts.machines.values()
            for one in machine.events.values()
        )
        detail = f"`type` must be one of {', '.join(known)}."
        raise ControlError(HTTPStatus.UNPROCESSABLE_ENTITY, detail)


def _text(body: Mapping[str, Any], name: str) -> str | None:
    """Return a text of a body; None if there is none."""
    value = body.get(name)
    if value is None or isinstance(value, str):
        return value
    detail = f"`{name}` must be a string."
    raise ControlError(HTTPStatus.UNPROCESSABLE_ENTITY, detail)


def _id(request: Request) -> str:
    """Return the identifier in a path."""
    id = str(request.path_params["id"])
    if not id.isprintable():
        detail = "No record or event has this identifier."
        raise ControlError(HTTPStatus.NOT_FOUND, detail)
    return id


async def _body(
    request: Request, read_object: Callable[[bytes], dict[str, Any]]
) -> dict[str, Any]:
    kind, _ = parsed(request.headers.get("content-type", ""))
    if kind != "application/json":
        detail = "Send application/json."
        raise ControlError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, detail)
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > _LARGEST:
            detail = "The body is too large."
            raise ControlError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail)
    try:
        return read_object(bytes(body) or b"{}")
    except BodyError as error:
        detail = error.sentence
    raise ControlError(HTTPStatus.BAD_REQUEST, detail)
