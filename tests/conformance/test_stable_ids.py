"""Ids and rules of vectors do not hang on where a statement stands: the same rule has the same ids next year.

By design some things follow the catalogue as a whole. Vectors of the rule `closed` try members that are not listed:
those of other methods, and variants of the last one that is. Which members the smallest body keeps, where a condition
leaves a choice, follows their order. And dispatch and text take the body of a direction's first method.
"""

import json
from collections.abc import Callable
from operator import eq
from pathlib import Path
from typing import Any

import projects
import pytest
import yaml
from vector_texts import vector_texts

from paycat.contract.model import Contract
from paycat.lint.checking import check_folder

Json = dict[str, Any]
Vectors = dict[str, Json]
FIRST = "A_WALLET"
CHANGED = "WALLET_EG"
OF_A_REQUEST = {"fields", "schema"}


def vectors_of(contract: Contract) -> Vectors:
    lines = [json.loads(line) for text in vector_texts(contract) for line in text.split("\n")[:-1]]
    found = {vector["id"]: vector for vector in lines}
    assert len(found) == len(lines)
    return found


def contract_of(schemas: Path) -> Contract:
    contract, findings = check_folder(schemas)
    assert contract is not None, findings
    return contract


@pytest.fixture(scope="module")
def before(contract: Contract) -> Vectors:
    return vectors_of(contract)


@pytest.fixture
def schemas(tmp_path: Path) -> Path:
    return projects.copied(tmp_path, generated=False) / "schemas"


def rewrite(file: Path, change: Callable[[Any], None]) -> None:
    content = projects.read_yaml(file)
    change(content)
    file.write_text(yaml.safe_dump(content, sort_keys=False, allow_unicode=True), encoding="utf-8")


def backwards(content: Any) -> None:
    for table in (content, content.get("pay_in"), content.get("payout")):
        if isinstance(table, dict) and "fields" in table:
            table["fields"] = dict(reversed(table["fields"].items()))


def members(contract: Contract) -> list[list[str]]:
    return [[field.path for field in request.root.fields()] for request in contract.requests()]


def is_of_the_last_member(name: str) -> bool:
    rule, _, variant = name.rpartition("/")
    return rule.endswith(":closed") and (variant.isupper() or variant.endswith(" "))


def test_the_order_of_fields_changes_no_vector(schemas: Path, contract: Contract, before: Vectors) -> None:
    for file in [*(schemas / "requests").iterdir(), *(schemas / "methods").iterdir()]:
        rewrite(file, backwards)
    turned = contract_of(schemas)
    after = vectors_of(turned)
    assert not any(map(eq, members(turned), members(contract)))
    assert {vector["rule"] for vector in after.values()} == {vector["rule"] for vector in before.values()}
    moved = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    choices = {name for name in moved if name in before and name.endswith(":required/minimal")}
    assert [name for name in moved - choices if not is_of_the_last_member(name)] == []
    assert {before[name]["method"] for name in choices} <= {
        request.method for request in contract.requests() if any(group.conditions for group in request.root.groups())
    }


def test_a_new_method_leaves_the_vectors_of_others_as_they_were(schemas: Path, before: Vectors) -> None:
    for folder in ("methods", "samples/pay_in", "samples/payout"):
        text = (schemas / folder / f"{CHANGED}.yaml").read_text(encoding="utf-8")
        (schemas / folder / f"{FIRST}.yaml").write_text(text.replace(CHANGED, FIRST), encoding="utf-8")
    after = vectors_of(contract_of(schemas))
    added = {name: vector for name, vector in after.items() if name not in before}
    assert before.keys() <= after.keys()
    assert {vector["method"] for vector in added.values()} == {FIRST}
    assert {vector["stage"] for vector in added.values()} == OF_A_REQUEST
    for name, vector in before.items():
        if vector["stage"] in OF_A_REQUEST:
            assert after[name] == vector
        else:
            told = ("rule", "valid", "violations", "source", "decisions")
            assert [after[name][member] for member in told] == [vector[member] for member in told]


def test_a_new_field_leaves_the_ids_of_other_rules_as_they_were(schemas: Path, before: Vectors) -> None:
    """Its method's bodies are made from the full sample, and have the field too; no other method's are."""
    field = {"requirement": "optional", "type": "text", "meaning": "A name", "decision": "D-22"}

    def with_field(content: Any) -> None:
        content["payout"]["fields"] = {"recipient.alias": field, **content["payout"]["fields"]}

    def with_value(content: Any) -> None:
        content["samples"]["full"]["payload"]["recipient"]["alias"] = "x"

    rewrite(schemas / "methods" / f"{CHANGED}.yaml", with_field)
    rewrite(schemas / "samples" / "payout" / f"{CHANGED}.yaml", with_value)
    after = vectors_of(contract_of(schemas))
    assert before.keys() <= after.keys()
    added = {name for name in after if name not in before}
    assert {name for name in added if not name.startswith(f"payout.{CHANGED}.recipient.alias:")} == {
        name for name in added if name.endswith(".recipient:closed/alias")
    }
    assert {name for name, vector in after.items() if before.get(name, vector) != vector} <= {
        name for name, vector in before.items() if vector["method"] == CHANGED and vector["direction"] == "payout"
    }
