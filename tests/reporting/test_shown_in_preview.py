"""What the preview shows of findings and counterexamples, as data."""

from typing import Any

import pytest

from paycat.changes.change import Counterexample, site_of
from paycat.contract.model import Contract, Violation
from paycat.diagnostics import Diagnostic, Severity, Span
from paycat.reporting.preview.checked import files_shown, findings_shown, methods_shown, pages_of_saved, titles
from paycat.reporting.preview.compared import marked_lines

PAGES = dict.fromkeys(
    ["payout/UPI.html", "pay_in/UPI.html", "pay_in/CARD.html", "index.html", "states.html", "changelog.html"], "a title"
)
SHOWN = {
    "schemas/methods/UPI.yaml": ["payout/UPI.html", "pay_in/UPI.html"],
    "schemas/methods/CARD.yaml": ["pay_in/CARD.html"],
    "schemas/methods/NEW.yaml": [],
    "schemas/methods/UPI/UPI.yaml": [],
    "schemas/samples/pay_in/UPI.yaml": ["pay_in/UPI.html"],
    "schemas/samples/elsewhere/UPI.yaml": [],
    "schemas/interface/states.yaml": ["states.html"],
    "schemas/interface/records.yaml": [],
    "schemas/releases.md": ["changelog.html"],
    "schemas/catalogue.yaml": ["index.html"],
    "schemas/types.yaml": [],
    "generators/docs/templates/index.html.j2": [],
    "states.yaml": [],
}


@pytest.mark.parametrize("path", SHOWN)
def test_the_page_of_a_file(path: str) -> None:
    assert pages_of_saved([path], PAGES) == SHOWN[path]


def test_each_page_of_the_catalogue_has_a_title(contract: Contract) -> None:
    made = [f"{one.direction}/{one.name}.html" for one in contract.requests()]
    found = titles(contract, [*made, "states.html", "assets/style.css"])
    assert [*found] == [*made, "states.html"]
    assert found["states.html"] == "States"


def found(path: str, severity: Severity = Severity.ERROR, message: str = "it is wrong") -> Diagnostic:
    return Diagnostic("a-code", Span(path, 3, 7), message, "write it", severity)


FOUND = [
    found("schemas/methods/UPI.yaml"),
    found("schemas/samples/payout/UPI.yaml", Severity.WARNING),
    found("schemas/types.yaml", Severity.WARNING),
    found("generators/own/pack.yaml"),
]


def test_methods_count_what_is_in_their_samples_too() -> None:
    files = ["methods/CARD.yaml", "methods/UPI.yaml", "samples/payout/UPI.yaml", "types.yaml"]
    upi, card = {"name": "U\\x1bPI", "errors": 1, "warnings": 1}, {"name": "CARD", "errors": 0, "warnings": 0}
    shown = methods_shown(files, {"UPI": "U\x1bPI"}, {"pay_in": "Pay-in", "payout": "Payout"}, FOUND, PAGES)
    assert [{name: value for name, value in one.items() if name != "pages"} for one in shown] == [card, upi]
    assert [one["path"] for one in shown[1]["pages"]] == ["pay_in/UPI.html", "payout/UPI.html"]
    assert files_shown(files, FOUND, PAGES) == [
        {"name": "generators/own/pack.yaml", "page": "", "errors": 1, "warnings": 0},
        {"name": "types.yaml", "page": "", "errors": 0, "warnings": 1},
    ]


def test_errors_come_first() -> None:
    shown = findings_shown([found("a.yaml", Severity.WARNING), found("b.yaml", message="a\u202eb")])
    assert [(one["place"], one["severity"], one["message"], one["help"]) for one in shown] == [
        ("b.yaml:3:7", "error", "a\\u202eb", "write it"),
        ("a.yaml:3:7", "warning", "it is wrong", "write it"),
    ]


BODY = {"amount": 5, "party": {"name": "A", "codes": ["x", "y"], "none": {}}, "a/b": None}
MARKED: dict[str, list[str]] = {
    "#/amount": ['  "amount": 5,'],
    "#/party/codes/1": ['      "y"'],
    "#/party/codes": ['    "codes": [', '      "x",', '      "y"', "    ],"],
    "#/a~1b": ['  "a/b": null'],
    "#/party/iban": ['  "party": {'],
    "#/lost/deeper": ["{"],
    "#": ["{"],
}


@pytest.mark.parametrize("pointer", MARKED)
def test_the_members_that_a_verdict_turns_on_are_marked(pointer: str) -> None:
    lines = marked_lines(turning(pointer))
    assert "\n".join(one["text"] for one in lines).startswith('{\n  "amount": 5,\n  "party": {\n    "name": "A",\n')
    assert [one["text"] for one in lines if one["marked"]] == MARKED[pointer]
    absent = f" at {pointer}, which is absent" if pointer in ("#/party/iban", "#/lost/deeper") else ""
    assert [one["note"] for one in lines if one["note"]] == [f"required{absent}"]
    assert next(one for one in lines if one["note"])["text"] == MARKED[pointer][0]


def turning(pointer: str) -> Counterexample:
    violations: Any = (Violation(code="required", pointer=pointer),)
    site = site_of("request", "amount", "UPI", "payout")
    return Counterexample(site=site, payload=BODY, before=(), after=violations, origin="sample", confirmed_by=())
