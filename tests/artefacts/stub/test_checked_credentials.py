"""What the stub takes as proof of who sent a request: the requests of credentials.yaml, and tokens that end."""

import asyncio
import base64
import hmac
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import projects
import pytest
from case_files import Case, cases_in
from expected_files import Expect

from paycat.changes.revisions import read_contract
from paycat.conformance.run.engines.models import Package
from paycat.conformance.run.output_folder import own_contract
from tests.conformance.live.callers import SCHEMAS, KeyringServer, keyring_project

CASES = cases_in(Path(__file__).with_name("credentials.yaml"), optional=("request", "credential", "body", "each"))
CREDENTIALS = projects.read_yaml(SCHEMAS / "interface" / "rules.yaml")["credentials"]
SIGNERS = {"request_signature": ("signing_a", "new_secret"), "card_signature": ("card_a", "card_secret")}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Package:
    """The package of the project with credentials of every scheme."""
    generated = keyring_project(tmp_path_factory.mktemp("keyring")) / "generated"
    return Package(read_contract(*own_contract(generated, "generated")), generated)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_requests(case: Case, package: Package, expect: Expect) -> None:
    lines = asyncio.run(lines_of(KeyringServer(package), case.stated))
    expect(case.expected, "".join(f"{line}\n" for line in lines))


async def lines_of(app: Any, stated: Mapping[str, Any]) -> list[str]:
    """Return what the requests of a case are answered with."""
    lines = []
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://stub") as client:
        for name, changed in stated["each"].items():
            own = {**stated, **changed}
            requests = [request_of(client, own) for _ in range(own.get("times") or own.get("at_once", 1))]
            if "at_once" in own:
                shown = sorted(map(in_words, await asyncio.gather(*map(client.send, requests))))
            else:
                shown = [in_words(await client.send(request)) for request in requests]
            lines += [f"{name}: {words}" for words in shown]
    return lines


def request_of(client: httpx.AsyncClient, stated: Mapping[str, Any]) -> httpx.Request:
    """Return a request, signed if it is to be."""
    http_method, _, target = stated["request"].partition(" ")
    body = b"x" * stated["body_bytes"] if "body_bytes" in stated else stated.get("body", "").encode()
    is_form = target.startswith("/oauth")
    headers = {"Content-Type": "application/x-www-form-urlencoded" if is_form else "application/json"}
    if "sign" in stated:
        headers |= signed(stated["credential"], http_method, target, body, **stated["sign"])
    pairs = [
        (name, value)
        for name, values in {**headers, **stated.get("headers", {})}.items()
        for value in (values if isinstance(values, list) else [values])
    ]
    encoded = [
        (name.encode(), value.encode("latin-1" if max(value, default="") <= "\xff" else "utf-8"))
        for name, value in pairs
    ]
    return client.build_request(http_method, target, content=body, headers=encoded)


def signed(  # noqa: PLR0913 - one for each thing that may differ
    credential: str,
    http_method: str,
    target: str,
    body: bytes,
    *,
    key: str = "",
    secret: str | None = None,
    nonce: str = "",
    seconds: int = 0,
    without: str = "",
    **changed: Any,
) -> dict[str, str]:
    """Return the headers of a signature, made as the catalogue describes it."""
    form = {"joined_by": "\n", "encoding": "base64", "prefix": "", **CREDENTIALS[credential], **changed}
    own_key, own_secret = SIGNERS[credential]
    unit = 1000 if form.get("timestamp") == "milliseconds" else 1
    sent = {"key": key or own_key, "timestamp": str(int((time.time() + seconds) * unit)), "nonce": nonce or uuid4().hex}
    parts = {"http_method": http_method, "target": target, "body": body.decode(), **sent, **changed.get("as", {})}
    text = form["joined_by"].join(parts[part] for part in form["parts"])
    digest = hmac.digest((own_secret if secret is None else secret).encode(), text.encode(), "sha256")
    written = digest.hex() if form["encoding"] == "hex" else base64.b64encode(digest).decode()
    values = {**sent, "signature": form["prefix"] + written}
    return {name: values[word] for word, name in form["headers"].items() if name != without}


def in_words(answer: httpx.Response) -> str:
    """Return the caller whom an answer names, or how it rejects the request."""
    document = answer.json() if answer.content else {}
    if answer.is_success:
        never_kept = answer.headers.get("cache-control"), answer.headers.get("pragma")
        return str(document.get("reference", [document.get("token_type"), document.get("expires_in"), *never_kept]))
    challenges = answer.headers.get_list("www-authenticate")
    words = document.get("error") or document.get("detail") or document["title"]
    return f"{answer.status_code} {words} {challenges or ''}".rstrip()


def test_a_nonce_is_kept_longer_than_its_signature_is_valid(package: Package) -> None:
    async def kept_seconds() -> float:
        app = KeyringServer(package)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://stub") as client:
            own = {"request": "GET /v1/transfers/t", "credential": "request_signature", "sign": {"seconds": 290}}
            assert (await client.send(request_of(client, own))).status_code == 200
        return app.callers.kept_until - time.time()

    assert 600 < asyncio.run(kept_seconds()) <= 660


def test_a_token_ends_with_the_next_one(package: Package) -> None:
    async def statuses() -> list[int]:
        app, found = KeyringServer(package), []
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://stub") as client:
            for _ in range(2):
                grant = {"grant_type": "client_credentials", "client_id": "client_a", "client_secret": "se:cr+et"}
                answer = await client.post("/oauth/token", data=grant)
                assert answer.headers["cache-control"] == "no-store"
                headers = {"Authorization": f"Bearer {answer.json()['access_token']}"}
                found += [
                    (await client.get(path, headers=headers)).status_code for path in ("/v1/token/t", "/v1/both/t")
                ]
                app.callers.tokens.clear()
                found.append((await client.get("/v1/token/t", headers=headers)).status_code)
        return found

    assert asyncio.run(statuses()) == [200, 200, 401] * 2
