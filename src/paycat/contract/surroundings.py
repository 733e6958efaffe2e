"""The catalogue's interface files in; the contract's interface part out. Nothing is refused here: rules do that."""

from paycat.catalogue.interface import CodeMeaning, Limits
from paycat.catalogue.interface import Machine as MachineStatement
from paycat.catalogue.reading import Catalogue, Source
from paycat.catalogue.statement import Reasoned, Statement
from paycat.contract.constraints import reason_of
from paycat.contract.interface import (
    Auth,
    Code,
    Delivery,
    EventType,
    Idempotency,
    Interface,
    Limit,
    Machine,
    Notification,
    Operation,
    Parameter,
    Problem,
    Record,
    ResponseHeader,
    Serves,
    Signing,
    State,
    Success,
    Transition,
    Versioning,
)
from paycat.contract.setting import place_of
from paycat.contract.shapes import header_value, parameter_value, record_body
from paycat.contract.values import Place, Reason


def settled_interface(catalogue: Catalogue) -> Interface:
    """Return everything around the request bodies."""
    problems, rulebook, events = catalogue.problems.value, catalogue.rulebook.value, catalogue.events.value
    auth, idempotency, versioning = rulebook.auth, rulebook.idempotency, rulebook.versioning
    return Interface(
        tags=catalogue.operations.value.tags,
        parameters=_parameters(catalogue),
        response_headers=_headers(catalogue),
        operations=_operations(catalogue),
        records=_records(catalogue),
        machines=_machines(catalogue),
        event_types=tuple(
            EventType(name=name, machine=stated.machine, state=stated.state, meaning=stated.meaning)
            for name, stated in events.types.items()
        ),
        notifications=_notifications(catalogue),
        delivery=Delivery(
            description=events.delivery.description,
            schedule_seconds=events.delivery.schedule_seconds,
            timeout_seconds=events.delivery.timeout_seconds,
            reason=_reason(events.delivery),
        ),
        signing=Signing(
            description=events.signing.description,
            scheme=events.signing.scheme,
            tolerance_seconds=events.signing.tolerance_seconds,
            reason=_reason(events.signing),
        ),
        problem_base=problems.base,
        problem_record=problems.record,
        problem_media_type=problems.media_type,
        problems=_problems(catalogue),
        refusal_codes=_codes(problems.refusal_codes),
        failure_codes=_codes(problems.failure_codes),
        auth=Auth(name=auth.name, scheme=auth.scheme, description=auth.description, reason=_reason(auth)),
        idempotency=Idempotency(
            parameter=idempotency.parameter,
            replayed=idempotency.replayed,
            retention_hours=idempotency.retention_hours,
            description=idempotency.description,
            reason=_reason(idempotency),
        ),
        limits=_limits(rulebook.limits),
        versioning=Versioning(
            description=versioning.description,
            api_version=versioning.api_version,
            notice_months=versioning.notice_months,
            reason=_reason(versioning),
        ),
    )


def _reason(stated: Reasoned, otherwise: Reasoned | None = None) -> Reason:
    return reason_of(stated, reason_of(otherwise, Reason()) if otherwise else Reason())


def _place(source: Source[Statement], *path: str) -> Place:
    return place_of(source.at(*path, key=True))


def _parameters(catalogue: Catalogue) -> tuple[Parameter, ...]:
    source = catalogue.operations
    return tuple(
        Parameter(
            key=key,
            place_in=stated.place,
            name=stated.name,
            required=stated.required,
            description=stated.description,
            value=parameter_value(catalogue, key, stated),
            default=stated.default,
            example=stated.example,
            reason=_reason(stated),
            place=_place(source, "parameters", key),
        )
        for key, stated in source.value.parameters.items()
    )


def _headers(catalogue: Catalogue) -> tuple[ResponseHeader, ...]:
    return tuple(
        ResponseHeader(
            key=key,
            name=stated.name,
            description=stated.description,
            value=header_value(catalogue, key, stated),
            reason=_reason(stated),
        )
        for key, stated in catalogue.operations.value.response_headers.items()
    )


def _operations(catalogue: Catalogue) -> tuple[Operation, ...]:
    source = catalogue.operations
    return tuple(
        Operation(
            id=name,
            http_method=stated.http_method,
            path=stated.path,
            tag=stated.tag,
            summary=stated.summary,
            description=stated.description,
            stability=stated.stability,
            request=stated.request,
            serves=Serves(direction=stated.serves.direction, field=stated.serves.field) if stated.serves else None,
            parameters=stated.parameters,
            success=Success(
                status=stated.success.status,
                description=stated.success.description,
                record=stated.success.record,
                headers=stated.success.headers,
            ),
            problems=stated.problems,
            notification=stated.notification,
            reason=_reason(stated),
            place=_place(source, "operations", name),
        )
        for name, stated in source.value.operations.items()
    )


def _records(catalogue: Catalogue) -> tuple[Record, ...]:
    source = catalogue.records
    return tuple(
        Record(
            name=name,
            body=record_body(catalogue, name),
            example=stated.example,
            reason=_reason(stated),
            place=_place(source, "records", name),
        )
        for name, stated in source.value.records.items()
    )


def _machines(catalogue: Catalogue) -> tuple[Machine, ...]:
    source = catalogue.states
    return tuple(
        _machine(name, stated, _place(source, "machines", name)) for name, stated in source.value.machines.items()
    )


def _machine(name: str, stated: MachineStatement, place: Place) -> Machine:
    return Machine(
        name=name,
        direction=stated.direction,
        record=stated.record,
        member=stated.member,
        initial=stated.initial,
        states=tuple(State(name=key, meaning=one.meaning, final=one.final) for key, one in stated.states.items()),
        transitions=tuple(Transition(start=one.start, end=one.end, meaning=one.meaning) for one in stated.transitions),
        reason=_reason(stated),
        place=place,
    )


def _notifications(catalogue: Catalogue) -> tuple[Notification, ...]:
    source = catalogue.events
    return tuple(
        Notification(
            name=name,
            summary=stated.summary,
            description=stated.description,
            tag=stated.tag,
            record=stated.record,
            machine=stated.machine,
            headers=stated.headers,
            reason=_reason(stated),
            place=_place(source, "notifications", name),
        )
        for name, stated in source.value.notifications.items()
    )


def _problems(catalogue: Catalogue) -> tuple[Problem, ...]:
    source = catalogue.problems
    return tuple(
        Problem(
            slug=slug,
            cause=stated.cause,
            status=stated.status,
            title=stated.title,
            when=stated.when,
            headers=stated.headers,
            reason=_reason(stated, source.value),
            place=_place(source, "problems", slug),
        )
        for slug, stated in source.value.problems.items()
    )


def _codes(stated: dict[str, CodeMeaning]) -> tuple[Code, ...]:
    return tuple(Code(code=code, meaning=one.meaning, reason=_reason(one)) for code, one in stated.items())


def _limits(stated: Limits) -> tuple[Limit, ...]:
    limits = {"body_bytes": stated.body_bytes, "body_depth": stated.body_depth, "answer_seconds": stated.answer_seconds}
    return tuple(Limit(name=name, value=limit.value, reason=_reason(limit)) for name, limit in limits.items())
