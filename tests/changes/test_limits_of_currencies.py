"""Limits in one of several currencies: each change is told of its currency, and its proof is a payload in it."""

from pathlib import Path

import pytest

from paycat.changes.compare import compare
from paycat.contract.model import Contract
from paycat.lint.checking import check_folder
from tests.any_catalogue.small_catalogues.catalogues import Catalogue, other_currencies

EDITS = {
    "narrowed": ({"GBP": {"minimum": 1, "maximum": 4000}}, ["range-narrowed amount(currency=GBP) breaking"]),
    "widened": ({"JPY": {"maximum": 700000}}, ["range-widened amount(currency=JPY) safe"]),
    "both": (
        {"GBP": {"minimum": 2, "maximum": 5000}, "JPY": {"maximum": 700000}},
        ["range-narrowed amount(currency=GBP) breaking", "range-widened amount(currency=JPY) safe"],
    ),
    "decimal places": ({"BHD": {"decimal_places": 2}}, ["precision-narrowed amount(currency=BHD) breaking"]),
    "no limits of its own": ({"GBP": {}}, ["range-widened amount(currency=GBP) safe"]),
}


def contract_with(folder: Path, limits: dict[str, dict[str, int]]) -> Contract:
    catalogue = Catalogue()
    other_currencies(catalogue)
    catalogue.files["methods/SEPA_TRANSFER.yaml"]["payout"]["fields"]["amount"]["by_currency"] |= limits
    contract, found = check_folder(catalogue.write(folder) / "schemas")
    assert contract, found
    return contract


@pytest.mark.parametrize("name", EDITS)
def test_a_changed_limit_is_told_of_its_currency(name: str, tmp_path: Path) -> None:
    limits, expected = EDITS[name]
    old, new = contract_with(tmp_path / "old", {}), contract_with(tmp_path / "new", limits)
    comparison = compare(old, new)
    assert comparison.faults == ()
    told = [f"{one.type.id} {one.site.path} {one.verdict.name.lower()}" for one in comparison.changes]
    assert sorted(told) == expected
    for change in comparison.changes:
        proof = change.counterexample
        if change.verdict.name == "BREAKING":
            assert proof is not None
            assert f"(currency={proof.payload['currency']})" in change.site.path
            assert [one.pointer for one in proof.after] == ["#/amount"]
