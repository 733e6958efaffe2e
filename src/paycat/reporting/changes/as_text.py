"""A comparison as text for a terminal: worst first, each change with whom it breaks and what proves it."""

import textwrap
from collections.abc import Iterator

from paycat.changes.change import Change, Comparison
from paycat.changes.describing import describe_change, exact
from paycat.changes.taxonomy.change_type import SAFE
from paycat.reporting.changes.describing import (
    elsewhere,
    is_in_words_only,
    locations,
    made_of,
    move,
    proof,
    summed_up,
    turn,
    verdicts,
    widened,
)
from paycat.text.characters import printable

_WIDTH = 100
_LABELLED = 12
_PLAIN = "safe (by rule)"


def as_text(comparison: Comparison, old_name: str, new_name: str, *, is_full: bool) -> str:
    """Return the comparison as lines of at most 100 characters, except for payloads, which are never cut.

    `old_name` and `new_name` say what was compared. Changes in words alone are counted, and listed only if `is_full`.
    """
    versions = f"{old_name} ({comparison.old_version}) -> {new_name} ({comparison.new_version})"
    lines = [*_wrapped("", versions, indent=2), ""]
    for change in comparison.changes:
        if is_full or change.verdict is not SAFE:
            lines += [*_entry(change), ""]
    safe_changes = [change for change in comparison.changes if change.verdict is SAFE and not is_in_words_only(change)]
    for change in safe_changes if not is_full else ():  # A sentence for each change that breaks nobody.
        suffix = f"; also {other_sites}" if (other_sites := elsewhere(change)) else ""
        lines += _wrapped(f"{_verdict(change)}  ", f"{change.type.id}: {describe_change(change)}{suffix}", indent=2)
    lines += [""] if safe_changes and not is_full else []
    for fault in comparison.faults:
        lines += [*_wrapped("FAULT OF PAYCAT  ", fault, indent=2), ""]
    summary = summed_up(comparison)
    last_lines = _wrapped("", f"{summary}; {move(comparison)}", indent=0) if summary else ["nothing changed"]
    return "\n".join([*lines, *last_lines, ""])


def _entry(change: Change) -> Iterator[str]:
    suffix = " (provisional)" if change.provisional else ""
    yield f"{_verdict(change)}  {change.type.id}{suffix}"
    yield from _wrapped("  ", describe_change(change), indent=2)
    yield from _labelled("where", locations(change.site))
    yield from _labelled("also", elsewhere(change))
    yield from _labelled("for", verdicts(change))
    yield from _payload(change)
    yield from _labelled("note", change.note)
    for consequence in change.consequences:
        yield from _following(consequence)


def _payload(change: Change) -> Iterator[str]:
    """Return lines about the payload that proves the verdict, or about one that a safe change lets through."""
    counterexample, label = proof(change), "proof"
    if counterexample is None and change.verdict is SAFE:
        counterexample, label = widened(change), "shown by"
    if counterexample:
        yield from _labelled(label, turn(change, counterexample))
        yield from _labelled("", made_of(counterexample))
        # It is there to be copied: neither wrapped nor cut.
        yield f"{'':{_LABELLED}}{exact(counterexample.payload)}"


def _following(change: Change, depth: int = 0) -> Iterator[str]:
    rating = change.own_worst
    verdict = f", {rating.text}" if change.verdicts.known and rating.text != _PLAIN else ""
    suffix = f"; also {other_sites}" if (other_sites := elsewhere(change)) else ""
    text = f"{change.type.id}{verdict}: {describe_change(change)}{suffix}"
    yield from _labelled("" if depth else "follows", text, depth)
    for consequence in change.consequences:
        yield from _following(consequence, depth + 1)


def _verdict(change: Change) -> str:
    if is_in_words_only(change):
        return "WORDING"
    word, _, basis = change.worst.text.partition(" ")
    return f"{word.upper()} {basis}"


def _labelled(label: str, text: str, depth: int = 0) -> list[str]:
    margin = _LABELLED + 2 * depth
    return _wrapped(f"  {label}".ljust(margin), text, indent=margin) if text else []


def _wrapped(lead: str, text: str, indent: int) -> list[str]:
    return textwrap.wrap(
        printable(text),
        _WIDTH,
        initial_indent=lead,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
