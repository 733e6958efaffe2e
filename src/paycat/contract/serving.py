"""The parameter of an operation that serves a field: it accepts the methods whose requests have the field."""

from collections.abc import Iterable, Sequence

from paycat.catalogue.interface import Operation, Serves
from paycat.contract.interface import Interface, Parameter
from paycat.contract.model import Request
from paycat.contract.nodes import Choice, Constraint
from paycat.shapes.constraints.choice import Choice as ChoiceKind


def having(served: Serves, requests: Iterable[Request]) -> list[Request]:
    """Return the requests that have a served field."""
    in_direction = (request for request in requests if request.direction == served.direction)
    return [one for one in in_direction if any(field.path == served.field for field in one.root.fields())]


def with_served_methods(interface: Interface, requests: Sequence[Request]) -> Interface:
    """Return the interface with the methods of the requests as the choices of such parameters."""
    serving = {
        one.serves.parameter: one
        for one in interface.operations
        if one.serves and one.serves.parameter in one.parameters
    }
    parameters = tuple(
        _choice(one, serving[one.key], requests) if one.key in serving else one for one in interface.parameters
    )
    return interface.model_copy(update={"parameters": parameters})


def _choice(parameter: Parameter, operation: Operation, requests: Sequence[Request]) -> Parameter:
    served = having(operation.serves, requests) if operation.serves else []
    codes, reason = tuple(sorted(request.method for request in served)), operation.reason
    if not codes:
        return parameter
    listed = Constraint(keyword=ChoiceKind.keyword, value=codes, code=ChoiceKind().usual_code, reason=reason)
    value = parameter.value.model_copy(
        update={
            "type": "",
            "shape": "choice",
            "constraints": (listed,),
            "choices": tuple(Choice(value=code, reason=reason) for code in codes),
        }
    )
    return parameter.model_copy(update={"value": value})
