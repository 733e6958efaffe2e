"""Edits as people make them, clumsy or hostile: what is told, and that it stands where the hand slipped.

A case is `edit.yaml`, edits of a copy of schemas/, and `expected.txt`. A `‸` in an edit marks a place where something
must be found; it is taken out before the edit is made. `whole: FILE` says that a finding speaks of a file as a whole.
Nothing may be found anywhere else. `make update-cases` writes every `expected.txt`.

`slips.yaml` has more of them, each with the codes that are found: their findings are in marked lines.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import projects
import pytest
from expected_files import Expect

from paycat.cache import Cache
from paycat.lint.checking import check_folder
from paycat.reporting.findings.as_text import in_one_line

CASES = sorted((Path(__file__).parent / "cases").iterdir())
MARK = "‸"
SLIPS: dict[str, dict[str, Any]] = projects.read_yaml(Path(__file__).with_name("slips.yaml"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_findings_stand_where_the_hand_slipped(case: Path, tmp_path: Path, expect: Expect, cache: Cache) -> None:
    folder = tmp_path / "schemas"
    shutil.copytree(projects.SCHEMAS, folder)
    edits = projects.read_yaml(case / "edit.yaml")
    projects.edit(folder, [edit for edit in edits if "whole" not in edit])
    wanted = {(f"schemas/{edit['whole']}", 0, 0) for edit in edits if "whole" in edit}
    for file in {edit["file"] for edit in edits if "file" in edit and "delete" not in edit}:
        wanted |= {(f"schemas/{file}", line, column) for line, column in unmarked(folder / file)}
    _, findings = check_folder(folder, cache=cache)
    lines = [in_one_line(found) for found in findings]
    assert {(one.span.path, one.span.line, one.span.column) for one in findings} == wanted, "\n".join(lines)
    expect(case / "expected.txt", "".join(f"{line}\n" for line in lines))


@pytest.mark.parametrize("slip", SLIPS.values(), ids=SLIPS)
def test_findings_are_in_the_line_of_the_slip(slip: dict[str, Any], tmp_path: Path, cache: Cache) -> None:
    folder = tmp_path / "schemas"
    shutil.copytree(projects.SCHEMAS, folder)
    projects.edit(folder, slip["edits"])
    files = {edit["file"] for edit in slip["edits"]}
    marked = {(f"schemas/{file}", line) for file in files for line, _ in unmarked(folder / file)}
    _, findings = check_folder(folder, cache=cache)
    listed = "\n".join(in_one_line(one) for one in findings)
    assert {one.code for one in findings} == set(slip["finds"]), listed
    assert {(one.span.path, one.span.line) for one in findings} <= marked, listed


def unmarked(file: Path) -> Iterator[tuple[int, int]]:
    """Take the marks out of a file, and return where they stood."""
    text = file.read_bytes().decode()
    locations = []
    while MARK in text:
        before, _, after = text.partition(MARK)
        locations.append((before.count("\n") + 1, len(before) - before.rfind("\n")))
        text = before + after
    file.write_bytes(text.encode())
    return iter(locations)


def test_every_edit_marks_a_place() -> None:
    for case in CASES:
        edits: list[dict[str, Any]] = projects.read_yaml(case / "edit.yaml")
        marks = sum(str(edit).count(MARK) + ("whole" in edit) for edit in edits)
        assert marks, f"{case.name} marks no place"
