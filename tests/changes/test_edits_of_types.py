"""One edited line of types.yaml is one change, whatever fields, records and parameters have the type."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from starter_cases import STARTER, edited

from paycat.cache import Cache
from paycat.changes.change import Comparison
from paycat.changes.changelog import Section
from paycat.changes.compare import compare
from paycat.changes.taxonomy.change_type import Verdict
from paycat.contract.model import Contract
from paycat.lint.checking import resolved_folder
from paycat.reporting.changelog import changelog_json, changelog_markdown
from paycat.reporting.changes.as_markdown import as_markdown
from paycat.reporting.changes.as_text import as_text
from paycat.reporting.changes.document import as_json

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
TYPES = """
  place:
    shape: object
    meaning: A place
    source: "§2.1"
    members:
      town: { requirement: optional, type: statement_text, meaning: Town }
      street: { requirement: optional, shape: text, length: ..30, meaning: Street }
      floor: { requirement: required, shape: integer, minimum: 0, maximum: 90, meaning: Floor }
      code: { requirement: optional, type: iban, meaning: Code }

  party:
    shape: object
    meaning: A party
    source: "§2.1"
    members:
      place: { requirement: optional, type: place, meaning: Place of the party }

  labels:"""
PAY_IN = """
  seat: { requirement: optional, type: place }
  stops: { requirement: optional, shape: list, of: place, max_items: 3, meaning: Stops }
  agent: { requirement: optional, type: party, meaning: Agent }
  labels:"""
PAYOUT = """
  home: { requirement: optional, type: place }
  office: { requirement: optional, type: place, meaning: Office }
  labels:"""
OBJECTS = [
    {"file": "schemas/types.yaml", "find": "\n  labels:", "replace": TYPES},
    {"file": "schemas/requests/pay_in.yaml", "find": "\n  labels:", "replace": PAY_IN},
    {"file": "schemas/requests/payout.yaml", "find": "\n  labels:", "replace": PAYOUT},
    {
        "file": "schemas/interface/records.yaml",
        "find": "      collect_on: { echo",
        "replace": "      branch: { type: place, requirement: optional, meaning: Branch. }\n      collect_on: { echo",
    },
]
"""Edits after which requests, lists, another type and a record have an object type."""


def of_types(*texts: str) -> list[dict[str, str]]:
    """Return the edits that put the second of each two texts of types.yaml in the place of the first."""
    return [
        {"file": "schemas/types.yaml", "find": find, "replace": replace}
        for find, replace in zip(texts[::2], texts[1::2], strict=True)
    ]


STREET = "      street: { requirement: optional, shape: text, length: ..30, meaning: Street }\n"
MEMBERS: dict[str, list[dict[str, Any]]] = {
    "a length": of_types("shape: text, length: ..30", "shape: text, length: ..20"),
    "a range": of_types("maximum: 90", "maximum: 80"),
    "a requirement": of_types("floor: { requirement: required", "floor: { requirement: optional"),
    "a requirement of a text": of_types("street: { requirement: optional", "street: { requirement: required"),
    "a field type": of_types(", shape: text, length: ..30", ", type: end_to_end_id"),
    "a shape": of_types("shape: integer, minimum: 0", "shape: decimal, minimum: 0"),
    "an attribute": of_types("street: { requirement", "street: { python_name: road, requirement"),
    "a deprecation": of_types("Street }", "Street, deprecated: { since: 0.1.0, note: Old } }"),
    "a section": of_types("Street }", 'Street, source: "§2.2" }'),
    "a member more": of_types("Code }", "Code }\n      gate: { requirement: required, shape: text, meaning: Gate }"),
    "a member less": of_types(STREET, ""),
    "the order": of_types(STREET, "", "Code }\n", f"Code }}\n{STREET}"),
    "the meaning": of_types("meaning: A place", "meaning: Some place"),
    "the name": [
        *of_types("  place:\n    shape", "  spot:\n    shape", ", type: place,", ", type: spot,"),
        {"file": "schemas/requests/pay_in.yaml", "find": "type: place", "replace": "type: spot"},
        {"file": "schemas/requests/pay_in.yaml", "find": "of: place", "replace": "of: spot"},
        {"file": "schemas/requests/payout.yaml", "find": "type: place }", "replace": "type: spot }"},
        {"file": "schemas/requests/payout.yaml", "find": "type: place,", "replace": "type: spot,"},
        {"file": "schemas/interface/records.yaml", "find": "type: place,", "replace": "type: spot,"},
    ],
    "a rule of a table": [
        {
            "file": "schemas/requests/payout.yaml",
            "find": "\n  labels:",
            "replace": "\n  office.street: { requirement: required }\n  labels:",
        }
    ],
    "a rule of a table for a number": [
        {
            "file": "schemas/requests/payout.yaml",
            "find": "\n  labels:",
            "replace": "\n  office.floor: { maximum: 10 }\n  labels:",
        }
    ],
    "a rule of a method inside two types": [
        {
            "file": "schemas/methods/SEPA_DEBIT.yaml",
            "find": "    debtor.iban:",
            "replace": "    agent.place.street: { length: ..20 }\n    debtor.iban:",
        }
    ],
    **{
        f"a condition of {use}": [
            {
                "file": "schemas/methods/FASTER_PAYMENT.yaml",
                "find": "  fields:\n",
                "replace": "  fields:\n"
                f"    {use}.town: {{ requirement: conditional }}\n    {use}.street: {{ requirement: conditional }}\n",
            },
            {
                "file": "schemas/methods/FASTER_PAYMENT.yaml",
                "find": "  conditions:\n",
                "replace": f"  conditions:\n    - any_of: [[{use}.town], [{use}.street]]\n      decision: D-108\n",
            },
        ]
        for use in ("home", "office")
    },
}
"""Edits of an object type and of one of its uses."""
TOGETHER = [
    ("a range", "a length"),
    ("a length", "a rule of a table for a number"),
    ("a requirement of a text", "a rule of a table for a number"),
    ("a member more", "a rule of a table"),
    ("a range", "a rule of a method inside two types"),
    ("the name", "a requirement of a text"),
    ("the name", "a member less"),
    ("a condition of home", "a condition of office"),
]
"""Edits that one commit makes."""
CACHE = Cache()


def contract_of(project: Path) -> Contract:
    contract, _ = resolved_folder(project / "schemas", cache=CACHE)
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


@cache
def both_ways(*names: str) -> tuple[Comparison, Comparison]:
    """Return what edits of MEMBERS change, and what it changes to take them back."""
    old, new = contract_with(), contract_with(*names)
    return compare(old, new), compare(new, old)


@cache
def contract_with(*names: str) -> Contract:
    with TemporaryDirectory() as folder:
        edits = [edit for name in names for edit in MEMBERS[name]]
        return contract_of(edited(Path(folder) / "project", OBJECTS + edits))


@pytest.mark.parametrize("name", MEMBERS)
def test_one_edit_of_an_object_type_is_one_change(name: str) -> None:
    for found in both_ways(name):
        assert [one.type.id for one in found.changes] == [found.changes[0].type.id]
        assert found.changes[0].verdict == max((one.verdict for one in found.changes[0].all()), key=rank)
        assert found.faults == ()


@pytest.mark.parametrize("names", TOGETHER, ids=" and ".join)
def test_no_edit_of_an_object_type_hides_another(names: tuple[str, str]) -> None:
    """What each of two edits changes by itself, both change: at the same places, and as what follows from the same."""
    for way, together in enumerate(both_ways(*names)):
        for name in names:
            assert in_requests(both_ways(name)[way]) <= in_requests(together)
        assert len(together.changes) >= len(names)
        assert together.faults == ()


@pytest.mark.parametrize("name", ["a length", "a rule of a table"])
def test_every_format_names_every_use(name: str) -> None:
    for comparison in both_ways(name):
        sections = [Section("1.0.0", None, None, "new", comparison)]
        texts = (
            as_text(comparison, "old", "new", is_full=True),
            as_markdown(comparison, "old", "new"),
            as_json(comparison, "old", "new"),
            changelog_markdown(sections, with_wording=True),
            changelog_json(sections),
        )
        paths = {change.site.path for head in comparison.changes for change in head.all()}
        assert [path for path in paths for text in texts if path not in text] == []


@pytest.mark.parametrize("name", ["a member less", "a member more"])
def test_every_use_of_a_name_that_is_gone_is_to_be_reserved(name: str) -> None:
    for comparison in both_ways(name):
        for head in comparison.changes:
            gone_paths = {site.path for site in head.sites if site.part == "request" and head.type.action == "removed"}
            assert [path for path in gone_paths if path not in head.note] == []


def in_requests(comparison: Comparison) -> set[tuple[str, ...]]:
    return {
        (head.type.id, change.type.id, change.own_worst.verdict, site.name)
        for head in comparison.changes
        for change in head.all()
        for site in change.sites
        if site.part == "request"
    }


def rank(verdict: Verdict) -> int:
    return verdict.rank


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
