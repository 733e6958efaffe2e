"""schemathesis hook for what the document does not state: decimal places of amounts, and that no text holds U+0000."""

from typing import Any

import schemathesis
from schemathesis import GenerationMode


@schemathesis.hook
def before_call(context, case, kwargs):  # type: ignore[no-untyped-def]  # schemathesis looks at the names alone
    """Give a positive amount at most two decimal places, and take U+0000 out of what the document allows."""
    amount = case.body.get("amount") if isinstance(case.body, dict) else None
    if isinstance(amount, float) and amount > 0:
        case.body = {**case.body, "amount": max(0.01, round(amount, 2))}
    if case.meta is None or case.meta.generation.mode is GenerationMode.POSITIVE:
        case.body, case.query = _without_nul(case.body), _without_nul(case.query)


def _without_nul(value: Any) -> Any:
    if isinstance(value, str):
        return value.replace("\0", "0")
    if isinstance(value, list):
        return [_without_nul(one) for one in value]
    if isinstance(value, dict):
        return {_without_nul(name): _without_nul(one) for name, one in value.items()}
    return value
