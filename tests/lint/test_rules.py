"""Every rule as a maintainer meets it, in the starter project: what each page's failing and passing edits find.

The file of a page in `cases/` has edits below `failing`, which together show every code of the page, and below
`passing`, the nearest ones that are right. `make update-cases` writes what is found after the failing ones: read the
difference before it is committed. Examples of pages are lines of these very cases.
"""

import shutil
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from allowing import allow
from case_files import TextOf, text_at
from expected_files import Expect
from finding_cases import SECTIONS, command_of, failing, passing, sections_of
from starter_cases import edited, found_in, in_lines, reject_untrue

from paycat.diagnostics import Diagnostic
from paycat.lint.rule import FindingPage, pages
from paycat.lint.rules import RULES

ALSO_TOLD = {"release-notes": {"yaml-control-character"}, "shape-references": {"unknown-type"}}
"""Codes that a rule shares with another page, where they are told."""
OF_CHECKING = {"allowances"}
"""The page of what `paycat check` itself finds beside its rules."""
PAGES = [page for page in pages() if page.slug in OF_CHECKING | {rule.page for rule in RULES}]
CODES = {page.slug: {*page.codes, *ALSO_TOLD.get(page.slug, ())} for page in PAGES}

LAST = ("missing-source", "only-", "unknown-variant", "untried-", "unused-")
AFTER_ERRORS = {code for page in PAGES for code in page.codes if code.startswith(LAST)}
"""Codes that are reported only when there is no error."""

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.id}-{page.slug}")
grouped_by_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.id}-{page.slug}", scope="module")
"""All tests of a page are run one after the other, so that its failing cases are checked once."""


class Failing(NamedTuple):
    """The starter project after the edits of a failing case, what is found there, and where that is expected."""

    project: Path
    found: tuple[Diagnostic, ...]
    expected: TextOf


@pytest.fixture(scope="module", name="cases")
def _cases(page: FindingPage, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Failing]:
    """What is found in each failing case of a page; the projects are not to be changed."""
    folder = tmp_path_factory.mktemp(page.slug)
    projects = {case: edited(folder / case.name, case.edits) for case in failing(page)}
    return {case.name: Failing(project, found_in(project), case.expected) for case, project in projects.items()}


def test_every_rule_has_cases() -> None:
    for page in PAGES:
        assert {"failing", "passing"} <= sections_of(page) <= set(SECTIONS), page.slug
        assert failing(page), page.slug
        assert passing(page), page.slug


def test_every_rule_has_a_page() -> None:
    assert {rule.page for rule in RULES} | OF_CHECKING == {page.slug for page in PAGES}


def test_the_starter_itself_has_no_finding(tmp_path: Path) -> None:
    assert found_in(edited(tmp_path / "project", [])) == ()


@grouped_by_page
def test_failing(page: FindingPage, cases: dict[str, Failing], expect: Expect) -> None:
    for name, case in cases.items():
        expect(case.expected, in_lines(case.found))
        assert any(one.code in CODES[page.slug] for one in case.found), f"nothing of this page is found: {name}"
    every = [one for case in cases.values() for one in case.found]
    assert not any(one.span.is_shipped for one in every)
    assert set(page.codes) <= {one.code for one in every}
    assert {one.code: one.severity for one in every if one.code in page.codes} == {
        code: page.severity(code) for code in page.codes
    }


@each_page
def test_passing(page: FindingPage, tmp_path: Path) -> None:
    for case in passing(page):
        assert case.edits, "a case that changes nothing passes always"
        assert in_lines(found_in(edited(tmp_path / case.name, case.edits))) == "", case.name


@grouped_by_page
def test_the_example_is_true(page: FindingPage, cases: dict[str, Failing]) -> None:
    made = [(text_at(case.expected), case.project) for case in cases.values()]
    reject_untrue(page.example, command_of(page), made)


@grouped_by_page
def test_what_is_allowable_can_be_allowed_where_it_stands(
    page: FindingPage, cases: dict[str, Failing], tmp_path: Path
) -> None:
    allowed = set()
    for name, (project, before, _) in cases.items():
        for finding in {one.code: one for one in before if one.code in page.allowable}.values():
            copy = shutil.copytree(project, tmp_path / f"{name}-{finding.code}")
            allow(copy, finding)
            left, were = Counter(map(said, found_in(copy))), Counter(map(said, before))
            assert left[said(finding)] < were[said(finding)]
            assert {code for code, _ in were - left} == {finding.code}, "it allows more than it says"
            assert {code for code, _ in left - were} <= AFTER_ERRORS, "another finding comes up"
            allowed.add(finding.code)
    assert allowed == page.allowable


def said(finding: Diagnostic) -> tuple[str, str]:
    """Return a finding without its place, which moves when lines are added."""
    return finding.code, finding.message
