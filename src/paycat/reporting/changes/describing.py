"""Describes a comparison for every format: the numbers, and of each change what, where, for whom and its proof."""

from collections.abc import Sequence

from pydantic import Field

from paycat.catalogue.statement import Location
from paycat.changes.change import ANSWERS, AUDIENCES, Change, Comparison, Counterexample, Rating, Site
from paycat.changes.describing import NOWHERE, Mark
from paycat.changes.enforcing import is_version, next_version
from paycat.changes.taxonomy.change_type import BREAKING, RISKY, SAFE
from paycat.reporting.parts import Shown
from paycat.text.counting import counted, plural

_NAMED = 6
_MOST_VIOLATIONS = 3


def is_in_words_only(change: Change) -> bool:
    """Return whether no program can notice the change or what follows from it."""
    return change.verdict is SAFE and not any(effect.type.is_wire for effect in change.all())


def locations(site: Site, mark: Mark = str) -> str:
    """Return the line of the site, and the old one if that is another; "" when no line is known."""
    new_location, old_location = site.new_location, site.old_location
    if new_location is None:
        return f"was {mark(_location_text(old_location))}" if old_location else ""
    if old_location is None or old_location[:2] == new_location[:2]:
        return mark(_location_text(new_location))
    text = f"line {old_location.line}" if old_location.path == new_location.path else mark(_location_text(old_location))
    return f"{mark(_location_text(new_location))} (was {text})"


def _location_text(location: Location) -> str:
    """Return a place as editors and terminals open it."""
    return f"{location.path}:{location.line}" if location.line else location.path


def for_whom(change: Change) -> dict[str, Rating]:
    """Return who is broken or at risk, here and below, with the verdict."""
    ratings = {who: change.rating(audience) for audience, who in AUDIENCES.items()}
    return {who: rating for who, rating in ratings.items() if rating and rating.verdict is not SAFE}


def verdicts(change: Change) -> str:
    """Return who is broken or at risk, each with the verdict, as a phrase."""
    return "; ".join(f"{who}: {rating.text}" for who, rating in for_whom(change).items())


def proof(change: Change) -> Counterexample | None:
    """Return the payload on which the worst verdict turns: of the change itself, or else of what follows from it."""
    return next((effect.counterexample for effect in change.all() if effect.counterexample), None)


def widened(change: Change) -> Counterexample | None:
    """Return a payload that is accepted because of the change, or because of what follows from it."""
    return next((effect.widening for effect in change.all() if effect.widening), None)


def turn(change: Change, counterexample: Counterexample, mark: Mark = str) -> str:
    """Return how the verdict on a payload turns; of a response or an event it is the reader who rejects it.

    The request of the payload, or its parameter, is named where it is not that of the change.
    """
    own_site, site = change.site, counterexample.site
    request_name = " ".join(filter(None, (site.direction, site.method)))
    name = site.path if site.part == "interface" and not site.method else request_name
    is_elsewhere = (site.part, site.direction, site.method) != (own_site.part, own_site.direction, own_site.method)
    lead = f"{mark(name)}: " if name and is_elsewhere else ""
    violations = counterexample.before or counterexample.after
    phrases = [f"{mark(violation.code)} at {mark(violation.pointer)}" for violation in violations]
    remainder = [f"and {len(phrases) - _MOST_VIOLATIONS} more"] if len(phrases) > _MOST_VIOLATIONS + 1 else []
    summary = ", ".join([*phrases[:_MOST_VIOLATIONS], *remainder] if remainder else phrases)
    gain_text, loss_text = ("rejected before, accepted now", "accepted before, rejected now")
    if counterexample.is_read:
        gain_text, loss_text = ("sent now, rejected by the old schema", "sent before, rejected by the new schema")
    return f"{lead}{gain_text if counterexample.before else loss_text}: {summary}"


def made_of(counterexample: Counterexample, mark: Mark = str) -> str:
    """Return where the payload comes from, and which validators confirmed it."""
    tail = f"; confirmed by {', '.join(map(mark, counterexample.confirmed_by))}" if counterexample.confirmed_by else ""
    return f"from {mark(counterexample.origin)}{tail}"


def elsewhere(change: Change, mark: Mark = str) -> str:
    """Return where else the change is the same: `for A, B` where only the method differs, else `at` and the sites."""
    own_site = change.site
    sites = [site for site in change.sites if site != own_site]
    is_same = all(site.method and (site.direction, site.path) == (own_site.direction, own_site.path) for site in sites)
    names = [site.method if is_same and site.method else site.name or NOWHERE for site in sites]
    return f"{'for' if is_same else 'at'} {_first_of(names, mark)}" if names else ""


def _first_of(names: Sequence[str], mark: Mark = str) -> str:
    remainder = [f"and {len(names) - _NAMED:,} more"] if len(names) > _NAMED else []
    return ", ".join([*map(mark, names[:_NAMED]), *remainder])


def meaning(comparison: Comparison) -> str:
    """Return in a sentence that by the contract all documents mean the same, or which of them mean something else."""
    changes = [change for change in comparison.changes if not is_in_words_only(change)]
    if not changes and not comparison.faults:
        return "By the contract all documents mean the same as before; review how the other files differ."
    sites = (site for change in changes for effect in change.all() for site in effect.sites)
    names = _first_of(list(dict.fromkeys(map(_document, sites))))
    counts_text = f"{summed_up(comparison)}; `paycat diff` lists them"
    return f"Some documents mean something else than before ({counts_text}): {names}."


def _document(site: Site) -> str:
    if site.method:
        return " ".join(filter(None, (site.direction, site.method)))
    return site.path.partition(".")[0] if site.part in ANSWERS else site.name or NOWHERE


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
    words = sum(map(is_in_words_only, comparison.changes))
    all_verdicts = [change.verdict for change in comparison.changes]
    breaking, risky = all_verdicts.count(BREAKING), all_verdicts.count(RISKY)
    return Counted(breaking=breaking, risky=risky, safe=len(all_verdicts) - breaking - risky - words, words=words)


def move(comparison: Comparison) -> str:
    """Return which version the changes require, as a phrase."""
    if comparison.released:
        return f"since {comparison.released.old_version} {move(comparison.released)}"
    if comparison.level == "none" or not is_version(comparison.old_version):
        return "the version may stay" if comparison.level == "none" else f"a {comparison.level} change"
    required_version = next_version(comparison.old_version, comparison.level)
    return f"a {comparison.level} change, which requires version {required_version} or later"


def summed_up(comparison: Comparison) -> str:
    """Return the numbers, and that of faults of paycat, as a phrase; "" when nothing changed."""
    if not comparison.changes and not comparison.faults:
        return ""
    faults = [f"{counted(len(comparison.faults), 'fault')} of paycat"] if comparison.faults else []
    return ", ".join([counts(comparison).text, *faults])
