"""The catalogue with every credential, and its stub, which knows one caller by each."""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import projects
from starlette.applications import Starlette
from starlette.routing import Mount

from paycat.changes.revisions import read_contract
from paycat.conformance.run.engines.models import Package
from paycat.contract.model import Contract
from tests.conformance.live.server import serving

CATALOGUE = projects.ROOT / "tests/any_catalogue/credentials"
ODD_SIGNATURE = """\
  odd_signature:
    scheme: signed
    parts: [nonce, body, target, timestamp, http_method]
    joined_by: "%s\\\\n\\n' "
    encoding: hex
    prefix: '$(id)`!"\\ '
    headers: { key: X-Odd!Key, timestamp: X-Odd-$Time, nonce: X-Odd-Nonce, signature: X-Odd-Signature }
"""
ODDLY_SIGNED = """\
  createOddly:
    http_method: POST
    path: /v1/odd
    request: transfer
    auth: odd_signature
    success: { record: TransferRecord }
  readTwiceSigned:
    http_method: GET
    path: "/v1/twice/{transfer_id}"
    auth: { any_of: [[card_signature, odd_signature]] }
    success: { record: TransferRecord }
"""
"""A signature of signs that shells read as more, and operations that need it, alone and beside another."""
PREFIX = "/bank"
SECRET = "s3:cr e'\"t $HOME `id` \\n %s !é"
KEYS = {
    "REQUEST_SIGNATURE": f"k-1:{SECRET}",
    "CARD_SIGNATURE": f"k2:{SECRET}",
    "ODD_SIGNATURE": f"k3:{SECRET}",
    "PARTNER_KEY": "$(id)-key",
    "JWS_SIGNATURE": "a.b.c",
    "JWS_CERTIFICATE": "MIIB",
    "TOKEN": f"client+%41:{SECRET}+%41&",
    "BEARER": "sk_test",
    "BASIC": f"user:{SECRET}",
    "CERTIFICATE": "/nowhere.pem",
}
"""What the variables hold that the page names."""


class Authenticate:
    """Knows the holders of `KEYS`, and keeps nonces."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self._nonces: set[tuple[str, str]] = set()

    def __getattr__(self, name: str) -> Any:
        async def known(*sent: Any) -> str | None:
            values = sent[0].values() if isinstance(sent[0], Mapping) else sent
            expected = [value for variable, value in KEYS.items() if variable.startswith(name.upper())]
            return "us" if expected in ([":".join(values)], [*values]) else None

        async def signer(key: str) -> Any:
            name_of_key, _, secret = KEYS[name.upper()].partition(":")
            return self._server.Signer("us", [secret]) if key == name_of_key else None

        async def is_new(key: str, nonce: str, _: float) -> bool:
            is_new = (key, nonce) not in self._nonces
            self._nonces.add((key, nonce))
            return is_new

        return is_new if name.endswith("_is_new") else signer if name.endswith("_signature") else known

    async def token(self, key: str) -> str | None:
        """Return the holder of the only token."""
        return "us" if key == "eyJ0/x+y.z-w~_==" else None

    async def token_token(self, client: str, secret: str) -> Any:
        """Return the token for the only client."""
        is_known = f"{client}:{secret}" == KEYS["TOKEN"]
        return self._server.Token("eyJ0/x+y.z-w~_==", 60) if is_known else None

    async def certificate(self, _: object) -> str:
        """Return the holder of a certificate, which only a connection with TLS has."""
        return "us"


class Handlers:
    """Answers each operation with a record."""

    def __init__(self, records: Any) -> None:
        self._record = records.TransferRecord(id="tr_1", status="accepted", reference="r", amount=1)

    def __getattr__(self, name: str) -> Any:
        async def handler(**_: object) -> Any:
            return self._record

        return handler


class Project(NamedTuple):
    """What is generated of the catalogue with every scheme, and its contract."""

    generated: Path
    contract: Contract


def generated(folder: Path) -> Project:
    """Return the project, made in a folder."""
    shutil.copytree(CATALOGUE / "schemas", folder / "schemas")
    interface = folder / "schemas/interface"
    rules, operations = ((interface / f"{name}.yaml").read_text(encoding="utf-8") for name in ("rules", "operations"))
    (interface / "rules.yaml").write_text(rules.replace("idempotency:", f"{ODD_SIGNATURE}idempotency:"), "utf-8")
    (interface / "operations.yaml").write_text(operations + ODDLY_SIGNED, "utf-8")
    ended = projects.paycat("generate", cwd=folder)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    contract = (folder / "generated/contract/contract.json").read_bytes()
    return Project(folder / "generated", read_contract(contract, "contract.json"))


@contextmanager
def serving_keyring(project: Project) -> Iterator[str]:
    """Serve the stub below a path; yield its address."""
    package = Package(project.contract, project.generated)
    server = package.module("server")
    app = server.create_app(Handlers(package.module("records")), Authenticate(server))
    with serving(Starlette(routes=[Mount(PREFIX, app)])) as url:
        yield f"{url}{PREFIX}"
