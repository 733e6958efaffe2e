# Part of paycat's runtime, copied unchanged. Do not edit.

"""The one caller that the sandbox knows, by every credential of the service."""

import asyncio
import hashlib
import hmac
import secrets
import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from sqlalchemy import delete, insert
from sqlalchemy.exc import IntegrityError

from ..credentials import Credential
from ..server import Signer, Token
from .clock import Clock
from .store import NONCES, Store

_CALLER = "sandbox"
_TOKEN_SECONDS = 3600


class Callers:
    """Tells whose credentials are, with a method for each, as the server asks.

    Nonces are kept by the clock of this machine. A token has the time at which it ends,
    by the clock of the sandbox, and is signed.
    """

    def __init__(
        self,
        credentials: Sequence[Credential],
        store: Store,
        clock: Clock,
        key_id: str,
        secret: str,
    ) -> None:
        self._store, self._clock = store, clock
        self._key_id, self._secret = key_id, secret
        for one in credentials:
            ask: Any = {
                "basic": self._pair,
                "signed": self._signer,
                "oauth2": partial(self._owner, one.name),
                "described": self._any,
                "mutual_tls": self._any,
            }.get(one.scheme, self._key)
            setattr(self, one.name, ask)
            if one.scheme == "signed":
                setattr(self, f"{one.name}_is_new", partial(self._is_new, one.name))
            elif one.scheme == "oauth2":
                setattr(self, f"{one.name}_token", partial(self._token, one.name))

    def _is_known(self, secret: str) -> bool:
        return hmac.compare_digest(secret.encode(), self._secret.encode())

    async def _key(self, key: str) -> str | None:
        return _CALLER if self._is_known(key) else None

    async def _pair(self, user: str, password: str) -> str | None:
        return _CALLER if self._is_known(password) and user == self._key_id else None

    async def _any(self, _: Mapping[str, Any]) -> str:
        return _CALLER

    async def _signer(self, key: str) -> Signer | None:
        return Signer(_CALLER, [self._secret]) if key == self._key_id else None

    async def _is_new(
        self, credential: str, key: str, nonce: str, until: float
    ) -> bool:
        digest = _digest(f"{credential}\n{key}\n{nonce}")
        return await asyncio.to_thread(self._keep_nonce, digest, until)

    def _keep_nonce(self, digest: str, until: float) -> bool:
        try:
            with self._store.transaction() as connection:
                connection.execute(delete(NONCES).where(NONCES.c.until < time.time()))
                connection.execute(insert(NONCES).values(digest=digest, until=until))
        except IntegrityError:
            return False
        return True

    async def _token(
        self, credential: str, client_id: str, secret: str
    ) -> Token | None:
        if client_id != self._key_id or not self._is_known(secret):
            return None
        until = await asyncio.to_thread(self._clock.now) + _TOKEN_SECONDS
        text = self._signed(credential, f"{secrets.token_hex(16)}.{until}")
        return Token(text, _TOKEN_SECONDS)

    async def _owner(self, credential: str, token: str) -> str | None:
        stated, _, _ = token.rpartition(".")
        genuine = self._signed(credential, stated)
        if not hmac.compare_digest(token.encode(), genuine.encode()):
            return None
        until = float(stated.partition(".")[2])
        is_over = await asyncio.to_thread(self._clock.now) >= until
        return None if is_over else _CALLER

    def _signed(self, credential: str, text: str) -> str:
        key = f"token {credential} {self._secret}".encode()
        return f"{text}.{hmac.digest(key, text.encode(), 'sha256').hex()}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
