"""Every rule as a maintainer meets it: a folder in `cases` for each page, with edits of the starter project.

`failing.yaml` holds edits (see `projects.edit`; files are named from the project's folder, such as
schemas/types.yaml) or several lists of them under names, which together show every code of the page. `passing.yaml`
holds the nearest edits that are right. `expected.txt` is what is found after the failing ones; `make update-cases`
writes it: read the difference before it is committed. Examples of pages are lines of these very cases.
"""

import shutil
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from allowing import allow
from expected_files import Expect
from starter_cases import as_expected, edit_sets, edited, found_in, reject_untrue

from paycat.diagnostics import Diagnostic
from paycat.lint.page import FindingPage, pages
from paycat.lint.rules import RULES
from paycat.reporting.findings.as_text import in_one_line

CASES = Path(__file__).parent / "cases"
ALSO_TOLD = {"release-notes": {"yaml-control-character"}, "shape-references": {"unknown-type"}}
"""Codes that a rule shares with another page, where they are told."""
OF_CHECKING = {"allowances"}
"""The page of what `paycat check` itself finds beside its rules."""
PAGES = [page for page in pages() if page.slug in OF_CHECKING | {rule.page for rule in RULES}]
CODES = {page.slug: {*page.codes, *ALSO_TOLD.get(page.slug, ())} for page in PAGES}

AFTER_ERRORS = {code for page in PAGES for code in page.after_errors}
"""Codes that are reported only when there is no error."""

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.id}-{page.slug}")
each_allowable = pytest.mark.parametrize(
    "page", [page for page in PAGES if page.allowable], ids=lambda page: f"{page.id}-{page.slug}"
)


class Failing(NamedTuple):
    """The starter project after a set of failing edits, and what is found there."""

    project: Path
    found: tuple[Diagnostic, ...]


Of = Callable[[FindingPage], dict[str, Failing]]


@pytest.fixture(scope="session")
def failing(tmp_path_factory: pytest.TempPathFactory) -> Of:
    """What is found after each set of failing edits of a page; the projects are not to be changed."""

    @cache
    def of(page: FindingPage) -> dict[str, Failing]:
        folder = tmp_path_factory.mktemp(page.slug)
        sets = edit_sets(CASES / page.slug / "failing.yaml")
        projects = {name: edited(folder / (name or "project"), edits) for name, edits in sets.items()}
        return {name: Failing(project, found_in(project)) for name, project in projects.items()}

    return of


def test_every_page_has_a_case_and_every_case_a_page() -> None:
    assert sorted(folder.name for folder in CASES.iterdir()) == sorted(page.slug for page in PAGES)
    for folder in CASES.iterdir():
        assert {file.name for file in folder.iterdir()} == {"failing.yaml", "passing.yaml", "expected.txt"}, folder


def test_every_rule_has_a_page() -> None:
    assert {rule.page for rule in RULES} | OF_CHECKING == {page.slug for page in PAGES}


def test_the_starter_itself_has_no_finding(tmp_path: Path) -> None:
    assert found_in(edited(tmp_path / "project", [])) == ()


@each_page
def test_failing(page: FindingPage, failing: Of, expect: Expect) -> None:
    found = {name: one.found for name, one in failing(page).items()}
    expect(CASES / page.slug / "expected.txt", as_expected(found))
    for name, findings in found.items():
        assert any(one.code in CODES[page.slug] for one in findings), f"nothing of this page is found: {name}"
    every = [one for findings in found.values() for one in findings]
    assert set(page.codes) <= {one.code for one in every}
    assert {one.code: one.severity for one in every if one.code in page.codes} == {
        code: page.severity(code) for code in page.codes
    }


@each_page
def test_passing(page: FindingPage, tmp_path: Path) -> None:
    for name, edits in edit_sets(CASES / page.slug / "passing.yaml").items():
        assert edits, "a case that changes nothing passes always"
        assert [in_one_line(one) for one in found_in(edited(tmp_path / (name or "project"), edits))] == [], name


@each_page
def test_the_example_is_true(page: FindingPage, failing: Of) -> None:
    reject_untrue(page.example, CASES / page.slug, {name: one.project for name, one in failing(page).items()})


@each_allowable
def test_what_is_allowable_can_be_allowed_where_it_stands(page: FindingPage, failing: Of, tmp_path: Path) -> None:
    allowed = set()
    for name, (project, before) in failing(page).items():
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
