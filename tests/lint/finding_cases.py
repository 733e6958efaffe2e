"""The cases of finding pages: a file of `cases/` for each page, named by its slug.

`failing` are edits of the starter's catalogue that together show every code of the page, with the text of each finding,
and `passing` the nearest edits that are right. `cases` are further edits of the starter's catalogue, `large` such of
the frozen project, and `short` such of direct debits (see test_located_findings.py). With `command`, the project was
generated before the edits, and the command is run after them. Files are named from the project's folder (see
`projects.edit`).
"""

from collections.abc import Iterable
from pathlib import Path

from case_files import Case, cases_in, read_file

from paycat.lint.rule import FindingPage

FILES = sorted((Path(__file__).parent / "cases").glob("*"))
LOCATED = ("cases", "large", "short")
SECTIONS = ("failing", "passing", *LOCATED)


def failing(page: FindingPage) -> list[Case]:
    """Return the failing edits of a page."""
    return _section(_file_of(page), "failing")


def passing(page: FindingPage) -> list[Case]:
    """Return the passing edits of a page."""
    return _section(_file_of(page), "passing")


def located() -> list[Case]:
    """Return the cases of every page that are of one section of `LOCATED`."""
    return [case for file in FILES for name in LOCATED for case in _section(file, name, ("finds", "missed"))]


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
