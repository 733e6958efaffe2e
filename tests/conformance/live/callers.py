"""The project whose operations have credentials of every scheme, its callers, and handlers that say who called."""

import re
import shutil
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import projects

from paycat.conformance.run.engines.models import Package

SCHEMAS = Path(__file__).parent / "keyring" / "schemas"
UNUSED_PACKS = ("briefs", "docs", "editor", "json-schema", "openapi", "typescript")
SECRETS = {
    "PAYCAT_TOKEN_REQUEST_SIGNATURE": "signing_a:new_secret",
    "PAYCAT_TOKEN_CARD_SIGNATURE": "card_a:card_secret",
    "PAYCAT_TOKEN_PARTNER_KEY": "partner_a",
    "PAYCAT_TOKEN_JWS": "anything",
    "PAYCAT_TOKEN_TOKEN": "client_a:se:cr+et",
    "PAYCAT_TOKEN_BEARER": "bearer_a",
    "PAYCAT_TOKEN_BASIC": "user_a:pass:word",
}
"""What `paycat conform` is given of the caller a."""


def keyring_project(folder: Path, *, is_open: bool = False) -> Path:
    """Return a copy of the project, or one without credentials, generated with the packs that conformance needs."""
    shutil.copytree(SCHEMAS, folder / "schemas")
    for file in (folder / "schemas/interface").iterdir() if is_open else ():
        text = re.sub("auth: .*", "auth: none", file.read_text(encoding="utf-8"))
        file.write_text(re.sub(r"credentials:\n( .*\n)+", "", text), encoding="utf-8")
    projects.switch_off(folder, UNUSED_PACKS)
    ended = projects.paycat("generate", cwd=folder)
    assert ended.returncode == 0, ended.stdout
    return folder


class Callers:
    """Tells whose a credential is: of a and of b, each with its own of every scheme. Nonces and tokens are kept."""

    def __init__(self, package: Package) -> None:
        self._server = package.module("server")
        self.nonces: set[tuple[str, str]] = set()
        self.tokens: dict[str, str] = {}
        self.kept_until = 0.0
        self.certified: str | None = "a"
        self._made = 0

    def _signer(self, key: str, **secrets_by_key: list[str]) -> Any:
        secrets = secrets_by_key.get(key)
        return None if secrets is None else self._server.Signer(key.rpartition("_")[2], secrets)

    async def request_signature(self, key: str) -> Any:
        """Return the owner of a key; a has an old secret, too, c has none left, and those of d and e are mistakes."""
        secrets: dict[str, Any] = {"signing_c": [], "signing_d": "text", "signing_e": [""]}
        return self._signer(key, signing_a=["old_secret", "new_secret"], signing_b=["other_secret"], **secrets)

    async def request_signature_is_new(self, key: str, nonce: str, until: float) -> bool:
        """Keep a nonce."""
        self.kept_until = until
        is_new = (key, nonce) not in self.nonces
        self.nonces.add((key, nonce))
        return is_new

    async def card_signature(self, key: str) -> Any:
        """Return the owner of a key."""
        return self._signer(key, card_a=["card_secret"], card_b=["other_secret"])

    async def partner_key(self, key: str) -> str | None:
        """Return the owner of a key."""
        return {"partner_a": "a", "partner_b": "b"}.get(key)

    async def jws(self, headers: Mapping[str, str]) -> str:
        """Take any headers that are there."""
        return "a"

    async def token(self, key: str) -> str | None:
        """Return the owner of a token."""
        return self.tokens.get(key)

    async def token_token(self, client_id: str, secret: str) -> Any:
        """Make a token, which replaces that of the client; nobody has an empty name, which is never looked up."""
        if client_id == "unlucky":
            raise LookupError(secret)
        if (client_id, secret) not in (("client_a", "se:cr+et"), ("", "")):
            return None
        self._made += 1
        self.tokens = {f"token_{self._made}": "a"}
        return self._server.Token(*self.tokens, 60)

    async def certificate(self, connection: Mapping[str, Any]) -> str | None:
        """Take any connection, or none."""
        return self.certified

    async def bearer(self, key: str) -> str | None:
        """Return the owner of a key."""
        return {"bearer_a": "a", "bearer_b": "b"}.get(key)

    async def basic(self, user: str, password: str) -> str | None:
        """Return the owner of a name with a password."""
        return {("user_a", "pass:word"): "a", ("user_b", "word"): "b"}.get((user, password))


class Records:
    """Handlers that answer with a record whose reference is the caller; there is no record but that with the id `t`."""

    def __init__(self, package: Package) -> None:
        self._record, self._problem = package.module("records").TransferRecord, package.module("problems").ProblemError

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        async def answer(*, context: Any, transfer_id: str = "t", **_: Any) -> Any:
            if transfer_id != "t":
                raise self._problem("not-found")
            return self._record.model_validate(
                {"id": "t", "status": "accepted", "reference": str(context.caller), "amount": 1}
            )

        return answer


class KeyringServer:
    """The stub of the project, as an ASGI application."""

    def __init__(self, package: Package) -> None:
        self.callers, self.url = Callers(package), ""
        self.app = package.module("server").create_app(Records(package), self.callers)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request."""
        await self.app(scope, receive, send)
