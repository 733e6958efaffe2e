"""The baseline: what it names is not told again while it stays as it is, and everything else is told."""

import json
from pathlib import Path
from typing import Any

import projects
import pytest
from starter_cases import edited, found_in

from paycat.diagnostics import Diagnostic, FindingsError
from paycat.lint.baseline import baseline_text, read_baseline
from paycat.lint.checking import check_folder, findings_for_baseline
from paycat.loading import keys_at, load

CURRENCIES, METHOD = "schemas/currencies.yaml", "schemas/methods/SEPA_DEBIT.yaml"
FRANC = '  CHF: { name: Swiss franc, exponent: 2, source: "§1" }\n'
KRONA = '  SEK: { name: Swedish krona, exponent: 2, source: "§1" }\n'
WITH_FRANC = {"file": CURRENCIES, "find": "  GBP:", "replace": f"{FRANC}  GBP:"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The starter project with one finding, which its baseline names."""
    project = edited(tmp_path / "project", [WITH_FRANC])
    assert codes(found_in(project)) == ["unused-currency"]
    write_baseline(project)
    assert found_in(project) == ()
    return project


def write_baseline(project: Path) -> None:
    """Write the baseline of a project as `paycat check --write-baseline` does."""
    (project / "baseline.json").write_text(baseline_text(*findings_for_baseline(project / "schemas")), encoding="utf-8")


def change(project: Path, find: str, replace: str, file: str = CURRENCIES) -> None:
    projects.edit(project, [{"file": file, "find": find, "replace": replace}])


def codes(found: tuple[Diagnostic, ...]) -> list[str]:
    return [one.code for one in found]


def entries(project: Path) -> list[dict[str, Any]]:
    text = (project / "baseline.json").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = json.loads(text)["findings"]
    return found


def test_it_says_what_it_names_and_is_written_alike_again(project: Path) -> None:
    (entry,) = entries(project)
    assert entry == {"code": "unused-currency", "path": CURRENCIES, "keys": "#/currencies/CHF", "count": 1}
    before = (project / "baseline.json").read_bytes()
    write_baseline(project)
    assert (project / "baseline.json").read_bytes() == before


def test_a_finding_whose_line_moves_is_still_named(project: Path) -> None:
    change(project, "currencies:\n", "# Codes of ISO 4217.\n\ncurrencies:\n")
    assert found_in(project) == ()


def test_a_finding_whose_line_changes_is_still_named(project: Path) -> None:
    change(project, "Swiss franc", "Franc of Switzerland")
    assert found_in(project) == ()


def test_a_finding_under_another_key_is_told(project: Path) -> None:
    change(project, "CHF: { name: Swiss franc", "CHE: { name: WIR euro")
    assert "stale-baseline" in codes(found_in(project))


def test_an_item_of_a_list_is_known_by_its_text() -> None:
    """It stays the same place, whatever comes before it."""
    root, found = load(b"countries: [SE, CH]\nsteps:\n  - { name: pay, of: x }\n  - name: wait\n    of: y\n", "x.yaml")
    assert root is not None
    assert found == []
    locations = {(1, 17): "countries CH", (3, 18): "steps pay of", (4, 5): "steps wait name", (5, 5): "steps wait of"}
    assert {location: " ".join(keys_at(root, *location)) for location in locations} == locations
    assert keys_at(root, 5, 1) == ("steps", "wait", "of"), "what begins in the line"
    assert keys_at(root, 9, 1) == ()


def test_entries_of_the_earlier_form_get_one_finding_with_the_command(project: Path) -> None:
    earlier = {"code": "unused-currency", "path": CURRENCIES, "message": "x", "count": 1, "fingerprint": "0" * 32}
    (project / "baseline.json").write_text(json.dumps({"findings": [earlier, *entries(project), earlier]}))
    (found,) = found_in(project)
    assert (found.code, found.message) == ("bad-baseline", "2 findings named by the message, as an earlier paycat did")
    assert found.help == "write it again: paycat check --write-baseline"
    write_baseline(project)
    assert found_in(project) == ()


def test_a_second_finding_of_the_kind_is_told(project: Path) -> None:
    change(project, FRANC, FRANC + KRONA)
    (found,) = found_in(project)
    assert found.message == "no method has the currency 'SEK'"


def test_each_of_two_findings_is_named_by_its_keys(tmp_path: Path) -> None:
    """A text that is twice in a file gives findings that differ in their places alone."""
    states = "schemas/interface/states.yaml"
    project = edited(tmp_path / "project", [])
    first, second = "        meaning: No money was collected.\n", "        meaning: No money was sent.\n"
    for text in (first, second):
        change(project, text, "        meaning: Rejected by D-999.\n", states)
    write_baseline(project)
    assert [entry["count"] for entry in entries(project)] == [1, 1]
    assert found_in(project) == ()
    change(project, "        meaning: The bank has it.\n", "        meaning: Rejected by D-999.\n", states)
    assert codes(found_in(project)) == ["unknown-id-in-text"]


def test_what_was_corrected_is_told_as_stale(project: Path) -> None:
    change(project, FRANC, "")
    (found,) = found_in(project)
    assert (found.code, found.severity, str(found.span)) == ("stale-baseline", "warning", "baseline.json")
    assert "unused-currency" in found.message
    write_baseline(project)
    assert found_in(project) == ()
    assert entries(project) == []


def test_what_is_allowed_at_its_place_is_stale_in_the_baseline(project: Path) -> None:
    change(project, "Swiss franc,", "Swiss franc, allow: { unused-currency: The specification lists it. },")
    assert codes(found_in(project)) == ["stale-baseline"]


def test_nothing_is_called_stale_while_another_error_hides_findings(project: Path) -> None:
    change(project, "title: SEPA direct debit", "title: SEPA: direct debit", METHOD)
    assert codes(found_in(project)) == ["yaml-syntax"]


def test_what_artefacts_rely_on_is_never_named_and_stops_the_writing(project: Path) -> None:
    change(project, "currency: EUR", "currency: EUX", METHOD)
    with pytest.raises(FindingsError) as stopped:
        write_baseline(project)
    assert codes(stopped.value.diagnostics) == ["unknown-currency"]
    assert [entry["code"] for entry in entries(project)] == ["unused-currency"]


def test_a_named_error_does_not_stop_generating(tmp_path: Path) -> None:
    uncited = {"file": "schemas/methods/FASTER_PAYMENT.yaml", "find": "decision: D-108", "replace": 'source: "§3.2"'}
    project = edited(tmp_path / "project", [uncited])
    assert check_folder(project / "schemas")[0] is None
    write_baseline(project)
    contract, found = check_folder(project / "schemas", known=read_baseline(project / "baseline.json"))
    assert found == ()
    assert contract is not None
    assert len(contract.methods) == 4


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"findings": 1}', '{"findings": [{}]}', '{"findings": [{"count": "many"}]}', "\0"]
)
def test_a_file_that_is_no_baseline_is_a_finding(project: Path, text: str) -> None:
    (project / "baseline.json").write_text(text, encoding="utf-8")
    (found,) = found_in(project)
    assert (found.code, str(found.span)) == ("bad-baseline", "baseline.json")


def test_a_folder_or_other_bytes_in_its_place_are_a_finding(project: Path) -> None:
    (project / "baseline.json").write_bytes(b"\xff\xfe")
    assert codes(found_in(project)) == ["bad-baseline"]
    (project / "baseline.json").unlink()
    (project / "baseline.json").mkdir()
    assert codes(found_in(project)) == ["bad-baseline"]


@pytest.mark.parametrize("text", ['{"findings": {}}', '{"findings": [{"count": -3}]}', "[" * 100_000, "{", "3"])
def test_what_is_no_baseline_is_a_finding(text: str, tmp_path: Path) -> None:
    (tmp_path / "baseline.json").write_text(text, encoding="utf-8")
    with pytest.raises(FindingsError, match="did not write this baseline"):
        read_baseline(tmp_path / "baseline.json")


def test_a_merge_conflict_is_called_that(project: Path) -> None:
    text = '<<<<<<< ours\n{"findings": []}\n=======\n{"findings": [{}]}\n>>>>>>> theirs\n'
    (project / "baseline.json").write_text(text, encoding="utf-8")
    (found,) = found_in(project)
    assert (found.code, str(found.span)) == ("merge-conflict", "baseline.json:1:1")
    assert found.help == "write it again: paycat check --write-baseline"
