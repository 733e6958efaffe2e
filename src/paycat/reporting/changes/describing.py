"""Describes a comparison for every format: the numbers, and of each change what, where, for whom and its proof."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import takewhile
from typing import Any

from pydantic import Field

from paycat.catalogue.statement import Location
from paycat.changes.assessment import AUDIENCES, Assessment, Comparison, Counterexample, Rating
from paycat.changes.change import Site
from paycat.changes.taxonomy import BREAKING, RISKY, SAFE, Action
from paycat.characters import visible
from paycat.counting import counted, plural
from paycat.reporting.document_parts import Shown
from paycat.revisions.versions import is_version, next_version

Mark = Callable[[str], str]
"""How a format sets a name or a value within a sentence."""

LONGEST = 60
_CUT = "…"
_NOWHERE = "the catalogue"
_NAMED = 6
_MOST_VIOLATIONS = 3
_BEFORE = 12
"""Signs that are shown before a difference."""


def describe_change(assessment: Assessment, mark: Mark = str, longest: int | None = LONGEST) -> str:
    """Return the change as a sentence without a full stop; it names the site. Values over `longest` signs are cut."""
    change = assessment.change
    template, name = change.type.sentence, change.site.name or _NOWHERE
    old, new = _cut_apart(value_text(change.old), value_text(change.new), longest)
    words = {"path": name, "old": old, "new": new}
    sentence = template.format_map({gap: mark(word) for gap, word in words.items()})
    is_new_name = change.site.part != "request" and change.type.action is Action.RENAMED
    return sentence if "{path}" in template or is_new_name else f"{mark(name)}: {sentence}"


def _cut_apart(old: str, new: str, longest: int | None) -> tuple[str, str]:
    """Return both texts, cut if one is too long: from near where they begin to differ, to their longest."""
    if longest is None or max(len(old), len(new)) <= longest:
        return old, new
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
    start = same - _BEFORE if same > _BEFORE and min(len(old), len(new)) > _BEFORE else 0
    lead = _CUT if start else ""
    return value_text(lead + old[start:], longest), value_text(lead + new[start:], longest)


def value_text(value: Any, longest: int | None = None) -> str:
    """Return a JSON value for a sentence: bare text, choices as `a + b | c`, and anything else as compact JSON."""
    text = _value(value)
    return text if longest is None or len(text) <= longest else text[: longest - 1] + _CUT


def _value(value: Any) -> str:
    match value:
        case None:
            return "nothing"
        case str() if value and value == value.strip():
            return value
        case [str(), *_] if all(isinstance(one, str) for one in value):
            return ", ".join(value)
        case [[str(), *_], *_] if all(_is_names(one) for one in value):
            return " | ".join(" + ".join(one) for one in value)
    return exact(value)


def _is_names(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)


def exact(value: Any, indent: int | None = None) -> str:
    """Return a value as JSON to copy: complete, readable, and without a sign that a terminal acts on."""
    return escaped(json.dumps(value, ensure_ascii=False, indent=indent))


def escaped(text: str) -> str:
    """Return JSON of the same value in which what is not printable, but for line ends, is an escape of JSON."""
    shown = (sign if sign.isprintable() or sign == "\n" else json.dumps(sign)[1:-1] for sign in text)
    return visible("".join(shown))  # JSON's own escapes leave U+007F.


def is_in_words_only(assessment: Assessment) -> bool:
    """Tell whether no program can notice the change or what follows from it."""
    return assessment.worst.verdict is SAFE and not any(one.is_wire for one in assessment.all())


def locations(site: Site, mark: Mark = str) -> str:
    """Return the line of the site, and the old one if that is another; "" when no line is known."""
    new, old = site.new_location, site.old_location
    if new is None:
        return f"was {mark(location_text(old))}" if old else ""
    if old is None or old == new:
        return mark(location_text(new))
    was = f"line {old.line}" if old.path == new.path else mark(location_text(old))
    return f"{mark(location_text(new))} (was {was})"


def location_text(location: Location) -> str:
    """Return a place as editors and terminals open it."""
    return f"{location.path}:{location.line}" if location.line else location.path


def for_whom(assessment: Assessment) -> dict[str, Rating]:
    """Return who is broken or at risk, here and below, with the verdict."""
    found = {who: assessment.rating(audience) for audience, who in AUDIENCES.items()}
    return {who: rating for who, rating in found.items() if rating and rating.verdict is not SAFE}


def verdicts(assessment: Assessment) -> str:
    """Return who is broken or at risk, each with the verdict, as a phrase."""
    return "; ".join(f"{who}: {rating.text}" for who, rating in for_whom(assessment).items())


def own_worst(assessment: Assessment) -> Rating:
    """Return the worst verdict for anybody of the change itself, what follows from it left aside."""
    return replace(assessment, consequences=()).worst


def proof(assessment: Assessment) -> Counterexample | None:
    """Return the payload on which the worst verdict turns: of the change itself, or else of what follows from it."""
    return next((one.counterexample for one in assessment.all() if one.counterexample), None)


def widened(assessment: Assessment) -> Counterexample | None:
    """Return a payload that is accepted because of the change, or because of what follows from it."""
    return next((one.widening for one in assessment.all() if one.widening), None)


def turn(assessment: Assessment, counterexample: Counterexample, mark: Mark = str) -> str:
    """Return how the verdict on a payload turns; of a response or an event it is the reader who rejects it.

    The request of the payload, or its parameter, is named where it is not that of the change.
    """
    shown_at, of = assessment.change.site, counterexample.site
    name = of.path if of.part == "interface" and not of.method else " ".join(filter(None, (of.direction, of.method)))
    is_elsewhere = (of.part, of.direction, of.method) != (shown_at.part, shown_at.direction, shown_at.method)
    lead = f"{mark(name)}: " if name and is_elsewhere else ""
    violations = [f"{mark(one.code)} at {mark(one.pointer)}" for one in counterexample.before or counterexample.after]
    more = [f"and {len(violations) - _MOST_VIOLATIONS} more"] if len(violations) > _MOST_VIOLATIONS + 1 else []
    rejected = ", ".join([*violations[:_MOST_VIOLATIONS], *more] if more else violations)
    if counterexample.is_read:
        turned = (
            "sent now, rejected by the old schema"
            if counterexample.before
            else "sent before, rejected by the new schema"
        )
    else:
        turned = "rejected before, accepted now" if counterexample.before else "accepted before, rejected now"
    return f"{lead}{turned}: {rejected}"


def made_of(counterexample: Counterexample, mark: Mark = str) -> str:
    """Return where the payload comes from, and which validators confirmed it."""
    asked = f"; confirmed by {', '.join(map(mark, counterexample.confirmed_by))}" if counterexample.confirmed_by else ""
    return f"from {mark(counterexample.origin)}{asked}"


def elsewhere(assessment: Assessment, mark: Mark = str) -> str:
    """Return where else the change is the same: `for A, B` where only the method differs, else `at` and the sites."""
    first = assessment.change.site
    others = [site for site in assessment.sites if site != first]
    same = all(site.method and (site.direction, site.path) == (first.direction, first.path) for site in others)
    names = [site.method if same and site.method else site.name or _NOWHERE for site in others]
    more = [f"and {len(names) - _NAMED:,} more"] if len(names) > _NAMED else []
    return f"{'for' if same else 'at'} {', '.join([*map(mark, names[:_NAMED]), *more])}" if names else ""


class Counted(Shown):
    """How many changes there are, consequences not counted."""

    breaking: int = Field(ge=0, description="Changes that break somebody.")
    risky: int = Field(ge=0, description="Changes that may.")
    safe: int = Field(ge=0, description="Changes that programs can notice and that break nobody.")
    words: int = Field(ge=0, description="Changes that no program can notice.")

    @property
    def text(self) -> str:
        """The numbers as a phrase; zeros only where a reader looks for them."""
        words = [f"{self.words:,} {plural(self.words, 'change')} of wording"] if self.words else []
        return ", ".join([f"{self.breaking:,} breaking", f"{self.risky:,} risky", f"{self.safe:,} safe", *words])


def counts(comparison: Comparison) -> Counted:
    """Return the numbers of a comparison: each change is counted by its worst verdict, or as one of words alone."""
    words = sum(map(is_in_words_only, comparison.assessments))
    verdicts = [one.worst.verdict for one in comparison.assessments]
    breaking, risky = verdicts.count(BREAKING), verdicts.count(RISKY)
    return Counted(breaking=breaking, risky=risky, safe=len(verdicts) - breaking - risky - words, words=words)


def move(comparison: Comparison) -> str:
    """Return which version the changes require, as a phrase."""
    if comparison.level == "none" or not is_version(comparison.old_version):
        return "the version may stay" if comparison.level == "none" else f"a {comparison.level} change"
    wanted = next_version(comparison.old_version, comparison.level)
    return f"a {comparison.level} change, which requires version {wanted} or later"


def summed_up(comparison: Comparison) -> str:
    """Return the numbers, and that of faults of paycat, as a phrase; "" when nothing changed."""
    if not comparison.assessments and not comparison.faults:
        return ""
    faults = [f"{counted(len(comparison.faults), 'fault')} of paycat"] if comparison.faults else []
    return ", ".join([counts(comparison).text, *faults])
