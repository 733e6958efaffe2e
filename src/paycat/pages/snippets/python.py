"""A call in, the same with the generated Python package out: typed models and its client."""

from collections.abc import Iterator, Mapping
from keyword import iskeyword
from typing import Any

from paycat.contract.model import FieldNode, Group
from paycat.languages.python import literal
from paycat.languages.python import value as value_of
from paycat.models.lifting import SHARED
from paycat.pages.snippets.call import SampleCall

_STEP = "    "


def python(call: SampleCall) -> str:
    """Return a program that sends the sample, and prints what identifies the record."""
    made = _model(call.root, call.payload)
    printed = ", ".join(f"record.{name}" for name in call.shown if _is_name(name))
    return "\n".join(
        (
            "import os",
            *(["from decimal import Decimal"] if "Decimal(" in made else []),
            "",
            *sorted(_imports(call)),
            "",
            f"request = {made}",
            f"credential = os.environ[{literal(call.key)}]",
            f"with Client(credential=credential, base_url={literal(call.base_url)}) as client:",
            f"{_STEP}record = client.{call.function}(request)",
            f"print({printed or 'record'})",
        )
    )


def _imports(call: SampleCall) -> Iterator[str]:
    yield f"from {call.package}.client import Client"
    modules: dict[str, set[str]] = {}
    for group in _sent_groups(call.root, call.payload):
        modules.setdefault(SHARED if group.shared else call.module, set()).add(group.component)
    for module, names in modules.items():
        listed = ", ".join(sorted(names))
        line = f"from {call.package}.{module} import {listed}"
        lines = "".join(f"\n{_STEP}{name}," for name in sorted(names))
        yield line if len(line) <= 88 else f"from {call.package}.{module} import ({lines}\n)"


def _sent_groups(group: Group, sent: Mapping[str, Any]) -> Iterator[Group]:
    yield group
    if not _has_names(sent):
        return
    for member in group.members:
        if member.name in sent:
            yield from _inside(member, sent[member.name])


def _inside(member: FieldNode | Group, sent: Any) -> Iterator[Group]:
    if isinstance(member, Group):
        yield from _sent_groups(member, sent)
    elif member.items:
        for item in sent:
            yield from _inside(member.items, item)


def _model(group: Group, sent: Mapping[str, Any]) -> str:
    """Return the model of an object; one with a member that is no name in Python is read from a dict."""
    if not _has_names(sent):
        return f"{group.component}.model_validate({value_of(dict(sent))})"
    members = {member.name: member for member in group.members}
    lines = (f"{name}={_value(members.get(name), value)}," for name, value in sent.items())
    inner = "".join(f"\n{line}" for line in lines).replace("\n", f"\n{_STEP}")
    return f"{group.component}({inner}\n)"


def _value(member: FieldNode | Group | None, value: Any) -> str:
    if isinstance(member, Group):
        return _model(member, value)
    if member and member.items:
        inner = "".join(f"\n{_value(member.items, item)}," for item in value).replace("\n", f"\n{_STEP}")
        return f"[{inner}\n]" if value else "[]"
    if member and member.json_type == "number":
        return f"Decimal({literal(str(value))})"
    return value_of(value)


def _has_names(sent: Mapping[str, Any]) -> bool:
    return all(map(_is_name, sent))


def _is_name(name: str) -> bool:
    return name.isidentifier() and not iskeyword(name)
