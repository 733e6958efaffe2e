"""Cases on the starter project: copies with edits, what is found in each, and examples that must be true of them."""

import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import projects
from expected_files import text_of

from paycat.cache import Cache
from paycat.catalogue.reading import Catalogue, read_catalogue
from paycat.diagnostics import Diagnostic
from paycat.lint.checking import check_folder
from paycat.reporting.findings import in_one_line

STARTER = projects.HERE / "bank_collections"
"""A copy of the starter's catalogue, which changes of what `paycat init` writes need not change."""
_SAME = Cache()
"""What the last check knew: cases differ in few files, and a check with a cache finds what one without finds."""
_PARTS = re.compile(r"in (a shell|\S+)\n\n(.*?)\n\n(?:and (?=in )|is found as\n\n(?P<found>.*))", re.DOTALL)


def edited(folder: Path, edits: list[dict[str, Any]], base: Path = STARTER) -> Path:
    """Make a copy of the starter project with some edits, their files relative to the project; return its folder."""
    shutil.copytree(base, folder)
    projects.edit(folder, edits)
    return folder


def found_in(project: Path) -> tuple[Diagnostic, ...]:
    """Return everything that `paycat check` finds in a project."""
    found = check_folder(project / "schemas", cache=_SAME)[1]
    _SAME.forget_unused()
    return found


def catalogue_of(project: Path) -> Catalogue:
    """Return the catalogue of a project as it is stated."""
    catalogue, _ = read_catalogue(project / "schemas", cache=_SAME)
    assert catalogue is not None
    return catalogue


def in_lines(found: Iterable[Diagnostic]) -> str:
    """Return findings as cases expect them, each in a line."""
    return "".join(f"{in_one_line(one)}\n" for one in found)


def reject_untrue(example: str, command: str | None, made: Iterable[tuple[str, Path]]) -> None:
    """Fail unless a project that was made for a page has the lines of its example, and gives its findings."""
    shown, wanted = example_of(example)
    for found, project in made:
        texts = (
            (f"paycat {command}\n" if location == "a shell" else text_of(project / location), lines)
            for location, lines in shown
        )
        if set(wanted) <= set(found.splitlines()) and all(stands_in(lines, text) for text, lines in texts):
            return
    raise AssertionError(f"no failing edits have the lines and the findings of the example: {example}")


def example_of(text: str) -> tuple[list[tuple[str, str]], list[str]]:
    """Return what a page shows as example: the files with their lines, and the findings, each as one line."""
    shown: list[tuple[str, str]] = []
    for part in _PARTS.finditer(text):
        shown.append((part[1], _dedented(part[2])))
        if part["found"]:
            return shown, _joined(_dedented(part["found"]))
    raise AssertionError(f"an example reads `in FILE`, its lines, `is found as`, the findings; and this is: {text}")


def stands_in(lines: str, text: str) -> bool:
    """Tell whether a text has these lines, one below the other and indented alike; `...` stands for any lines."""
    first, *others = lines.splitlines()
    pattern = f"^(?P<indent> *){re.escape(first)}$"
    for line in others:
        pattern += r"(?:\n.*)*?" if line.strip() == "..." else rf"\n(?P=indent){re.escape(line)}$"
    return re.search(pattern, text, re.MULTILINE) is not None


def _dedented(block: str) -> str:
    lines = block.splitlines()
    assert all(line.startswith("    ") for line in lines), f"indent it by four blanks: {block}"
    return "\n".join(line[4:] for line in lines)


def _joined(block: str) -> list[str]:
    """Return the findings, each with the deeper lines in which it goes on."""
    return [re.sub(r"\n +", " ", one) for one in re.split(r"\n(?! )", block)]
