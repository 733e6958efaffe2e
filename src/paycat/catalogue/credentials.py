"""What proves who sent a message: the credentials of requests, which of them a request has, and forms of signatures."""

import base64
import hmac
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field

from paycat.catalogue import forms
from paycat.catalogue.annotations import Refers, Words
from paycat.catalogue.statement import Derived, Kept, OwnKey, Reasoned
from paycat.catalogue.values import Choice, InSchema, ListOf, OneOrMore, PayloadText, Quantity, TableOf, Text, Whole
from paycat.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence, node_at

Scheme = Literal["bearer", "basic", "api_key", "mutual_tls", "described", "signed", "oauth2"]
SignedPart = Literal["http_method", "target", "timestamp", "nonce", "body"]

NO_CREDENTIAL = "none"
"""The word of `auth` for requests without any credential; no credential has the name."""
_HTTP_SCHEMES = {"bearer": "Bearer", "basic": "Basic", "oauth2": "Bearer"}
_DAY = 86400


class SignatureForm(Kept):
    """A text that HMAC-SHA256 is made of, and how the result is sent (RFC 2104)."""

    parts: ListOf[Annotated[SignedPart, Choice, Words.of("signed_part")]] = Field(
        default=(), description="What is signed, in its order."
    )
    joined_by: Annotated[PayloadText, forms.JOINT] = Field(default="\n", description="What is between two parts.")
    encoding: Annotated[Literal["base64", "hex"], Choice, Words.of("signature_encoding")] = Field(
        default="base64", description="How the bytes of the signature are written."
    )
    prefix: Annotated[Text, forms.SIGNATURE_PREFIX] | None = Field(
        default=None, description="What the header has before the signature."
    )
    headers: TableOf[Annotated[Text, forms.NAME], Annotated[Text, forms.HEADER_NAME]] = Field(
        default_factory=dict,
        description="Headers by what they hold: `key`, `timestamp`, `nonce` and `signature` of a signed message, `key` "
        "of an api_key, any name of what is described.",
    )
    timestamp: Annotated[Literal["seconds", "milliseconds"], Choice, Words.of("timestamp_unit")] = Field(
        default="seconds", description="Unit of the time, counted from the first of January 1970 in UTC."
    )
    tolerance_seconds: Annotated[Whole, Quantity("second", 1, _DAY)] = Field(
        default=300, description="How far the time of a signature may be away, either way."
    )

    @property
    def form(self) -> dict[str, Any]:
        """What is signed and how it is sent, as JSON data, with what is not stated; nothing without parts."""
        values = {name: getattr(self, name) for name in SignatureForm.member_names()} | {"parts": [*self.parts]}
        return {name: value for name, value in values.items() if value is not None} if self.parts else {}

    @property
    def units(self) -> int:
        """How many units of its time a second has."""
        return 1000 if self.timestamp == "milliseconds" else 1

    def text(self, message: dict[str, Any]) -> bytes:
        """Return the bytes that are signed, of the parts of a message by name."""
        parts = (message[name] for name in self.parts)
        return self.joined_by.encode().join(part if isinstance(part, bytes) else part.encode() for part in parts)

    def signature(self, secret: str, text: bytes) -> str:
        """Return the value of the header with the signature."""
        digest = hmac.digest(secret.encode(), text, "sha256")
        return (self.prefix or "") + (digest.hex() if self.encoding == "hex" else base64.b64encode(digest).decode())

    def signed(self, secret: str, message: dict[str, Any], key: str = "") -> dict[str, str]:
        """Return the headers of a message whose parts include its time, signed with a secret."""
        values = {**message, "key": key, "signature": self.signature(secret, self.text(message))}
        return {header: str(values[word]) for word, header in self.headers.items()}


class Credential(SignatureForm, Reasoned):
    """One way in which a request proves who sent it."""

    name: OwnKey = Field(description="Its name, which is that of the security scheme in the OpenAPI document.")
    scheme: Annotated[Scheme, Choice, Words.of("scheme")] = Field(description="What it is.")
    token_path: Annotated[Text, forms.TOKEN_PATH] | None = Field(
        default=None, description="Path at which oauth2 gives tokens for the id and the secret of a client."
    )
    description: Derived[Text] = Field(description="What a caller sends; Markdown. Default: what the scheme says.")

    @property
    def http_scheme(self) -> str:
        """What the header Authorization has before it; "" where it is not in that header."""
        return _HTTP_SCHEMES.get(self.scheme, "")

    @property
    def header_names(self) -> tuple[str, ...]:
        """The headers that hold it; a certificate is in none."""
        return ("Authorization",) if self.http_scheme else tuple(self.headers.values())


def _one_or_none(raw_value: Any) -> Any:
    """Read the alternatives: a list, the name that is its only item, or the word for an empty one."""
    if isinstance(raw_value, Scalar):
        return () if raw_value.plain and raw_value.text == NO_CREDENTIAL else (raw_value,)
    return raw_value.items if isinstance(raw_value, Sequence) else raw_value


_OR_ONE = InSchema(lambda schema: {"anyOf": [schema["items"]["anyOf"][0], schema]})


class Auth(Kept):
    """Which credentials a request has: all of one of the alternatives."""

    short: ClassVar[str | None] = "any_of"

    any_of: Annotated[
        tuple[OneOrMore[Annotated[Text, Refers("credential")]], ...], BeforeValidator(_one_or_none), _OR_ONE
    ] = Field(
        description="The alternatives: each a credential, or a list of all that it needs. `none`: without any.",
    )


def with_table(root: Node) -> Node:
    """Return what `interface/rules.yaml` says; in earlier versions `auth` stated the only credential, with its name."""
    auth_entry, name = root.entry("auth") if isinstance(root, Mapping) else None, node_at(root, ("auth", "name"))
    if not isinstance(root, Mapping) or not auth_entry or not isinstance(name, Scalar) or root.entry("credentials"):
        return root
    assert isinstance(auth_entry.value, Mapping)  # It has a name.
    span, stated = auth_entry.value.span, (entry for entry in auth_entry.value.entries if entry.value is not name)
    table = Mapping(span, (Entry(name, Mapping(span, tuple(stated))),))
    new_entries = (Entry(auth_entry.key, name), Entry(replace(auth_entry.key, text="credentials"), table))
    return Mapping(root.span, (*new_entries, *(entry for entry in root.entries if entry is not auth_entry)))
