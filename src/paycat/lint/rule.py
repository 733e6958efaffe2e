"""A rule, how rules run, and the pages of findings."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum, auto
from functools import cache
from importlib.resources import files

from paycat.diagnostics import Diagnostic, Severity
from paycat.lint.context import RuleContext
from paycat.yaml.nodes import json_value
from paycat.yaml.reading import load

_PAGE = re.compile(
    r"---\n(?P<front>.*?)\n---\n(?P<what>.*?)\n\n\*\*Why:\*\* (?P<why>.*?)\n\n"
    r"(\*\*Example:\*\* (?P<example>.*?)\n\n)?\*\*Fix:\*\* (?P<fix>.*)",
    re.DOTALL,
)
_PARAGRAPH_END = re.compile(r"\n\n|\n(?=- )")
_ALLOWABLE = "may be allowed"
Check = Callable[[RuleContext], Iterator[Diagnostic]]


@dataclass(frozen=True, slots=True, eq=False)
class FindingPage:
    """The page of a finding. `what` and `why` are single lines, `fix` has one a paragraph, `example` keeps its own."""

    id: str
    slug: str
    codes: tuple[str, ...]
    warnings: frozenset[str]
    allowable: frozenset[str]
    help: Mapping[str, str]
    what: str
    why: str
    example: str
    fix: str

    def severity(self, code: str) -> Severity:
        """Return how much a finding of this code matters."""
        return Severity.WARNING if code in self.warnings else Severity.ERROR


@cache
def pages() -> tuple[FindingPage, ...]:
    """Return every page, by id."""
    folder = files("paycat.lint") / "pages"
    all_pages = (_read(file.name.removesuffix(".md"), file.read_text("utf-8")) for file in folder.iterdir())
    return tuple(sorted(all_pages, key=lambda page: page.id))


@cache
def pages_by_code() -> Mapping[str, FindingPage]:
    """Return the page of every finding code."""
    return {code: page for page in pages() for code in page.codes}


def _read(slug: str, markdown: str) -> FindingPage:
    page_match = _PAGE.fullmatch(markdown.strip())
    assert page_match, f"the page {slug}.md has another form"
    node, findings = load(page_match["front"].encode(), slug)
    assert node, f"the front matter of {slug}.md is not YAML: {findings}"
    front_matter = json_value(node)
    words_by_code: dict[str, list[str]] = {code: words.split(", ") for code, words in front_matter["codes"].items()}
    return FindingPage(
        id=front_matter["id"],
        slug=slug,
        codes=tuple(words_by_code),
        warnings=frozenset(code for code, words in words_by_code.items() if words[0] == Severity.WARNING),
        allowable=frozenset(code for code, words in words_by_code.items() if _ALLOWABLE in words),
        help=front_matter.get("help", {}),
        what=" ".join(page_match["what"].split()),
        why=" ".join(page_match["why"].split()),
        example=page_match["example"] or "",
        fix="\n".join(" ".join(part.split()) for part in _PARAGRAPH_END.split(page_match["fix"])),
    )


class Stage(IntEnum):
    """When something is found: an error explains what a later stage finds at its place, or needs its file for."""

    LETTERS = auto()  # What only looks like a name, a code or a value that is known.
    READING = auto()  # Files, their keys and their values.
    FORMS = auto()  # What must be right before methods are resolved; what is made of a file with an error is left out.
    RESOLVING = auto()
    STATEMENTS = auto()  # A code or a name that is wrong by itself: the rest of its file need not be doubted.
    SAMPLES = auto()  # Statements that samples contradict.
    CONTRACT = auto()
    LACKING = auto()  # What nothing states, names or reaches: any error may be why.


@dataclass(frozen=True, slots=True)
class Rule:
    """A check with the page of its findings, its stage, and the files and folders that must be right for it."""

    page: str
    needs: tuple[str, ...]
    stage: Stage
    check: Check


def rule(page: str, *, needs: Iterable[str] = (), stage: Stage = Stage.CONTRACT) -> Callable[[Check], Rule]:
    """Make a rule of a function. `needs` are files and folders of the catalogue; `.` is all of it."""
    return lambda check: Rule(page, tuple(needs), stage, check)


def ranked(findings: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Return findings with what their pages state: severity, help if they have none, whether they may be allowed."""
    for finding in findings:
        page, code = pages_by_code()[finding.code], finding.code
        stating = "state it and " if finding.span.is_shipped else ""
        allowing = f"to keep it, {stating}allow `{code}` with a reason" if code in page.allowable else ""
        advice = finding.help or page.help.get(code, "")
        separator = " " if advice.endswith("?") else "; "
        yield replace(finding, severity=page.severity(code), help=separator.join(filter(None, (advice, allowing))))
