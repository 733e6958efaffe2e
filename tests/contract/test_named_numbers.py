"""What texts insert by name, and what is suggested for other names; a changed number changes every text that has it."""

import re
import shutil
import tempfile
from functools import cache
from pathlib import Path

import projects
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from starter_cases import STARTER

from paycat.cache import Cache
from paycat.catalogue.reading import read_catalogue
from paycat.contract.named_numbers import IN_BRACES, NamedNumbers
from paycat.contract.resolve import resolve
from paycat.contract.shapes import ShapeValues
from paycat.diagnostics import did_you_mean
from paycat.lint.checking import resolved_folder
from paycat.project.building import build
from paycat.project.workspace import Workspace

CATALOGUE = projects.SMALL


@cache
def numbers(folder: Path = CATALOGUE) -> NamedNumbers:
    catalogue, _ = read_catalogue(folder / "schemas")
    assert catalogue is not None
    contract, _ = resolve(catalogue)
    return NamedNumbers(ShapeValues(catalogue), contract.requests())


def test_a_field_that_methods_share_has_the_bound_of_each(tmp_path: Path) -> None:
    """Though `paycat check` reports the text, as a reader of the request table could not tell which bound is meant."""
    project = Path(shutil.copytree(STARTER, tmp_path / "project"))
    table = project / "schemas" / "requests" / "payout.yaml"
    text = table.read_text(encoding="utf-8")
    changed = re.sub(r"(  notify_url:\n(?:    .*\n)*?    meaning: ).*", r"\1Up to {payout.amount.maximum}", text)
    table.write_text(changed, encoding="utf-8")
    catalogue, _ = read_catalogue(project / "schemas")
    assert catalogue is not None
    contract, _ = resolve(catalogue)
    fields = {
        one.method: next(field for field in one.root.fields() if field.role == "notify")
        for one in contract.requests("payout")
    }
    shown = {method: field.meaning for method, field in fields.items()}
    assert shown == {"FASTER_PAYMENT": "Up to 1000000", "SEPA_TRANSFER": "Up to 999999999.99"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("limits.body_bytes", "16384 bytes"),
        ("limits.body_bytes.number", "16384"),
        ("idempotency.retention_hours", "48 hours"),
        ("versioning.notice_months", "12 months"),
        ("delivery.attempts", "5 attempts"),
        ("delivery.schedule_seconds", "at once, 1 minute, 15 minutes, 2 hours and 20 hours"),
        ("delivery.schedule_seconds.number", "0, 60, 900, 7200 and 72000"),
        ("signing.tolerance_seconds", "5 minutes"),
        ("courses.refund.after_seconds", "1 second"),
        ("outcomes.test-slow.delay_seconds", "5 seconds"),
        ("problems.token-missing.status", "401"),
        ("operations.createRefund.success.status", "201"),
        ("parameters.RepeatKey.max_length", "100 characters"),
        ("response_headers.CallId.min_length", "1 character"),
        ("types.amount.maximum", "999999999.99"),
        ("records.CollectionRecord.end_to_end_id.max_length", "40 characters"),
        ("records.RefusedField.accepted_combinations[][].max_length", "100 characters"),
        ("payout.amount.decimal_places", "2 decimal places"),
        ("payout.invoices[].words.max_items", "5 items"),
        ("payout.invoices[].words[].max_length", "20 characters"),
    ],
)
def test_what_texts_insert(name: str, text: str) -> None:
    assert numbers().text(name) == text


@pytest.mark.parametrize(
    "name",
    [
        *("limits", "limits.", "limits.body", "limits.body_bytes.value", "limits.body_bytes.number.number"),
        *("problems.token-missing.status.number", "types.amount.decimal_places", "types.iban.pattern"),
        *("pay_in", "pay_in.", "pay_in.amount", "pay_in.nothing.max_length", "payout..max_length", "x.y", ".number"),
        "records.Nothing.id.max_length",
    ],
)
def test_names_of_no_number(name: str) -> None:
    assert numbers().meant(name) == {}
    assert numbers().text(name) is None


def test_a_bound_is_that_of_the_method_in_whose_file_the_text_is() -> None:
    name = "pay_in.mandate.reference.min_length"
    assert len(numbers().meant(name)) == 2
    assert numbers().text(name) is None
    assert numbers().text(name, "bacs:debit") == "6 characters"
    assert numbers().text(name, "SEPA_DEBIT") == "1 character"
    assert numbers().text("payout.amount.decimal_places", "bacs:debit") == "2 decimal places", "it has no payouts"


def test_every_name_has_a_number_and_is_written_in_braces() -> None:
    for name in numbers().names:
        assert numbers().meant(name), name
        found = IN_BRACES.fullmatch(f"{{{name}}}")
        assert found, name
        assert found["name"] == name


@pytest.mark.slow
@given(some.data())
@settings(max_examples=150, deadline=None)
def test_a_name_with_one_wrong_letter_is_found(data: some.DataObject) -> None:
    """It is suggested, or another name that is one letter away, such as that of another record."""
    name = data.draw(some.sampled_from(numbers().names))
    place = data.draw(some.integers(0, len(name) - 1))
    wrong = name[:place] + data.draw(some.sampled_from(("", "x", f"x{name[place]}"))) + name[place + 1 :]
    if numbers().meant(wrong):
        return
    hint = did_you_mean(wrong, numbers().names)
    assert hint.startswith("did you mean '"), (wrong, hint)
    suggested = hint.split("'")[1]
    assert suggested == name or _alike(wrong, suggested), (wrong, suggested)


def _alike(wrong: str, suggested: str) -> bool:
    """Tell whether two names differ in two letters at most, one after the other."""
    start = next((at for at, (a, b) in enumerate(zip(wrong, suggested, strict=False)) if a != b), len(wrong))
    ends = zip(wrong[:start:-1], suggested[:start:-1], strict=False)
    same = next((at for at, (a, b) in enumerate(ends) if a != b), len(wrong) - start)
    return max(len(wrong), len(suggested)) - start - same <= 2


_CACHE = Cache()
_PIECES = some.sampled_from(
    (
        *("{", "}", "{{", "}}", ".", "$", "{}", "{.}", "{a}", "{a.b}", "{a..b}", "{limits.body_bytes}", "{body_bytes}"),
        *("{limits.body_bytes.number}", "{pay_in.mandate.reference.min_length}", "{pay_in.}", "{records.x}", "'", '"'),
        *("\\", "\n\n", "é", "a", " ", "{types.}", "{parameters.RepeatKey.}", "{a.[]}", "{1.5}", "%s", "{0}"),
    )
)


@pytest.mark.slow
@given(some.lists(_PIECES, max_size=30).map("".join))
@settings(max_examples=60, deadline=None)
def test_braces_in_texts_are_names_or_stay(text: str) -> None:
    """A finding is at the brace of its name; what is no name of one number is in the contract as it was."""
    quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    with tempfile.TemporaryDirectory() as folder:
        schemas = shutil.copytree(STARTER / "schemas", Path(folder) / "schemas")
        file = schemas / "interface" / "operations.yaml"
        before = "    description: The answer is the refund in its present state."
        edited = file.read_text(encoding="utf-8").replace(before, f'    description: "x{quoted}x"')
        file.write_text(edited, encoding="utf-8")
        contract, found = resolved_folder(schemas, cache=_CACHE)
    _CACHE.forget_unused()
    lines = edited.splitlines()
    named = [one for one in found if one.code in ("unknown-number", "ambiguous-number")]
    assert all(lines[one.span.line - 1][one.span.column - 1] == "{" for one in named)
    assert contract is not None
    description = next(one.description for one in contract.interface.operations if one.id == "getRefund")
    assert description == IN_BRACES.sub(lambda one: numbers(STARTER).text(one["name"]) or one[0], f"x{text}x")


@pytest.mark.slow
def test_a_changed_number_changes_every_artefact_that_names_it(tmp_path: Path) -> None:
    """Documents, pages and modules all have the text of the contract, so none has the number of before."""
    edits = [
        ("interface/rules.yaml", "body_bytes: { value: 65536", "body_bytes: { value: 54321"),
        ("interface/events.yaml", "tolerance_seconds: 300", "tolerance_seconds: 420"),
        ("interface/operations.yaml", "    length: 1..255\n    example: 0000", "    length: 1..200\n    example: 0000"),
        ("interface/problems.yaml", "key_reused\n    status: 422", "key_reused\n    status: 409"),
        ("decisions.yaml", "limits.body_bytes: 65536", "limits.body_bytes: 54321"),
        ("decisions.yaml", "signing.tolerance_seconds: 300", "signing.tolerance_seconds: 420"),
        ("decisions.yaml", "idempotency-key-reused.status: 422", "idempotency-key-reused.status: 409"),
    ]
    decisions = [("more than 5 minutes away", "too far away"), ("(1 to 255 visible ASCII", "(visible ASCII")]
    words = {
        "more than 65536 bytes": "more than 54321 bytes",
        "more than 5 minutes away": "more than 7 minutes away",
        "1 to 255 visible ASCII": "1 to 200 visible ASCII",
        "it is answered with 422, problem": "it is answered with 409, problem",
    }
    shutil.copytree(projects.PROJECT / "schemas", tmp_path / "schemas")
    projects.edit(tmp_path / "schemas", [{"file": "decisions.yaml", "find": a, "replace": b} for a, b in decisions])
    before = artefacts(tmp_path)
    projects.edit(tmp_path / "schemas", [{"file": file, "find": old, "replace": new} for file, old, new in edits])
    after = artefacts(tmp_path)
    for old, new in words.items():
        naming = {path for path, text in before.items() if old in text}
        assert {path.partition("/")[0] for path in naming} >= {"contract", "docs", "openapi"}, old
        assert {path for path, text in after.items() if old in text} == set(), old
        assert {path for path, text in after.items() if new in text} >= naming, new


def artefacts(project: Path) -> dict[str, str]:
    """Return the texts of all that is generated, their blanks and line breaks alike."""
    contract, found = resolved_folder(project / "schemas")
    assert contract is not None
    assert found == ()
    files = build(Workspace(project), contract).texts()
    return {path: " ".join(text.split()) for path, text in files.items()}
