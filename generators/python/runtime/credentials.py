# Part of paycat's runtime, copied unchanged. Do not edit.

"""The credentials of a service: what requests carry to prove who sent them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .signing import SignatureForm

Alternatives = tuple[tuple["Credential", ...], ...]
"""Credentials of which requests have one alternative, whole."""


@dataclass(frozen=True, slots=True)
class Credential:
    """One way in which a request proves who sent it.

    `name` is how packages call it, and `variable` that of the environment that has it, if it is a text.
    """

    name: str
    scheme: str
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    form: SignatureForm | None = None
    token_path: str = ""
    variable: str = ""

    @property
    def names_sent(self) -> tuple[str, ...]:
        """The headers that hold it; a certificate is in none."""
        if self.scheme == "mutual_tls":
            return ()
        return tuple(self.headers.values()) or ("Authorization",)

    @property
    def challenge(self) -> str:
        """What a rejected request is told to send (RFC 9110, section 11.6.1)."""
        if self.scheme == "basic":
            return 'Basic realm="api", charset="UTF-8"'
        if self.scheme in ("bearer", "oauth2"):
            return "Bearer"
        if self.scheme == "mutual_tls":
            return "Certificate"
        scheme = {"api_key": "ApiKey", "signed": "HMAC-SHA256"}.get(self.scheme)
        return f'{scheme or "Headers"} headers="{" ".join(self.names_sent)}"'
