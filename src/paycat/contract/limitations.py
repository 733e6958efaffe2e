"""What artefacts cannot express: declared, so that no difference between artefacts is silent."""

from collections.abc import Iterable

from paycat.contract.model import Limitation, Request
from paycat.contract.nodes import Constraint

JSON_SCHEMA = "json-schema"
OPENAPI = "openapi"


def declared_limitations(requests: Iterable[Request]) -> tuple[Limitation, ...]:
    """Return the limitations that these requests cause."""
    rules = (rule for request in requests for field in request.root.fields() for rule in field.constraints)
    lost = {rule.keyword: why for rule in rules if (why := rule.kind.limitation(rule.value))}
    return tuple(
        Limitation(artefact=name, keyword=keyword, why=why)
        for keyword, why in sorted(lost.items())
        for name in (JSON_SCHEMA, OPENAPI)
    )


def artefacts_without(limitations: Iterable[Limitation], rule: Constraint) -> tuple[str, ...]:
    """Return the artefacts that cannot express a rule, of the limitations that a contract declares."""
    is_lost = rule.kind.limitation(rule.value) is not None
    return tuple(limitation.artefact for limitation in limitations if is_lost and limitation.keyword == rule.keyword)
