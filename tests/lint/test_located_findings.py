"""Edits as people make them by mistake, careless or hostile: what is found, and that it is where the mistake is.

A case is in the file of the page that its first finding is on: below `cases` with edits of the starter's catalogue,
below `large` with edits of the frozen project, for what the starter's has not: object types, unions, pages of lists and
currencies without decimal places; and below `short` with edits of direct debits, which state little: most of that
catalogue comes with paycat, or follows from the rest. Nothing is ever found there.

A `‸` in an edit marks a place; it is taken out before the edit is made. With marks, a case `finds` the codes, and every
mark has a finding: the texts are those of a case below `failing`. Other cases expect places and texts. `missed` says
why paycat does not find what it should.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import projects
import pytest
from case_files import Case
from expected_files import Expect
from finding_cases import LOCATED, failing, located
from starter_cases import STARTER, catalogue_of, edited, in_lines

from paycat.cache import Cache
from paycat.catalogue.fields import AUTOCOMPLETES
from paycat.diagnostics import has_errors
from paycat.lint.checking import check_folder
from paycat.lint.context import TABLES, RuleContext
from paycat.lint.rule import pages, pages_by_code
from paycat.lint.statements import Reference
from tests.any_catalogue.extremes.large_catalogues import TOO_LARGE

CASES = located()
BASES = dict(zip(LOCATED, (STARTER, projects.FROZEN, projects.SHORT), strict=True))
IDS = {page.slug: page.id for page in pages()}
MARK = "‸"
SRC = projects.ROOT / "src" / "paycat"
NO_CODES = {
    "date-time",
    "field-type",
    "json-schema",
    "no-catalogue",
    "webhook-id",
    "webhook-signature",
    "webhook-timestamp",
    *AUTOCOMPLETES.meanings,
}

Place = tuple[str, int, int]
"""A file, a line and a column."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{IDS.get(case.file.stem)}-{case.file.stem}-{case.name}")
def test_findings_are_where_the_mistake_is(
    case: Case, tmp_path: Path, expect: Expect, cache: Cache, request: pytest.FixtureRequest
) -> None:
    if reason := case.stated.get("missed"):
        request.applymarker(pytest.mark.xfail(reason=reason))
    project = edited(tmp_path / "project", case.edits, BASES[case.keys[0]])
    marked = {place for file in sorted(edited_files(case)) for place in unmarked(project, file)}
    contract, found = check_folder(project / "schemas", cache=cache)
    assert found, "nothing is found"
    assert not any(one.span.is_shipped for one in found), "the mistake is in no file that comes with paycat"
    assert (contract is None) == has_errors(found)
    if "finds" in case.stated:
        places = {(one.span.path, one.span.line or 0, one.span.column or 0) for one in found}
        assert (places, {one.code for one in found}) == (marked, set(case.stated["finds"])), in_lines(found)
    else:
        expect(case.expected, in_lines(found))


@pytest.mark.slow
def test_each_misspelt_name_is_one_finding_in_its_line(tmp_path: Path, cache: Cache) -> None:
    """What follows from it, and what lacks something as it is unknown, is not reported."""
    project, count = edited(tmp_path / "project", [], projects.SHORT), 0
    mentions = RuleContext(catalogue_of(project)).references(*TABLES, "state", "field")
    stated = [mention for mention in mentions if not mention.span.is_shipped and is_stated(project, mention)]
    for span, name in {mention.span: mention.name for mention in stated}.items():
        file, line = project / span.path, span.line - 1
        data = file.read_text("utf-8")
        lines = data.split("\n")
        start, end = lines[line][: span.column - 1], lines[line][span.column - 1 :]
        if end.startswith(name):  # Else a word has it.
            lines[line] = start + end.replace(name, f"{name[:-2]}{name[-1]}" if len(name) > 3 else f"{name}x", 1)
            file.write_text("\n".join(lines), "utf-8")
            assert [(one.span.path, one.span.line) for one in check_folder(project / "schemas", cache=cache)[1]] == [
                (span.path, span.line)
            ], lines[line]
            file.write_text(data, "utf-8")
            count += 1
    assert count > 70


def is_stated(project: Path, mention: Reference) -> bool:
    """Return whether a file has a name where the catalogue has it: else it follows from what is there."""
    data = projects.read_yaml(project / mention.span.path)
    for step in (*mention.stated.path, *mention.path):
        if isinstance(data, dict) and step not in data:
            return False
        data = data[step] if isinstance(data, dict | list) else data
    return True


def edited_files(case: Case) -> set[str]:
    """Return the files that a case edits and does not delete."""
    return {edit["file"] for edit in case.edits if "delete" not in edit}


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


def test_every_case_with_marks_states_its_codes() -> None:
    for case in CASES:
        assert ("finds" in case.stated) == (MARK in str(case.edits)), case.name
        assert not ("finds" in case.stated and "expected" in case.stated), case.name


def test_cases_are_in_the_file_of_their_first_finding() -> None:
    names = [(case.file, case.name) for case in CASES]
    assert [name for name in names if names.count(name) > 1] == []
    for case in CASES:
        codes = codes_of(case)
        assert codes, case.name
        assert {pages_by_code()[code].slug for code in codes[:1]} == {case.file.stem}, case.name


def codes_of(case: Case) -> list[str]:
    """Return the codes that a case expects, in the order in which it lists them."""
    if "finds" in case.stated:
        return list(case.stated["finds"])
    return [line.split(": ")[0].split()[-1] for line in case.expects.splitlines()]


def test_every_code_has_a_case() -> None:
    cases = [*CASES, *(case for page in pages() for case in failing(page))]
    found = {code for case in cases for code in codes_of(case)}
    stages = (SRC / stage for stage in ("loading", "catalogue", "contract"))
    stated = {word for stage in stages for file in stage.rglob("*.py") for word in _kebab_words(file)}
    assert stated - found - NO_CODES - set(TOO_LARGE.values()) == set()


def _kebab_words(file: Path) -> set[str]:
    """Return the texts of a module that are written like a code."""
    nodes: Iterator[Any] = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {text for text in texts if re.fullmatch("(?!x-)[a-z]+(-[a-z]+)+", text)}
