"""Amounts keep every digit on their way through each client into the sandbox, and back in the record.

What became of each stands in `amounts.yaml` beside the client's case, which `make update-cases` writes.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

import projects
import pytest
import yaml
from expected_files import Expect
from targets import one_of_each_kind

from tests.artefacts.clients.client import AMOUNTS_ALONE, CLIENTS
from tests.artefacts.clients.forwarding import Forwarding
from tests.artefacts.clients.outcome import CREATED, outcome
from tests.artefacts.clients.published_set import PublishedSet, Sent
from tests.artefacts.clients.remembering_stub import Seen
from tests.artefacts.published import DIRECTIONS, GENERATED
from tests.artefacts.sandbox import sandboxes
from tests.artefacts.sandbox.sandboxes import Sandbox
from tests.conformance.live.server import running

AMOUNTS = (0.07, 1234567.89, 50000001, 9999999999999.99)
EVERYONE = {**CLIENTS, **AMOUNTS_ALONE}
NOT_RUN = "not run"


@dataclass(frozen=True)
class Amounts(PublishedSet):
    """The published document, with a payout of each amount as its samples."""

    sandbox: Sandbox
    client: str

    @cached_property
    def samples(self) -> tuple[Sent, ...]:
        """A request of each direction for each amount, with references that no other client uses."""
        return tuple(self._sent(direction, amount) for direction in DIRECTIONS for amount in AMOUNTS)

    def _sent(self, direction: str, amount: float) -> Sent:
        reference = f"{self.client}-{direction}-{AMOUNTS.index(amount)}"
        payload = self.sandbox.payload(direction, reference, amount=amount)
        return Sent(direction, self.components[direction, payload["method_code"]], payload)


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    """A sandbox of the frozen catalogue."""
    with sandboxes.running(projects.PROJECT, tmp_path_factory.mktemp("amounts")) as sandbox:
        yield sandbox


@pytest.mark.parametrize("name", one_of_each_kind(EVERYONE, ["hey-api", "openapi-generator-php"]))
def test_amounts_are_exact(name: str, sandbox: Sandbox, expect: Expect) -> None:
    client = EVERYONE[name]
    amounts = Amounts(GENERATED / "openapi" / "openapi.json", GENERATED, sandbox, name)
    became: dict[str, dict[str, None]] = {str(amount): {} for amount in AMOUNTS}
    if "run" in client.case:
        with running(Forwarding(sandbox)) as forwarding:
            told = client.told(amounts, forwarding.url, sandbox.key)
        for sent, seen, line in zip(amounts.samples, forwarding.seen, told, strict=True):
            became[str(sent.payload["amount"])][what_became(sent, seen, line)] = None
    shown = {amount: ", ".join(each) or NOT_RUN for amount, each in became.items()}
    said = {"version": client.version, "type": client.amount_type(amounts), "amounts": shown}
    expect(client.amounts_file, yaml.safe_dump(said, sort_keys=False))


def what_became(sent: Sent, seen: Seen, told: str) -> str:
    """Return `exact` for a request that was answered as it should be, or what arrived and how it was answered."""
    if not outcome([sent], [seen], [told]).wrong:
        return "exact"
    status, _, returned = json.loads(told, parse_float=Decimal, parse_int=Decimal)
    arrived = json.loads(seen.body, parse_float=Decimal, parse_int=Decimal)["amount"]
    return f"arrives as {arrived}, " + (f"returned as {returned}" if status == CREATED else f"answered {status}")


def test_only_a_float32_loses_digits() -> None:
    """An expected text that says otherwise is not written without anybody reading it."""
    for name, client in EVERYONE.items():
        found = projects.read_yaml(client.amounts_file)
        expected = {NOT_RUN} if "run" not in client.case else {"exact"}
        assert (set(found["amounts"].values()) == expected) == (found["type"] != "float32"), name


def test_pages_say_first_what_go_needs() -> None:
    for page in ("docs/clients.md", "docs/what-your-generator-loses.md", "generated/briefs/llms.txt"):
        head = (projects.ROOT / page).read_text(encoding="utf-8").partition("\n\n## ")[0]
        assert all(word in head for word in ("float32", CLIENTS["openapi-generator-go"].case["amount"]["option"])), page
