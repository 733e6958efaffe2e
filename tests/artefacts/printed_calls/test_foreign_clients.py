"""Clients of two generators sign by the hooks that docs/integrating.md prints."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import projects
import pytest
from targets import one_of_each_kind

from tests.artefacts.clients import programs
from tests.artefacts.printed_calls.keyring_stub import KEYS, Project, generated, serving_keyring

pytestmark = pytest.mark.slow

GENERATORS: dict[str, tuple[list[str], str]] = {
    "openapi-python-client": (
        ["openapi-python-client", "generate", "--path", "openapi.json", "--output-path", "client", "--meta", "none"],
        """
from client.api.transfer import create_transfer, get_transfer
from client.models import TransferRequest
for reference in ("r-1", "é"):
    answer = create_transfer.sync_detailed(client=client, body=TransferRequest(reference=reference, amount=10.5))
    print(answer.status_code.value, answer.parsed.id)
print(get_transfer.sync_detailed("tr 1?", client=client).status_code.value)
""",
    ),
    "openapi-generator": (
        ["openapi-generator-cli", "generate", "-g", "python", "-i", "openapi.json", "-o", "."],
        """
from openapi_client import TransferApi, TransferRequest
api = TransferApi(client)
for reference in ("r-1", "é"):
    answer = api.create_transfer_with_http_info(TransferRequest(reference=reference, amount=10.5))
    print(answer.status_code, answer.data.id)
print(api.get_transfer_with_http_info("tr 1?").status_code)
""",
    ),
}
"""How a client is made, and the program that calls it after what the page prints."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return generated(tmp_path_factory.mktemp("foreign"))


@pytest.fixture
def url(project: Project) -> Iterator[str]:
    with serving_keyring(project) as url:
        yield url


@pytest.mark.parametrize("name", one_of_each_kind(GENERATORS, ["openapi-python-client"]))
def test_a_client_signs_by_the_printed_hook(name: str, project: Project, url: str, tmp_path: Path) -> None:
    generate, program = GENERATORS[name]
    (tmp_path / "openapi.json").write_bytes((project.generated / "openapi/openapi.json").read_bytes())
    programs.run(tmp_path, generate)
    (tmp_path / "program.py").write_text("\n".join(printed(name)) + program, encoding="utf-8")
    surroundings: dict[str, Any] = {"KEYRING_URL": url, "KEYRING_REQUEST_SIGNATURE": KEYS["REQUEST_SIGNATURE"]}
    told = programs.run(tmp_path, ["python", "program.py"], **surroundings)
    assert told.splitlines() == ["201 tr_1", "201 tr_1", "200"]


def printed(name: str) -> Iterator[str]:
    """Yield the function that signs, and the hook of a client, as the page prints them."""
    page = (projects.ROOT / "docs/integrating.md").read_text(encoding="utf-8")
    _, _, section = page.partition("**Signed requests.**")
    blocks = re.findall(r"([^\n]*)\n\n```python\n(.*?)```", section, re.DOTALL)
    assert len(blocks) == len(GENERATORS) + 1
    yield from (text for sentence, text in blocks if name in sentence or "def signature_headers" in text)
