"""A comparison as text for a terminal: worst first, each change with whom it breaks and what proves it."""

import textwrap
from collections.abc import Iterator

from paycat.changes.assessment import Assessment, Comparison
from paycat.changes.taxonomy import SAFE
from paycat.characters import printable
from paycat.reporting.changes.describing import (
    describe_change,
    elsewhere,
    exact,
    is_in_words_only,
    locations,
    made_of,
    move,
    own_worst,
    proof,
    summed_up,
    turn,
    verdicts,
    widened,
)

_WIDTH = 100
_LABELLED = 12
_PLAIN = "safe (by rule)"


def as_text(comparison: Comparison, old: str, new: str, *, everything: bool) -> str:
    """Return the comparison as lines of at most 100 characters, except for payloads, which are never cut.

    `old` and `new` say what was compared. Changes in words alone are counted, and listed only with `everything`.
    """
    versions = f"{old} ({comparison.old_version}) -> {new} ({comparison.new_version})"
    lines = [*_wrapped("", versions, hang=2), ""]
    for one in comparison.assessments:
        if everything or one.worst.verdict is not SAFE:
            lines += [*_entry(one), ""]
    safe = [one for one in comparison.assessments if one.worst.verdict is SAFE and not is_in_words_only(one)]
    for one in safe if not everything else ():  # A sentence for each change that breaks nobody.
        more = f"; also {also}" if (also := elsewhere(one)) else ""
        lines += _wrapped(f"{_verdict(one)}  ", f"{one.change.type.id}: {describe_change(one)}{more}", hang=2)
    lines += [""] if safe and not everything else []
    for fault in comparison.faults:
        lines += [*_wrapped("FAULT OF PAYCAT  ", fault, hang=2), ""]
    known = summed_up(comparison)
    end = _wrapped("", f"{known}; {move(comparison)}", hang=0) if known else ["nothing changed"]
    return "\n".join([*lines, *end, ""])


def _entry(assessment: Assessment) -> Iterator[str]:
    provisional = " (provisional)" if assessment.provisional else ""
    yield f"{_verdict(assessment)}  {assessment.change.type.id}{provisional}"
    yield from _wrapped("  ", describe_change(assessment), hang=2)
    yield from _labelled("where", locations(assessment.change.site))
    yield from _labelled("also", elsewhere(assessment))
    yield from _labelled("for", verdicts(assessment))
    yield from _payload(assessment)
    yield from _labelled("note", assessment.note)
    for one in assessment.consequences:
        yield from _following(one)


def _payload(assessment: Assessment) -> Iterator[str]:
    """Lines about the payload that proves the verdict, or of a safe change the one that it lets through."""
    counterexample, label = proof(assessment), "proof"
    if counterexample is None and assessment.worst.verdict is SAFE:
        counterexample, label = widened(assessment), "shown by"
    if counterexample:
        yield from _labelled(label, turn(assessment, counterexample))
        yield from _labelled("", made_of(counterexample))
        # It is there to be copied: neither wrapped nor cut.
        yield f"{'':{_LABELLED}}{exact(counterexample.payload)}"


def _following(assessment: Assessment, depth: int = 0) -> Iterator[str]:
    own = own_worst(assessment)
    verdict = f", {own.text}" if assessment.audiences and own.text != _PLAIN else ""
    more = f"; also {also}" if (also := elsewhere(assessment)) else ""
    text = f"{assessment.change.type.id}{verdict}: {describe_change(assessment)}{more}"
    yield from _labelled("" if depth else "follows", text, depth)
    for one in assessment.consequences:
        yield from _following(one, depth + 1)


def _verdict(assessment: Assessment) -> str:
    if is_in_words_only(assessment):
        return "WORDING"
    word, _, basis = assessment.worst.text.partition(" ")
    return f"{word.upper()} {basis}"


def _labelled(label: str, text: str, depth: int = 0) -> list[str]:
    margin = _LABELLED + 2 * depth
    return _wrapped(f"  {label}".ljust(margin), text, hang=margin) if text else []


def _wrapped(lead: str, text: str, hang: int) -> list[str]:
    return textwrap.wrap(
        printable(text),
        _WIDTH,
        initial_indent=lead,
        subsequent_indent=" " * hang,
        break_long_words=False,
        break_on_hyphens=False,
    )
