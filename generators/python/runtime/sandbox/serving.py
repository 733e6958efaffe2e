# Part of paycat's runtime, copied unchanged. Do not edit.

"""Serves a sandbox: it listens, prints the keys, and lets the supervisor run the workers."""

import os
import secrets
import socket
import sys
from argparse import Namespace
from ipaddress import ip_address
from typing import IO

import uvicorn

from .facts import read_facts
from .names import claim_name
from .protocol import Protocol
from .settings import Settings
from .store import Store, WrongDatabaseError
from .supervising import Supervisor

_MOST_WAITING = 2048
_OPEN = "Other machines can reach it. The page asks for the control key as a password, with any user name."
_EXAMPLES = "Nothing states what these operations do, so they answer their examples:"
_SECONDS_TO_STOP = 5
_SECONDS_IDLE = 75  # Longer than clients keep a connection: one that closes as a request leaves would lose it.
_SECONDS_SILENT = 60  # A worker that a busy machine lets wait is not dead, and has requests that must be answered.


def serve(package: str, chosen: Namespace) -> None:
    """Serve the sandbox of a package as a command line asks for, until a signal ends it."""
    listener = _listener(chosen.host, chosen.port)
    address, port, *_ = listener.getsockname()
    is_local = ip_address(address).is_loopback
    host = f"[{chosen.host}]" if ":" in chosen.host else chosen.host
    settings = Settings(
        database=chosen.database,
        name=chosen.name,
        workers=chosen.workers,
        forward_to=chosen.forward_to,
        credential=chosen.credential,
        control_key=chosen.control_key or ("" if is_local else secrets.token_hex(16)),
        hosts=",".join([host, *chosen.allow_host]),
        local="yes" if is_local else "",
        reference=chosen.reference,
    )
    settings.export()
    config = uvicorn.Config(
        f"{package}.app:app",
        factory=True,
        http=Protocol,
        workers=settings.workers,
        log_config=None,
        timeout_keep_alive=_SECONDS_IDLE,
        timeout_graceful_shutdown=_SECONDS_TO_STOP,
        timeout_worker_healthcheck=_SECONDS_SILENT,
    )
    facts = read_facts(package)
    signing_secret = facts.delivery.secret(_checked(settings))

    def announce() -> None:
        key = settings.credential or facts.sandbox.secret_key
        shown = [id for id, one in facts.operations.items() if one.is_example]
        if shown:
            print(f"{_EXAMPLES} {', '.join(shown)}")
        name = facts.sandbox.key_id
        print(f"Secret key:     {f'{name}:{key}' if name else key}")
        print(f"Signing secret: {signing_secret}")
        if settings.control_key:
            print(f"Control key:    {settings.control_key}")
        if not is_local:
            print(_OPEN)
        print(f"The sandbox listens at http://{host}:{port}", flush=True)

    # The supervisor also starts a single worker again if it is killed.
    supervisor = Supervisor(config, listener, announce)
    supervisor.run()
    if supervisor.failed:
        sys.exit(1)


def _checked(settings: Settings) -> str:
    """Return the signing secret. Raises SystemExit if the workers could not start."""
    if settings.reference and not os.path.isdir(settings.reference):
        sys.exit(f"{settings.reference} is not a folder. Correct --reference.")
    store = prepared(settings.database)
    locks: list[IO[str]] = []
    try:
        for _ in range(settings.workers):
            _, lock = claim_name(store, settings.name, settings.workers)
            locks.append(lock)
        return store.secret("signing_secret")
    except (WrongDatabaseError, OSError) as error:
        sys.exit(str(error))
    finally:
        # Each worker locks its name itself.
        for one in locks:
            one.close()
        store.close()


def prepared(database: str) -> Store:
    """Return a database that is ready to use. Raises SystemExit if it cannot be used."""
    try:
        store = Store(database)
        store.prepare()
    except WrongDatabaseError as error:
        sys.exit(str(error))
    return store


def _listener(host: str, port: int) -> socket.socket:
    """Return a socket that workers share. Raises SystemExit if there is none at the address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends at once only from a socket that names TCP; any other one waits 40 ms between head and body.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        # Another sandbox could bind the port, too, until one of them listens.
        listener.listen(_MOST_WAITING)
    except (OSError, OverflowError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        sys.exit(f"The sandbox cannot listen at {host}, port {port}: {reason}")
    listener.set_inheritable(True)
    return listener
