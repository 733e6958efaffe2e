"""The stub of tests/any_catalogue/credentials over HTTP: it knows a caller by each credential."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import projects
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from paycat.changes.revisions import read_contract
from paycat.conformance.run.engines.models import Package
from tests.conformance.live.server import serving

CATALOGUE = projects.ROOT / "tests" / "any_catalogue" / "credentials"
SECRETS: Mapping[str, Any] = {
    "request_signature": ("key-one", "s:ecret of signatures ä"),
    "card_signature": "card-one:secret of cards",
    "partner_key": "partner-secret",
    "jws": {"X-JWS-Signature": "eyJhbGci..secret", "x-jws-certificate": "MIIB certificate"},
    "token": ("client/one", "secret+of clients&%"),
    "bearer": "bearer-secret",
    "basic": ("name", "pass:word ü"),
}
"""What callers have, by the names of credentials."""
CALLER = "caller-one"


class Sent(NamedTuple):
    """A request as the server received it."""

    path: str
    headers: Headers
    status: int


class Authenticate:
    """Knows the caller of each of `SECRETS`, and gives tokens: for some seconds, or such as are not known."""

    def __init__(self, token_type: Any, signer_type: Any) -> None:
        self._token_type, self._signer_type = token_type, signer_type
        self._numbers = count(1)
        self._nonces: set[str] = set()
        self.tokens: set[str] = set()
        self.seconds = 60
        self.gives_revoked = False

    async def request_signature(self, key: str) -> Any:
        """Return who signs with a key."""
        return self._signer_type(CALLER, [SECRETS["request_signature"][1]]) if key == "key-one" else None

    async def request_signature_is_new(self, key: str, nonce: str, until: float) -> bool:
        """Return whether a nonce comes for the first time."""
        is_new = nonce not in self._nonces
        self._nonces.add(nonce)
        return is_new

    async def card_signature(self, key: str) -> Any:
        """Return who signs with a key."""
        return self._signer_type(CALLER, ["secret of cards"]) if key == "card-one" else None

    async def jws(self, headers: Mapping[str, str]) -> str | None:
        """Return whose headers these are."""
        return CALLER if [*headers.values()] == [*SECRETS["jws"].values()] else None

    async def certificate(self, connection: Mapping[str, Any]) -> str:
        """Return the caller, whatever the connection."""
        return CALLER

    async def basic(self, user: str, password: str) -> str | None:
        """Return whose name and password these are."""
        return CALLER if (user, password) == SECRETS["basic"] else None

    async def partner_key(self, key: str) -> str | None:
        """Return whose key it is."""
        return CALLER if key == SECRETS["partner_key"] else None

    async def bearer(self, key: str) -> str | None:
        """Return whose key it is."""
        return CALLER if key == SECRETS["bearer"] else None

    async def token(self, key: str) -> str | None:
        """Return whose token it is."""
        return CALLER if key in self.tokens else None

    async def token_token(self, client_id: str, secret: str) -> Any:
        """Return a new token for the client."""
        if (client_id, secret) != SECRETS["token"]:
            return None
        text = f"token-secret-{next(self._numbers)}"
        if not self.gives_revoked:
            self.tokens.add(text)
        return self._token_type(text, self.seconds)


class Keyring:
    """The package of the catalogue, and its stub as an ASGI application; `instead` answers a request in its place."""

    def __init__(self, folder: Path) -> None:
        project = shutil.copytree(CATALOGUE, folder / "project", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
        done = projects.paycat("generate", "--project", str(project), cwd=folder)
        assert (done.returncode, done.stderr) == (0, "")
        self.generated = project / "generated"
        contract = read_contract((self.generated / "contract" / "contract.json").read_bytes(), "contract.json")
        package = Package(contract, self.generated)
        self.client, self.records = package.module("client"), package.module("records")
        self.credentials, self.operations = package.module("credentials"), package.module("_runtime.client.operations")
        self.request = package.module("parsing").parse("transfer", {"reference": "r-1", "amount": 10})
        self._server = package.module("server")
        self.url = ""
        self.reset()

    def reset(self) -> None:
        """Forget every request and token."""
        self.authenticate = Authenticate(self._server.Token, self._server.Signer)
        self.sent: list[Sent] = []
        self.instead: Callable[[str], Response | None] = lambda path: None
        self._app = self._server.create_app(self, self.authenticate)

    def __getattr__(self, name: str) -> Any:
        async def handler(*, context: Any, **_: Any) -> Any:
            members = {"id": "x", "status": "accepted", "reference": str(context.caller), "amount": 1}
            return self.records.TransferRecord.model_validate(members)

        return handler

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, and remember it."""
        path, headers = scope["path"], Headers(scope=scope)

        async def noting(message: Any) -> None:
            if message["type"] == "http.response.start":
                self.sent.append(Sent(path, headers, message["status"]))
            await send(message)

        app = self.instead(path) or self._app
        await app(scope, receive, noting)

    @property
    def paths(self) -> list[tuple[str, int]]:
        """Path and status of each request that came."""
        return [(one.path, one.status) for one in self.sent]


@contextmanager
def running(folder: Path) -> Iterator[Keyring]:
    """Yield the stub, which is served during the block."""
    keyring = Keyring(folder)
    with serving(keyring) as keyring.url:
        yield keyring
