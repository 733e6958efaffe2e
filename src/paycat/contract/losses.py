"""What artefacts cannot express: declared, so that no difference between artefacts is silent."""

from collections.abc import Iterable

from paycat.contract.model import Loss, Request
from paycat.contract.nodes import Constraint

JSON_SCHEMA = "json-schema"
OPENAPI = "openapi"


def declared_losses(requests: Iterable[Request]) -> tuple[Loss, ...]:
    """Return the losses that these requests cause."""
    rules = (rule for request in requests for field in request.root.fields() for rule in field.constraints)
    lost = {rule.keyword: why for rule in rules if (why := rule.kind.loss(rule.value))}
    return tuple(
        Loss(artefact=name, keyword=keyword, why=why)
        for keyword, why in sorted(lost.items())
        for name in (JSON_SCHEMA, OPENAPI)
    )


def artefacts_without(losses: Iterable[Loss], rule: Constraint) -> tuple[str, ...]:
    """Return the artefacts that cannot express a rule, of the losses that a contract declares."""
    is_lost = rule.kind.loss(rule.value) is not None
    return tuple(loss.artefact for loss in losses if is_lost and loss.keyword == rule.keyword)
