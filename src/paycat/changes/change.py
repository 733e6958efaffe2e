"""Changes: what a contract states differently than an older one, for whom that breaks what, and how that is known.

Whoever compares says what changed (`change_of`); verdicts are a policy's (`paycat.changes.rating`), so that another
policy can rate the same changes. What `paycat diff` prints for programs is a change as it is.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, InstanceOf, PlainSerializer

from paycat.catalogue.statement import Location, Reason, Value
from paycat.changes.taxonomy.change_type import SAFE, ChangeType, Verdict
from paycat.contract.model import Contract, Request, Violation
from paycat.contract.nodes import FieldNode
from paycat.contract.paths import pointer, steps_of, without_case
from paycat.text.characters import printable

Part = Literal["request", "response", "event", "interface", "catalogue"]
"""What a change is about: bodies that integrators send, bodies that they read, what is around them, or registers."""

ANSWERS: tuple[Part, ...] = ("response", "event")
"""Bodies that integrators read."""

Audience = Literal["sender", "reader", "source"]
"""Who sends requests, who reads responses and events, and who imports a generated package."""

AUDIENCES: Mapping[Audience, str] = {
    "sender": "who sends requests",
    "reader": "who reads responses and events",
    "source": "who imports the package",
}

Basis = Literal["proven", "by rule", "unproven"]
"""How a verdict is known: by payloads or a proof, by the rule of its type, or not at all."""

Level = Literal["none", "patch", "minor", "major"]
LEVELS: tuple[Level, ...] = ("none", "patch", "minor", "major")

Text = Annotated[str, PlainSerializer(lambda text: printable(text, "\n\t"), return_type=str)]
"""A text of a contract, printed for programs without what a terminal acts on."""

NO_REASON = Reason()
"""Of a change of an element that states none."""

_INDEX = re.compile(r"/[0-9]+(?=/|$)")
ANY = "*"
_BELOW = "/*"


class At(Value):
    """A line of a catalogue."""

    path: Text = Field(description="File, relative to the project.")
    line: Annotated[int, Field(ge=1)] | None = Field(description="Line, counted from 1; null for the whole file.")


def _at(location: Location | None) -> At | None:
    return At(path=location.path, line=location.line or None) if location else None


Line = Annotated[Location | None, PlainSerializer(_at, return_type=At | None)]


class Site(Value):
    """Where a change is: in the contract by names, in both catalogues by lines."""

    part: Part = Field(
        description="What changed: a body, what is around the bodies, or the registers of the catalogue."
    )
    method: Text | None = Field(description="Method code; null for more than one method.")
    direction: str | None = Field(description="Direction of the request; null for all or none.")
    path: Text = Field(description="Dotted path of the field, or the name of the thing; empty for all of it.")
    old_location: Line = Field(description="The old line; null for what was added.")
    new_location: Line = Field(description="The new line; null for what was removed.")

    @property
    def location(self) -> Location | None:
        """The line in the new catalogue, or of something removed in the old one."""
        return self.new_location or self.old_location

    @property
    def name(self) -> str:
        """The site in words, such as `refund BACS_DEBIT mandate.reference`."""
        return " ".join(word for word in (self.direction, self.method, self.path) if word)


def site_of(
    part: Part,
    path: str = "",
    method: str | None = None,
    direction: str | None = None,
    old: Location | None = None,
    new: Location | None = None,
) -> Site:
    """Return a site, with its lines in both catalogues.

    `path` is dotted within a request or a record (`mandate.reference`, `DebitRecord.status`); elsewhere it names the
    element (`operation createRefund`, `decision D-101`).
    """
    return Site(part=part, method=method, direction=direction, path=path, old_location=old, new_location=new)


class Rating(Value):
    """A verdict, and how it is known."""

    verdict: Verdict = Field(description="What the change does.")
    basis: Basis = Field(
        description="How the verdict is known: by payloads or a proof, by the rule of the change type, or not at all."
    )

    @property
    def rank(self) -> tuple[int, bool]:
        """What verdicts are ordered by: the worse first, and of two the one that is proven."""
        return self.verdict.rank, self.basis == "proven"

    @property
    def text(self) -> str:
        """The verdict in words, such as `breaking (proven)`; a safe one that is proven is called compatible."""
        word = "compatible" if (self.verdict, self.basis) == (SAFE, "proven") else self.verdict
        return f"{word} ({self.basis})"


class Verdicts(Value):
    """The verdicts of a change for each audience, without those of its consequences; null where it has none."""

    sender: Rating | None = Field(description="For senders of requests.")
    reader: Rating | None = Field(description="For readers of responses and events.")
    source: Rating | None = Field(description="For importers of a generated package.")

    @property
    def known(self) -> Mapping[Audience, Rating]:
        """The verdicts that there are."""
        ratings = ((audience, getattr(self, audience)) for audience in AUDIENCES)
        return {audience: rating for audience, rating in ratings if rating}


def verdicts_of(ratings: Mapping[Audience, Rating]) -> Verdicts:
    """Return the verdicts for some audiences."""
    return Verdicts(**{audience: ratings.get(audience) for audience in AUDIENCES})


class Counterexample(Value):
    """A body whose verdict changed; either `before` or `after` is empty."""

    # Of a response or an event, `before` is what the old schema rejects in a body that is sent now; the codes are
    # keywords of JSON Schema.

    site: Site = Field(description="The request, response or event that the body is of.")
    payload: Any = Field(description="The body.")
    before: tuple[Violation, ...] = Field(description="What the old contract rejects in it.")
    after: tuple[Violation, ...] = Field(description="What the new contract rejects in it.")
    origin: Text = Field(description="The vector or sample that it was made of.")
    confirmed_by: tuple[Text, ...] = Field(description="The validators that confirm it.")
    is_read: bool = Field(default=False, exclude=True, description="Whether integrators read it.")


class Change(Value):
    """A change with its verdicts, and below it what follows from it."""

    type: Annotated[InstanceOf[ChangeType], PlainSerializer(lambda kind: kind.id, return_type=str)] = Field(
        description="Type of change, as in docs/changes.md; the same in every version."
    )
    part: Part = Field(description="What it is about, at its first site.")
    sites: tuple[Site, ...] = Field(min_length=1, description="Every place with the same change.")
    old: Any = Field(description="The old value as JSON; null for nothing.")
    new: Any = Field(description="The new value as JSON; null for nothing.")
    verdicts: Verdicts = Field(description="For each audience.")
    verdict: Verdict = Field(description="The worst for anybody, with that of the consequences.")
    basis: Basis = Field(description="How the worst verdict is known.")
    level: Level = Field(description="How far the version must increase for it and its consequences.")
    provisional: bool = Field(description="Whether it is based only on decisions that nobody has confirmed.")
    description: Text = Field(description="What changed, as a sentence.")
    why: Text = Field(description="Why changes of this type have their verdicts.")
    counterexample: Counterexample | None = Field(description="A body that shows what breaks; null without one.")
    widening: Counterexample | None = Field(description="A body that only the new contract accepts; null without one.")
    note: Text = Field(description="What else to know or do; mostly empty.")
    consequences: "tuple[Change, ...]" = Field(description="What follows from it.")

    # What only a comparison reads: what it rests on; what a body may be rejected for because of it, and what no longer;
    # both versions of the field whose values changed, and the type of both, or its member as `type.member`; the members
    # whose requirement a condition decides; whether its verdict is that of its cause.
    reason: Reason = Field(exclude=True)
    narrows: tuple[Violation, ...] = Field(default=(), exclude=True)
    widens: tuple[Violation, ...] = Field(default=(), exclude=True)
    values: tuple[FieldNode, FieldNode] | None = Field(default=None, exclude=True)
    field_type: str | None = Field(default=None, exclude=True)
    decides: tuple[str, ...] = Field(default=(), exclude=True)
    is_derived: bool = Field(default=False, exclude=True)

    @property
    def site(self) -> Site:
        """Where it is, at its first site."""
        return self.sites[0]

    @property
    def is_read(self) -> bool:
        """Whether integrators read what changed: a body, or a header of a response or an event."""
        return self.part in ANSWERS or self.type.element == "header"

    @property
    def worst(self) -> Rating:
        """The worst verdict for anybody, here and below."""
        return Rating(verdict=self.verdict, basis=self.basis)

    @property
    def own_worst(self) -> Rating:
        """The worst verdict for anybody, without the consequences."""
        ratings = self.verdicts.known.values()
        return max(ratings, key=lambda rating: rating.rank, default=Rating(verdict=SAFE, basis="by rule"))

    def all(self) -> "Iterator[Change]":
        """This change, then its consequences."""
        yield self
        for consequence in self.consequences:
            yield from consequence.all()

    def rating(self, audience: Audience) -> Rating | None:
        """Return the worst verdict for an audience here and below, or None when nothing touches it."""
        ratings = (change.verdicts.known.get(audience) for change in self.all())
        return max(filter(None, ratings), key=lambda rating: rating.rank, default=None)

    def by_rule(self, audience: Literal["sender", "reader"]) -> Verdict | None:
        """Return the verdict by the rules of the change and of the constraints that changed with it, or None."""
        effects = (effect for effect in self.consequences if effect.is_derived and effect.type.aspect)
        verdicts = [verdict for change in (self, *effects) if (verdict := getattr(change.type, audience)) is not None]
        return max(verdicts, key=lambda verdict: verdict.rank, default=None)


def change_of(
    change_type: ChangeType, site: Site, old: Any = None, new: Any = None, reason: Reason = NO_REASON, **extra: Any
) -> Change:
    """Return a change without verdicts. `old` and `new` are JSON values; None where nothing was or is.

    `extra` are further members that it has: those that tie it to payloads that show it, and what follows from it.
    """
    return Change(type=change_type, part=site.part, sites=(site,), old=old, new=new, reason=reason, **_UNRATED | extra)


_UNRATED: dict[str, Any] = {
    "verdicts": verdicts_of({}),
    "verdict": SAFE,
    "basis": "by rule",
    "level": "none",
    "provisional": False,
    "description": "",
    "why": "",
    "counterexample": None,
    "widening": None,
    "note": "",
    "consequences": (),
}
"""What an assessment is to find out."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What one contract changes against another: changes, worst first, and what is wrong with paycat itself.

    `faults` are payloads whose verdict turns without a change that explains it, and verdicts that payloads
    contradict; there are none unless paycat has a bug. `released` is what changes against the release that the version
    is checked against, if that is not the old contract.
    """

    old_version: str
    new_version: str
    changes: tuple[Change, ...]
    faults: tuple[str, ...] = ()
    released: "Comparison | None" = None

    @property
    def level(self) -> Level:
        """How far the version has to move."""
        return max((change.level for change in self.changes), key=LEVELS.index, default="none")

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of all."""
        return max((change.verdict for change in self.changes), key=lambda verdict: verdict.rank, default=SAFE)


def request_at(contract: Contract, code: str | None, direction: str | None) -> Request | None:
    """Return the request type of a method in a direction, or without a method that of the direction; or None."""
    requests = contract.requests(direction) if direction else ()
    return next((request for request in requests if request.method == (code or "")), None)


def at(path: str, code: str = ANY) -> Violation:
    """Return the pattern of a violation at a dotted path; `""` is the body."""
    return Violation(code=code, pointer=pointer(steps_of(path)) + path.removeprefix(without_case(path)))


def everything(path: str, code: str = ANY) -> tuple[Violation, Violation]:
    """Return the patterns of a violation at a dotted path, and of any inside it."""
    pattern = at(path, code)
    return pattern, Violation(code=code, pointer=pattern.pointer + _BELOW)


def explained(violation: Violation, patterns: Iterable[Violation]) -> bool:
    """Tell whether any of the patterns fits a violation."""
    return any(_fits(violation, pattern) for pattern in patterns)


def pointers_fitting(violation: Violation) -> Iterator[str]:
    """Return the pointers of all patterns that may fit a violation."""
    for location in _locations(violation):
        yield location
        yield from (location[:index] + _BELOW for index, sign in enumerate(location) if sign == "/")


def _fits(violation: Violation, pattern: Violation) -> bool:
    if pattern.code not in (ANY, violation.code):
        return False
    if pattern.pointer.endswith(_BELOW):
        return any(location.startswith(pattern.pointer.removesuffix(ANY)) for location in _locations(violation))
    return pattern.pointer in _locations(violation)


def _locations(violation: Violation) -> Iterable[str]:
    """Return the pointers by which patterns name the place of a violation: whatever the case, in the first item."""
    bare_pointer = without_case(violation.pointer)
    return dict.fromkeys((violation.pointer, bare_pointer, _INDEX.sub("/0", bare_pointer)))
