"""The request of a vector, which creates a payment once, however often it is sent."""

from uuid import UUID, uuid5

from paycat.catalogue.interface import Operation
from paycat.contract.model import Contract, Request
from paycat.contract.nodes import FieldNode
from paycat.contract.paths import steps_of
from paycat.contract.pointers import pointer
from paycat.json_data import holds_path, value_at, with_value
from paycat.vectors.model import Vector

USUAL_HEADERS = {"Content-Type": "application/json"}


def headers_of(contract: Contract, operation: Operation, vector: Vector, run: UUID) -> dict[str, str]:
    """Return a vector's headers; the idempotency key, if the operation takes one, is the vector's own in this run.

    A header with an empty value is one that is not sent.
    """
    key = contract.interface.idempotency.parameter
    names = [one.name for one in contract.interface.parameters if one.key == key and key in operation.parameters]
    return {**USUAL_HEADERS, **dict.fromkeys(names, str(uuid5(run, vector.id))), **vector.headers}


def body_of(contract: Contract, vector: Vector, run: UUID) -> bytes:
    """Return a vector's body with a reference that no payment has so far.

    The body stays as it was published when it is raw, when the vector is about the reference, when it holds no text
    there, and when the new reference would break a rule of the field.
    """
    requests: list[Request] = sorted(
        contract.requests(vector.direction), key=lambda request: request.method != vector.method
    )
    field = requests[0].by_role("reference") if requests else None
    if vector.raw or field is None or _is_about(vector, field):
        return vector.body()
    path = steps_of(field.path)
    fresh = str(uuid5(run, vector.id))
    if not holds_path(vector.payload, path) or not isinstance(value_at(vector.payload, path), str):
        return vector.body()
    if not field.accepts(fresh):
        return vector.body()
    return vector.model_copy(update={"payload": with_value(vector.payload, path, fresh)}).body()


def _is_about(vector: Vector, field: FieldNode) -> bool:
    rule = vector.rule.partition(":")[0]
    rejected = {violation.pointer for violation in vector.violations}
    return rule == f"{vector.direction}.{vector.method}.{field.path}" or pointer(steps_of(field.path)) in rejected
