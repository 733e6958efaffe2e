"""paycat as git's diff driver, set up as the page says."""

import re
from pathlib import Path

import ci_page
import pytest
import repositories
from expected_files import Expect, as_shown
from repositories import BREAKING, committed, git, ran
from system_programs import needed

CONTRACT = "generated/contract/contract.json"


@pytest.fixture
def driven(repository: Path) -> Path:
    """The small project, with the driver set up by the commands of the page, and an edit that is not committed."""
    setting_up, _ = ci_page.blocks("git diff", "console")
    commands = re.findall(r"^\$ (.*)$", setting_up, re.MULTILINE)
    assert len(commands) == 2
    for command in commands:
        ended = ran(needed("sh"), "-c", command, cwd=repository)
        assert (ended.returncode, ended.stdout) == (0, ""), command
    committed(repository, "The driver")
    return repositories.changed(repository, BREAKING)


def test_the_working_tree(driven: Path, expect: Expect) -> None:
    """What the page shows is what is printed, but for the lines that it leaves out."""
    shown = ci_page.blocks("git diff", "console")[1]
    command, _, expected = shown.removeprefix("$ ").partition("\n")
    printed = re.sub(r" +\n", "\n", git(driven, *command.split()[1:])) + "\n"
    expect.part(ci_page.PAGE, shown, f"$ {command}\n{as_shown(expected, printed)}")


def test_the_lines_are_still_there(driven: Path) -> None:
    printed = git(driven, "diff", "--no-ext-diff", "--", CONTRACT)
    assert re.search(r"^-.*6", printed, re.MULTILINE)
    assert "mandate.reference" not in git(driven, "diff", "--stat")


def test_the_log(driven: Path) -> None:
    """Also of a contract that was not there, and of one that is gone."""
    committed(driven, "Breaks")
    (driven / CONTRACT).unlink()
    committed(driven, "No contract")
    printed = git(driven, "log", "-p", "--ext-diff", "--format=--- %s", "--", CONTRACT)
    _, gone, breaks, new = re.split(r"^--- .*$", printed, flags=re.MULTILINE)
    assert "mandate.reference" in breaks
    assert '{"' not in gone + new
    assert gone.strip()
    assert new.strip()
