"""The files of the pack: of their schemas, in the order of the field tables, and saying what the catalogue says."""

import json
from pathlib import Path
from typing import Any

import projects
import pytest
from jsonschema import Draft202012Validator
from starter_cases import edited

from paycat.catalogue.statement import Value
from paycat.conformance.run.engines import ajv
from paycat.conformance.run.engines.ajv.node import installed
from tests.artefacts.requirements.forms import node
from tests.artefacts.requirements.written import CATALOGUES, Json, Written, made_of, written

IN_AJV = """
import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020.js";
const { schema, files } = JSON.parse(readFileSync(0, "utf8"));
const accepts = new Ajv2020({ strict: true }).compile(schema);
console.log(JSON.stringify(files.map((file) => accepts(file))));
"""


@pytest.fixture(params=CATALOGUES)
def made(request: pytest.FixtureRequest) -> Written:
    return written(str(request.param))


def field(requirements: Json, name: str) -> Json:
    return next(one for one in requirements["fields"] if one["field"]["path"] == name)


def test_every_request_has_a_file_and_the_index_names_it(made: Written) -> None:
    keys = [f"{request.direction}/{request.name}" for request in made.contract.requests()]
    assert list(made.requirements()) == keys
    index = json.loads(made.files["index.json"])
    assert [one["file"] for one in index["requests"]] == [f"{key}.json" for key in keys]
    for one in index["requests"]:
        requirements = json.loads(made.files[one["file"]])
        assert one["method"] == requirements["method"]
        assert one["method"]["currencies"] == [one["code"] for one in requirements["currencies"]]


def test_it_says_what_the_contract_says(made: Written) -> None:
    for request, requirements in zip(made.contract.requests(), made.requirements().values(), strict=True):
        fields = [one for one in request.root.fields() if "[]" not in one.path]
        assert [one["field"] for one in requirements["fields"]] == [_without_lines(one) for one in fields]
        method = made.contract.method(request.method)
        assert method is not None
        head = _without_lines(method)
        for direction in ("pay_in", "payout"):
            head[direction].pop("request", None)
        assert requirements["method"] == head


def _without_lines(value: Value) -> Json:
    return dict(json.loads(value.without_lines()))


@pytest.mark.parametrize("name", ["requirements", "index"])
def test_files_are_of_their_schema(made: Written, name: str) -> None:
    schema = made.schema(name)
    Draft202012Validator.check_schema(schema)
    files = list(made.requirements().values()) if name == "requirements" else [json.loads(made.files["index.json"])]
    validator = Draft202012Validator(schema)
    assert [error.message for file in files for error in validator.iter_errors(file)] == []
    packages = installed(Path(str(ajv.__file__)).parent / "package.json", "ajv")
    text = json.dumps({"schema": schema, "files": files})
    said = json.loads(node(packages, "--input-type=module", "-e", IN_AJV, text=text))
    assert said == [True] * len(files)


def test_schemas_reject_other_files_and_describe_every_key(made: Written) -> None:
    schema = made.schema("requirements")
    validator = Draft202012Validator(schema)
    good = next(iter(made.requirements().values()))
    for key in good:
        if key != "body_schema":
            wrong = {name: value for name, value in good.items() if name != key}
            assert validator.is_valid(wrong) == (key not in schema["required"]), key
    first, *others = good["fields"]
    for wrong in ({**first, "kind": "x"}, {**first, "level": "maybe"}, {**first, "max": 1}, {**first, "input": ""}):
        assert not validator.is_valid({**good, "fields": [wrong, *others]})
    for part in (schema, *schema["$defs"].values()):
        assert part["additionalProperties"] is False
        for key, one in part["properties"].items():
            target = schema["$defs"].get(one.get("$ref", "").removeprefix("#/$defs/"), {})
            assert one.get("description") or target.get("description"), key


def test_fields_stand_in_the_order_of_the_field_table(made: Written) -> None:
    for request, requirements in zip(made.contract.requests(), made.requirements().values(), strict=True):
        names = [one["field"]["path"] for one in requirements["fields"]]
        assert names == [one.path for one in request.root.fields() if "[]" not in one.path]
        groups = [one.path for one in request.root.groups() if "[]" not in one.path]
        assert [one["path"] for one in requirements["groups"]] == groups


def test_fields_of_a_method_without_its_own_stand_as_in_the_yaml() -> None:
    """Against the file itself: nothing of the tool is asked."""
    table = projects.read_yaml(projects.SCHEMAS / "requests" / "pay_in_eft.yaml")["fields"]
    requirements = written("frozen").requirements()["pay_in/EFT_ZAR"]
    assert [one["field"]["path"] for one in requirements["fields"]] == list(table)
    for one, stated in zip(requirements["fields"], table.values(), strict=True):
        assert one["level"] == ("fixed" if "fixed" in stated else stated["requirement"])


def test_a_field_by_hand() -> None:
    requirements = written("frozen").requirements()["payout/UPI"]
    wanted: dict[str, Any] = {
        "pointer": "#/recipient/wallet_uid",
        "group": "recipient",
        "level": "conditional",
        "label": "Recipient's UPI wallet id",
        "help": None,
        "audience": "merchant",
        "key": "payout.UPI.recipient.wallet_uid",
        "type": "string",
        "input": "text",
        "inputmode": "numeric",
        "placeholder": "00000000000000000001",
        "pattern": "^[0-9]{1,20}$",
    }
    found = field(requirements, "recipient.wallet_uid")
    assert {name: found.get(name) for name in wanted} == wanted
    assert list(found["errors"]) == ["null_not_allowed", "type", "min_length", "max_length", "pattern"]
    [condition] = requirements["conditions"]
    assert (condition["group"], condition["any_of"]) == (
        "recipient",
        [["upi_id"], ["wallet_uid", "ifsc_code"], ["phone"]],
    )


def test_who_fills_a_field_in() -> None:
    fields = written("frozen").requirements()["pay_in/UPI"]["fields"]
    found = {one["field"]["path"]: one["audience"] for one in fields if not one["group"]}
    assert found == {
        "amount": "merchant",
        "currency": "system",
        "method_code": "system",
        "reference": "system",
        "description": "payer",
        "metadata": "system",
        "webhook_url": "system",
        "callback_url": "system",
        "ip_address": "system",
    }
    customer = {one["field"]["path"]: one["audience"] for one in fields if one["group"] == "customer"}
    assert customer.pop("customer.country") == "system"
    assert set(customer.values()) == {"payer"}


def test_help_adds_to_the_label_and_keys_are_unique(made: Written) -> None:
    keys: list[str] = []
    for one in made.requirements().values():
        keys += [each["key"] for each in (*one["groups"], *one["fields"])]
        assert [each["key"] for each in one["fields"] if each.get("help") == f"{each['label']}."] == []
    assert len(keys) == len(set(keys))


def test_inputs_come_from_the_catalogue() -> None:
    pay_in = written("frozen").requirements()["pay_in/UPI"]
    shown = {
        one["field"]["path"]: (one["input"], one.get("inputmode"), one["field"].get("autocomplete"))
        for one in pay_in["fields"]
    }
    assert shown["amount"] == ("number", "decimal", None)
    assert shown["currency"] == ("hidden", None, None)
    assert shown["metadata"] == ("key_value", None, None)
    assert shown["webhook_url"] == ("url", "url", None)
    assert shown["customer.first_name"] == ("text", None, "given-name")
    assert shown["customer.email"] == ("email", "email", "email")
    assert shown["customer.phone"] == ("tel", "tel", "tel")
    debit = written("starter").requirements()["pay_in/SEPA_DEBIT"]
    assert (field(debit, "collect_on")["input"], field(debit, "labels")["label"]) == ("date", "Labels")
    assert field(debit, "mandate.use")["options"] == ["first", "recurring", "last", "single"]
    assert field(debit, "mandate.use")["input"] == "select"


def test_a_currency_without_decimal_places_asks_for_whole_numbers() -> None:
    amount = field(written("frozen").requirements()["payout/BANK_TRANSFER_JPY"], "amount")
    assert (amount["inputmode"], amount["min"], amount["step"]) == ("numeric", "1", "1")
    assert amount["errors"]["amount_precision"] == "Amount must be a whole number."


EDITS: list[tuple[str, str, dict[str, Any]]] = [
    ("input: tel, label: BIC or so, ", "", {"input": "tel", "inputmode": "tel", "label": "BIC or so"}),
    ("", ", fixed: { value: TESTDE00, source: '§3.2' }", {"level": "fixed", "value": "TESTDE00", "input": "hidden"}),
    ("pattern: '^[A-Z0-9/-]{8}$', ", "", {"pattern": r"^[A-Z0-9\/\-]{8}$"}),
]


@pytest.mark.parametrize(("before", "after", "wanted"), EDITS)
def test_an_edit_of_yaml_alone_shows(before: str, after: str, wanted: dict[str, Any], tmp_path: Path) -> None:
    stated = "type: bic, meaning: Bank that holds the account"
    edit = {"find": stated, "replace": f"type: bic, {before}meaning: Bank that holds the account{after}"}
    project = edited(tmp_path / "project", [{"file": "schemas/methods/SEPA_TRANSFER.yaml", **edit}])
    found = field(made_of(project).requirements()["payout/SEPA_TRANSFER"], "beneficiary.bic")
    assert {name: found.get(name) for name in wanted} == wanted


def test_nothing_is_named_that_is_not_there(tmp_path: Path) -> None:
    """A project that publishes no JSON Schemas has no path to them."""
    project = edited(tmp_path / "project", [])
    projects.switch_off(project, ["json-schema"])
    assert not any("body_schema" in one for one in made_of(project).requirements().values())
    assert all("body_schema" in one for one in written("starter").requirements().values())
