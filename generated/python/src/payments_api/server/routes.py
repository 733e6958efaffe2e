"""Every operation as a route: HTTP method, path, parameters and the handler's name."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..requests import Direction
from .parameters import Parameter


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation; `direction` is set when it takes a request body."""

    http_method: str
    path: str
    handler: str
    status: int
    direction: Direction | None = None
    path_parameters: tuple[Parameter, ...] = ()
    query_parameters: tuple[Parameter, ...] = ()
    header_parameters: tuple[Parameter, ...] = ()
    located: bool = False


PAY_IN_ID = Parameter(
    name="id",
    argument="id",
    required=True,
    least=1,
    most=64,
    pattern="^[A-Za-z0-9_]{1,64}$",
)
PAYOUT_ID = Parameter(
    name="id",
    argument="id",
    required=True,
    least=1,
    most=64,
    pattern="^[A-Za-z0-9_]{1,64}$",
)
REFERENCE = Parameter(
    name="reference",
    argument="reference",
    least=1,
    most=255,
)
LIMIT = Parameter(
    name="limit",
    argument="limit",
    whole=True,
    least=1,
    most=100,
    default=20,
)
BANK_LIMIT = Parameter(
    name="limit",
    argument="limit",
    whole=True,
    least=1,
    most=500,
    default=100,
)
CURSOR = Parameter(
    name="cursor",
    argument="cursor",
    least=1,
    most=512,
)
BANK_METHOD_CODE = Parameter(
    name="method_code",
    argument="method_code",
    required=True,
    least=1,
    most=64,
)
BANK_COUNTRY = Parameter(
    name="country",
    argument="country",
    least=2,
    most=2,
    pattern="^[A-Z]{2}$",
)
IDEMPOTENCY_KEY = Parameter(
    name="Idempotency-Key",
    argument="idempotency_key",
    least=1,
    most=255,
    pattern="^[!-~]{1,255}$",
    problem="idempotency-key-invalid",
)

OPERATIONS: Mapping[str, Operation] = {
    "createPayIn": Operation(
        http_method="POST",
        path="/v1/payins",
        handler="create_pay_in",
        status=201,
        direction="pay_in",
        header_parameters=(IDEMPOTENCY_KEY,),
        located=True,
    ),
    "getPayIn": Operation(
        http_method="GET",
        path="/v1/payins/{id}",
        handler="get_pay_in",
        status=200,
        path_parameters=(PAY_IN_ID,),
    ),
    "listPayIns": Operation(
        http_method="GET",
        path="/v1/payins",
        handler="list_pay_ins",
        status=200,
        query_parameters=(REFERENCE, LIMIT, CURSOR),
    ),
    "createPayout": Operation(
        http_method="POST",
        path="/v1/payouts",
        handler="create_payout",
        status=201,
        direction="payout",
        header_parameters=(IDEMPOTENCY_KEY,),
        located=True,
    ),
    "getPayout": Operation(
        http_method="GET",
        path="/v1/payouts/{id}",
        handler="get_payout",
        status=200,
        path_parameters=(PAYOUT_ID,),
    ),
    "listPayouts": Operation(
        http_method="GET",
        path="/v1/payouts",
        handler="list_payouts",
        status=200,
        query_parameters=(REFERENCE, LIMIT, CURSOR),
    ),
    "listBanks": Operation(
        http_method="GET",
        path="/v1/banks",
        handler="list_banks",
        status=200,
        query_parameters=(BANK_METHOD_CODE, BANK_COUNTRY, BANK_LIMIT, CURSOR),
    ),
}
"""The operations by operationId."""
