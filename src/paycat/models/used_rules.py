"""What the requests of a contract use, so that the package has no code for what they do not."""

from paycat.contract.model import Contract


def used_rules(contract: Contract) -> frozenset[str]:
    """Return the keywords of all rules on fields, and `required`, `closed`, `any_of` and `offered` where they are used.

    `offered` is used when a method lacks a direction in which others have requests.
    """
    groups = [group for request in contract.requests() for group in request.root.groups()]
    used: set[str] = {rule.keyword for group in groups for field in group.fields() for rule in field.constraints}
    if any(group.required for group in groups):
        used.add("required")
    if any(group.closed for group in groups):
        used.add("closed")
    if any(group.conditions for group in groups):
        used.add("any_of")
    served = {request.direction for request in contract.requests()}
    if any(method.offer(direction).request is None for method in contract.methods for direction in served):
        used.add("offered")
    return frozenset(used)
