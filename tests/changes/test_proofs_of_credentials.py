"""A change of credentials breaks exactly if the stub of the new version rejects a request that the old one takes."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from paycat.changes.change import Change
from paycat.changes.taxonomy.change_type import BREAKING
from paycat.conformance.run.credentials import Message, proof, signature
from paycat.conformance.run.engines.models import Package
from paycat.conformance.run.engines.stub import exchange
from paycat.contract.model import Contract
from paycat.packages.operations.credentials import used_credentials
from paycat.packages.python.names import credential_method
from paycat.packs.render import Rendering
from tests.changes.test_kinds import CACHE, CASES, both, shipped

FILES = ("auth.yaml", "credential.yaml", "signature-form.yaml", "signature-tolerance.yaml")
NAMES = [name for name, case in CASES.items() if case.file.name in FILES]
SECRET = "same:same"
MARGIN_SECONDS = 20
REJECTING = (401, 404)

Request = tuple[str, str, dict[str, str]]
"""HTTP method, path and headers."""


class Anybody:
    """Takes every credential, and signatures by the one secret."""

    def __init__(self, contract: Contract, server: Any) -> None:
        credentials = {str(credential_method(each)): each.scheme for each in used_credentials(contract)}
        self._answers = {
            name: server.Signer("same", ["same"]) for name, scheme in credentials.items() if scheme == "signed"
        }

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        async def answer(*_: Any) -> Any:
            return self._answers.get(name, "same")

        return answer


def stub_of(contract: Contract, folder: Path) -> Any:
    """Return the application of a contract, whose handlers do nothing."""
    rendering = Rendering(contract, shipped(), "", CACHE)
    [pack] = [pack for pack in shipped() if pack.name == "python"]
    for planned in rendering.planned_files(pack):
        path = folder / "python" / planned.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(planned.make(), encoding="utf-8")
    server = Package(contract, folder, loads_models=False).module("server")
    return server.create_app(object(), Anybody(contract, server))


def is_known(stub: Any, request: Request) -> bool:
    """Tell whether a stub takes the credentials of a request."""
    http_method, path, headers = request
    return asyncio.run(exchange(stub, http_method, path, [*headers.items()], b"")).status_code not in REJECTING


def requests_of(contract: Contract) -> Iterator[Request]:
    """Yield requests that a contract takes: one for each alternative, signed now and long ago, and those for tokens."""
    for operation in contract.interface.operations:
        parameters = {parameter.name: parameter.example for parameter in contract.interface.path_parameters(operation)}
        path = operation.path.format_map(parameters)
        message = Message(operation.http_method, path, b"")
        for alternative in contract.interface.alternatives(operation) or ((),):
            headers = [proof(credential, SECRET, message) for credential in alternative]
            yield operation.http_method, path, {name: each[name] for each in headers for name in each}
            for credential in alternative if len(alternative) == 1 else ():
                if credential.scheme == "signed":
                    seconds = MARGIN_SECONDS - credential.tolerance_seconds
                    headers = [signature(credential, SECRET, message, seconds=seconds)]
                    yield operation.http_method, path, headers[0]
    yield from (("POST", each.token_path, {}) for each in used_credentials(contract) if each.token_path)


def is_break(change: Change) -> bool:
    rating = change.verdicts.known.get("sender")
    return rating is not None and rating.verdict is BREAKING


@pytest.mark.parametrize("name", NAMES)
def test_breaks(name: str, tmp_path: Path) -> None:
    for way, (old, new, told) in zip(("there", "back"), both(name), strict=True):
        stubs = [
            stub_of(contract, tmp_path / f"{way} {version}" / "generated")
            for version, contract in enumerate((old, new))
        ]
        requests = [*requests_of(old)]
        assert all(is_known(stubs[0], request) for request in requests)
        is_broken = not all(is_known(stubs[1], request) for request in requests)
        assert is_broken == any(map(is_break, told.changes)), (name, way)
