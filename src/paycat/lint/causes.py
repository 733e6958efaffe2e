"""One finding for one mistake: what follows from another finding is left out, or counted with it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from paycat.diagnostics import Diagnostic, Severity, Span
from paycat.lint.context import TABLES, RuleContext
from paycat.lint.statements import Reference
from paycat.text.counting import counted
from paycat.text.near_names import near_name


def causes(context: RuleContext, found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the findings without those that another one causes.

    Several mentions of one unknown name are one finding: at the entry that nothing names and that was probably renamed,
    or else at the first of them. Of several errors at one place, the first in `_FIRST` is enough.
    """
    listed = _of_unknown_names(context, found)
    first: dict[Span, int] = {}
    for one in listed:
        if one.severity is Severity.ERROR:
            first[one.span] = min(_rank(one), first.get(one.span, len(_FIRST) + 1))
    return [one for one in listed if one.severity is not Severity.ERROR or _rank(one) == first[one.span]]


def _of_unknown_names(context: RuleContext, found: Sequence[Diagnostic]) -> list[Diagnostic]:
    unknown = [one for one in found if one.code.startswith("unknown-")]
    mentions = {one.span: one for one in context.references(*TABLES)} if len(unknown) > 1 else {}
    groups: dict[tuple[str, str], list[Diagnostic]] = defaultdict(list)
    kept = []
    for one in found:
        if one.code.startswith("unknown-") and one.span in mentions:
            groups[one.code, mentions[one.span].name].append(one)
        else:
            kept.append(one)
    of_names = (one[0] if len(set(one)) == 1 else _of_name(context, mentions, one) for one in groups.values())
    return [*kept, *of_names]


def _of_name(context: RuleContext, mentions: Mapping[Span, Reference], several: list[Diagnostic]) -> Diagnostic:
    """Return the one finding about an unknown name that several statements mention."""
    first = min(several, key=lambda one: one.span)
    mention = mentions[first.span]
    table = context.table(mention.kind)
    renamed = near_name(mention.name, table.idle) or (table.idle[0] if len(table.idle) == 1 else None)
    count = len({one.span for one in several})
    if renamed is None:
        others = counted(count - 1, "other statement")
        return replace(first, message=f"{first.message}; {others} {'names' if count == 2 else 'name'} it, too")
    message = f"{counted(count, 'statement')} name the {mention.kind} {mention.name!r}, but none names {renamed!r}"
    return replace(first, span=table.at(renamed), message=message, help="give both the same name")


_FIRST = ("look-alike-letter", "look-alike-letter-in-text", "bad-id", "bad-currency-code")
"""Codes of findings at whose place other errors are their consequences."""
_LAST = ("sample-verdict",)
"""Codes of findings that are consequences of any other error at their place."""


def _rank(finding: Diagnostic) -> int:
    if finding.code in _FIRST:
        return _FIRST.index(finding.code)
    return len(_FIRST) + (finding.code in _LAST)
