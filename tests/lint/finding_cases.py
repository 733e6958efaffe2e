"""The cases of finding pages: a file of `cases/` for each page, named by its slug.

`failing` are edits of the starter project that together show every code of the page, `passing` the nearest edits that
are right, and `cases` edits of the frozen project. With `command`, the starter project was generated before the edits,
and the command is run after them. Files are named from the project's folder (see `projects.edit`).
"""

from collections.abc import Iterable
from pathlib import Path

from case_files import Case, cases_in, read_file

from paycat.lint.rule import FindingPage

FILES = sorted((Path(__file__).parent / "cases").glob("*"))
SECTIONS = ("failing", "passing", "cases")
MARKING = ("marks", "finds", "missed")
"""What a case below `cases` may state beside its edits (see test_located_findings.py)."""


def failing(page: FindingPage) -> list[Case]:
    """Return the failing edits of a page."""
    return _section(_file_of(page), "failing")


def passing(page: FindingPage) -> list[Case]:
    """Return the passing edits of a page."""
    return _section(_file_of(page), "passing")


def located() -> list[Case]:
    """Return the cases of every page that are edits of the frozen project."""
    return [case for file in FILES for case in _section(file, "cases", MARKING)]


def command_of(page: FindingPage) -> str | None:
    """Return the command that finds what is on a page; None if checking does."""
    command: str | None = read_file(_file_of(page)).get("command")
    return command


def sections_of(page: FindingPage) -> set[str]:
    """Return what the file of a page has."""
    return set(read_file(_file_of(page)))


def _file_of(page: FindingPage) -> Path:
    return Path(__file__).parent / "cases" / f"{page.slug}.yaml"


def _section(file: Path, name: str, optional: Iterable[str] = ()) -> list[Case]:
    beside = {*SECTIONS, "command"} - {name}
    return cases_in(file, name, required=["edits"], optional=[*optional], beside=beside)
