"""The file of approvals: what is read, every mistake in it with its line, and the text that an approval makes of it."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from assessments import assessed

from paycat.changes import Comparison
from paycat.diagnostics import FindingsError
from paycat.reporting.findings.as_text import in_one_line
from paycat.revisions.approvals import (
    Approval,
    approvals_text,
    approved,
    approved_text,
    read_approvals,
    rejected_approval,
    validated_approvals,
    words_of,
)

TODAY = date(2026, 11, 20)
REMOVED = assessed("field-removed")
ONE = {
    "fingerprint": "0123456789abcdef",
    "change": "field-removed pay_in SEPA_DEBIT debtor.iban",
    "reason": "Nobody has sent it.",
    "until": "2027-01-31",
}
Written = Callable[[Any], Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Writes approvals.json: a text as it is, anything else as indented JSON."""

    def write(stated: Any) -> Path:
        file = tmp_path / "approvals.json"
        file.write_text(stated if isinstance(stated, str) else json.dumps(stated, indent=2), encoding="utf-8")
        return file

    return write


def without(name: str) -> dict[str, str]:
    """Return the approval without a member."""
    return {member: value for member, value in ONE.items() if member != name}


def test_without_a_file_nothing_is_approved(tmp_path: Path) -> None:
    assert read_approvals(tmp_path / "approvals.json", TODAY) == ()


def test_approvals_are_read_with_their_lines(written: Written) -> None:
    other = ONE | {"fingerprint": "f" * 16, "until": "2026-11-19"}
    first, second = read_approvals(written({"approvals": [ONE, other]}), TODAY)
    assert (first.fingerprint, first.reason, first.until) == ("0123456789abcdef", ONE["reason"], date(2027, 1, 31))
    assert (first.line, second.line) == (4, 10)
    assert str(first.span).startswith("approvals.json:4")
    assert approved([first, second], TODAY) == {first.fingerprint}, "the second has ended"
    assert approved([first, second], first.until) == {first.fingerprint}, "the last day counts"
    assert approved([first, second], first.until + timedelta(1)) == set()


@pytest.mark.parametrize(
    ("stated", "told"),
    [
        ("", "approvals.json error bad-approvals: this cannot be read as JSON: Expecting value: line 1 column 1"),
        ("[" * 100_000, "this cannot be read as JSON: "),
        ([], "expected an object with a list called 'approvals'"),
        ({"approvals": {}}, "expected an object with a list called 'approvals'"),
        ({"approvals": [], "version": 1}, "unknown member 'version'; known: approvals"),
        ({"approvals": ["x"]}, "approval 1: expected an object"),
        ({"approvals": [ONE | {"reasons": "x"}]}, "approval 1: unknown member 'reasons'; did you mean 'reason'?"),
        ({"approvals": [without("reason")]}, "approval 1: 'reason' must be a line of text that is not empty"),
        ({"approvals": [without("change")]}, "approval 1: 'change' must be a line of text that is not empty"),
        ({"approvals": [without("fingerprint")]}, "approval 1: 'fingerprint' must be a line of text"),
        ({"approvals": [ONE | {"reason": " "}]}, "approval 1: 'reason' must be a line of text"),
        ({"approvals": [ONE | {"reason": "a\nb"}]}, "approval 1: 'reason' must be a line of text"),
        ({"approvals": [ONE | {"until": 20270131}]}, "approval 1: 'until' must be a line of text"),
        ({"approvals": [ONE | {"until": "2027-02-30"}]}, "'until': '2027-02-30' is not a day of the calendar; write"),
        ({"approvals": [ONE | {"until": "20270131"}]}, "'until': '20270131' is not a day of the calendar; write"),
        ({"approvals": [ONE | {"until": "2027-11-22"}]}, "2027-11-22 is 367 days ahead; an approval lasts at most 366"),
        ({"approvals": [ONE, ONE]}, "two approvals have the fingerprint 0123456789abcdef; keep one of them"),
    ],
)
def test_mistakes(written: Written, stated: Any, told: str) -> None:
    with pytest.raises(FindingsError) as raised:
        read_approvals(written(stated), TODAY)
    [found] = map(in_one_line, raised.value.diagnostics)
    assert told in found
    assert "approvals.json" in found
    assert " error bad-approvals: " in found


def test_every_mistake_is_told_at_once_with_its_line(written: Written) -> None:
    stated = [ONE | {"until": "soon"}, ONE | {"fingerprint": "f" * 16, "reason": "", "untill": "2027-01-31"}, {}]
    with pytest.raises(FindingsError) as raised:
        read_approvals(written({"approvals": stated}), TODAY)
    lines = [(found.span.line, found.message.partition(":")[0]) for found in raised.value.diagnostics]
    assert lines == [*[(0, "approval 3")] * 4, (4, "approval 1"), (10, "approval 2"), (10, "approval 2")]


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "approvals.json").write_bytes(b"\xff")
    with pytest.raises(FindingsError):
        read_approvals(tmp_path / "approvals.json", TODAY)


def test_what_is_written_is_read_back(written: Written) -> None:
    text = approved_text((), REMOVED, "  Nobody has sent it. ", date(2027, 1, 31))
    [read] = read_approvals(written(text), TODAY)
    assert read == Approval(REMOVED.fingerprint, words_of(REMOVED), "Nobody has sent it.", date(2027, 1, 31), 4)
    assert approvals_text([read]) == text
    assert text.endswith("}\n")


def test_a_new_approval_takes_the_place_of_one_of_the_same_change_and_stands_in_order() -> None:
    other = Approval("f" * 16, "const-added pay_in", "So it was.", date(2027, 1, 1))
    last = Approval("0" * 16, "type-changed pay_in", "So it was.", date(2027, 1, 1))
    old = Approval(REMOVED.fingerprint, "field-removed pay_in", "An older reason.", date(2026, 12, 1))
    text = approved_text((last, old, other), REMOVED, "Nobody has sent it.", date(2027, 1, 31))
    entries = json.loads(text)["approvals"]
    assert [one["fingerprint"] for one in entries] == [other.fingerprint, REMOVED.fingerprint, last.fingerprint]
    assert entries[1] == {
        "fingerprint": REMOVED.fingerprint,
        "change": "field-removed pay_in SEPA_DEBIT debtor.iban",
        "reason": "Nobody has sent it.",
        "until": "2027-01-31",
    }


def test_approvals_of_the_earlier_form_get_one_finding_and_are_replaced() -> None:
    """Their fingerprints hashed the names that the contract's format had then."""
    earlier = Approval("0123456789abcdef", words_of(REMOVED), "So it was.", date(2027, 1, 31), 4)
    other = Approval("f" * 16, "const-added pay_in", "So it was.", date(2027, 1, 31), 10)
    comparison = Comparison("1.0.0", "1.0.0", (REMOVED,))
    [found] = validated_approvals([earlier, other], comparison, TODAY)
    assert (found.code, found.severity, found.span.line) == ("stale-approval", "warning", 4)
    assert found.message.startswith("approvals of an earlier form have no effect: field-removed ")
    assert "paycat diff --approve FINGERPRINT --reason TEXT --until DAY" in found.help
    text = approved_text((earlier, other), REMOVED, "Nobody has sent it.", date(2027, 1, 31))
    assert {one["fingerprint"] for one in json.loads(text)["approvals"]} == {other.fingerprint, REMOVED.fingerprint}


def test_a_fingerprint_is_of_what_is_plain() -> None:
    """The names of the members of a whole element are those of the contract's format, and may be renamed."""
    change = replace(REMOVED.change, old={"requirement": "optional"}), replace(REMOVED.change, old={"level": "may"})
    one, other = (replace(REMOVED, change=made) for made in change)
    assert one.fingerprint == other.fingerprint
    bounds = [replace(REMOVED, change=replace(REMOVED.change, old=bound)).fingerprint for bound in (20, 18, "20")]
    assert len({*bounds, one.fingerprint}) == 4, "an approval is for these bounds alone"


@pytest.mark.parametrize(
    ("reason", "until", "told"),
    [
        ("Nobody has sent it.", "2027-01-31", ""),
        ("Nobody has sent it.", "2026-11-20", ""),
        ("Nobody has sent it.", "2027-11-21", ""),
        ("Nobody has sent it.", "2027-11-22", "2027-11-22 is 367 days ahead; an approval lasts at most 366 days"),
        ("Nobody has sent it.", "2026-11-19", "2026-11-19 is in the past; name a day from 2026-11-20 on"),
        ("Nobody has sent it.", "31.1.2027", "'31.1.2027' is not a day of the calendar; write year-month-day"),
        (" ", "2027-01-31", "the reason is empty; write why the change is right"),
        ("a\nb", "2027-01-31", "the reason has characters that are not printable; write one line of text"),
    ],
)
def test_what_is_given_for_an_approval(reason: str, until: str, told: str) -> None:
    assert rejected_approval(reason, until, TODAY) == told
