"""Models of Payment Collection and Disbursement Service, version 0.1.0.

`PayInRequest` and `PayoutRequest` hold every request of a direction; the method code
tells which one. `parse_pay_in` and `parse_payout` turn a JSON body into one, or say
what is refused. Each method has a module of its own, with its classes. The extra
`server` adds a server stub.
"""

from .parsing import parse_pay_in, parse_payout
from .problems import PROBLEMS, ProblemError, Slug
from .refusals import Refusal
from .requests import PayInRequest, PayoutRequest

__all__ = [
    "PROBLEMS",
    "PayInRequest",
    "PayoutRequest",
    "ProblemError",
    "Refusal",
    "Slug",
    "parse_pay_in",
    "parse_payout",
]
