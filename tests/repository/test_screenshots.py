"""The pictures of README and docs/ are those that `make screenshots` takes: small, of one size, of pages that exist."""

import importlib.util
import re
from types import ModuleType

import projects
import pytest

PAGES = (projects.ROOT / "README.md", *sorted((projects.ROOT / "docs").glob("*.md")))
FOLDER = projects.ROOT / "docs" / "pictures"
MOST_BYTES = 300_000
FORM = re.compile(rb"RIFF.{4}WEBPVP8X.{8}(?P<width>.{3})(?P<height>.{3})", re.DOTALL)
"""How Chromium writes a page; width and height are one less."""


@pytest.fixture(scope="module")
def screenshots() -> ModuleType:
    """The program that takes them."""
    spec = importlib.util.spec_from_file_location("screenshots", projects.ROOT / "web" / "screenshots.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_each_picture_is_shown_once_with_words_for_it(screenshots: ModuleType) -> None:
    taken = [f"{one.name}.webp" for one in screenshots.PICTURES]
    texts = (page.read_text(encoding="utf-8") for page in PAGES)
    shown = [file for text in texts for file in re.findall(r"!\[[^]]{20,}\]\((?:docs/)?pictures/([^)]+)\)", text)]
    assert sorted(shown) == sorted(taken)
    assert sorted(path.name for path in FOLDER.glob("*.webp")) == sorted(taken)


def test_they_are_small(screenshots: ModuleType) -> None:
    files = [path.read_bytes() for path in FOLDER.glob("*.webp")]
    assert sum(map(len, files)) <= MOST_BYTES
    for data in files:
        found = FORM.match(data)
        assert found
        size = {name: int.from_bytes(found[name], "little") + 1 for name in ("width", "height")}
        assert size == screenshots.SIZE


def test_they_are_of_pages_that_exist(screenshots: ModuleType) -> None:
    pages = [one.path.removeprefix("reference/") for one in screenshots.PICTURES if one.path]
    assert pages
    docs = projects.ROOT / "generated" / "docs"
    assert [page for page in pages if not (docs / page).is_file()] == []
    assert (docs / screenshots.REQUEST).is_file()
    assert all(one.served in screenshots.SERVED for one in screenshots.PICTURES)
