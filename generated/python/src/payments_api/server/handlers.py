"""What a server implements: one async method per operation."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

from .. import records
from ..requests import PayInRequest, PayoutRequest


@dataclass(frozen=True, slots=True)
class Context:
    """What is known of a call besides its parameters and body."""

    request_id: str
    """Identifier of the call; the answer carries it."""
    caller: Any
    """Whatever `Authenticate` returned for the credential."""


Authenticate = Callable[[str], Awaitable[Any]]
"""A bearer credential in, the caller out; None when the credential is unknown."""


class Handlers(Protocol):
    """The operations of the service.

    A handler returns the record that the answer holds, or raises `ProblemError`.
    """

    async def create_pay_in(
        self,
        *,
        request: PayInRequest,
        idempotency_key: str | None,
        context: Context,
    ) -> records.PayInRecord:
        """Create a pay-in

        Asks for one payment from a customer. `method_code` selects the request, and
        with it the fields that are required. One request carries one pay-in.

        The answer is the pay-in in its first state. Its `next_action` tells how the
        customer gets to pay; how the payment goes is told by `status`, and by
        notifications when the request carries `webhook_url`.

        When the customer has paid, failed or given up, the browser is sent to
        `callback_url`, if there is one, with `payin_id` and `reference` added to the
        query. That visit is no proof of payment: read the pay-in, or wait for the
        notification.
        """
        ...

    async def get_pay_in(
        self,
        *,
        id: str,
        context: Context,
    ) -> records.PayInRecord:
        """Read a pay-in

        Returns the pay-in as it is now. For a pay-in without `webhook_url` this is the
        way to follow its `status`.
        """
        ...

    async def list_pay_ins(
        self,
        *,
        reference: str | None,
        limit: int,
        cursor: str | None,
        context: Context,
    ) -> records.PayInList:
        """List pay-ins

        Returns pay-ins, page by page. With `reference` it finds a pay-in whose answer
        was lost; as the references of pay-ins may repeat, several may be found.
        """
        ...

    async def create_payout(
        self,
        *,
        request: PayoutRequest,
        idempotency_key: str | None,
        context: Context,
    ) -> records.PayoutRecord:
        """Create a payout

        Sends one payment to a recipient. `method_code` selects the request, and with it
        the fields that are required. One request carries one payout.

        The answer is the payout in its first state. How the payment goes is told by
        `status`, and by notifications when the request carries `webhook_url`. A payout
        that has succeeded may still be returned.

        Each `reference` is taken once per merchant and mode. An `Idempotency-Key` is
        strongly recommended, so that a request whose answer was lost can be sent again.
        """
        ...

    async def get_payout(
        self,
        *,
        id: str,
        context: Context,
    ) -> records.PayoutRecord:
        """Read a payout

        Returns the payout as it is now. For a payout without `webhook_url` this is the
        way to follow its `status`.
        """
        ...

    async def list_payouts(
        self,
        *,
        reference: str | None,
        limit: int,
        cursor: str | None,
        context: Context,
    ) -> records.PayoutList:
        """List payouts

        Returns payouts, page by page. With `reference` it finds the payout whose answer
        was lost.
        """
        ...

    async def list_banks(
        self,
        *,
        method_code: str,
        country: str | None,
        limit: int,
        cursor: str | None,
        context: Context,
    ) -> records.BankList:
        """List banks and bank codes

        Returns the banks and mobile money operators of a payout method, ordered by
        `code`, page by page. `code` is what a payout carries as `bank.code`; codes are
        compared as text.

        A method whose payouts take no `bank.code` is answered with the problem
        `validation-failed`. The answer may be kept for an hour.
        """
        ...
