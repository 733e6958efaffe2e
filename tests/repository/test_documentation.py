"""The pages for readers: they are short, their sentences too, and each link leads somewhere."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import projects
import pytest

ROOT = projects.ROOT
MOST_LINES = {"README.md": 150, "CHANGELOG.md": 80, "CONTRIBUTING.md": 230}
MOST_WORDS = 25
PLAIN = ("README.md", "docs/tutorial.md", "docs/format.md")
"""Pages with short sentences."""
PLAYED = {
    "README.md": {"Try it", "Work on this repository"},
    "docs/continuous-integration.md": {"The first pull request", "git diff"},
    "docs/integrating.md": {"Only what you use"},
    "docs/maintaining.md": {"Check", "Validate and conform", "Four edits, step by step", "What an edit breaks"},
}
"""Sections with commands, each typed by a test; the whole tutorial is."""
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("*.md"), *ROOT.glob("*/*.md"), *ROOT.glob("docs/examples/*.md"))
    if path.parent.name not in (".pytest_cache", "generated")
)
LINK = re.compile(r"(?<!`)\[[^\]]*\]\((?P<target>[^)\s]+)\)")
REFERENCE = re.compile(r"^\[[^\]]+\]: (?P<target>\S+)$", re.MULTILINE)
CODE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def text_of(page: str) -> str:
    return CODE.sub("", (ROOT / page).read_text(encoding="utf-8"))


def anchors_of(page: Path) -> set[str]:
    """Return the anchors of the headings of a page, as GitHub makes them."""
    headings = HEADING.findall(CODE.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a page; a cell of a table and an item of a list end one."""
    text = re.sub(r"`[^`]*`", "code", REFERENCE.sub("", text))
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*[-|#>]|\s*[0-9]+\. )|\|", text):
        yield from re.split(r"(?<=[.!?])\s+", " ".join(paragraph.split()))


@pytest.mark.parametrize("page", MOST_LINES)
def test_a_page_is_short(page: str) -> None:
    assert (ROOT / page).read_text(encoding="utf-8").count("\n") <= MOST_LINES[page]


@pytest.mark.parametrize("page", PLAIN)
def test_sentences_are_short(page: str) -> None:
    assert [one for one in sentences(text_of(page)) if len(one.split()) > MOST_WORDS] == []


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = text_of(page)
    for found in (*LINK.finditer(text), *REFERENCE.finditer(text)):
        name, _, anchor = unquote(found["target"]).partition("#")
        if not re.match(r"[a-z]+:", name):
            file = (ROOT / page).parent / name if name else ROOT / page
            assert file.exists(), found[0]
            assert not anchor or file.suffix != ".md" or anchor in anchors_of(file), found[0]


def test_the_index_of_docs_has_every_page() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert [page for page in sorted(pages) if f"]({page})" not in index] == []


@pytest.mark.parametrize("page", [one for one in PAGES if re.match(r"README|docs/(?!tutorial)", one)])
def test_every_command_is_typed_by_a_test(page: str) -> None:
    parts = re.split(r"^## (.*)\n", (ROOT / page).read_text(encoding="utf-8"), flags=re.MULTILINE)
    sections = zip(["", *parts[1::2]], parts[::2], strict=True)
    assert {name for name, text in sections if "```console\n" in text} == PLAYED.get(page, set())
