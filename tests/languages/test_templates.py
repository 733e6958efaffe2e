"""The templates that are shipped: no value is in quotes made by hand, or where escaping for HTML does not help."""

import re
from html.parser import HTMLParser
from pathlib import Path

import projects
import pytest

from paycat.packs.manifest import PackFile
from paycat.packs.reading import read_packs, template_language

TEMPLATES = sorted(path for path in projects.GENERATORS.rglob("*.j2"))
SOURCES = [path for path in TEMPLATES if path.name.removesuffix(".j2").rpartition(".")[2] != "html"]
PAGES = [path for path in TEMPLATES if path not in SOURCES]
_BY_HAND = re.compile(r"""["']\{\{|\}\}["']""")
_BY_HAND_OR_IN_BACKTICKS = re.compile(r"""["'`]\{\{|\}\}["'`]""")
_NAME_IN_BACKTICKS = re.compile(r"`\{\{ [^}]*(\| python_name|\.function) \}\}`?")
_PRINTED = re.compile(r"\{\{.*?\}\}", re.DOTALL)
_STATEMENT = re.compile(r"\{%.*?%\}", re.DOTALL)
_PROGRAMS = ("python_", "js", "json", "shell")


def name_of(path: Path) -> str:
    return path.relative_to(projects.GENERATORS).as_posix()


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_no_value_is_in_quotes_made_by_hand(path: Path) -> None:
    text = _NAME_IN_BACKTICKS.sub("", path.read_text())
    by_hand = _BY_HAND if path.name.endswith(".py.j2") else _BY_HAND_OR_IN_BACKTICKS
    assert [line for line in text.splitlines() if by_hand.search(line)] == []


def test_every_template_has_a_language() -> None:
    packs, _ = read_packs(projects.GENERATORS, "generators")
    templates = [(pack, PackFile(path="file", template=name)) for pack in packs for name in pack.names("template")]
    assert len(templates) == len(TEMPLATES)
    assert [file.template for pack, file in templates if not template_language(pack, file)] == []


@pytest.mark.parametrize("path", [path for path in SOURCES if path.name.endswith(".md.j2")], ids=name_of)
def test_source_of_programs_stands_in_blocks_of_code(path: Path) -> None:
    """Markdown reads no markup inside fences; names alone may be in a line."""
    inside = False
    for line in path.read_text().splitlines():
        if line.startswith("```"):
            inside = not inside
        printed = [found for found in _PRINTED.findall(line) if "python_name" not in found]
        programs = [found for found in printed if any(f"| {name}" in found for name in _PROGRAMS)]
        assert inside or programs == [], line


class _Places(HTMLParser):
    """Finds what is printed where escaping for HTML does not help."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self._open: str | None = None

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        text = self.get_starttag_text() or ""
        bare = re.sub(r'"[^"]*"', "", text).replace("data-@@=", "")
        if "@@" in bare:
            self.wrong.append(text)
        for name, value in attributes:
            if "@@" in (value or "") and (name.startswith("on") or name in ("style", "srcdoc")):
                self.wrong.append(text)
        if tag in ("script", "style"):
            self._open = tag

    def handle_data(self, data: str) -> None:
        if self._open and "@@" in data:
            self.wrong.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._open = None if tag == self._open else self._open

    def handle_comment(self, data: str) -> None:
        if "@@" in data:
            self.wrong.append(data)


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_html_prints_in_texts_and_quoted_attributes_alone(path: Path) -> None:
    locations = _Places()
    locations.feed(_STATEMENT.sub("", _PRINTED.sub("@@", path.read_text())))
    locations.close()
    assert locations.wrong == []
