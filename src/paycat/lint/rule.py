"""A rule, and how rules run."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from paycat.diagnostics import Diagnostic
from paycat.lint.context import RuleContext
from paycat.lint.page import pages_by_code

Check = Callable[[RuleContext], Iterator[Diagnostic]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A check with the page of its findings; it is skipped if one of the files that it needs could not be read.

    What a `resolving` rule reports as an error keeps the methods that it is about from being resolved.
    """

    page: str
    needs: tuple[str, ...]
    resolving: bool
    check: Check


def rule(page: str, *, needs: Iterable[str] = (), resolving: bool = False) -> Callable[[Check], Rule]:
    """Make a rule of a function. `needs` are files and folders of the catalogue; `.` is all of it."""
    return lambda check: Rule(page, tuple(needs), resolving, check)


def run(rules: Iterable[Rule], context: RuleContext) -> list[Diagnostic]:
    """Return what rules find, without repetition: every method that uses a request table reports its faults."""
    unread = context.catalogue.unread
    asked = (one for one in rules if not any(_is_in(file, need) for need in one.needs for file in unread))
    return list(dict.fromkeys(ranked(found for one in asked for found in one.check(context))))


def ranked(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Return findings with the severity, and if they have no help of their own the help, that their pages state."""
    for one in found:
        page = pages_by_code()[one.code]
        yield replace(one, severity=page.severity(one.code), help=one.help or page.help.get(one.code, ""))


def _is_in(file: str, need: str) -> bool:
    return need in (".", file) or file.startswith(f"{need}/")
