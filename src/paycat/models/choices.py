"""The choices of records that may get further values; each is a type of its own in the generated package."""

from collections.abc import Iterator
from dataclasses import dataclass

from paycat.contract.model import Contract
from paycat.contract.naming import pascal
from paycat.contract.nodes import FieldNode, Node
from paycat.languages.python import name
from paycat.languages.source import Source


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """The name of a choice in Python, the texts that it lists, and the record and the member that it is of."""

    type: Source
    values: tuple[str, ...]
    record: str
    member: str


def choice_name(around: str, member: str) -> str:
    """Return the name of the choice of a member; `around` is the name of what it is in, a record or another member."""
    return f"{around}{pascal(member)}"


def open_choices(contract: Contract) -> list[OpenChoice]:
    """Return the choices that may get further values, in the order of records and members."""
    return [
        choice for record in contract.interface.records for choice in _choices(record.body, record.name, record.name)
    ]


def _choices(node: Node, called: str, record: str) -> Iterator[OpenChoice]:
    if isinstance(node, FieldNode):
        if node.open:
            yield OpenChoice(name(called), tuple(one.value for one in node.choices), record, node.path)
        if node.items:
            yield from _choices(node.items, called, record)
        return
    for member in node.members:
        yield from _choices(member, choice_name(called, member.name), record)
