"""One edited line of types.yaml is one change, whatever fields, records and parameters have the type."""

from pathlib import Path

import pytest
from starter_cases import STARTER, edited

from paycat.changes.compare import compare
from paycat.contract.model import Contract
from paycat.lint.checking import resolved_folder

EDITS = {
    "a length": ("    length: ..40\n", "    length: ..30\n"),
    "a length beside a pattern": ('    pattern: "^[0-9]{4}-(0[1-9]', '    pattern: "^2[0-9]{3}-(0[1-9]'),
    "a length of its own reason": ("length: { value: ..500,", "length: { value: ..600,"),
    "a maximum": ("maximum: { value: 999999999.99", "maximum: { value: 1000"),
    "an exclusive minimum": ("exclusive_minimum: { value: 0", "exclusive_minimum: { value: 1"),
    "characters within lengths": ("    characters: 0-9\n", "    characters: 0-8\n"),
    "a pattern": ("[A-Z0-9]{11,30}$", "[A-Z0-9]{12,30}$"),
    "decimal places": ("decimal_places: { value: currency", "decimal_places: { value: 1"),
    "who is masked": ("    sensitive: personal\n", ""),
    "a hint": ("hints: Many banks show", "hints: Most banks show"),
    "an input of forms": ("    input: date\n", "    input: text\n"),
}


def contract_of(project: Path) -> Contract:
    contract, _ = resolved_folder(project / "schemas")
    assert contract is not None
    return contract


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_one_line_is_one_change(edit: tuple[str, str], tmp_path: Path) -> None:
    find, replace = edit
    edits = [{"file": "schemas/types.yaml", "find": find, "replace": replace}]
    old, new = contract_of(STARTER), contract_of(edited(tmp_path / "project", edits))
    for before, after in ((old, new), (new, old)):
        found = compare(before, after)
        assert [one.type.id for one in found.changes] == [found.changes[0].type.id]
        assert found.faults == ()


def test_two_lines_of_two_fields_are_two_changes(tmp_path: Path) -> None:
    """Two fields of one type with rules of their own, which change differently."""
    file = "schemas/methods/FASTER_PAYMENT.yaml"
    edits = [
        {"file": file, "find": "type: digits, length: 6,", "replace": "type: digits, length: 5,"},
        {"file": file, "find": "length: 8\n", "replace": "length: 9\n"},
    ]
    found = compare(contract_of(STARTER), contract_of(edited(tmp_path / "project", edits)))
    assert len(found.changes) == 2


def test_a_pattern_in_another_spelling_is_no_change(tmp_path: Path) -> None:
    find, replace = '"^(first|recurring|last|single)$"', '"/^(?:single|last|first|recurring)$/u"'
    old = contract_of(STARTER)
    new = contract_of(edited(tmp_path / "project", [{"file": "schemas/types.yaml", "find": find, "replace": replace}]))
    assert old != new
    assert (compare(old, new).changes, compare(new, old).changes) == ((), ())
