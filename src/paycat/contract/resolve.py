"""A typed catalogue becomes the contract: what each method offers, with its requests and samples resolved."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from paycat.cache import Cache
from paycat.catalogue.canonical import digest_of
from paycat.catalogue.fields import RequestTable
from paycat.catalogue.lifecycle import Reserved
from paycat.catalogue.methods import MethodStatement, Samples
from paycat.catalogue.problems import DUPLICATE, Problem
from paycat.catalogue.reading import Catalogue, SourceFile
from paycat.catalogue.sandbox import Sandbox
from paycat.catalogue.statement import Kept, Reason
from paycat.contract.dispatch import ROLE
from paycat.contract.examples import with_examples
from paycat.contract.fields import resolved_fields, shared_fields
from paycat.contract.groups import request_root
from paycat.contract.interface import Interface, Parameter, Record, ResponseHeader
from paycat.contract.machines import with_identified_paths
from paycat.contract.model import (
    CONTRACT_VERSION,
    Contract,
    Direction,
    Method,
    Offer,
    Request,
    Service,
    declared_limitations,
)
from paycat.contract.named_numbers import NamedNumbers
from paycat.contract.naming import module_name, type_record
from paycat.contract.nodes import Group, ObjectType, nodes_of, records_of
from paycat.contract.paths import ITEM
from paycat.contract.samples import resolved_samples
from paycat.contract.sending import with_listed_methods
from paycat.contract.shapes import ShapeValues, meaning_of, record_of_type
from paycat.contract.stated_offers import Basis, StatedOffer, basis_of, body_for_all, deprecation
from paycat.contract.texts import with_numbers
from paycat.contract.validate import given_codes
from paycat.contract.values import joined, with_reason
from paycat.diagnostics import Diagnostic, did_you_mean

T = TypeVar("T", bound=Kept)


def resolve(
    catalogue: Catalogue, cache: Cache | None = None, shape_values: ShapeValues | None = None
) -> tuple[Contract, list[Diagnostic]]:
    """Return the contract and what is found wrong.

    A method that cannot be resolved is left out, so the contract is complete only if nothing but what is `IDLE` was
    found. What the cache has, and `shape_values` of the interface that are known, are not resolved again.
    """
    cache, shape_values = cache or Cache(), shape_values or ShapeValues(catalogue)
    digest = digest_of({source.name: source.canonical_text for source in catalogue.files if source.data})
    shared_files = (catalogue.service, catalogue.types, catalogue.currencies, catalogue.registers, catalogue.errata)
    tables, unread_names = catalogue.requests, tuple(sorted(catalogue.unread))
    basis = cache.of(basis_of, catalogue, basis=(unread_names, tuple(tables), *shared_files, *tables.values()))
    resolved_methods = list(_methods(catalogue, basis, cache))
    methods = tuple(method for method, _ in resolved_methods if method)
    sample_files = {direction: catalogue.samples.get((direction, "")) for direction in catalogue.bodies}
    bodies = {
        direction: cache.of(_resolved_body, cache, basis, table, direction, sample_files[direction])
        for direction, table in catalogue.bodies.items()
    }
    directions = tuple(_directions(catalogue, {name: request for name, (request, _) in bodies.items()}))
    requests = [direction.request for direction in directions if direction.request]
    requests += [offer.request for method in methods for offer in method.offers.values() if offer.request]
    registers = catalogue.registers.value
    interface = with_listed_methods(_interface(catalogue, shape_values, given_codes(requests)), requests)
    contract = Contract(
        contract_version=CONTRACT_VERSION,
        digest=digest,
        service=_service(catalogue),
        directions=directions,
        currencies=_sorted(catalogue.currencies.value.currencies),
        methods=methods,
        interface=interface,
        gaps=_sorted(registers.gaps),
        decisions=_sorted(registers.decisions),
        errata=_sorted(catalogue.errata.value.errata),
        limitations=declared_limitations(requests),
        reserved=_reserved(catalogue.service.value.reserved),
        idle_types=_idle_types(catalogue, requests, interface),
    )
    contract = with_numbers(with_examples(contract), NamedNumbers(shape_values, requests))
    return contract, [finding for _, findings in (*resolved_methods, *bodies.values()) for finding in findings]


def _methods(catalogue: Catalogue, basis: Basis, cache: Cache) -> Iterator[tuple[Method | None, Sequence[Diagnostic]]]:
    for _, method in sorted(catalogue.methods.items()):
        directions, name = method.value.offers, method.value.generated_name
        sample_files = (catalogue.samples.get((direction, name)) for direction in directions)
        for direction in directions:  # The cache must not forget what methods share while it has the methods.
            shared_fields(StatedOffer(basis, method, direction), cache)
        yield cache.of(_resolved_method, cache, basis, method, *sample_files)


def _resolved_body(
    cache: Cache, basis: Basis, table: SourceFile[RequestTable], direction: str, file: SourceFile[Samples] | None
) -> tuple[Request | None, Sequence[Diagnostic]]:
    offer = body_for_all(basis, table, direction)
    return _request(offer, file, cache), offer.findings


def _resolved_method(
    cache: Cache, basis: Basis, method: SourceFile[MethodStatement], *files: SourceFile[Samples] | None
) -> tuple[Method | None, Sequence[Diagnostic]]:
    """Return the resolved method, or None when its requests cannot be resolved, and the findings.

    `files` are its samples of each direction.
    """
    stated_offers = [StatedOffer(basis, method, direction) for direction in method.value.offers]
    pairs = ((offer.direction, _offer(offer, file, cache)) for offer, file in zip(stated_offers, files, strict=True))
    offers = {direction: offer for direction, offer in pairs if offer}
    findings = [finding for offer in stated_offers for finding in offer.findings]
    return _method(method, offers) if len(offers) == len(stated_offers) else None, findings


def _method(method: SourceFile[MethodStatement], offers: dict[str, Offer]) -> Method:
    statement = method.value
    country_rules = (statement.countries_complete, statement.country_mode)
    decision_ids = dict.fromkeys(decision_id for rule in country_rules if rule for decision_id in rule.reason.decisions)
    return Method(
        code=statement.method_code,
        name=statement.generated_name,
        title=statement.title,
        note=statement.note,
        currencies=statement.codes_of_currencies,
        countries=statement.countries,
        country_scope=statement.country_scope,
        countries_complete=statement.countries_complete is None or statement.countries_complete.value,
        country_mode=statement.country_way,
        country_reason=Reason(source=statement.source, decisions=tuple(decision_ids)),
        reason=Reason(source=statement.source),
        location=method.at("method_code", key=True),
        offers=offers,
        deprecated=deprecation(statement.deprecated, Reason(source=statement.source)),
    )


def _offer(offer: StatedOffer, samples_file: SourceFile[Samples] | None, cache: Cache) -> Offer | None:
    statement, span = offer.statement, offer.at(key=True)
    request = None
    if statement.availability == "supported":
        request = _request(offer, samples_file, cache)
        if request is None:
            return None
    elif statement.fields or statement.conditions or statement.containers or statement.request or statement.variants:
        message = f"the method does not offer {offer.direction}, so it cannot say anything of its request"
        offer.report("fields-without-offer", span, message, "make it supported, or remove the rest")
    return Offer(
        availability=statement.availability,
        request=request,
        variants=statement.variants,
        reason=offer.own_reason,
        location=span,
    )


def _request(offer: StatedOffer, samples_file: SourceFile[Samples] | None, cache: Cache) -> Request | None:
    if not _has_table(offer):
        return None
    finding_count = len(offer.findings)
    fields = resolved_fields(offer, cache)
    if len(offer.findings) > finding_count:
        return None
    root, method = request_root(offer, fields), offer.method.value
    _reject_loose_method(offer, root)
    return Request(
        method=method.method_code,
        name=method.generated_name,
        direction=offer.direction,
        module=module_name(method.generated_name or offer.direction),
        root=root,
        samples=resolved_samples(samples_file, offer.basis.errata, offer.method),
    )


def _has_table(offer: StatedOffer) -> bool:
    """Return whether there is the request table that the method names, and report it if not."""
    direction, tables_by_name, stated_name = offer.direction, offer.basis.requests, offer.statement.request
    table_names = [name for name, table in tables_by_name.items() if table.value.direction == direction]
    table_name = offer.table_name
    is_known = offer.is_for_all or f"requests/{table_name}.yaml" in offer.basis.unread
    if table_name not in table_names and not is_known:
        span = offer.at("request") if stated_name else offer.at(key=True)
        message = f"there is no request table {table_name!r} for {direction}"
        offer.report("unknown-request", span, message, did_you_mean(table_name, table_names), ("requests",))
    return table_name in table_names


def _reject_loose_method(offer: StatedOffer, root: Group) -> None:
    for field in root.fields():
        if field.role != ROLE:
            continue
        location = offer.layout.statements(field.path)[-1].at(key=True)
        if offer.is_for_all:
            message = f"{field.path!r} has the role 'method', but the direction has one body for all methods"
            offer.report("loose-method", location, message, "remove the role, or `methods: none` of the direction")
            continue
        outer_groups = (group for group in root.groups() if field.path.startswith(f"{group.path}."))
        requirements = {field.requirement, *(group.requirement for group in outer_groups)}
        is_sure = requirements == {"required"} and ITEM not in field.path
        if not (is_sure and field.fixed and field.fixed.value == offer.method.value.method_code):
            message = f"{field.path!r} has the role 'method', so every request must have it once: "
            message += "required, in required objects, outside of lists, and fixed to the code"
            offer.report("loose-method", location, message, "write `fixed: method.method_code`")


def _idle_types(catalogue: Catalogue, requests: Sequence[Request], interface: Interface) -> dict[str, str]:
    records = (record.body for record in interface.records)
    roots = [*(request.root for request in requests), *records, *interface.values_in_texts]
    types = {node.type for root in roots for node in nodes_of(root)}
    used_names = {field_type.name if isinstance(field_type, ObjectType) else field_type for field_type in types}
    all_types = catalogue.types.value.types.items()
    return {name: field_type.meaning for name, field_type in sorted(all_types) if name not in used_names}


def _sorted(statements_by_key: dict[str, T]) -> tuple[T, ...]:
    return tuple(statement for _, statement in sorted(statements_by_key.items()))


def _directions(catalogue: Catalogue, bodies: Mapping[str, Request | None]) -> Iterator[Direction]:
    for name, statement in catalogue.service.value.directions.items():
        yield Direction(
            name=name,
            title=statement.title,
            task=statement.task,
            audience=statement.audience,
            request=bodies.get(name),
        )


def _service(catalogue: Catalogue) -> Service:
    head = catalogue.service.value
    return Service(
        title=head.title,
        version=head.version,
        summary=head.summary,
        description=head.description,
        package=head.package,
        npm=head.npm or head.package.replace("_", "-"),
        contact=head.contact.model_dump() if head.contact else {},
        license=head.license.model_dump() if head.license else {},
        base_url=head.server.url,
        base_url_description=head.server.description,
        base_url_reason=head.server.reason,
        specification=head.source.title if head.source else "",
        published_at=head.published_at,
        packs_off=head.packs_off,
    )


def _reserved(reserved: Reserved | None) -> Reserved:
    if reserved is None:
        return Reserved()
    return Reserved(
        methods=tuple(sorted(reserved.methods, key=lambda method: method.code)),
        fields=tuple(sorted(reserved.fields, key=lambda field: field.path)),
    )


def _interface(catalogue: Catalogue, shape_values: ShapeValues, codes: frozenset[str]) -> Interface:
    """Return everything around the request bodies, with shipped codes only of those that requests give.

    Nothing is rejected here: rules do that.
    """
    operations, problems = catalogue.operations.value, catalogue.problems.value
    rulebook, events = catalogue.rulebook.value, catalogue.events.value
    limits = rulebook.limits
    interface = Interface(
        tags=operations.tags,
        parameters=_parameters(shape_values),
        response_headers=_headers(shape_values),
        operations=tuple(operations.operations.values()),
        records=_records(shape_values),
        state_machines=tuple(catalogue.states.value.state_machines.values()),
        event_types=tuple(events.types.values()),
        notifications=tuple(events.notifications.values()),
        delivery=events.delivery,
        signing=events.signing,
        problem_base=problems.base or f"{catalogue.service.value.server.url}/problems/",
        problem_record=problems.record,
        problem_media_type=problems.media_type,
        problems=_problems(catalogue),
        violation_codes=tuple(
            code for name, code in problems.violation_codes.items() if name in codes or not code.span.is_shipped
        ),
        failure_codes=tuple(problems.failure_codes.values()),
        auth=rulebook.auth,
        credentials=tuple(rulebook.credentials.values()),
        idempotency=rulebook.idempotency,
        limits=tuple(
            getattr(limits, name).model_copy(update={"name": name})
            for name in ("body_bytes", "body_depth", "answer_seconds")
        ),
        versioning=rulebook.versioning,
        sandbox=catalogue.sandbox.value if catalogue.sandbox else Sandbox(),
    )
    stated_machines = {key: statement.identifies for key, statement in operations.parameters.items()}
    return with_identified_paths(interface, {key: name for key, name in stated_machines.items() if name})


def _problems(catalogue: Catalogue) -> tuple[Problem, ...]:
    """Return the problems; the one of repeated references is also there for the reasons that make them unique."""
    statement = catalogue.problems.value
    field_tables = [table.value.fields for table in catalogue.requests.values()]
    for method in catalogue.methods.values():
        field_tables += [offer.fields for offer in method.value.offers.values()]
    unique_reasons = [field.unique.reason for fields in field_tables for field in fields.values() if field.unique]
    problems = [with_reason(problem, statement.reason) for problem in statement.problems.values()]
    for index, problem in enumerate(problems):
        if problem.cause == DUPLICATE:
            problems[index] = problem.model_copy(update={"reason": joined(problem.reason, *unique_reasons)})
    return tuple(problems)


def _parameters(shape_values: ShapeValues) -> tuple[Parameter, ...]:
    source = shape_values.catalogue.operations
    return tuple(
        Parameter(
            key=key,
            location_in=parameter.location,
            name=parameter.name,
            python_name=parameter.python_name,
            required=parameter.requirement == "required",
            description=meaning_of(shape_values.catalogue, parameter, parameter.description),
            value=shape_values.parameters[key],
            role=parameter.role,
            default=parameter.default,
            example=parameter.example,
            reason=parameter.reason,
            location=source.at("parameters", key, key=True),
        )
        for key, parameter in source.value.parameters.items()
    )


def _headers(shape_values: ShapeValues) -> tuple[ResponseHeader, ...]:
    return tuple(
        ResponseHeader(
            key=key,
            name=header.name,
            description=meaning_of(shape_values.catalogue, header, header.description),
            value=shape_values.response_headers[key],
            reason=header.reason,
        )
        for key, header in shape_values.catalogue.operations.value.response_headers.items()
    )


def _records(shape_values: ShapeValues) -> tuple[Record, ...]:
    catalogue = shape_values.catalogue
    source = catalogue.records
    records = [
        Record(
            name=name,
            body=shape_values.records[name],
            example=statement.example,
            reason=statement.reason,
            location=source.at("records", name, key=True),
        )
        for name, statement in source.value.records.items()
    ]
    types = {type_record(name): name for name, field_type in catalogue.types.value.types.items() if field_type.members}
    records_by_name = {record.name: record for record in records}
    pending_records = list(records)
    for record in pending_records:
        new_names = [name for name in records_of(record.body) if name in types and name not in records_by_name]
        records_by_name |= {name: record_of_type(catalogue, types[name]) for name in new_names}
        pending_records += [records_by_name[name] for name in dict.fromkeys(new_names)]
    return tuple(records_by_name.values())
