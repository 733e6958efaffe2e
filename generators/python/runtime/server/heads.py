# Part of paycat's runtime, copied unchanged. Do not edit.

"""The heads of messages: what a request's may not hold, and what an answer's cannot."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from starlette.datastructures import QueryParams
from starlette.types import Scope

from .causes import RejectedError

BODY_SECONDS = 30.0
"""How long a body may take to arrive."""

_LONGEST_VALUE = 255

_DIGITS = re.compile("[0-9]+")
_NAME = re.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE = re.compile(r"[!-~\x80-\xff](?:[\t -~\x80-\xff]*[!-~\x80-\xff])?|")


class Head:
    """The head of a request: its path, its query and its headers."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._lines: list[tuple[bytes, bytes]] = list(scope["headers"])
        self._values = dict(self._lines)

    def __contains__(self, name: bytes) -> bool:
        return name in self._values

    def value(self, name: bytes, otherwise: str = "") -> str:
        """Return the value of a header that is not repeated; its name is in lower case."""
        value = self._values.get(name)
        return otherwise if value is None else value.decode("latin-1")

    def values(self, name: bytes) -> list[str]:
        """Return the values of a header, one for each of its lines."""
        if name not in self._values:
            return []
        return [value.decode("latin-1") for one, value in self._lines if one == name]

    def repeated(self, *names: bytes) -> bytes | None:
        """Return the first of some headers that has several lines."""
        if len(self._values) == len(self._lines):
            return None
        return next((name for name in names if len(self.values(name)) > 1), None)

    def query(self) -> QueryParams:
        """Return the parameters of the query."""
        return QueryParams(self._scope["query_string"])

    def path_value(self, name: str) -> str:
        """Return the text of a parameter in the path."""
        return str(self._scope["path_params"][name])

    def path(self) -> str:
        """Return the path as a URL has it."""
        return _in_url(str(self._scope["path"]))

    def http_method(self) -> str:
        """Return the HTTP method as it was sent."""
        return str(self._scope["method"])

    def target(self) -> str:
        """Return path and query as they were sent."""
        path: bytes = self._scope.get("raw_path") or self.path().encode()
        query: bytes = self._scope["query_string"]
        return (path + (b"?" + query if query else b"")).decode("latin-1")

    def connection(self) -> Mapping[str, Any]:
        """Return what the server says of the connection (ASGI, TLS extension); empty if it says nothing."""
        extensions: Mapping[str, Any] = self._scope.get("extensions") or {}
        return dict(extensions.get("tls") or {})

    def mounted_at(self) -> str:
        """Return what is before the paths of the service, as a URL has it."""
        return _in_url(str(self._scope.get("root_path", "")))


@lru_cache(maxsize=128)
def _in_url(path: str) -> str:
    return quote(path, safe="/!$&'()*+,;=:@", errors="replace")


def check_path_value(text: str) -> None:
    """Raise RejectedError if no record can have a text as its identifier."""
    if len(text) > _LONGEST_VALUE or not text.isprintable() or "\ufffd" in text:
        raise RejectedError("not_found")


def check_body_headers(head: Head, largest: int) -> None:
    """Raise RejectedError if a body's head is read in two ways, or announces too much."""
    if name := head.repeated(b"content-type", b"content-encoding", b"content-length"):
        shown = name.decode().title()
        raise RejectedError("malformed_body", f"Send the header {shown} once.")
    if b"content-length" not in head:
        return
    length = head.value(b"content-length")
    if not _DIGITS.fullmatch(length):
        raise RejectedError("malformed_body", "Content-Length must be a whole number.")
    if b"transfer-encoding" in head:
        detail = "Send Content-Length or Transfer-Encoding, not both."
        raise RejectedError("malformed_body", detail)
    digits = length.lstrip("0")
    if len(digits) > 18 or int(digits or "0") > largest:
        raise RejectedError("payload_too_large")


def sendable(headers: Mapping[str, str]) -> Mapping[str, str]:
    """Return headers of an answer. Raises ValueError if one would be no header, or two."""
    for name, value in headers.items():
        if not (_NAME.fullmatch(name) and _VALUE.fullmatch(value)):
            raise ValueError("the answer has a header that cannot be sent")
    return headers
