"""Samples with the payloads that errata correct, and the records with which the sandbox answers them."""

import copy
import re
from collections.abc import Mapping, Sequence
from typing import Any

from paycat.catalogue.interface import Operation, StateMachine
from paycat.catalogue.methods import MethodStatement, Samples
from paycat.catalogue.reading import SourceFile
from paycat.catalogue.registers import Correction, Errata
from paycat.contract.interface import Record
from paycat.contract.members import FilledMember, completed_states, made_by
from paycat.contract.model import Contract, Request, Sample, Violation
from paycat.contract.stated_offers import known_values
from paycat.text.json_data import holds_path, value_at
from paycat.yaml.nodes import kept_number

FIRST = ("minimal", "full")


def resolved_samples(
    source: SourceFile[Samples] | None, errata: SourceFile[Errata], method: SourceFile[MethodStatement]
) -> tuple[Sample, ...]:
    """Return the samples of a method and direction, minimal and full first, then as written."""
    if source is None:
        return ()
    samples_by_name, samples = source.value.samples, []
    for name in dict.fromkeys((*(name for name in FIRST if name in samples_by_name), *samples_by_name)):
        sample = samples_by_name[name]
        erratum = errata.value.errata.get(sample.erratum or "")
        correction = erratum.correct if erratum else None
        samples.append(
            Sample(
                name=name,
                meaning=sample.meaning or name,
                payload=sample.payload,
                violations=tuple(
                    Violation(code=violation.code, pointer=violation.pointer) for violation in sample.violations
                ),
                erratum=sample.erratum,
                corrected=corrected(correction, method.value, sample.payload) if correction else None,
                location=source.at("samples", name, key=True),
            )
        )
    return tuple(samples)


def corrected(correction: Correction, method: MethodStatement, payload: Any) -> Any:
    """Return the payload corrected by the erratum; unchanged where the erratum does not show."""
    new_payload = copy.deepcopy(payload)
    if correction.as_number:
        holder, member_name = _holder(new_payload, correction.as_number)
        if member_name in holder:
            holder[member_name] = _number(holder[member_name])
    if correction.rename:
        holder, member_name = _holder(new_payload, correction.rename.wrong)
        if member_name in holder:
            right_holder, right_name = _holder(new_payload, correction.rename.right)
            right_holder[right_name] = holder.pop(member_name)
    if correction.replace:
        holder, member_name = _holder(new_payload, correction.replace.field)
        if member_name in holder:
            fact = known_values(method).get(correction.replace.right, correction.replace.right)
            holder[member_name] = fact if isinstance(fact, str) else fact[0]
    return new_payload


def _holder(payload: Any, path: str) -> tuple[dict[str, Any], str]:
    *container_names, member_name = path.split(".")
    for container_name in container_names:
        payload = payload.get(container_name, {}) if isinstance(payload, dict) else {}
    return (payload if isinstance(payload, dict) else {}), member_name


def _number(number_text: Any) -> Any:
    if not isinstance(number_text, str) or not re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?", number_text):
        return number_text
    value = kept_number(number_text)
    return number_text if value is None else value  # R-37 finds the text, as the correction leaves the sample invalid.


class _AbsentError(Exception):
    """The payload has no value for a member."""


def shown_record(
    members: Sequence[FilledMember], state_machine: StateMachine, method_code: str, payload: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the record of these members that a payload of a method leads to, in its first state."""
    record: dict[str, Any] = {}
    for member in members:
        try:
            record[member.name] = _value(member, state_machine, method_code, payload)
        except _AbsentError:
            if not member.optional:
                record[member.name] = None if member.nullable else member.otherwise
    return record


def moved_record(
    contract: Contract,
    operation: Operation,
    members: Sequence[FilledMember],
    payload: Any,
    record: Mapping[str, Any] | None = None,
) -> dict[str, Any] | None:
    """Return a record of these members after an operation moved it with a payload; None if it does not answer with it.

    Without a `record` it is the example of the catalogue.
    """
    machine = contract.interface.state_machine_of(operation.success.record)
    if machine is None or machine.name not in operation.moves:
        return None
    state, moved = operation.moves[machine.name], dict(record or contract.interface.record(machine.record).example)
    for member in members:
        if member.source == "state":
            moved[member.name] = state
        elif member.source == "variant":
            moved[member.name] = member.later
        elif member.source == "completed":
            is_completed = state in completed_states(machine)
            moved[member.name] = (moved.get(member.name) or member.otherwise) if is_completed else None
        elif member.move and member.move == operation.request and holds_path(payload, member.paths[0]):
            moved[member.name] = value_at(payload, member.paths[0])
        elif member.move and member.move == operation.request:
            moved = {name: value for name, value in moved.items() if name != member.name or not member.optional}
    return moved


def _value(member: FilledMember, state_machine: StateMachine, method_code: str, payload: Mapping[str, Any]) -> Any:
    match member.source:
        case "state":
            return state_machine.initial
        case "completed" | "failure" | "failure_code" | "failure_meaning":
            return None
        case "method":
            return method_code
        case "country" | "variant":
            return member.values.get(method_code, member.otherwise)
        case "echo" | "mask":
            return _repeated(member, payload)
        case "members":
            repeated_members = [part for part in member.members if part.source in ("echo", "mask")]
            sent_members = [part for part in repeated_members if _is_sent(part, payload)]
            missing_members = [part for part in repeated_members if part not in sent_members and not part.optional]
            if repeated_members and (member.optional or member.nullable) and (not sent_members or missing_members):
                raise _AbsentError
            return shown_record(member.members, state_machine, method_code, payload)
        case _:
            return member.otherwise


def _repeated(member: FilledMember, payload: Mapping[str, Any]) -> Any:
    for path in member.paths if not member.move else ():
        value = value_at(payload, path) if holds_path(payload, path) else None
        if value is not None and member.source == "echo":
            return value
        if value is not None and len(str(value)) > 1:
            return str(value)[len(str(value)) - min(member.last, len(str(value)) // 2) :]
    raise _AbsentError


def _is_sent(member: FilledMember, payload: Mapping[str, Any]) -> bool:
    try:
        _repeated(member, payload)
    except _AbsentError:
        return False
    return True


def choice_members(contract: Contract, record: Record, request: Request, served_value: Any) -> dict[str, Any]:
    """Return what an item that offers a value for a field of a request has beside what its example says."""
    method = contract.method(request.method)
    country_code = method.countries[0] if method and method.countries else None
    values_by_way: dict[str, Any] = {"served": served_value, "country": country_code, "methods": [request.method]}
    return {name: values_by_way[way] for way in values_by_way if (name := made_by(record, way))}
