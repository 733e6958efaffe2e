"""`make release` in a fresh clone: it ends with 0, and everything that its pages link or name is in the folder."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import projects
import pytest
from system_programs import needed

from paycat.pages.registers import released

_ELSEWHERE = re.compile("[a-z]+:")
_LINK = re.compile(r'(?:href|src)="([^"]+)"')
_CODE = re.compile("<code>([^<]*)</code>")
_FILE = re.compile(r"[\w.-]+/(?:[\w.-]+/)*(?:[\w-][\w.-]*\.[a-z]+[0-9]*)?|[\w.-]+\.zip|SHA256SUMS")
_NO_FILES = {"application/json", "application/problem+json", "customer.zip", "gopkg.in/validator.v2", ".cache/clients/"}
"""Media types, a field of requests, a module of Go, and a folder that tests of clients make."""


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a release of this repository as it is committed, made with what is installed here."""
    if not (projects.ROOT / ".git").exists() or (projects.ROOT / ".git/shallow").exists():
        pytest.skip("this is no clone with the whole history")
    clone = tmp_path_factory.mktemp("fresh") / "paycat"
    subprocess.run([needed("git"), "clone", "--quiet", str(projects.ROOT), str(clone)], check=True)
    (clone / ".venv").symlink_to(sys.prefix)
    for file in clone.glob("**/*"):
        if file.is_file() and not file.is_relative_to(clone / ".venv"):
            os.utime(file, (0, 0))  # Nothing is installed again.
    environment = projects.environ(PYTHONPATH=str(clone / "src"))
    command = [needed("make"), "release"]
    ended = subprocess.run(command, cwd=clone, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout[-3000:] + ended.stderr[-3000:]
    [made] = (file.parent for file in (clone / "dist").glob("*/release.json"))
    return made


def test_every_link_of_the_site_leads_to_a_file_of_it(release: Path) -> None:
    site = release / "site"
    assert [broken for page in pages(release) for broken in broken_links(page, site)] == []


def test_every_file_that_a_page_names_is_in_the_release(release: Path) -> None:
    wrong = [(page.name, name) for page in pages(release) for name in named(page) if not is_there(name, page, release)]
    assert wrong == []


def test_its_pages_of_changes_agree(release: Path) -> None:
    changes = (release / "CHANGES.md").read_text(encoding="utf-8")
    assert "not released" not in changes
    assert str(released(changes)) in (release / "site/docs/changelog.html").read_text(encoding="utf-8")
    clone = release.parents[1]
    assert projects.paycat("changelog", "--all", cwd=clone, PYTHONPATH=str(clone / "src")).stdout in changes


def pages(release: Path) -> list[Path]:
    """Return the pages of the site, of which there are many; other packs have HTML for their own purposes."""
    found = [release / "site/index.html", *sorted((release / "site/docs").rglob("*.html"))]
    assert len(found) > 10
    return found


def broken_links(page: Path, site: Path) -> Iterator[tuple[str, str]]:
    """Yield a page with each of its links that lead to no file of the site, or to no part of it."""
    for target in map(unescape, _LINK.findall(page.read_text(encoding="utf-8"))):
        path, _, part = target.partition("#")
        file = (page.parent / unquote(path.partition("?")[0])).resolve() if path else page
        is_inside = file.is_relative_to(site.resolve()) and file.is_file()
        if _ELSEWHERE.match(target) or (is_inside and (not part or f'id="{part}"' in file.read_text(encoding="utf-8"))):
            continue
        yield page.relative_to(site).as_posix(), target


def named(page: Path) -> Iterator[str]:
    """Return the files that a page names: a path, or an archive."""
    for text in map(unescape, _CODE.findall(page.read_text(encoding="utf-8"))):
        if _FILE.fullmatch(text) and text not in _NO_FILES:
            yield text


def is_there(name: str, page: Path, release: Path) -> bool:
    """Tell whether a file is in the release, the site or beside the page."""
    folders = [release, release / "site", page.parent]
    return any((folder / name).exists() for folder in folders)
