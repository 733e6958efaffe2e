"""The clients and receivers of the published packages; those of TypeScript need node, so their tests are slow."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.artefacts.client.clients import Client, PythonClient, TypeScriptClient
from tests.artefacts.client.receivers import PythonReceiver, Receiver, TypeScriptReceiver

TYPESCRIPT = pytest.param("TypeScript", marks=pytest.mark.slow)


@pytest.fixture(scope="module")
def loop() -> Iterator[asyncio.Runner]:
    """An event loop for all calls of a module."""
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(params=["Client", "AsyncClient"])
def python(request: pytest.FixtureRequest, loop: asyncio.Runner) -> PythonClient:
    """Each client of the Python package."""
    return PythonClient(request.param, loop)


@pytest.fixture(params=["Client", "AsyncClient", TYPESCRIPT])
def client(request: pytest.FixtureRequest) -> Client:
    """Each published client."""
    if request.param == "TypeScript":
        return TypeScriptClient(request.getfixturevalue("driver"))
    return PythonClient(request.param, request.getfixturevalue("loop"))


@pytest.fixture(params=["Python", TYPESCRIPT])
def receiver(request: pytest.FixtureRequest) -> Receiver:
    """Each published receiver of notifications."""
    if request.param == "TypeScript":
        return TypeScriptReceiver(request.getfixturevalue("driver"))
    return PythonReceiver()
