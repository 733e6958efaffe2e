"""What artefacts cannot express: declared, so that no difference between artefacts is silent."""

from collections.abc import Iterable

from paycat.contract.model import Constraint, Loss, Request

JSON_SCHEMA = "json-schema"
OPENAPI = "openapi"

_FRACTIONS = (
    "multipleOf with a fraction refuses valid amounts in common validators (0.07, 19.99 ...), so a limit on decimal "
    "places above zero is annotated as x-decimal-places; models and server check it."
)


def declared_losses(requests: Iterable[Request]) -> tuple[Loss, ...]:
    """Return the losses that these requests cause."""
    rules = (rule for request in requests for field in request.root.fields() for rule in field.constraints)
    if not any(_is_lost(rule) for rule in rules):
        return ()
    return tuple(Loss(artefact=name, keyword="decimal_places", why=_FRACTIONS) for name in (JSON_SCHEMA, OPENAPI))


def artefacts_without(losses: Iterable[Loss], rule: Constraint) -> tuple[str, ...]:
    """Return the artefacts that cannot express a rule, of the losses that a contract declares."""
    return tuple(loss.artefact for loss in losses if loss.keyword == rule.keyword and _is_lost(rule))


def _is_lost(rule: Constraint) -> bool:
    return rule.keyword == "decimal_places" and rule.value != 0
