"""The sections of releases.md: what earlier runs of `paycat changelog --write` or people wrote of versions."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from paycat.catalogue.forms import day_of
from paycat.contract.model import CONTRACT_VERSION

_SECTION = re.compile(
    r"^## (?P<heading>(?P<version>\S+)(?: \((?P<day>[^()\n]*)\))?)[ \t]*\n(?P<text>(?:(?!## ).*\n?)*)", re.MULTILINE
)
_LATER = re.compile(rf"^Later in \S+, with contracts of version {CONTRACT_VERSION}: .*", re.MULTILINE | re.DOTALL)
_OF_WORDING = re.compile(
    r"^<details>\n<summary>[0-9]+ changes? of wording</summary>\n.*?^</details>\n?", re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True, slots=True)
class WrittenSection:
    """What is written of one version: the text of its heading, the day of its release, if any, and the text below."""

    version: str
    heading: str
    day: date | None
    text: str

    @property
    def before(self) -> str:
        """The text without what contracts of the version that is read show."""
        return _LATER.sub("", self.text).strip("\n")


def written_sections(releases: str) -> Iterator[WrittenSection]:
    """Yield the sections of releases.md, in its order."""
    for found in _SECTION.finditer(releases):
        yield WrittenSection(found["version"], found["heading"], day_of(found["day"] or ""), found["text"].strip("\n"))


def later_in(version: str) -> str:
    """Return how the changes begin that come after the written ones of the same version."""
    return f"Later in {version}, with contracts of version {CONTRACT_VERSION}: "


def without_wording(text: str) -> str:
    """Return a written text without its list of changes of wording, which its first line counts."""
    return _OF_WORDING.sub("", text).strip("\n")
