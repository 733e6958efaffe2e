"""A rule, how rules run, and the pages of findings."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
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
_ALLOWABLE = "may be allowed"
_AFTER_ERRORS = "after errors"
"""Beside an error such a finding is most likely its consequence, and is not reported."""
Check = Callable[[RuleContext], Iterator[Diagnostic]]


@dataclass(frozen=True, slots=True, eq=False)
class FindingPage:
    """The page of a finding. `what`, `why` and `fix` are single lines, `example` keeps its own."""

    id: str
    slug: str
    codes: tuple[str, ...]
    warnings: frozenset[str]
    allowable: frozenset[str]
    after_errors: frozenset[str]
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
    found = (_read(file.name.removesuffix(".md"), file.read_text("utf-8")) for file in folder.iterdir())
    return tuple(sorted(found, key=lambda page: page.id))


@cache
def pages_by_code() -> Mapping[str, FindingPage]:
    """Return the page of every finding code."""
    return {code: page for page in pages() for code in page.codes}


def waits_for_errors(code: str) -> bool:
    """Return whether a finding is reported only when there is no error."""
    page = pages_by_code().get(code)
    return page is not None and code in page.after_errors


def _read(slug: str, text: str) -> FindingPage:
    parts = _PAGE.fullmatch(text.strip())
    assert parts, f"the page {slug}.md has another form"
    node, found = load(parts["front"].encode(), slug)
    assert node, f"the front matter of {slug}.md is not YAML: {found}"
    front = json_value(node)
    codes: dict[str, list[str]] = {code: words.split(", ") for code, words in front["codes"].items()}
    return FindingPage(
        id=front["id"],
        slug=slug,
        codes=tuple(codes),
        warnings=frozenset(code for code, words in codes.items() if words[0] == Severity.WARNING),
        allowable=frozenset(code for code, words in codes.items() if _ALLOWABLE in words),
        after_errors=frozenset(code for code, words in codes.items() if _AFTER_ERRORS in words),
        help=front.get("help", {}),
        what=" ".join(parts["what"].split()),
        why=" ".join(parts["why"].split()),
        example=parts["example"] or "",
        fix=" ".join(parts["fix"].split()),
    )


@dataclass(frozen=True, slots=True)
class Rule:
    """A check with the page of its findings; it is skipped if a file that it needs could not be read or resolved.

    What a `resolving` rule reports as an error keeps the methods that it is about from being resolved. A rule that
    `blames` finds which statement is wrong: rules that need its file report only consequences then.
    """

    page: str
    needs: tuple[str, ...]
    resolving: bool
    blames: bool
    check: Check

    def rests_on(self, files: Iterable[str]) -> bool:
        """Return whether the rule needs one of these files."""
        return any(need in (".", file) or file.startswith(f"{need}/") for need in self.needs for file in files)


def rule(
    page: str, *, needs: Iterable[str] = (), resolving: bool = False, blames: bool = False
) -> Callable[[Check], Rule]:
    """Make a rule of a function. `needs` are files and folders of the catalogue; `.` is all of it."""
    return lambda check: Rule(page, tuple(needs), resolving, blames, check)


def run(rules: Iterable[Rule], context: RuleContext) -> list[Diagnostic]:
    """Return what rules find, without repetition: every method that uses a request table reports its faults."""
    unread = context.catalogue.unread | context.unsound
    found = [(one, finding) for one in rules if not one.rests_on(unread) for finding in one.check(context)]
    wrong = {context.relative(finding.span.path) for one, finding in found if one.blames}
    left = (finding for one, finding in found if one.blames or not one.rests_on(wrong))
    return list(dict.fromkeys(ranked(left)))


def ranked(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Return findings with the severity, and if they have no help of their own the help, that their pages state."""
    for one in found:
        page = pages_by_code()[one.code]
        yield replace(one, severity=page.severity(one.code), help=one.help or page.help.get(one.code, ""))
