"""Values as expressions of Python: what a program sends, with the classes that it imports, and the form of errors."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from paycat.contract.model import Request
from paycat.contract.naming import attribute_of
from paycat.contract.nodes import FieldNode, Group
from paycat.contract.problem_form import ProblemPart
from paycat.languages.python import imported, lines, literal, source, tuples, value
from paycat.languages.source import Source
from paycat.packages.python.class_schemas import SHARED


def model_expression(group: Group, body: Mapping[str, Any]) -> Source:
    """Return the expression that makes the model of an object, of a dict if it has a member that is not listed."""
    if not _lists_all(group, body):
        return source(f"{group.component}.model_validate({value(dict(body))})")
    members = {member.name: member for member in group.members}
    arguments = (f"{attribute_of(members[name])}={_expression(members[name], inner)}" for name, inner in body.items())
    return lines(f"{group.component}(", arguments, ")")


def _expression(member: FieldNode | Group, content: Any) -> Source:
    if isinstance(member, Group):
        return model_expression(member, content)
    if member.items and content:
        return lines("[", (_expression(member.items, element) for element in content), "]")
    if member.json_type == "number" or member.shape == "decimal_text":
        return source(f"Decimal({literal(str(content))})")
    return value(content)


def sending_imports(package: str, request: Request, body: Mapping[str, Any]) -> list[Source]:
    """Return the imports of a program that sends a payload by the client of a package."""
    names_by_module = {"client": {"Client"}}
    for group in _sent_groups(request.root, body):
        names_by_module.setdefault(SHARED if group.shared else request.module, set()).add(group.component)
    return [imported(f"{package}.{module}", sorted(names)) for module, names in sorted(names_by_module.items())]


def _sent_groups(member: FieldNode | Group, content: Any) -> Iterator[Group]:
    """Yield the groups whose classes are in the expression of what is sent."""
    if isinstance(member, Group):
        yield member
        members = member.members if _lists_all(member, content) else ()
        for inner_member in members:
            if inner_member.name in content:
                yield from _sent_groups(inner_member, content[inner_member.name])
    elif member.items:
        for element in content:
            yield from _sent_groups(member.items, element)


def _lists_all(group: Group, body: Mapping[str, Any]) -> bool:
    return body.keys() <= {member.name for member in group.members}


def error_parts(form: Iterable[ProblemPart]) -> Source:
    """Return the members of the body of an error as an expression."""
    return lines("(", (lines("Part(", _arguments(part), ")") for part in form), ")")


def _arguments(part: ProblemPart) -> Iterator[str]:
    yield literal(part.name)
    if part.words:
        yield f"words={tuples(part.words)}"
    for otherwise in part.otherwise:
        yield f"otherwise=({value(otherwise)},)"
    if part.longest is not None:
        yield f"longest={literal(part.longest)}"
    if part.parts:
        yield f"parts={error_parts(part.parts)}"
