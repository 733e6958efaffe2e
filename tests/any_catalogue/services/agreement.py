"""What the generated artefacts accept of the payloads of services, against what the services accept."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paycat.conformance.derive.model import Vector
from paycat.conformance.run.engine import Engine
from paycat.conformance.run.engines import RUN_CODE, open_engines
from paycat.contract.model import Contract, Request
from paycat.contract.validate import validate
from tests.any_catalogue.services.converter import Conversion
from tests.any_catalogue.services.payloads import Payload
from tests.any_catalogue.services.service import Service


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A payload of a service that is accepted or rejected otherwise than the service does."""

    service: str
    validator: str
    payload: Payload

    def __str__(self) -> str:
        wrongly = "rejects" if self.payload.is_accepted else "accepts"
        return f"{self.service}: {self.validator} {wrongly} {self.payload.body!r}"


def disagreements(
    conversion: Conversion, contract: Contract, payloads: Mapping[str, Sequence[Payload]], engines: Sequence[str]
) -> Iterator[Disagreement]:
    """Yield the first payload of each service on which a validator disagrees: paycat's own, or an engine."""
    requests = {one.code: request_of(contract, one) for one in conversion.services}
    for code, request in requests.items():
        wrong = (one for one in payloads[code] if bool(validate(request, one.body)) is one.is_accepted)
        yield from (Disagreement(code, "validate", one) for one in list(wrong)[:1])
    with open_engines(contract, conversion.root / "generated", engines) as (opened, missing):
        assert missing == []
        for engine in opened:
            for code, request in requests.items():
                wrong = (one for one in payloads[code] if not _agrees(engine, request, one))
                yield from (Disagreement(code, engine.name, one) for one in list(wrong)[:1])


def _agrees(engine: Engine, request: Request, payload: Payload) -> bool:
    expected = payload.is_accepted if engine.name in RUN_CODE else payload.is_accepted_by_schemas
    return bool(engine.violations(vector(request, payload.body))) is not expected


def vector(request: Request, body: Any) -> Vector:
    """Return a vector of a body that is validated by the artefacts of one request type alone."""
    return Vector(
        id="payload",
        direction=request.direction,
        method=request.method,
        stage="schema",
        valid=True,
        rule="payload",
        origin="derived",
        payload=body,
    )


def request_of(contract: Contract, service: Service) -> Request:
    """Return the request type of a service."""
    method = contract.method(service.code)
    assert method is not None, service.code
    request = method.offer("pay_in").request
    assert request is not None, service.code
    return request
