"""A JSON body in, a request out, or the problem that says what is refused.

The method code is looked at first, so a refusal speaks of one method only.
"""

from typing import Any, cast

from pydantic import ValidationError

from ._base import RequestModel
from .problems import ProblemError
from .refusals import Refusal, pointer, refusals_of
from .requests import (
    AVAILABILITY,
    METHOD_MEMBER,
    REQUESTS,
    Direction,
    PayInRequest,
    PayoutRequest,
)


def parse_pay_in(body: dict[str, Any]) -> PayInRequest:
    """Return the request that a body holds. Raises ProblemError when it is refused."""
    return cast(PayInRequest, parse("pay_in", body))


def parse_payout(body: dict[str, Any]) -> PayoutRequest:
    """Return the request that a body holds. Raises ProblemError when it is refused."""
    return cast(PayoutRequest, parse("payout", body))


def parse(direction: Direction, body: dict[str, Any]) -> RequestModel:
    """Return the request of a direction that a body holds. Raises ProblemError."""
    model = _model(direction, body)
    try:
        return model.model_validate(body)
    except ValidationError as error:
        refusals = refusals_of(error, model, body)
    raise _refused(refusals)


def _model(direction: Direction, body: dict[str, Any]) -> type[RequestModel]:
    code = body.get(METHOD_MEMBER)
    place = pointer((METHOD_MEMBER,))
    if METHOD_MEMBER not in body:
        raise _refused((Refusal(place, "required", "is required"),))
    if code is None:
        detail = "null is no value; leave the field out"
        raise _refused((Refusal(place, "null_not_allowed", detail),))
    if not isinstance(code, str):
        raise _refused((Refusal(place, "type", "has the wrong JSON type"),))
    if code not in AVAILABILITY:
        raise ProblemError("unknown-method")
    model = REQUESTS[direction].get(code)
    if model is None:
        raise _unavailable(direction, code)
    return model


def _unavailable(direction: Direction, code: str) -> ProblemError:
    offers = AVAILABILITY[code]
    return ProblemError(
        "method-direction-unavailable",
        members={
            "method_code": code,
            "direction": direction,
            "availability": offers[direction],
            "available_directions": [
                other for other, word in offers.items() if word == "supported"
            ],
        },
    )


def _refused(refusals: tuple[Refusal, ...]) -> ProblemError:
    count = len(refusals)
    return ProblemError(
        "validation-failed",
        f"{count} field{'s need' if count > 1 else ' needs'} attention.",
        members={"errors": [refusal.member() for refusal in refusals]},
    )
