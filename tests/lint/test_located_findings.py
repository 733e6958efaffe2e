"""Edits as people make them by mistake, careless or hostile: what is found, and that it is where the mistake is.

Cases are edits of a copy of the frozen project, below `cases` in the file of the page that their first finding is on. A
`‸` in an edit marks a place; it is taken out before the edit is made. `whole: FILE` says that a finding is about a file
as a whole. Every place has a finding, and nothing is found anywhere else, unless `marks` says otherwise:

- `first-error`: the first finding is an error in a marked line, and two findings at most describe the mistake. These
  are mistakes of new maintainers, written down with their places before paycat was run on any of them;
- `lines`: all findings are in marked lines, and `finds` has their codes instead of `expected`;
- `none`: there are no marks, and `expected` alone says where the findings are.

`missed` says why paycat does not find a mistake.
"""

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import projects
import pytest
from case_files import Case
from expected_files import Expect
from finding_cases import located
from starter_cases import in_lines

from paycat.cache import Cache
from paycat.catalogue.fields import Autocomplete
from paycat.diagnostics import Diagnostic, Severity, has_errors
from paycat.lint.checking import check_folder
from paycat.lint.rule import pages, pages_by_code
from tests.any_catalogue.extremes.large_catalogues import TOO_LARGE

CASES = located()
IDS = {page.slug: page.id for page in pages()}
MARK = "‸"
SRC = projects.ROOT / "src" / "paycat"
NO_CODES = {"date-time", "field-type", "json-schema", "no-catalogue", *get_args(Autocomplete)}

Place = tuple[str, int, int]
"""A file, a line and a column."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{IDS.get(case.file.stem)}-{case.file.stem}-{case.name}")
def test_findings_are_where_the_mistake_is(
    case: Case, tmp_path: Path, expect: Expect, cache: Cache, request: pytest.FixtureRequest
) -> None:
    if reason := case.stated.get("missed"):
        request.applymarker(pytest.mark.xfail(reason=reason))
    shutil.copytree(projects.SCHEMAS, tmp_path / "schemas")
    projects.edit(tmp_path, [edit for edit in case.edits if "whole" not in edit])
    marked = {place for file in sorted(edited_files(case)) for place in unmarked(tmp_path, file)}
    marked |= {(edit["whole"], 0, 0) for edit in case.edits if "whole" in edit}
    contract, found = check_folder(tmp_path / "schemas", cache=cache)
    listed = in_lines(found)
    if "finds" in case.stated:
        assert {one.code for one in found} == set(case.stated["finds"]), listed
    else:
        expect(case.expected, listed)
    assert found, "nothing is found"
    assert (contract is None) == has_errors(found)
    assert_are_at(marked, case.stated.get("marks"), found)


def assert_are_at(marked: set[Place], marks: str | None, found: tuple[Diagnostic, ...]) -> None:
    """Fail unless findings are at the marked places, in the sense of what a case says of its marks."""
    places = [(one.span.path, one.span.line or 0, one.span.column or 0) for one in found]
    lines, listed = {place[:2] for place in marked}, in_lines(found)
    match marks:
        case "none":
            assert not marked, "a place is marked; say what the marks are"
        case "lines":
            assert {place[:2] for place in places} <= lines, listed
        case "first-error":
            assert found[0].severity is Severity.ERROR, listed
            assert places[0][:2] in lines, listed
            assert len(found) <= 2, listed
        case _:
            assert marks is None, f"no such marks: {marks}"
            assert set(places) == marked, listed


def edited_files(case: Case) -> set[str]:
    """Return the files that a case edits and does not delete."""
    return {edit["file"] for edit in case.edits if "file" in edit and "delete" not in edit}


def unmarked(project: Path, file: str) -> Iterator[Place]:
    """Take the marks out of a file, and return where they were."""
    data = (project / file).read_bytes()
    if MARK.encode() in data:
        text = data.decode()
        while MARK in text:
            before, _, after = text.partition(MARK)
            yield file, before.count("\n") + 1, len(before) - before.rfind("\n")
            text = before + after
        (project / file).write_bytes(text.encode())


def test_every_edit_marks_a_place() -> None:
    """Otherwise nobody has said where the findings should be."""
    marking = {case.name for case in CASES if MARK in str(case.edits) or any("whole" in edit for edit in case.edits)}
    assert {case.name for case in CASES if case.stated.get("marks") != "none"} == marking


def test_cases_are_in_the_file_of_their_first_finding() -> None:
    names = [case.name for case in CASES]
    assert [name for name in names if names.count(name) > 1] == []
    for case in CASES:
        assert ("finds" in case.stated) == (case.stated.get("marks") == "lines"), case.name
        codes = case.stated["finds"] if "finds" in case.stated else codes_of(case.expects)
        assert codes or "missed" in case.stated, case.name
        assert {pages_by_code()[code].slug for code in codes[:1]} <= {case.file.stem}, case.name


def codes_of(listed: str) -> list[str]:
    return [line.split(": ")[0].split()[-1] for line in listed.splitlines()]


def test_every_code_has_a_case() -> None:
    found = {code for case in CASES if "finds" not in case.stated for code in codes_of(case.expects)}
    stages = (SRC / stage for stage in ("loading", "catalogue", "contract"))
    stated = {word for stage in stages for file in stage.rglob("*.py") for word in _kebab_words(file)}
    assert stated - found - NO_CODES - set(TOO_LARGE.values()) == set()


def _kebab_words(file: Path) -> set[str]:
    """Return the texts of a module that are written like a code."""
    nodes: Iterator[Any] = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {text for text in texts if re.fullmatch("(?!x-)[a-z]+(-[a-z]+)+", text)}
