"""Every artefact marks what is deprecated, which works as before; who still uses a reserved name is informed.

The starter project as it is, and with the edits of `deprecated.yaml`, generated side by side.
"""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import projects
import pytest
from openapi_spec_validator import validate

from paycat.contract.model import Contract

Cli = Callable[..., Any]
STARTER = projects.HERE / "bank_collections"
HERE = Path(__file__).parent
METHOD = "Deprecated since 0.1.0: Few banks take it. It may be gone from 2027-06-30 on. Use `BACS_DEBIT` instead."
FIELD = "Deprecated since 0.0.1: Write it into the labels. It may be gone from 2027-03-31 on. Use `labels` instead."
ADDED = {"description", "deprecated", "x-source", "x-decision", "x-sunset"}


class Sides(NamedTuple):
    """The project as it is, and with what goes out of use."""

    before: Path
    after: Path

    def read(self, file: str) -> tuple[Any, Any]:
        """Return a JSON file of both output folders."""
        before, after = (json.loads((side / "generated" / file).read_text(encoding="utf-8")) for side in self)
        return before, after


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory) -> Sides:
    folder = tmp_path_factory.mktemp("deprecation")
    made = Sides(folder / "before", folder / "after")
    for side in made:
        shutil.copytree(STARTER, side, ignore=shutil.ignore_patterns("generated"))
    projects.edit(made.after, projects.read_yaml(HERE / "deprecated.yaml"))
    for side in made:
        ended = projects.paycat("generate", cwd=side)
        assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    return made


def without_words(node: Any) -> Any:
    """Return a document without what only says where things come from and what they mean."""
    if isinstance(node, list):
        return [without_words(inner) for inner in node]
    if not isinstance(node, dict):
        return node
    return {key: without_words(inner) for key, inner in node.items() if key not in ADDED or isinstance(inner, dict)}


def test_vectors_are_the_same(sides: Sides) -> None:
    before, after = (projects.files_in(side / "generated" / "conformance") for side in sides)
    readme = before.pop("README.md").decode()
    assert after.pop("README.md").decode() == readme.replace('"x-source", ', '"x-source", "x-sunset", ')
    assert before == after
    assert any(path.endswith(".jsonl") for path in before)


def test_every_engine_agrees(sides: Sides) -> None:
    ended = projects.paycat("conform", cwd=sides.after)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ", 0 disagreements" in ended.stdout


def test_json_schemas_say_it_and_differ_in_nothing_else(sides: Sides) -> None:
    for file in ("pay_in/SEPA_DEBIT", "pay_in/BACS_DEBIT", "payout/FASTER_PAYMENT", "payout/SEPA_TRANSFER", "pay_in"):
        before, after = sides.read(f"json-schema/{file}.schema.json")
        assert without_words(before) == without_words(after), file
    _, debit = sides.read("json-schema/pay_in/SEPA_DEBIT.schema.json")
    assert (debit["deprecated"], debit["x-sunset"]) == (True, "2027-06-30")
    assert METHOD in debit["description"]
    assert "D-102" in debit["x-decision"]
    assert debit["properties"]["statement_text"]["deprecated"] is True
    assert debit["properties"]["statement_text"]["x-sunset"] == "2027-03-31"
    assert FIELD in debit["properties"]["statement_text"]["description"]
    assert [name for name, member in debit["properties"].items() if "deprecated" in member] == ["statement_text"]
    _, other = sides.read("json-schema/pay_in/BACS_DEBIT.schema.json")
    assert "deprecated" not in other
    assert other["properties"]["statement_text"]["deprecated"] is True
    _, payment = sides.read("json-schema/payout/FASTER_PAYMENT.schema.json")
    iban = payment["properties"]["beneficiary"]["properties"]["iban"]
    assert (iban["deprecated"], "x-sunset" in iban) == (True, False), "a sunset that is not stated is none"


def test_the_openapi_document_says_it_and_is_valid(sides: Sides) -> None:
    before, after = sides.read("openapi/openapi.json")
    validate(after)
    assert without_words(before) == without_words(after)
    schemas = after["components"]["schemas"]
    assert [name for name, schema in schemas.items() if schema.get("deprecated")] == ["SepaDebitPayInRequest"]
    assert METHOD in schemas["SepaDebitPayInRequest"]["description"]
    assert schemas["SepaDebitPayInRequest"]["x-sunset"] == "2027-06-30"
    assert schemas["BacsDebitPayInRequest"]["properties"]["statement_text"]["x-sunset"] == "2027-03-31"
    members = [
        (name, member)
        for name, schema in schemas.items()
        for member, inner in schema.get("properties", {}).items()
        if inner.get("deprecated")
    ]
    assert sorted(members) == [
        ("BacsDebitPayInRequest", "statement_text"),
        ("FasterPaymentPayoutBeneficiary", "iban"),
        ("SepaDebitPayInRequest", "statement_text"),
    ]


def test_models_say_it_in_words_alone(sides: Sides) -> None:
    """A model that warned would make what works as before fail where warnings are errors."""
    package = Path("generated", "python", "src", "bank_collections")
    methods, shared = (
        " ".join((sides.after / package / name).read_text(encoding="utf-8").split())
        for name in ("sepa_debit.py", "shared.py")
    )
    assert METHOD in methods
    assert FIELD in shared
    assert "deprecated=" not in methods + shared
    assert "x-sunset" not in methods + shared
    changed = [
        path
        for path, data in projects.files_in(sides.after / package).items()
        if data != (sides.before / package / path).read_bytes()
    ]
    assert sorted(changed) == ["faster_payment.py", "sepa_debit.py", "shared.py"]


def test_the_contract_carries_it(sides: Sides) -> None:
    text = (sides.after / "generated" / "contract" / "contract.json").read_text(encoding="utf-8")
    contract = Contract.model_validate_json(text)
    method = contract.method("SEPA_DEBIT")
    assert method is not None
    assert method.deprecated is not None
    assert method.offer("pay_in").request is not None
    assert method.deprecated == method.offer("pay_in").request.root.deprecated
    assert (method.deprecated.since, method.deprecated.instead) == ("0.1.0", "BACS_DEBIT")
    assert method.deprecated.sunset == "2027-06-30"
    field = next(one for one in method.offer("pay_in").request.root.fields() if one.path == "statement_text")
    assert field.deprecated is not None
    assert field.deprecated.reason == field.reason, "without a reason of its own it has the field's"
    assert [one.code for one in contract.reserved.methods] == ["CHEQUE", "GIRO"]
    assert [(one.path, one.now) for one in contract.reserved.fields] == [
        ("debtor.iban_text", None),
        ("text", "statement_text"),
    ]
    assert contract.reserved.field("debtor.iban_text", "SEPA_DEBIT") is not None
    assert contract.reserved.field("debtor.iban_text", "BACS_DEBIT") is None


def test_show(sides: Sides, cli: Cli) -> None:
    shown = " ".join(cli("show", "SEPA_DEBIT", cwd=sides.after).out.split())
    assert METHOD in shown
    words = re.sub(r"[^a-z]+", " ", shown.lower())
    assert "deprecated since write it" in words
    assert "Deprecated" not in cli("show", "SEPA_DEBIT", cwd=sides.before).out


@pytest.mark.parametrize(
    ("members", "told"),
    [
        ({"scheme": "GIRO"}, "it was renamed to 'SEPA_TRANSFER' in version 0.1.0"),
        ({"scheme": "CHEQUE"}, "it was removed in version 0.0.9: Cheque by post."),
        ({"text": "Invoice"}, "SEPA_DEBIT lists no 'text' here; it was renamed to 'statement_text' in version 0.1.0"),
        ({"debtor": {"iban_text": "x"}}, "it was removed in version 0.0.9: The IBAN in groups of four."),
        ({"scheme": "BACS_DEBIT", "debtor": {"iban_text": "x"}}, "BACS_DEBIT lists no 'iban_text' here; known: "),
        ({"txt": "Invoice"}, "SEPA_DEBIT lists no 'txt' here; known: "),
    ],
)
def test_a_payload_with_what_was_reserved(
    sides: Sides, cli: Cli, tmp_path: Path, members: dict[str, Any], told: str
) -> None:
    payload = tmp_path / "payload.json"
    payload.write_text(json.dumps({"scheme": "SEPA_DEBIT", **members}), encoding="utf-8")
    ended = cli("validate", "--direction", "pay_in", payload, cwd=sides.after)
    assert ended.code == 1
    assert told in ended.out + ended.err


def test_a_deprecated_method_is_accepted_as_before(sides: Sides, cli: Cli, tmp_path: Path) -> None:
    vectors = sides.after / "generated" / "conformance" / "vectors" / "pay_in" / "SEPA_DEBIT.jsonl"
    lines = (json.loads(line) for line in vectors.read_text(encoding="utf-8").splitlines())
    vector = next(line for line in lines if not line["violations"] and "statement_text" in line["payload"])
    payload = tmp_path / "payload.json"
    payload.write_text(json.dumps(vector["payload"]), encoding="utf-8")
    ended = cli("validate", payload, cwd=sides.after)
    assert (ended.code, "accepted as pay_in" in ended.out) == (0, True), ended


def test_a_contract_of_before_there_were_sunsets_is_read(sides: Sides) -> None:
    stated = json.loads((sides.after / "generated" / "contract" / "contract.json").read_text(encoding="utf-8"))
    method = next(one for one in stated["methods"] if "deprecated" in one)
    del method["deprecated"]["sunset"]
    read = Contract.model_validate(stated).method(method["code"])
    assert read is not None
    assert read.deprecated is not None
    assert read.deprecated.sunset is None
