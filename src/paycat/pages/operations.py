"""A contract in, what an integrator asks of each operation out."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from paycat.catalogue.interface import Notification, Operation, Problem
from paycat.contract.interface import Parameter, Record, ResponseHeader
from paycat.contract.model import Contract, Request, Sample
from paycat.encoding import pretty
from paycat.pages.snippets import command, key_variable


@dataclass(frozen=True, slots=True)
class OperationPage:
    """An operation with all that its keys name, and an example: a command line and the answer."""

    operation: Operation
    parameters: tuple[Parameter, ...]
    requests: tuple[Request, ...]
    headers: tuple[ResponseHeader, ...]
    problems: tuple[Problem, ...]
    notification: Notification | None
    request: Request | None
    sample: Sample | None
    curl: str
    answer: str | None


@dataclass(frozen=True, slots=True)
class OperationGroup:
    """The operations of a tag."""

    tag: str
    meaning: str
    operations: tuple[OperationPage, ...]


def operation_groups(contract: Contract) -> tuple[OperationGroup, ...]:
    """Return the operations by tag, both in the order of the catalogue; a tag without operations is left out."""
    groups = (
        OperationGroup(
            tag, meaning, tuple(_page(contract, one) for one in contract.interface.operations if one.tag == tag)
        )
        for tag, meaning in contract.interface.tags.items()
    )
    return tuple(group for group in groups if group.operations)


def _page(contract: Contract, operation: Operation) -> OperationPage:
    interface = contract.interface
    record = interface.record(operation.success.record)
    parameters = tuple(contract.interface.parameter(key) for key in operation.parameters)
    requests = tuple(contract.requests(operation.request)) if operation.request else ()
    request, sample = _example(requests, record) if requests else (None, None)
    return OperationPage(
        operation=operation,
        parameters=parameters,
        requests=requests,
        headers=tuple(contract.interface.response_header(key) for key in operation.success.headers),
        problems=tuple(one for one in interface.problems if one.slug in operation.problems),
        notification=next((one for one in interface.notifications if one.name == operation.notification), None),
        request=request,
        sample=sample,
        curl=_curl(contract, operation, parameters, sample),
        answer=None if record.example is None else pretty(record.example),
    )


def _example(requests: tuple[Request, ...], record: Record) -> tuple[Request, Sample]:
    """Return the sample that the record's example answers: the one with its reference, or else the first of all."""
    first = requests[0]
    example = record.example if isinstance(record.example, dict) else {}
    for request in requests:
        field = request.by_role("reference")
        told = example.get(field.name) if field else None
        for sample in request.samples:
            if field and told is not None and not sample.refusals and sample.at(field.path) == told:
                return request, sample
    return first, first.sample("minimal")


def _curl(contract: Contract, operation: Operation, parameters: tuple[Parameter, ...], sample: Sample | None) -> str:
    url = contract.service.base_url + _filled(operation.path, parameters)
    headers = [(one.name, str(one.example)) for one in _shown(parameters, "header")]
    body = sample.payload if sample else None
    return command(operation.http_method, url, key_variable(contract), headers, body)


def _filled(path: str, parameters: tuple[Parameter, ...]) -> str:
    for one in _shown(parameters, "path"):
        path = path.replace("{" + one.name + "}", quote(str(one.example), safe=""))
    query = urlencode([(one.name, one.example) for one in _shown(parameters, "query")])
    return f"{path}?{query}" if query else path


def _shown(parameters: tuple[Parameter, ...], place: str) -> Iterator[Parameter]:
    return (one for one in parameters if one.place_in == place and one.example is not None)
