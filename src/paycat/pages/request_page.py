"""What the page of a request type shows beside its fields: method, operation, samples and files."""

from dataclasses import dataclass

from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.catalogue.interface import Machine, Notification, Operation, Problem
from paycat.catalogue.methods import Currency
from paycat.catalogue.registers import Erratum
from paycat.contract.interface import ResponseHeader
from paycat.contract.model import Contract, Method, Offer, Request, Sample
from paycat.encoding import pretty
from paycat.pages.words import country_name


@dataclass(frozen=True, slots=True)
class Head:
    """What a request type belongs to. `others` are the other directions of the method, with what it offers there."""

    method: Method
    currency: Currency
    countries: tuple[tuple[str, str], ...]
    others: tuple[tuple[Direction, Offer], ...]


@dataclass(frozen=True, slots=True)
class Call:
    """The operation that takes a request type, its full address, and what can come back.

    `idempotency_header` makes the operation safe to repeat; "" where it takes none.
    """

    operation: Operation
    url: str
    idempotency_header: str
    headers: tuple[ResponseHeader, ...]
    problems: tuple[Problem, ...]
    machine: Machine | None
    notification: Notification | None


def request_head(contract: Contract, request: Request) -> Head:
    """Return what stands above a request type: method, currency, countries as code and name, other directions."""
    method = contract.method(request.method)
    assert method is not None, "a request is part of its method"
    return Head(
        method=method,
        currency=next(one for one in contract.currencies if one.code == method.currency),
        countries=tuple((code, country_name(code)) for code in method.countries),
        others=tuple((one, method.offer(one)) for one in DIRECTIONS if one != request.direction),
    )


def request_call(contract: Contract, direction: Direction) -> Call:
    """Return the operation that creates the transactions of a direction, and its answers."""
    interface = contract.interface
    operation = next(one for one in interface.operations if one.request == direction)
    named = interface.parameter(interface.idempotency.parameter)
    return Call(
        operation=operation,
        url=contract.service.base_url + operation.path,
        idempotency_header=named.name if named.key in operation.parameters else "",
        headers=tuple(one for one in interface.response_headers if one.key in operation.success.headers),
        problems=tuple(one for one in interface.problems if one.slug in operation.problems),
        machine=next((one for one in interface.machines if one.direction == direction), None),
        notification=next((one for one in interface.notifications if one.name == operation.notification), None),
    )


@dataclass(frozen=True, slots=True)
class File:
    """A file by its path below the folder of everything generated."""

    pack: str
    path: str
    title: str
    use: str


def request_files(contract: Contract, request: Request) -> tuple[File, ...]:
    """Return the downloads of a request type."""
    name, package = f"{request.direction}/{request.method}", contract.service.package
    files = (
        File("json-schema", f"json-schema/{name}.schema.json", "JSON Schema", "validates a payload (draft 2020-12)"),
        File(
            "requirements", f"requirements/{name}.json", "Requirements", "fields, rules and hints to build a form from"
        ),
        File(
            "openapi", f"openapi/methods/{request.method}.yaml", "OpenAPI document", "this method alone, for generators"
        ),
        File("conformance", f"conformance/vectors/{name}.jsonl", "Vectors", "payloads with their verdicts, one a line"),
        File(
            "python", f"python/src/{package}/{request.module}.py", "Python module", f"typed models, part of {package}"
        ),
    )
    return tuple(file for file in files if file.pack not in contract.service.packs_off)


def page_of(contract: Contract, direction: Direction, code: str) -> str:
    """Return the path of a method's page in a direction, below the folder of all pages; else the matrix's."""
    method = contract.method(code)
    return f"{direction}/{code}.html" if method and method.offer(direction).request else "index.html"


_ALWAYS = ("minimal", "full")


@dataclass(frozen=True, slots=True)
class Shown:
    """A valid sample as JSON text."""

    id: str
    meaning: str
    payload: str


@dataclass(frozen=True, slots=True)
class Instead:
    """A sample that follows an erratum: what the specification shows, and what to send; "" where nothing mends it."""

    sample: Sample
    erratum: Erratum
    payload: str
    mended: str


def other_samples(_contract: Contract, request: Request) -> tuple[Shown, ...]:
    """Return the valid samples beside minimal and full; those that follow an erratum stand elsewhere."""
    return tuple(
        Shown(f"sample-{one.name}", one.meaning, pretty(one.payload))
        for one in request.samples
        if not one.refusals and one.name not in _ALWAYS and not one.erratum
    )


def errata_samples(contract: Contract, request: Request) -> tuple[Instead, ...]:
    """Return the samples that follow an erratum."""
    errata = {one.id: one for one in contract.errata}
    return tuple(
        Instead(
            sample=one,
            erratum=errata[one.erratum],
            payload=pretty(one.payload),
            mended="" if one.mended is None else pretty(one.mended),
        )
        for one in request.samples
        if one.erratum
    )
