"""A contract in, its records as tables of members out."""

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from paycat.catalogue.statement import Reason
from paycat.contract.interface import Record
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode, Group, Node, nodes_of
from paycat.encoding import pretty
from paycat.pages.shape_words import type_words
from paycat.pages.texts import root_of


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a record, by its dotted path; `[]` stands for each item of a list."""

    path: str
    required: bool
    type: Markup
    meaning: str
    deprecated: bool
    reason: Reason


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the records that a record may be, with the value that tells it, where one does."""

    record: str
    value: str | None


@dataclass(frozen=True, slots=True)
class Use:
    """An operation or a notification that carries a record, and where it is told."""

    title: str
    target: str


@dataclass(frozen=True, slots=True)
class RecordPage:
    """What is told of a record. `teller` is the member whose value tells the variants apart."""

    record: Record
    meaning: str
    open: bool
    members: tuple[Member, ...]
    variants: tuple[Variant, ...]
    teller: str | None
    example: str | None
    uses: tuple[Use, ...]


def record_pages(contract: Contract, path: str) -> tuple[RecordPage, ...]:
    """Return every record, in the order of the catalogue, for the page at a path."""
    return tuple(_page(contract, record, root_of(path)) for record in contract.interface.records)


def _page(contract: Contract, record: Record, root: str) -> RecordPage:
    body = record.body
    variants = tuple(Variant(one.record, one.value) for one in body.variants) if isinstance(body, FieldNode) else ()
    return RecordPage(
        record=record,
        meaning=body.meaning,
        open=not variants and not (isinstance(body, Group) and body.closed),
        members=tuple(_member(node, root) for node in nodes_of(body) if node.name),
        variants=variants,
        teller=body.discriminator if isinstance(body, FieldNode) else None,
        example=None if record.example is None else pretty(record.example),
        uses=tuple(_uses(contract, record)),
    )


def _member(node: Node, root: str) -> Member:
    return Member(
        path=node.path,
        required=node.requirement == "required",
        type=type_words(node, root),
        meaning=node.meaning,
        deprecated=node.deprecated is not None,
        reason=node.reason,
    )


def _uses(contract: Contract, record: Record) -> Iterator[Use]:
    for operation in contract.interface.operations:
        if operation.success.record == record.name:
            yield Use(operation.summary, f"operations.html#{operation.id}")
    for notification in contract.interface.notifications:
        if notification.record == record.name:
            yield Use(notification.summary, f"notifications.html#{notification.name}")
    if contract.interface.problem_record == record.name:
        yield Use("Every problem", "problems.html")
