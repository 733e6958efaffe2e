"""What proves to a server who sends a request, made of a contract and a key: our own, beside that of the packages."""

import base64
import hashlib
import hmac
import time
import uuid
from collections.abc import Generator, Mapping
from typing import Any

import httpx


class Sender(httpx.Auth):
    """Gives each request the credentials of the service's first alternative; the key is `secret` or `id:secret`."""

    requires_request_body = True

    def __init__(self, contract: Mapping[str, Any], key: str) -> None:
        interface = contract["interface"]
        by_name = {credential["name"]: credential for credential in interface["credentials"]}
        self.credentials = [by_name[name] for group in interface["auth"]["any_of"][:1] for name in group]
        self.id, _, self.secret = key.rpartition(":")

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        """Add the headers, unless the test has sent some of its own."""
        for credential in self.credentials:
            for name, value in self.headers(credential, request).items():
                request.headers.setdefault(name, value)
        yield request

    def headers(self, credential: Mapping[str, Any], request: httpx.Request) -> dict[str, str]:
        """Return the headers of a credential."""
        match credential["scheme"]:
            case "bearer":
                return {"Authorization": f"Bearer {self.secret}"}
            case "basic":
                return {"Authorization": f"Basic {base64.b64encode(f'{self.id}:{self.secret}'.encode()).decode()}"}
            case "api_key":
                return {credential["headers"]["key"]: self.secret}
            case "signed":
                return signed(credential, self.id, self.secret, request)
        raise NotImplementedError(credential["scheme"])  # No catalogue of these tests has another one.


def signed(form: Mapping[str, Any], key_id: str, secret: str, request: httpx.Request) -> dict[str, str]:
    """Return the headers of a signed request."""
    seconds = time.time() * (1000 if form.get("timestamp") == "milliseconds" else 1)
    values = {"timestamp": str(int(seconds)), "nonce": uuid.uuid4().hex, "key": key_id}
    parts = {"http_method": request.method, "target": request.url.raw_path.decode(), **values}
    pieces = [request.content if part == "body" else parts[part].encode() for part in form["parts"]]
    digest = hmac.new(secret.encode(), form.get("joined_by", "\n").encode().join(pieces), hashlib.sha256).digest()
    written = digest.hex() if form.get("encoding") == "hex" else base64.b64encode(digest).decode()
    values["signature"] = form.get("prefix", "") + written
    return {header: values[word] for word, header in form["headers"].items()}
