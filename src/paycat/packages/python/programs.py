"""What a program in Python sends: the model of a payload as an expression, and the classes that it imports."""

from collections.abc import Iterator, Mapping
from typing import Any

from paycat.contract.model import Request
from paycat.contract.naming import attribute_of
from paycat.contract.nodes import FieldNode, Group
from paycat.languages.python import imported, lines, literal, source, value
from paycat.languages.source import Source
from paycat.packages.python.class_schemas import SHARED


def model_expression(group: Group, sent: Mapping[str, Any]) -> Source:
    """Return the expression that makes the model of an object, of a dict if it has a member that is not listed."""
    if not _lists_all(group, sent):
        return source(f"{group.component}.model_validate({value(dict(sent))})")
    members = {member.name: member for member in group.members}
    arguments = (f"{attribute_of(members[name])}={_expression(members[name], inner)}" for name, inner in sent.items())
    return lines(f"{group.component}(", arguments, ")")


def _expression(member: FieldNode | Group, sent: Any) -> Source:
    if isinstance(member, Group):
        return model_expression(member, sent)
    if member.items and sent:
        return lines("[", (_expression(member.items, item) for item in sent), "]")
    if member.json_type == "number" or member.shape == "decimal_text":
        return source(f"Decimal({literal(str(sent))})")
    return value(sent)


def sending_imports(package: str, request: Request, sent: Mapping[str, Any]) -> list[Source]:
    """Return the imports of a program that sends a payload by the client of a package."""
    modules = {"client": {"Client"}}
    for group in _sent_groups(request.root, sent):
        modules.setdefault(SHARED if group.shared else request.module, set()).add(group.component)
    return [imported(f"{package}.{module}", sorted(names)) for module, names in sorted(modules.items())]


def _sent_groups(member: FieldNode | Group, sent: Any) -> Iterator[Group]:
    """Yield the groups whose classes are in the expression of what is sent."""
    if isinstance(member, Group):
        yield member
        listed = member.members if _lists_all(member, sent) else ()
        for inner in listed:
            if inner.name in sent:
                yield from _sent_groups(inner, sent[inner.name])
    elif member.items:
        for item in sent:
            yield from _sent_groups(member.items, item)


def _lists_all(group: Group, sent: Mapping[str, Any]) -> bool:
    return sent.keys() <= {member.name for member in group.members}
