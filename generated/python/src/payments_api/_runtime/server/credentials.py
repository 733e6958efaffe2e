# Part of paycat's runtime, copied unchanged. Do not edit.

"""The credentials of requests: which a request carries, and whose they are."""

import base64
import hmac
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from starlette.responses import Response

from ..credentials import Alternatives, Credential
from ..signing import Message, SignatureForm
from .causes import RejectedError
from .heads import Head

Authenticate = Callable[[str], Awaitable[Any]]
"""Returns the caller of a secret key, or None if it is unknown."""

ReadBody = Callable[[], Awaitable[bytes]]
"""Receives the body of a request, as a signature covers it."""

_BLANKS = " \t"
"""What may stand around the value of a header (RFC 9110, section 5.6.3); `strip` also takes bytes of a key."""
_NOBODYS = "what the signature of an unknown key is compared with"
_MARGIN_SECONDS = 60
"""How much longer a nonce is kept than its signature is valid: who forgets it may have another clock."""


@dataclass(frozen=True, slots=True)
class Signer:
    """The caller that has a key, and the secrets of the key: two, while one replaces the other."""

    caller: Any
    secrets: Sequence[str] = field(repr=False)

    def __post_init__(self) -> None:
        """Reject one text, which is a sequence of its characters."""
        if isinstance(self.secrets, str) or not all(self.secrets):
            raise TypeError("secrets is a list of texts that are not empty")


def challenges(alternatives: Alternatives, answer: Response) -> list[str]:
    """Return one challenge for each scheme of the alternatives, where an answer rejects a caller and has none."""
    if answer.status_code != 401 or "WWW-Authenticate" in answer.headers:
        return []
    every = [one for alternative in alternatives for one in alternative]
    return [*dict.fromkeys(one.challenge for one in every)]


async def caller_of(
    head: Head, alternatives: Alternatives, asked: Any, body: ReadBody
) -> Any:
    """Return the caller of a request; None if it needs no credential.

    `asked` has a method for each credential, or is one for the only key. Raises RejectedError.
    """
    every = {one.name: one for alternative in alternatives for one in alternative}
    names = [name for one in every.values() for name in one.names_sent]
    if repeated := head.repeated(*map(_lowered, names)):
        shown = next(name for name in names if _lowered(name) == repeated)
        raise _rejected(f"Send the header {shown} once.")
    lacking, wrong = "", None
    # A certificate does not make up for a wrong key, whichever is stated first.
    for alternative in sorted(alternatives, key=_has_no_headers):
        sent = [name for one in alternative for name in one.names_sent]
        if missing := [name for name in sent if _lowered(name) not in head]:
            shown = "" if missing[0] == "Authorization" else missing[0]
            lacking = lacking or (f"Send the header {shown}." if shown else "")
        elif sent or not wrong:
            try:
                return await _caller(head, alternative, asked, body)
            except RejectedError as error:
                wrong = error
    if alternatives:
        raise wrong or _rejected(lacking)
    return None


async def _caller(
    head: Head, alternative: tuple[Credential, ...], asked: Any, body: ReadBody
) -> Any:
    callers = [await _one_caller(head, one, asked, body) for one in alternative]
    if any(caller is None or caller != callers[0] for caller in callers):
        raise _rejected("")
    for one in alternative:
        if one.form and "nonce" in one.form.parts:
            await _use_nonce(head, one.name, one.form, asked)
    return callers[0]


def _has_no_headers(alternative: tuple[Credential, ...]) -> bool:
    return not any(one.names_sent for one in alternative)


async def _one_caller(
    head: Head, credential: Credential, asked: Any, body: ReadBody
) -> Any:
    if credential.form:
        return await _signer(head, credential.name, credential.form, asked, body)
    ask: Any = getattr(asked, credential.name, asked)
    if credential.scheme == "mutual_tls":
        return await ask(head.connection())
    if credential.scheme == "described":
        values = {name: head.value(_lowered(name)) for name in credential.names_sent}
        return await ask(values) if all(values.values()) else None
    given = _given(head, credential)
    return await ask(*given) if given else None


def _lowered(name: str) -> bytes:
    return name.lower().encode()


def _given(head: Head, credential: Credential) -> tuple[str, ...]:
    """Return what a credential holds: a key, or a name and a password; empty if it holds nothing of its scheme."""
    [name] = credential.names_sent
    text = head.value(_lowered(name))
    if credential.scheme == "basic":
        return pair_of(text)
    if credential.scheme != "api_key":
        scheme, _, text = text.partition(" ")
        text = text if scheme.lower() == "bearer" else ""
    text = text.strip(_BLANKS)
    return (text,) if text else ()


def pair_of(header: str) -> tuple[str, str] | tuple[()]:
    """Return the name and the password of HTTP Basic authentication (RFC 7617); empty if a header has none."""
    scheme, _, text = header.partition(" ")
    try:
        decoded = base64.b64decode(text.strip(_BLANKS), validate=True).decode()
    except ValueError:
        return ()
    user, colon, password = decoded.partition(":")
    return (user, password) if colon and scheme.lower() == "basic" else ()


async def _signer(
    head: Head, name: str, form: SignatureForm, asked: Any, body: ReadBody
) -> Any:
    """Return the caller that signed a request. Nothing tells an unknown key from a wrong signature."""
    headers = form.headers
    sent = {word: head.value(_lowered(header)) for word, header in headers.items()}
    at = form.seconds_of(sent["timestamp"])
    if at is None:
        unit, header = form.timestamp, headers["timestamp"]
        raise _rejected(f"The header {header} holds no time in {unit}.")
    if abs(time.time() - at) > form.tolerance_seconds:
        most = form.tolerance_seconds
        raise _rejected(f"The time of the signature is more than {most} seconds away.")
    # With the joint in a nonce, its end could be told as the beginning of the next part.
    if "nonce" in form.parts and (not sent["nonce"] or form.joined_by in sent["nonce"]):
        raise _rejected(f"The header {headers['nonce']} holds no nonce.")
    message: Message = {
        **sent,
        "http_method": head.http_method(),
        "target": head.target(),
        "body": await body() if "body" in form.parts else b"",
    }
    text, given = form.text(message), sent["signature"].encode("latin-1")
    signer: Signer | None = await getattr(asked, name)(sent["key"])
    known = [*signer.secrets] if signer else []
    # As many are computed for an unknown key as for one whose secret is being replaced.
    secrets = [*known, *[_NOBODYS] * (2 - len(known))]
    expected = [form.signature(secret, text).encode() for secret in secrets]
    matches = [hmac.compare_digest(given, one) for one in expected]
    if signer is None or not any(matches[: len(known)]):
        raise _rejected("The signature is not that of a known key.")
    return signer.caller


async def _use_nonce(head: Head, name: str, form: SignatureForm, asked: Any) -> None:
    """Use the nonce of a request that is right in all else: another one with it is a repetition."""
    key, nonce = (head.value(_lowered(form.headers[word])) for word in ("key", "nonce"))
    # A signature may be made as much ahead of now as it may be late.
    until = time.time() + 2 * form.tolerance_seconds + _MARGIN_SECONDS
    is_new = getattr(asked, f"{name}_is_new")
    if not await is_new(key, nonce, until):
        raise _rejected(f"The value of {form.headers['nonce']} came before.")


def _rejected(detail: str) -> RejectedError:
    return RejectedError("unauthenticated", detail)
