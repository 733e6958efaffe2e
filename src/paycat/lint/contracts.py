"""What a contract that was read may state, but no catalogue without errors does.

The contract's types describe each member. `check` guarantees these rules for a catalogue, and comparing or running
a contract relies on them.
"""

from collections.abc import Iterator

from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode, Group
from paycat.shapes.constraints import that_count


def faults(contract: Contract) -> Iterator[str]:
    """Yield what a contract states that cannot be, each as a clause without a capital and a full stop."""
    longest = next((one.value for one in contract.interface.limits if one.name == "body_bytes"), None)
    if longest is None:
        yield "it has no limit body_bytes"
        return
    interface = contract.interface
    requests = {f"{request.direction}.{request.method}": request.root for request in contract.requests()}
    for whose, root in requests.items():
        for group in root.groups():
            yield from (f"{whose}{_below(group.path)} {fault}" for fault in _of_group(group))
    nodes: list[tuple[str, FieldNode | Group]] = [*requests.items()]
    nodes += [(one.name, one.body) for one in interface.records]
    nodes += [(one.name, one.value) for one in interface.parameters]
    nodes += [(one.name, one.value) for one in interface.response_headers]
    for whose, node in nodes:
        for field in [node] if isinstance(node, FieldNode) else node.fields():
            is_faulty = False
            for rule in field.constraints:
                fault: str | None = f"no rule of a value that is called {field.json_type}"
                if field.json_type in rule.kind.json_types:
                    fault = rule.kind.fault(rule.value, longest)
                if fault:
                    is_faulty = True
                    yield f"{rule.keyword} of {whose}{_below(field.path)} is {fault}"
            if whose in requests and not is_faulty and that_count(field.bounds).keys() != field.bounds.keys():
                yield f"{whose}{_below(field.path)} has bounds to which others leave nothing to reject"


def _below(path: str) -> str:
    return f".{path}" if path else ""


def _of_group(group: Group) -> Iterator[str]:
    names = {member.name for member in group.members}
    if not names:
        yield "has no members"
    for condition in group.conditions:
        if not condition.any_of or not all(one and names.issuperset(one) for one in condition.any_of):
            yield "has a condition on other members than its own"
