"""Constraints that a shape implies are stated nowhere: rules and pages speak of them all the same."""

from dataclasses import replace

import pytest
from starter_cases import STARTER

from paycat.cache import Cache
from paycat.lint.checking import check_folder, resolved_folder
from paycat.pages.mistakes import mistakes
from paycat.pages.navigation import all_methods
from paycat.shapes.constraints.pattern import Pattern
from paycat.shapes.json_types import SHAPES


def test_a_pattern_that_a_shape_implies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its places are those of the fields, or the shape of the type."""
    monkeypatch.setitem(SHAPES, "text", replace(SHAPES["text"], implied={"pattern": "^[^\\n]*[^\\n]*$"}))
    _, found = check_folder(STARTER / "schemas")
    assert {one.code for one in found} == {"unbounded-pattern"}
    assert all(one.span.line for one in found)


def test_a_text_constraint_that_pydantic_has_no_error_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages describe a mistake in the constraint's own words."""
    contract, found = resolved_folder(STARTER / "schemas")
    assert contract is not None
    assert found == ()
    request = next(one for one in contract.requests() if one.method == "SEPA_DEBIT")
    before = mistakes(contract, request, all_methods(contract), Cache())
    monkeypatch.setattr(Pattern, "error", "of_another_form")
    after = mistakes(contract, request, all_methods(contract), Cache())
    details = {
        error["detail"] for one in after for error in one.document.get("errors", ()) if error["code"] == "pattern"
    }
    assert [one.id for one in after] == [one.id for one in before]
    assert details
    assert all(one.startswith("must match ^") for one in details)
