"""The tokens of oauth2 credentials, which a server gives for the id and the secret of a client (RFC 6749, 4.4)."""

import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from http import HTTPStatus
from threading import Lock
from typing import Any
from urllib.parse import quote_plus

import httpx

from paycat.catalogue.credentials import Credential
from paycat.conformance.run.credentials import Keyring, variables
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, FindingsError, Span

CLIENT_CREDENTIALS = "client_credentials"
_TOKEN = re.compile("[!-~]+")


class TokenKeyring(Keyring):
    """A keyring with the tokens for its secrets of oauth2. Several threads may use it."""

    def __init__(
        self,
        contract: Contract,
        secrets: Mapping[str, str],
        client: httpx.Client,
        receive: Callable[[httpx.Request], httpx.Response],
    ) -> None:
        super().__init__(contract.interface, secrets)
        self._variables, self._client, self._receive = variables(contract), client, receive
        self._token_by_name: dict[str, str] = {}
        self._used_tokens: set[str] = set()
        self._lock = Lock()

    def secret_of(self, credential: Credential) -> str:
        """Return what the headers of a credential are made of, for oauth2 a token. Raises FindingsError without one."""
        secret = super().secret_of(credential)
        if credential.scheme != "oauth2" or not secret:
            return secret
        with self._lock:
            if credential.name not in self._token_by_name:
                token = self._fetched(credential, secret)
                self._token_by_name[credential.name] = token
                self._used_tokens.add(token)
            return self._token_by_name[credential.name]

    def forget(self, rejected: httpx.Request) -> bool:
        """Forget the token of a request that was rejected; return whether it had one, so that another may do."""
        _, _, token = rejected.headers.get("Authorization", "").partition(" ")
        with self._lock:
            self._token_by_name = {name: text for name, text in self._token_by_name.items() if text != token}
            return token in self._used_tokens

    def ask(self, credential: Credential, pair: str, grant: str = CLIENT_CREDENTIALS) -> tuple[int, dict[str, Any]]:
        """Return the status and the members of the answer to a request for a token."""
        own_pair = ":".join(map(quote_plus, pair.split(":", 1)))
        headers = {"Authorization": f"Basic {b64encode(own_pair.encode()).decode()}"}
        data, path = {"grant_type": grant}, credential.token_path or ""
        answer = self._receive(self._client.build_request("POST", path, data=data, headers=headers))
        try:
            document = answer.json()
        except (ValueError, RecursionError):
            document = None
        return answer.status_code, document if isinstance(document, dict) else {}

    def _fetched(self, credential: Credential, secret: str) -> str:
        status, members = self.ask(credential, secret)
        token, seconds = members.get("access_token"), members.get("expires_in", 0)
        is_right_by_name = {
            "access_token": isinstance(token, str) and _TOKEN.fullmatch(token),
            "token_type": str(members.get("token_type")).lower() == "bearer",
            "expires_in": type(seconds) in (int, float),
        }
        wrong_names = [name for name, is_right in is_right_by_name.items() if not is_right]
        if status == HTTPStatus.OK and not wrong_names:
            return str(token)
        message = f"the server gives no token: POST {credential.token_path} is answered with {status}"
        help = f"{self._variables[credential.name]} is the id and the secret of a client, `id:secret`"
        if status == HTTPStatus.OK:
            message, help = f"{message} and a wrong {wrong_names[0]}", "RFC 6749, section 5.1, says what it holds"
        raise FindingsError([Diagnostic("unauthenticated", Span(str(self._client.base_url)), message, help)])
