"""A removal whose name nothing reserves says how to reserve it; the entry that it shows is accepted."""

from pathlib import Path
from typing import Any

import pytest
from starter_cases import STARTER, edited

from paycat.changes.change import Comparison
from paycat.changes.compare import compare
from paycat.contract.model import Contract
from paycat.lint.checking import resolved_folder

TEXT = "  statement_text: { requirement: optional, type: statement_text, "
TEXT += "meaning: Words on the beneficiary's bank statement }\n"
TABLE, METHOD = "schemas/requests/payout.yaml", "schemas/methods/SEPA_DEBIT.yaml"
USE = "    mandate.use: { requirement: required, type: mandate_use, "
USE += "meaning: Which collection under the mandate this is }\n"
HEAD = "schemas/catalogue.yaml"
NOTE = (
    "nothing reserves the name {name}, so a later version may give it another meaning: write in catalogue.yaml, below "
)
NOTE += "reserved: {entry}"
Edits = list[dict[str, Any]]


def replaced(file: str, find: str, replace: str) -> dict[str, Any]:
    return {"file": file, "find": find, "replace": replace}


def reserving(entry: str) -> dict[str, Any]:
    return replaced(HEAD, "conventions:", f"reserved:\n  {entry}\nconventions:")


REMOVED = replaced(TABLE, TEXT, "")
NO_METHOD: Edits = [
    {"file": f"schemas/{name}/FASTER_PAYMENT.yaml", "delete": True} for name in ("methods", "samples/payout")
]
SHOWN: dict[str, tuple[Edits, str, str]] = {
    "a field of a table": (
        [REMOVED],
        "statement_text",
        "fields: { statement_text: { since: VERSION, meaning: TEXT, methods: [FASTER_PAYMENT, SEPA_TRANSFER] } }",
    ),
    "a field of one method": (
        [replaced(METHOD, USE, "")],
        "mandate.use",
        "fields: { mandate.use: { since: VERSION, meaning: TEXT, methods: [SEPA_DEBIT] } }",
    ),
    "a field where unknown ones are ignored": (
        [REMOVED, replaced(HEAD, "unknown_fields: { value: reject", "unknown_fields: { value: ignore")],
        "statement_text",
        "fields: { statement_text: { since: VERSION, meaning: TEXT, methods: [FASTER_PAYMENT, SEPA_TRANSFER] } }",
    ),
    "a field with another name": (
        [replaced(TABLE, "  statement_text: {", "  statement_line: {")],
        "statement_text",
        "fields: { statement_text: { since: VERSION, meaning: TEXT, methods: [FASTER_PAYMENT, SEPA_TRANSFER] } }; "
        "if statement_line is its new name, add now: statement_line",
    ),
    "a method": (
        NO_METHOD,
        "FASTER_PAYMENT",
        "methods: { FASTER_PAYMENT: { since: VERSION, meaning: TEXT } }",
    ),
}
SILENT: dict[str, Edits] = {
    "a reserved field": [REMOVED, reserving("fields: { statement_text: { since: 0.1.0, meaning: Words. } }")],
    "a reserved method": [*NO_METHOD, reserving("methods: { FASTER_PAYMENT: { since: 0.1.0, meaning: Pounds. } }")],
    "a member of a record": [
        replaced("schemas/interface/records.yaml", "      collect_on: { echo: ", "      due_on: { echo: ")
    ],
    "a field of which the name stays in use": [replaced(METHOD, "type: mandate_use", "type: statement_text")],
    "nothing": [],
}


def contract_of(project: Path) -> Contract:
    contract, _ = resolved_folder(project / "schemas")
    assert contract is not None
    return contract


def compared(folder: Path, edits: Edits) -> Comparison:
    return compare(contract_of(STARTER), contract_of(edited(folder, edits)))


@pytest.mark.parametrize(("edits", "name", "entry"), SHOWN.values(), ids=SHOWN)
def test_a_removal_says_how_to_reserve(edits: Edits, name: str, entry: str, tmp_path: Path) -> None:
    notes = {one.note for one in compared(tmp_path / "project", edits).changes if one.note}
    assert notes == {NOTE.format(name=name, entry=entry)}
    stated = entry.partition("; ")[0].replace("VERSION", "0.1.0")
    after = compared(tmp_path / "reserved", [*edits, reserving(stated)])
    assert {one.note for one in after.changes} == {""}
    assert not [one for one in resolved_folder(tmp_path / "reserved/schemas")[1] if one.code.startswith("reserved")]


@pytest.mark.parametrize("edits", SILENT.values(), ids=SILENT)
def test_what_is_reserved_or_cannot_be_needs_no_note(edits: Edits, tmp_path: Path) -> None:
    assert {one.note for one in compared(tmp_path / "project", edits).changes} <= {""}
