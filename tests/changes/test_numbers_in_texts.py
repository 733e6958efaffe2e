"""Changes of decimal numbers in texts: what is reported, and the value that shows it, confirmed by validators."""

from pathlib import Path

import projects
import pytest

from paycat.changes.change import Comparison
from paycat.changes.compare import compare
from paycat.changes.counterexamples import VALIDATORS
from paycat.contract.model import Contract
from paycat.lint.checking import check_folder

FILE = "schemas/types.yaml"
EDITS = {
    "a smaller maximum": ("maximum: 99999999999999999999.99", "maximum: 5000", "range-narrowed", "5001"),
    "a maximum of many digits": (
        "maximum: 99999999999999999999.99",
        "maximum: 99999999999999999999.98",
        "range-narrowed",
        "99999999999999999999.99",
    ),
    "a minimum": ("exclusive_minimum: 0", "exclusive_minimum: 0.5", "range-narrowed", "0.1"),
    "zero": ("exclusive_minimum: 0", "minimum: 0", None, None),
    "fewer places": ("decimal_places: currency", "decimal_places: 1", "precision-narrowed", "1.50"),
    "a shorter text": ("length: ..24", "length: ..20", "length-narrowed", "100000000000000000.00"),
    "a pattern": ("length: ..24", 'length: ..24\n    pattern: "^[0-9]{1,21}[.][0-9]{1,2}$"', "pattern-added", "1"),
}
"""Edits, the change that breaks whoever sends, and what the amount is in the payload that shows it."""


@pytest.mark.parametrize("name", EDITS)
def test_a_change_is_shown_by_a_value(name: str, tmp_path: Path) -> None:
    find, replace, breaking, value = EDITS[name]
    comparison = compared(tmp_path, find, replace)
    assert comparison.faults == ()
    changes = [one for one in comparison.changes if one.site.path.endswith("charge")]
    found = {one.type.id: one.counterexample for one in changes if one.counterexample and one.counterexample.after}
    assert list(found) == ([] if breaking is None else [breaking])
    for shown in found.values():
        assert shown is not None
        assert shown.payload["charge"] == value
        assert shown.confirmed_by == VALIDATORS


def compared(folder: Path, find: str, replace: str) -> Comparison:
    contracts = []
    for side, edits in (("old", []), ("new", [{"file": FILE, "find": find, "replace": replace}])):
        project = projects.small(folder / side)
        projects.edit(project, [*ALONE, *edits])
        contracts.append(sound(project))
    return compare(*contracts)


ALONE = [
    {
        "file": "schemas/methods/FASTER_PAYMENT.yaml",
        "find": '      maximum: { value: 12345678901234567890.12, source: "§3.2" }\n',
        "replace": "",
    },
    {"file": "schemas/samples/payout/FASTER_PAYMENT.yaml", "find": '"12345678901234567.50"', "replace": '"5.0"'},
]
"""Edits after which the limits of the type count alone, and the sample keeps those of every case."""


def sound(project: Path) -> Contract:
    contract, found = check_folder(project / "schemas")
    assert contract is not None, found
    return contract
