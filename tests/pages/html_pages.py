"""The pages of a contract as trees; a page with a parse error is rejected, as are two ids alike."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree.ElementTree import Element

import projects
from tinyhtml5.parser import HTMLParser

from paycat.cache import Cache
from paycat.contract.model import Contract, Request
from paycat.packs.reading import read_packs
from paycat.packs.render import render


@lru_cache(100)
def _parsed(text: str) -> Element:
    """Return the tree of a page; many pages of one contract are those of another, and reading one takes 50 ms."""
    parser = HTMLParser(namespace_html_elements=False)
    root: Element = parser.parse(text)
    assert not parser.errors, f"{parser.errors} in a page that begins with {text[:500]}"
    return root


BESIDE_THE_PACKS = {"SHA256SUMS"}


class Page:
    """A page, by its path below the folder of all pages."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.source = text
        self.root = _parsed(text)

    @cached_property
    def by_id(self) -> dict[str, Element]:
        """The elements that have an id; no two have the same."""
        found = [(one.attrib["id"], one) for one in self.root.iter() if "id" in one.attrib]
        twice = [id for id, times in Counter(id for id, _ in found).items() if times > 1]
        assert not twice, f"{self.path} has ids twice: {twice}"
        return dict(found)

    def all(self, *tags: str) -> list[Element]:
        """Return every element of some tags, in order."""
        return [one for one in self.root.iter() if one.tag in tags]

    def having(self, name: str) -> list[Element]:
        """Return every element that has an attribute, in order."""
        return [one for one in self.root.iter() if name in one.attrib]

    def section(self, id: str) -> Element:
        """Return the section whose heading has an id."""
        return next(one for one in self.having("aria-labelledby") if one.attrib["aria-labelledby"] == id)

    def code(self, id: str) -> str:
        """Return the text of an element exactly, such as that of a `pre`."""
        return "".join(self.by_id[id].itertext())


Pages = Mapping[str, Page]


def text_of(element: Element) -> str:
    """Return an element's text, blanks made one."""
    return " ".join("".join(element.itertext()).split())


def links_of(element: Element) -> set[str]:
    """Return where an element's links lead."""
    return {one.attrib["href"] for one in element.iter("a")}


def rendered(contract: Contract, cache: Cache) -> dict[str, Page]:
    """Return every page of the pack of pages, by path; the cache then knows the vectors that they were made of."""
    packs, findings = read_packs(projects.GENERATORS, "generators")
    assert not findings
    files = render(contract, [pack for pack in packs if pack.name == "docs"], cache=cache).texts()
    pages = {
        path.removeprefix("docs/"): text
        for path, text in files.items()
        if path.startswith("docs/") and path.endswith(".html")
    }
    return {path: Page(path, text) for path, text in pages.items()}


def request_pages(contract: Contract, pages: dict[str, Page]) -> Iterator[tuple[Request, Page]]:
    """Yield each request type with its page."""
    for request in contract.requests():
        yield request, pages[f"{request.direction}/{request.method}.html"]


def parsed(files: Mapping[str, str]) -> Pages:
    """Return the pages by path."""
    return {
        path: Page(path, text) for path, text in files.items() if path.startswith("docs/") and path.endswith(".html")
    }


def unresolved(files: Mapping[str, str], pages: Pages) -> Iterator[str]:
    """Yield each link of a page that leads to no file, or to no element of its page."""
    anchors = {path: {"", *page.by_id} for path, page in pages.items()}
    for path, page in pages.items():
        for target in (one.attrib[name] for name in ("href", "src") for one in page.having(name)):
            link = urlsplit(target)
            if link.scheme in ("https", "mailto", "data"):
                continue
            file = Path("/", path).parent.joinpath(unquote(link.path)) if link.path else Path("/", path)
            where = "/".join(file.resolve().parts[1:])
            known = where in files or where in BESIDE_THE_PACKS
            if not known or (where in anchors and unquote(link.fragment) not in anchors[where]):
                yield f"{path}: {target}"
