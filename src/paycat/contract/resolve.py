"""A typed catalogue becomes the contract; what needs no resolving goes into it as it is stated."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from paycat.cache import Cache
from paycat.catalogue.canonical import digest_of
from paycat.catalogue.directions import DIRECTIONS
from paycat.catalogue.lifecycle import Reserved
from paycat.catalogue.reading import Catalogue, Source
from paycat.catalogue.sandbox import Sandbox
from paycat.catalogue.statement import Kept, Location, Statement
from paycat.contract.constraints import with_reason
from paycat.contract.fields import shared_fields
from paycat.contract.interface import Interface, Parameter, Record, ResponseHeader
from paycat.contract.limitations import declared_limitations
from paycat.contract.model import CONTRACT_VERSION, Contract, Method, Request, Service
from paycat.contract.named_numbers import NamedNumbers, with_numbers
from paycat.contract.requests import resolved_method
from paycat.contract.serving import with_served_methods
from paycat.contract.setting import Basis, Collector, Setting
from paycat.contract.shapes import record_body, sent_value
from paycat.diagnostics import Diagnostic

T = TypeVar("T", bound=Kept)


def resolve(catalogue: Catalogue, cache: Cache | None = None) -> tuple[Contract, list[Diagnostic]]:
    """Return the contract and the findings that make it incomplete.

    A method that cannot be resolved is left out, so the contract is complete only when nothing was found. What the
    cache has is not resolved again.
    """
    cache = cache or Cache()
    digest = digest_of({source.name: source.canonical_text for source in catalogue.files})
    stated = catalogue
    numbers = NamedNumbers(stated, lambda: (method for method, _ in _methods(stated, cache) if method))
    catalogue = with_numbers(catalogue, numbers, cache)
    resolved = list(_methods(catalogue, cache))
    methods = tuple(method for method, _ in resolved if method)
    registers = catalogue.registers.value
    contract = Contract(
        contract_version=CONTRACT_VERSION,
        digest=digest,
        service=_service(catalogue),
        currencies=_sorted(catalogue.currencies.value.currencies),
        methods=methods,
        interface=with_served_methods(_interface(catalogue), _requests(methods)),
        gaps=_sorted(registers.gaps),
        decisions=_sorted(registers.decisions),
        errata=_sorted(catalogue.errata.value.errata),
        limitations=declared_limitations(_requests(methods)),
        reserved=_reserved(catalogue.service.value.reserved),
    )
    return contract, [finding for _, found in resolved for finding in found]


def _methods(catalogue: Catalogue, cache: Cache) -> Iterator[tuple[Method | None, Sequence[Diagnostic]]]:
    """Return every method as `resolved_method` does."""
    shared = (catalogue.service, catalogue.types, catalogue.currencies, catalogue.registers, catalogue.errata)
    tables = catalogue.requests
    by = (tuple(sorted(catalogue.unread)), tuple(tables), *shared, *tables.values())
    basis = cache.of(Basis, *shared, tables, catalogue.unread, by=by)
    for _, method in sorted(catalogue.methods.items()):
        samples = (catalogue.samples.get((direction, method.value.method_code)) for direction in DIRECTIONS)
        for direction in DIRECTIONS:  # The cache must not forget what methods share while it has the methods.
            shared_fields(Setting(cache, basis, method, direction, Collector()))
        yield cache.of(resolved_method, cache, basis, method, *samples)


def _requests(methods: Iterable[Method]) -> list[Request]:
    return [offer.request for method in methods for offer in (method.pay_in, method.payout) if offer.request]


def _sorted(table: dict[str, T]) -> tuple[T, ...]:
    return tuple(one for _, one in sorted(table.items()))


def _service(catalogue: Catalogue) -> Service:
    stated = catalogue.service.value
    return Service(
        title=stated.title,
        version=stated.version,
        summary=stated.summary,
        description=stated.description,
        package=stated.package,
        contact=stated.contact.model_dump(),
        license=stated.license.model_dump(),
        base_url=stated.server.url,
        base_url_description=stated.server.description,
        base_url_reason=stated.server.reason,
        specification=stated.source.title,
        published_at=stated.published_at,
        packs_off=stated.packs_off,
    )


def _reserved(stated: Reserved | None) -> Reserved:
    if stated is None:
        return Reserved()
    return Reserved(
        methods=tuple(sorted(stated.methods, key=lambda one: one.code)),
        fields=tuple(sorted(stated.fields, key=lambda one: one.path)),
    )


def _interface(catalogue: Catalogue) -> Interface:
    """Return everything around the request bodies. Nothing is rejected here: rules do that."""
    operations, problems = catalogue.operations.value, catalogue.problems.value
    rulebook, events = catalogue.rulebook.value, catalogue.events.value
    limits = rulebook.limits
    return Interface(
        tags=operations.tags,
        parameters=_parameters(catalogue),
        response_headers=_headers(catalogue),
        operations=tuple(operations.operations.values()),
        records=_records(catalogue),
        state_machines=tuple(catalogue.states.value.state_machines.values()),
        event_types=tuple(events.types.values()),
        notifications=tuple(events.notifications.values()),
        delivery=events.delivery,
        signing=events.signing,
        problem_base=problems.base,
        problem_record=problems.record,
        problem_media_type=problems.media_type,
        problems=tuple(with_reason(one, problems.reason) for one in problems.problems.values()),
        violation_codes=tuple(problems.violation_codes.values()),
        failure_codes=tuple(problems.failure_codes.values()),
        auth=rulebook.auth,
        idempotency=rulebook.idempotency,
        limits=tuple(
            getattr(limits, name).model_copy(update={"name": name})
            for name in ("body_bytes", "body_depth", "answer_seconds")
        ),
        versioning=rulebook.versioning,
        sandbox=catalogue.sandbox.value if catalogue.sandbox else Sandbox(),
    )


def _parameters(catalogue: Catalogue) -> tuple[Parameter, ...]:
    source = catalogue.operations
    return tuple(
        Parameter(
            key=key,
            location_in=one.location,
            name=one.name,
            required=one.requirement == "required",
            description=one.description,
            value=sent_value(catalogue, one, "parameters", key),
            default=one.default,
            example=one.example,
            reason=one.reason,
            location=_location(source, "parameters", key),
        )
        for key, one in source.value.parameters.items()
    )


def _headers(catalogue: Catalogue) -> tuple[ResponseHeader, ...]:
    return tuple(
        ResponseHeader(
            key=key,
            name=one.name,
            description=one.description,
            value=sent_value(catalogue, one, "response_headers", key),
            reason=one.reason,
        )
        for key, one in catalogue.operations.value.response_headers.items()
    )


def _records(catalogue: Catalogue) -> tuple[Record, ...]:
    source = catalogue.records
    return tuple(
        Record(
            name=name,
            body=record_body(catalogue, name),
            example=one.example,
            reason=one.reason,
            location=_location(source, "records", name),
        )
        for name, one in source.value.records.items()
    )


def _location(source: Source[Statement], *path: str) -> Location:
    return source.at(*path, key=True)
