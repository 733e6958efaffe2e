"""What the policy of a page forbids is on no page: no code and no style within it, and no text that is compiled."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

import projects

from tests.pages.conftest import Made

ASSETS = projects.GENERATORS / "docs" / "assets"
PREVIEW = projects.ROOT / "src" / "paycat" / "cli" / "preview"
COMPILES = re.compile(
    r"\beval\(|\bFunction\(|\bset(?:Timeout|Interval)\(\s*[\"'`]|\.(?:inner|outer)HTML\b|insertAdjacentHTML"
)


def elements(*made: Made) -> Iterator[tuple[str, Element]]:
    for one in made:
        for page in one.pages.values():
            for element in page.root.iter():
                if isinstance(element.tag, str):
                    yield page.path, element


def test_pages_hold_no_code_and_no_style(catalogue: Made, starter: Made, hostile: Made) -> None:
    wrong = [
        (path, element.tag, name)
        for path, element in elements(catalogue, starter, hostile)
        for name in element.attrib
        if name == "style" or name.startswith("on")
    ]
    assert wrong == []
    for path, element in elements(catalogue, starter, hostile):
        if element.tag in ("script", "style"):
            assert (element.tag, "src" in element.attrib, element.text) == ("script", True, None), path


def test_templates_hold_no_code_and_no_style() -> None:
    """Those of parts that no catalogue at hand has are held to it, too."""
    for file in (projects.GENERATORS / "docs" / "templates").glob("*.j2"):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"\s(?:style|on[a-z]+)=|<style|<script(?! src=)|\bjavascript:", text), file.name


def test_scripts_compile_no_text_and_write_no_html() -> None:
    for script in (
        ASSETS / "first.js",
        ASSETS / "site.js",
        ASSETS / "check.js",
        ASSETS / "pictures.js",
        PREVIEW / "page.js",
    ):
        found = COMPILES.findall(script.read_text(encoding="utf-8"))
        assert found == [], script.name
