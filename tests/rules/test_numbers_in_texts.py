"""Which clauses state a number around the bodies, and which only look like it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starter_cases import STARTER, edited

from paycat.catalogue.named_numbers import insertions, stated_numbers
from paycat.catalogue.reading import Catalogue, read_catalogue
from paycat.lint.checking import resolved_folder
from paycat.lint.rules.measures import measures
from paycat.lint.rules.numbers_in_texts import repeated_numbers
from paycat.lint.statements import Stated


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("kept for 24 hours", {"time": [86400]}),
        ("kept for one day", {"time": [86400]}),
        ("kept for an hour", {"time": [3600]}),
        ("a 24-hour window", {"time": [86400]}),
        ("half an hour later", {"time": [1800]}),
        ("1.5 hours", {"time": [5400]}),
        ("announced a year ahead", {"months": [12]}),
        ("65,536 bytes or 65 536 bytes", {"bytes": [65536, 65536]}),
        ("16 KiB", {"bytes": [16384]}),
        ("64 kB", {"bytes": [64000]}),
        ("sixteen levels", {"levels": [16]}),
        ("four more attempts", {"attempts": [5]}),
        ("5 s, 5 min and 2 h", {"time": [5, 300, 7200]}),
        ("a second attempt, once a day, 10 requests/s, 24 to 64 random bytes, v1.5 s3", {}),
    ],
)
def test_measures(text: str, found: dict[str, list[int]]) -> None:
    seen: dict[str, list[int]] = {}
    for one in measures(text):
        seen.setdefault(one.dimension, []).append(int(one.values[0]))
    assert seen == found


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    found, _ = read_catalogue(STARTER / "schemas")
    assert found is not None
    return found


STATED = {
    ("rules", "idempotency"): [
        "A key is kept for 48 hours.",
        "The service remembers a key for two days.",
        "Within 24 hours, the same key gets the same answer.",
        "Keys expire after 7 days.",
    ],
    ("rules", "versioning"): [
        "A path is removed 12 months after its sunset was announced.",
        "The old path works for 6 months.",
        "We announce a removal a year ahead.",
    ],
    ("events", "delivery"): [
        "An attempt ends after 30 s.",
        "Answer within 10 seconds.",
        "The connection times out after a minute.",
        "There are up to five attempts.",
        "The delay after each attempt is 1 minute, 5 minutes, 1 hour and 1 day.",
    ],
    ("events", "signing"): [
        "Reject messages older than five minutes.",
        "The clocks may differ by 90 seconds.",
    ],
    ("problems", "problems", "body-too-large"): ["The body has more than 16 KiB.", "It is larger than 1 MB."],
    ("problems", "problems", "body-unreadable"): ["Objects are nested deeper than 16 levels."],
    ("operations", "parameters", "RepeatKey"): ["It is valid for 24 hours."],
    ("operations", "operations", "createRefund"): [
        "The Idempotency-Key is kept for 24 hours.",
        "The service answers within 20 seconds.",
        "A request body has at most 8 KiB.",
        "A notification attempt ends after 12 seconds.",
        "A deprecated operation is announced 3 months ahead.",
    ],
}
OTHER = {
    ("rules", "idempotency"): [
        "While the first request is running, wait at least 1 second before you repeat it.",
        "Most answers arrive in 2 seconds.",
        "A key has at most 100 characters.",
    ],
    ("rules", "versioning"): ["There is a new version every 3 months.", "Each version is supported for 24 months."],
    ("events", "delivery"): [
        "A receiver that fails for 3 days is disabled.",
        "The first retry follows after 5 minutes.",
        "There are attempts for about a day.",
        "Delivery usually takes 2 seconds.",
    ],
    ("events", "signing"): [
        "There are 24 to 64 random bytes in a secret.",
        "A secret is replaced every 90 days, and the old one is valid for 24 hours.",
    ],
    ("operations", "operations", "createRefund"): [
        "A refund may take 3 days.",
        "The customer has 15 minutes to pay.",
        "The list is kept for an hour.",
        "Refunds are possible for 12 months.",
        "The service books refunds within 24 hours.",
        "A statement has at most 64 KiB.",
        "Support answers within 2 days.",
    ],
}


def found_in(catalogue: Catalogue, place: tuple[str, ...], text: str) -> Iterator[str]:
    """Return the codes of what is found in a text of a statement of the starter."""
    sources = {source.name: source for source in catalogue.files}
    source = sources[f"schemas/interface/{place[0]}.yaml"]
    numbers = list(stated_numbers(catalogue))
    stated = Stated(source, (*place[1:], "description"), text)
    yield from (one.code for one in repeated_numbers(catalogue, stated, numbers))


@pytest.mark.parametrize(("place", "text"), [(place, text) for place in STATED for text in STATED[place]])
def test_a_clause_states_a_number(catalogue: Catalogue, place: tuple[str, ...], text: str) -> None:
    assert list(found_in(catalogue, place, text)) == ["number-in-text"]


@pytest.mark.parametrize(("place", "text"), [(place, text) for place in OTHER for text in OTHER[place]])
def test_a_clause_states_something_else(catalogue: Catalogue, place: tuple[str, ...], text: str) -> None:
    assert list(found_in(catalogue, place, text)) == []


def test_what_texts_insert(catalogue: Catalogue) -> None:
    assert insertions(catalogue) == {
        "retention_hours": "48",
        "retention": "2 days",
        "body_bytes": "16384",
        "body_depth": "16",
        "answer_seconds": "20",
        "answer": "20 seconds",
        "notice_months": "12",
        "notice": "12 months",
        "schedule_seconds": "0, 60, 900, 7200 and 72000",
        "schedule": "at once, 1 minute, 15 minutes, 2 hours and 20 hours",
        "attempts": "5",
        "timeout_seconds": "10",
        "timeout": "10 seconds",
        "tolerance_seconds": "300",
        "tolerance": "5 minutes",
    }


def test_only_texts_take_numbers(tmp_path: Path) -> None:
    """The contract has the number in each text; a path, an unknown name and a decision keep what they have."""
    edits = {
        "interface/operations.yaml": ("Collect money from a debtor", "Kept {retention}, /v1/{retention}, {id}, {x}")
    }
    edits["decisions.yaml"] = ("kept for 48 hours", "kept for {retention}")
    folder = (
        edited(
            tmp_path / "project",
            [{"file": f"schemas/{file}", "find": find, "replace": replace} for file, (find, replace) in edits.items()],
        )
        / "schemas"
    )
    contract, found = resolved_folder(folder)
    assert contract is not None
    assert [one.code for one in found] == ["unknown-number"]
    assert contract.interface.operations[0].summary == "Kept 2 days, /v1/{retention}, {id}, {x}"
    assert any("kept for {retention}" in one.chosen for one in contract.decisions)
