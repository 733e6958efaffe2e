"""The catalogue's interface files in; the contract's interface part out. Nothing is refused here: rules do that."""

from paycat.catalogue.interface import CodeMeaning, Limits
from paycat.catalogue.interface import Machine as MachineStatement
from paycat.catalogue.reading import Catalogue
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
    Signing,
    State,
    Versioning,
)
from paycat.contract.shapes import header_value, parameter_value, record_body
from paycat.contract.stated import as_stated, place_in
from paycat.contract.values import Place, Reason


def settled_interface(catalogue: Catalogue) -> Interface:
    """Return everything around the request bodies."""
    problems, rulebook, events = catalogue.problems.value, catalogue.rulebook.value, catalogue.events.value
    return Interface(
        tags=catalogue.operations.value.tags,
        parameters=_parameters(catalogue),
        response_headers=_headers(catalogue),
        operations=_operations(catalogue),
        records=_records(catalogue),
        machines=_machines(catalogue),
        event_types=tuple(as_stated(EventType, one, name=name) for name, one in events.types.items()),
        notifications=_notifications(catalogue),
        delivery=as_stated(Delivery, events.delivery),
        signing=as_stated(Signing, events.signing),
        problem_base=problems.base,
        problem_record=problems.record,
        problem_media_type=problems.media_type,
        problems=_problems(catalogue),
        refusal_codes=_codes(problems.refusal_codes),
        failure_codes=_codes(problems.failure_codes),
        auth=as_stated(Auth, rulebook.auth),
        idempotency=as_stated(Idempotency, rulebook.idempotency),
        limits=_limits(rulebook.limits),
        versioning=as_stated(Versioning, rulebook.versioning),
    )


def _parameters(catalogue: Catalogue) -> tuple[Parameter, ...]:
    source = catalogue.operations
    return tuple(
        as_stated(
            Parameter,
            one,
            key=key,
            place_in=one.place,
            value=parameter_value(catalogue, key, one),
            place=place_in(source, "parameters", key),
        )
        for key, one in source.value.parameters.items()
    )


def _headers(catalogue: Catalogue) -> tuple[ResponseHeader, ...]:
    stated = catalogue.operations.value.response_headers
    return tuple(
        as_stated(ResponseHeader, one, key=key, value=header_value(catalogue, key, one)) for key, one in stated.items()
    )


def _operations(catalogue: Catalogue) -> tuple[Operation, ...]:
    source = catalogue.operations
    return tuple(
        as_stated(Operation, one, id=name, place=place_in(source, "operations", name))
        for name, one in source.value.operations.items()
    )


def _records(catalogue: Catalogue) -> tuple[Record, ...]:
    source = catalogue.records
    return tuple(
        as_stated(Record, one, name=name, body=record_body(catalogue, name), place=place_in(source, "records", name))
        for name, one in source.value.records.items()
    )


def _machines(catalogue: Catalogue) -> tuple[Machine, ...]:
    source = catalogue.states
    return tuple(_machine(name, one, place_in(source, "machines", name)) for name, one in source.value.machines.items())


def _machine(name: str, stated: MachineStatement, place: Place) -> Machine:
    states = tuple(as_stated(State, one, name=key) for key, one in stated.states.items())
    return as_stated(Machine, stated, name=name, states=states, place=place)


def _notifications(catalogue: Catalogue) -> tuple[Notification, ...]:
    source = catalogue.events
    return tuple(
        as_stated(Notification, one, name=name, place=place_in(source, "notifications", name))
        for name, one in source.value.notifications.items()
    )


def _problems(catalogue: Catalogue) -> tuple[Problem, ...]:
    source = catalogue.problems
    ours = reason_of(source.value, Reason())
    return tuple(
        as_stated(Problem, one, slug=slug, reason=reason_of(one, ours), place=place_in(source, "problems", slug))
        for slug, one in source.value.problems.items()
    )


def _codes(stated: dict[str, CodeMeaning]) -> tuple[Code, ...]:
    return tuple(as_stated(Code, one, code=code) for code, one in stated.items())


def _limits(stated: Limits) -> tuple[Limit, ...]:
    limits = {"body_bytes": stated.body_bytes, "body_depth": stated.body_depth, "answer_seconds": stated.answer_seconds}
    return tuple(as_stated(Limit, one, name=name) for name, one in limits.items())
