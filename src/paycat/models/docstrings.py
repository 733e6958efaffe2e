"""Docstrings of the generated package: of models, of their fields, and of the client's methods.

`help()` shows a class's own docstring alone, and editors show a field's: so both say the same of each field.
"""

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from paycat.catalogue.interface import Operation
from paycat.catalogue.statement import Reason
from paycat.contract.interface import Parameter, Record
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode, Group
from paycat.documents.json_schema import combinations_text
from paycat.documents.marks import field_reasons, group_reasons, meaning_of, sentence, sourced
from paycat.languages.python import docstring
from paycat.languages.source import Source
from paycat.models.operations import argument_name

_LEVELS = {
    "required": "Required.",
    "optional": "Optional.",
    "conditional": "Needed in some combinations.",
}


def group_text(group: Group) -> str:
    """Return what a group is, where that comes from, its combinations, and a line for each of its members."""
    text = " ".join((sourced(meaning_of(group), *group_reasons(group)), *map(combinations_text, group.conditions)))
    return _with_members(text, {member.name: member_text(member) for member in group.members})


def record_text(record: Record, properties: Mapping[str, Any]) -> str:
    """Return what a record is, where that comes from, and a line for each member that its schema describes."""
    described = {name: node for name, node in properties.items() if isinstance(node, dict) and "description" in node}
    text = sourced(record.body.meaning or record.name, record.reason)
    return _with_members(text, {name: _described(node) for name, node in described.items()})


def _described(node: Mapping[str, Any]) -> str:
    return sourced(
        node["description"], Reason(source=node.get("x-source"), decisions=tuple(node.get("x-decision", ())))
    )


def _with_members(text: str, members: Mapping[str, str]) -> str:
    lines = [_filled(f"{name}: {told}", 4) for name, told in members.items()]
    return "\n".join((_filled(text, 0), *(("", "Attributes:", *lines) if lines else ())))


def _filled(text: str, indent: int, width: int = 84) -> str:
    """Return a paragraph for a docstring that is four columns in; what does not fit is indented further."""
    return textwrap.fill(
        " ".join(text.split()),
        width,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent and indent + 4),
        break_long_words=False,
        break_on_hyphens=False,
    )


def _of_method(text: str, indent: int) -> str:
    return _filled(text, indent, 80)  # Docstrings of methods are eight columns in.


def member_text(member: FieldNode | Group) -> str:
    """Return a member's meaning, level, rules, sensitivity and hints, and the source and decisions of them all."""
    if isinstance(member, Group):
        return sourced(f"{sentence(member.meaning)} {_LEVELS[member.requirement]}", member.reason)
    parts = [sentence(meaning_of(member)), _LEVELS[member.requirement]]
    if member.constraints:
        rules = "; ".join(rule.phrase.whole_limit for rule in member.constraints)
        parts.append(f"{rules[:1].upper()}{rules[1:]}.")
    if member.sensitive:
        parts.append(f"Sensitive ({member.sensitive}): masked in `repr`.")
    parts += [f"Hint: {sentence(hint.note)}" for hint in member.hints]
    return sourced(" ".join(parts), *field_reasons(member))


_KEY = (
    "Left out, a fresh UUID is sent. Every repetition carries the same key; to repeat a call yourself, send the key "
    "that the error names."
)
_PROVISIONAL = "Provisional: it may change in a version that is compatible otherwise."


def method_docstring(contract: Contract, operation: Operation, taken: list[Parameter]) -> Source:
    """Return an operation's summary, description, arguments, answer and problems, indented for a method."""
    parts = [sentence(operation.summary), *_paragraphs(operation.description)]
    if operation.stability == "provisional":
        parts.append(_PROVISIONAL)
    arguments = list(_arguments(contract, operation, taken))
    if arguments:
        parts.append("\n".join(("Args:", *arguments)))
    parts.append("\n".join(("Returns:", _of_method(operation.success.description, 4))))
    parts.append("\n".join(("Raises:", *_errors(contract, operation))))
    return docstring(_indented("\n\n".join(part.strip("\n") for part in parts)), 8)


def pages_docstring(operation: Operation, cursor: Parameter) -> Source:
    """Return what the method that reads all pages of an operation does, indented for a method."""
    told = (
        f"The pages are asked for one after the other, as they are needed; `{argument_name(cursor)}` tells where to "
        "begin. Takes the same arguments and raises the same errors."
    )
    return docstring(_indented("\n\n".join((f"{operation.summary.rstrip('.')}, all of them.", _of_method(told, 0)))), 8)


def _arguments(contract: Contract, operation: Operation, taken: list[Parameter]) -> Iterator[str]:
    if operation.request:
        yield _of_method("request: The request; its method code tells which one it is.", 4)
    for one in taken:
        told = sentence(one.description)
        if one.key == contract.interface.idempotency.parameter:
            told = f"{told} {_KEY}"
        elif one.default is not None:
            told = f"{told} Left out, it is {one.default}."
        yield _of_method(f"{argument_name(one)}: {told}", 4)


def _errors(contract: Contract, operation: Operation) -> Iterator[str]:
    known = {problem.slug: problem for problem in contract.interface.problems}
    yield _of_method("ApiError: The service answers a problem; its `slug` tells which.", 4)
    for slug in operation.problems:
        yield _of_method(f"`{slug}` ({known[slug].status}): {sentence(known[slug].when)}", 8)
    yield _of_method("NetworkError: No answer arrived; `outcome_unknown` tells whether the request may have.", 4)
    yield _of_method("AnswerError: The answer is not what this version of the interface says.", 4)


def _paragraphs(text: str) -> Iterator[str]:
    yield from (_of_method(part, 0) for part in text.split("\n\n") if part.strip())


def _indented(text: str) -> str:
    return textwrap.indent(text, " " * 8).lstrip()
