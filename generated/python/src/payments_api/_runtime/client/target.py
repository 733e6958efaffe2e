# Part of paycat's runtime, copied unchanged. Do not edit.

"""The address of the service, and the parts of HTTP requests."""

import os
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy
from ipaddress import ip_address
from typing import Any
from urllib.parse import quote

import httpx

from ..models import RequestModel
from .operations import Call, Value
from .receiving import ENCODING
from .service import Service


@dataclass(frozen=True, slots=True)
class Target:
    """The address of the service."""

    service: Service
    base_url: str

    @classmethod
    def of(
        cls,
        service: Service,
        base_url: str | None,
        allow_http: Collection[str] = (),
    ) -> "Target":
        """Return the target. Raises ValueError for what no request can be made of.

        The environment has what is None. A prefix of all paths may end the address.
        """
        if base_url is None:
            base_url = os.environ.get(service.url_variable) or service.base_url
        hosts = (allow_http,) if isinstance(allow_http, str) else allow_http
        hosts = [text_of("a host of allow_http", host) for host in hosts]
        url = _url(text_of("base_url", base_url))
        if url.scheme not in ("http", "https") or not url.host:
            raise ValueError("base_url must begin with https:// and name a host")
        if url.scheme == "http" and not (_is_local(url.host) or url.host in hosts):
            raise ValueError(
                "base_url must begin with https://, as everybody on the way reads what is "
                f"sent over http://; or name the host: allow_http=({url.host!r},)"
            )
        address, prefix = base_url.rstrip("/"), service.base_path
        if prefix and url.path.rstrip("/").endswith(prefix):
            address = address.removesuffix(prefix)
        return cls(service, address)

    @property
    def is_encrypted(self) -> bool:
        """Whether nobody on the way reads what is sent."""
        return self.base_url.lower().startswith("https:")

    def request(self, call: Call[Any]) -> dict[str, Any]:
        """Return method, url, params, headers and content of a call, without credentials.

        Raises ValueError.
        """
        key = {self.service.key_header: call.idempotency_key}
        header = _sent({**call.header, **key})
        for name, value in header.items():
            if not re.fullmatch("[!-~]+", value):
                raise ValueError(f"{name} must be visible ASCII characters")
        kinds = (call.operation.answer_media_type, self.service.problem_media_type)
        accepted = ", ".join(dict.fromkeys(kinds))
        header |= {"Accept": accepted, **self._own_headers}
        parts: dict[str, Any] = {
            "method": call.operation.http_method,
            "url": self.base_url + _path(call),
            "params": _sent(call.query),
            "headers": header,
        }
        if call.operation.takes_request:
            header["Content-Type"] = call.operation.media_type
            parts["content"] = _content(call.operation.id, call.body)
        return parts

    def token_request(self, path: str, authorization: str) -> dict[str, Any]:
        """Return the same of a request for a token of a client (RFC 6749, section 4.4.2)."""
        content_type = "application/x-www-form-urlencoded"
        header = {"Accept": "application/json", "Content-Type": content_type}
        return {
            "method": "POST",
            "url": self.base_url + path,
            "headers": {**header, **self._own_headers, "Authorization": authorization},
            "content": b"grant_type=client_credentials",
        }

    @property
    def _own_headers(self) -> dict[str, str]:
        return {"User-Agent": self.service.agent, "Accept-Encoding": ENCODING}


def no_cookies() -> CookieJar:
    """Return a jar that keeps no cookie: a service could fill it without end."""
    return CookieJar(DefaultCookiePolicy(allowed_domains=()))


def _url(text: str) -> httpx.URL:
    # A `?` or `#` without anything behind it shows in the text alone.
    if re.search(r"[\s?#@\\]", text) or not text.isprintable():
        raise ValueError(
            "base_url must hold no user, query, fragment, space or control character"
        )
    try:
        return httpx.URL(text)
    except httpx.InvalidURL:
        wrong = "base_url must be a URL"
    raise ValueError(wrong)


def _is_local(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _sent(values: Mapping[str, Value]) -> dict[str, str]:
    return {
        name: _written(name, value)
        for name, value in values.items()
        if value is not None
    }


def _written(name: str, value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return text_of(name, value, "a text or a whole number")


def text_of(name: str, value: object, kind: str = "a text") -> str:
    """Return a value that is a text. Raises TypeError for another."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be {kind}, not {type(value).__name__}")
    return value


def _content(operation: str, body: object) -> bytes:
    if not isinstance(body, RequestModel):
        raise TypeError(
            f"{operation} takes a model of a request, not a {type(body).__name__}; "
            "the module `parsing` makes one of JSON"
        )
    return body.model_dump_json(by_alias=True).encode()


def _path(call: Call[Any]) -> str:
    path = call.operation.path
    for name, value in call.path.items():
        text = quote(_written(name, value), safe="")
        if text in ("", ".", ".."):  # It would be another path.
            raise ValueError(f"{name} is no identifier")
        path = path.replace("{" + name + "}", text)
    return path
