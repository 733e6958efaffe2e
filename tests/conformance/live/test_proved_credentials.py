"""`paycat conform --url` with credentials of every scheme: what it proves, and which faults of a server it names."""

import shutil
from pathlib import Path
from typing import Any

import projects
import pytest

from paycat.changes.revisions import read_contract
from paycat.conformance.run.engines.models import Package
from paycat.conformance.run.output_folder import own_contract
from tests.conformance.live.callers import SECRETS, KeyringServer, keyring_project
from tests.conformance.live.server import running

FAULTS = projects.read_yaml(Path(__file__).parent / "credential_faults.yaml")
KEPT = 2


@pytest.fixture(scope="module")
def keyring(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with the first vectors of each file, those of credentials among them."""
    project = keyring_project(tmp_path_factory.mktemp("keyring"))
    for file in (project / "generated/conformance/vectors").rglob("*.jsonl"):
        lines = file.read_bytes().splitlines(keepends=True)
        about_credentials = [line for line in lines[KEPT:] if b"text/credential" in line]
        file.write_bytes(b"".join([*lines[:KEPT], *about_credentials]))
    return project


def server_of(generated: Path) -> KeyringServer:
    return KeyringServer(Package(read_contract(*own_contract(generated, "generated")), generated))


def test_every_credential_is_proved(keyring: Path, cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    with running(server_of(keyring / "generated")) as server:
        ended = cli("conform", "--url", server.url, "--project", keyring)
        server.callers.tokens = {}  # As if they had ended: each is fetched again.
        again = cli("conform", "--url", server.url, "--project", keyring)
    assert (ended.code, ended.err) == (0, "")
    assert (again.code, again.out) == (0, ended.out)
    [counts] = [line.split()[1:] for line in ended.out.splitlines() if line.startswith("credentials ")]
    assert counts == ["90", "90", "0"]
    assert not [value for value in SECRETS.values() if value in ended.out]


@pytest.mark.parametrize("fault", FAULTS, ids=[fault["about"] for fault in FAULTS])
def test_a_fault_is_named(
    fault: dict[str, Any], keyring: Path, tmp_path: Path, cli: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    for folder in ("python", "contract"):
        shutil.copytree(keyring / "generated" / folder, tmp_path / "generated" / folder)
    projects.edit(tmp_path / "generated/python/src/keyring_api", fault["edits"])
    with running(server_of(tmp_path / "generated")) as server:
        ended = cli("conform", "--url", server.url, "--project", keyring, "--show", "100")
    named = [line.split(" (rule ")[0].partition(": ")[2] for line in ended.out.splitlines() if " (rule " in line]
    # What readSigned asks for other operations ask for, too, each alone.
    assert (ended.code, [line for line in named if not line.startswith("readSigned")]) == (1, fault["named"])


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"PAYCAT_TOKEN": "x"}, "PAYCAT_TOKEN is for a service with one credential. This one has PAYCAT_TOKEN_"),
        ({"PAYCAT_TOKEN_BASIC": "x"}, "PAYCAT_TOKEN_BASIC must be `id:secret`"),
        ({"PAYCAT_TOKEN_PARTNER_KEY": "a b"}, "PAYCAT_TOKEN_PARTNER_KEY must have visible ASCII characters only"),
    ],
)
def test_wrong_secrets(
    changed: dict[str, str], message: str, keyring: Path, cli: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in changed.items():
        monkeypatch.setenv(name, value)
    ended = cli("conform", "--url", "http://127.0.0.1:9", "--project", keyring)
    assert (ended.code, ended.out) == (2, "")
    assert message in " ".join(ended.err.split())


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"PAYCAT_TOKEN_REQUEST_SIGNATURE": "signing_a:x"}, "the server does not know the token"),
        ({"PAYCAT_TOKEN_TOKEN": "client_a:x"}, "the server gives no token: POST /oauth/token is answered with 401"),
        ({"PAYCAT_TOKEN_TOKEN": "", "PAYCAT_TOKEN_PARTNER_KEY": ""}, "readBoth was not called"),
    ],
)
def test_secrets_that_prove_nothing(
    changed: dict[str, str], expected: str, keyring: Path, cli: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {**SECRETS, **changed}.items():
        monkeypatch.setenv(name, value)
    with running(server_of(keyring / "generated")) as server:
        ended = cli("conform", "--url", server.url, "--project", keyring)
    assert expected in ended.out
    assert not [value for value in SECRETS.values() if value in ended.out]


@pytest.mark.parametrize("part", ["http_method", "target", "timestamp", "nonce", "body"])
def test_a_server_that_leaves_out_a_part(
    part: str, keyring: Path, tmp_path: Path, cli: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No signature is right there, so the run ends at once."""
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    for folder in ("python", "contract"):
        shutil.copytree(keyring / "generated" / folder, tmp_path / "generated" / folder)
    own_parts = {"find": "for name in self.parts)", "replace": f"for name in self.parts if name != {part!r})"}
    projects.edit(tmp_path / "generated/python/src/keyring_api", [{"file": "_runtime/signing.py", **own_parts}])
    with running(server_of(tmp_path / "generated")) as server:
        ended = cli("conform", "--url", server.url, "--project", keyring)
    assert ended.code == 1
    assert "the server does not know the token" in ended.out
