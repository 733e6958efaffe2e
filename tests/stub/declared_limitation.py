"""schemathesis hook for the declared limitation: the document cannot limit decimal places, so amounts are rounded."""

import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):  # type: ignore[no-untyped-def]  # schemathesis looks at the names alone
    """Give a positive amount at most two decimal places; nothing else of a body is touched."""
    amount = case.body.get("amount") if isinstance(case.body, dict) else None
    if isinstance(amount, float) and amount > 0:
        case.body = {**case.body, "amount": max(0.01, round(amount, 2))}
