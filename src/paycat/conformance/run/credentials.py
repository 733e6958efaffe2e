"""What requests carry to prove who sent them, made of the secrets of a caller."""

import base64
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple
from uuid import uuid4

from paycat.catalogue.credentials import Credential
from paycat.catalogue.interface import Operation
from paycat.contract.interface import Interface
from paycat.contract.model import Contract
from paycat.packages.operations.credentials import used_credentials
from paycat.packages.python.names import credential_constant

VARIABLE = "PAYCAT_TOKEN"

Alternative = tuple[Credential, ...]


class Message(NamedTuple):
    """What a signature may cover of a request; `target` is path and query as they are sent."""

    http_method: str
    target: str
    body: bytes


Proof = Callable[[Message], Mapping[str, str]]
"""Returns the headers that prove who sent a message."""


def variables(contract: Contract) -> dict[str, str]:
    """Return the environment variables with the secrets of a caller, by the names of the credentials in headers."""
    credentials = [credential for credential in used_credentials(contract) if credential.header_names]
    if len(credentials) == 1:
        return {credentials[0].name: VARIABLE}
    return {credential.name: f"{VARIABLE}_{credential_constant(credential)}" for credential in credentials}


def proof(credential: Credential, secret: str, message: Message) -> dict[str, str]:
    """Return the headers of a credential: its secret is a key or a token, or `id:secret` of a pair."""
    if credential.scheme == "signed":
        return signature(credential, secret, message)
    value = base64.b64encode(secret.encode()).decode() if credential.scheme == "basic" else secret
    return dict.fromkeys(credential.header_names, f"{credential.http_scheme} {value}".lstrip())


def signature(
    credential: Credential, secret: str, message: Message, *, seconds: float = 0, forged_part: str = "", nonce: str = ""
) -> dict[str, str]:
    """Return the headers of a signature made some seconds from now; a forged part was signed with another last byte."""
    key, _, own_secret = secret.partition(":")
    timestamp = str(int((time.time() + seconds) * credential.units))
    parts = {**message._asdict(), "timestamp": timestamp, "nonce": nonce or uuid4().hex}
    headers = credential.signed(own_secret, parts, key)
    if forged_part:
        part = parts[forged_part] if forged_part == "body" else parts[forged_part].encode()
        forged = {**parts, forged_part: part[:-1] + bytes([part[-1] ^ 1]) if part else b"?"}
        headers[credential.headers["signature"]] = credential.signature(own_secret, credential.text(forged))
    return headers


class Keyring:
    """The secrets of a caller by the names of credentials."""

    def __init__(self, interface: Interface, secrets: Mapping[str, str]) -> None:
        self._interface, self.secrets = interface, secrets

    def alternative(self, operation: Operation) -> Alternative | None:
        """Return the first credentials of an operation that can be proved, whole; None if none can."""
        return next(filter(self.proves, self._interface.alternatives(operation) or ((),)), None)

    def proves(self, alternative: Alternative) -> bool:
        """Return whether there are the secrets of all its credentials; no variable holds a certificate."""
        return all(credential.name in self.secrets for credential in alternative)

    def secret_of(self, credential: Credential) -> str:
        """Return what the headers of a credential are made of."""
        return self.secrets.get(credential.name, "")

    def proof(self, alternative: Alternative, message: Message) -> dict[str, str]:
        """Return the headers of the credentials of an alternative."""
        proofs = [proof(credential, self.secret_of(credential), message) for credential in alternative]
        return {name: value for headers in proofs for name, value in headers.items()}
