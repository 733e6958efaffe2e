# Part of paycat's runtime, copied unchanged. Do not edit.

"""The application: the service at its own paths, the control below `/sandbox`, and a page at `/`."""

import asyncio
import logging
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

from dbos import DBOS, StepOptions
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope
from uvicorn.config import STARTUP_FAILURE

from .accepting import Accepting
from .callers import Callers
from .clock import Clock
from .control import Control
from .engine import Engine, client_of
from .guarding import HostGuard, KeyGuard
from .handlers import Handlers
from .lifecycle import Lifecycle
from .listing import Listing
from .logs import log_as_json
from .names import claim_name
from .notifications import Notifications
from .page import page_routes
from .recording import Recording
from .service import Service
from .settings import Settings, from_environment
from .shown import Shown
from .store import Store, WrongDatabaseError
from .supervising import end_with_supervisor

_LOGGER = logging.getLogger("sandbox")
_LOOPBACK = r"https?://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?"
_LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")
_TRIES: StepOptions = {
    "retries_allowed": True,
    "max_attempts": 8,
    "interval_seconds": 0.2,
}
"""A step that cannot reach the database is tried again by the engine."""


CreateApp = Callable[[Any, Any], Starlette]


def create_sandbox(
    service: Service,
    handler_class: type[Handlers],
    create_app: CreateApp,
    settings: Settings,
) -> Starlette:
    """Return the ASGI application of a worker of a service's sandbox.

    `handler_class` has a method for each operation, and `create_app` returns the application that serves its handlers.
    Raises WrongDatabaseError if the database cannot be used, and OSError if the worker's name cannot be locked.
    """
    known = service.facts
    store = Store(settings.database)
    store.prepare()
    name, lock = claim_name(store, settings.name, settings.workers)
    client = client_of(store)
    clock = Clock(store, client)
    lifecycle = Lifecycle(service, store, clock, client, settings.forward_to)
    notifications = Notifications(known, store, clock, lifecycle, settings.forward_to)
    accepting = Accepting(service, store, clock, lifecycle)
    handlers = handler_class(known, accepting, Listing(service, store))
    secret = settings.credential or known.sandbox.secret_key
    key_id = known.sandbox.key_id
    authenticate = Callers(service.credentials, store, clock, key_id, secret)

    async def advance(id: str, version: int, _: float) -> None:
        async def step() -> None:
            await asyncio.to_thread(lifecycle.advance, id, version)

        await DBOS.run_step_async(_TRIES, step)

    async def deliver(event: str, number: int, _: float) -> None:
        await DBOS.run_step_async(_TRIES, notifications.deliver, event, number)

    served = create_app(handlers, authenticate)
    form = service.problem.form
    recording = Recording(served, store, clock, known, form, service.read_object)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncGenerator[None]:
        engine = Engine(store, name, {"advance": advance, "deliver": deliver})
        await asyncio.to_thread(engine.start)
        await asyncio.to_thread(clock.wake)
        _LOGGER.info("worker %s is ready", name)
        writing = asyncio.create_task(recording.write_often())
        try:
            yield
        finally:
            writing.cancel()
            await recording.write()
            await asyncio.to_thread(engine.stop)
            store.close()
            lock.close()

    hosts = {*_LOOPBACK_HOSTS, *settings.hosts.lower().split(",")} - {""}
    guards = (
        [Middleware(KeyGuard, key=settings.control_key)] if settings.control_key else []
    )
    shown = Shown(known, form, store, clock, bool(settings.reference))
    control = Control(service, store, clock, lifecycle, notifications, handlers)
    app = Starlette(
        routes=[
            *page_routes(shown, guards),
            *control.routes(guards),
            *_reference(settings.reference),
        ],
        middleware=[
            Middleware(
                CORSMiddleware,
                allow_origin_regex=_LOOPBACK,
                allow_methods=["*"],
                allow_headers=["*"],
                expose_headers=["*"],
            ),
            Middleware(HostGuard, hosts=hosts, with_addresses=not settings.is_local),
        ],
        lifespan=lifespan,
    )
    # Every other path is the service's: a mount would leave out those with a line break.
    app.router.default = recording
    app.router.redirect_slashes = False
    return app


def _reference(folder: str) -> list[Mount]:
    """Return the route of the reference pages, if there are any."""
    if not folder:
        return []
    return [Mount("/reference", _Pages(directory=folder, html=True))]


class _Pages(StaticFiles):
    """Files whose responses say that a sandbox serves them: to it, pages send payloads."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the response to a request of a file."""
        response = await super().get_response(path, scope)
        response.headers["Paycat-Sandbox"] = "true"
        return response


def app(
    service: Service, handler_class: type[Handlers], create_app: CreateApp
) -> Starlette:
    """Return the application of a service's sandbox, with the settings of the process that started this worker.

    Raises SystemExit with the status that ends the supervisor if there is none.
    """
    log_as_json()
    end_with_supervisor()
    try:
        return create_sandbox(service, handler_class, create_app, from_environment())
    except (WrongDatabaseError, OSError) as error:
        _LOGGER.error("%s", error)  # Without a traceback: the program made no mistake.
        sys.exit(STARTUP_FAILURE)
