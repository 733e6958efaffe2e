# Part of paycat's runtime, copied unchanged. Do not edit.

"""What a caller has of the credentials of a service, and what requests carry of it."""

import base64
import inspect
import os
import re
import time
from collections.abc import Callable, Mapping, Sequence
from secrets import token_hex
from typing import Any, cast
from urllib.parse import quote_plus

import httpx
from pydantic import SecretStr

from ..credentials import Credential
from ..signing import Message
from .operations import ClientOperation
from .service import Service
from .target import text_of
from .tokens import Tokens

Secret = str | SecretStr
Pair = Secret | tuple[str, Secret]
"""A name and its secret: a tuple, or one text with a colon between them."""
OwnHeaders = Mapping[str, str] | Callable[[str, str, bytes], Mapping[str, str]]
"""Headers by name, or what makes them of the HTTP method, the path with its query, and the body of a request."""

_VISIBLE, _PLAIN = "[!-~]+", r"[^\x00-\x1f\x7f\ud800-\udfff]+"
_TEXTS = {
    **dict.fromkeys(("bearer", "api_key"), (_VISIBLE,)),
    "basic": (rf"(?!.*:){_PLAIN}", f"(?:{_PLAIN})?"),
    "signed": (_VISIBLE, _PLAIN),
    "oauth2": (_PLAIN, _PLAIN),
}
"""Patterns of the texts that a caller has for a scheme: a key, or a name and its secret."""
_STATED = (
    "",
    "visible ASCII characters",
    "a name and a secret, without control characters: a tuple, or a text with a colon",
)
_VALUE = re.compile("[!-~](?:[ -~]*[!-~])?")


class Keyring:
    """The credentials that a caller has, which no `repr` shows."""

    def __init__(
        self, service: Service, api_key: object, has_certificate: bool
    ) -> None:
        """Raises ValueError or TypeError for what is none; the environment has what is None."""
        self.tokens = Tokens()
        stated = [one for one in service.credentials if one.scheme != "mutual_tls"]
        certified: Sequence[Credential] = service.credentials if has_certificate else ()
        self._held: dict[str, Any] = {
            one.name: () for one in certified if one not in stated
        }
        names = [one.name for one in stated]
        is_only = len(stated) == 1
        bare: object = dict[str, object]() if api_key is None else api_key
        given: object = {names[0]: api_key} if is_only else bare
        values = cast(Mapping[str, object], given)
        if not (isinstance(given, Mapping) and values.keys() <= {*names}):
            listed = ", ".join(names) or "none"
            raise ValueError(f"api_key must have credentials by name, of: {listed}")
        for one in stated:
            label = "api_key" if is_only else f"{one.name} of api_key"
            value = values.get(one.name)
            if value is None:
                value = os.environ.get(one.variable)
            if value is not None:
                read = _texts if one.scheme in _TEXTS else _own
                self._held[one.name] = read(one, value, label)
        if is_only and service.needs_key and not self._held:
            variable = stated[0].variable
            raise ValueError(f"pass an api_key{variable and f', or set {variable}'}")

    def credentials(self, operation: ClientOperation[Any]) -> tuple[Credential, ...]:
        """Return the first alternative of which the caller has all. Raises ValueError for none.

        One without a certificate comes first: a client of the caller may have none.
        """
        lacking: list[str] = []
        for alternative in sorted(operation.alternatives, key=_is_certified):
            lacks = [_named(one) for one in alternative if one.name not in self._held]
            if not lacks:
                return alternative
            lacking.append(" and ".join(lacks))
        if lacking:
            raise ValueError(f"{operation.id} needs {', or '.join(lacking)}")
        return ()

    def headers(
        self, credential: Credential, request: httpx.Request, token: str
    ) -> Mapping[str, str]:
        """Return what an attempt carries of a credential."""
        target = request.url.raw_path.decode("ascii")
        held: Any = self._held.get(credential.name)
        if credential.scheme == "described":
            if callable(held):
                held = held(request.method, target, request.content)
            return _declared(credential, held, credential.name)
        texts = [one.get_secret_value() for one in held or ()]
        if credential.form:
            message: Message = {
                "http_method": request.method,
                "target": target,
                "timestamp": credential.form.time_of(time.time()),
                "nonce": token_hex(16),
                "body": request.content,
            }
            return credential.form.signed(texts[1], message, texts[0])
        value = "".join(texts)
        values = {
            "basic": _basic(texts),
            "bearer": f"Bearer {value}",
            "oauth2": f"Bearer {token}",
        }
        return dict.fromkeys(
            credential.names_sent, values.get(credential.scheme, value)
        )

    def client_of(self, credential: Credential) -> str:
        """Return what tells the address of tokens who asks (RFC 6749, section 2.3.1)."""
        texts = self._held[credential.name]
        return _basic([quote_plus(one.get_secret_value()) for one in texts])


def _is_certified(alternative: tuple[Credential, ...]) -> bool:
    return any(one.scheme == "mutual_tls" for one in alternative)


def _named(credential: Credential) -> str:
    if credential.scheme == "mutual_tls":
        return "a client with a certificate as http"
    name, variable = credential.name, credential.variable
    return f"{name} in api_key{variable and f' or {variable}'}"


def _texts(credential: Credential, value: object, label: str) -> list[SecretStr]:
    patterns = _TEXTS[credential.scheme]
    if len(patterns) == 2 and isinstance(value, tuple):
        texts = [_text(label, part) for part in cast(tuple[object, ...], value)]
    else:
        texts = _text(label, value).split(":", len(patterns) - 1)
    if len(texts) != len(patterns) or not all(map(re.fullmatch, patterns, texts)):
        raise ValueError(f"{label} must be {_STATED[len(patterns)]}")
    return [SecretStr(one) for one in texts]


def _text(label: str, value: object) -> str:
    return text_of(
        label, value.get_secret_value() if isinstance(value, SecretStr) else value
    )


def _basic(texts: list[str]) -> str:
    return f"Basic {base64.b64encode(':'.join(texts).encode()).decode()}"


def _own(credential: Credential, value: object, label: str) -> object:
    if inspect.iscoroutinefunction(value):
        raise TypeError(f"{label} must be a function that is not async")
    return value if callable(value) else _declared(credential, value, label)


def _declared(credential: Credential, made: object, label: str) -> dict[str, str]:
    if not isinstance(made, Mapping):
        kind = type(made).__name__
        raise TypeError(f"{label} must be headers by name, not {kind}")
    given = cast(Mapping[object, object], made)
    values = {text_of(label, name).lower(): given[name] for name in given}
    texts = {name: text_of(name, value) for name, value in values.items()}
    names = credential.names_sent
    are_whole = texts.keys() == {name.lower() for name in names}
    if not (are_whole and all(map(_VALUE.fullmatch, texts.values()))):
        listed = ", ".join(names)
        raise ValueError(f"{label} must be {listed}, of visible ASCII characters")
    return {name: texts[name.lower()] for name in names}
