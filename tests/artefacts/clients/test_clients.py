"""Clients that generators make of the OpenAPI document: each compiles, and sends every sample to the running stub.

Each folder of callers/ is a generator with its options and a program that calls the client. What was measured stands
in a file for each document, which `make update-cases` writes; `make docs` makes docs/clients.md of all of them.
"""

import json
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace

import projects
import pytest
import yaml
from expected_files import Expect
from targets import one_of_each_kind

from paycat.changes.revisions import read_contract
from paycat.documents.openapi import openapi_document
from tests.any_catalogue.small_catalogues.account_kinds import account_kinds
from tests.any_catalogue.small_catalogues.catalogues import written
from tests.any_catalogue.small_catalogues.interfaces import INTERFACES
from tests.artefacts.clients import programs
from tests.artefacts.clients.client import ACCOUNT_KINDS, CLIENTS, DOMESTIC_PAYMENTS, Client
from tests.artefacts.clients.conftest import ROW
from tests.artefacts.clients.outcome import outcome
from tests.artefacts.clients.published_set import PublishedSet, Sent
from tests.artefacts.clients.remembering_stub import Seen
from tests.artefacts.published import GENERATED, listing

DOCUMENTS = {
    "openapi.json": tuple(CLIENTS),
    "openapi-3.0.json": (
        "openapi-generator-python",
        "openapi-generator-typescript-fetch",
        "openapi-python-client",
    ),
}
"""Each published document, with the clients that are made of it."""
SUBSET = ("UPI", "WALLET_EG")
CHOSEN = ("hey-api", "openapi-generator-java", "openapi-python-client")
"""A client in each of three languages; `make test-deep` makes the others."""

Record = Callable[[str, object], None]


def whole(document: str) -> PublishedSet:
    """Return a document of everything, as it was published."""
    return PublishedSet(GENERATED / "openapi" / document, GENERATED)


@pytest.fixture(scope="module")
def subset_of_two(tmp_path_factory: pytest.TempPathFactory) -> PublishedSet:
    """Everything for two payment methods alone, which have both directions; one has payouts with every shape."""
    folder = tmp_path_factory.mktemp("subset")
    project = projects.copied(folder / "project", generated=False)
    projects.edit(project, projects.read_yaml(Path(__file__).with_name("shapes.yaml")))
    ended = projects.paycat("generate", "--only", ",".join(SUBSET), "--to", folder / "part", cwd=project)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    return PublishedSet(folder / "part" / "openapi" / "openapi.json", folder / "part")


def check(client: Client, published: PublishedSet, record_property: Record, shown: str) -> int:
    """Have every sample sent; return how many that are."""
    found = client.send(published)
    assert not found.wrong, listing(list(found.wrong))
    record_property(ROW, (client.case["title"], client.version, shown, "yes", f"{found.accepted}/{found.sent}"))
    return found.sent


@pytest.mark.parametrize(
    "made",
    one_of_each_kind(
        [(one, name) for one, names in DOCUMENTS.items() for name in names],
        [("openapi.json", name) for name in CHOSEN],
    ),
    ids="-".join,
)
def test_every_sample_is_accepted(made: tuple[str, str], record_property: Record, expect: Expect) -> None:
    document, name = made
    client = CLIENTS[name]
    sent = check(client, whole(document), record_property, document)
    found = {"version": client.version, "sent": sent, "accepted": sent}
    expect(client.expected_file(document), yaml.safe_dump(found))


@pytest.mark.parametrize("name", one_of_each_kind(CLIENTS, CHOSEN[:1]))
def test_subset_of_two_methods(name: str, subset_of_two: PublishedSet, record_property: Record) -> None:
    assert {one.payload["method_code"] for one in subset_of_two.samples} == set(SUBSET)
    full = max((one.payload for one in subset_of_two.samples), key=len)
    assert {"instalments", "sequence", "is_urgent", "pay_on", "pay_before", "labels", "lines"} < set(full)
    check(CLIENTS[name], subset_of_two, record_property, "subset of two methods, with every shape")


@pytest.fixture(scope="module")
def domestic_payments(tmp_path_factory: pytest.TempPathFactory) -> PublishedSet:
    """A catalogue with names in PascalCase, amounts in texts and the method below the top level."""
    generated = INTERFACES["domestic-payments"].generated(tmp_path_factory.mktemp("domestic") / "project") / "generated"
    return PublishedSet(generated / "openapi" / "openapi.json", generated)


@pytest.mark.parametrize("name", one_of_each_kind(DOMESTIC_PAYMENTS, ()))
def test_domestic_payments(name: str, domestic_payments: PublishedSet, record_property: Record) -> None:
    assert len(domestic_payments.samples) == 8
    check(DOMESTIC_PAYMENTS[name], domestic_payments, record_property, "domestic payments")


@pytest.fixture(scope="module")
def account_kinds_made(tmp_path_factory: pytest.TempPathFactory) -> PublishedSet:
    """A catalogue whose fields depend on each other, in cases three deep."""
    project = written(account_kinds, tmp_path_factory.mktemp("account_kinds") / "project")
    made = projects.paycat("generate", cwd=project)
    assert (made.returncode, made.stderr) == (0, ""), made.stdout
    return PublishedSet(project / "generated/openapi/openapi.json", project / "generated")


@pytest.mark.parametrize("name", one_of_each_kind(ACCOUNT_KINDS, ["openapi-python-client"]))
def test_account_kinds(name: str, account_kinds_made: PublishedSet, record_property: Record) -> None:
    assert len(account_kinds_made.samples) > 30
    check(ACCOUNT_KINDS[name], account_kinds_made, record_property, "account kinds")


def test_direction_with_one_request(tmp_path: Path) -> None:
    """A union of one variant makes openapi-python-client drop the operation, and tell so as a warning."""
    contract = read_contract((GENERATED / "contract" / "contract.json").read_bytes(), "contract.json")
    alone = contract.model_copy(update={"methods": (contract.method("UPI"),)})
    client = CLIENTS["openapi-python-client"]
    (tmp_path / "openapi.json").write_text(json.dumps(openapi_document(alone)))
    (tmp_path / "config.yaml").write_bytes((client.folder / "config.yaml").read_bytes())
    programs.run(tmp_path, client.case["generate"])
    assert (tmp_path / "client" / "api" / "payouts" / "create_payout.py").is_file()


def test_samples_are_minimal_and_full_of_every_request() -> None:
    published = whole("openapi.json")
    counts = Counter(one.component for one in published.samples)
    assert set(counts) == set(published.components.values())
    assert min(counts.values()) >= 2
    assert len(published.samples) == len({one.line for one in published.samples})


def test_what_is_measured_is_what_is_run() -> None:
    for name, client in CLIENTS.items():
        assert set(client.expected()) == {one for one, names in DOCUMENTS.items() if name in names}


def test_what_counts_as_accepted() -> None:
    """A sample that came otherwise, or was answered otherwise than the client tells, did not get through."""
    samples = whole("openapi.json").samples[:1]
    body = json.dumps(samples[0].payload).encode()
    answer = SimpleNamespace(id="id_1", amount=Decimal("10.5"))
    right = Seen("key-1", body, answer)
    told = '[201, "id_1", 10.50]'
    assert outcome(samples, [right], [told]).accepted == 1
    longer = body.replace(b"}", b', "more": null}', 1)
    for wrong in (right._replace(body=longer), right._replace(answer=None), right._replace(key="")):
        assert outcome(samples, [wrong], [told]).accepted == 0
    for otherwise in (told.replace("201", "200"), told.replace("id_1", "id_2"), told.replace("10.50", "10.51")):
        assert outcome(samples, [right], [otherwise]).accepted == 0
    for several in ([], [right, right]):
        assert outcome(samples, several, [told]).accepted == 0


@pytest.mark.parametrize("name", [name for name, one in CLIENTS.items() if "literals" in one.case])
def test_literals_of_a_direction_without_samples_are_an_empty_list(name: str) -> None:
    """What the caller imports is there in any case, without a type that the service may lack."""
    source = CLIENTS[name]._literals(PayInsAlone(GENERATED / "openapi" / "openapi.json", GENERATED))
    assert "export const payouts: never[] = [\n];\n" in source
    assert "export const payIns: PayInRequest[] = [\n    {" in source


class PayInsAlone(PublishedSet):
    """A published set of which payouts have no sample."""

    @cached_property
    def samples(self) -> tuple[Sent, ...]:
        """The samples of pay-ins."""
        return tuple(one for one in PublishedSet.samples.func(self) if one.direction == "pay_in")
