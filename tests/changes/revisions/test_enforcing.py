"""What fails a range of revisions: a version that did not move far enough, removals without notice."""

import re
from datetime import date
from pathlib import Path

import pytest
from assessments import assessed, compared, words
from git_projects import CONTRACT

from paycat.changes.change import Change, Comparison
from paycat.changes.compare import compare
from paycat.changes.enforcing import enforced
from paycat.changes.taxonomy.change_type import Verdict
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic
from paycat.reporting.findings import in_one_line

TODAY = date(2026, 11, 20)
GONE = {"requirement": "optional", "type": "string"}
DEPRECATED = {"since": "1.1.0", "note": "Few banks take it.", "instead": None, "sunset": None}

RAISED = assessed("requirement-raised", basis="proven", old="optional", new="required", old_line=9, new_line=12)
ADDED = assessed("field-added-optional", verdict=Verdict.SAFE, new_line=7)
RISKY = assessed("role-changed", verdict=Verdict.RISKY, audiences=("sender", "source"), new_line=8)


def removed(sunset: str | None = None, *, deprecated: bool = True, kind: str = "field-removed") -> Change:
    """Return a break that removes something, deprecated before or not."""
    old = GONE | ({"deprecated": DEPRECATED | {"sunset": sunset}} if deprecated else {})
    return assessed(kind, old=old, old_line=9)


def earlier(old: str | None, new: str) -> Change:
    """Return a sunset that moved."""
    return assessed("sunset-earlier", verdict=Verdict.RISKY, old=old, new=new, new_line=4)


def told(comparison: Comparison) -> list[str]:
    """Return the codes of what is found, warnings marked."""
    found = enforced(comparison, TODAY)
    return sorted(one.code if one.severity == "error" else f"{one.code}?" for one in found)


def only(comparison: Comparison, code: str) -> Diagnostic:
    """Return the one finding with this code."""
    [found] = [one for one in enforced(comparison, TODAY) if one.code == code]
    return found


@pytest.mark.parametrize(
    ("comparison", "codes"),
    [
        (compared(), []),
        (compared(new="1.2.4"), []),
        (compared(words()), ["version-not-moved"]),
        (compared(words(), new="1.2.4"), []),
        (compared(ADDED, words(), new="1.2.4"), ["version-not-moved"]),
        (compared(ADDED, new="1.3.0"), []),
        (compared(RAISED), ["unannounced-break", "version-not-moved"]),
        (compared(RAISED, new="1.3.0"), ["unannounced-break", "version-not-moved"]),
        (compared(RAISED, new="2.0.0"), []),
        (compared(RAISED, old="0.2.3", new="0.2.4"), ["unannounced-break", "version-not-moved"]),
        (compared(RAISED, old="0.2.3", new="0.3.0"), []),
        (compared(ADDED, old="0.2.3", new="0.2.3"), ["version-not-moved"]),
        (compared(ADDED, old="0.2.3", new="0.2.4"), []),
        (compared(RISKY, new="1.3.0"), ["risky-change?"]),
        (compared(new="1.2.2"), ["version-moved-back"]),
        (compared(ADDED, new="1.2.2"), ["version-moved-back"]),
        (compared(RAISED, new="1.2.2"), ["unannounced-break", "version-moved-back"]),
        (compared(assessed("type-changed", provisional=True), new="1.3.0"), []),
        (compared(assessed("type-changed", provisional=True), new="1.2.4"), ["unannounced-break", "version-not-moved"]),
        (compared(RAISED, new="one"), ["unreadable-version"]),
        (compared(assessed("field-renamed", verdict=Verdict.SAFE, consequences=(RAISED,)), new="1.3.0"),
         ["unannounced-break", "version-not-moved"]),
    ],
)  # fmt: skip  # a table of cases
def test_the_version_announces_what_changed(comparison: Comparison, codes: list[str]) -> None:
    assert told(comparison) == codes


def test_the_worst_change_is_named() -> None:
    other = assessed("type-changed")
    assert only(compared(ADDED, other, new="1.3.0"), "version-not-moved").message == (
        "the version increased only from 1.2.3 to 1.3.0, but there is a major change: "
        "type-changed pay_in SEPA_DEBIT debtor.iban"
    )


@pytest.mark.parametrize(
    ("one", "codes"),
    [
        (removed(deprecated=False), ["removed-without-notice"]),
        (removed("2026-11-21"), ["removed-without-notice"]),
        (removed("2026-11-20"), []),
        (removed("2025-01-01"), []),
        (removed(), []),
        (removed(deprecated=False, kind="method-removed"), ["removed-without-notice"]),
        (removed(deprecated=False, kind="field-disregarded"), ["removed-without-notice"]),
        (removed(deprecated=False, kind="direction-lost"), ["removed-without-notice"]),
        (removed(kind="direction-lost"), []),
        (assessed("field-type-changed", consequences=(removed("2027-01-01"),)), ["removed-without-notice"]),
        (assessed("method-removed", old={"deprecated": DEPRECATED}, consequences=(removed(deprecated=False),)), []),
        (earlier("2027-06-30", "2027-06-29"), ["risky-change?", "sunset-moved-earlier"]),
        (earlier(None, "2027-06-29"), ["risky-change?"]),
    ],
)
def test_nothing_is_removed_without_notice(one: Change, codes: list[str]) -> None:
    assert told(compared(one, new="2.0.0")) == codes
    initial = [code if code.endswith("?") else f"{code}?" for code in codes]
    assert told(compared(one, old="0.1.0", new="0.2.0")) == initial, "nobody is promised anything before 1.0.0"


def test_findings_say_what_to_do_and_stand_at_the_change() -> None:
    comparison = compared(removed("2027-06-30"), RAISED, new="1.2.4")
    assert [in_one_line(one) for one in enforced(comparison, TODAY)] == [
        "schemas/catalogue.yaml error version-not-moved: the version increased only from 1.2.3 to 1.2.4, but "
        "there is a major change: field-removed pay_in SEPA_DEBIT debtor.iban; write version: 2.0.0",
        "schemas/methods/SEPA_DEBIT.yaml error removed-without-notice: field-removed pay_in SEPA_DEBIT debtor.iban: "
        "it had to stay until its sunset on 2027-06-30; restore it until then",
        "schemas/methods/SEPA_DEBIT.yaml error unannounced-break: field-removed pay_in SEPA_DEBIT debtor.iban: "
        "breaking (by rule) for who sends requests; write version 2.0.0 or later",
        "schemas/methods/SEPA_DEBIT.yaml:12:1 error unannounced-break: requirement-raised pay_in SEPA_DEBIT "
        "debtor.iban: breaking (proven) for who sends requests; write version 2.0.0 or later",
    ]


def test_the_version_that_is_asked_for_passes() -> None:
    for old in ("1.2.3", "0.2.3"):
        for one in (RAISED, ADDED, words()):
            help = only(compared(one, old=old, new=old), "version-not-moved").help
            asked = re.fullmatch(r"write version: ([0-9.]+)", help)
            assert asked, help
            assert told(compared(one, old=old, new=asked[1])) == []
        back = only(compared(RAISED, old=old, new="0.0.1"), "version-moved-back").help.split()[-1]
        assert told(compared(RAISED, old=old, new=back)) == []


def test_who_is_affected_is_named() -> None:
    message = only(compared(RISKY, new="1.3.0"), "risky-change").message
    assert message.endswith("risky (by rule) for who sends requests and who imports the package")


@pytest.mark.parametrize("gone", ["method", "direction"])
def test_what_a_catalogue_removes_without_notice(gone: str, starter: Path) -> None:
    """Not made up: the change that comparing gives."""
    contract = Contract.model_validate_json((starter / CONTRACT).read_bytes())
    [first, *others] = contract.methods
    lost = first.model_copy(
        update={"offers": {**first.offers, "pay_in": first.offer("pay_in").model_copy(update={"request": None})}}
    )
    old, new = (
        contract.model_copy(update={"service": contract.service.model_copy(update={"version": version})})
        for version in ("1.0.0", "2.0.0")
    )
    new = new.model_copy(update={"methods": (*([lost] if gone == "direction" else []), *others)})
    codes = {one.code for one in enforced(compare(old, new), TODAY)}
    assert codes == {"removed-without-notice"}
