# Part of paycat's runtime, copied unchanged. Do not edit.

"""Tokens that the service gave for the id and the secret of a client (RFC 6749, section 4.4)."""

import re
import time
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from ..credentials import Credential
from ..reading import ReadingError, read_document
from .receiving import Received

_FOREVER = 1_000_000_000
_VISIBLE = re.compile("[!-~]+")


class Tokens:
    """The token of each credential, which no `repr` shows."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, float]] = {}
        self._rejected: dict[str, str] = {}

    def text(self, credential: Credential) -> str:
        """Return the token; an empty text if there is none, or it was rejected, or ends soon."""
        text, end = self._kept.get(credential.name, ("", 0.0))
        is_rejected = text == self._rejected.get(credential.name)
        return text if time.monotonic() < end and not is_rejected else ""

    def keep(self, credential: Credential, answer: Received, asked_at: float) -> str:
        """Return the token that an answer gives, and keep it; an empty text if it gives none."""
        text, seconds = _token_in(answer)
        self._rejected.pop(credential.name, None)
        end = asked_at + seconds - min(30.0, seconds / 10)
        self._kept[credential.name] = text, end
        return text

    def reject(self, credential: Credential, text: str) -> None:
        """Use a token no more."""
        self._rejected[credential.name] = text


def lacking(document: Mapping[str, Any]) -> str:
    """Return the member for which an answer gives no token; an empty text if it gives one."""
    text, seconds = document.get("access_token"), document.get("expires_in", _FOREVER)
    is_right = {
        "access_token": isinstance(text, str) and _VISIBLE.fullmatch(text),
        "token_type": str(document.get("token_type")).lower() == "bearer",
        "expires_in": isinstance(seconds, int | float | Decimal),
    }
    return next((name for name in is_right if not is_right[name]), "")


def _token_in(answer: Received) -> tuple[str, float]:
    try:
        document = {} if answer.cut else read_document(answer.body)
    except ReadingError:
        document = {}
    if answer.status != 200 or lacking(document):
        return "", 0.0
    seconds = document.get("expires_in", _FOREVER)
    return document["access_token"], float(min(seconds, _FOREVER))
