"""The pages of decisions, gaps and errata: the entries, and for each decision the places that it shapes."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from paycat.catalogue.registers import Decision, Erratum, Gap
from paycat.catalogue.statement import Reason
from paycat.contract.interface import Interface, Record
from paycat.contract.model import Contract, Request, Sample
from paycat.contract.nodes import Group, nodes_of
from paycat.documents.marks import field_reasons, group_reasons
from paycat.pages.words import direction_title


@dataclass(frozen=True, slots=True)
class Link:
    """A place by its title and its path below the folder of all pages."""

    title: str
    target: str


@dataclass(frozen=True, slots=True)
class Place:
    """Something that a decision shapes, such as a field, and where that is told: once, or for each method."""

    title: str
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Uses:
    """The places of one kind, and how many pages' parts they are."""

    kind: str
    places: tuple[Place, ...]

    @property
    def count(self) -> int:
        """How often the decision is used in this kind of place."""
        return sum(len(place.links) for place in self.places)


@dataclass(frozen=True, slots=True)
class DecisionPage:
    """A decision with the gaps that it answers and the places that it shapes."""

    decision: Decision
    gaps: tuple[Gap, ...]
    uses: tuple[Uses, ...]


_Cited = tuple[Reason, str, str, Link]
"""A reason, the kind of place that it stands at, the place's title, and where it is told."""


def decision_pages(contract: Contract) -> tuple[DecisionPage, ...]:
    """Return every decision, in the order of the register."""
    found: dict[str, dict[str, dict[str, dict[str, Link]]]] = defaultdict(
        lambda: defaultdict(lambda: defaultdict(dict))
    )
    for reason, kind, title, link in _cited(contract):
        for id in reason.decisions:
            found[id][kind][title][link.target] = link
    return tuple(
        DecisionPage(
            decision=one,
            gaps=tuple(gap for gap in contract.gaps if one.id in gap.decisions),
            uses=tuple(_uses(found[one.id]) if one.id in found else ()),
        )
        for one in contract.decisions
    )


def _uses(found: Mapping[str, Mapping[str, Mapping[str, Link]]]) -> Iterator[Uses]:
    for kind, titles in found.items():
        yield Uses(kind, tuple(Place(title, tuple(links.values())) for title, links in titles.items()))


def _cited(contract: Contract) -> Iterator[_Cited]:
    for request in contract.requests():
        yield from _of_request(request)
    for method in contract.methods:
        of_offers = (method.pay_in.reason, method.payout.reason)
        requests = [offer.request for offer in (method.pay_in, method.payout) if offer.request]
        target = f"{requests[0].direction}/{method.code}.html" if requests else "index.html"
        for reason in (method.reason, method.country_reason, *of_offers):
            yield reason, "Payment methods", method.code, Link(method.code, target)
    for currency in contract.currencies:
        yield currency.reason, "Currencies", currency.code, Link(currency.code, "index.html#methods")
    base = Link("Base URL", "operations.html#base-url")
    yield contract.service.base_url_reason, "Operations", base.title, base
    yield from _of_interface(contract.interface)


def _of_request(request: Request) -> Iterator[_Cited]:
    kind, page = f"{direction_title(request.direction)} fields", f"{request.direction}/{request.method}.html"
    for group in request.root.groups():
        yield from _at(group_reasons(group), kind, group.path or "the request itself", request, page)
        for field in group.members:
            if not isinstance(field, Group):
                reasons = (*field_reasons(field), *(hint.reason for hint in field.hints))
                yield from _at(reasons, kind, field.path, request, page)


def _at(reasons: Iterable[Reason], kind: str, path: str, request: Request, page: str) -> Iterator[_Cited]:
    anchor = "" if " " in path else f"#{path}"
    for reason in reasons:
        yield reason, kind, path, Link(request.method, page + anchor)


def _of_interface(interface: Interface) -> Iterator[_Cited]:
    named = {one.key: one for one in interface.parameters}
    for operation in interface.operations:
        yield _one(operation.reason, "Operations", operation.summary, f"operations.html#{operation.id}")
        for key in operation.parameters:
            target = f"operations.html#{operation.id}.{named[key].name}"
            yield named[key].reason, "Parameters", named[key].name, Link(operation.summary, target)
    for header in interface.response_headers:
        yield _one(header.reason, "Response headers", header.name, f"operations.html#header-{header.key}")
    yield _one(interface.auth.reason, "Operations", "Authentication", "operations.html#authentication")
    yield _one(interface.idempotency.reason, "Operations", "Safe repetition", "operations.html#idempotency")
    for limit in interface.limits:
        yield _one(limit.reason, "Operations", "Limits", "operations.html#limits")
    yield _one(interface.versioning.reason, "Operations", "Versions", "operations.html#versions")
    for record in interface.records:
        yield from _of_record(record)
    yield from _of_messages(interface)
    for problem in interface.problems:
        yield _one(problem.reason, "Problems", problem.slug, f"problems.html#{problem.slug}")
    for code in interface.refusal_codes:
        yield _one(code.reason, "Codes of refused fields", code.code, f"problems.html#code-{code.code}")
    for code in interface.failure_codes:
        yield _one(code.reason, "Codes of failures", code.code, f"problems.html#failure-{code.code}")


def _of_messages(interface: Interface) -> Iterator[_Cited]:
    named = {one.key: one for one in interface.parameters}
    for machine in interface.machines:
        yield _one(machine.reason, "States", machine.name, f"states.html#{machine.name}")
    for one in interface.notifications:
        yield _one(one.reason, "Notifications", one.summary, f"notifications.html#{one.name}")
        for key in one.headers:
            target = f"notifications.html#header-{key}"
            yield _one(named[key].reason, "Notifications", named[key].name, target)
    yield _one(interface.delivery.reason, "Notifications", "Delivery", "notifications.html#delivery")
    yield _one(interface.signing.reason, "Notifications", "Signing", "notifications.html#signing")


def _of_record(record: Record) -> Iterator[_Cited]:
    yield _one(record.reason, "Records", record.name, f"records.html#{record.name}")
    for node in nodes_of(record.body):
        if node.name and node.reason != record.reason:
            path = f"{record.name}.{node.path}"
            yield _one(node.reason, "Records", path, f"records.html#{path}")


def _one(reason: Reason, kind: str, title: str, target: str) -> _Cited:
    return reason, kind, title, Link(title, target)


_STATES = (
    ("decided", "closed by a decision of ours"),
    ("settled", "answered by the specification itself, elsewhere"),
    ("open", "not answered yet"),
)


@dataclass(frozen=True, slots=True)
class Standing:
    """A state of gaps, what it means, and how many gaps are in it."""

    state: str
    meaning: str
    count: int


@dataclass(frozen=True, slots=True)
class ErratumPage:
    """An erratum with its gap, and the samples that follow the mistake."""

    erratum: Erratum
    gap: Gap | None
    samples: tuple[tuple[Request, Sample], ...]


def standings(contract: Contract) -> tuple[Standing, ...]:
    """Return how many gaps are in each state."""
    counts: Counter[str] = Counter(gap.state for gap in contract.gaps)
    return tuple(Standing(state, meaning, counts[state]) for state, meaning in _STATES)


def erratum_pages(contract: Contract) -> tuple[ErratumPage, ...]:
    """Return every erratum, in the order of the register."""
    gaps = {gap.id: gap for gap in contract.gaps}
    return tuple(
        ErratumPage(
            erratum=one,
            gap=gaps.get(one.gap),
            samples=tuple(
                (request, sample)
                for request in contract.requests()
                for sample in request.samples
                if sample.erratum == one.id
            ),
        )
        for one in contract.errata
    )
