"""Vectors about the text of a body, in a catalogue with other limits than those of the first."""

import shutil
from pathlib import Path

import projects
import pytest
from starter_cases import STARTER

from paycat.conformance.derive.model import Vector
from paycat.conformance.derive.text import text_vectors
from paycat.lint.checking import check_folder

USUAL = 16384


def vectors(folder: Path, limit: int) -> list[Vector]:
    shutil.copytree(STARTER, folder)
    old, new = (f"body_bytes: {{ value: {value}," for value in (USUAL, limit))
    decided, decides = (f"limits.body_bytes: {value}" for value in (USUAL, limit))
    edits = [
        {"file": "schemas/interface/rules.yaml", "find": old, "replace": new},
        {"file": "schemas/decisions.yaml", "find": decided, "replace": decides},
    ]
    projects.edit(folder, edits)
    contract, found = check_folder(folder / "schemas")
    assert contract is not None, found
    return text_vectors(contract)


@pytest.mark.parametrize("limit", [1200, USUAL, 20_000_000])
def test_only_vectors_about_size_are_larger_than_the_largest_body(tmp_path: Path, limit: int) -> None:
    found = vectors(tmp_path / "project", limit)
    large = {one.id for one in found if len(one.body()) > limit}
    assert large == {one.id for one in found if "body-too-large" in {violation.code for violation in one.violations}}
    assert {name.partition("/")[2] for name in large} == {
        "huge",
        "one_byte_too_large",
        "one_byte_too_large_in_pieces",
    }
    assert {"pay_in:text/deep_array", "pay_in:text/deep_array_unclosed", "pay_in:text/largest"} <= {
        one.id for one in found
    }


def test_what_does_not_fit_is_left_out_and_nothing_else(tmp_path: Path) -> None:
    usual, small = ({one.id for one in vectors(tmp_path / str(limit), limit)} for limit in (USUAL, 1200))
    assert small < usual
    assert {name.partition("/")[2] for name in usual - small} == {"amount_5000_digits", "amount_with_many_zeros"}
