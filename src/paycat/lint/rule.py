"""A rule, and how rules run."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from paycat.diagnostics import Diagnostic
from paycat.lint.context import RuleContext
from paycat.lint.page import pages_by_code

Check = Callable[[RuleContext], Iterator[Diagnostic]]


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
