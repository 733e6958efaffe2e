"""Conditional fields: each can be left out of some combination, or an open gap says why no condition is known."""

import shutil
from pathlib import Path
from typing import Any

import projects
import pytest

from paycat.catalogue.reading import read_catalogue
from paycat.contract.model import Contract, Request
from paycat.contract.resolve import resolve
from paycat.contract.validate import validate

STARTER = projects.HERE / "bank_collections" / "schemas"
METHOD = "methods/FASTER_PAYMENT.yaml"
STATED = [["sort_code", "account_number"], ["iban"]]
LISTED = """\
        - [beneficiary.sort_code, beneficiary.account_number]
        - [beneficiary.iban]
"""
NESTED = """\
    beneficiary.office.street: { requirement: conditional, type: name, meaning: Street }
    beneficiary.office.box: { requirement: conditional, type: name, meaning: Post box }
  containers: { beneficiary.office: { meaning: Where the bank is } }
"""
REGISTER = """
  G-112:
    section: "§3.2"
    kind: missing
    state: STATE
    question: When is the IBAN needed?
    decisions: [D-112]

decisions:
  D-112:
    title: When the IBAN is needed
    chosen: It may be sent and may be left out.
    because: Nobody knows yet.
    risk: It is needed.
    status: default
    shapes: payload

"""


def resolved(folder: Path, *edits: dict[str, Any]) -> tuple[Contract, list[str]]:
    """Return the contract of the starter project with some edits, and the codes of what stands in its way."""
    shutil.copytree(STARTER, folder / "schemas")
    projects.edit(folder / "schemas", edits)
    catalogue, found = read_catalogue(folder / "schemas")
    assert catalogue is not None
    assert found == []
    contract, unresolved = resolve(catalogue)
    return contract, [one.code for one in unresolved]


def conditions(*stated: list[list[str]]) -> dict[str, Any]:
    """Return the edit that puts these conditions in the place of the method's own."""
    texts = ["".join(f"        - [{', '.join(f'beneficiary.{name}' for name in one)}]\n" for one in c) for c in stated]
    return {"file": METHOD, "find": LISTED, "replace": "      decision: D-108\n    - any_of:\n".join(texts)}


def request_of(contract: Contract) -> Request:
    return next(one for one in contract.requests("payout") if one.method == "FASTER_PAYMENT")


@pytest.mark.parametrize(
    ("stated", "codes"),
    [
        ([STATED], []),
        ([STATED, [["sort_code"], ["iban"]]], ["idle-condition"]),
        ([[["sort_code", "iban"], ["account_number", "iban"]]], ["conditional-always-needed"]),
        ([STATED, [["iban"], ["sort_code", "iban"]]], ["idle-combination"]),
        ([STATED, [["iban"]]], ["conditional-always-needed"]),
        ([[["sort_code"], ["iban"]], [["account_number"]]], ["conditional-always-needed"]),
        ([[["sort_code"], ["iban"]]], ["conditional-without-condition"]),
    ],
)
def test_each_can_be_left_out(stated: list[list[list[str]]], codes: list[str], tmp_path: Path) -> None:
    """With several conditions, each of them must let the field be left out, as all of them hold."""
    _, found = resolved(tmp_path, conditions(*stated))
    assert found == codes


@pytest.mark.parametrize(
    ("inner", "codes"),
    [
        ([["office.street"], ["office.box"]], []),
        ([["office.street", "office.box"], ["office.box"]], ["idle-combination"]),
        ([["office.street"], ["iban"]], ["condition-across-containers"]),
    ],
)
def test_nested_ones_have_a_condition_of_their_own(inner: list[list[str]], codes: list[str], tmp_path: Path) -> None:
    nested = {"file": METHOD, "find": "  # Each conditional field", "replace": f"{NESTED}  # Each conditional field"}
    contract, found = resolved(tmp_path, nested, conditions(STATED, inner))
    assert found == codes
    if not found:
        root = request_of(contract).root
        assert {group.path: group.requirement for group in root.groups()}["beneficiary.office"] == "required"


def waiting(state: str, decision: str) -> list[dict[str, Any]]:
    """Return edits by which no condition names the IBAN, and it rests on a decision; D-112 answers a gap in a state."""
    told, cited = "type: iban, meaning: Account that gets the money", f", decision: {decision} }}"
    return [
        conditions([["sort_code"], ["account_number"]]),
        {"file": METHOD, "find": f"{told} }}", "replace": f"{told}{cited}"},
        {"file": "decisions.yaml", "find": "\ndecisions:\n", "replace": REGISTER.replace("STATE", state)},
    ]


def test_without_a_condition_an_open_gap_makes_it_optional_with_that_reason(tmp_path: Path) -> None:
    contract, found = resolved(tmp_path, *waiting("open", "D-112"))
    assert found == []
    request = request_of(contract)
    field = next(field for field in request.root.fields() if field.path == "beneficiary.iban")
    assert (field.requirement, field.reason.source, field.reason.decisions) == ("optional", "§3.2", ("D-112",))
    payload = request.sample("full").payload
    for beneficiary in (payload["beneficiary"], {**payload["beneficiary"]} | {"iban": None}):
        sent = {name: value for name, value in beneficiary.items() if value is not None}
        assert validate(request, {**payload, "beneficiary": sent}) == ()


@pytest.mark.parametrize(("state", "decision"), [("decided", "D-112"), ("resolved", "D-112"), ("open", "D-108")])
def test_a_closed_gap_asks_for_the_condition(state: str, decision: str, tmp_path: Path) -> None:
    _, found = resolved(tmp_path, *waiting(state, decision))
    assert found == ["conditional-without-condition"]


def test_a_condition_counts_although_the_gap_is_open(tmp_path: Path) -> None:
    _, named, register = waiting("open", "D-112")
    contract, found = resolved(tmp_path, named, register)
    assert found == []
    levels = {field.path: field.requirement for field in request_of(contract).root.fields()}
    assert levels["beneficiary.iban"] == "conditional"
